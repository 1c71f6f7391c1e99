"""Planted faults: blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.actions import Block, NoBlock
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.attacks import blocking
from rulehound.engine.dcg.attacks.course import is_on_player, target_of
from rulehound.engine.dcg.effects.continuous import gifts_to, has
from rulehound.engine.dcg.effects.pending import next_group
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import THE_PLAYER, State, facts_of, in_battle
from rulehound.engine.dcg.tasks import Happened, Trigger
from rulehound_testing.faults.patching import (
    Fault,
    Installed,
    conduct,
    forgiving,
    function,
    numbers,
    process,
    together,
    untold,
)

sound_block_timing = blocking.block_timing
sound_comes_first = blocking.comes_first
sound_why_not = blocking.why_not


def block_upright(state: State, action: Block) -> None:
    """The blocker stays unsuspended."""
    with patch.object(blocking, "suspend", lambda _player, _stack: None):
        blocking.block(state, action)


def block_and_ask_again(state: State, action: Block) -> None:
    """After a block, the defending player may block once more."""
    blocking.block(state, action)
    state.pending = ("block-timing", *state.pending)


def block_without_switching(state: State, action: Block) -> None:
    """The blocker is suspended, and the attack goes where it was aimed at."""
    target = state.attack.target if state.attack else THE_PLAYER
    blocking.block(state, action)
    if state.attack is not None:
        state.attack = msgspec.structs.replace(state.attack, target=target)


def stands_there(state: State, action: Block) -> bool:
    """Whether the blocker is in the defending player's battle area."""
    return in_battle(state.opponent, action.blocker) is not None


def nothing_is_declined(_state: State, _action: NoBlock) -> None:
    """Who does not block is asked again where that can be."""


def unanswered(state: State, event: Happened) -> None:
    """Nothing answers to a block."""
    if event.what not in ("blocks", "blocked"):
        happened(state, event)


def blocked_in_any_case(state: State) -> None:
    """Whoever could be blocked has been."""
    sound_block_timing(state)
    if state.decision == "block" and state.attack is not None:
        happened(state, Happened("blocked", (state.attack.attacker,), player=1 - state.turn))


def blocked_by_no(kept: Callable[[State, Stack], bool]) -> Callable[[], Installed]:
    """Some Digimon with Blocker do not block."""

    def why_not(state: State, action: Block) -> Iterator[Reason]:
        yield from sound_why_not(state, action)
        blocker = in_battle(state.opponent, action.blocker)
        if blocker is not None and kept(state, blocker):
            yield Reason.BLOCKER_LACKS_BLOCKER

    return lambda: together(conduct(Block, why_not=why_not), patch.object(blocking, "why_not", why_not))


def is_behind_another(state: State, blocker: Stack) -> bool:
    """Whether another Digimon with Blocker stands before this one."""
    blockers = [stack for stack in state.opponent.battle if has(state, stack, "blocker")]
    return blockers[:1] != [blocker]


def block_free_of_effects(state: State, action: Block) -> None:
    """What was done to a Digimon ends when it blocks."""
    blocking.block(state, action)
    blocker = in_battle(state.opponent, action.blocker)
    if blocker is not None:
        replace(state.opponent, blocker, msgspec.structs.replace(blocker, lasting=()))


def is_before_another(state: State, blocker: Stack) -> bool:
    """Whether another Digimon with Blocker stands behind this one."""
    blockers = [stack for stack in state.opponent.battle if has(state, stack, "blocker")]
    return blockers[-1:] != [blocker]


def blocked_while_the_target_is_there(state: State) -> None:
    """Nobody is asked to block once the attacked Digimon has gone."""
    if is_on_player(state) or target_of(state) is not None:
        sound_block_timing(state)


def asked_while(waits: Callable[[State, tuple[Trigger, ...]], bool]) -> Callable[[State], bool]:
    """Ask about a block while effects wait of which something holds."""

    def comes_first(state: State) -> bool:
        """Whether it has been asked."""
        if state.decision is None and "block-timing" in state.pending and waits(state, next_group(state)):
            state.pending = tuple(
                one for one in state.pending if one not in ("counter-timing", "block-timing")
            )
            sound_block_timing(state)
            return state.decision is not None
        return sound_comes_first(state)

    return comes_first


def are_of_the_other(state: State, group: tuple[Trigger, ...]) -> bool:
    """Whether all that waits is of whoever is attacked."""
    return bool(group) and all(one.origin.player != state.turn for one in group)


def are_derived(_state: State, group: tuple[Trigger, ...]) -> bool:
    """Whether what waits has not been set off by the declaration itself."""
    return any(one.origin.on is not None and one.origin.on.what == "drawn" for one in group)


