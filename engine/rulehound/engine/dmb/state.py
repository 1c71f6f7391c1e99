"""The state of a game: a small shell over immutable pieces, so that a copy costs next to nothing.

A card is known by its instance id ("a17": a card of player 0; "b3": of player 1), which is stable through the
game. Players are 0 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from rulehound.engine.dmb.cards import CardFacts, CardPool
from rulehound.engine.dmb.editions import Rules
from rulehound.engine.dmb.effects.language import Ability, AttackName, Requirement
from rulehound.engine.dmb.effects.tasks import Task

Stage = Literal[
    "hands",
    "mulligans",
    "first-player",
    "prep",
    "draw",
    "hand",
    "place",
    "partner",
    "evolution",
    "rack",
    "evolve",
    "bonus",
    "strategy",
    "choice",
    "support",
    "declare-second",
    "declare-first",
    "turn-over",
    "jam-first",
    "jam-second",
    "voids",
    "resolve-first",
    "resolve-second",
    "battle",
    "abilities",
    "first-strike",
    "second-strike",
    "knock-out",
    "points",
    "end",
    "discard",
    "clean-up",
    "over",
]
"""What happens next, in the order of a game; `flow.STEPS` has how. Of what both players do in turn, `first`
is that of the turn player."""

Decision = Literal[
    "mulligan",
    "hand",
    "place",
    "partner",
    "rack",
    "evolve",
    "attack",
    "support",
    "jam",
    "priority",
    "discard",
    "effect",
    "choose",
]
"""What a player decides."""

PLAYERS = (0, 1)  # rule: players.two
OWNER_PREFIX = ("a", "b")


class Active(msgspec.Struct, frozen=True, gc=False):
    """An active Digimon: its cards from the top down, and what has happened to it."""

    cards: tuple[str, ...]
    hp: int
    abnormal: bool = False
    boost: int = 0
    """What lingering effects add to its Power."""
    bonus: int = 0
    """What passive effects add to its Power."""
    lost: int = 0
    """What Shatter has taken from its Power."""
    gained_types: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()
    revival: int = 0
    """The HP with which Set Revival brings it back; 0 where none is set."""
    worth_one: bool = False
    """Set Revival has fixed what a KO of it is worth."""
    passives: tuple[tuple[str, int], ...] = ()
    """Cards with what each adds to its Power for as long as it is there; `bonus` has all of it."""

    @property
    def top(self) -> str:
        """The card that it is."""
        return self.cards[0]


class Support(msgspec.Struct, frozen=True, gc=False):
    """A card that lies there as support."""

    card: str
    face_down: bool = False
    void: bool = False


class Player(msgspec.Struct):
    """One player's zones, choice and points. Decks have their top first, other piles their newest card
    last."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    trash: tuple[str, ...] = ()
    destiny: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    dp_cards: tuple[str, ...] = ()
    active: Active | None = None  # rule: prep.place
    support: Support | None = None
    mulliganed: bool = False
    choice: AttackName | None = None
    choice_shown: bool = False
    granted: tuple[Ability, ...] = ()
    """Abilities that effects give to the attacks of this turn."""
    abilities: tuple[Ability, ...] = ()
    """Those of the chosen attack, once they apply."""
    power: int = 0
    """That of the chosen attack, once abilities apply."""
    first_attacks: int = 0
    """Instances of 1st Attack."""
    no_first_attack: bool = False
    ko_points: int = 0
    shuffles: int = 0
    """How often the deck was shuffled: with the seed and the player, all that its order depends on."""


class Match(msgspec.Struct, frozen=True):
    """What stays the same through a whole game."""

    edition: str
    rules: Rules
    pool: CardPool
    numbers: Mapping[str, str]
    """Instance id to card number, for all cards of both players."""
    facts: Mapping[str, CardFacts]
    """Instance id to what is printed on the card."""
    partners: frozenset[str]
    """The cards that were declared as Partner."""
    destined: frozenset[str]
    """The cards that were brought in a Destiny Zone."""
    has_effects: bool = False
    """There are effects on cards of the game."""
    seed: int = 0
    first: Literal[0, 1] | None = None
    """Who goes first; None where chance decides."""

    def __repr__(self) -> str:
        return f"<match of {len(self.numbers)} cards, {self.edition}, seed {self.seed}>"


