"""The types of what a game provides to the checker: its spec directory, its model, how engines are read.

The checker knows no game. Everything that names a zone, a phase or a card field reaches it through a `Game`.
Games are found by the entry point `rulehound.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol

from rulehound.spec.asking import Asking
from rulehound.spec.formats import Action, Card, Observation, Position, Ruleset, Setup, Step, Value
from rulehound.spec.language import Configuration, Model, Parameters, State
from rulehound.spec.reading import Depiction, Reader


@dataclass(frozen=True)
class Chained:
    """A sequence of one action of the first model, the last of which is at a boundary of a guard."""

    action: str
    guard: str
    longest: int
    rules: Sequence[str]
    """The rules that the sequence as a whole stands for."""
    links: Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]]], Sequence[Any]]
    """Conditions on the chain, as solver terms over its start and the parameters of each step."""
    arrange: Callable[
        [Mapping[str, Any], Sequence[Mapping[str, Any]], bool, str],
        tuple[Mapping[str, Any], Sequence[Step]] | None,
    ]
    """From start, parameters of each step, whether the last is legal, and rule: a scenario, or None."""
    then: Callable[[Ruleset], Sequence[str]] = lambda _: ()
    """The actions by which the rules carry it out each time, in order."""


@dataclass(frozen=True)
class Vectors:
    """How the boundary inputs that a solver finds for guards become scenarios for engines."""

    models: Callable[[], Sequence[Model]]
    small: Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Any]]
    """Conditions that keep inputs small and printable, as solver terms over the terms of state and
    parameters.
    """
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
    """Conditions that make an input one that engines can be given, in the same terms; dropped from the last
    on.
    """
    needs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Action to the capabilities that an engine must have to be asked about it; actions left out need none.
    """
    capacities: Mapping[str, int] = field(default_factory=dict)
    """Field to the most that its bag or pile holds in an input: small inputs are found fast."""


@dataclass(frozen=True)
class Way:
    """A step that can have led to a pile of cards: in words, the piles before it, and the rules that it
    breaks.
    """

    what: str
    parts: Sequence[Any]
    """The piles that had to be there before the step; none where the step begins a pile."""
    broken: Sequence[tuple[str, str]] = ()
    """Each broken rule, with the demand that is not met; none where the step is legal."""


@dataclass(frozen=True)
class Stacks:
    """How piles of cards can come about by play."""

    ways: Callable[
        [Ruleset, Sequence[Card], Sequence[Card], Sequence[str]], tuple[Any, Callable[[Any], Sequence[Way]]]
    ]
    """From the cards of a pile (the top one first), cards that effects may have taken from it, and effects:
    the pile, and what gives every last step, legal or not, that can have led to it or to one before it."""
    effects: Sequence[str]
    """The effects that can be named, which change what lies in a pile."""
    rule: str
    """The rule that is broken by a pile to which no legal step leads."""
    seen: Callable[[Observation], Sequence[Sequence[str]]]
    """The piles that an observation shows, each by the numbers of its cards, the top one first."""
    untold: Callable[[Mapping[str, Card]], str]
    """Why piles cannot be judged in a game with these cards; "" where they can."""
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
    """The cost of one action by the rules; the action is written as in a scenario."""

    action: Action
    cost: int
    payable: bool


@dataclass(frozen=True)
class Priced:
    """A position, as a scenario gives it, and the costs of actions there."""

    name: str
    """Name of what is paid for, such as "play"; all positions of a name are one check."""
    domain: str
    """The whole domain of the positions with this name, in words."""
    given: Mapping[str, Any]
    quotes: Sequence[Quoted]
    needs: Sequence[str] = ()
    """Capabilities that an engine needs to be given the cards of the position."""


@dataclass(frozen=True)
class Prices:
    """The costs of actions by the rules, over the whole of a bounded domain."""

    rules: Mapping[str, Sequence[str]]
    """What is paid for, to the rules of its cost."""
    positions: Callable[[Ruleset], Sequence[Priced]]


