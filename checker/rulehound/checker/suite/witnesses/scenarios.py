"""Witnesses between editions as scenarios: the position, the action to try, what each edition expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rulehound.checker.model.prove.witness import START, Judgement, Witness
from rulehound.spec.formats import Scenario, Step
from rulehound.spec.game import Game
from rulehound.spec.language import By, Configuration, Interpreter, Member, State, TracedAction
from rulehound.spec.language.fields import BagField
from rulehound.spec.language.interpreter import Values
from rulehound.spec.language.model import record

NO_POSITION = {
    "": "the two begin differently, and the difference is gone when a player first decides",
    By.RULES.name: "the rules take this step by themselves, and no action of a player is known to lead there",
    By.ENVIRONMENT.name: "it is what the effect of some card does, and no action asks for it",
}
"""Reason why nobody can try an action that is not a player's, by who takes it."""

MOST_STEPS = 40
"""Steps of the rules that are followed after an action."""

Tried = tuple[Mapping[str, Any], str, Mapping[str, Any]]
"""State, action and parameters, as people read them."""


class NoScenario(Exception):
    """Reason why a witness cannot be put to an engine."""


def witness_scenarios(
    game: Game, witness: Witness, editions: tuple[str, str], values: tuple[Values, Values]
) -> tuple[list[Scenario], str]:
    """A scenario for each of the two editions, with its expectation; or none, and the reason.

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
        raise NoScenario("between the whole editions other switches have a say here")
    situation, words = witness.situation, game.vectors
    if words is None or game.witnesses is None:
        raise NoScenario("the game does not say how a situation is put to an engine")
    flipped = {**values[0], witness.switch: values[1][witness.switch]}
    settings = (values[0], flipped, values[1])
    judged = [(judgement.legal, judgement.rule) for judgement in witness.judgements]
    tried: Tried | None = (situation.before, situation.action, situation.parameters)
    if situation.by != By.PLAYER.name:
        by_rules = situation.by == By.RULES.name
        tried = game.witnesses.lead_in(situation.before) if by_rules else None
        judged = [(True, ""), (True, "")]
    outcomes: list[Mapping[str, Any]] = [{}, {}]
    if tried is None:
        begun = _begun(game, settings) if situation.by != By.ENVIRONMENT.name else None
        if begun is None:
            raise NoScenario(NO_POSITION[situation.by])
        outcomes = begun
    elif all(legal for legal, _ in judged):
        outcomes = _outcomes(game, tried, situation.settings, settings)
    name = tried[1] if tried else situation.action
    cited = [judgement.rule for judgement in witness.judgements if judgement.rule] or _carried_out(
        game, witness
    )
    for edition, (legal, rule), places in zip(editions, judged, outcomes, strict=True):
        given, steps = _arranged(game, tried, legal, rule)
        yield Scenario(
            id=f"between:{witness.switch}:{name.replace(' ', '-')}:{edition}",
            title=f"{name}, where {witness.switch} decides: {edition}",
            rules=tuple(dict.fromkeys(cited)),
            steps=[*steps[:-1], _expecting(steps[-1], places)],
            needs=tuple(words.needs.get(name, ())),
            editions=(edition,),
            given=given,
        )


def _carried_out(game: Game, witness: Witness) -> list[str]:
    """The rules that the action, or else the start, cites."""
    model, name = game.model(), witness.situation.action
    if name == START:
        return [rule for effect in model.start for rule in effect.rules]
    return list(model.actions[name].rules)


def _arranged(
    game: Game, tried: Tried | None, legal: bool, rule: str
) -> tuple[Mapping[str, Any], Sequence[Step]]:
    """The `given` and the steps of a scenario: a new game where nothing is tried. Raises NoScenario."""
    assert game.vectors is not None
    assert game.witnesses is not None
    if tried is None:
        return {"new_game": {}}, [Step()]
    state, action, parameters = tried
    reason = game.witnesses.unstatable(state, parameters)
    if reason:
        raise NoScenario(reason)
    arranged = game.vectors.arrange(action, state, parameters, legal, rule)
    if arranged is None:
        raise NoScenario("no position of a game shows this state, or no scenario has words for the action")
    return arranged


def _expecting(step: Step, places: Mapping[str, Any]) -> Step:
    expect = msgspec.structs.replace(step.expect, state={**step.expect.state, **places})
    return msgspec.structs.replace(step, expect=expect)


def _outcomes(
    game: Game, tried: Tried, settings: Mapping[str, int], values: Sequence[Values]
) -> list[Mapping[str, Any]]:
    """The places in which editions differ after an action and the rules' steps after it, with values."""
    model = game.model()
    before, name, arguments = tried
    action, state = model.actions[name], model.from_dict(before)
    parameters = {key: _given(game, action, key, value) for key, value in arguments.items()}
    reached = []
    for edition in values:
        interpreter = Interpreter(model, edition, _configured(settings))
        if interpreter.failed_guards(state, action, parameters):
            raise NoScenario(f"{name} does not lead there")
        after = _followed(interpreter, interpreter.apply(state, action, parameters))
        if model.as_dict(after)[model.round_field] != before[model.round_field]:
            raise NoScenario("the turn is over before the difference can be seen")
        reached.append(after)
    differences = _apart(game, reached)
    if differences is None:
        raise NoScenario(
            "the states differ in between, and the difference is gone when a player decides again"
        )
    return differences


def _begun(game: Game, values: Sequence[Values]) -> list[Mapping[str, Any]] | None:
    """The places in which editions differ when a player first decides, with their values."""
    assert game.witnesses is not None
    reached = []
    for edition in values:
        interpreter = Interpreter(game.model(), edition, _configured(game.witnesses.opening(edition)))
        reached.append(_followed(interpreter, interpreter.initial()))
    return _apart(game, reached)


def _apart(game: Game, reached: Sequence[State]) -> list[Mapping[str, Any]] | None:
    """The places in which two editions show different values, with the values of each; None where there is
    none.

    The states are those of the first edition, of the first with the switch flipped, and of the second, which
    shows the same as the flipped one in these places. Raises NoScenario where it does not.
    """
    assert game.witnesses is not None
    one, flipped, other = (game.witnesses.seen(game.model().as_dict(state)) for state in reached)
    places = [place for place in one if one[place] != flipped.get(place)]
    if any(flipped.get(place) != other.get(place) for place in places):
        raise NoScenario("under the second edition other switches decide what can be seen of the difference")
    return [{place: readable[place] for place in places} for readable in (one, other)] if places else None


def _configured(settings: Mapping[str, int]) -> Configuration:
    return Configuration(name="witness", says="", bounds={}, settings=settings)


def _followed(interpreter: Interpreter, state: State) -> State:
    """The next state in which a player decides or the game is over. Raises NoScenario."""
    for _ in range(MOST_STEPS):
        step = next(_steps(interpreter, state, By.RULES), None)
        if step is None:
            break
        state = step
    if not interpreter.holds(interpreter.model.over, state) and not any(
        _steps(interpreter, state, By.PLAYER)
    ):
        raise NoScenario("chance decides something before the difference can be seen")
    return state


def _steps(interpreter: Interpreter, state: State, by: By) -> Iterator[State]:
    """The states after legal actions whose parameters neither chance nor a hand decides."""
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
