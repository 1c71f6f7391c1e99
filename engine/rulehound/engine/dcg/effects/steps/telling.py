"""Reports of what a step of an effect has done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Frame, Happened


def tell(state: State, frame: Frame, what: str, subjects: Sequence[str] = (), **more: Any) -> None:
    """Something has happened by this effect: whatever waits for it triggers.

    `more` are fields of `Happened`; `player` is whose effect it is, unless it says otherwise.
    """
    by = {"player": frame.origin.player, "whose": frame.origin.player, **more}
    happened(state, Happened(what, tuple(subjects), "effect", source=frame.origin.card, **by))
