"""A walk on which an engine with a fault parts from the same engine without it, written as a scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from rulehound.checker.engines import EngineError, unreadable_is_malformed
from rulehound.checker.judging.observations.json_paths import ID, same
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start, is_effect
from rulehound.checker.records import Verdict
from rulehound.checker.suite.lockstep.other_engine import Parting
from rulehound.checker.suite.lockstep.walking import Walk
from rulehound.checker.suite.scenarios.given import NONE, BadScenario, Cards, UnknownFact, Vocabulary
from rulehound.checker.suite.scenarios.places import in_places
from rulehound.checker.suite.scenarios.running import begin, run_scenario
from rulehound.checker.suite.scenarios.scenario_run import CannotTell, ExpectationFailed, ScenarioRun
from rulehound.checker.suite.scenarios.steps import take_step
from rulehound.spec.formats import Adapter, Card, Expectation, Observation, Refused, Scenario, Step
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
        adapter = target.open()
        try:
            return run_scenario(target, adapter, scenario, self.words).verdict
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


def given_of(start: Start, words: Vocabulary) -> dict[str, Any] | None:
    """A position as a scenario is given it, with names for its cards; None where it is none."""
    if start.position is None:
        return None
    names = _names(start.cards, words)
    placed = _named(dict(start.position), names, words)
    seats = placed.pop(words.players, [])
    placed |= {side: seat for side, seat in zip(words.sides, seats, strict=False) if seat}
    cards = {names[card.number]: _requirement(card, names[card.number], words) for card in start.cards}
    used = set(_words(placed)) | {word for card in cards.values() for word in _words(card)}
    kept = {name: card for name, card in cards.items() if name in used}
    return {"cards": kept, "position": placed} if kept else {"position": placed}


def _last_steps(walk: Walk, words: Vocabulary) -> Iterator[tuple[Step, ...]]:
    """The steps of a walk, and with what is offered by one engine alone as a last one."""
    how = walk.parting or Parting()
    taken = [
        Step(effect=action) if is_effect(action) else Step(do=action)
        for action in (in_places(each.action, each.before, words) for each in walk.taken)
    ]
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
    """The places at which the engines show something else, the shortest first, with what is right there."""
    by, words = bench.by, bench.words
    here_shown, there_shown = (dict(_shown(each, by, words)) for each in (sound.observation, there))
    names = {number: name for name in sound.cards.named for number in _numbers(sound.cards, name)}
    ids = set(_ids(sound.observation))
    for place in sorted(here_shown, key=lambda one: (one.count(".") + one.count("["), one)):
        value = here_shown[place]
        if place not in there_shown or same(value, there_shown[place]):
            continue
        if value in ids or there_shown[place] in ids:
            continue
        if place.endswith(f".{by.name}"):
            if value in names:
                yield place, names[value]
        else:
            yield place, NONE if value is None else value


def _numbers(cards: Cards, name: str) -> list[str]:
    with suppress(BadScenario):
        return cards.numbers(name)
    return []


def _shown(observation: Observation, by: SideBySide, words: Vocabulary) -> Iterator[tuple[str, Any]]:
    """All single values that an observation shows by their places, and how many things stand in its lists."""
    for side, seat in zip(words.sides, observation.get(words.players, ()), strict=False):
        yield from _values(seat, side, by)
    for name, value in observation.items():
        if name != words.players and name not in by.left_out:
            yield from _values(value, name, by)


def _values(value: Any, path: str, by: SideBySide) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name != ID and name not in by.left_out:
                yield from _values(inner, f"{path}.{name}", by)
    elif isinstance(value, list | tuple):
        yield f"{path}.count", len(value)
        if all(isinstance(one, Mapping) for one in value):
            for number, inner in enumerate(value):
                yield from _values(inner, f"{path}[{number}]", by)
        elif value:
            yield path, sorted(value) if path.rpartition(".")[2] in by.unordered else list(value)
    else:
        yield path, value


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get(ID), str):
            yield value[ID]
        value = list(value.values())
    if isinstance(value, list | tuple):
        for inner in value:
            yield from _ids(inner)


def _names(cards: Sequence[Card], words: Vocabulary) -> dict[str, str]:
    """A name for each card by its number: its own where that is a word, else its sort with a number."""
    names: dict[str, str] = {}
    for number, card in enumerate(cards):
        own = re.sub(r"[^a-z0-9]+", "-", card.name.lower()).strip("-")
        sort = str(card.facts.get(words.card.by, words.card.default))
        plain = own and own not in names.values() and not card.name.startswith("Card ")
        names[card.number] = own if plain else f"{sort}-{number}"
    return names


def _requirement(card: Card, name: str, words: Vocabulary) -> dict[str, Any]:
    """What a scenario says of a card: what its sort does not have anyway."""
    sort = str(card.facts.get(words.card.by, words.card.default))
    usual = {words.card.by: words.card.default, **words.card.facts.get(sort, {})}
    said = {key: value for key, value in card.facts.items() if key not in usual or usual[key] != value}
    if lacks := [key for key in words.card.facts.get(sort, {}) if key not in card.facts]:
        said["without"] = lacks
    if card.name != name and not card.name.startswith("Card "):
        said["name"] = card.name
    return said


def _named(value: Any, names: Mapping[str, str], words: Vocabulary) -> Any:
    """A value of a position with the names of cards in its piles, and what a scenario writes for null."""
    if isinstance(value, Mapping):
        return {
            key: [names.get(one, one) for one in inner]
            if key in words.piles and isinstance(inner, list | tuple)
            else _named(inner, names, words)
            for key, inner in value.items()
            if inner is not None or key not in words.unknown_if_null
        }
    if isinstance(value, list | tuple):
        return [_named(inner, names, words) for inner in value]
    return NONE if value is None else value


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)