def tamers_block(state: State, action: Block) -> bool:
    """Whether a Tamer with Blocker is to block."""
    stack = in_battle(state.opponent, action.blocker)
    return stack is not None and has(state, stack, "blocker")


def block_for_each_blocker(state: State, action: Block) -> None:
    """After a block by a Digimon that has Blocker twice another one may block."""
    blocking.block(state, action)
    stack = in_battle(state.opponent, action.blocker)
    if stack is not None and facts_of(state, stack).blocker and gifts_to(state, stack, "blocker"):
        state.pending = ("block-timing", *state.pending)
        if state.attack is not None:
            state.attack = msgspec.structs.replace(state.attack, blocks=0)


FAULTS: Mapping[str, Fault] = {
    "blocker-not-suspended": Fault(
        "block.suspends", "blocking does not suspend", lambda: conduct(Block, carry_out=block_upright)
    ),
    "suspended-blocker": Fault(
        "block.unsuspended", "suspended Digimon block", forgiving(Block, Reason.BLOCKER_SUSPENDED)
    ),
    "block-twice": Fault(
        "block.once",
        "a second Digimon may block the same attack",
        lambda: together(numbers(blocks_per_attack=2)(), conduct(Block, carry_out=block_and_ask_again)),
    ),
    "breeding-blocks": Fault(
        "breeding.no-battle",
        "Digimon block from the breeding area",
        forgiving(Block, Reason.BLOCKER_IN_BREEDING_AREA),
    ),
    "anybody-blocks": Fault(
        "block.blocker",
        "Digimon without Blocker block, and so do Tamers",
        forgiving(Block, Reason.BLOCKER_LACKS_BLOCKER, stands_there),
    ),
    "block-does-not-switch": Fault(
        "block.switches", "the target stays", lambda: conduct(Block, carry_out=block_without_switching)
    ),
    "asked-to-block-again": Fault(
        "block.optional",
        "who has declined a block is asked again after the effects of the same timing",
        lambda: conduct(NoBlock, carry_out=nothing_is_declined),
    ),
    "blocks-unanswered": Fault(
        "effects.triggers", "nothing answers to a block", function(blocking, "happened", unanswered)
    ),
    "blocked-in-any-case": Fault(
        "block.blocked",
        "who could be blocked has been",
        process("block-timing", blocked_in_any_case),
    ),
    "first-blocker-alone": Fault(
        "block.blocker",
        "of several Digimon with Blocker the first alone blocks",
        blocked_by_no(is_behind_another),
    ),
    "blocker-there-before": Fault(
        "block.blocker",
        "a Digimon does not block in the turn in which it was played",
        blocked_by_no(lambda _state, stack: stack.played_this_turn),
    ),
    "block-ends-effects": Fault(
        "effects.duration",
        "what was done to a Digimon ends when it blocks",
        lambda: conduct(Block, carry_out=block_free_of_effects),
    ),
    "last-blocker-alone": Fault(
        "block.blocker",
        "of several Digimon with Blocker the last alone blocks",
        blocked_by_no(is_before_another),
    ),
    "target-blocks": Fault(
        "block.switches",
        "the Digimon that is attacked blocks",
        forgiving(Block, Reason.BLOCKER_IS_TARGET),
    ),
    "no-block-without-target": Fault(
        "attack.success",
        "an attack whose target has gone is not blocked any more",
        process("block-timing", blocked_while_the_target_is_there),
    ),
    "block-before-theirs": Fault(
        "attack.order",
        "a block comes before the effects of whoever is attacked",
        function(blocking, "comes_first", asked_while(are_of_the_other)),
    ),
    "block-before-derived": Fault(
        "attack.order",
        "a block comes before what the effects of the declaration have set off by drawing",
        function(blocking, "comes_first", asked_while(are_derived)),
    ),
    "tamers-block": Fault(
        "block.blocker",
        "a Tamer that has Blocker blocks",
        forgiving(Block, Reason.BLOCKER_LACKS_BLOCKER, tamers_block),
    ),
    "block-for-each-blocker": Fault(
        "block.once",
        "where a Digimon that has Blocker twice blocks another one may block as well",
        lambda: conduct(Block, carry_out=block_for_each_blocker),
    ),
    "suspension-of-any-blocker": Fault(
        "effects.triggers",
        "what waits for one Digimon to become suspended triggers when any blocks",
        untold(blocking, "suspended", altogether=False),
    ),
    "block-suspends-unseen": Fault(
        "block.suspends",
        "what waits for a Digimon to become suspended does not trigger when it blocks",
        untold(blocking, "suspended"),
    ),
}
"""Faults by name."""