@dataclass(frozen=True)
class PrintedCards:
    """How cards that an engine has are read from a file of its author."""

    read: Callable[[Path], Sequence[Any]]
    """The cards of a file. Raises SpecError."""
    setup: Callable[[Sequence[Any], int, Ruleset], Setup]
    """A legal game of these cards from a seed, of cards whose text is known where there are enough of them.
    Raises ValueError where there are too few, KeyError without a fact."""
    census: Callable[[Sequence[Any]], Mapping[str, int]]
    """How many cards there are of each sort, by how much of their text is known."""
    card: Callable[[Any], Card]
    """A card by its facts."""
    called: Callable[[Any], str]
    """The engine's name of a card."""
    known: Callable[[Any], bool]
    """Whether all is known of what a card does."""


@dataclass(frozen=True)
class CardPool:
    """The cards of an engine's own, from a file of its author, that are played with in the place of a game's
    cards.
    """

    file: str
    sha256: str
    cards: Sequence[Any]
    """As `PrintedCards.read` gives them."""
    reopen: Callable[[Game, Path], Game]
    """Gives a game the cards of a file; a top-level function, so that other processes can call it."""


@dataclass(frozen=True)
class DealtPile:
    """Cards that an engine shows in one place when a game has begun."""

    name: str
    """The place and its player, in words."""
    place: str
    player: int
    part: str
    """The part of what the player brings that the cards come from."""
    cards: Sequence[str]
    """Their numbers; the top one first where their order counts."""
    ordered: bool
    """Their order counts."""


@dataclass(frozen=True)
class Exchange:
    """The exchange of an opening hand for another one by chance."""

    rule: str
    action: Action
    places: Sequence[str]
    """The piles, by the names of `DealtPile`, among which chance orders the cards anew."""
    takes_place: Callable[[Ruleset], bool]
    """Whether there is one under these switches."""


@dataclass(frozen=True)
class EffectShuffle:
    """An effect of a card that shuffles a pile."""

    rule: str
    setup: Callable[[Ruleset], Setup]
    """From the facts at hand: a game with decks in the order given, in which the card can be played. Raises
    KeyError without a fact that it needs."""
    actions: Sequence[Action]
    """What leads there, one after the other, each where it is offered; the last one plays the card. An
    offered action is meant that has all of this."""
    player: int
    place: str
    """Whose pile is shuffled, and which, as `DealtPile` has it."""
    needs: Sequence[str] = ()
    """Capabilities that the card takes of an engine."""


@dataclass(frozen=True)
class FirstPlayer:
    """Who goes first: drawn by lot, or settled before the game."""

    rule: str
    of: Callable[[Observation], object]
    """From an observation of the beginning of a game: the player who goes first."""
    undecided: Callable[[Observation], bool] = lambda _: False
    """Whether players decide something before it is settled who goes first, from what is seen of a game."""


@dataclass(frozen=True)
class Shuffled:
    """What chance orders before a game."""

    rule: str
    piles: Callable[[Observation], Sequence[DealtPile]]
    """The piles that an observation of the beginning of a game shows; each holds what chance gave it."""
    exchange: Exchange | None = None
    """How a player may have chance order the cards once more; None where nobody may."""
    first: FirstPlayer | None = None
    """Who goes first, where chance decides that; None where it does not."""
    by_effect: EffectShuffle | None = None
    """An effect that shuffles; None where there is none."""


@dataclass(frozen=True)
class HiddenCards:
    """What a player may not see."""

    rule: str
    cards: Callable[[Observation, int], Mapping[str, str]]
    """From an observation of everything and a player: id to number of each card that the player may not see.
    """
    places: Callable[[Observation], Mapping[str, Hashable]]
    """From an observation of everything: id to place of each card that lies face down; a card that is
    touched has another place then."""


@dataclass(frozen=True)
class SecretChoice:
    """What players choose unseen by each other, before either choice is shown."""

    rule: str
    chooser: Callable[[Action], int | None]
    """From an action: the player whose secret choice it is; None of every other action."""
    kept: Callable[[Observation, int], bool]
    """From an observation of everything and a player: whether the choice of the player is made, and nothing
    has come since that may show it."""


