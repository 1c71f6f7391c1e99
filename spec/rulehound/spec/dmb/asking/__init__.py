"""How people ask about the game: their words for positions, actions, conditions and what happens."""

from __future__ import annotations

from functools import partial

from rulehound.spec.asking import OWNERS, Asking, waiting
from rulehound.spec.dmb.asking import actions, positions, wording

asking = Asking(
    position=positions.WORDS,
    observation=positions.observation,
    phrases=actions.PHRASES,
    values=actions.VALUES,
    owners=OWNERS,
    things=actions.things,
    thinkable=actions.thinkable,
    deciders=actions.deciders,
    turn=lambda observation: int(observation["turn"]),
    in_turn_of=positions.in_turn_of,
    out_of_turn="end.pass",
    names_of_facts={},
    turned_over=actions.turned_over,
    condition=wording.condition,
    happenings=wording.happenings,
    in_effect=wording.in_effect,
    waiting=partial(waiting, wording.WAITING),
    ending=wording.ending,
)
"""The words of the game for `rulehound ask`."""
