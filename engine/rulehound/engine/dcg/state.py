"""The state of a game: a small shell over immutable piles, so that a copy costs next to nothing.

A card in play is known by its instance id ("a17": a card of player 0; "b3": of player 1), a Digimon or Tamer
in play by its stack id ("p3"). Both are stable through the game. Players are 0 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Literal

import msgspec

from rulehound.engine.dcg.cards import CardFacts, CardPool
from rulehound.engine.dcg.editions import Rules

Phase = Literal["setup", "unsuspend", "draw", "breeding", "main", "over"]
Decision = Literal["redraw", "breeding", "main", "block"]
Ending = Literal["attack", "deck-out"]
Process = Literal[
    "lay-security",
    "draw-hands",
    "first-redraw",
    "second-redraw",
    "block-timing",
    "success",
    "security-check",
    "end-of-attack",
]
"""A piece of processing that waits for its turn; it runs without a choice, or opens a decision."""

PLAYERS = (0, 1)  # rule: game.players
OWNER_PREFIX = ("a", "b")
THE_PLAYER = "player"
"""The target of an attack on the opposing player."""


class Stack(msgspec.Struct, frozen=True, gc=False):
    """A Digimon or Tamer in play: its cards from the top down, and what has happened to it."""

    id: str
    cards: tuple[str, ...]
    suspended: bool = False
    played_this_turn: bool = False
    dp_change: int = 0
    """Sum of the effects on its DP until the end of the turn."""


class Player(msgspec.Struct):
    """One player's areas. Piles are tuples of instance ids; decks, security and stacks have their top first,
    hand and trash their newest card last."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    security: tuple[str, ...] = ()
    egg_deck: tuple[str, ...] = ()
    trash: tuple[str, ...] = ()
    breeding: Stack | None = None
    battle: tuple[Stack, ...] = ()
    revealed: tuple[str, ...] = ()
    """Cards that are in no area: the card being checked."""


class Attack(msgspec.Struct, frozen=True, gc=False):
    """The attack under way: the attacker's stack id, `THE_PLAYER` or the target's stack id."""

    attacker: str
    target: str
    blocks: int = 0
    checks_made: int = 0


class Match(msgspec.Struct, frozen=True):
    """What stays the same through a whole game."""

    edition: str
    rules: Rules
    pool: CardPool
    numbers: Mapping[str, str]
    """Instance id to card number, for all cards of both players."""
    facts: Mapping[str, CardFacts]
    """Instance id to what is printed on it."""
    seed: int = 0

    def __repr__(self) -> str:
        return f"<match of {len(self.numbers)} cards, {self.edition}, seed {self.seed}>"


class State(msgspec.Struct):
    """A game at one moment. Changed only inside one application of an action, on a copy."""

    match: Match
    players: tuple[Player, Player]
    turn: int = 0
    """The turn player."""
    turn_number: int = 0
    phase: Phase = "setup"
    memory: int = 0
    """Seen from the turn player."""
    pending: tuple[Process, ...] = ()
    """Processing that must be over before anybody decides anything, first in front."""
    decision: Decision | None = None
    decider: int | None = None
    attack: Attack | None = None
    winner: int | None = None
    ended_by: Ending | None = None
    shuffles: int = 0
    """How often a pile has been shuffled: with the seed, all that chance depends on."""
    next_stack: int = 1

    @property
    def me(self) -> Player:
        """The turn player's areas."""
        return self.players[self.turn]

    @property
    def opponent(self) -> Player:
        """The areas of the player who does not have the turn."""
        return self.players[1 - self.turn]

    def deciding(self) -> Player:
        """The areas of the player who decides now, the turn player's where nobody does."""
        return self.players[self.turn if self.decider is None else self.decider]


def copied(state: State) -> State:
    """A state that can be changed while the given one stays as it is."""
    fresh = copy(state)
    first, second = state.players
    fresh.players = (copy(first), copy(second))
    return fresh


def fingerprint(state: State) -> int:
    """A hash of everything that tells two states of one match apart."""
    piles = tuple(msgspec.structs.astuple(player) for player in state.players)
    rest = msgspec.structs.astuple(state)[2:]
    return hash((piles, rest))


def ask(state: State, decision: Decision, decider: int) -> None:
    """Open a decision: the one way in which the game waits for a player."""
    state.decision = decision
    state.decider = decider


def end_game(state: State, winner: int, ended_by: Ending) -> None:
    """The game is over at once: nothing is pending and nobody decides any more."""
    state.phase = "over"  # rule: game.over
    state.winner = winner
    state.ended_by = ended_by
    state.pending = ()
    state.attack = None


def facts_of(state: State, stack: Stack) -> CardFacts:
    """What the top card of a stack says: that is what the stack is."""
    return state.match.facts[stack.cards[0]]


def dp_of(state: State, stack: Stack) -> int | None:
    """Present DP of a stack; None where its top card has none."""
    printed = facts_of(state, stack).dp
    if printed is None:
        return None
    return max(printed + stack.dp_change, 0)  # rule: dp.floor, dp.modify


def checks_of(state: State, stack: Stack) -> int:
    """How many security cards an attack of this Digimon may check."""
    allowed = state.match.rules.attack_checks + facts_of(state, stack).security_attack  # rule: security.count
    return max(allowed, 0)


def in_battle(player: Player, stack: str) -> Stack | None:
    """The stack of this id in a player's battle area, if it is there."""
    for candidate in player.battle:
        if candidate.id == stack:
            return candidate
    return None


def in_breeding(player: Player, stack: str) -> Stack | None:
    """The stack of this id in a player's breeding area, if it is there."""
    if player.breeding is not None and player.breeding.id == stack:
        return player.breeding
    return None


def stack_of(player: Player, stack: str) -> Stack:
    """The stack of this id in a player's battle or breeding area. Raises KeyError where there is none."""
    found = in_battle(player, stack) or in_breeding(player, stack)
    if found is None:
        raise KeyError(stack)
    return found
