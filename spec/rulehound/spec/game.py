"""What a game brings to the checker: its spec directory, its model and how to read engines of it.

The checker knows no game; everything that names a zone, a phase or a card field reaches it through a `Game`.
Games are found by the entry point `rulehound.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from rulehound.spec.formats import Action, Card, Observation, Position, Ruleset, Setup, Step
from rulehound.spec.language import Configuration, Model, Parameters, Record, State


@dataclass(frozen=True)
class Move:
    """An engine's action in the model's words: the name of a model action and its parameters."""

    action: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Like:
    """An element of a bag of which some fields are known."""

    fields: tuple[tuple[int, tuple[Any, ...]], ...]
    """Position of a field in the record, and the values that it may have."""

    def fits(self, element: tuple[Any, ...]) -> bool:
        """Whether an element can be the one that is meant."""
        return all(element[position] in values for position, values in self.fields)


def places_of(kind: type[Record]) -> Mapping[str, int]:
    """Where in a concrete record of this type each field stands."""
    hashed: Any = kind  # as the key of a cache: it is the records that cannot be hashed, not their types
    return _places(hashed)


@cache
def _places(kind: Any) -> Mapping[str, int]:
    return {name: place for place, (name, _) in enumerate(kind.fields())}


def like(kind: type[Record], **fields: Any) -> Like:
    """An element of this type of which these fields are known; values as `record` gives them."""
    return one_of(kind, **{name: (value,) for name, value in fields.items()})


def one_of(kind: type[Record], **fields: Sequence[Any]) -> Like:
    """An element of this type of whose fields each has one of the values given."""
    places = places_of(kind)
    return Like(tuple((places[name], tuple(values)) for name, values in fields.items()))


@dataclass(frozen=True)
class Becomes:
    """An element of a bag is seen to have other values than the rules gave it, by effects that last."""

    path: str
    """Of the bag."""
    element: Like
    values: tuple[tuple[int, Any], ...]
    """Position of a field in the record, and what it is now."""
    through: str = ""
    """An action of the model that changes the first of the fields of a target by an amount: where it is legal
    it is taken, so that what the rules make of the change follows."""
    besides: tuple[tuple[int, Any], ...] = ()
    """Fields that this action leaves alone, and what they are now."""


@dataclass(frozen=True)
class First:
    """One event that the model calls differently depending on where the game is."""

    ways: Sequence[Move | Becomes]
    """What it may be; the first of these that can be there is meant."""
    needed: bool = True
    """Whether one of them has to be possible; else it is nothing to the model where none is."""


@dataclass(frozen=True)
class AtOnce:
    """What happens at once: nothing that the rules demand comes between."""

    parts: Sequence[Move | Becomes | First]


Reported = Move | Becomes | First | AtOnce
"""An effect of a card, or something that comes with one, in the model's words."""


