"""Which part of a state of the model an observation shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulehound.spec.dcg.model import Card, Kind, Stack, model
from rulehound.spec.dcg.model.state import Shown
from rulehound.spec.dcg.reading.reported_effects import DRAWN
from rulehound.spec.dcg.reading.states import PLACES, STAGES
from rulehound.spec.formats import Observation
from rulehound.spec.language import State, record
from rulehound.spec.reading import places_of

STACK = places_of(Stack)
SHOWN = places_of(Shown)
NOTHING = record(Card, {})

NEVER_SHOWN = ("may_blitz", "fate", "deleted_first", "role", "dp_change", "more_checks", "kept")
"""Fields of a stack that no observation shows for certain: DP that is shown as 0 may be a sum below 0."""
ATTACK = ("attacking", "targeted")
"""Fields of a stack that mean something only while an attack is shown."""


FOR_SHOWN = ("materials", "digisorption")
"""Decisions that a player makes only while something is left to choose for a card that is shown."""


def is_known_decision(observation: Observation) -> bool:
    """Whether a player makes a decision that the model has, or the game is over."""
    if observation.get("ended_by") == DRAWN:
        return False
    return observation["winner"] is not None or (observation["decision"] or "") in STAGES


def visible_part(state: State, observation: Observation) -> State:
    """A state in which everything that an observation does not show is set to 0, false, empty or nothing.

    Cards that lie in no area count as trash of their owner, as they do where an observation is read.
    """
    places = list(state)
    set_aside: tuple[tuple[Any, ...], ...] = state[PLACES["shown"]]
    waiting = sum(1 + len(one[SHOWN["materials"]]) for one in set_aside if not one[SHOWN["on_field"]])
    checked = int(state[PLACES["revealed"]] != NOTHING)
    places[PLACES["me.trash"]] += waiting + state[PLACES["me.aside"]]
    places[PLACES["opponent.trash"]] += checked + state[PLACES["opponent.aside"]]
    for place, nothing in NEVER_TOLD:
        places[place] = nothing
    hidden = ANY_TIME
    if not is_known_decision(observation):
        closed = bool(set_aside) and all(one[SHOWN["closed"]] for one in set_aside)
        places[PLACES["stage"]] = int(closed and observation["decision"] in FOR_SHOWN)
        places[PLACES["target_is_player"]] = False
        hidden = IN_THE_MIDDLE
    for place in AREAS:
        places[place] = tuple(sorted([without(stack, hidden) for stack in places[place]]))
    return tuple(places)


NEVER_TOLD: Sequence[tuple[int, Any]] = [
    (PLACES[path], model.from_dict({})[PLACES[path]])
    for path in ("then", "after", "piercing", "checks", "revealed", "shown", "me.aside", "opponent.aside")
]
"""Fields of the state that no observation shows: place, and the value that stands for nothing."""

AREAS = [PLACES[f"{part}.{area}"] for part in ("me", "opponent") for area in ("battle", "breeding")]
"""The fields of the state that hold stacks."""


def _hiding(*names: str) -> Sequence[tuple[int, Any]]:
    """The places of these fields of a stack, each with the value that stands for nothing."""
    return [(STACK[name], EMPTY[STACK[name]]) for name in names]


def without(stack: tuple[Any, ...], hidden: Sequence[tuple[int, Any]]) -> tuple[Any, ...]:
    """A stack in which these fields are set to nothing.

    Of an Option in use no observation shows whether it came into play this turn, so that field is hidden too.
    """
    fields = list(stack)
    for place, nothing in hidden:
        fields[place] = nothing
    if fields[TOP][KIND] == Kind.OPTION:
        fields[PLAYED_THIS_TURN] = False
    return tuple(fields)


TOP, PLAYED_THIS_TURN = STACK["top"], STACK["played_this_turn"]
KIND = places_of(Card)["kind"]
EMPTY = record(Stack, {})

ANY_TIME, IN_THE_MIDDLE = _hiding(*NEVER_SHOWN), _hiding(*NEVER_SHOWN, *ATTACK)
"""What is put to nothing of a stack where a player decides, and where an engine waits elsewhere."""
