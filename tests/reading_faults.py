"""Planted faults of what the documents leave open or say in two ways: the other reading, played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from faulty_engines import Fault, conduct, function, process, together
from rulehound.engine.dcg import attributes, flow, leaving, observation, state
from rulehound.engine.dcg.actions import Done
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.attacks import battle
from rulehound.engine.dcg.effects import paying, selecting, triggers
from rulehound.engine.dcg.effects.standpoint import stack_in_play
from rulehound.engine.dcg.effects.steps import stacks
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import showing
from rulehound.engine.dcg.state import State, card_of, holder_of, in_breeding
from rulehound.engine.dcg.tasks import About, Happened, Shown

sound_battle_over = battle.battle_over
sound_close = showing.close
sound_leave = leaving.leave
sound_dp_of = attributes.dp_of
sound_trash_tops = stacks.trash_tops


def pierces_all_the_same(now: State) -> None:
    """Piercing checks though its Digimon has lost it since the battle."""
    with patch.object(battle, "has", lambda *_: True):
        sound_battle_over(now)


def uncovers_nothing(now: State, one: str, count: int) -> int:
    """What comes to lie on top is there as though it had been placed."""
    trashed = sound_trash_tops(now, one, count)
    stack, player = stack_in_play(now, one), holder_of(now, one)
    if stack is not None and player is not None:
        replace(now.players[player], stack, msgspec.structs.replace(stack, uncovered=False))
    return trashed


def closed_at_a_discount(now: State, action: Done) -> None:
    """A DigiXros that places nothing makes the card cheaper all the same."""
    sound_close(now, action)
    shown, *rest = now.now
    listed = card_of(now, shown.card).digixros if isinstance(shown, Shown) else None
    if isinstance(shown, Shown) and listed is not None and not shown.materials:
        now.now = (msgspec.structs.replace(shown, cost=shown.cost - listed.reduces), *rest)


def leaves_card_by_card(now: State, event: About) -> None:
    """What lies under something that leaves is trashed from under it."""
    under = {stack.id: stack.cards[1:] for player in now.players for stack in player.battle}
    sound_leave(now, event)
    for one in event.subjects:
        if under.get(one):
            cause, player, source = event.cause, event.player, event.source
            triggers.happened(now, Happened("under-card-trashed", (one, *under[one]), cause, player, source))


def works_in_breeding(now: State, stack: Stack, rounds: int = 2) -> int | None:
    """A Digimon of the breeding area has its own lasting effects."""
    dp = sound_dp_of(now, stack, rounds)
    if dp is None or not any(in_breeding(player, stack.id) for player in now.players):
        return dp
    own = [effect.gives for effect in state.facts_of(now, stack).effects if effect.timing == "continuous"]
    return dp + sum(gives.dp for gives in own if gives is not None and isinstance(gives.dp, int))


def won_by_the_first(now: State, _winner: int | None, ended_by: Any) -> None:
    """An endless game is won by whoever goes first."""
    state.end_game(now, 0, ended_by)


READING_FAULTS: Mapping[str, Fault] = {
    "piercing-once-had": Fault(
        "keyword.piercing",
        "Piercing checks though its Digimon has lost it since",
        process("battle-over", pierces_all_the_same),
    ),
    "uncovered-option-stays": Fault(
        "option.stays",
        "an Option that comes to lie on top stays in the battle area",
        function(stacks, "trash_tops", uncovers_nothing),
    ),
    "endless-games-are-won": Fault(
        "game.endless",
        "an endless game has a winner",
        function(flow, "end_game", won_by_the_first),
    ),
    "cheaper-with-none-chosen": Fault(
        "digixros.none-chosen",
        "a DigiXros without cards lowers the cost",
        lambda: conduct(Done, carry_out=closed_at_a_discount),
    ),
    "cost-parts-share": Fault(
        "effects.by-cost",
        "one card pays for two parts of a cost",
        lambda: together(
            *(patch.object(module, "can_pay_together", lambda *_: True) for module in (paying, selecting))
        ),
    ),
    "leaving-trashes-from-under": Fault(
        "digixros.rest",
        "effects on cards trashed from under a Digimon answer to its leaving",
        function(leaving, "leave", leaves_card_by_card),
    ),
    "breeding-effects-inside": Fault(
        "breeding.no-effects",
        "effects of a Digimon work within the breeding area",
        function(observation, "dp_of", works_in_breeding),
    ),
}
"""Faults by name."""
