"""The state of a game: a small shell over immutable piles, so that a copy costs next to nothing.

A card is known by its instance id ("a17": a card of player 0; "b3": of player 1), a Digimon, Tamer or Option
in play by its stack id ("p3"). Both are stable through the game. Players are 0 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rulehound.engine.dcg.cards import CardFacts, CardPool
from rulehound.engine.dcg.editions import Rules
from rulehound.engine.dcg.effects.watching import Watch
from rulehound.engine.dcg.in_play import Everywhere, Player, Stack
from rulehound.engine.dcg.tasks import Happened, Origin, Task, Trigger

Phase = Literal["setup", "unsuspend", "draw", "breeding", "main", "ending", "over"]
Decision = Literal[
    "redraw",
    "breeding",
    "main",
    "block",
    "attack",
    "order",
    "activate",
    "would",
    "target",
    "materials",
    "requirement",
    "digisorption",
]
"""What a player decides: besides the phases and blocking, whether to attack by an effect and what, which of
several effects comes next, whether to use an optional effect, whether to use an effect before something
happens, what an effect chooses, what to place for DigiXros or Assembly, by which requirement a Digimon
digivolves by an effect, and whom to suspend for Digisorption."""

Ending = Literal["attack", "deck-out", "endless-loop"]
Process = Literal[
    "lay-security",
    "draw-hands",
    "first-redraw",
    "second-redraw",
    "target-choice",
    "counter-timing",
    "block-timing",
    "success",
    "battle-over",
    "security-check",
    "security-battle",
    "security-over",
    "end-of-attack",
    "attack-over",
    "breeding-over",
    "turn-over",
]
"""A piece of processing that waits for its turn; it runs without a choice, or opens a decision."""

PLAYERS = (0, 1)  # rule: game.players
OWNER_PREFIX = ("a", "b")
TOKEN_MARK = "#"
"""Parts the name of a token from what tells it from others in its id."""
THE_PLAYER = "player"
"""The target of an attack on the opposing player."""


class Attack(msgspec.Struct, frozen=True, gc=False):
    """The attack under way: the attacker's stack id, `THE_PLAYER` or the target's stack id."""

    attacker: str
    target: str = ""
    """'' until it is chosen, where that comes after the effects of the declaration."""
    on: Literal["player", "digimon", "any"] = "any"
    """What the effect that allows the attack lets it be aimed at."""
    declared: str = ""
    """The target that was chosen first, whatever a block or an effect has made of it."""
    countered: bool = False
    """An effect of counter timing has been activated in it."""
    blocks: int = 0
    checks_made: int = 0
    checked: str = ""
    """The security card that is being checked."""
    had_piercing: bool = False
    """The attacker had Piercing when its battle deleted the other; where it is deleted itself, before."""
    piercing: bool = False
    """By Piercing it has gone on to security."""
    deleted: tuple[str, ...] = ()
    """What its battle has deleted."""
    lost: bool = False
    """The attacker has lost a battle, though it may still be there."""
    fought: bool = False
    """The card that is being checked has battled the attacker."""
    ended: bool = False
    """An effect has ended it: what is left of it is only its end."""


class Printed(dict[str, CardFacts]):
    """Instance id of each card to its facts. An id of a token names the token before its last `#`."""

    def __init__(self, pool: CardPool, numbers: Mapping[str, str]) -> None:
        super().__init__((card, pool[number]) for card, number in numbers.items())
        self._pool = pool

    def __missing__(self, card: str) -> CardFacts:
        return self._pool[named_by(card)]


class Match(msgspec.Struct, frozen=True):
    """What stays the same through a whole game."""

    edition: str
    rules: Rules
    pool: CardPool
    numbers: Mapping[str, str]
    """Instance id to card number, for all cards of both players."""
    facts: Printed
    """Instance id, also of a token, to what is printed on it; the tokens are not among its keys."""
    seed: int = 0

    plain: bool = True
    """Whether no card has an effect or a keyword that needs looking for: then nothing is looked for."""
    watch: Watch = msgspec.field(default_factory=lambda: Watch({}))
    """What is looked for among the effects of all cards."""

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
    now: tuple[Task, ...] = ()
    """What the game is in the middle of, innermost first: nothing else goes on until it is empty."""
    fresh: tuple[Trigger, ...] = ()
    """Effects that have triggered since the last time that pending effects were looked at."""
    triggered: tuple[tuple[Trigger, ...], ...] = ()
    """Effects that are pending: those that triggered at one time together, the latest first."""
    pending: tuple[Process, ...] = ()
    """Processing that must be over before anybody decides anything in a phase, first in front."""
    decision: Decision | None = None
    decider: int | None = None
    attack: Attack | None = None
    lasting: tuple[Everywhere, ...] = ()
    left: tuple[Origin, ...] = ()
    """What effects have left for the end of this turn."""
    winner: int | None = None
    ended_by: Ending | None = None
    shuffles: int = 0
    """How often a pile has been shuffled: with the seed, all that chance depends on."""
    next_stack: int = 1
    next_effect: int = 1
    events: tuple[Happened, ...] = ()
    """What has happened since the last action began. No part of the position."""

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
    first, second = map(msgspec.structs.replace, state.players)
    return msgspec.structs.replace(state, players=(first, second))


def position_of(state: State) -> tuple[object, ...]:
    """The part of a state that makes two states of one match different; reported events are no part of it."""
    piles = tuple(msgspec.structs.astuple(player) for player in state.players)
    return piles, msgspec.structs.astuple(state)[2:-1]


def fingerprint(state: State) -> int:
    """A hash of the position."""
    return hash(position_of(state))


def note(state: State, event: Happened) -> None:
    """Tell what has happened; whether an effect waits for it is another matter."""
    state.events = (*state.events, event)


def ask(state: State, decision: Decision, decider: int) -> None:
    """Open a decision: the one way in which the game waits for a player."""
    state.decision = decision
    state.decider = decider


def end_game(state: State, winner: int | None, ended_by: Ending) -> None:
    """The game is over at once, drawn without a winner: nothing is pending and nobody decides any more."""
    state.phase = "over"  # rule: game.over
    state.winner = winner
    state.ended_by = ended_by
    state.now, state.fresh, state.triggered, state.pending = (), (), (), ()
    state.attack = None


def card_of(state: State, card: str) -> CardFacts:
    """What is printed on a card or token."""
    return state.match.facts[card]


def token_id(name: str, owner: int, mark: str) -> str:
    """The id of a token of a player, by a mark that no other token has, whatever the tokens are called."""
    return f"{name}{TOKEN_MARK}{OWNER_PREFIX[owner]}{mark}"


def named_by(token: str) -> str:
    """The name of a token, by its id."""
    return token.rpartition(TOKEN_MARK)[0]


def owner_of(card: str) -> int:
    """Whose card it is: that can be told from its id, and never changes."""
    return 0 if card.startswith(OWNER_PREFIX[0], card.rfind(TOKEN_MARK) + 1) else 1  # rule: areas.owner


def facts_of(state: State, stack: Stack) -> CardFacts:
    """The printed facts of a stack's top card, which are those of the stack."""
    return state.match.facts[stack.cards[0]]  # rule: stack.top-card


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
    own = in_battle(player, stack) or in_breeding(player, stack)
    if own is None:
        raise KeyError(stack)
    return own


def holder_of(state: State, stack: str) -> int | None:
    """The player in whose battle or breeding area the stack of this id is; None where it is in neither."""
    for player in PLAYERS:
        if in_battle(state.players[player], stack) or in_breeding(state.players[player], stack):
            return player
    return None