class State(msgspec.Struct):
    """A game at one moment. Changed only inside one application of an action, on a copy."""

    match: Match
    players: tuple[Player, Player]
    turn: Literal[0, 1] = 0
    """The turn player; until chance has decided, the player who sat down first."""
    turn_number: int = 0
    stage: Stage = "hands"
    decision: Decision | None = None
    decider: Literal[0, 1] | None = None
    """Who decides; None where nobody does, or both may."""
    winner: Literal[0, 1, "both"] | None = None
    low_hand: bool = False
    """The turn began with few cards in hand."""
    forced: bool = False
    """The hand was shown and exchanged for want of a Digimon."""
    racked: int = 0
    evolve_cards: int = 0
    evolutions: int = 0
    from_destiny: bool = False
    """The Partner evolved from the Destiny Zone this turn."""
    ignored: tuple[Requirement, ...] = ()
    """The requirements of evolution that are lifted this turn."""
    discount: int = 0
    last_first_attack: Literal[0, 1] | None = None
    """Who gained 1st Attack last."""
    unopposed: bool = False
    """Nobody stood against the turn player, so that there is no battle."""
    tasks: tuple[Task, ...] = ()
    """What is still to be carried out of effects that have come up."""
    looked: tuple[str, ...] = ()
    """Cards on top of a deck that are looked at, and have not been put back yet."""
    carried_out: tuple[tuple[str, int], ...] = ()
    """Effects that have come up at this time of the turn: cards, each with the place of the effect on it."""
    passed: tuple[int, ...] = ()
    """Players who use no more effects now."""
    other_first: bool = False
    """The turn player lets effects of the other player come first."""
    used: tuple[tuple[str, int], ...] = ()
    """Effects that have been used this turn, of those that are used once per turn."""
    activated: tuple[str, ...] = ()
    """Cards that have been activated in this game."""
    events: tuple[dict[str, Any], ...] = ()
    """What effects have done since the action before; it makes no two games different."""

    @property
    def me(self) -> Player:
        """The turn player's zones."""
        return self.players[self.turn]

    @property
    def opponent(self) -> Player:
        """The zones of the player who does not have the turn."""
        return self.players[1 - self.turn]

    @property
    def in_turn(self) -> tuple[Player, Player]:
        """Both players, the turn player first."""
        return self.me, self.opponent

    def deciding(self) -> Player:
        """The zones of the player who decides now, the turn player's where nobody does or both may."""
        return self.players[self.turn if self.decider is None else self.decider]


def copied(state: State) -> State:
    """A state that can be changed while the given one stays as it is."""
    first, second = map(msgspec.structs.replace, state.players)
    return msgspec.structs.replace(state, players=(first, second))


def position_of(state: State) -> tuple[object, ...]:
    """The part of a state that makes two states of one match different."""
    piles = tuple(msgspec.structs.astuple(player) for player in state.players)
    return piles, msgspec.structs.astuple(state)[2:-1]


def fingerprint(state: State) -> int:
    """A hash of the position."""
    return hash(position_of(state))


def ask(state: State, decision: Decision, decider: int | None) -> None:
    """Open a decision: the one way in which the game waits for a player."""
    state.decision = decision
    state.decider = None if decider is None else seat(decider)


def end_game(state: State, winner: Literal[0, 1, "both"]) -> None:
    """The game is over at once: nobody decides any more."""
    state.stage = "over"
    state.winner = winner


def seat(player: int) -> Literal[0, 1]:
    """A player, as one of the two."""
    return 1 if player else 0


def number_of(state: State, player: Player) -> Literal[0, 1]:
    """Which of the two players has these zones."""
    return 1 if player is state.players[1] else 0


def card_of(state: State, card: str) -> CardFacts:
    """What is printed on a card."""
    return state.match.facts[card]


def owner_of(card: str) -> int:
    """Whose card it is: that can be told from its id, and never changes."""
    return 0 if card.startswith(OWNER_PREFIX[0]) else 1


def top_of(state: State, player: Player) -> CardFacts | None:
    """What is printed on the top card of a player's Digimon; None where there is no Digimon."""
    return state.match.facts[player.active.top] if player.active else None


def report(state: State, event: str, player: int, **said: Any) -> None:
    """Tell what an effect has done with the zones, the Digimon or the attack of a player."""
    state.events += ({"event": event, "player": player, **said},)


def types_of(state: State, digimon: Active) -> frozenset[str]:
    """The types of a Digimon, printed and gained."""
    return frozenset((*state.match.facts[digimon.top].types, *digimon.gained_types))  # rule: effects.type
