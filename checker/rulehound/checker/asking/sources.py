"""The sources of positions in questions: typed text, a scenario, a trace, or a saved observation."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.asking.position_text import NAME, PRINTED, PositionText, suggestion
from rulehound.checker.engines import EngineError, unreadable_is_malformed
from rulehound.checker.engines.misbehaviour import UNREADABLE
from rulehound.checker.errors import UserError, one_line
from rulehound.checker.files import read_file
from rulehound.checker.judging.names import TraceNames
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start, Taken, take
from rulehound.checker.records import Trace
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.scenarios.choosing import chosen_scenarios
from rulehound.checker.suite.scenarios.given import BadScenario, Cards, UnknownFact, Vocabulary, position
from rulehound.checker.suite.scenarios.running import begin
from rulehound.checker.suite.scenarios.scenario_run import CannotTell, ExpectationFailed, ScenarioRun
from rulehound.checker.suite.scenarios.steps import take_step
from rulehound.spec.asking import Area, Asking
from rulehound.spec.formats import Card, Observation, Refused, Scenario

STANDARD_INPUT = "-"

TargetFor = Callable[[], Target]
"""Opens the engine that steps are taken on, when one is needed."""


class SavedPosition(msgspec.Struct, frozen=True):
    """A position in a file: the cards of the game, and what an engine showed or saved of it."""

    cards: tuple[Card, ...]
    observation: Observation | None = None
    saved: Any = None
    """A token of the engine, which shows the position once it is restored."""


def typed(
    book: Rulebook,
    asking: Asking,
    text: str,
    source: str,
    facts: Mapping[str, Mapping[str, Any]] | None = None,
) -> AskedPosition:
    """The position that a text says. `facts` are more facts of its cards, by name. Raises UserError."""
    words = words_of(book)
    areas = asking.position.areas
    said = _with_facts(PositionText(asking.position, words.printed, source).read(text), facts or {}, source)
    stated = {
        **said,
        **{
            side: {**{each.key: each.usual for each in areas.values() if each.usual}, **said.get(side, {})}
            for side in asking.position.sides
        },
    }
    named = told_apart(stated)
    cards = Cards(words, {})
    try:
        placed = position(named, cards, words)
        known = {card.number: card for card in cards.cards}
        observation = asking.observation(placed, known)
    except (BadScenario, ValueError) as error:
        raise UserError(f"{source}: {error}", "docs/asking.md says how positions are written") from None
    left_out = {
        side: {
            word: area for word, area in areas.items() if area.counted and area.key not in said.get(side, {})
        }
        for side in asking.position.sides
    }
    empty = _listed(left_out, lambda word, area: "" if area.usual else word)
    usual = _listed(left_out, lambda word, area: f"{word} {area.usual}" if area.usual else "")
    not_stated = _not_stated(named, cards, words)
    return AskedPosition(observation, known, given=named, empty=empty, usual=usual, not_stated=not_stated)


def _with_facts(said: Any, facts: Mapping[str, Mapping[str, Any]], source: str) -> Any:
    """A position in which cards of these names have these facts too. Raises UserError for a name that no card
    of it has."""
    names = set(_names(said))
    for name in facts:
        if name not in names:
            what = f"{source}: no card with stated attributes is called {name!r}"
            raise UserError(what, suggestion(name, sorted(names)) if names else "put it into the position")
    return _laid_over(said, facts)


def _names(said: Any) -> Iterator[str]:
    """The names of the cards in a position whose attributes are stated."""
    if isinstance(said, Mapping):
        yield from [said[NAME]] if NAME in said else []
    inside = said.values() if isinstance(said, Mapping) else said if isinstance(said, list) else ()
    for value in inside:
        yield from _names(value)


def _laid_over(said: Any, facts: Mapping[str, Mapping[str, Any]]) -> Any:
    if isinstance(said, Mapping):
        more = facts.get(said[NAME], {}) if NAME in said else {}
        return {**{key: _laid_over(value, facts) for key, value in said.items()}, **more}
    return [_laid_over(value, facts) for value in said] if isinstance(said, list) else said


def _listed(left_out: Mapping[str, Mapping[str, Area]], words: Callable[[str, Area], str]) -> list[str]:
    """For each player, in these words, the areas that are left out; none for which there are no words."""
    by_side = {
        side: [text for word, area in areas.items() if (text := words(word, area))]
        for side, areas in left_out.items()
    }
    return [f"{side}: {', '.join(texts)}" for side, texts in by_side.items() if texts]


def told_apart(stated: Any) -> Any:
    """The position in which cards of other names are other cards."""
    if isinstance(stated, Mapping):
        if NAME in stated:
            return {**stated, "copy": stated[NAME]}
        return {key: told_apart(value) for key, value in stated.items()}
    return [told_apart(value) for value in stated] if isinstance(stated, list) else stated


def _not_stated(stated: Any, cards: Cards, words: Vocabulary) -> dict[str, dict[str, Any]]:
    """The facts of each card that a position does not state: those that such a card usually has."""
    if isinstance(stated, list):
        return {number: facts for each in stated for number, facts in _not_stated(each, cards, words).items()}
    if not isinstance(stated, Mapping) or PRINTED in stated:
        return {}
    if NAME in stated:
        sort = stated.get(words.card.by, words.card.default)
        usual = words.card.facts[sort]
        return {cards.one(stated): {name: value for name, value in usual.items() if name not in stated}}
    return _not_stated(list(stated.values()), cards, words)


def named(book: Rulebook, asking: Asking, name: str, target_for: TargetFor) -> AskedPosition:
    """The position at a place: `-`, a file, or the id of a scenario, the latter two with the number of steps
    after a colon. Raises UserError and EngineError."""
    if name == STANDARD_INPUT:
        return typed(book, asking, sys.stdin.read(), "standard input")
    whole, steps = _with_steps(name)
    path = Path(whole)
    if not path.is_file() or path.suffix == ".toml":
        return _of_scenario(book, whole, steps, target_for())
    if path.suffix == ".json":
        return _of_json(book, path, steps, target_for)
    text = read_file(path, "name a file with a position").decode("utf-8", errors="replace")
    return typed(book, asking, text, whole)


def _with_steps(name: str) -> tuple[str, int]:
    """A name, and the number of steps after its last colon; 0 where there is none."""
    whole, colon, steps = name.rpartition(":")
    numbered = colon and re.fullmatch(r"\d{1,6}", steps) and not Path(name).exists()
    return (whole, int(steps)) if numbered else (name, 0)


def _of_scenario(book: Rulebook, name: str, steps: int, target: Target) -> AskedPosition:
    """A scenario after so many of its steps, on an engine."""
    scenarios = chosen_scenarios(book, [name])
    if len(scenarios) > 1:
        cases = ", ".join(each.name for each in scenarios[:6])
        raise UserError(f"{name} stands for several cases: {cases}", "name one of them")
    scenario: Scenario = scenarios[0]
    if steps > len(scenario.steps):
        raise UserError(f"{scenario.name} has {len(scenario.steps)} steps, not {steps}", "name one of them")
    words = words_of(book)
    adapter = target.open()
    run = ScenarioRun(target, scenario, words, adapter, Cards(words, {}))
    try:
        with unreadable_is_malformed():
            begin(run)
            for step in scenario.steps[:steps]:
                take_step(run, step)
    except (ExpectationFailed, CannotTell, BadScenario, UnknownFact, Refused, EngineError) as error:
        raise UserError(
            f"{scenario.name} cannot be played to that step: {error}", "name an earlier step"
        ) from None
    finally:
        adapter.close()
    if not run.observation:
        raise UserError(f"{scenario.name} is about a deck and has no position", "name another scenario")
    cards = {**run.cards.own, **run.start.known, **run.in_play}
    return AskedPosition(run.observation, cards, tuple(run.taken))


def _of_json(book: Rulebook, path: Path, steps: int, target_for: TargetFor) -> AskedPosition:
    """A saved position, or a trace after so many of its steps, on an engine."""
    content = read_file(path, "name a trace or a saved position")
    try:
        if msgspec.json.decode(content, type=dict[str, Any]).keys() & {"observation", "saved"}:
            return _of_saved(book, msgspec.json.decode(content, type=SavedPosition), target_for)
        trace = msgspec.json.decode(content, type=Trace)
        start = Start.from_trace(trace)
    except (msgspec.DecodeError, Refused, *UNREADABLE) as error:
        what = f"{path} holds neither a trace nor an observation of an engine: {error}"
        raise UserError(one_line(what), "name another file") from None
    if steps > len(trace.steps):
        raise UserError(f"{path} has {len(trace.steps)} steps, not {steps}", "name one of them")
    adapter = target_for().open()
    try:
        first = start.begin(adapter)
        done: list[Taken] = []
        names = TraceNames(trace, first)
        for step in trace.steps[:steps]:
            before = done[-1].after if done else first
            action = names.now(step.action)
            try:
                done.append(Taken(action, before, take(adapter, action)))
            except Refused as refusal:
                done.append(Taken(action, before, before, refusal.reasons or ()))
            names.see(done[-1].after)
    except (Refused, EngineError) as error:
        raise UserError(f"{path} cannot be played to that step: {error}", "name an earlier step") from None
    finally:
        adapter.close()
    observation = done[-1].after if done else first
    return AskedPosition(observation, start.known, _carried_out(done), trace.edition)


def _of_saved(book: Rulebook, saved: SavedPosition, target_for: TargetFor) -> AskedPosition:
    """A saved position. Raises Refused, EngineError, and errors of an observation that cannot be read."""
    cards, observation = {card.number: card for card in saved.cards}, saved.observation
    if observation is None:
        adapter = target_for().open()
        try:
            observation = adapter.restore(saved.saved)
        finally:
            adapter.close()
    book.game.reader.view(observation, cards).state  # noqa: B018 - it can be read, or raises
    return AskedPosition(observation, cards)


def _carried_out(done: Sequence[Taken]) -> tuple[Taken, ...]:
    """The steps that were not refused."""
    return tuple(step for step in done if step.after is not step.before)
