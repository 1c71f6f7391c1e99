"""Rule processing: what the rules remove from the battle area, by themselves, after each action or effect."""

from __future__ import annotations

from rulehound.engine.dcg.areas import trash_stacks
from rulehound.engine.dcg.attributes import dp_of
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, facts_of
from rulehound.engine.dcg.turns.breeding import LOWEST_LEVEL_IN_BATTLE


def process_rules(state: State) -> None:
    """Remove every Digimon that may not stay, of both players at once."""
    for player in state.players:  # rule: rules.processing
        gone = [stack for stack in player.battle if not may_stay(state, stack)]
        if gone:
            trash_stacks(player, gone)


def may_stay(state: State, stack: Stack) -> bool:
    """Whether the rules let a stack stay in the battle area; they have nothing against Tamers."""
    card = facts_of(state, stack)
    if not card.is_digimon:
        return True
    rules = state.match.rules
    if rules.battle_level_2 == "level" and card.level is not None and card.level < LOWEST_LEVEL_IN_BATTLE:
        return False  # rule: battle.level-2
    dp = dp_of(state, stack)
    if dp is None:
        return rules.battle_level_2 == "level"  # rule: battle.no-dp
    return dp > rules.battle_zero_dp  # rule: battle.zero-dp
