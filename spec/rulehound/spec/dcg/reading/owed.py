"""Actions that an engine owes by what it shows itself: the choices inside effects, which the model lacks.

An engine that leaves out `choice` and `pending` shows nothing of them, and owes none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulehound.spec.formats import Observation
from rulehound.spec.reading import Obligation

DECIDES = "turn.decider"
"""The rule that whoever is asked decides: as long as the game is not over there is something to do."""

CHOSEN: Mapping[str, tuple[str, str, str]] = {
    "order": ("effects.order", "resolve", "effect"),
    "would": ("effects.would", "resolve", "effect"),
    "target": ("effects.count", "target", "id"),
    "attack": ("attack.targets", "attack", "target"),
    "requirement": ("effects.digivolve", "requirement", "requirement"),
    "digisorption": ("digisorption.suspend", "suspend-for", "digimon"),
}
"""Decision among several things: the rule, and the action that names one of them under this argument."""

NOTHING_CHOSEN: Mapping[str, tuple[str, str]] = {
    "would": ("effects.optional", "decline"),
    "attack": ("effects.optional", "decline"),
    "target": ("effects.count", "done"),
    "digisorption": ("digisorption.optional", "done"),
}
"""Decision to the rule and the action by which a player chooses nothing, or nothing more."""

RULES = tuple(
    dict.fromkeys(
        [DECIDES, *(rule for rule, *_ in CHOSEN.values()), *(rule for rule, _ in NOTHING_CHOSEN.values())]
    )
)
"""The rules that any of this rests on."""


def owed(observation: Observation) -> list[Obligation]:
    """What has to be offered here; of an observation as the engine gave it."""
    return list(dict.fromkeys(_owed(observation)))


def _owed(observation: Observation) -> Iterator[Obligation]:
    decision = observation["decision"] or ""
    if not is_over(observation):
        yield Obligation(DECIDES)
    if decision == "activate":
        yield from (Obligation("effects.optional", name) for name in ("accept", "decline"))
    if decision in CHOSEN:
        rule, action, argument = CHOSEN[decision]
        yield from (
            Obligation(rule, action, argument, one)
            for one in [*candidates(observation), *next_of(observation)]
        )
    choice: Mapping[str, Any] = observation.get("choice") or {}
    if decision in NOTHING_CHOSEN and choice.get("min") == 0:
        yield Obligation(*NOTHING_CHOSEN[decision])


def is_over(observation: Observation) -> bool:
    """Whether the game is over, or may be as far as is told: somebody has won, or nobody decides any more."""
    if observation["decider"] is not None:
        return observation.get("winner") is not None
    return not ("winner" in observation and "ended_by" in observation) or any(
        observation[name] is not None for name in ("winner", "ended_by")
    )


def candidates(observation: Observation) -> list[str | int]:
    """What is shown to be chosen from."""
    choice: Mapping[str, Any] = observation.get("choice") or {}
    return list(choice.get("candidates") or ())


def next_of(observation: Observation) -> Iterator[str]:
    """The effects among which the player who decides chooses the next one: those of the first group."""
    waiting: list[Mapping[str, Any]] = list(observation.get("pending") or ())
    if observation["decision"] != "order" or not all(
        effect.get(field) is not None for effect in waiting for field in ("id", "group", "player")
    ):
        return
    for effect in waiting:
        if effect["group"] == waiting[0]["group"] and effect["player"] == observation["decider"]:
            yield effect["id"]
