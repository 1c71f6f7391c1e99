"""The difference of two editions through its views: terminal, JSON, page."""

from __future__ import annotations

import io
import json
import re
from html.parser import HTMLParser

import jsonschema
import msgspec
import pytest

from rulehound.checker.cli.terminal import console
from rulehound.checker.cli.views.difference import print_difference
from rulehound.checker.report.difference import wording
from rulehound.checker.report.difference.html import EmbeddedPicture, chapters, page
from rulehound.checker.report.difference.pictures import DrawnEdition, draw
from rulehound.checker.report.schemas import HERE
from rulehound.checker.report.templates import visible
from rulehound.checker.rulebook.difference import compare
from rulehound.extract.document import Revision
from rulehound.spec.documents.alignment.correspondences import Alignment, Correspondence, WordChange
from rulehound_testing.made_up_difference import (
    CORRESPONDENCES,
    HOSTILE,
    NEW,
    OLD,
    difference,
    document,
    named,
)

SCHEMA = HERE / "report" / "difference" / "difference.schema.json"

TERMINAL = """\
Rules of the Heap 1.0 (2020-02-02) → Rules of the Heap 2.0 (2020-02-02)

Clauses     of the old edition  of the new edition
unchanged   3 of 9              3 of 10
reworded    3 of 9              2 of 10
references  1 of 9              1 of 10
renumbered  1 of 9              1 of 10
split       1 of 9              2 of 10
merged      2 of 9              1 of 10
added       —                   2 of 10
removed     1 of 9              —
A clause with several changes counts in each of them.

1-2   reworded, references   page 1   90 % alike
  The heap is full at [-7-] {+9+} (see 2-1).
  number: 7 → 9 (is full at 9)
  reference: 2-1 names another clause now; what it named is 2-2 now

1-3 → 1-3 + 1-4   split   page 1

1-4   removed   page 1
  [-Nobody talks.-]

1-5   added   page 1
  {+<script>alert(1)</script> & "quotes" 'and' {{ braces }} \\x1b[31m+}

2-1   added   page 2
  {+Nobody hurries.+}

2-1 → 2-2   renumbered   page 2

2-2 + 2-3 → 2-3   reworded, merged   page 2   80 % alike

The new edition's own account of its changes:
  4 of 6 changes of words are not marked as changed: 1-3 → 1-3 + 1-4, 1-5 new, 2-1 new, 2-2 + 2-3 → 2-3
  0 of 1 clauses marked as changed have the words they had

6 of 9 old clauses changed in some way; 7 of 10 new ones were added or changed.
"""


def printed(everything: bool = False) -> str:
    stream = io.StringIO()
    print_difference(difference(), console(stream), everything)
    return "".join(f"{line.rstrip()}\n" for line in stream.getvalue().splitlines())


def test_the_terminal_shows_counts_and_then_every_change() -> None:
    assert printed() == TERMINAL


def test_unchanged_clauses_are_listed_where_all_are_asked_for() -> None:
    added = [line for line in printed(everything=True).splitlines() if line not in TERMINAL.splitlines()]
    assert added == ["1   unchanged   page 1", "1-1   unchanged   page 1", "2   unchanged   page 2"]


def test_silent_changes_are_listed_beside_what_the_history_names() -> None:
    old, new = document(OLD, "1.0"), document(NEW, "2.0")
    entries = [("updated", "1-2"), ("removed", "1-4"), ("updated", "1-1"), ("added", "7-7")]
    history = tuple(
        Revision("2.0", "2021-01-01", action, (number,), (), f"{number} {action}", 2)
        for action, number in entries
    )
    new = msgspec.structs.replace(new, history=history)
    sides = named(old), named(new)
    shown = compare(*sides, Alignment(sides[0].side, sides[1].side, CORRESPONDENCES))
    assert shown.history is not None
    told = {account.what: account for account in wording.accounts(shown.history)}
    silent, idle, unknown = told.values()
    assert (silent.count, silent.of) == (4, 6)
    assert silent.listed == ["1-3 → 1-3 + 1-4", "1-5 new", "2-1 new", "2-2 + 2-3 → 2-3"]
    assert (idle.count, idle.of, idle.listed) == (1, 4, ["1-1 (updated)"])
    assert (unknown.count, unknown.of, unknown.listed) == (1, 4, ["7-7 (added)"])
    assert all(entry.replace(">", "&gt;") in page(shown) for entry in silent.listed)


def test_long_unchanged_words_are_left_out_and_short_ones_kept() -> None:
    long = " ".join(f"word{n}" for n in range(40))
    texts = {"1": f"{long} four {long} end"}, {"1": f"{long} five {long} end"}
    old, new = (named(document(text, version)) for text, version in zip(texts, ("1.0", "2.0"), strict=True))
    words = tuple(WordChange(*both) for both in [(long, long), (" four ", " five "), (long + " end",) * 2])
    one = Correspondence(("1",), ("1",), ("reworded",), 0.9, words)
    stream = io.StringIO()
    print_difference(compare(old, new, Alignment(old.side, new.side, (one,))), console(stream))
    line = next(line for line in stream.getvalue().splitlines() if "[-" in line)
    assert re.fullmatch(r"   … (word3\d ?)+ \[-four-\] \{\+five\+\} (word\d ?)+ …", line)


