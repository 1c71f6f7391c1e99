"""Activating an effect and carrying out its steps, one after the other."""

from __future__ import annotations

from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Asking, Frame, Origin


def activate(state: State, origin: Origin) -> None:
    """Activate an effect whose time has come, if it still can be: ask for an optional one, then its steps."""
    state.now = (Frame(origin, origin.effect.steps), *state.now)


def run(state: State, frame: Frame) -> None:
    """Carry out the next step of an effect, or ask the choice that it needs."""


def ask_whether(state: State, asking: Asking) -> None:
    """Ask a player whether an optional effect is used."""
