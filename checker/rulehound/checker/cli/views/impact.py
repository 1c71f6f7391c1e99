"""The impact of a new edition as text: rule by rule, the most pressing first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from rich.text import Text

from rulehound.checker.cli.terminal import console
from rulehound.checker.cli.views.difference import change_lines, forced_lines
from rulehound.checker.errors import printable
from rulehound.checker.rulebook.difference.edition_difference import (
    AlignedClauses,
    ComparedClause,
    EditionDifference,
)
from rulehound.checker.wording import counted
from rulehound.spec.documents.impact import SUSPECT, FactChange, Impact, ImpactEntry
from rulehound.spec.documents.suggestions import Suggestion

CONCERNS = {
    "fact": "a fact changed",
    "number": "a number changed",
    "reworded": "reworded",
    "gone": "gone",
    "divided": "split or merged",
    "added": "new",
    "retargeted": "a cross-reference leads elsewhere",
    "context": "the same words, in doubt",
    "moved": "moved",
}
"""Why a person should look, in words."""

Keys: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The keys of the clauses of one correspondence: those of the old side and those of the new side."""

LISTED_AT_MOST = 8
"""Checks, and lines of code, of one rule that the terminal prints; --json has them all."""


def print_impact(
    impact: Impact, difference: EditionDifference, suggestions: Sequence[Suggestion], where: str
) -> None:
    """Print what an edition touches; `difference` is that of the two editions, with the words of clauses.

    `suggestions`: those for its new clauses. `where`: the spec as the command line names it; may be empty.
    """
    aligned = {(_keys(one.old), _keys(one.new)): one for one in difference.aligned}
    to = console()
    near = {suggestion.clause: suggestion for suggestion in suggestions}
    for line in (*forced_lines(difference), *_lines(impact, aligned, near), *_steps(impact, where)):
        to.print(line, soft_wrap=True)


def _keys(clauses: Sequence[ComparedClause]) -> tuple[str, ...]:
    return tuple(clause.key for clause in clauses)


def _lines(
    impact: Impact, aligned: Mapping[Keys, AlignedClauses], near: Mapping[str, Suggestion]
) -> Iterator[Text]:
    yield Text(printable(f"{impact.old} → {impact.new}"))
    for affected in impact.affected:
        yield Text()
        yield _head(affected)
        for clauses in affected.clauses:
            for line in change_lines(aligned[clauses.old, clauses.new]):
                yield Text("  ").append_text(line)
            for key in clauses.new if affected.concern == "added" else ():
                yield from _suggested(near[key]) if key in near else ()
        for key, what in affected.context.items():
            yield Text(printable(f"  {key}: the same words, but {what} than before"))
        for fact in affected.facts:
            yield Text(f"  fact {_fact(fact)}")
        if affected.checks:
            yield Text(f"  checks {_listed(affected.checks)}")
        if affected.code:
            places = [f"{place.file}:{place.line}" for place in affected.code]
            yield Text(printable(f"  code {_listed(places)}"))
    yield Text()
    yield Text(_counts(impact))


def _suggested(suggestion: Suggestion) -> Iterator[Text]:
    """What is near a new clause, and the draft of a rule."""
    if suggestion.near:
        yield Text(printable(f"  nearest clauses {', '.join(suggestion.near)}"))
    if suggestion.rules:
        yield Text(printable(f"  nearest rules {', '.join(suggestion.rules)}"))
    yield Text(printable(f"  draft for rules/{suggestion.file or 'FILE.toml'}:"))
    for line in suggestion.draft.splitlines():
        yield Text(printable(f"    {line}"))


def _steps(impact: Impact, where: str) -> Iterator[Text]:
    """What is to be done, in order; nothing where nothing is."""
    spec = f" --spec {where}" if where else ""
    added = sum(entry.concern == "added" for entry in impact.affected)
    steps = []
    if impact.suspect:
        suspects = counted(len(impact.suspect), "suspect rule")
        steps.append(
            f"read {suspects} beside the new words; where the demand changed, mend the rule and the code"
        )
    if added:
        steps.append(
            f"cite {counted(added, 'new clause')}: in the nearest rule, in a draft once it says something, "
            "or in not-checked.toml"
        )
    if impact.suspect:
        more = " …" if len(impact.suspect) > LISTED_AT_MOST else ""
        steps.append(f"rulehound review {' '.join(impact.suspect[:LISTED_AT_MOST])}{more}{spec}")
    if steps:
        yield Text()
        yield Text("To do, in this order:")
        for place, step in enumerate([*steps, f"rulehound trace --gate{spec}"], start=1):
            yield Text(printable(f"  {place}. {step}"))


def _head(affected: ImpactEntry) -> Text:
    name = affected.rule or ("listed without a check" if affected.reason else "no rule yet")
    linked = bool(affected.rule or affected.reason)
    suspect = affected.concern in SUSPECT and not affected.reviewed and linked
    state = "suspect" if suspect else "reviewed" if affected.reviewed else ""
    reason = f" ({affected.reason})" if affected.reason else ""
    about = [f"   {part}" for part in (CONCERNS[affected.concern], state) if part]
    return Text.assemble((name, "bold"), reason, *about)


def _fact(fact: FactChange) -> str:
    old, new = ("unread" if value is None else str(value) for value in (fact.old, fact.new))
    if not fact.compared:
        return f"{fact.fact}: {new}, and whether it changed is not known; {fact.explanation}"
    values = f"{fact.fact}: {old} → {new}" if fact.differs else f"{fact.fact}: {new} as before"
    return f"{values}; {fact.explanation}" if fact.explanation else values


def _listed(names: Sequence[str]) -> str:
    more = len(names) - LISTED_AT_MOST
    return ", ".join(names[:LISTED_AT_MOST]) + (f", and {more} more" if more > 0 else "")


def _counts(impact: Impact) -> str:
    rules = sum(bool(affected.rule) for affected in impact.affected)
    renumbered = len(impact.renumbered)
    every = rules + renumbered + impact.untouched
    return (
        f"{rules} of {every} rules to look at, {len(impact.suspect)} of them suspect; "
        f"{counted(renumbered, 'rule')} with new numbers alone; {impact.untouched} untouched"
    )
