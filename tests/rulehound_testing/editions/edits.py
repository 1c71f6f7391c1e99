"""Edits of the bundled rulebook's source, drawn by lot: each changes one clause, or a few, in a known way.

An edit takes the clauses of the source and a source of chance, changes the new edition's text of some that
nothing was done to yet, and notes in each what was done to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

KEPT: frozenset[str] = frozenset(
    {"", "moved", "moved with its section", "typography", "beside a near duplicate"}
)
"""What may be done to a clause without a change of what it says."""

_LINE = re.compile(r"(?P<sign>[+-]?)(?P<depth>#+) (?:\[(?P<name>[a-z0-9-]+)\] )?(?P<text>.+)")
_VARIANT = re.compile(r"\{(?P<old>[^{}|]*)\|(?P<new>[^{}|]*)\}")
_REFERENCE = re.compile(r"<([a-z0-9-]+)>")
_SENTENCES = re.compile(r"(?<=[a-z]\.) (?=[A-Z])")
_NAME = r"(?![^<]*>)"  # behind it: the word before is no part of a reference's name
_VERB = re.compile(rf"\b(is|are|can|may|must|has|have|draws|checks|lays|holds|consists)\b{_NAME}")
_QUANTITY = re.compile(rf"\b(a|an|any|each|every|all|no)\b{_NAME}")
_NUMBER = re.compile(rf"\b(two|three|four|five|six|seven|eight|nine|ten)\b{_NAME}")
_TURNED = re.compile(rf"\b(\w+) (before|after|to|from|by) (\w+)\b{_NAME}")
_OPPOSITES = {
    **{"before": "after", "after": "before", "first": "last", "top": "bottom", "bottom": "top"},
    **{"more": "fewer", "highest": "lowest", "lowest": "highest", "lower": "higher", "least": "most"},
    **{"face down": "face up", "face up": "face down", "once": "twice", "own": "opponent's"},
    **{"unsuspended": "suspended", "with": "without", "always": "never", "only": "also", "same": "other"},
    **{"left": "right", "right": "left"},
}


@dataclass(eq=False)
class EditedClause:
    """A line of the source while it is edited. The texts of the two editions are None where it has none."""

    depth: int
    name: str | None
    old: str | None
    new: str | None
    kind: str = ""
    """What was done to it."""

    @property
    def words(self) -> str:
        """What it says in the old edition; empty where that has none of it."""
        return self.old or ""

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was done to it."""
        return not self.kind and self.old is not None and self.old == self.new

    @property
    def is_untouched_clause(self) -> bool:
        """Whether it is no heading, and nothing was done to it."""
        return self.is_untouched and self.words.endswith(".")


Clauses: TypeAlias = list[EditedClause]
Edit: TypeAlias = Callable[[Clauses, Random], None]


def read_source(source: str) -> tuple[list[str], Clauses]:
    """Its other lines, without dates and history, and its clauses as the newest edition has them."""
    head = []
    clauses = []
    for line in source.partition("\nhistory:")[0].splitlines():
        match = _LINE.fullmatch(line.strip())
        if match is None or line.startswith("%"):
            head += [line] if line.startswith(("title:", "subtitle:", "notice:")) else []
        elif match["sign"] != "-":
            text = _VARIANT.sub(lambda variant: variant["new"], match["text"])
            clauses.append(EditedClause(len(match["depth"]), match["name"], text, text))
    return head, clauses


def written(clauses: Clauses) -> Iterator[str]:
    """The lines of the source for both editions."""
    for one in clauses:
        mark = f"{'#' * one.depth} {f'[{one.name}] ' if one.name else ''}"
        if one.old is None or one.new is None:
            yield f"{'+' if one.old is None else '-'}{mark}{one.new or one.old}"
        elif one.old == one.new:
            yield mark + one.old
        else:
            yield f"-{mark}{one.old}\n+{mark}{one.new}"


