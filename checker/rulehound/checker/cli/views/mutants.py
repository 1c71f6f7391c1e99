"""Tried mutants as text: counts by outcome, and by rule for those of an engine."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rulehound.checker.cli.terminal import console, print_table
from rulehound.checker.mutation import CAUGHT, Catch, ModelOutcome
from rulehound.checker.mutation.source.catching import SourceOutcome
from rulehound.checker.mutation.tried_mutants import NOTHING, TriedMutant
from rulehound.spec.documents.spec_records import CheckDeclaration

NOT_CAUGHT = (SourceOutcome.SURVIVED, SourceOutcome.TIMED_OUT)
SCORED = (SourceOutcome.CAUGHT, *NOT_CAUGHT)
"""What the score is of: all but what cannot matter, or shows nothing."""

UNSCORED = (SourceOutcome.EQUIVALENT, SourceOutcome.NO_START)

LISTED = (*NOT_CAUGHT, *UNSCORED, NOTHING)
"""Outcomes of which every mutant is named."""


def print_model_mutants(catches: Sequence[Catch]) -> None:
    """Print how many mutants came to each outcome, and the mutants that are open or cannot matter."""
    to = console()
    counts = Counter(catch.outcome for catch in catches)
    total = sum(counts[outcome] for outcome in CAUGHT)
    print_table(
        to, ["outcome", "mutants"], [(outcome.value, f"{counts[outcome]:,}") for outcome in ModelOutcome]
    )
    to.print(
        f"{total:,} of {len(catches):,} caught, {counts[ModelOutcome.SAME]:,} cannot matter", soft_wrap=True
    )
    for outcome in (ModelOutcome.OPEN, ModelOutcome.SAME):
        listed = [catch for catch in catches if catch.outcome is outcome]
        if listed:
            lines = [f"  {catch.mutant} ({', '.join(catch.rules)}): {catch.shown}" for catch in listed]
            to.print("\n".join([f"\n{outcome}:", *lines]), soft_wrap=True, markup=False)


def print_engine_mutants(
    tried: Sequence[TriedMutant], checks: Sequence[CheckDeclaration], doubts: Sequence[str]
) -> None:
    """Print a table by rule, the mutants that nothing caught, and the score.

    `doubts`: what is out of order in the list of equivalent mutants, a line each.
    """
    to = console()
    columns = ["rule", "mutants", "caught", "by its checks", "timed out", "survived", "equivalent"]
    print_table(to, columns, _rows(tried, {check.id: frozenset(check.rules) for check in checks}))
    for outcome in LISTED:
        listed = [mutant for mutant in tried if mutant.outcome == outcome]
        lines = [f"  {each.mutant} ({_about(each)}): {each.shown}".rstrip(": ") for each in listed]
        if lines:
            to.print("\n".join([f"\n{outcome}:", *lines]), soft_wrap=True)
    if doubts:
        to.print("\n".join(["\nlist of equivalent mutants:", *doubts]), soft_wrap=True)
    counts = Counter(mutant.outcome for mutant in tried)
    caught, of = counts[SourceOutcome.CAUGHT], sum(counts[outcome] for outcome in SCORED)
    score = f", a score of {caught / of:.3f}" if of else ""
    lines = [f"{counts[outcome]:,} {outcome}" for outcome in (*NOT_CAUGHT, *UNSCORED)]
    to.print(f"\n{caught:,} of {of:,} caught{score}; {', '.join(lines)}", soft_wrap=True)


def _about(mutant: TriedMutant) -> str:
    """The rules that are cited for the changed code, else those that are cited nearest to it."""
    return ", ".join(mutant.rules) or f"near {', '.join(mutant.near) or 'no rule'}"


def _rows(tried: Sequence[TriedMutant], rules_of: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, ...]]:
    """A line a rule: how many mutants there are where it is cited, and how many of each outcome."""
    by_rule: dict[str, list[TriedMutant]] = defaultdict(list)
    for mutant in tried:
        for rule in mutant.rules:
            by_rule[rule].append(mutant)
    for rule, own in sorted(by_rule.items()):
        counts = Counter(mutant.outcome for mutant in own)
        right = sum(any(rule in rules_of.get(check, ()) for check in mutant.by) for mutant in own)
        outcomes = (SourceOutcome.TIMED_OUT, SourceOutcome.SURVIVED, SourceOutcome.EQUIVALENT)
        of = sum(counts[outcome] for outcome in (*SCORED, SourceOutcome.EQUIVALENT))
        numbers = [of, counts[SourceOutcome.CAUGHT], right, *(counts[outcome] for outcome in outcomes)]
        yield rule, *(str(number) for number in numbers)
