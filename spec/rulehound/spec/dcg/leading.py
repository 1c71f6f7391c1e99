"""Positions as goals: what has to come about in a game for them, which decks allow it, what is beyond them.

What a position gives of the field, the counter, the phase and whose turn it is has to be there exactly. Of
hands, decks and security stacks there may be more than it gives: that is left out of what is shown, as are
cards that were played for nothing but their cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from rulehound.spec.dcg.model import Stack
from rulehound.spec.dcg.model.state import Stage
from rulehound.spec.dcg.reading.cards import model_card, number_of, requirement
from rulehound.spec.dcg.reading.states import PLACES
from rulehound.spec.formats import Card, Deck, Observation, Position, Ruleset, Setup
from rulehound.spec.game import places_of
from rulehound.spec.language import Parameters, State

ACTIONS = (
    *("keep", "hatch", "move", "skip", "play", "digivolve", "digivolve-in-breeding", "pass"),
    *("attack-player", "attack-digimon", "choose-player", "choose-digimon", "no-block", "settle"),
)
"""Actions of players that lead anywhere."""

SPENDS = {
    "play": ("card", False),
    "digivolve": ("card", False),
    "digivolve-in-breeding": ("card", False),
    "hatch": ("egg", False),
    "check": ("card", True),
}
"""Steps by which a card comes to be known: the parameter that it is, and whether it is the other player's."""

PLAYERS = (0, 1)
GIVEN = {"cards", "suspended", "played_this_turn"}
"""What a stack of a position may be given for it to be a goal."""

PILES = ("deck", "security", "egg_deck")
"""Piles of which an observation shows the count alone."""

STACK = places_of(Stack)
SECOND, MEMORY, STAGE = (PLACES[name] for name in ("second_players_turn", "memory", "stage"))
STAGES = {"main": Stage.MAIN, "breeding": Stage.BREEDING}

EFFECTS = "effects"
"""Fact of cards by which what they do may hang on anything that there is."""

FAR, TURNS = 6, 2
"""What something costs to get rid of, and to have the other player's turn, in steps."""

Chain = tuple[int, ...]
"""Numbers of the cards of a stack, the lowest first."""


@dataclass(frozen=True)
class Wanted:
    """A stack that a position gives."""

    chain: Chain
    suspended: bool
    played_this_turn: bool


@dataclass(frozen=True)
class Seat:
    """What a position gives a player."""

    battle: tuple[Wanted, ...]
    breeding: tuple[Wanted, ...]
    hand: tuple[str, ...]
    security: tuple[str, ...]
    deck: tuple[str, ...]
    eggs: tuple[str, ...]
    """Known cards of these, the top one first; none where only their number is given."""
    counts: Mapping[str, int]
    """Of deck, security stack, Digi-Egg deck and hand."""


def fillers(values: Ruleset) -> tuple[Card, ...]:
    """Tamers without effects, of every cost that can be paid, and of some that cannot: they fill decks, and
    bring the counter to where it is wanted."""
    most = int(values["memory.max"])
    costs = [*range(1, most + 1), *range(2 * most + 1, 2 * most + 6)]
    return tuple(
        Card(f"RL-{cost:02}", f"Bystander {cost}", {"kind": "tamer", "play_cost": cost, "colors": ["white"]})
        for cost in costs
    )


