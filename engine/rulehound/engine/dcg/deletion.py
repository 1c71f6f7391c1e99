"""Things about to happen that effects may prevent, deletion above all."""

from __future__ import annotations

from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import About


def about(state: State, event: About) -> None:
    """Something is about to happen to stacks: effects that come before it are looked for, then it happens."""
    state.now = (event, *state.now)


def run(state: State, event: About) -> None:
    """Ask for the next effect that may come before it; where there is none left, it happens."""
