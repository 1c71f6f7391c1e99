"""How observations and actions of an engine are read in the words of a model, and what they leave open.

A game provides a `Reader`. The reader gives a `View` of each observation: the state that is shown, and which
parts of it are not known. It gives `StepEvidence` of each step: what effects of cards may have done in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple, Protocol

from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.language import Record, State

Cards = Mapping[str, Card]
"""Card numbers to the cards of a game."""


PLAYER = "player"
"""Parameter of an action of the model, and key of an engine's action, that names the player whose it is."""


@dataclass(frozen=True)
class Move:
    """An engine's action in the model's words: the name of a model action and its parameters."""

    action: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    player: int | None = None
    """Whose action it is, where several players choose before anybody sees what another has chosen.

    The action of the model has a parameter `player` then. None: the action is of whoever decides.
    """

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The parameters, and the player where one is named."""
        return self.parameters if self.player is None else {**self.parameters, PLAYER: self.player}


class Ground(NamedTuple):
    """A rule that grants an action, and what it grants: the action, or a kind of it."""

    rule: str
    grants: str
    """In words: "digivolving in the breeding area"."""


@dataclass(frozen=True)
class Like:
    """An element of a bag of which some fields are known."""

    fields: tuple[tuple[int, tuple[Any, ...]], ...]
    """Position of a field in the record, and the values that it may have."""

    def fits(self, element: tuple[Any, ...]) -> bool:
        """Whether a concrete element has these fields."""
        return all(element[position] in values for position, values in self.fields)


def places_of(kind: type[Record]) -> Mapping[str, int]:
    """Name of each field of a record type, to its place in a concrete record."""
    hashed: Any = kind  # as the key of a cache: it is the records that cannot be hashed, not their types
    return _places(hashed)


@cache
def _places(kind: Any) -> Mapping[str, int]:
    return {name: place for place, (name, _) in enumerate(kind.fields())}


def like(kind: type[Record], **fields: Any) -> Like:
    """An element of this type with these fields known; values are as `record` gives them."""
    return one_of(kind, **{name: (value,) for name, value in fields.items()})


def one_of(kind: type[Record], **fields: Sequence[Any]) -> Like:
    """An element of this type of which each of these fields has one of several values."""
    places = places_of(kind)
    return Like(tuple((places[name], tuple(values)) for name, values in fields.items()))


@dataclass(frozen=True)
class ChangingAction:
    """An action of the model that changes a field of one element of a bag by an amount."""

    action: str
    element: str
    """The parameter that is the element."""
    amount: str
    """The parameter by which the field changes."""


@dataclass(frozen=True)
class Becomes:
    """An element of a bag shows other values than the rules gave it, by effects that last."""

    path: str
    """Path of the bag."""
    element: Like
    values: tuple[tuple[int, Any], ...]
    """Position of a field in the record, and its new value."""
    through: ChangingAction | None = None
    """An action that is taken where it is legal, so that the rules react to the change."""
    besides: tuple[tuple[int, Any], ...] = ()
    """Fields that this action leaves alone, with their new values."""


@dataclass(frozen=True)
class First:
    """One event that is another action of the model depending on where the game is."""

    ways: Sequence[Move | Becomes]
    """Candidates; the first that is possible is meant."""
    needed: bool = True
    """Whether one of them has to be possible; else, where none is, the event means nothing to the model."""


@dataclass(frozen=True)
class AtOnce:
    """Effects that happen at once: no step of the rules comes between them."""

    parts: Sequence[Move | Becomes | First]
    where: tuple[tuple[str, Any], ...] = ()
    """Paths of the state, each with its value where they happen; anywhere where none is given."""


Reported = Move | Becomes | First | AtOnce
"""An effect of a card, or something that comes with one, in the model's words."""


