"""A difference in words that every view for people uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulehound.checker.rulebook.difference.edition_difference import (
    AlignedClauses,
    ComparedClause,
    ComparedEdition,
    EditionDifference,
)
from rulehound.spec.documents.alignment.correspondences import Change, NumberChange, ReferenceChange
from rulehound.spec.documents.history_check import ClauseChange, HistoryCheck, Mention

MEANINGS: dict[Change, str] = {
    "reworded": "its words differ",
    "references": "its cross-references differ",
    "renumbered": "its number differs",
    "moved": "it stands elsewhere among its neighbours",
    "split": "it became several",
    "merged": "several became one",
    "added": "new",
    "removed": "gone",
}
"""What a change means, said of a clause."""


def change_word(change: Change | None) -> str:
    """A change, or none, as a word."""
    return change or "unchanged"


def edition(one: ComparedEdition) -> str:
    """An edition with its date."""
    return f"{one.name} ({one.date})" if one.date else one.name


def labels(clauses: Sequence[ComparedClause]) -> str:
    """The numbers of the clauses of one side."""
    return " + ".join(clause.label for clause in clauses)


def what_became(one: AlignedClauses) -> str:
    """Old and new numbers of a clause: `1-2 → 1-3 + 1-4`; one number where it stayed."""
    old, new = labels(one.old), labels(one.new)
    return old if old == new else " → ".join(label for label in (old, new) if label)


def pages(one: AlignedClauses) -> str:
    """The pages on which a clause stands, in words."""
    old, new = (
        ", ".join(dict.fromkeys(str(clause.page) for clause in side if clause.page))
        for side in (one.old, one.new)
    )
    known = dict.fromkeys(side for side in (old, new) if side)
    return f"page {' → '.join(known)}" if known else ""


def alike(one: AlignedClauses) -> str:
    """The similarity of the words; '' where they are equal, or one side is missing."""
    if not one.old or not one.new or one.similarity >= 1:
        return ""
    return f"{min(99, int(100 * one.similarity))} % alike"


def number(change: NumberChange) -> str:
    """A changed number, with a few words around it."""
    if change.old and change.new:
        what = f"{change.old} → {change.new}"
    else:
        what = f"{change.new} came" if change.new else f"{change.old} went"
    return f"{what} ({change.around})" if change.around else what


def reference(change: ReferenceChange) -> str:
    """The change of a cross-reference."""
    became = f"; what it named is {change.expected} now" if change.expected else ""
    if change.expected == change.new:
        became = ", as the title beside it says"
    match change.what:
        case "renumbered":
            return f"{change.old} → {change.new}, the same clause"
        case "retargeted" if change.old == change.new:
            return f"{change.new} names another clause now{became}"
        case "retargeted":
            return f"{change.old} → {change.new}, another clause{became}"
        case "dangling":
            arrow = f"{change.old} → {change.new}" if change.old and change.old != change.new else change.new
            return f"{arrow or change.old}, which is no clause{became}"
        case "added":
            return f"{change.new} came"
        case "removed":
            return f"{change.old} went"


def headline(difference: EditionDifference) -> str:
    """How much of both editions changed."""
    unchanged = difference.tallies[0]
    old, new = difference.old, difference.new
    return (
        f"{old.clauses - unchanged.old:,} of {old.clauses:,} old clauses changed in some way; "
        f"{new.clauses - unchanged.new:,} of {new.clauses:,} new ones were added or changed"
    )


@dataclass(frozen=True)
class Account:
    """One count of an edition's own account of its changes, compared with what changed."""

    what: str
    count: int
    of: int
    listed: Sequence[str]
    """The clauses that are counted."""


def accounts(check: HistoryCheck) -> list[Account]:
    """How far an edition's own account agrees with what changed, in both directions."""
    of_history: list[tuple[str, Sequence[ClauseChange | Mention], Sequence[ClauseChange | Mention]]] = [
        ("changes of words are silent (the update history does not name them)", check.silent, check.changed),
        ("numbers in the update history name nothing that changed", check.idle, check.mentions),
        ("numbers in the update history are in neither edition", check.unknown, check.mentions),
    ]
    of_marks: list[tuple[str, Sequence[ClauseChange | Mention], Sequence[ClauseChange | Mention]]] = [
        ("changes of words are not marked as changed", check.unmarked, check.changed),
        ("clauses marked as changed have the words they had", check.marked_in_vain, check.marked),
    ]
    groups = (of_history if check.mentions else []) + (of_marks if check.marked else [])
    return [
        Account(what, len(clauses), len(among), [*map(_named, clauses)]) for what, clauses, among in groups
    ]


def _named(one: ClauseChange | Mention) -> str:
    if isinstance(one, Mention):
        return f"{one.number} ({one.action})"
    return _from_to(" + ".join(one.old), " + ".join(one.new))


def _from_to(old: str, new: str) -> str:
    if not old or not new:
        return f"{old} gone" if old else f"{new} new"
    return new if old == new else f"{old} → {new}"


def without_words(difference: EditionDifference) -> str:
    """What is missing where only the record of an edition was read; '' where nothing is."""
    missing = [one.name for one in (difference.old, difference.new) if not one.words]
    return f"no words at hand of {' and '.join(missing)}: only the record was read" if missing else ""
