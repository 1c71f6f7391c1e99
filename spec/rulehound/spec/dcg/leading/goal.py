"""Positions as goals: what has to come about in a game for them.

What a position gives of the field, the counter, the phase and whose turn it is has to be there exactly. Of
hands, decks and security stacks there may be more than it gives: that is left out of what is shown, as are
cards that were played for nothing but their cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulehound.spec.dcg.leading.beyond import without_more
from rulehound.spec.dcg.leading.effects import asks_more, wakes
from rulehound.spec.dcg.leading.growing import can_grow, with_requirements
from rulehound.spec.dcg.leading.lying import Drawn, Lying, decks
from rulehound.spec.dcg.leading.seats import NUMBER, Chain, Seat, Wanted, begins, chain_of, missing_of, seats
from rulehound.spec.dcg.model.state import Stage
from rulehound.spec.dcg.reading.cards import model_card, number_of, requirement
from rulehound.spec.dcg.reading.states import PLACES
from rulehound.spec.formats import Card, Observation, Position, Ruleset, Setup
from rulehound.spec.language import Parameters, State

ACTIONS = (
    *("keep", "hatch", "move", "skip", "play", "digivolve", "digivolve-in-breeding", "pass"),
    *("attack-player", "attack-digimon", "choose-player", "choose-digimon", "no-block", "settle"),
)
"""Actions of players that lead anywhere."""

SPENDS = {
    "play": ("card", "used", 0),
    "digivolve": ("card", "used", 0),
    "digivolve-in-breeding": ("card", "used", 0),
    "hatch": ("egg", "hatched", 0),
    "check": ("card", "checked", 1),
}
"""Steps by which a card comes to be known: the parameter that it is, what becomes of it, and whose it is, the
turn player's or the other's."""

SECOND, MEMORY, STAGE = (PLACES[name] for name in ("second_players_turn", "memory", "stage"))
STAGES = {"main": Stage.MAIN, "breeding": Stage.BREEDING}

EFFECTS = "effects"
"""Fact of cards that says what they do."""

HANGS = "what the effect of a card does may hang on what there is beyond the position"
"""Why a position is not led to."""

COMES = ("play", "digivolve", "digivolve-in-breeding", "hatch")
"""Of these, those by which a card comes to the field."""

FAR, TURN = 6, 2
"""What it costs to get rid of something, and to have the other player's turn, in steps."""


def bystanders(values: Ruleset) -> tuple[Card, ...]:
    """Tamers without effects, of every cost that can be paid, and of some that cannot: they fill decks, and
    bring the counter to where it is wanted."""
    most = int(values["memory.max"])
    costs = [*range(1, most + 1), *range(2 * most + 1, 2 * most + 6)]
    return tuple(
        Card(f"RL-{cost:02}", f"Bystander {cost}", {"kind": "tamer", "play_cost": cost, "colors": ["white"]})
        for cost in costs
    )


