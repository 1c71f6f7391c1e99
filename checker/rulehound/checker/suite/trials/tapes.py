"""Short games that are played once, by chance, and then again by the same choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TypeAlias

from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.traces import Start, take
from rulehound.checker.suite.trials.moments import Alike, Moment
from rulehound.checker.wording import counted
from rulehound.spec.formats import Adapter, Observation, Refused
from rulehound.spec.reading import Reader


@dataclass(frozen=True)
class Tape:
    """A game as it was played: each choice by its place among the offers, and every moment."""

    start: Start
    choices: Sequence[int]
    moments: Sequence[Moment]
    """One more than there are choices."""


def moment(adapter: Adapter, observation: Observation) -> Moment:
    """The present moment of a game. Raises EngineError."""
    return Moment(observation, adapter.legal_actions())


def record(adapter: Adapter, start: Start, chance: Random, steps: int) -> Tape:
    """Play a game of at most so many steps by chance, and record it. Raises Refused and EngineError."""
    moments = [moment(adapter, start.begin(adapter))]
    choices: list[int] = []
    while moments[-1].offered and len(choices) < steps:
        choices.append(chance.randrange(len(moments[-1].offered)))
        moments.append(_chosen(adapter, moments[-1], choices[-1]))
    return Tape(start, choices, moments)


def again(adapter: Adapter, tape: Tape, reader: Reader) -> str:
    """Play the game of a tape again. Returns where it first differs, in words; '' where it does not.

    Raises EngineError.
    """
    alike = Alike(reader, tape.start.known)
    step = 0
    try:
        now = moment(adapter, tape.start.begin(adapter))
        for step, was in enumerate(tape.moments):
            if different := alike.differ(was, now):
                return f"after {counted(step, 'step')} {different}"
            if step < len(tape.choices):
                now = _chosen(adapter, now, tape.choices[step])
    except Refused as refusal:
        return f"after {counted(step, 'step')} it refuses what it had carried out: {quoted(str(refusal))}"
    return ""


Kind: TypeAlias = tuple[str, ...]
"""What is decided, and the names of all that an observation shows anything of."""


def back_again(adapter: Adapter, tape: Tape, reader: Reader, every: int, known: set[Kind]) -> str:
    """Play the game of a tape; at every `every`-th step, and at each moment of a kind that is not known, save
    it, go on as far as the next such step, and restore it, twice.

    Returns how a restored game differs from the saved one, or goes on otherwise, in words; '' where it never
    does. The kinds of its moments are known afterwards. Raises Refused and EngineError.
    """
    now = moment(adapter, tape.start.begin(adapter))
    steps = _saved_at(tape, every, known)
    for step, end in pairwise((*steps, len(tape.choices))):
        choices = tape.choices[step:end]
        token, went = adapter.save(), _walked(adapter, now, choices)
        for _ in range(2):
            alike = Alike(reader, tape.start.known)
            try:
                restored = adapter.restore(token)
            except Refused as refusal:
                return (
                    f"saved after {counted(step, 'step')}, it refuses to restore that: {quoted(str(refusal))}"
                )
            for observation in (restored, adapter.observe()):
                if different := alike.differ(now, moment(adapter, observation)):
                    return f"saved after {counted(step, 'step')} and restored, {different}"
            goes = _walked(adapter, now, choices)
            for further, (was, repeated) in enumerate(zip(went, goes, strict=False)):
                if different := alike.differ(was, repeated):
                    after = f"restored after {counted(step, 'step')}"
                    return f"{after}, {counted(further, 'same step')} further {different}"
        now = goes[-1]
    return ""


def _saved_at(tape: Tape, every: int, known: set[Kind]) -> list[int]:
    """The steps of a tape before which it is saved, in order."""
    steps = []
    for step, at in enumerate(tape.moments[: len(tape.choices)]):
        kind = _kind(at.observation)
        if step % every == 0 or kind not in known:
            steps.append(step)
        known.add(kind)
    return steps


def _kind(observation: Observation) -> Kind:
    return (str(observation.get("decision")), *sorted(name for name, value in observation.items() if value))


def _walked(adapter: Adapter, at: Moment, choices: Sequence[int]) -> list[Moment]:
    """The moments along these choices, from this one on, as far as they are offered."""
    moments = [at]
    for choice in choices:
        if choice >= len(moments[-1].offered):
            break
        moments.append(_chosen(adapter, moments[-1], choice))
    return moments


def _chosen(adapter: Adapter, at: Moment, choice: int) -> Moment:
    return moment(adapter, take(adapter, at.offered[choice]))