@dataclass(frozen=True)
class SideBySide:
    """How what two engines show of one game is compared."""

    name: str
    """The field by which a thing that has no id is told from things of other names."""
    decision: str
    """The field that names what is being decided."""
    unordered: frozenset[str]
    """Fields with lists whose order says nothing."""
    left_out: frozenset[str]
    """Fields that engines may fill in differently, since they say nothing of the game, or say it again."""
    unknown_if_null: frozenset[str]
    """Fields of which null says nothing."""
    by_chance: Callable[[Action, Observation], bool]
    """Whether chance has ordered cards anew in a step, by its action and what is seen after it."""
    spelt_out: Callable[[Position, Sequence[Card]], Position]
    """The position with cards in every pile of which it gives the number alone."""
    prolonged: Callable[[Position, Sequence[Card]], Position]
    """The position with more of its cards in the piles of all players, so that its game goes on."""


@dataclass(frozen=True)
class Mechanics:
    """The mechanics of a game, and the test whether a step has reached one."""

    names: Sequence[str]
    reached: Callable[[Observation, Action, Observation, Mapping[str, Card], Ruleset], Sequence[str]]
    """From the observations around an action, the cards in the game, and facts: the names of the mechanics
    reached.
    """


class Goal(Protocol):
    """A position to which an engine is to be led, as the model knows it."""

    @property
    def family(self) -> Hashable:
        """A key of goals: where one goal of a family has no path, none has."""

    @property
    def settings(self) -> Mapping[str, int]:
        """The settings of the model that the game begins with."""

    def chance(self, action: str) -> Mapping[str, Sequence[Any]]:
        """Record type of the model, by name, to the records that an action may take on the path."""

    def distance(self, state: State) -> int | None:
        """An estimate of the steps still missing; 0 at the goal, None where it cannot be reached any more."""

    def alike(self, state: State) -> State:
        """The state without what makes no difference on the path.

        Of several states that are equal without it, the search goes on only from the one that it reached
        first.
        """

    def reached(self, state: State, observation: Observation) -> bool:
        """Whether an observation, read as a state, is the position."""

    def setup(self, steps: Sequence[tuple[State, str, Parameters]], end: State) -> Setup:
        """A new game, with its decks in order, that can go this path. Raises ValueError where no deck can."""

    def without_more(self, arrived: Observation) -> Callable[[Observation], Observation | None]:
        """A function that leaves out of observations what there was beyond the position on arrival.

        The function gives None where what it would leave out matters.
        """


@dataclass(frozen=True)
class Leading:
    """How an engine that cannot set up a position is led to it."""

    actions: Sequence[str]
    """The actions of players that a path may take."""
    goals: Callable[[Sequence[Card], Position, str, Ruleset], Iterable[Goal]]
    """A position as goals, to be tried in order: of these cards, under this edition. Raises ValueError for a
    position to which no play of these actions leads.
    """


@dataclass(frozen=True)
class FullPosition:
    """How it is seen whether an engine shows a position that it was given, area by area."""

    position: Callable[[Sequence[Card]], Position]
    """A position with something of these cards in every area, as far as they can fill it."""
    areas: Callable[[Observation], Mapping[str, Sequence[Any]]]
    """Area, by its name, to what an observation shows there, a part for each player who has one: things in an
    order of our own, their number alone, or None where it shows nothing."""
    only: Callable[[Position, str], Position]
    """Such a position with nothing but what it has in one area."""


@dataclass(frozen=True)
class KeptPosition:
    """A position with what games seldom come to, which a saved game has to keep."""

    cards: Sequence[Card]
    position: Position
    needs: Sequence[str] = ()
    """Capabilities that an engine needs to be given it."""


