"""Faults on record put to their checks again, each to the one check alone that is recorded to catch it."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial

from rulehound.checker.evidence.judging import AskedAgain
from rulehound.checker.evidence.seen_to_fail import CaughtFaults
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.records import CheckRecord
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.catalogue import scenario_check
from rulehound.checker.suite.costs import price_checks
from rulehound.checker.suite.play import play
from rulehound.checker.suite.trials import trials
from rulehound.checker.suite.trials.going_first import going_first
from rulehound.checker.suite.trials.hiding import hiding
from rulehound.checker.suite.trials.redrawing import redrawing
from rulehound.checker.suite.trials.reshuffling import reshuffling
from rulehound.checker.suite.trials.shuffling import shuffling
from rulehound.checker.suite.vectors import grouped, vector_check
from rulehound.engine.adapter import create
from rulehound_testing.dcg.contrary_engines import CONTRARY
from rulehound_testing.faults.catching import (
    ASKED_APART,
    FEW,
    MANY,
    REDRAWN,
    Open,
    bound,
    rulebook,
    run,
    scenarios_by_edition,
    vectors,
    violated,
    words,
)
from rulehound_testing.faults.catching_in_model import faults_of_model
from rulehound_testing.faults.engines import create as faulty_engine
from rulehound_testing.faults.sets import RECORDED

SAMPLE: Mapping[str, int] = {
    **{"scenario": 400, "vector": 30, "cost": 1, "setup": 1, "sight": 1},
    **{"invariant": 2, "consistency": 1},
}
"""Kind of check to how many of its entries on record are drawn: a second or less for each but the first two,
of which one takes hundredths of a second."""

PLAYED = ("effect", "guard", "observation", "engine", "stacking")
"""Kinds of checks that games show: an entry of one of these is drawn, since it takes up to half a minute."""


def drawn(record: Mapping[str, CaughtFaults], seed: int) -> list[AskedAgain]:
    """A sample of the record, so many of each kind of check: others with every seed."""
    entries: dict[str, list[AskedAgain]] = defaultdict(list)
    for check, caught in sorted(record.items()):
        entries[check.partition(":")[0]] += [AskedAgain(check, fault) for fault in caught.faults]
    lots = random.Random(seed)
    wanted = {**SAMPLE, PLAYED[seed % len(PLAYED)]: 1}
    return [
        entry
        for kind, count in wanted.items()
        for entry in lots.sample(entries[kind], min(count, len(entries[kind])))
    ]


def entries_of(record: Mapping[str, CaughtFaults]) -> list[AskedAgain]:
    """Every entry of the record, those of one fault together."""
    entries = [AskedAgain(check, fault) for check, caught in record.items() for fault in caught.faults]
    return sorted(entries, key=lambda one: (one.fault, one.check))


def not_caught(asked: Iterable[AskedAgain]) -> Iterator[str]:
    """The faults that their checks do not catch, and those that there are not, one line each."""
    for one in asked:
        try:
            caught = is_caught(one.check, one.fault)
        except LookupError as error:
            yield f"{one.check}: {error.args[0]}"
            continue
        if not caught:
            yield f"{one.check} does not catch {one.fault!r}, which it is recorded to"


def lines_not_caught(asked: Iterable[AskedAgain]) -> list[str]:
    """All of what `not_caught` gives: for a process of its own."""
    return list(not_caught(asked))


def is_caught(check: str, fault: str) -> bool:
    """Whether a check fails where a fault is planted. That it passes on the sound engine, runs show.

    Raises LookupError for a fault that there is not.
    """
    if fault in (of_model := _of_model()):
        return check in of_model[fault]()
    opened = _opened(fault)
    match check.partition(":")[0]:
        case "scenario":
            records = _of_scenarios(check, opened)
        case "vector":
            edition = rulebook().game.default_edition
            records = grouped(run(opened, [v for v in vectors() if vector_check(v.id) == check], edition))
        case "cost":
            records = price_checks(_target(opened), words())
        case "setup":
            target = _target(opened)
            records = [*shuffling(target), *going_first(target), *reshuffling(target)]
            records += redrawing(target.under(REDRAWN))
        case "sight":
            records = hiding(_target(opened))
        case _:
            return any(check in failed for failed in _failed_in_play(fault))
    return check in violated(records)


@cache
def _of_model() -> Mapping[str, Callable[[], frozenset[str]]]:
    return faults_of_model(rulebook().bound)


def _opened(fault: str) -> Open:
    """What opens the engine with a fault. Raises LookupError for a fault that there is not."""
    if fault in CONTRARY:
        return CONTRARY[fault]
    if fault in RECORDED:
        return partial(faulty_engine, fault)
    raise LookupError(f"there is no fault {fault!r}")


def _of_scenarios(check: str, opened: Open) -> list[CheckRecord]:
    """The records of the scenarios of a check on an engine, each by one edition that has it."""
    by_edition = scenarios_by_edition()
    chosen = {
        edition: [scenario for scenario in own if scenario_check(scenario) == check]
        for edition, own in by_edition.items()
    }
    return [record for edition, own in chosen.items() if own for record in run(opened, own, edition)]


def _failed_in_play(fault: str) -> Iterator[frozenset[str]]:
    """The checks that fail in play of an engine, and where it is asked for itself: in few games first."""
    rounds = (fault,) if fault in ASKED_APART else ("few", "itself", "many")
    return (_failed(fault, games) for games in rounds)


@cache
def _failed(fault: str, games: str) -> frozenset[str]:
    """The checks that fail on the engine with a fault in such games."""
    opened = _opened(fault)
    if games == fault:
        return violated(ASKED_APART[fault](opened))
    if games == "itself":
        return violated(trials(_target(opened)))
    return violated(play(_target(opened), seed=0, scope=FEW if games == "few" else MANY).records)


def failed_of_sound() -> frozenset[str]:
    """The checks that fail in few games of the sound engine."""
    return violated(play(_target(create), seed=0, scope=FEW).records)


def failed_in_few_games(fault: str) -> frozenset[str]:
    """The checks that fail in few games of the engine with a fault."""
    return _failed(fault, "few")


def _target(opened: Open) -> Target:
    edition = rulebook().game.default_edition
    return target_of(BoundModel(rulebook().game, edition, bound(edition)), "", opened)
