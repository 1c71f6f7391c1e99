"""Random games, each with a taste of its own, judged at every step."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rulehound.checker.engines import EngineError
from rulehound.checker.play.ground import Ground
from rulehound.checker.play.session import How, Seen, Session
from rulehound.checker.play.shorten import action_name
from rulehound.spec.formats import Action

EFFECTS = 0.15
"""Share of the steps that are effects of cards, where the engine plays them."""

ATTEMPTS = 0.2
"""Share of the steps at which something that is not offered is tried first."""

TASTES = (0.05, 1.0, 1.0, 5.0)
"""How much a game may like an action: one that it hardly ever takes leads to games that others never see.

That is swarm testing (Groce and others, "Swarm Testing", 2012).
"""


def walk(ground: Ground, number: int, steps: int) -> None:
    """Play one random game of at most so many steps; findings go to the notes of the ground.

    It ends early where a step leads to a state that breaks the rules: what follows from that is no news.
    """
    session: Session | None = None
    try:
        session = ground.begin(number)
        if session is None:
            return
        _play(ground, session, Random(f"{ground.seed}/{number}"), steps)
        ground.notes.ended(session.judge)
    except EngineError as error:
        if session is not None:
            ground.notes.ended(session.judge)
        ground.broke(error, session)


def _play(ground: Ground, session: Session, chance: Random, steps: int) -> None:
    tastes: dict[str, float] = {}
    for _ in range(steps):
        ground.check_time()
        offered = session.offered()
        ground.notes.saw(session.start, session.taken, session.look(How.LEGAL, offered))
        if chance.random() < ATTEMPTS:
            candidates = ground.hunt.game.reader.candidates(session.observation, session.start.known)
            others = [action for action in candidates if action not in offered]
            if others and _spoiled(_noted(ground, session, liked(others, tastes, chance), offered=False)):
                return
            offered = session.offered() if others else offered
        effects = ground.effects(session.observation) if chance.random() < EFFECTS else ()
        if not offered and not effects:
            return
        action = liked(effects or offered, tastes, chance)
        if _spoiled(_noted(ground, session, action, offered=not effects)):
            return


def _noted(ground: Ground, session: Session, action: Action, offered: bool) -> list[Seen]:
    found = session.take(action) if offered else session.attempt(action)
    ground.notes.took(action)
    ground.notes.saw(session.start, session.taken, found)
    return found


def _spoiled(found: Sequence[Seen]) -> bool:
    return any(seen.how is How.STATE for seen in found)


def liked(actions: Sequence[Action], tastes: dict[str, float], chance: Random) -> Action:
    """An action: its name by taste, which is settled when the name first comes up; then any of that name."""
    names = list(dict.fromkeys(action_name(action) for action in actions))
    for name in names:
        if name not in tastes:
            tastes[name] = chance.choice(TASTES)
    name = chance.choices(names, [tastes[name] for name in names])[0]
    return chance.choice([action for action in actions if action_name(action) == name])
