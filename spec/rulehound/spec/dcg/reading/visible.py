"""What an engine's observation tells of a state of the model, and what it leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.spec.dcg.model import Card, Kind, Stack, model
from rulehound.spec.dcg.model.state import Shown
from rulehound.spec.dcg.reading.states import PLACES, STAGES
from rulehound.spec.dcg.reading.told import DRAWN
from rulehound.spec.formats import Observation
from rulehound.spec.game import places_of
from rulehound.spec.language import State, record

STACK = places_of(Stack)
SHOWN = places_of(Shown)
NOTHING = record(Card, {})

NEVER_SHOWN = ("may_blitz", "fate", "deleted_first", "role", "dp_change", "more_checks", "kept")
"""Fields of a stack that no observation tells for certain: a sum may be shown as 0 that lies below it."""
ATTACK = ("attacking", "targeted")
"""Fields of a stack that only tell something while an attack is shown."""


FOR_SHOWN = ("materials", "digisorption")
"""Decisions that are only asked for as long as something is left to choose for a card that is shown."""


def settled(observation: Observation) -> bool:
    """Whether a player decides something that the model knows, or the game is over."""
    if observation.get("ended_by") == DRAWN:
        return False
    return observation["winner"] is not None or (observation["decision"] or "") in STAGES


def visible(state: State, observation: Observation) -> State:
    """The state, with everything that such an observation leaves open put to nothing.

    Cards that lie in no area count as trash of whoever's they are, as they do where an observation is read.
    """
    seen = list(state)
    shown: tuple[tuple[Any, ...], ...] = state[PLACES["shown"]]
    waiting = sum(1 + len(one[SHOWN["materials"]]) for one in shown if not one[SHOWN["on_field"]])
    checked = int(state[PLACES["revealed"]] != NOTHING)
    seen[PLACES["me.trash"]] += waiting + state[PLACES["me.aside"]]
    seen[PLACES["opponent.trash"]] += checked + state[PLACES["opponent.aside"]]
    for path, nothing in NOTHINGS.items():
        seen[PLACES[path]] = nothing
    hidden: tuple[str, ...] = NEVER_SHOWN
    if not settled(observation):
        closed = bool(shown) and all(one[SHOWN["closed"]] for one in shown)
        seen[PLACES["stage"]] = int(closed and observation["decision"] in FOR_SHOWN)
        seen[PLACES["target_is_player"]] = False
        hidden = NEVER_SHOWN + ATTACK
    for part in ("me", "opponent"):
        for area in ("battle", "breeding"):
            place = PLACES[f"{part}.{area}"]
            seen[place] = tuple(sorted(without(stack, hidden + of_option(stack)) for stack in seen[place]))
    return tuple(seen)


NOTHINGS: Mapping[str, Any] = {
    path: model.from_dict({})[PLACES[path]]
    for path in ("then", "after", "piercing", "checks", "revealed", "shown", "me.aside", "opponent.aside")
}
"""Fields of the state that no observation tells, to nothing."""


def of_option(stack: tuple[Any, ...]) -> tuple[str, ...]:
    """What is not told of an Option on the field: whether it is there since this turn, while it is used."""
    return ("played_this_turn",) if stack[STACK["top"]][KIND] == Kind.OPTION else ()


def without(stack: tuple[Any, ...], hidden: tuple[str, ...]) -> tuple[Any, ...]:
    """A stack with these fields put to nothing."""
    fields = list(stack)
    for name in hidden:
        fields[STACK[name]] = EMPTY[STACK[name]]
    return tuple(fields)


KIND = places_of(Card)["kind"]
EMPTY = record(Stack, {})
