"""Which effects trigger on what happens."""

from __future__ import annotations

from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Happened


def happened(state: State, event: Happened) -> None:
    """Report what has happened; every effect that waits for it triggers."""
    state.events = (*state.events, event)