@dataclass(frozen=True)
class PositionGoal:
    """A position as a goal, in a game in which this player goes first."""

    values: Ruleset
    edition: str
    cards: Mapping[str, Card]
    """Those of the position."""
    bystanders: tuple[Card, ...]
    seats: tuple[Seat, Seat]
    turn: int
    first: int
    memory: int | None
    """None where any will do: no turn begins with the counter at 0, as a position does that says nothing."""
    stage: Stage
    altered: frozenset[str]
    """Numbers of cards that have a requirement which the position does not give them."""

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
            seat.counts["egg_deck"] + sum(self._is_hatched(one) for one in (*seat.battle, *seat.breeding))
            for seat in self.seats
        )

    @cached_property
    def chance(self) -> Mapping[str, Sequence[Any]]:
        """The cards that there may be on the way, and their requirements."""
        stacks = [one for seat in self.seats for one in (*seat.battle, *seat.breeding)]
        built = {number for wanted in stacks for number in wanted.chain}
        needed = [card for card in self.cards.values() if number_of(card) in built]
        asked = {
            requirement(card, place, base): None
            for card in needed
            for place in range(len(card.facts.get("digivolve", ())))
            for base in needed
        }
        payable = [card for card in self.bystanders if card.facts["play_cost"] <= self.values["memory.max"]]
        return {"Card": [model_card(card) for card in (*needed, *payable)], "Requirement": list(asked)}

    def distance(self, state: State) -> int | None:
        """How much is missing, roughly in steps; None where it cannot be got any more."""
        turn = self.first ^ int(state[SECOND])
        missing: int = TURN if turn != self.turn else 0
        missing += int(state[STAGE] != self.stage)
        missing += turn == self.turn and self.memory not in (None, state[MEMORY])
        for player, seat in enumerate(self.seats):
            part = "me" if player == turn else "opponent"
            if any(state[PLACES[f"{part}.{pile}"]] < seat.counts[pile] for pile in ("security", "deck")):
                return None
            missing += max(0, len(seat.hand) - int(state[PLACES[f"{part}.hand"]]))
            missing += self._building(seat, state, part, at_turn=player == turn)
        return missing

    def _building(self, seat: Seat, state: State, part: str, *, at_turn: bool) -> int:
        """What is missing on a player's side of the field."""
        missing = 0
        battle, breeding = list(state[PLACES[f"{part}.battle"]]), list(state[PLACES[f"{part}.breeding"]])
        for wanted in sorted(seat.breeding, key=_height):
            missing += missing_of(wanted, breeding, at_turn=at_turn)
        for wanted in sorted(seat.battle, key=_height):
            if self._is_hatched(wanted) and not any(begins(wanted, one) for one in battle):
                missing += 1 + missing_of(wanted, breeding, at_turn=at_turn)
            else:
                missing += missing_of(wanted, battle, at_turn=at_turn)
        return missing + FAR * sum(chain_of(one) not in self._alone for one in (*battle, *breeding))

    def reached(self, state: State, observation: Observation) -> bool:
        """Whether what an engine shows, read as a state, is the position."""
        second = observation["turn"] != self.first
        return self.distance((*state[:SECOND], second, *state[SECOND + 1 :])) == 0

    def setup(self, steps: Sequence[tuple[State, str, Parameters]], end: State) -> Setup:
        """A game whose decks lie as this way has them.

        Raises ValueError where no legal deck does, or an effect of a card may make a difference.
        """
        self._see_that_effects_sleep(steps, end)
        turn = self.first ^ int(end[SECOND])
        parts = ["me" if player == turn else "opponent" for player in (0, 1)]
        drawn = tuple(Drawn(left=int(end[PLACES[f"{part}.deck"]])) for part in parts)
        for before, action, parameters in steps:
            if action in SPENDS:
                name, fate, other = SPENDS[action]
                card = self._by_number[parameters[name][NUMBER]]
                getattr(drawn[self.first ^ int(before[SECOND]) ^ other], fate).append(card.number)
        lying = Lying(self.values, self.cards, self.bystanders, self.eggs)
        made, twins = decks(lying, self.seats, drawn)
        return Setup(
            cards=[*self.cards.values(), *self.bystanders, *twins],
            decks=made,
            edition=self.edition,
            ordered=True,
            first=self.first,
        )

    def _see_that_effects_sleep(self, steps: Sequence[tuple[State, str, Parameters]], end: State) -> None:
        """Raise ValueError where an effect may have come up on the way, or may hang on where it ends."""
        areas = [end[PLACES[f"{part}.battle"]] for part in ("me", "opponent")]
        played = any(chain_of(stack) in self._alone for area in areas for stack in area)
        trashed = any(end[PLACES[f"{part}.trash"]] for part in ("me", "opponent"))
        came = [
            (action, parameters[SPENDS[action][0]][NUMBER] if action in COMES else None)
            for _, action, parameters in steps
        ]
        for card in self.cards.values():
            effects = card.facts.get(EFFECTS, ())
            if asks_more(effects, played=played, trashed=trashed):
                raise ValueError(HANGS)
            if wakes(effects, number_of(card), came):
                raise ValueError("the effect of a card may come up on the way")

    def without_more(self, arrived: Observation) -> Callable[[Observation], Observation | None]:
        """What leaves out of observations what there was at arrival beyond the position."""
        return without_more(arrived, self.seats, self.altered)

    def _is_hatched(self, wanted: Wanted) -> bool:
        return bool(self._by_number[wanted.chain[0]].facts["kind"] == "digi-egg")

    @cached_property
    def _by_number(self) -> Mapping[int, Card]:
        return {number_of(card): card for card in (*self.cards.values(), *self.bystanders)}

    @cached_property
    def _alone(self) -> frozenset[Chain]:
        """What was played for nothing but its cost."""
        return frozenset((number_of(card),) for card in self.bystanders)


def goals(cards: Sequence[Card], position: Position, edition: str, values: Ruleset) -> Iterator[PositionGoal]:
    """A position as a goal, with either player going first. Raises ValueError where play leads nowhere."""
    phase = position.get("phase", "main")
    if phase not in STAGES or "turn_number" in position:
        raise ValueError("it gives a phase in which nobody decides, or the number of the turn")
    if any(asks_more(card.facts.get(EFFECTS, ()), played=False, trashed=False) for card in cards):
        raise ValueError(HANGS)
    printed = {card.number: card for card in cards}
    given, turn = seats(position, printed), position.get("turn", 0)
    known = with_requirements(printed, given)
    if not can_grow(known, given):
        raise ValueError("something on the field did not come about by playing, hatching and digivolving")
    altered = frozenset(number for number, card in known.items() if card is not printed[number])
    memory = position.get("memory", None if phase == "breeding" else 0)
    for first in (turn, 1 - turn):
        yield PositionGoal(
            values, edition, known, bystanders(values), given, turn, first, memory, STAGES[phase], altered
        )


def _height(wanted: Wanted) -> int:
    """The highest come first, since the lower ones may be the beginnings of them."""
    return -len(wanted.chain)