def mark_other_clauses_below(clauses: Clauses) -> None:
    """Note it in each clause that kept its words, and below which a clause came or went."""
    before = _clauses_above(clauses, lambda one: one.old)
    after = _clauses_above(clauses, lambda one: one.new)
    for one in clauses:
        if one.kind in ("split", "merged") or (not one.words.endswith(".") and one.old is not None):
            continue
        was, now = before.get(id(one), []), after.get(id(one), [])
        changed = [above for above in (*was[:1], *now[:1]) if above not in was or above not in now]
        for above in changed:
            if above.kind in KEPT and above.old is not None and above.new is not None:
                above.kind = "clauses below"


def _clauses_above(
    clauses: Clauses, text: Callable[[EditedClause], str | None]
) -> Mapping[int, list[EditedClause]]:
    """The clauses above each line of an edition, the nearest first, without headings, by the line's id."""
    path: list[EditedClause] = []
    above = {}
    for one in clauses:
        if text(one) is not None:
            path = [other for other in path if other.depth < one.depth]
            above[id(one)] = [other for other in reversed(path) if (text(other) or "").endswith(".")]
            path.append(one)
    return above


def _pick(clauses: Clauses, random: Random, fits: Callable[[EditedClause], object]) -> EditedClause:
    return random.choice([one for one in clauses if one.is_untouched_clause and fits(one)])


def _is_plain(clause: EditedClause) -> bool:
    """Whether nothing refers to a clause, and it refers to nothing."""
    return not clause.name and not _REFERENCE.search(clause.words)


def _parent(clauses: Clauses, one: EditedClause) -> EditedClause | None:
    """The clause or heading under which one stands."""
    above = clauses[: clauses.index(one)]
    return next((other for other in reversed(above) if other.depth < one.depth), None)


def _behind(clauses: Clauses, one: EditedClause) -> EditedClause | None:
    """The clause right behind one, where it stands at the same depth."""
    after = clauses[clauses.index(one) + 1 :][:1]
    return next((other for other in after if other.depth == one.depth), None)


def _holds_nothing(clauses: Clauses, one: EditedClause) -> bool:
    return all(other.depth <= one.depth for other in clauses[clauses.index(one) + 1 :][:1])


def _add_behind(clauses: Clauses, one: EditedClause, text: str, kind: str) -> None:
    clauses.insert(clauses.index(one) + 1, EditedClause(one.depth, None, None, text, kind))