@dataclass(frozen=True)
class Led:
    """A position as a goal, in a game in which this player goes first."""

    values: Ruleset
    edition: str
    cards: Mapping[str, Card]
    bystanders: tuple[Card, ...]
    seats: tuple[Seat, Seat]
    turn: int
    first: int
    memory: int | None
    """None where any will do: no turn begins with the counter at 0, as a position does that says nothing."""
    stage: Stage

    @cached_property
    def settings(self) -> Mapping[str, int]:
        """The settings of the model that the game begins with."""
        hand, security = self.values["setup.hand"], self.values["setup.security"]
        return {
            "start.deck": self.values["deck.size"] - hand - security,
            "start.egg-deck": self.eggs,
            "setup.hand": hand,
            "setup.security": security,
        }

    @cached_property
    def eggs(self) -> int:
        """Digi-Eggs that each player brings: those that are hatched, and those that are given."""
        return max(
            seat.counts["egg_deck"] + sum(self._hatched(one) for one in (*seat.battle, *seat.breeding))
            for seat in self.seats
        )

    def numbers(self, entry: Mapping[str, Any]) -> Chain:
        """The cards of a stack that is shown."""
        return tuple(number_of(self._known[card["card"]]) for card in reversed(entry["cards"]))

    @cached_property
    def _known(self) -> Mapping[str, Card]:
        return {card.number: card for card in (*self.cards.values(), *self.bystanders)}

    def _hatched(self, wanted: Wanted) -> bool:
        return self._kind(wanted.chain[0]) == "digi-egg"

    @cached_property
    def chance(self) -> Mapping[str, Sequence[Any]]:
        """The cards that there may be on the way, and their requirements."""
        built = {
            number
            for seat in self.seats
            for wanted in (*seat.battle, *seat.breeding)
            for number in wanted.chain
        }
        needed = [card for card in self.cards.values() if number_of(card) in built]
        asked = {
            requirement(card, place, base): None
            for card in needed
            for place in range(len(card.facts.get("digivolve", ())))
            for base in needed
        }
        payable = [card for card in self.bystanders if card.facts["play_cost"] <= self.values["memory.max"]]
        return {
            "Card": [model_card(card) for card in (*needed, *payable)],
            "Requirement": list(asked),
        }

    def distance(self, state: State) -> int | None:
        """How much is missing, roughly in steps; None where it cannot be got any more."""
        turn = self.first ^ int(state[SECOND])
        missing: int = TURNS * (turn != self.turn) + (state[STAGE] != self.stage)
        missing += turn == self.turn and self.memory not in (None, state[MEMORY])
        for player, seat in enumerate(self.seats):
            part = "me" if player == turn else "opponent"
            if state[PLACES[f"{part}.security"]] < seat.counts["security"]:
                return None
            if state[PLACES[f"{part}.deck"]] < seat.counts["deck"]:
                return None
            missing += max(0, len(seat.hand) - state[PLACES[f"{part}.hand"]])
            missing += self._building(seat, state, part, at_turn=player == turn)
        return missing

    def reached(self, state: State, observation: Observation) -> bool:
        """Whether what an engine shows, read as a state, is the position."""
        second = observation["turn"] != self.first
        return self.distance((*state[:SECOND], second, *state[SECOND + 1 :])) == 0

    def _building(self, seat: Seat, state: State, part: str, *, at_turn: bool) -> int:
        """What is missing on a player's side of the field."""
        missing = 0
        battle, breeding = list(state[PLACES[f"{part}.battle"]]), list(state[PLACES[f"{part}.breeding"]])
        for wanted in sorted(seat.breeding, key=lambda one: -len(one.chain)):
            missing += _nearest(wanted, breeding, at_turn)
        for wanted in sorted(seat.battle, key=lambda one: -len(one.chain)):
            here = [one for one in battle if _begins(wanted.chain, _chain(one))]
            if self._hatched(wanted) and not here:
                missing += 1 + _nearest(wanted, breeding, at_turn)
            else:
                missing += _nearest(wanted, battle, at_turn)
        return int(missing) + FAR * len([one for one in (*battle, *breeding) if not self._bystands(one)])

    def _bystands(self, stack: tuple[Any, ...]) -> bool:
        """Whether a stack is one that was played for its cost alone."""
        return _chain(stack) in self._alone

    @cached_property
    def _alone(self) -> frozenset[Chain]:
        return frozenset((number_of(card),) for card in self.bystanders)

    def _kind(self, number: int) -> str:
        return str(self._by_number[number].facts["kind"])

    @cached_property
    def _by_number(self) -> Mapping[int, Card]:
        return {number_of(card): card for card in (*self.cards.values(), *self.bystanders)}

    def setup(self, steps: Sequence[tuple[State, str, Parameters]], end: State) -> Setup:
        """A game whose decks lie as this way has them. Raises ValueError where no legal deck does."""
        used: tuple[list[str], list[str]] = ([], [])
        hatched: tuple[list[str], list[str]] = ([], [])
        checked: tuple[list[str], list[str]] = ([], [])
        for before, action, parameters in steps:
            turn = self.first ^ int(before[SECOND])
            if action in SPENDS:
                name, of_other = SPENDS[action]
                pile = checked if of_other else hatched if name == "egg" else used
                number = parameters[name][NUMBER]
                pile[turn ^ of_other].append(self._by_number[number].number)
        decks = [
            Deck(
                {
                    "main": self._main(seat, used[player], checked[player], self._left(player, end)),
                    "eggs": self._eggs(seat, hatched[player]),
                }
            )
            for player, seat in enumerate(self.seats)
        ]
        return Setup(
            cards=[*self.cards.values(), *self.bystanders, *self._twins(decks)],
            decks=decks,
            edition=self.edition,
            ordered=True,
            first=self.first,
        )

    def _left(self, player: int, end: State) -> int:
        """How many cards are left in a player's deck at the end of the way."""
        part = "me" if player == self.first ^ int(end[SECOND]) else "opponent"
        return int(end[PLACES[f"{part}.deck"]])

    def _main(self, seat: Seat, used: Sequence[str], checked: Sequence[str], left: int) -> list[str]:
        """A deck from which come, in this order, the cards that are used and checked; so many are left."""
        size, copies = int(self.values["deck.size"]), int(self.values["deck.copies"])
        hand, security = int(self.values["setup.hand"]), int(self.values["setup.security"])
        counts = Counter([*used, *seat.hand, *checked])
        if max(counts.values(), default=0) > copies:
            raise ValueError("no deck may have so many of these cards")
        laid = [*checked, *(_twin(number, counts, copies) for number in seat.security)]
        top = [_twin(number, counts, copies) for number in seat.deck]
        rest = self._rest(size - counts.total(), copies, counts)
        laid += [next(rest) for _ in range(security - len(laid))]
        drawn = [*used, *seat.hand, *rest]
        at = len(drawn) + len(top) - left
        if len(laid) != security or not len(used) + len(seat.hand) <= at <= len(drawn):
            raise ValueError("the decks have no room for these cards")
        drawn[at:at] = top
        below = laid[::-1]  # rule: setup.security-order
        if self.values["setup.security-when"] == "before-hand":
            return [*below, *drawn]
        return [*drawn[:hand], *below, *drawn[hand:]]

    def _eggs(self, seat: Seat, hatched: Sequence[str]) -> list[str]:
        """The Digi-Eggs that are hatched, those that are given, and others where both have to bring as many."""
        copies, counts = int(self.values["egg-deck.copies"]), Counter(hatched)
        known = [number for number, card in self.cards.items() if card.facts["kind"] == "digi-egg"]
        given = [*seat.eggs, *known[:1] * (self.eggs - len(hatched) - len(seat.eggs))]
        if len(hatched) + len(given) < self.eggs:
            raise ValueError("no Digi-Egg is known")
        return [*hatched, *(_twin(number, counts, copies) for number in given)]

    def _twins(self, decks: Sequence[Deck]) -> Iterator[Card]:
        """The twins in these decks."""
        brought = {number for deck in decks for pile in deck.piles.values() for number in pile}
        for number in sorted(brought):
            own, is_twin, _ = number.partition(TWIN)
            if is_twin:
                yield msgspec.structs.replace(self.cards[own], number=number)

    def _rest(self, count: int, copies: int, counts: Counter[str]) -> Iterator[str]:
        """So many bystanders, the unplayable ones first."""
        if count < 0:
            raise ValueError("a deck has room for fewer cards than are wanted")
        every = [
            card.number for card in reversed(self.bystanders) for _ in range(copies - counts[card.number])
        ]
        if len(every) < count:
            raise ValueError("there are too few cards to fill a deck")
        return iter(every[:count])

    def without_more(self, arrived: Observation) -> Callable[[Observation], Observation | None]:
        """What leaves out of observations what there was at arrival beyond the position."""
        more = [
            _More.at(shown, seat, self) for shown, seat in zip(arrived["players"], self.seats, strict=True)
        ]

        def seen(observation: Observation) -> Observation | None:
            players = [one.without(shown) for one, shown in zip(more, observation["players"], strict=True)]
            if any(player is None for player in players):
                return None
            rest = {key: value for key, value in observation.items() if key != "hidden"}
            return {**rest, "players": players}

        return seen