def test_json_follows_its_schema_which_is_kept_as_a_file() -> None:
    encoded = json.loads(msgspec.json.encode(difference()))
    schema = json.loads(SCHEMA.read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(encoded, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**encoded, "aligned": [{"old": [], "new": []}]}, schema)


def test_every_clause_of_both_sides_is_in_one_record() -> None:
    shown = difference()
    assert sorted(c.key for one in shown.aligned for c in one.old) == sorted(OLD)
    assert sorted(c.key for one in shown.aligned for c in one.new) == sorted(NEW)
    marked = [c.key for one in shown.aligned for c in (*one.old, *one.new) if c.marked]
    assert marked == ["1-2"]
    assert {c.under for one in shown.aligned for c in one.new} == {"1 The heap", "2 Turns"}


def test_resemblance_counts_what_was_paired_over_both_sides() -> None:
    # by members of pairs and groups: 4 × 2 alike, 2 × 0.9, 3 in the split, 3 × 0.8 merged, of 19
    assert difference().resemblance == round((8 + 1.8 + 3 + 2.4) / 19, 4)


class Page(HTMLParser):
    """What of a page a test looks at: elements, words of columns, and whether every element is closed."""

    VOID = frozenset({"meta", "input", "img", "br", "link"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.columns: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        if tag in self.VOID:
            return
        self.open.append((tag, attributes.get("class") or ""))
        if tag == "p" and any(name.startswith("side ") for _, name in self.open):
            self.columns.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        tags, names = [tag for tag, _ in self.open], [name for _, name in self.open]
        if "p" in tags and any(name.startswith("side ") for name in names):
            self.columns[-1] += data


def test_the_page_shows_old_and_new_words_side_by_side_and_nothing_of_a_clause_is_markup() -> None:
    text = page(difference())
    read = Page(text)
    assert OLD["1-2"] in read.columns
    assert NEW["1-2"] in read.columns
    assert visible(HOSTILE) in read.columns
    assert "<script>alert" not in text
    assert sum(tag == "script" for tag, _ in read.elements) == 1
    assert sum(tag == "article" for tag, _ in read.elements) == 6
    assert next(a["data-changes"] for tag, a in read.elements if tag == "article") == "reworded references"
    assert not [a for _, a in read.elements if any(name.startswith("on") for name in a)]
    assert text.rstrip().endswith("</html>")


def test_the_page_loads_nothing_from_anywhere() -> None:
    picture = EmbeddedPicture("data:image/png;base64,AAAA", 10, 10)
    text = page(difference(), {"1-2": picture}, {"1-2": picture})
    sources = [a["src"] for tag, a in Page(text).elements if tag == "img"]
    assert sources == [picture.source, picture.source]
    assert "default-src 'none'" in text
    assert not re.findall(r"(?:src|href)=\"(?!data:|#)", text)


def test_what_stayed_is_folded_and_stands_where_it_stood() -> None:
    made = list(chapters(difference().aligned))
    assert [chapter.title for chapter in made] == ["1 The heap", "2 Turns"]
    assert [chapter.loud for chapter in made] == [4, 2]
    assert [(s.quiet, len(s.aligned)) for s in made[1].stretches] == [
        (True, 1),
        (False, 1),
        (True, 1),
        (False, 1),
    ]


def test_what_was_removed_stands_in_what_its_chapter_became() -> None:
    texts = {"1": "The heap", "1-1": "Gone.", "1-2": "Stays."}, {"3": "The heap", "3-1": "Stays."}
    old, new = (named(document(text, version)) for text, version in zip(texts, ("1.0", "2.0"), strict=True))
    aligned = (
        Correspondence(("1",), ("3",), ("renumbered",), 1.0),
        Correspondence(("1-1",), (), ("removed",), 0.0),
        Correspondence(("1-2",), ("3-1",), ("renumbered",), 1.0),
    )
    shown = compare(old, new, Alignment(old.side, new.side, aligned))
    assert [chapter.title for chapter in chapters(shown.aligned)] == ["3 The heap"]


def test_of_a_record_the_views_say_that_the_words_are_missing() -> None:
    old, new = named(document(OLD, "1.0")), named(document(NEW, "2.0"))
    passages = tuple(msgspec.structs.replace(p, text=None) for p in old.side.passages)
    side = msgspec.structs.replace(old.side, passages=passages)
    recorded = type(old)(old.title, old.version, old.date, side, None, ("heap-rules", "1.0"))
    pairs = tuple(Correspondence((k,), (k,), ("reworded",), 0.5) for k in OLD)
    rest = tuple(Correspondence((), (k,), ("added",), 0.0) for k in NEW if k not in OLD)
    shown = compare(recorded, new, Alignment(side, new.side, (*pairs, *rest)))
    assert (shown.old.words, shown.new.words, shown.old.document) == (False, True, "heap-rules")
    stream = io.StringIO()
    print_difference(shown, console(stream))
    assert "no words at hand of Rules of the Heap 1.0: only the record was read" in stream.getvalue()
    text = page(shown)
    assert text.count("words not at hand") == len(OLD)
    assert draw(shown, recorded, recorded) == (DrawnEdition(), DrawnEdition())


def test_the_same_difference_gives_the_same_page() -> None:
    assert page(difference()) == page(difference())