@dataclass(frozen=True)
class Told:
    """The effects of cards that an engine reported between two observations, in the model's words."""

    moves: Sequence[Reported] = ()
    unknown: str = ""
    """Why the step cannot be judged, where something was reported that the model has no words for."""
    chance: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Record name to the records that the rules turned over by chance, where all of them were told."""
    before_round: int = 0
    """How many of these came before the first new round, where the engine tells when that began."""


@dataclass(frozen=True)
class Swayed:
    """What cards of which the model does not know what they do may have changed in a step, and what not."""

    places: Sequence[str]
    """Places of the model that they may have changed in any way; the others they left alone."""
    moves: Sequence[Move]
    """Actions of the model that they may have set off or stood in for, any number of times."""
    rules: Sequence[str]
    """Rules of guards about which nothing can be said while they are there."""


@dataclass(frozen=True)
class Problem:
    """Something that an observation shows and no state of the model could: rule, what was seen."""

    rule: str
    text: str


class Owed(NamedTuple):
    """An action that has to be offered, by what an observation shows: any of this name and argument."""

    rule: str
    action: str = ""
    """'' where anything at all has to be offered."""
    argument: str = ""
    value: Any = None

    def is_met(self, action: Action) -> bool:
        """Whether an offer is what is owed."""
        if not self.action:
            return True
        return action.get("action") == self.action and action.get(self.argument) == self.value

    def __str__(self) -> str:
        named = "" if self.value is None else f" {self.value}"
        return f"{self.action}{named}" if self.action else "anything at all"


@dataclass(frozen=True)
class Picture:
    """A drawing: what stands inside an SVG element of this size."""

    svg: str
    width: int
    height: int


@dataclass(frozen=True)
class Reader:
    """How observations and actions of an engine are read; all functions are pure.

    `card` maps card numbers to cards. `unknown` names what an observation leaves out.
    """

    project: Callable[[Observation, Mapping[str, Card], Sequence[int]], State]
    """The model state that an observation shows, where the players brought so many cards."""
    brought: Callable[[Observation], Sequence[int]]
    """How many cards of each player an observation shows."""
    chance: Callable[[Mapping[str, Card]], Mapping[str, Sequence[Any]]]
    """Record name of the model to the records that chance may turn over, with these cards in the game."""
    problems: Callable[[Observation, Mapping[str, Card]], list[Problem]]
    """What the projection would hide: a card in two places, for one."""
    interpret: Callable[[Observation, Action, Mapping[str, Card]], Move | None]
    """An action, offered or taken in this observation, in the model's words; None for a choice inside an
    effect, which is no action of the model."""
    candidates: Callable[[Observation, Mapping[str, Card]], list[Action]]
    """Every action that could be meant here, legal or not, of the player who decides."""
    effects: Callable[[Observation], list[Action]]
    """Generic card effects that could resolve here (for engines with the capability `effects`)."""
    describe: Callable[[Observation, Action, Mapping[str, Card]], str]
    """An action in words a player understands."""
    draw: Callable[[Observation, Mapping[str, Card]], str]
    """The board as text."""
    setup: Callable[[int, Ruleset], Setup]
    """A legal game from a seed: cards of our own, decks, first player. Raises KeyError without a fact."""
    owed: Callable[[Observation], Sequence[Owed]] = lambda _: ()
    """What has to be offered by what an observation, as an engine gave it, shows of choices that the model
    lacks."""
    owes: Sequence[str] = ()
    """The rules that `owed` may name."""
    watched: Sequence[str] = ()
    """The rules of which `problems` may tell a breach."""
    visible: Callable[[State, Observation], Any] = lambda state, _: state
    """What an observation like this one tells of a state of the model."""
    settled: Callable[[Observation], bool] = lambda _: True
    """Whether a player decides something that the model knows: the rules have nothing left to do then."""
    told: Callable[[Observation, Observation, Mapping[str, Card]], Told] = lambda _, __, ___: Told()
    """The effects that the engine reports with an observation, since the one before it, which comes first."""
    as_cards_lie: Callable[[Mapping[str, Card]], Callable[[State], State] | None] = lambda _: None
    """What gives a state, to which an action of the model led, what these cards give by where they lie, which
    no action of the model does; None where none of them gives anything."""
    excused: Sequence[str] = ()
    """Rules by which a card may forbid what is legal otherwise: an engine that names one is believed."""
    forbidding: Callable[[Observation, Action, Mapping[str, Card]], bool] = lambda _, __, ___: False
    """Whether a card may forbid this here: an engine that gives no reason may have that one."""
    doubted: Callable[[Observation, Action, Mapping[str, Card]], Sequence[str]] = lambda _, __, ___: ()
    """Rules about which nothing can be said of this action here: they rest on what an observation does not
    tell, on effects that last for one."""
    unmodelled: Callable[
        [Observation, Mapping[str, Card], Observation | None, Action | None], Mapping[str, int]
    ] = lambda *_: {}
    """The cards of a completed observation that may do something of which the model knows nothing, by number,
    each with when that was; also those that came by since the observation before, by the action between."""
    swayed: Callable[
        [Mapping[str, int], Observation, Action, Observation | None, Mapping[str, Card]], Swayed | None
    ] = lambda *_: None
    """What such cards, those met up to now, may have changed in the step between two observations; with one
    observation alone, what they may change about whether an action is legal there."""
    other_forms: Mapping[str, str] = field(default_factory=dict)
    """Rules by which some editions have what an action means in another one, each with the setting of its
    switch under which they do: there an engine may offer the other one alone."""
    followed: Callable[[Iterable[Card], Mapping[str, Any]], bool] = lambda _, __: True
    """Whether the model knows all that these cards can do from this position on."""
    silent: Sequence[str] = ()
    """Actions of players by which they leave something undone; an engine need not show them."""
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Decisions that an engine may make by itself, to the actions of the model that answer them."""
    unasked: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Decisions that an engine need not ask for where they have one answer alone, to the actions of the model
    that answer them."""
    from_hand: Sequence[str] = ()
    """Of the actions of the model, those that need a card at hand, of which a state only tells how many."""
    held: Callable[[Observation, Observation, Mapping[str, Card]], Mapping[Any, Sequence[Move]]] = (
        lambda _, __, ___: {}
    )
    """What players could try with the cards that they have at hand before and after a step, of completed
    observations, by the value that the field of the model which changes with the round has in their turn."""
    rounds: Callable[[Observation, Observation], int] = lambda _, __: 1
    """How many rounds have begun between two completed observations; more than one where they do not tell."""
    standing: Callable[[Mapping[str, Any], Mapping[str, Card]], Observation | None] = lambda _, __: None
    """What an engine that asks for every decision shows of a position before anybody does anything, as far as
    it can be told; None where nobody decides then."""
    idle: Sequence[Mapping[str, Any]] = ()
    """Positions in which a decision has one answer alone: what an engine does there tells whether it asks."""
    picture: Callable[[Observation, Mapping[str, Card]], Picture] | None = None
    """The board as a picture."""
    called: Callable[[Mapping[str, Any]], str] = lambda _: ""
    """What a record of the model is called, such as a card by its number; "" where it has no name."""
    place: Callable[[str, Mapping[str, Any], Observation], str] = lambda path, _, __: path
    """What a path of a state of the model, which is given by path, is called in observations of that game."""
    keeping: Mapping[str, str] = field(default_factory=dict)
    """Fields of the model's records to the rule by which they stay as they are while others are written."""
    completed: Callable[[Observation, Mapping[str, Card]], Observation] = lambda observation, _: observation
    """An observation that leaves things out, completed; what is said about others here holds of these."""
    untold: Callable[[Observation], Sequence[str]] = lambda _: ()
    """The places of the model that a completed observation does not tell: nothing may be judged by them. A
    place is a path of the state, with a field after it where that is a bag of records."""
    known: Callable[[Action], Action] = lambda action: action
    """An action without what an engine has added to it; equal actions of a game are then equal values."""
    guesses: Callable[[State, Observation], Sequence[State]] = lambda state, _: [state]
    """The states that a completed observation can stand for, which reads as this state; none where there are
    too many."""


