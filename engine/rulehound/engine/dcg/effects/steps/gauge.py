"""Steps that move the memory counter."""

from __future__ import annotations

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.effects.continuous import amount
from rulehound.engine.dcg.effects.language import Memory, SetMemory
from rulehound.engine.dcg.effects.standpoint import of_frame
from rulehound.engine.dcg.effects.steps.telling import tell
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Frame

Choices = tuple[tuple[str, ...], ...]


def change(state: State, frame: Frame, step: Memory, _chosen: Choices) -> None:
    """A player gains or loses memory."""
    player = frame.origin.player if step.of == "me" else 1 - frame.origin.player
    gained = amount(state, of_frame(frame), step.amount)
    memory.change(state, player, gained)  # rule: memory.gain, memory.lose
    tell(state, frame, "memory", player=player, amount=gained)
    if gained > 0:
        tell(state, frame, "memory-gained", player=player, amount=gained)


def set_to(state: State, frame: Frame, step: SetMemory, _chosen: Choices) -> None:
    """The counter is set, within the gauge."""
    player = frame.origin.player
    moved = step.to - memory.of_player(state, player)
    memory.change(state, player, moved)  # rule: memory.limit
    tell(state, frame, "memory", player=player, amount=moved)