@dataclass(frozen=True)
class ReportedEffects:
    """The effects of cards that an engine reported between two observations, in the model's words."""

    moves: Sequence[Reported] = ()
    unknown: str = ""
    """Why the step cannot be judged, where an event was reported that no action of the model describes."""
    unknown_from_position: str = ""
    """Why it cannot be judged where the game began from a position, which may hold what is not told."""
    chance: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Record name to the records that the rules turned over by chance, where all of them were told."""
    before_round: int = 0
    """How many of these came before the first new round, where the engine tells when that began."""


@dataclass(frozen=True)
class Influence:
    """What cards of unknown text may have changed in a step, and what they cannot have changed."""

    places: Sequence[str]
    """Places of the model that they may have changed in any way. They did not change other places."""
    moves: Sequence[Move]
    """Actions of the model that they may have caused or replaced, any number of times."""
    rules: Sequence[str]
    """Rules of guards that cannot be judged while such cards are there."""


@dataclass(frozen=True)
class Problem:
    """Something in an observation that no state of the model could show, with the rule."""

    rule: str
    text: str


class Obligation(NamedTuple):
    """An action that must be offered because of what an observation shows: any of this name and argument."""

    rule: str
    action: str = ""
    """Name of the action; '' where any action at all has to be offered."""
    argument: str = ""
    value: Any = None

    def is_met(self, action: Action) -> bool:
        """Whether an offer meets the obligation."""
        if not self.action:
            return True
        return action.get("action") == self.action and action.get(self.argument) == self.value

    def __str__(self) -> str:
        named = "" if self.value is None else f" {self.value}"
        return f"{self.action}{named}" if self.action else "anything at all"


@dataclass(frozen=True)
class Picture:
    """A drawing: the content of an SVG element of this size."""

    svg: str
    width: int
    height: int


class View(ABC):
    """The reading of one observation: the state that it shows, and what it leaves open.

    `given` is the observation as the engine gave it; `brought` says how many cards each player brought, where
    that is known from earlier observations, and is None where cards of one player may lie with another. A
    view never changes; its parts are computed when they are first asked for. A game derives its own view and
    gives at least the state.
    """

    def __init__(self, given: Observation, cards: Cards, brought: Sequence[int] | None = ()) -> None:
        self.given, self.cards = given, cards
        self.mixed = brought is None
        """Cards of one player may lie with another, where they are counted with that one."""
        self._brought: Sequence[int] = brought or ()

    @cached_property
    def observation(self) -> Observation:
        """The observation, with everything completed that it leaves out."""
        return self.given

    @cached_property
    def brought(self) -> Sequence[int]:
        """How many cards of each player there are; nothing where that is not known."""
        return self._brought

    @property
    @abstractmethod
    def state(self) -> State:
        """The state that the observation shows."""

    @cached_property
    def estimates(self) -> Sequence[State]:
        """The states that the observation can stand for; none where there are too many."""
        return [self.state]

    @property
    def unobserved(self) -> Sequence[str]:
        """The places of the model that the observation does not show: nothing may be judged by them.

        A place is a path of the state, with a field after it where that path is a bag of records.
        """
        return ()

    @property
    def left_out(self) -> Sequence[str]:
        """What the message of the engine leaves out, each thing once, whichever player's it is: the reason
        why places are unobserved. Nothing that the message has is among it.
        """
        return sorted({place.partition(".")[2] or place for place in self.unobserved})

    @property
    def settled(self) -> bool:
        """Whether a player decides something that the model knows: the rules have nothing left to do then."""
        return True

    @property
    def problems(self) -> Sequence[Problem]:
        """Contradictions in the observation that its state does not show, such as a card in two places."""
        return ()

    @property
    def obligations(self) -> Sequence[Obligation]:
        """Actions that have to be offered, because of choices in the observation that the model does not
        have.
        """
        return ()

    @property
    def unmodelled(self) -> Mapping[str, int]:
        """The numbers of the cards that may do what the model does not know, each with the turn."""
        return {}

    def visible(self, state: State) -> State:
        """The part of a state of the model that an observation like this one shows."""
        return state

    def undecided(self, action: Action) -> Sequence[str]:  # noqa: ARG002
        """The rules about which nothing can be said of an action: they rest on what is not observed."""
        return ()

    def may_be_forbidden(self, action: Action) -> bool:  # noqa: ARG002
        """Whether a card may forbid an action: an engine that gives no reason may have that one."""
        return False

    def influence(self, earlier: Mapping[str, int], action: Action) -> Influence | None:  # noqa: ARG002
        """The influence of unmodelled cards on whether an action is legal; None where they have none."""
        return None


class StepEvidence:
    """The evidence of two views about the step between them, besides the states that they show."""

    def __init__(self, before: View, action: Action, after: View) -> None:
        self.before, self.action, self.after = before, action, after

    @cached_property
    def reported(self) -> ReportedEffects:
        """The effects of cards that the engine reports."""
        return ReportedEffects()

    @property
    def unmodelled(self) -> Mapping[str, int]:
        """The unmodelled cards that are there after the step or came by in it, each with the turn."""
        return self.after.unmodelled

    @property
    def mixes(self) -> bool:
        """Whether a card of one player comes to lie with another, or may: how many cards each brought is not
        what is seen with each from then on.
        """
        return False

    @property
    def held(self) -> Mapping[Any, Sequence[Move]]:
        """The moves that players could try with cards that they have both before and after the step."""
        return {}

    @property
    def doubtful(self) -> frozenset[str]:
        """The actions of the model that an effect may forbid, so that a player may not have had them."""
        return frozenset()

    @property
    def rounds(self) -> int:
        """How many rounds have begun in the step; more than one where the views do not tell."""
        return 1

    def influence(self, earlier: Mapping[str, int]) -> Influence | None:  # noqa: ARG002
        """The influence of unmodelled cards, those up to now, on the step; None where they have none."""
        return None


@dataclass(frozen=True)
class CardsInPlay:
    """The consequences of the cards of one game for its model."""

    chance: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Record name of the model to the records that chance may turn over."""
    as_cards_lie: Callable[[State], State] | None = None
    """Gives a state, to which an action of the model led, what cards give by where they lie, which no action
    of the model does; None where none of them gives anything."""


