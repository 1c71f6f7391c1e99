"""How much work a run puts into its checks, as numbers: the table of the efforts that commands know.

Scopes are counts of states, games and steps; times are limits that a normal run does not reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulehound.checker.wording import counted

PLAIN = "plain"
"""The kind of cards whose texts say nothing that their facts do not."""


@dataclass(frozen=True)
class Scope:
    """How much is played, declared before it runs."""

    games: int = 20
    """Random games."""
    steps: int = 300
    """In one of them, at most."""
    first: int = 0
    """The number of the first random game, or of the run of Hypothesis; each of them has another."""
    enough_steps: int | None = None
    """Steps of random games after which no further game is begun; then `games` does not count."""
    offers_every: int = 1
    """Steps from one look at what is offered to the next."""
    cards: str = PLAIN
    """The kind of cards that is played with."""
    guided: bool = False
    """Random games prefer what has hardly ever been done: they reach more of the rules in as many steps."""
    examples: int = 20
    """Games that Hypothesis makes up, in each of its runs; one finding at most comes of a run."""
    example_steps: int = 40
    """In one of those, at most."""
    findings: int = 8
    """Broken rules after which no more are looked for."""
    runs: int = 150
    """Games played again to leave steps out of one trace, at most; a long one counts for several."""
    search_steps: int = 600
    """Steps taken in search of a still shorter trace, at most; 0 where a diagnosis looks for one later."""
    seconds: float | None = None
    """For everything; what is not done by then is inconclusive."""

    def __str__(self) -> str:
        cards = "" if self.cards == PLAIN else f" of {self.cards} cards"
        random = f"{'guided ' if self.guided else ''}random games{cards} of up to {self.steps} steps"
        in_all = self.enough_steps
        games = f"{self.games} {random}" if in_all is None else f"{random}, {in_all} steps in all"
        offers = "" if self.offers_every == 1 else f", offers at every {self.offers_every} steps"
        return f"{games}, {self.examples} of up to {self.example_steps} steps by Hypothesis{offers}"


@dataclass(frozen=True)
class Bounds:
    """How far an engine is explored, declared before."""

    states: int = 400
    """In all, over all starts."""
    depth: int = 6
    """Steps from a start, at most."""
    starts: int = 12
    seconds: float | None = None
    """Only a limit that a run gone wrong should reach: what is not done by then is inconclusive."""

    def __str__(self) -> str:
        return f"{self.states:,} states from {self.starts} starts, to {self.depth} steps from each"


@dataclass(frozen=True)
class Walks:
    """How far an engine is led through games beside another one."""

    scenarios: int = 2_000
    """Scenarios that walks begin with, at most; each is gone twice, once with more cards in all piles."""
    steps: int = 10
    """By chance after what a scenario does."""
    games: int = 6
    """With each kind of cards."""
    game_steps: int = 200

    def __str__(self) -> str:
        games = f"{counted(self.games, 'game')} of each kind of cards of up to {self.game_steps} steps"
        if not self.scenarios:
            return games
        return f"positions of up to {self.scenarios:,} scenarios, {self.steps} steps by chance, and {games}"


@dataclass(frozen=True)
class Effort:
    """What one level of effort allows: for the model, then for each engine."""

    searched_states: int
    """At most, in each configuration of the model."""
    search_seconds: float
    """For each configuration of the model."""
    proof_steps: int
    """Of the solver, for each question."""
    slots: int
    """How much may stand in one place in a proof."""
    play: Scope
    with_effects: Scope
    """Play with each kind of cards that have effects."""
    exploration: Bounds
    walks: Walks = Walks()
    both_sides: bool = False
    """Whether scenarios are run from both sides of the table."""
    all_restored: bool = False
    """Whether all scenarios that pass are run with restored games; else a few in which each word comes up."""
    solver: bool = True
    """Whether z3 is asked for inputs of engines where nothing else of the run asks it."""


DEEP = Scope(games=200, steps=400, examples=100, example_steps=60, findings=20, seconds=3600)

EFFORTS: Mapping[str, Effort] = {
    "brief": Effort(
        searched_states=50_000,
        search_seconds=60,
        proof_steps=10_000_000,
        slots=0,
        play=Scope(games=1, steps=60, examples=0, runs=30, search_steps=0, seconds=60),
        with_effects=Scope(games=1, steps=30, examples=0, runs=30, search_steps=0, seconds=60, guided=True),
        exploration=Bounds(states=20, depth=3, starts=2, seconds=30),
        walks=Walks(scenarios=100, steps=4, games=1, game_steps=60),
        solver=False,
    ),
    "quick": Effort(
        searched_states=200_000,
        search_seconds=120,
        proof_steps=20_000_000,
        slots=1,
        play=Scope(games=5, steps=200, examples=10, example_steps=25, runs=60, search_steps=0, seconds=120),
        with_effects=Scope(games=3, steps=100, examples=0, runs=60, search_steps=0, seconds=120, guided=True),
        exploration=Bounds(states=120, starts=10, seconds=60),
        walks=Walks(scenarios=500, steps=8, games=2, game_steps=100),
        solver=False,
    ),
    "normal": Effort(
        searched_states=2_000_000,
        search_seconds=300,
        proof_steps=100_000_000,
        slots=3,
        play=Scope(
            games=12,
            steps=300,
            examples=20,
            example_steps=40,
            runs=100,
            search_steps=0,
            seconds=300,
        ),
        with_effects=Scope(
            games=14,
            steps=130,
            examples=5,
            example_steps=30,
            runs=100,
            search_steps=0,
            seconds=300,
            guided=True,
        ),
        exploration=Bounds(states=600, starts=40, seconds=120),
        walks=Walks(scenarios=800, steps=6, games=4, game_steps=150),
        both_sides=True,
    ),
    "deep": Effort(
        searched_states=50_000_000,
        search_seconds=3600,
        proof_steps=2_000_000_000,
        slots=5,
        play=DEEP,
        with_effects=replace(DEEP, guided=True),
        exploration=Bounds(states=20_000, depth=12, starts=100, seconds=3600),
        walks=Walks(steps=60, games=60, game_steps=400),
        both_sides=True,
        all_restored=True,
    ),
}
