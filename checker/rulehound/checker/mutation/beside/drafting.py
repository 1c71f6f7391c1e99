"""Writing a scenario of a walk on which an engine with a fault differs from the engine without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from rulehound.checker.diagnosis.as_scenario import differing_places, given_of, step_of
from rulehound.checker.engines import EngineError, unreadable_is_malformed
from rulehound.checker.judging.target import Target
from rulehound.checker.records import Verdict
from rulehound.checker.suite.lockstep.other_engine import Parting
from rulehound.checker.suite.lockstep.walking import Walk
from rulehound.checker.suite.scenarios.given import BadScenario, Cards, UnknownFact, Vocabulary
from rulehound.checker.suite.scenarios.places import in_places
from rulehound.checker.suite.scenarios.running import begin, run_scenario
from rulehound.checker.suite.scenarios.scenario_run import CannotTell, ExpectationFailed, ScenarioRun
from rulehound.checker.suite.scenarios.steps import take_step
from rulehound.spec.formats import Adapter, Expectation, Observation, Refused, Scenario, Step
from rulehound.spec.game import SideBySide

EXPECTED = 4
"""Places that a draft expects something of, at most."""


@dataclass(frozen=True)
class Bench:
    """An engine with a fault beside the same one without it, both ready to be asked scenarios."""

    faulty: Target
    sound: Target
    words: Vocabulary
    by: SideBySide

    def tells_apart(self, scenario: Scenario) -> bool:
        """Whether the engine without the fault passes and the one with the fault fails."""
        return self._verdict(self.sound, scenario) is Verdict.PASS and self.catches(scenario)

    def catches(self, scenario: Scenario) -> bool:
        """Whether the engine with the fault fails."""
        return self._verdict(self.faulty, scenario) in (Verdict.VIOLATION, Verdict.ERROR)

    def _verdict(self, target: Target, scenario: Scenario) -> Verdict:
        """The verdict by the expectations alone: a draft has to tell by itself, without the model."""
        by_itself = msgspec.structs.replace(scenario, not_modelled="a draft tells by itself")
        adapter = target.open()
        try:
            return run_scenario(target, adapter, by_itself, self.words).verdict
        finally:
            adapter.close()

    def gone(self, target: Target, scenario: Scenario) -> ScenarioRun | None:
        """A run of a scenario up to its end; None where the engine cannot be asked, or breaks."""
        adapter: Adapter = target.open()
        run = ScenarioRun(target, scenario, self.words, adapter, Cards(self.words, {}))
        try:
            with unreadable_is_malformed():
                begin(run)
                for step in scenario.steps:
                    take_step(run, step)
        except ExpectationFailed:
            pass
        except (CannotTell, UnknownFact, BadScenario, Refused, EngineError):
            return None
        finally:
            adapter.close()
        return run


def drafted(bench: Bench, walk: Walk, name: str, title: str, rules: Sequence[str]) -> Scenario | None:
    """A scenario that tells the engines apart as a walk does; None where none was found.

    A walk of a whole game makes none: no scenario begins with a shuffled deck.
    """
    given = given_of(walk.route.start, bench.words)
    if given is None:
        return None
    for steps in _last_steps(walk, bench.words):
        plain = Scenario(name, title, list(rules), steps, editions=[bench.faulty.edition], given=given)
        for scenario in (_with_refusal(bench, plain), _with_places(bench, plain)):
            if scenario is not None and bench.tells_apart(scenario):
                return scenario
    return None


def _last_steps(walk: Walk, words: Vocabulary) -> Iterator[tuple[Step, ...]]:
    """The steps of a walk, and with what is offered by one engine alone as a last one."""
    how = walk.parting or Parting()
    taken = [step_of(each.action, each.before, words) for each in walk.taken]
    if how.refused is not None and taken:
        yield (*taken[:-1], Step(attempt=taken[-1].do or taken[-1].effect))
        return
    if walk.taken and walk.taken[-1].refused:
        yield tuple(taken)
        return
    yield tuple(taken)
    for action in how.wrong:
        yield (*taken, Step(attempt=in_places(action, walk.observation, words)))
    for action in how.missing:
        yield (*taken, Step(do=in_places(action, walk.observation, words)))


def _with_refusal(bench: Bench, scenario: Scenario) -> Scenario | None:
    """The scenario with what is tried last as refused, under the rule by which the sound engine does it."""
    *before, last = scenario.steps or (Step(),)
    run = bench.gone(bench.sound, scenario) if last.attempt is not None else None
    if run is None or not run.taken or not run.taken[-1].refused:
        return scenario if last.attempt is None and scenario.steps else None
    rule = next((reason.rule for reason in run.taken[-1].refused if reason.rule), "")
    expect = Expectation(illegal=rule) if rule else Expectation(legal=False)
    rules = [rule, *(one for one in scenario.rules if one != rule)] if rule else scenario.rules
    steps = (*before, msgspec.structs.replace(last, expect=expect))
    return msgspec.structs.replace(scenario, steps=steps, rules=rules)


def _with_places(bench: Bench, scenario: Scenario) -> Scenario | None:
    """The scenario with what both engines show otherwise after it; None where that is nothing."""
    sound, faulty = (bench.gone(each, scenario) for each in (bench.sound, bench.faulty))
    if sound is None or faulty is None:
        return None
    state = dict(list(_differing(bench, sound, faulty.observation))[:EXPECTED])
    if not state:
        return None
    *before, last = scenario.steps or (Step(),)
    return msgspec.structs.replace(scenario, steps=(*before, _expecting(last, state)))


def _expecting(step: Step, state: Mapping[str, Any]) -> Step:
    return msgspec.structs.replace(step, expect=Expectation(state=state))


def _differing(bench: Bench, sound: ScenarioRun, there: Observation) -> Iterator[tuple[str, Any]]:
    """The places at which the engines show something else, with what is right there."""
    names = {number: name for name in sound.cards.named for number in _numbers(sound.cards, name)}
    return differing_places(sound.observation, there, bench.by, bench.words, names)


def _numbers(cards: Cards, name: str) -> list[str]:
    with suppress(BadScenario):
        return cards.numbers(name)
    return []