@dataclass(frozen=True)
class UnreadableStarts:
    """A position that engines can read, and changes of it, of cards, of a new game that none can read."""

    cards: Sequence[Card]
    """Those of the position."""
    position: Position
    others: Sequence[Card]
    """Cards that are given beside them, one at a time."""
    senseless: Mapping[str, Value]
    """Path to a value that means nothing there. `position.phase` is a path, and `setup.first` is one in a new
    game; `KR-1.effects.0.timing`, which begins with the number of a card, is one among its facts."""
    effects: Sequence[Value] = ()
    """Effects of a card that make no sense each, though all their words are known."""
    needs: Sequence[str] = ()
    """Capabilities that an engine needs to be given it."""


@dataclass(frozen=True)
class Game:
    """One game: its spec directory, its editions, its model and its reader."""

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
    setup: Callable[[int, Ruleset], Setup]
    """A legal game from a seed: cards of our own, decks, first player. Raises KeyError without a fact."""
    reader: Reader
    """How observations and actions of an engine are read."""
    depiction: Depiction
    """How observations, actions and states are put before people."""
    engine: str = ""
    """Name of the installed engine that plays it where nobody names another; "" where there is none."""
    impossible: Callable[[Sequence[Card], Position], Sequence[str]] = lambda _cards, _position: ()
    """The reasons why no printing or no game can have these cards or come to this position; only engines with
    the capability `any-cards` are given such."""
    card_words: Callable[[Card], Collection[str]] = lambda _: ()
    """What an engine has to know of what is written on a card; its handshake may list what it takes."""
    schemas: Mapping[str, Any] = field(default_factory=dict)
    """Types of what the envelope of the adapter protocol leaves to the game: Observation, Action, Effect,
    Position and Facts; those that it does not have may be any object."""
    schema: str = ""
    """Version of these."""
    event_fault: Callable[[Observation, Observation], str] = lambda _before, _after: ""
    """What is wrong with the events that an engine tells between two observations; "" where nothing is."""
    mutated: Sequence[str] = ()
    """The configurations that faulty models are searched in; none: those of the quick effort."""
    random_games: Callable[[Ruleset], Configuration] | None = None
    """What random games of the model are played with, to compare faulty models with it; None: none are."""
    graph_rules: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Property of the state graph (no-cycle, turn-ends, game-ends, no-deadlock) to rules it stands for."""
    shuffled: Shuffled | None = None
    """The rule that chance orders the cards before a game; None where the game has none."""
    hidden: HiddenCards | None = None
    """The rule that players do not see certain cards; None where the game has none."""
    secret: SecretChoice | None = None
    """The rule that choices are secret until they are shown; None where the game has none."""
    side_by_side: SideBySide | None = None
    """How engines are compared; None: they are not."""
    decks: Mapping[str, Callable[[int, Ruleset], Setup]] = field(default_factory=dict)
    """Kinds of cards to play with, beside those of `setup`: a legal game of each from a seed."""
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
    full_position: FullPosition | None = None
    """A position with something everywhere; None: nobody asks for one."""
    kept: KeptPosition | None = None
    """What is saved and restored beside games; None: games alone are."""
    unreadable: UnreadableStarts | None = None
    """What engines are to refuse, since it cannot be read; None: nobody asks."""
    printed: PrintedCards | None = None
    """Cards that engines have; None: the game cannot read any."""
    asking: Asking | None = None
    """How people ask about positions; None: nobody can."""
    pool: CardPool | None = None
    """The cards of an engine that `setup` gives games of; None: it gives some of our own."""

    @property
    def cards_need(self) -> Sequence[str]:
        """What an engine must be able to do for games with the cards of `setup`."""
        return () if self.pool is not None else ("card-facts",)


def installed_games() -> Mapping[str, EntryPoint]:
    """The games that are installed, by name."""
    return {point.name: point for point in entry_points(group="rulehound.games")}


def find_game(name: str) -> Game:
    """The game of that name. Raises KeyError, with the names that there are, where there is none."""
    games = installed_games()
    if name not in games:
        raise KeyError(f"no game {name!r}; there is {', '.join(sorted(games)) or 'none'}")
    game: Game = games[name].load()
    return game
