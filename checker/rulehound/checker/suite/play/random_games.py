"""Random games, each with a taste of its own, judged at every step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any

from rulehound.checker.engines import EngineError, unreadable_is_malformed
from rulehound.checker.judging.observations.json_paths import ID, things
from rulehound.checker.suite.play.played_engine import PlayedEngine
from rulehound.checker.suite.play.session import Detection, Oracle, Session
from rulehound.checker.suite.play.shrinking import action_name
from rulehound.spec.formats import Action

EFFECTS = 0.15
"""Share of the steps that are effects of cards, where the engine plays them."""

ATTEMPTS = 0.2
"""Share of the steps at which something that is not offered is tried first."""

TASTES = (0.05, 1.0, 1.0, 5.0)
"""How much a game may like an action: one that it hardly ever takes leads to games that others never see.

That is swarm testing (Groce and others, "Swarm Testing", 2012).
"""


def walk(engine: PlayedEngine, number: int, steps: int, offers_every: int = 1) -> None:
    """Play one random game of at most so many steps; findings go to the log of the engine.

    What is offered is judged before every so many steps, from the first one on.

    It ends early where a step leads to a state that breaks the rules, or to where the judge gives up: what
    follows from that is no news.
    """
    session: Session | None = None
    try:
        session = engine.begin(number)
        if session is None:
            return
        _play(engine, session, Random(f"{engine.seed}/{number}"), steps, offers_every)
        engine.log.add_game(session.judge)
    except EngineError as error:
        if session is not None:
            engine.log.add_game(session.judge)
        engine.broke(error, session)


def _play(engine: PlayedEngine, session: Session, chance: Random, steps: int, offers_every: int) -> None:
    tastes: dict[str, float] = {}
    for step in range(steps):
        engine.check_time()
        if session.judge.given_up:
            return
        offered = session.offered()
        if step % offers_every == 0 or not offered:
            engine.log.add_findings(session.start, session.taken, session.look(Oracle.LEGAL, offered))
            attempts = ATTEMPTS
        else:
            attempts = ATTEMPTS / offers_every
        if chance.random() < attempts:
            others = engine.others(session, offered)
            if others:
                tried = _chosen(engine, session, others, tastes, chance)
                if _breaks_state(_noted(engine, session, tried, offered=False)):
                    return
                offered = session.offered()
        effects = engine.effects(session.observation) if chance.random() < EFFECTS else ()
        if not offered and not effects:
            return
        action = _chosen(engine, session, effects or offered, tastes, chance)
        if _breaks_state(_noted(engine, session, action, offered=not effects)):
            return


def _noted(engine: PlayedEngine, session: Session, action: Action, offered: bool) -> list[Detection]:
    detections = session.take(action) if offered else session.attempt(action)
    engine.log.add_step(action)
    if offered:
        engine.note_reached(session)
    engine.log.add_findings(session.start, session.taken, detections)
    return detections


def _breaks_state(detections: Sequence[Detection]) -> bool:
    """Whether the state breaks the rules: what follows from that is no news."""
    return any(each.oracle is Oracle.STATE for each in detections)


def _chosen(
    engine: PlayedEngine,
    session: Session,
    actions: Sequence[Action],
    tastes: dict[str, float],
    chance: Random,
) -> Action:
    """An action by taste; of that name, rather one that has hardly ever been taken of such things.

    Where play is guided, what has hardly ever been done is preferred among all names at once.
    """
    if not engine.guided:
        name = liked([action_name(action) for action in actions], tastes, chance)
        actions = [action for action in actions if action_name(action) == name]
    names = [action_name(action) for action in actions]
    _settle(names, tastes, chance)
    with unreadable_is_malformed():
        observations = (
            session.judge.completed(session.observation),
            session.observation,
        )  # places stand for ids
        known = {thing[ID]: thing for each in observations for thing in things(each)}
        kinds = [kind_of(session.judge.known(action), known) for action in actions]
    many = Counter(names)  # a name does not count for more where it comes in many forms
    weights = [
        tastes[name] / sqrt(many[name]) / (1 + engine.log.kinds[kind])
        for name, kind in zip(names, kinds, strict=True)
    ]
    chosen = chance.choices(range(len(actions)), weights)[0]
    engine.log.kinds[kinds[chosen]] += 1
    return actions[chosen]


def liked(names: Sequence[str], tastes: dict[str, float], chance: Random) -> str:
    """One of the names, by taste."""
    different = list(dict.fromkeys(names))
    _settle(different, tastes, chance)
    return chance.choices(different, [tastes[name] for name in different])[0]


def _settle(names: Sequence[str], tastes: dict[str, float], chance: Random) -> None:
    """What a game's taste is, is settled when a name first comes up."""
    for name in names:
        if name not in tastes:
            tastes[name] = chance.choice(TASTES)


def kind_of(action: Action, known: Mapping[str, Mapping[str, Any]]) -> str:
    """A key that is equal for actions that differ in object ids alone.

    Each id is replaced by what the object shows of itself.
    """
    named = {key: value for key, value in action.items() if isinstance(value, str) and value in known}
    return json.dumps(
        {**action, **{key: looks(known[value]) for key, value in named.items()}}, sort_keys=True
    )


def looks(thing: Mapping[str, Any]) -> dict[str, Any]:
    """What a thing shows of itself, without its id and the things within it."""
    return {key: value for key, value in thing.items() if key != ID and not isinstance(value, dict | list)}
