"""The types of what a game provides so that people can ask about it: their words for positions and actions.

A person types a position and a question. How both are written is the same for all games; the words are the
game's. Everything here is data, or a small function that knows the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulehound.spec.formats import Action, Card, Observation

WHO = ("you", "the opponent")
"""How the two players are called, from the one who asks on."""

OWNERS = {
    "my": 0,
    "the opponent's": 1,
    "my opponent's": 1,
    "opponent's": 1,
    "their": 1,
}
"""Words before a name that say whose the thing is."""


@dataclass(frozen=True)
class Setting:
    """Something of the whole position, or of one player, that a person states: whose turn it is, say."""

    key: str
    """Where it stands in a position of a scenario, or in a player's part of one."""
    choices: Sequence[str] = ()
    """The words that it can be; none where it is a number from 1 on."""


@dataclass(frozen=True)
class Area:
    """An area of one player in a position."""

    key: str
    """Where it stands in a player's part of a position of a scenario."""
    holds: str
    """`cards`, or `stacks` of cards, of which the top one names the stack."""
    single: bool = False
    """It holds one stack at the most, and stands without a list."""
    counted: bool = False
    """A person may say how many cards lie there instead of which."""
    usual: int = 0
    """How many lie there where nobody says it."""


@dataclass(frozen=True)
class PositionWords:
    """The words of positions that people type. Words may have several parts: `played this turn`."""

    sides: Sequence[str]
    """The players, by their index; the first one is who asks."""
    settings: Mapping[str, Setting]
    counters: Mapping[str, str]
    """Numbers that are stated of one side and count against the other, to their key in a position; the
    position has them from the side of `seen_from`."""
    seen_from: str
    """Key of the setting that names this side; the first side where it is left out."""
    areas: Mapping[str, Area]
    numbers: Mapping[str, str]
    """Fact of a card to how its number is said; `#` stands for the number."""
    choices: Mapping[str, Sequence[str]]
    """Fact of a card that is one of these words."""
    lists: Mapping[str, Sequence[str]]
    """Fact of a card that is some of these words; any words where there are none, and `said` has it."""
    flags: Mapping[str, str]
    """Word to the fact of a card that it makes true."""
    entries: Mapping[str, tuple[str, Mapping[str, str]]]
    """Fact of a card that is a list of tables: how one is said, with `#name` for each of its values, and how
    each is read (`number` or `word`)."""
    marks: Mapping[str, str]
    """Word to what it makes true of a stack."""
    amounts: Mapping[str, str]
    """Something of a stack that is a number with its sign, to how it is said; `#` stands for the number."""
    under: str
    """The word between a card and the one that lies under it."""
    of_sides: Mapping[str, Setting] = field(default_factory=dict)
    """What is stated of one player by itself."""
    said: Mapping[str, str] = field(default_factory=dict)
    """Fact of `choices` or `lists` to how it is said, if with more than its words; `#` stands for these."""
    measures: Mapping[str, str] = field(default_factory=dict)
    """Something of a stack that is a number without a sign, to how it is said; `#` stands for the number."""
    shown_as: Mapping[str, str] = field(default_factory=dict)
    """Key of an area to the key under which observations show it, where that is another."""
    abbreviations: Mapping[str, str] = field(default_factory=dict)
    """Short word before a number in an attribute to the whole word."""
    examples: Mapping[str, str] = field(default_factory=dict)
    """For people who have not typed any: a whole `position`, the `attributes` of a card, and more `facts` of
    one as TOML; those that are left out are not shown."""


class Thing(NamedTuple):
    """Something in a position that a person can name: a card or a stack."""

    ids: tuple[str, ...]
    """The ids by which actions name it: of a stack, its own and that of its top card."""
    name: str
    number: str
    """The number of the card; of a stack, that of its top card."""
    player: int
    place: str
    """The area, in words."""


@dataclass(frozen=True)
class Phrase:
    """One way to say an action: `attack {target} with {attacker}`."""

    says: str
    """Words, and the arguments of the action in braces. An argument that is left out may be anything."""
    action: str
    """The engine's name of the action."""
    in_turn: bool | None = True
    """It is an action of the player whose turn it is; else of another one. None: of either."""
    out_of_turn: str = ""
    """The rule that it is not up to a player now, where that is another than usual."""
    others: Sequence[str] = ()
    """The arguments that are things of another player than the one who acts."""
    means: Mapping[str, Any] = field(default_factory=dict)
    """Arguments that these words say without naming a thing."""