def _added(clauses: Clauses, random: Random) -> None:
    """A clause of the first words of one clause and the last of another."""
    one, other = (_pick(clauses, random, lambda clause: len(clause.words.split()) > 9) for _ in range(2))
    first, last = _REFERENCE.sub("", one.words).split(), _REFERENCE.sub("", other.words).split()
    text = " ".join([*first[: len(first) // 2], *last[len(last) // 2 :]])
    _add_behind(clauses, one, re.sub(r"[()]", "", text).rstrip(".") + ".", "added")


def _near_duplicate(clauses: Clauses, random: Random) -> None:
    """A clause that is much like one that stays as it is, before it or behind it."""
    one = _pick(clauses, random, lambda clause: _is_plain(clause) and len(clause.words) > 50)
    text = one.words.replace(".", " during the second turn.", 1)
    place = clauses.index(one) + random.choice([0, 1])
    clauses.insert(place, EditedClause(one.depth, None, None, text, "added"))
    one.kind = "beside a near duplicate"


def _removed(clauses: Clauses, random: Random) -> None:
    one = _pick(clauses, random, lambda clause: not clause.name)
    one.new, one.kind = None, "removed"


def _split(clauses: Clauses, random: Random) -> None:
    one = _pick(clauses, random, lambda clause: len(_SENTENCES.split(clause.words)) > 1)
    first, second = _SENTENCES.split(one.words, maxsplit=1)
    one.new, one.kind = first, "split"
    _add_behind(clauses, one, second, "split")


def _merged(clauses: Clauses, random: Random) -> None:
    def mergeable(clause: EditedClause) -> bool:
        other = _behind(clauses, clause)
        return other is not None and other.is_untouched_clause and not other.name

    one = _pick(clauses, random, mergeable)
    other = _behind(clauses, one)
    assert other
    one.new, other.new = f"{one.old} {other.old}", None
    one.kind = other.kind = "merged"


def _reworded(kind: str, fits: re.Pattern[str], change: Callable[[str, Random], str]) -> Edit:
    def edit(clauses: Clauses, random: Random) -> None:
        one = _pick(clauses, random, lambda clause: fits.search(clause.words))
        one.new, one.kind = change(one.words, random), kind
        assert one.new != one.old

    return edit


def _replaced(kind: str, fits: re.Pattern[str], others: Mapping[str, str]) -> Edit:
    """An edit that puts another word in the place of the first that fits."""
    return _reworded(kind, fits, lambda text, _: fits.sub(lambda match: others[match[1]], text, count=1))


def _words(*words: str) -> re.Pattern[str]:
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<!<)\b({either})\b{_NAME}")


def _other_number(text: str, random: Random) -> str:
    match = _NUMBER.search(text)
    assert match
    words = [word for word in ("two", "three", "six", "seven", "nine") if word != match.group()]
    return text[: match.start()] + random.choice(words) + text[match.end() :]


def _without_last_sentence(text: str, random: Random) -> str:
    del random
    return " ".join(_SENTENCES.split(text)[:-1])


def _with_sentence(text: str, random: Random) -> str:
    more = ["This holds for Tamers as well.", "Tokens are left out.", "In a team match it is otherwise."]
    return f"{text} {random.choice(more)}"


def _set_otherwise(text: str, random: Random) -> str:
    """The same in another typography."""
    return random.choice(
        [
            lambda: text.replace("'", "’").replace(" - ", " – "),
            lambda: text[0].lower() + text[1:],
            lambda: re.sub(rf"\b([a-z]{{6,}})\b{_NAME}", lambda match: match[1].capitalize(), text, count=1),
            lambda: text.rstrip("."),
        ]
    )()


def _typography(clauses: Clauses, random: Random) -> None:
    one = _pick(clauses, random, lambda clause: "'" not in clause.words)
    one.new, one.kind = _set_otherwise(one.words, random), "typography"


def _retargeted(clauses: Clauses, random: Random) -> None:
    one = _pick(clauses, random, lambda clause: _REFERENCE.search(clause.words))
    named = [other.name for other in clauses if other.name and other.old and not other.old.endswith(".")]
    target = random.choice([name for name in named if f"<{name}>" not in one.words])
    one.new, one.kind = _REFERENCE.sub(f"<{target}>", one.words, count=1), "retargeted"


def _apart(
    clauses: Clauses, random: Random, fits: Callable[[EditedClause], bool]
) -> tuple[EditedClause, EditedClause]:
    """A plain clause, and one that fits, of the same depth and under another heading."""
    untouched = [(one, _parent(clauses, one)) for one in clauses if one.is_untouched_clause]
    return random.choice(
        [
            (one, other)
            for one, parent in untouched
            for other, further in untouched
            if one.depth == other.depth and parent is not further and _is_plain(one) and fits(other)
        ]
    )


def _moved(clauses: Clauses, random: Random) -> None:
    """Behind a clause under another heading, with the same words."""
    one, other = _apart(clauses, random, lambda _: True)
    _add_behind(clauses, other, one.words, "moved")
    one.new, one.kind = None, "moved"


def _exchanged(clauses: Clauses, random: Random) -> None:
    """Two clauses under different headings have each other's place, with the same words."""
    one, other = _apart(clauses, random, _is_plain)
    for mine, its in ((one, other), (other, one)):
        _add_behind(clauses, mine, its.words, "moved")
    one.new = other.new = None
    one.kind = other.kind = "moved"


def _section_moved(clauses: Clauses, random: Random) -> None:
    """A heading with all below it, to the end of another chapter."""
    sections = [
        block
        for place, head in enumerate(clauses)
        if head.depth == 2 and not head.words.endswith(".") and (block := _block(clauses, place))
        if len(block) > 1 and all(one.is_untouched for one in block)
    ]
    block = random.choice(sections)
    rest = clauses[clauses.index(block[-1]) + 1 :] + clauses[: clauses.index(block[0])]
    chapter = random.choice([one for one in rest if one.depth == 1 and one is not rest[0]])
    news = [EditedClause(one.depth, one.name, None, one.new, "moved with its section") for one in block]
    place = clauses.index(chapter)
    clauses[place:place] = news
    for one in block:
        one.new, one.kind = None, "moved with its section"


def _block(clauses: Clauses, place: int) -> Clauses:
    """A clause with all below it."""
    end = next(
        (at for at in range(place + 1, len(clauses)) if clauses[at].depth <= clauses[place].depth),
        len(clauses),
    )
    return clauses[place:end]


def _reordered(clauses: Clauses, random: Random) -> None:
    """Two neighbours change places."""

    def swappable(clause: EditedClause) -> bool:
        other = _behind(clauses, clause)
        return (
            other is not None
            and other.is_untouched_clause
            and _is_plain(clause)
            and _is_plain(other)
            and _holds_nothing(clauses, other)
        )

    one = _pick(clauses, random, swappable)
    other = _behind(clauses, one)
    assert other
    one.new, other.new = other.old, one.old
    one.kind = other.kind = "reordered"


def _heading(clauses: Clauses, random: Random) -> None:
    """A heading says something else; what stands right below it is under another heading."""
    heads = {
        id(parent): parent for one in clauses if one.is_untouched_clause if (parent := _parent(clauses, one))
    }
    one = random.choice(
        [head for head in heads.values() if head.is_untouched and not head.words.endswith(".")]
    )
    one.new, one.kind = f"{one.old} in the First Turn", "another heading"
    for other in clauses:
        if other.is_untouched and _parent(clauses, other) is one:
            other.kind = "another heading"


EDITS: Mapping[str, Edit] = {
    "added": _added,
    "a near duplicate": _near_duplicate,
    "removed": _removed,
    "split": _split,
    "merged": _merged,
    "negated": _reworded("negated", _VERB, lambda text, _: _VERB.sub(r"\1 not", text, count=1)),
    "quantified": _reworded("quantified", _QUANTITY, lambda text, _: _QUANTITY.sub("some", text, count=1)),
    "restricted": _reworded(
        "restricted", re.compile(r"\.$"), lambda text, _: f"{text.rstrip('.')}, in the first turn alone."
    ),
    "excepted": _reworded(
        "excepted", re.compile(r"\.$"), lambda text, _: f"{text.rstrip('.')}, unless both players agree."
    ),
    "another number": _reworded("another number", _NUMBER, _other_number),
    "who": _replaced(
        "who", _words("turn player", "opponent"), {"turn player": "opponent", "opponent": "turn player"}
    ),
    "may and must": _replaced(
        "may and must",
        _words("may", "must", "can", "cannot"),
        {"may": "must", "must": "may", "can": "cannot", "cannot": "can"},
    ),
    "and, or": _replaced("and, or", _words("and", "or"), {"and": "or", "or": "and"}),
    "the opposite": _replaced("the opposite", _words(*_OPPOSITES), _OPPOSITES),
    "word order": _reworded("word order", _TURNED, lambda text, _: _TURNED.sub(r"\3 \2 \1", text, count=1)),
    "a sentence less": _reworded("a sentence less", _SENTENCES, _without_last_sentence),
    "a sentence more": _reworded("a sentence more", re.compile(r"\.$"), _with_sentence),
    "a comma less": _reworded("a comma less", re.compile(", "), lambda text, _: text.replace(", ", " ", 1)),
    "reordered": _reordered,
    "another heading": _heading,
    "retargeted": _retargeted,
    "moved": _moved,
    "places exchanged": _exchanged,
    "a section moved": _section_moved,
    "typography": _typography,
}
"""The edits by what is done."""