NUMBER = 0
"""Where in a record of a card its number stands."""


@dataclass(frozen=True)
class _More:
    """What a player has beyond a position."""

    ids: frozenset[str]
    order: Mapping[str, int]
    """Of what the position gives, by id."""
    counts: Mapping[str, int]

    @classmethod
    def at(cls, shown: Mapping[str, Any], seat: Seat, led: Led) -> _More:
        wanted = list(seat.hand)
        kept: dict[str, int] = {}
        ids = {card["id"] for card in shown["trash"]}
        for number in wanted:
            card = next(
                (one for one in shown["hand"] if one["card"] == number and one["id"] not in kept), None
            )
            if card is not None:
                kept[card["id"]] = len(kept)
        ids |= {card["id"] for card in shown["hand"]} - kept.keys()
        stacks = list(shown["battle"])
        for one in seat.battle:
            fitting = next((entry for entry in stacks if led.numbers(entry) == one.chain), None)
            if fitting is not None:
                stacks.remove(fitting)
                kept[fitting["id"]] = len(kept)
        ids |= {entry["id"] for entry in stacks}
        counts = {name: shown[name] - seat.counts[name] for name in PILES}
        return cls(frozenset(ids), kept, counts)

    def without(self, shown: Mapping[str, Any]) -> dict[str, Any] | None:
        """The player without it; None where a pile is used up but for it."""
        counts = {name: shown[name] - self.counts[name] for name in PILES}
        if min(counts.values()) < 0:
            return None
        there = {
            name: sorted(
                (_own(one) for one in shown[name] if one["id"] not in self.ids),
                key=lambda one: self.order.get(one["id"], len(self.order)),
            )
            for name in ("hand", "trash", "battle")
        }
        return {**shown, **counts, **there}