@dataclass(frozen=True)
class Chained:
    """A sequence of one action of the first model, the last of which is at a boundary of a guard."""

    action: str
    guard: str
    longest: int
    rules: Sequence[str]
    """The rules that the sequence as a whole stands for."""
    links: Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]]], Sequence[Any]]
    """What holds of the chain, as solver terms over its start and the parameters of each step."""
    arrange: Callable[
        [Mapping[str, Any], Sequence[Mapping[str, Any]], bool, str],
        tuple[Mapping[str, Any], Sequence[Step]] | None,
    ]
    """From start, parameters of each step, whether the last is legal, and rule: a scenario, or None."""
    then: Callable[[Ruleset], Sequence[str]] = lambda _: ()
    """The actions by which the rules carry it out each time, in order."""


@dataclass(frozen=True)
class Vectors:
    """How the boundary inputs that a solver finds for the guards of models are put to an engine."""

    models: Callable[[], Sequence[Model]]
    small: Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Any]]
    """What keeps inputs small and printable, as solver terms over the terms of state and parameters."""
    arrange: Callable[
        [str, Mapping[str, Any], Mapping[str, Any], bool, str],
        tuple[Mapping[str, Any], Sequence[Step]] | None,
    ]
    """From action, state, parameters, legal or not, and rule: a scenario's `given` and steps, or None."""
    chains: Sequence[Chained]
    """The sequences of one action that are tried at every length."""
    sweep: str
    """The field over whose values the guards that read it are tried one by one."""
    sweep_values: Callable[[Ruleset], Sequence[int]]
    wishes: Sequence[Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Any]]] = ()
    """What makes an input one that engines can be given, in the same terms; the last are given up first."""
    needs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Action to the capabilities that an engine must have to be asked about it, where not all have it."""
    capacities: Mapping[str, int] = field(default_factory=dict)
    """The most that bags and piles hold in an input, by the name of the field: small ones are found soon."""


@dataclass(frozen=True)
class Way:
    """One step that can have led to a pile of cards: in words, what lay there before, and rules it breaks."""

    what: str
    parts: Sequence[Any]
    """The piles that had to lie there before it; none where it is a beginning."""
    broken: Sequence[tuple[str, str]] = ()
    """Rule, and which of its demands is not met; none where the step is legal."""


@dataclass(frozen=True)
class Stacks:
    """How piles of cards come to lie as they do."""

    ways: Callable[
        [Ruleset, Sequence[Card], Sequence[Card], Sequence[str]], tuple[Any, Callable[[Any], Sequence[Way]]]
    ]
    """From the cards of a pile (the top one first), cards that effects may have taken from it, and effects:
    the pile, and what gives every last step, legal or not, that can have led to it or to one before it."""
    effects: Sequence[str]
    """The effects that can be named, which change what lies in a pile."""
    rule: str
    """The rule that a pile breaks which no legal step leads to."""
    seen: Callable[[Observation], Sequence[Sequence[str]]]
    """The piles that an observation shows, each by the numbers of its cards, the top one first."""
    untold: Callable[[Mapping[str, Card]], str]
    """Why what lies in piles cannot be judged in a game with these cards; "" where it can."""
    harmless: Sequence[str]
    """The effects that never change what lies in a pile, by the names that engines are given."""
    parts: Sequence[str]
    """The parts of what a player brings to a game, by the names that users write; the main deck first."""
    deck: Callable[[Mapping[str, Sequence[tuple[Card, int]]]], tuple[Model, State]]
    """A model of what may be brought to a game, and the state of these parts: cards with their copies."""


@dataclass(frozen=True)
class Witnesses:
    """How situations that two editions judge differently are made printable and put to an engine."""

    wishes: Sequence[Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Any]]]
    """Each gives solver terms over those of state and parameters; the last are given up first."""
    unstatable: Callable[[Mapping[str, Any], Mapping[str, Any]], str]
    """Why no scenario states this state and these parameters as they are; "" where one does."""
    lead_in: Callable[[Mapping[str, Any]], tuple[Mapping[str, Any], str, Mapping[str, Any]] | None]
    """From a state in which no player decides: an earlier one, with the player's action that leads there."""
    opening: Callable[[Mapping[str, Any]], Mapping[str, int]]
    """The settings of the model that a game of these facts begins with."""
    seen: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    """What an observation shows of a state: places, as scenarios name them, to values."""


