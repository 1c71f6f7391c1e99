"""Game-free records that engines and the checker exchange.

The one module of the spec that `rulehound.engine` may import. Nothing here names a zone, a phase or a
keyword of any game: a card, a position, an action and an observation are names with JSON values, whose
schema belongs to the game (`rulehound.spec.<game>`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeAlias, runtime_checkable

import msgspec

PROTOCOL = "1.0"
"""Version of the adapter protocol; the part before the dot changes when an old engine would misread it."""

Value: TypeAlias = Any
"""A JSON value: None, bool, int, float, str, list or dict with string keys."""

Action: TypeAlias = Annotated[dict[str, Value], msgspec.Meta(title="Action")]
"""A move by its name and arguments, e.g. ``{"action": "play", "card": "a17"}``.

Where several players choose before anybody sees what another has chosen, `player` names whose action it is.
"""

Effect: TypeAlias = Annotated[dict[str, Value], msgspec.Meta(title="Effect")]
"""What the effect of some card does, e.g. ``{"effect": "memory", "player": 0, "amount": 2}``."""

Observation: TypeAlias = Annotated[dict[str, Value], msgspec.Meta(title="Observation")]
"""What an engine shows of a game, in the schema of the game."""

Position: TypeAlias = Annotated[dict[str, Value], msgspec.Meta(title="Position")]
"""A situation to set up, in the schema of the game."""

Facts: TypeAlias = Annotated[Mapping[str, Value], msgspec.Meta(title="Facts")]
"""What is printed on a card, in the schema of the game. What a card does not have is left out; null is a
value that nobody knows."""

Ruleset: TypeAlias = dict[str, Value]
"""A named setting of the model's switches, and the numbers of a document: names to values."""


class Rulesets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulesets of a game by name, oldest first, each with all its switches."""

    default: str
    """The ruleset that is meant where none is named."""
    rulesets: Mapping[str, Ruleset]


def read_rulesets(game: str) -> Rulesets:
    """Read the rulesets of a game from `rulesets.toml` in its package `rulehound.spec.<game>`.

    In the file a ruleset holds only what it sets otherwise than the one before it. Nothing of the package is
    imported. Raises OSError for a game without such a file, msgspec.DecodeError for a file that is none.
    """
    text = (Path(__file__).parent / game / "rulesets.toml").read_text(encoding="utf-8")
    changes = msgspec.toml.decode(text, type=Rulesets)
    rulesets: dict[str, Ruleset] = {}
    latest: Ruleset = {}
    for name, changed in changes.rulesets.items():
        rulesets[name] = latest = {**latest, **changed}
    return Rulesets(changes.default, rulesets)


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """One printed card: number, name and the facts that the game gives a meaning to (level, costs, …)."""

    number: str
    name: str
    facts: Facts = {}


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's cards by the pile they are declared in, e.g. ``{"main": [...], "eggs": [...]}``.

    Card numbers, top card first where an engine is asked to keep the order.
    """

    piles: Mapping[str, Sequence[str]]


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that a new game starts from."""

    cards: Sequence[Card]
    decks: Sequence[Deck]
    edition: str = ""
    seed: int = 0
    ordered: bool = False
    """True: the engine takes the decks in the order given instead of shuffling (capability `deck-order`)."""
    first: int | None = None
    """The player who goes first (index into `decks`); None leaves it to the seed."""


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cause for which an action or a deck is refused, with the rule that it rests on ('' if unknown)."""

    reason: str
    rule: str = ""
    text: str = ""


class Quote(msgspec.Struct, frozen=True):
    """The cost of an action in the present state, and whether the player who decides could pay it."""

    cost: int
    payable: bool


