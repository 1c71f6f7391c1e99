"""How people ask about the game: their words for positions, actions, conditions and what happens."""

from __future__ import annotations

from functools import partial

from rulehound.spec.asking import OWNERS, Asking, waiting
from rulehound.spec.dcg.asking import actions, positions, wording

asking = Asking(
    position=positions.WORDS,
    observation=positions.observation,
    phrases=actions.PHRASES,
    values=actions.VALUES,
    owners=OWNERS,
    things=actions.things,
    thinkable=actions.thinkable,
    deciders=lambda observation: () if observation["decider"] is None else (observation["decider"],),
    turn=lambda observation: int(observation["turn"]),
    in_turn_of=positions.in_turn_of,
    out_of_turn="turn.decider",
    names_of_facts={"colors": "colours"},
    turned_over=actions.turned_over,
    condition=wording.condition,
    happenings=wording.happenings,
    in_effect=lambda state: bool(state["stage"] == "effect"),
    waiting=partial(waiting, wording.WAITING),
    ending=wording.ending,
    never=actions.NEVER,
)
"""The words of the game for `rulehound ask`."""