@dataclass(frozen=True)
class Quoted:
    """What one action costs by the rules; the action is written as in a scenario."""

    action: Action
    cost: int
    payable: bool


@dataclass(frozen=True)
class Priced:
    """A position, as a scenario gives it, and what actions cost there."""

    name: str
    """What the costs are of: "play"; all positions of a name are one check."""
    domain: str
    """The whole domain that the positions of this name go through, in words."""
    given: Mapping[str, Any]
    quotes: Sequence[Quoted]


@dataclass(frozen=True)
class Prices:
    """What things cost by the rules, over the whole of a bounded domain."""

    rules: Mapping[str, Sequence[str]]
    """What is paid for, to the rules of its cost."""
    positions: Callable[[Ruleset], Sequence[Priced]]


@dataclass(frozen=True)
class PrintedCards:
    """The cards that an engine has, read from a file of its author; what a card is, the game knows."""

    read: Callable[[Path], Sequence[Any]]
    """The cards of a file. Raises SpecError."""
    setup: Callable[[Sequence[Any], int, Ruleset], Setup]
    """A legal game of these cards from a seed, of cards whose text is known where there are enough of them.
    Raises ValueError where there are too few, KeyError without a fact."""
    census: Callable[[Sequence[Any]], Mapping[str, int]]
    """How many cards there are of each sort, by how much is known of what they do."""
    card: Callable[[Any], Card]
    """A card by its facts."""
    called: Callable[[Any], str]
    """What the engine calls a card."""
    known: Callable[[Any], bool]
    """Whether all is known of what a card does."""


@dataclass(frozen=True)
class Pool:
    """The cards of an engine that are played with in the place of a game's own, from a file of its author."""

    file: str
    sha256: str
    cards: Sequence[Any]
    """As `PrintedCards.read` gives them."""
    reopen: Callable[[Game, Path], Game]
    """Gives a game the cards of a file, as this one got them; a top-level function, for other processes."""


@dataclass(frozen=True)
class Mechanics:
    """The mechanics of a game, and what tells that a step has reached one."""

    names: Sequence[str]
    reached: Callable[[Observation, Action, Observation, Mapping[str, Card], Ruleset], Sequence[str]]
    """From the observations around an action, the cards in the game, and facts: those that were reached."""


