"""How much work a run puts into its checks, as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulehound.checker.model.search import Limits
from rulehound.checker.suite.play import Scope


@dataclass(frozen=True)
class Effort:
    """What one level of effort allows.

    Scopes are counted in states, games and steps; times are limits that only a run gone wrong should reach.
    """

    search: Limits
    """Of each configuration."""
    proof_steps: int
    """Of the solver, for each question."""
    slots: int
    """How much may stand in one place in a proof."""
    play: Scope
    with_effects: Scope
    """Play with each kind of cards that have effects."""


DEEP = Scope(games=200, steps=400, examples=100, example_steps=60, findings=20, seconds=3600)

EFFORTS: Mapping[str, Effort] = {
    "quick": Effort(
        search=Limits(states=200_000, seconds=120),
        proof_steps=20_000_000,
        slots=1,
        play=Scope(games=5, steps=200, examples=10, example_steps=25, seconds=120),
        with_effects=Scope(games=3, steps=100, examples=0, seconds=120),
    ),
    "normal": Effort(
        search=Limits(states=2_000_000, seconds=300),
        proof_steps=100_000_000,
        slots=3,
        play=Scope(seconds=300),
        with_effects=Scope(games=15, steps=200, examples=0, offers_every=4, seconds=300),
    ),
    "deep": Effort(
        search=Limits(states=50_000_000, seconds=3600),
        proof_steps=2_000_000_000,
        slots=5,
        play=DEEP,
        with_effects=DEEP,
    ),
}
