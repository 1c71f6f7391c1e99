"""A difference as text: counts, then each change with its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from rich.console import Console
from rich.text import Text

from rulehound.checker.cli.terminal import print_table
from rulehound.checker.errors import printable
from rulehound.checker.report.difference import wording
from rulehound.checker.rulebook.difference.edition_difference import AlignedClauses, EditionDifference
from rulehound.spec.documents.alignment.correspondences import WordChange

KEPT = 40
"""Characters of unchanged words that are shown on each side of a change."""

_STYLES = {"old": "red", "new": "green", "head": "bold"}


def print_difference(difference: EditionDifference, to: Console, everything: bool = False) -> None:
    """Print counts and changes, in the order of the new edition.

    Neighbours of which only the number changed share a line. With `everything` every clause has its own.
    """
    old, new = difference.old, difference.new
    to.print(printable(f"{wording.edition(old)} → {wording.edition(new)}"), soft_wrap=True)
    remark = wording.without_words(difference)
    if remark:
        to.print(printable(remark), soft_wrap=True)
    to.print()
    print_table(
        to,
        ("Clauses", "of the old edition", "of the new edition"),
        [
            (
                wording.change_word(tally.change),
                _share(tally.old, old.clauses),
                _share(tally.new, new.clauses),
            )
            for tally in difference.tallies
        ],
    )
    to.print("A clause with several changes counts in each of them.")
    for line in forced_lines(difference):
        to.print(line, soft_wrap=True)
    for lines in map(change_lines, difference.aligned) if everything else _changes(difference):
        to.print()
        for line in lines:
            to.print(line, soft_wrap=True)
    if difference.history is not None:
        to.print("\nThe new edition's own account of its changes:")
        for account in wording.accounts(difference.history):
            listed = f": {', '.join(account.listed)}" if account.listed else ""
            to.print(
                printable(f"  {account.count:,} of {account.of:,} {account.what}{listed}"), soft_wrap=True
            )
    to.print(printable(f"\n{wording.headline(difference)}."), soft_wrap=True)


def forced_lines(difference: EditionDifference) -> Iterator[Text]:
    """A line on the pairings that somebody decided; none where nobody did."""
    if difference.forced:
        yield Text(printable(f"Paired by somebody's decision (--force): {', '.join(difference.forced)}"))


def _share(count: int, of: int) -> str:
    return f"{count:,} of {of:,}" if count else "—"


def _changes(difference: EditionDifference) -> Iterator[Iterable[Text]]:
    """The lines of each change, or of a row of neighbours that were only renumbered."""
    for changes, neighbours in groupby(difference.aligned, key=attrgetter("changes")):
        row = list(neighbours)
        if changes == ("renumbered",) and len(row) > 1:
            yield [_renumbered(row)]
        elif changes:
            yield from map(change_lines, row)


def _renumbered(row: Sequence[AlignedClauses]) -> Text:
    first, last = row[0], row[-1]
    old = f"{first.old[0].label} to {last.old[0].label}"
    new = f"{first.new[0].label} to {last.new[0].label}"
    return Text.assemble(
        (printable(f"{old} → {new}"), _STYLES["head"]), f"   renumbered   {len(row)} clauses"
    )


def change_lines(one: AlignedClauses) -> Iterator[Text]:
    """What became of a clause: numbers, changes and pages, then the words compared."""
    what = ", ".join(one.changes) or "unchanged"
    about = [part for part in (wording.pages(one), wording.alike(one)) if part]
    yield Text.assemble(
        (printable(wording.what_became(one)), _STYLES["head"]),
        f"   {what}",
        *(f"   {part}" for part in about),
    )
    if one.words:
        yield _compared(one.words)
    elif not one.new:
        yield from _side("-", [clause.text for clause in one.old])
    elif not one.old:
        yield from _side("+", [clause.text for clause in one.new])
    for change in one.numbers:
        yield Text(printable(f"  number: {wording.number(change)}"))
    for reference in one.references:
        yield Text(printable(f"  reference: {wording.reference(reference)}"))


def _side(sign: str, texts: Iterable[str | None]) -> Iterator[Text]:
    """What came or went as a whole."""
    for text in texts:
        if text is not None:
            yield Text("  ").append_text(_marked(sign, text))


def _marked(sign: str, text: str) -> Text:
    """Words that came or went, so that it shows without colour too."""
    opening, closing, style = ("[-", "-]", "old") if sign == "-" else ("{+", "+}", "new")
    core = text.strip()
    before, after = (" " if text[:1].isspace() else ""), (" " if text[-1:].isspace() else "")
    return Text.assemble(before, (f"{opening}{printable(core)}{closing}", _STYLES[style]), after)


def _compared(words: Sequence[WordChange]) -> Text:
    """The two texts in one, unchanged words far from any change left out."""
    line = Text("  ")
    for place, stretch in enumerate(words):
        if stretch.old == stretch.new:
            line.append(printable(_shortened(stretch.new, place > 0, place + 1 < len(words))))
            continue
        for sign, text in (("-", stretch.old), ("+", stretch.new)):
            if text.strip():
                line.append(" " if sign == "+" and line.plain.endswith("-]") else "")
                line.append_text(_marked(sign, text.lstrip() if line.plain.endswith(" ") else text))
    return line


def _shortened(text: str, after_a_change: bool, before_a_change: bool) -> str:
    """Unchanged words, of which those near a change are kept, cut between words where there are spaces."""
    head = text[:KEPT] if after_a_change else ""
    tail = text[-KEPT:] if before_a_change else ""
    if len(head) + len(tail) + len(" … ") >= len(text):
        return text
    return f"{head.rpartition(' ')[0] or head} … {tail.partition(' ')[2] or tail}"
