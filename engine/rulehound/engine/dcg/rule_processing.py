"""Rule processing: what the rules remove from the battle area, by themselves, after each action or effect."""

from __future__ import annotations

from rulehound.engine.dcg.attributes import dp_of
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, facts_of
from rulehound.engine.dcg.tasks import About
from rulehound.engine.dcg.turns.breeding import LOWEST_LEVEL_IN_BATTLE


def process_rules(state: State) -> None:
    """Remove every Digimon of either player that may not stay, at once: deleted, or only trashed."""
    in_battle = (*state.me.battle, *state.opponent.battle)
    stacks = [stack for stack in in_battle if facts_of(state, stack).is_digimon]
    barred = tuple(stack.id for stack in stacks if is_barred(state, stack))
    dead = tuple(stack.id for stack in stacks if stack.id not in barred and has_no_dp_left(state, stack))
    if not dead and not barred:
        state.against_rules = ()
    if dead:
        about(state, About("deleted", dead, "rules"))  # rule: rules.processing, battle.zero-dp
    if barred:
        about(state, About("left-battle-area", barred, "rules", to="trash"))  # rule: rules.processing


def has_no_dp_left(state: State, stack: Stack) -> bool:
    """Whether the DP of a Digimon has fallen so low that it is deleted."""
    dp = dp_of(state, stack)
    return dp is not None and dp <= state.match.rules.battle_zero_dp


def is_barred(state: State, stack: Stack) -> bool:
    """Whether a Digimon may not be in the battle area at all, and is trashed, which is no deletion."""
    card = facts_of(state, stack)
    if state.match.rules.battle_level_2 == "level":
        return card.level is not None and card.level < LOWEST_LEVEL_IN_BATTLE  # rule: battle.level-2
    return card.dp is None  # rule: battle.no-dp