class Refused(Exception):
    """An engine refuses an action, a deck or a position; nothing has changed."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        super().__init__("; ".join(reason.text or reason.reason for reason in reasons))
        self.reasons = tuple(reasons)


CAPABILITIES: Mapping[str, str] = {
    "new-game": "starts games with given decks under a given seed",
    "deck-order": "takes decks in the order given where it is asked to",
    "position": "sets up a situation",
    "observe": "shows the game as it stands",
    "observe-player": "shows the game as one player sees it",
    "legal-actions": "lists the actions of whoever decides",
    "apply": "carries out actions, and refuses illegal ones",
    "effects": "carries out what it is told that some card's effect does",
    "validate-deck": "says whether a deck is legal",
    "quote": "says what an action would cost",
    "save": "saves and restores a game",
    "reasons": "names the rules that its refusals rest on",
    "card-facts": "takes cards by their facts, so that the checker may make up its own",
    "any-cards": "takes cards that no printing can be, such as a Tamer with a level, and judges by the rules",
    "card-effects": "takes keywords and effects among those facts, in the effect language of the game",
}
"""Capabilities of an engine, by the name that its handshake lists; an engine may have any of them."""


class Handshake(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an engine introduces itself."""

    protocol: str
    game: str
    engine: str
    version: str
    capabilities: Sequence[str] = ()
    """Of CAPABILITIES; names that are not among them are ignored."""
    editions: Sequence[str] = ()
    """Rulesets that the engine can follow; empty: it does not say."""
    unsupported: Mapping[str, Sequence[str]] = {}
    """Edition to the rule ids in which the engine says that it does not follow that edition."""
    cards: Mapping[str, str] = {}
    """For an engine that does not take cards by their facts: numbers of printed cards that it has, to the
    numbers by which it knows them."""
    schema: str = ""
    """Version of the game's schemas that it was written for; "" where it does not say."""
    chooses: Sequence[str] = ()
    """Decisions of players that the engine makes by itself and never asks, by the game's names for them; what
    it chooses has to be legal, and whatever is legal will do."""
    unasked: Sequence[str] = ()
    """Decisions of players that the engine answers by itself where they have one answer alone, by the game's
    names for them; an engine that does not say so asks for every decision."""
    card_words: Sequence[str] = ()
    """With `card-effects`: the words of cards that the engine takes, as the game names them; empty: all.
    A card with another word is not given to it."""


