"""Whether an adapter makes decisions by itself that have one answer alone, and does not say so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import ACTION, Start
from rulehound.checker.suite.adapter_check.remarks import Judged, Remark
from rulehound.checker.suite.play.session import Session
from rulehound.spec.formats import Action, Refused, Setup
from rulehound.spec.language import MissingValue

CHECK = "handshake.unasked"
STEPS = 200
"""Steps of one game, at most: breeding phases without a card and turns without a choice come up in fewer."""


@dataclass
class DecisionsMet:
    """The decisions met in play, of those that an engine need not ask for, by how it asked."""

    with_several: set[str] = field(default_factory=set)
    """It asked for them while they had several answers."""
    with_one: set[str] = field(default_factory=set)
    """It asked for them while they had one."""
    passed_over: set[str] = field(default_factory=set)
    """They may have come up in a step which agrees with the rules only where one was answered by itself."""
    steps: int = 0
    """Such steps."""


def unasked(target: Target, setups: list[Setup]) -> Iterator[Remark]:
    """A remark where an engine is seen to answer decisions by itself and does not name them in `unasked`.

    A game of each of these setups is played at random and judged. What goes wrong in it is for other trials.
    """
    decisions = target.game.reader.conventions.unasked
    if not decisions or target.greeting.unasked:
        return
    asked = DecisionsMet()
    for setup in setups:
        with suppress(EngineError, Refused, MissingValue):
            _play(target, setup, asked)
    if not asked.steps:
        yield Remark(CHECK, Judged.FINE, "no step was seen to answer a decision by itself")
        return
    own = [name for name in decisions if name in asked.passed_over and name not in target.greeting.chooses]
    seen = [name for name in own if name in asked.with_several - asked.with_one] or own
    names = ", ".join(f'"{name}"' for name in seen)
    what = f"it answers decisions by itself where they have one answer alone, {asked.steps} times in play"
    remedy = (
        f"name in `unasked` of the handshake which of {names} it does not ask for then: a step of a scenario "
        "that answers one is left out and the rest judged where it can be; without it nothing is said of it"
    )
    yield Remark(CHECK, Judged.DOUBT, what, remedy)


def _play(target: Target, setup: Setup, asked: DecisionsMet) -> None:
    """Play a game at random and note what it asks. Raises EngineError, Refused and MissingValue."""
    adapter, chance = target.open(), Random(1)
    reader = target.game.reader
    try:
        session = Session(adapter, Start(setup, edition=target.edition), target.judge)
        for _ in range(STEPS):
            offered = session.offered()
            if not offered or session.judge.given_up:
                return
            decision = _decision(target, offered)
            (asked.with_one if len(offered) == 1 else asked.with_several).add(decision)
            before, action = session.observation, chance.choice(offered)
            session.judge.unasked = False
            session.take(action)
            if session.judge.unasked:
                asked.steps += 1
                asked.passed_over |= {
                    name
                    for name in reader.conventions.unasked
                    if reader.may_come_up(name, before, action, session.observation)
                }
    finally:
        adapter.close()


def _decision(target: Target, offered: list[Action]) -> str:
    """The decision that offered actions answer; "" where it is none that may be left unasked."""
    kinds = {action.get(ACTION) for action in offered}
    decisions = target.game.reader.conventions.unasked
    return next((name for name, answers in decisions.items() if not kinds.isdisjoint(answers)), "")
