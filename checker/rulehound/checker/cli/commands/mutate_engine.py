"""`rulehound mutate --engine`: small faults planted into an engine's source, and which checks catch them."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, print_table, progress
from rulehound.checker.engines.source.cited_code import CitedFunction, cited_functions
from rulehound.checker.engines.source.modules import read_engine
from rulehound.checker.errors import UserError
from rulehound.checker.mutation.source.catching import SourceOutcome
from rulehound.checker.mutation.source.mutants import SourceMutant, source_mutants
from rulehound.checker.mutation.source.trial import Trial, equivalents, out_of_order, try_mutants
from rulehound.checker.mutation.tried_mutants import TriedMutant, TriedMutants
from rulehound.checker.rulebook.reading import BookOptions
from rulehound.checker.suite.catalogue import declared_checks
from rulehound.checker.suite.vectors import vector_scenarios
from rulehound.extract.processes.cores import usable_cores
from rulehound.spec.documents.spec_records import CheckDeclaration

NOTHING = "none"
"""Outcome of a place that cites rules, where there is nothing that a fault could be planted in."""

NOT_CAUGHT = (SourceOutcome.SURVIVED, SourceOutcome.TIMED_OUT)
SCORED = (SourceOutcome.CAUGHT, *NOT_CAUGHT)
"""What the score is of: all but what cannot matter, or shows nothing."""

UNSCORED = (SourceOutcome.EQUIVALENT, SourceOutcome.NO_START)

LISTED = (*NOT_CAUGHT, *UNSCORED, NOTHING)
"""Outcomes of which every mutant is named."""


@dataclass(frozen=True)
class EnginePlanting:
    """Which mutants of an engine are tried, and how."""

    engine: str
    rule: str | None = None
    module: str | None = None
    sample: int | None = None
    seed: int = 0
    every: bool = False
    """Put all questions to each, and name all checks that catch it."""
    kept: Path | None = None
    jobs: int | None = None


def run(options: BookOptions, planting: EnginePlanting, as_json: bool) -> int:
    """Try mutants of an engine; 0 where each is caught or listed as equivalent, else 3."""
    with progress() as report:
        book = options.read(report)
        source = read_engine(planting.engine)
        every = source_mutants(source, book.store.rules)
        chosen = chosen_mutants(every, planting)
        checks = declared_checks(book.game, book.store, vector_scenarios(book.game, book.values)[0])
        trial = Trial(options, planting.engine, planting.every)
        jobs = planting.jobs or usable_cores()
        tried = try_mutants(trial, book, checks, source, chosen, planting.kept, jobs, report)
    doubts = []
    if len(chosen) == len(every):
        doubts = out_of_order(equivalents(book.game.directory, planting.engine), tried)
        tried += _without_mutants(cited_functions(source, book.store.rules), tried)
    if as_json:
        print_json(TriedMutants(edition=book.edition, seed=planting.seed, mutants=tuple(tried)))
    else:
        _print(tried, checks, doubts)
    return 3 if doubts or any(mutant.outcome in NOT_CAUGHT for mutant in tried) else 0


def chosen_mutants(every: Sequence[SourceMutant], planting: EnginePlanting) -> list[SourceMutant]:
    """The mutants of the rule and module that were asked for, or so many of them drawn by lot.

    Raises UserError where there is none.
    """
    chosen = [
        mutant
        for mutant in every
        if (planting.rule is None or planting.rule in mutant.rules)
        and (planting.module is None or planting.module == mutant.module.name)
    ]
    if not chosen:
        raise UserError("there is no such mutant", "name a rule that the engine cites, and a module of it")
    if planting.sample is None or planting.sample >= len(chosen):
        return chosen
    lots = random.Random(planting.seed).sample(range(len(chosen)), planting.sample)
    return [chosen[number] for number in sorted(lots)]


def _without_mutants(cited: Mapping[str, CitedFunction], tried: Sequence[TriedMutant]) -> list[TriedMutant]:
    """A line for each place that cites rules and has nothing in which a fault could be planted."""
    mutable = {mutant.place for mutant in tried}
    return [
        TriedMutant(
            mutant=f"{place} nothing to change",
            planted="engine",
            place=place,
            content=function.content,
            rules=function.rules,
            outcome=NOTHING,
        )
        for place, function in cited.items()
        if place not in mutable
    ]


def _print(tried: Sequence[TriedMutant], checks: Sequence[CheckDeclaration], doubts: Sequence[str]) -> None:
    to = console()
    columns = ["rule", "mutants", "caught", "by its checks", "timed out", "survived", "equivalent"]
    print_table(to, columns, _rows(tried, {check.id: frozenset(check.rules) for check in checks}))
    for outcome in LISTED:
        listed = [mutant for mutant in tried if mutant.outcome == outcome]
        said = [f"  {each.mutant} ({', '.join(each.rules)}): {each.shown}".rstrip(": ") for each in listed]
        if said:
            to.print("\n".join([f"\n{outcome}:", *said]), soft_wrap=True)
    if doubts:
        to.print("\n".join(["\nlist of equivalent mutants:", *doubts]), soft_wrap=True)
    counts = Counter(mutant.outcome for mutant in tried)
    caught, of = counts[SourceOutcome.CAUGHT], sum(counts[outcome] for outcome in SCORED)
    score = f", a score of {caught / of:.3f}" if of else ""
    said = [f"{counts[outcome]:,} {outcome}" for outcome in (*NOT_CAUGHT, *UNSCORED)]
    to.print(f"\n{caught:,} of {of:,} caught{score}; {', '.join(said)}", soft_wrap=True)


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
