"""Witnesses between editions as scenarios: what an engine is given and tries, what each edition expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulehound.checker.prove.witness import START, Judgement, Values, Witness
from rulehound.spec.formats import Scenario, Step
from rulehound.spec.game import Game
from rulehound.spec.language import By, Configuration, Interpreter, Member, State, TracedAction
from rulehound.spec.language.model import record
from rulehound.spec.language.records import BagField

NO_POSITION = {
    "": "the two begin differently; an engine shows it in a new game, which no position stands for",
    By.RULES.name: "the rules take this step by themselves, and no action of a player is known to lead there",
    By.ENVIRONMENT.name: "it is what the effect of some card does, and no action asks for it",
}
"""Why nobody can try what is not a player's action."""

MOST_STEPS = 40
"""Steps of the rules that are followed after an action."""

Tried = tuple[Mapping[str, Any], str, Mapping[str, Any]]
"""State, action and parameters, as people read them."""


class NoScenario(Exception):
    """Why a witness cannot be put to an engine."""


def witness_scenarios(
    game: Game, witness: Witness, editions: tuple[str, str], values: tuple[Values, Values]
) -> tuple[list[Scenario], str]:
    """A scenario for each of the two editions, with what it expects; or none, and the reason.

    Ids are `between:SWITCH:ACTION:EDITION`; each scenario holds under its edition alone.
    """
    try:
        return list(_scenarios(game, witness, editions, values)), ""
    except NoScenario as reason:
        return [], str(reason)


def _scenarios(
    game: Game, witness: Witness, editions: tuple[str, str], values: tuple[Values, Values]
) -> Iterator[Scenario]:
    if not witness.whole:
        raise NoScenario("under the second edition other switches decide here too")
    situation, words = witness.situation, game.vectors
    if words is None:
        raise NoScenario("the game does not say how a situation is put to an engine")
    judged = [(judgement.legal, judgement.rule) for judgement in witness.judgements]
    seen: list[Mapping[str, Any]] = [{}, {}]
    tried: Tried = (situation.before, situation.action, situation.parameters)
    if situation.by != By.PLAYER.name:
        tried = _led(game, witness)
        judged = [(True, ""), (True, "")]
    if all(legal for legal, _ in judged):
        seen = _outcomes(game, tried, situation.settings, values)
    rules = [rule for _, rule in judged if rule] or [j.rule for j in witness.judgements if j.rule]
    state, action, parameters = tried
    for edition, (legal, rule), places in zip(editions, judged, seen, strict=True):
        arranged = words.arrange(action, state, parameters, legal, rule)
        if arranged is None:
            raise NoScenario(
                "no position of a game shows this state, or no scenario has words for the action"
            )
        given, steps = arranged
        yield Scenario(
            id=f"between:{witness.switch}:{action}:{edition}",
            title=f"{action}, where {witness.switch} decides: {edition}",
            rules=tuple(dict.fromkeys(rules)),
            steps=[*steps[:-1], _expecting(steps[-1], places)],
            editions=(edition,),
            given=given,
        )


def _expecting(step: Step, places: Mapping[str, Any]) -> Step:
    expect = msgspec.structs.replace(step.expect, state={**step.expect.state, **places})
    return msgspec.structs.replace(step, expect=expect)


def _led(game: Game, witness: Witness) -> Tried:
    """A player's action that leads to a step which is not a player's."""
    by = witness.situation.by
    words = game.witnesses if by == By.RULES.name else None
    found = words.lead_in(witness.situation.before) if words else None
    if found is None:
        raise NoScenario(NO_POSITION[by])
    return found


def _outcomes(
    game: Game, tried: Tried, settings: Mapping[str, int], values: tuple[Values, Values]
) -> list[Mapping[str, Any]]:
    """What an engine shows once an action and the rules' steps after it are done, in what editions differ."""
    if game.witnesses is None:
        raise NoScenario("the game does not say what an engine shows of a state")
    one, other = (_after(game, tried, settings, edition) for edition in values)
    shown, shown_other = game.witnesses.seen(one), game.witnesses.seen(other)
    differing = [place for place in shown if shown[place] != shown_other[place]]
    if not differing:
        raise NoScenario(
            "what differs is in between; when a player decides again nothing of it is left to see"
        )
    return [{place: places[place] for place in differing} for places in (shown, shown_other)]


def _after(game: Game, tried: Tried, settings: Mapping[str, int], values: Values) -> Mapping[str, Any]:
    """The state in which a player decides next, or the game is over. Raises NoScenario."""
    model = game.model()
    before, name, shown = tried
    interpreter = Interpreter(
        model, values, Configuration(name="witness", says="", bounds={}, settings=settings)
    )
    action = model.actions[name]
    state = model.from_dict(before)
    parameters = {key: _given(game, action, key, value) for key, value in shown.items()}
    if interpreter.failed_guards(state, action, parameters):
        raise NoScenario(f"{name} does not lead there")
    state = interpreter.apply(state, action, parameters)
    for _ in range(MOST_STEPS):
        steps = list(_steps(interpreter, state, By.RULES))
        if not steps:
            break
        state = steps[0]
    after = model.as_dict(state)
    if after[model.round_field] != before[model.round_field]:
        raise NoScenario("the turn is over before anything of it is to be seen")
    if not interpreter.holds(model.over, state) and not any(_steps(interpreter, state, By.PLAYER)):
        raise NoScenario("chance comes in before anything of it is to be seen")
    return after


def _steps(interpreter: Interpreter, state: State, by: By) -> Iterator[State]:
    """The states that legal actions lead to which need nothing that chance or a hand gives."""
    for action in interpreter.model.actions.values():
        if action.by is by and all(isinstance(kind, Member) for kind in action.parameters.values()):
            for parameters in interpreter.choices(state, action):
                if not interpreter.failed_guards(state, action, parameters):
                    yield interpreter.apply(state, action, parameters)


def _given(game: Game, action: TracedAction, name: str, value: Any) -> Any:
    """A parameter as the interpreter takes it."""
    kind = action.parameters[name]
    if isinstance(kind, Member):
        declared = game.model().fields[kind.path][0]
        assert isinstance(declared, BagField)
        return record(declared.element, value)
    return record(kind.record, value) if hasattr(kind, "record") else value


def verdict(judgement: Judgement) -> str:
    """A judgement in a few words."""
    return "legal" if judgement.legal else f"not legal, by {judgement.rule}"


def action_words(witness: Witness) -> str:
    """What is tried, and who does it."""
    who = {By.PLAYER.name: "a player", By.RULES.name: "the rules", By.ENVIRONMENT.name: "an effect"}
    name = witness.situation.action
    return name if name == START else f"{name} ({who[witness.situation.by]})"
