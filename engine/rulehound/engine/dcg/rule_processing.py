"""Rule processing: what the rules remove from the battle area, by themselves, after each action or effect."""

from __future__ import annotations

from rulehound.engine.dcg.areas import into_trash
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.continuous import dp_of, is_digimon
from rulehound.engine.dcg.effects.watching import lowers
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, facts_of, note
from rulehound.engine.dcg.tasks import About, Happened
from rulehound.engine.dcg.turns.breeding import LOWEST_LEVEL_IN_BATTLE


def process_rules(state: State) -> None:
    """Remove all of either player that may not stay where it is, at once: deleted, or only trashed."""
    one, other = state.players
    if (one.breeding and one.breeding.uncovered) or (other.breeding and other.breeding.uncovered):
        clear_breeding(state)
    standing = standing_of(state)
    watch = state.match.watch
    if watch.is_at_rest(*standing):
        return
    lowered = may_be_lowered(state)
    barred, doubtful = [], []
    for stack in (*state.me.battle, *state.opponent.battle):
        card = facts_of(state, stack)
        if stack.uncovered:  # rule: option.stays
            barred.append(stack.id)
        elif not is_digimon(state, stack):
            continue
        elif is_barred(state, stack):
            barred.append(stack.id)
        elif lowered or not card.dp or (stack.lasting and is_lowered(stack)):
            doubtful.append(stack)
    dead = tuple(stack.id for stack in doubtful if has_no_dp_left(state, stack))
    if not (dead or barred or doubtful or may_become_digimon(state)):
        watch.came_to_rest(*standing)
    if dead:
        # rule: deletion.by-rules, rules.processing, battle.zero-dp
        about(state, About("deleted", dead, "rules", trashed=tuple(barred)))
    elif barred:
        about(state, About("left-battle-area", tuple(barred), "rules", to="trash"))  # rule: rules.processing


def standing_of(state: State) -> tuple[object, ...]:
    """What has to be another object for rule processing to find something once it has found nothing."""
    one, other = state.players
    # effects that work in a breeding area may lower DP, too
    bred = (one.breeding, other.breeding) if state.match.watch.works_in_breeding else ()
    return one.battle, other.battle, state.lasting, *bred


def clear_breeding(state: State) -> None:
    """Trash whatever has been uncovered in a breeding area and is no Digimon."""
    for number, player in enumerate(state.players):
        stack = player.breeding
        if stack is not None and stack.uncovered:
            player.breeding = None
            into_trash(state, stack.cards)  # rule: rules.processing, breeding.digimon-only
            note(state, Happened("left-breeding-area", (stack.id,), "rules", number, stacks=(stack,)))


def may_be_lowered(state: State) -> bool:
    """Whether something that does not last on a Digimon itself may make its DP less."""
    if state.match.plain:
        return False
    going = state.match.watch.field(state.players).giving.get("dp")
    if going and any(lowers(one.gives) for one in going):
        return True
    return bool(state.lasting) and any(lowers(one.gives) for one in state.lasting)


def may_become_digimon(state: State) -> bool:
    """Whether something that may begin to hold at any moment makes a Digimon of what is none."""
    if state.match.plain:
        return False
    if "as_digimon" in state.match.watch.field(state.players).giving:
        return True
    if any("as_digimon" in one.gives.words for one in state.lasting):
        return True
    stacks = (*state.me.battle, *state.opponent.battle)
    return any("as_digimon" in one.gives.words for stack in stacks for one in stack.lasting)


def is_lowered(stack: Stack) -> bool:
    """Whether something that lasts on a Digimon makes its DP less."""
    return any(lowers(one.gives) for one in stack.lasting)


def has_no_dp_left(state: State, stack: Stack) -> bool:
    """Whether the DP of a Digimon has fallen so low that it is deleted."""
    dp = dp_of(state, stack)
    return dp is not None and dp <= state.match.rules.battle_zero_dp


def is_barred(state: State, stack: Stack) -> bool:
    """Whether a Digimon may not be in the battle area at all, and is trashed, which is no deletion."""
    card = facts_of(state, stack)
    if state.match.rules.battle_level_2 == "level":
        return card.level is not None and card.level < LOWEST_LEVEL_IN_BATTLE  # rule: battle.level-2
    return card.dp is None and dp_of(state, stack) is None  # rule: battle.no-dp