@runtime_checkable
class Adapter(Protocol):
    """An engine as the checker meets it, in process or behind a pipe. One game at a time."""

    def handshake(self) -> Handshake:
        """Introduce the engine; called first, and may be called again."""

    def new_game(self, setup: Setup) -> Observation:
        """Start a game. Raises Refused where a deck is not legal."""

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation. Raises Refused where the engine cannot take it."""

    def observe(self, player: int | None = None) -> Observation:
        """The game as it stands: everything, or what one player sees of it (capability `observe-player`)."""

    def legal_actions(self) -> list[Action]:
        """All actions of the player who decides now, in an order that depends on the game alone."""

    def apply(self, action: Action) -> Observation:
        """Carry out an action. Raises Refused, and changes nothing, where it is not legal."""

    def effect(self, effect: Effect) -> Observation:
        """Carry out the effect of some card (capability `effects`), at a timing at which one may resolve."""

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        """Every reason for which a deck is not legal; empty where it is."""

    def quote(self, action: Action) -> Quote:
        """The cost of an action, legal or not (capability `quote`). Raises Refused where it has none."""

    def save(self) -> Value:
        """A token for the state of the game (capability `save`)."""

    def restore(self, token: Value) -> Observation:
        """Return to a saved state."""

    def close(self) -> None:
        """Let go of the engine."""


class HandshakeParams(msgspec.Struct, frozen=True):
    """The first message to an engine: the version of the protocol, and the game that is to be played."""

    protocol: str
    game: str


class NewGameParams(msgspec.Struct, frozen=True):
    """Parameters of a new game."""

    setup: Setup


class PositionParams(msgspec.Struct, frozen=True):
    """A situation to set up, with its cards."""

    cards: tuple[Card, ...]
    position: Position
    edition: str


class ObserveParams(msgspec.Struct, frozen=True, omit_defaults=True):
    """The player through whose eyes the game is shown; None: everything is shown."""

    player: int | None = None


class ActionParams(msgspec.Struct, frozen=True):
    """The action to carry out, or whose cost is asked."""

    action: Action


class EffectParams(msgspec.Struct, frozen=True):
    """The effect to carry out."""

    effect: Effect


class DeckParams(msgspec.Struct, frozen=True):
    """The deck to judge, and its cards."""

    cards: tuple[Card, ...]
    deck: Deck
    edition: str


class RestoreParams(msgspec.Struct, frozen=True):
    """The token of the state to return to."""

    token: Value


class NoParams(msgspec.Struct, frozen=True):
    """No parameters."""


class Method(msgspec.Struct, frozen=True):
    """A method of the protocol: its parameters, its result, and the capability that it needs."""

    parameters: type[msgspec.Struct]
    result: Any
    """The type of the answer."""
    capability: str = ""
    """The capability of engines that can be asked; "": every engine can."""


METHODS: Mapping[str, Method] = {
    "handshake": Method(HandshakeParams, Handshake),
    "new_game": Method(NewGameParams, Observation, "new-game"),
    "position": Method(PositionParams, Observation, "position"),
    "observe": Method(ObserveParams, Observation, "observe"),
    "legal_actions": Method(NoParams, list[Action], "legal-actions"),
    "apply": Method(ActionParams, Observation, "apply"),
    "effect": Method(EffectParams, Observation, "effects"),
    "validate_deck": Method(DeckParams, tuple[Reason, ...], "validate-deck"),
    "quote": Method(ActionParams, Quote, "quote"),
    "save": Method(NoParams, Value, "save"),
    "restore": Method(RestoreParams, Observation, "save"),
    "close": Method(NoParams, None),
}
"""Every method of the protocol by the name that is sent; they are those of `Adapter`."""


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must hold after a step: legality first, then values at paths of the observation."""

    legal: bool | None = None
    illegal: str | None = None
    """Rule id that the refusal rests on; compared only with engines that report reasons."""
    state: Mapping[str, Value] = {}
    """Path in the observation seen from the scenario's player, to the value that must stand there."""
    events: Sequence[str] = ()
    """Names of what the step made happen, in this order; other things may have happened between them."""
    offers: Sequence[str] | None = None
    """Names of the actions that whoever decides may take now: these and no others."""
    sees: Mapping[str, Sequence[str]] = {}
    """Player (`me`, `opponent`) to the places that this player sees as they are (capability
    `observe-player`)."""
    unseen: Mapping[str, Sequence[str]] = {}
    """Player to the places where there is something, and where this player sees nothing."""
    rule: str = ""
    """The rule of the scenario by which all this is expected; '' where it may be any of them."""
    rules: Mapping[str, str] = {}
    """Path in the observation to the rule by which the value there is expected, where that is another one."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step: an action that must be legal (`do`), one that is only attempted (`try`), or an effect."""

    do: Action | None = None
    attempt: Action | None = msgspec.field(default=None, name="try")
    effect: Action | None = None
    expect: Expectation = Expectation()


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of several situations of a scenario; what it leaves out is as the scenario says."""

    title: str = ""
    """Put after the scenario's own."""
    editions: Sequence[str] = ()
    given: Mapping[str, Value] = {}
    """Laid over what the scenario is given, table by table."""
    steps: Sequence[Step] = msgspec.field(default=(), name="step")
    not_executable: str = ""
    not_modelled: str = ""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Given a position (or a new game, or a deck), when these steps are taken, then this is seen."""

    id: str
    title: str
    rules: Sequence[str]
    steps: Sequence[Step] = msgspec.field(default=(), name="step")
    cases: Sequence[Case] = msgspec.field(default=(), name="case")
    """Instead of steps: the situations that the scenario has steps for, each run for itself."""
    clauses: Mapping[str, str] = {}
    """Document of a ruling to the key of the ruling there."""
    needs: Sequence[str] = ()
    editions: Sequence[str] = ()
    """Rulesets under which the scenario holds; empty: under all."""
    given: Mapping[str, Value] = {}
    not_executable: str = ""
    """The reason why no engine can be asked this; the scenario is then listed, not run."""
    not_modelled: str = ""
    """The reason why the model cannot follow it; it is then judged by its expectations alone."""
    number: int = 0
    """The number of the case that the scenario was made of, from 1. It is counted, never written."""

    @property
    def name(self) -> str:
        """Its id, with the number of its case where it has several."""
        return f"{self.id}/{self.number}" if self.number else self.id