class FieldChange(NamedTuple):
    """A field of a state of the model that has, or would have, another value. Values are as people read them:
    names, lists and records by field."""

    path: str
    """Of the state, such as a counter, or the bag that the element is in."""
    element: Mapping[str, Any] | None
    """The element of the bag, or the card, before the change; None for a field of the state itself."""
    field: str
    """Of the element, dotted within it; "" for a field of the state itself."""
    before: Any
    after: Any
    beyond: bool = False
    """Of a number: what is still farther from the value before would do as well."""


class Ending(NamedTuple):
    """How a game has ended."""

    says: str
    """Who has won and by what, in words for who asks; to go on after "the game is over"."""
    rule: str
    """The rule by which it ended."""


@dataclass(frozen=True)
class Asking:
    """How people ask about a game."""

    position: PositionWords
    observation: Callable[[Mapping[str, Any], Mapping[str, Card]], Observation]
    """The observation of a position as engines are given it, with what else these words can say of it. Raises
    ValueError where there is none, saying why."""
    phrases: Sequence[Phrase]
    """The first that fits is meant."""
    values: Mapping[str, str]
    """Words for what an argument can be besides a thing, to its value."""
    owners: Mapping[str, int]
    """Words before the name of a thing that say whose it is: 0 of who asks, 1 of the other."""
    things: Callable[[Observation, Mapping[str, Card]], Sequence[Thing]]
    """What can be named; the observation is completed."""
    thinkable: Callable[[Observation, Mapping[str, Card]], Sequence[Action]]
    """Every action that could be meant at any decision, legal or not."""
    deciders: Callable[[Observation], Collection[int]]
    """Who decides; several where they choose before any choice is shown."""
    turn: Callable[[Observation], int]
    """Whose turn it is."""
    in_turn_of: Callable[[Observation, int], Observation]
    """The same position in the turn of a player, who decides what to do."""
    out_of_turn: str
    """The rule that a player acts only when it is up to that player."""
    names_of_facts: Mapping[str, str]
    """Facts of cards to the fields of the model that hold them, where these have other names."""
    turned_over: Callable[[Observation, str, int, Mapping[str, Card]], Sequence[Any] | None]
    """From an observation, an action of the model that turns a card over, and how many such actions came
    before it: the cards that it may be, as the model has them. None where the position does not tell."""
    condition: Callable[[FieldChange, int, Mapping[str, Card]], str]
    """What would have to be otherwise, in words that go on after "if"; "" for what nobody would say. With the
    player whose turn it is, seen from who asks (0, 1), and the cards."""
    happenings: Callable[[Mapping[str, Any], Mapping[str, Any], int, Mapping[str, Card]], Sequence[str]]
    """What differs between two states of the model, both as people read them, in words for who asks; with
    the player whose turn it was before, and the cards."""
    in_effect: Callable[[Mapping[str, Any]], bool]
    """Whether the effect of a card is carried out in a state, of which the model knows nothing."""
    waiting: Callable[[Mapping[str, Any], int], str]
    """What the game waits for in a state, in words for who asks."""
    ending: Callable[[Observation], Ending | None] = lambda _: None
    """How the game has ended; None where it goes on, or the observation does not show it."""
    never: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Name of an action to the places, in words, in which nothing does it or has it done to it, each with the
    rule that says so."""


def waiting(stages: Mapping[str, tuple[int, str]], state: Mapping[str, Any], turn: int) -> str:
    """What a game waits for, in words for who asks; `turn` is 0 in the turn of who asks, else 1.

    `stages`: stage to who has to do with it, 0 the turn player, and what is waited for. Words that begin with
    "next" are about nobody.
    """
    if state["stage"] == "over":
        return "the game is over"
    who, words = stages.get(state["stage"], (0, f"the game is at the stage {state['stage']}"))
    if words.startswith(("next", "the game")):
        return words
    player = turn ^ who
    whose = ("your", "their")[player]
    return f"{WHO[player]} {words.format(s='s' if player else '', whose=whose)}"
