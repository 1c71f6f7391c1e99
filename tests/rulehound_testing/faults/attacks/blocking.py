"""Planted faults: blocks."""

from __future__ import annotations

from collections.abc import Mapping
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.actions import Block, NoBlock
from rulehound.engine.dcg.attacks import blocking
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import THE_PLAYER, State, in_battle
from rulehound.engine.dcg.tasks import Happened
from rulehound_testing.faults.patching import (
    Fault,
    conduct,
    forgiving,
    function,
    numbers,
    process,
    together,
)

sound_block_timing = blocking.block_timing


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
}
"""Faults by name."""