class Goal(Protocol):
    """A position that an engine is to be led to, as the model knows it."""

    @property
    def family(self) -> Hashable:
        """The same for goals of which none has a way where one of them has none."""

    @property
    def settings(self) -> Mapping[str, int]:
        """The settings of the model that the game begins with."""

    def chance(self, action: str) -> Mapping[str, Sequence[Any]]:
        """Record name of the model to the records that there may be on the way for an action."""

    def distance(self, state: State) -> int | None:
        """How much is missing, roughly in steps; 0 where nothing is, None where it cannot be got any more."""

    def alike(self, state: State) -> State:
        """The state without what makes no difference on the way: of states that are alike in the rest, only
        the one that was come to first is gone on from."""

    def reached(self, state: State, observation: Observation) -> bool:
        """Whether what an engine shows, read as a state, is the position."""

    def setup(self, steps: Sequence[tuple[State, str, Parameters]], end: State) -> Setup:
        """A game, with its decks in order, that can go this way. Raises ValueError where no deck can."""

    def without_more(self, arrived: Observation) -> Callable[[Observation], Observation | None]:
        """What leaves out of observations what was there at arrival beyond the position. That gives None
        where it would matter."""


@dataclass(frozen=True)
class Leading:
    """How an engine that cannot set up a position is led to it."""

    actions: Sequence[str]
    """The actions of players that lead anywhere."""
    goals: Callable[[Sequence[Card], Position, str, Ruleset], Iterable[Goal]]
    """Ways to see a position as a goal, to be tried in order: of these cards, under this edition. Raises
    ValueError where it holds what no play of these actions leads to."""


@dataclass(frozen=True)
class Game:
    """One game: where its spec lies, what its editions are called, its model and its reader."""

    name: str
    title: str
    directory: Path
    """Holds rules/, documents/, scenarios/ and the bundled rulebook."""
    rulebook: Path
    """The bundled document that `check` reads where the user brings none."""
    default_edition: str
    rulesets: Mapping[str, Ruleset]
    """Edition to its switches; the numbers come from the document."""
    readings: Mapping[str, Mapping[str, str]]
    """Switch that is named like a rule, to its readings in words."""
    facts: Sequence[str]
    """Names of the facts that the model or a check takes from the document."""
    model: Callable[[], Model]
    configurations: Callable[[Ruleset], Mapping[str, Configuration]]
    """Named bounds; their widths follow the facts."""
    searched: Mapping[str, Sequence[str]]
    """Effort (quick, normal, deep) to the configurations that it searches."""
    graphed: str
    """The configuration whose whole graph every check looks at."""
    reader: Reader
    schemas: Mapping[str, Any] = field(default_factory=dict)
    """Types of what the envelope of the adapter protocol leaves to the game: Observation, Action, Effect,
    Position and Facts; those that it does not have may be any object."""
    schema: str = ""
    """Version of these."""
    mutated: Sequence[str] = ()
    """The configurations that faulty models are searched in; none: those of the quick effort."""
    random_games: Callable[[Ruleset], Configuration] | None = None
    """What random games of the model are played with, to compare faulty models with it; None: none are."""
    graph_rules: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Property of the state graph (no-cycle, turn-ends, game-ends, no-deadlock) to rules it stands for."""
    shuffled: str = ""
    """The rule that chance orders the cards before a game; '' where the game has none."""
    decks: Mapping[str, Callable[[int, Ruleset], Setup]] = field(default_factory=dict)
    """Kinds of cards to play with, beside those of `Reader.setup`: a legal game of each from a seed."""
    mechanics: Mechanics | None = None
    """What there is to be reached in play; None: nobody asks."""
    stacks: Stacks | None = None
    """How piles of cards come about; None: the game has no such piles."""
    prices: Prices | None = None
    """What things cost; None: nothing is paid for."""
    vectors: Vectors | None = None
    """How boundary inputs of the model's guards become scenarios; None: the game has none."""
    witnesses: Witnesses | None = None
    """How witnesses between editions become scenarios; None: those of a player's action alone do."""
    leading: Leading | None = None
    """How engines are led to positions; None: they are not."""
    printed: PrintedCards | None = None
    """Cards that engines have; None: the game cannot read any."""
    pool: Pool | None = None
    """The cards of an engine that `Reader.setup` gives games of; None: it gives some of our own."""

    @property
    def cards_need(self) -> Sequence[str]:
        """What an engine must be able to do for games with the cards of `Reader.setup`."""
        return () if self.pool is not None else ("card-facts",)


def find_game(name: str) -> Game:
    """The game of that name. Raises KeyError, with the names that there are, where there is none."""
    found = {point.name: point for point in entry_points(group="rulehound.games")}
    if name not in found:
        raise KeyError(f"no game {name!r}; there is {', '.join(sorted(found)) or 'none'}")
    game: Game = found[name].load()
    return game