TWIN = "~"
"""Stands between the number of a card and the number of its twins, which are like it in all else."""


def _own(shown: Mapping[str, Any]) -> dict[str, Any]:
    """A card, or a stack with its cards, under the number that its twin goes by."""
    if "cards" in shown:
        return {**shown, "cards": [_own(card) for card in shown["cards"]]}
    return {**shown, "card": shown["card"].partition(TWIN)[0]}


def _twin(number: str, counts: Counter[str], copies: int) -> str:
    """The card, or a twin of it where a deck has no room for another copy; it is counted."""
    twins = (number, *(f"{number}{TWIN}{place}" for place in range(1, MOST_TWINS)))
    chosen = next(one for one in twins if counts[one] < copies)
    counts[chosen] += 1
    return chosen


MOST_TWINS = 20


def _chain(stack: tuple[Any, ...]) -> Chain:
    cards = (stack[STACK["top"]], *stack[STACK["under"]])
    return tuple(card[NUMBER] for card in reversed(cards))


def _begins(chain: Chain, other: Chain) -> bool:
    return chain[: len(other)] == other


def _nearest(wanted: Wanted, there: list[tuple[Any, ...]], at_turn: bool) -> int:
    """What is missing of a stack, given what is there; of that, what comes nearest is taken away."""
    fitting = [one for one in there if _begins(wanted.chain, _chain(one))]
    if not fitting:
        return len(wanted.chain)
    best = min(fitting, key=lambda one: _left(wanted, one, at_turn))
    there.remove(best)
    return _left(wanted, best, at_turn)


def _left(wanted: Wanted, stack: tuple[Any, ...], at_turn: bool) -> int:
    left = len(wanted.chain) - len(_chain(stack)) + (stack[STACK["suspended"]] != wanted.suspended)
    return int(left) + (at_turn and stack[STACK["played_this_turn"]] != wanted.played_this_turn)


def goals(cards: Sequence[Card], position: Position, edition: str, values: Ruleset) -> Iterator[Led]:
    """A position as a goal, with either player going first. Raises ValueError where it is none."""
    phase = position.get("phase", "main")
    if phase not in STAGES or "turn_number" in position:
        raise ValueError(
            f"nothing leads into the phase {phase}" if phase not in STAGES else "it gives a turn"
        )
    known = {card.number: card for card in cards}
    if any(card.facts.get(EFFECTS) for card in cards):
        raise ValueError("what the effect of a card does may hang on what there is beyond the position")
    given = [*position.get("players", ()), {}, {}][: len(PLAYERS)]
    seats = [_seat(one, known) for one in given]
    turn = position.get("turn", 0)
    for first in (turn, 1 - turn):
        yield Led(
            values,
            edition,
            known,
            fillers(values),
            (seats[0], seats[1]),
            turn,
            first,
            position.get("memory", None if phase == "breeding" else 0),
            STAGES[phase],
        )


def _seat(given: Mapping[str, Any], cards: Mapping[str, Card]) -> Seat:
    if given.get("trash"):
        raise ValueError("cards lie in the trash")
    battle = tuple(_wanted(entry, cards) for entry in given.get("battle", ()))
    breeding = tuple(_wanted(entry, cards) for entry in (given.get("breeding"),) if entry)
    return Seat(
        battle,
        breeding,
        _numbers(given.get("hand", ())),
        _numbers(given.get("security", ())),
        _numbers(given.get("deck", ())),
        _numbers(given.get("egg_deck", ())),
        {name: _count(given.get(name, 0)) for name in (*PILES, "hand")},
    )


def _wanted(entry: Mapping[str, Any], cards: Mapping[str, Card]) -> Wanted:
    odd = sorted(name for name in entry if name not in GIVEN and entry[name])
    if odd:
        raise ValueError(f"something on the field is given {odd[0]}")
    chain = tuple(number_of(cards[number]) for number in reversed(entry["cards"]))
    return Wanted(chain, bool(entry.get("suspended")), bool(entry.get("played_this_turn")))


def _numbers(pile: Any) -> tuple[str, ...]:
    return () if isinstance(pile, int) else tuple(pile)


def _count(pile: Any) -> int:
    return pile if isinstance(pile, int) else len(pile)