@dataclass(frozen=True)
class Conventions:
    """Properties of the observations and decisions of a game that hold for every engine."""

    problems: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """The rules of which `View.problems` may tell a breach, each with the function that finds it."""
    obligations: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """The rules that `View.obligations` may name, each with the function that finds them."""
    excuses: Sequence[str] = ()
    """Rules by which a card may forbid what is legal otherwise: an engine that names one is believed."""
    other_forms: Mapping[str, str] = field(default_factory=dict)
    """Rules by which some editions have what an action means in another one, each with the setting of its
    switch under which they do: there an engine may offer the other one alone."""
    ended: Callable[[Observation], str] = lambda _: ""
    """The rule by which an observation says that the game has ended; "" where it does not say so."""
    silent: Sequence[str] = ()
    """Actions of players by which they leave something undone; an engine need not show them."""
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Decisions that an engine may make by itself, to the actions of the model that answer them."""
    unasked: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Decisions that an engine need not ask for where they have one answer alone, to the actions of the model
    that answer them."""
    from_hand: Sequence[str] = ()
    """Of the actions of the model, those that need a card at hand, of which a state only tells how many."""
    different: Mapping[str, str] = field(default_factory=dict)
    """Actions of the model that take two things of one kind, to the rule by which those are not the same."""
    idle: Sequence[Mapping[str, Any]] = ()
    """Positions in which a decision has one answer alone: what an engine does there tells whether it asks."""
    keeping: Mapping[str, str] = field(default_factory=dict)
    """Fields of the model's records to the rule by which they stay as they are while others are written."""


class Reader(Protocol):
    """How the observations and actions of a game are read. All methods are pure."""

    conventions: Conventions

    def view(self, observation: Observation, cards: Cards, brought: Sequence[int] | None = ()) -> View:
        """The reading of an observation; `brought` is how many cards each player brought, by earlier
        observations.
        """

    def step(self, before: View, action: Action, after: View) -> StepEvidence:
        """The evidence of two views about the step between them."""
        return StepEvidence(before, action, after)

    def move(self, observation: Observation, action: Action, cards: Cards) -> Move | None:
        """An action, offered or taken in this observation, in the model's words.

        None for a choice inside an effect, which is no action of the model. Raises KeyError or IndexError for
        an action that names something which the observation does not show.
        """

    def candidates(self, observation: Observation, cards: Cards) -> list[Action]:
        """Every action that could be meant here, legal or not, of the player who decides."""

    def grounds(self, observation: Observation, action: Action, cards: Cards) -> Sequence[Ground]:  # noqa: ARG002
        """The rules that grant an action here where it is legal, the most special first.

        The observation is completed. They tell what is missing from what is offered.
        """
        return ()

    def effects(self, observation: Observation) -> list[Action]:  # noqa: ARG002
        """Generic card effects that could resolve here (for engines with the capability `effects`)."""
        return []

    def identity(self, action: Action) -> Action:
        """An action without what an engine has added to it; equal actions of a game are then equal values."""
        return action

    def may_come_up(self, decision: str, before: Observation, action: Action, after: Observation) -> bool:  # noqa: ARG002
        """Whether this decision may have been made in a step, by somebody who was not asked."""
        return True

    def cards_in_play(self, cards: Cards) -> CardsInPlay:  # noqa: ARG002
        """The consequences of these cards for the model."""
        return CardsInPlay()

    def models_whole(self, cards: Iterable[Card], position: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Whether the model knows all that these cards can do from this position on."""
        return True

    def standing(self, position: Mapping[str, Any], cards: Cards) -> Observation | None:  # noqa: ARG002
        """The observation of a position before anybody acts, as an engine shows it that asks for every
        decision.
        """
        return None


class Depiction(Protocol):
    """How observations, actions and states of a game are put before people."""

    def describe(self, observation: Observation, action: Action, cards: Cards) -> str:
        """An action in words a player understands."""

    def board(self, observation: Observation, cards: Cards) -> str:
        """The board as text."""

    def picture(self, observation: Observation, cards: Cards) -> Picture | None:  # noqa: ARG002
        """The board as a picture; None where the game draws none."""
        return None

    def changed_picture(self, before: Observation, after: Observation, cards: Cards) -> Picture | None:  # noqa: ARG002
        """The board as a picture in which stands out what is otherwise than before; None as `picture`."""
        return self.picture(after, cards)

    def printed(self, card: Card) -> Sequence[str]:
        """What is printed on a card, a line each."""
        return [f"{name} {value}" for name, value in card.facts.items() if isinstance(value, str | int)]

    def seated(self, text: str) -> str:
        """A text about places of observations, in which players are called as boards call them."""
        return text

    def happened(self, before: Observation, after: Observation, cards: Cards) -> Sequence[str]:  # noqa: ARG002
        """What the engine reports to have happened in a step, in order and in words; none where it reports
        nothing."""
        return ()

    def waiting(self, observation: Observation, cards: Cards) -> Sequence[str]:  # noqa: ARG002
        """What waits to be dealt with, and the choice at hand, in words."""
        return ()

    def name(self, record: Mapping[str, Any]) -> str:  # noqa: ARG002
        """What a record of the model is called, such as a card by its number; "" where it has no name."""
        return ""

    def place(self, path: str, state: Mapping[str, Any], observation: Observation) -> str:  # noqa: ARG002
        """What a path of a state of the model, which is given by path, is called in observations."""
        return path
