"""The rules that `rulehound conform` names, of engines with planted faults and of sound ones."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec

from rulehound.checker.efforts import EFFORTS
from rulehound.checker.engines import open_engine
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.evidence.seen_to_fail import CaughtFaults, read_seen_to_fail
from rulehound.checker.pipeline.conform import conform_engines
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.reading import open_game
from rulehound.checker.run_record import Run
from rulehound.checker.suite.catalogue import scenario_check
from rulehound.engine.dmb.adapter import DmbAdapter
from rulehound.spec.formats import Adapter
from rulehound.spec.game import Game
from rulehound_testing.dcg.sound_variants import VARIANTS, DecidesByItself
from rulehound_testing.efforts import LITTLE
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.catching import rulebook
from rulehound_testing.faults.engines import FaultyAdapter
from rulehound_testing.faults.patching import Fault, together
from rulehound_testing.faults.sets import EXPECTED
from rulehound_testing.folders import ROOT

SAMPLES = {
    "sample-python": shlex.join([sys.executable, str(ROOT / "examples/python/adapter.py")]),
    "sample-javascript": shlex.join(["node", str(ROOT / "examples/javascript/adapter.js")]),
}
"""The sample engines, by the commands that start them."""

SECOND_READING = Path(__file__).with_name("second_reading.toml")

SOUND = (*VARIANTS, *SAMPLES)
"""Engines in which nothing should be found."""

TOY_BATTLES = shlex.join([sys.executable, str(ROOT / "examples/battles/adapter.py")])

BATTLES_DECIDED = ("mulligan", "hand", "jam", "priority", "discard")
"""What engines of Digimon Battles decide by themselves, in two of its sound ones."""

SOUND_BATTLES: Mapping[str, Callable[[], Adapter]] = {
    "battles": lambda: local(DmbAdapter()),
    "battles-decides": lambda: local(DecidesByItself(DmbAdapter, BATTLES_DECIDED)),
    "toy-battles": lambda: open_engine(TOY_BATTLES, "dmb"),
    "toy-battles-decides": lambda: open_engine(f"{TOY_BATTLES} {' '.join(BATTLES_DECIDED)}", "dmb"),
}
"""Engines of Digimon Battles in which nothing should be found: its reference engine, the sample engine, and
both of them where they make decisions by themselves."""


class Naming(msgspec.Struct, frozen=True):
    """What a run says of one engine."""

    edition: str
    """The edition that it was judged by."""
    expected: tuple[str, ...]
    """The rules of its faults; none of a sound engine."""
    named: tuple[str, ...]
    """The rules of what was found, in the order of the report, each with the place in it."""
    errors: int
    """Checks that ended in an error."""
    seconds: float
    """Of processor time."""
    candidates: tuple[str, ...] = ()
    """The rules that the first finding names as fitting as well."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that were named, each once."""
        return tuple(dict.fromkeys(name.partition(" ")[0] for name in self.named))


def single_faults() -> list[str]:
    """The names of all planted faults, sorted."""
    return sorted(FAULTS)


def pairs(count: int, seed: int) -> list[tuple[str, str]]:
    """So many pairs of faults of different rules, drawn by lot and judged by one edition."""
    lot, names, drawn = Random(seed), single_faults(), dict[tuple[str, str], None]()
    while len(drawn) < count:
        one, other = sorted(lot.sample(names, 2))
        if FAULTS[one].rule != FAULTS[other].rule and edition_of(one) == edition_of(other):
            drawn[one, other] = None
    return list(drawn)


def accepted(fault: str) -> tuple[str, ...]:
    """The rules that rightly name a fault: its own first, then those that a second reader of it named."""
    own = EXPECTED[fault].rules if fault in EXPECTED else (FAULTS[fault].rule,)
    return tuple(dict.fromkeys((*own, *second_reading().get(fault, ()))))


@cache
def second_reading() -> Mapping[str, tuple[str, ...]]:
    """The rules that faults break in the eyes of a reader who did not know under which they are filed."""
    return msgspec.toml.decode(SECOND_READING.read_bytes(), type=dict[str, tuple[str, ...]])


@cache
def edition_of(fault: str) -> str:
    """The edition by which an engine with the fault is judged: the default one where something holds in it
    that has caught the fault, else the first one in which something does."""
    book = rulebook()
    default = book.game.default_edition
    caught = {check for check, each in _seen_to_fail().items() if fault in each.faults}
    scenarios = [each for each in book.store.scenarios if scenario_check(each) in caught]
    of_scenarios = {scenario_check(each) for each in scenarios}
    if caught - of_scenarios or not scenarios:
        return default
    holds = [each.editions or tuple(book.game.rulesets) for each in scenarios]
    return next(name for name in (default, *book.game.rulesets) if any(name in own for own in holds))


@cache
def _seen_to_fail() -> Mapping[str, CaughtFaults]:
    return read_seen_to_fail(rulebook().game.directory)


def of_faulty(faults: Sequence[str], seed: int, effort: str) -> Naming:
    """What is said of the reference engine with these faults."""
    several = Fault("", "", lambda: together(*(FAULTS[name].install() for name in faults)))
    expected = tuple(FAULTS[name].rule for name in faults)
    return named(
        lambda: local(FaultyAdapter("+".join(faults), several)), edition_of(faults[0]), seed, effort, expected
    )


def of_sound(name: str, seed: int, effort: str) -> Naming:
    """What is said of a sound engine."""
    if name in SAMPLES:
        return named(lambda: open_engine(SAMPLES[name], "dcg"), None, seed, effort, ())
    make = VARIANTS[name](seed)
    return named(lambda: local(make()), list(rulebook().game.rulesets)[seed % 5], seed, effort, ())


def of_sound_battles(name: str, seed: int, effort: str) -> Naming:
    """What is said of a sound engine of Digimon Battles."""
    return named(SOUND_BATTLES[name], None, seed, effort, (), open_game("dmb"))


def local(engine: Adapter) -> Adapter:
    """An engine of this process, spoken to in the words of the protocol."""
    return EngineClient(LocalChannel(engine), engine.handshake())


def named(
    opened: Callable[[], Adapter],
    edition: str | None,
    seed: int,
    effort: str,
    expected: Sequence[str],
    game: Game | None = None,
) -> Naming:
    """Put an engine through the suite, as one of the Digimon Card Game where no game is named."""
    start = time.process_time()
    run = suite(opened, RunSettings(effort=effort, edition=edition, seed=seed), game)
    names = [f"{each.rule} {each.element}" for each in run.broken]
    errors = sum(record.verdict is Verdict.ERROR for record in run.records)
    candidates = tuple(run.broken[0].candidates) if run.broken else ()
    seconds = round(time.process_time() - start, 1)
    return Naming(run.edition, tuple(expected), tuple(names), errors, seconds, candidates)


def suite(opened: Callable[[], Adapter], settings: RunSettings, game: Game | None = None) -> Run:
    """The run of one engine; effort "little" is less than users can ask for."""
    game = game or rulebook().game
    if settings.effort == "little":
        with patch.dict(EFFORTS, {"little": LITTLE}):
            return conform_engines(game, [("x", opened)], settings).conformance.runs[0]
    return conform_engines(game, [("x", opened)], settings).conformance.runs[0]
