"""Positions as goals of a search for a path: what has to come about in a game.

The field, the counter, the phase and the turn of the position have to be there exactly. Hands, decks and
security stacks may hold more than the position gives: the surplus is left out of what is shown, as are cards
that were played only for their cost. Where the surplus would matter, a goal asks for exactly the hands or
security stacks of the position, and for bystanders that no effect asks about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulehound.spec.dcg.leading.added_requirements import why_not, with_requirements
from rulehound.spec.dcg.leading.bystanders import Bystanders, emptying, kinds
from rulehound.spec.dcg.leading.deck_order import DeckRequirements, DrawnCards, decks
from rulehound.spec.dcg.leading.effects import Effect, PathStep, Surplus, asks_more, takes_from_decks, wakes
from rulehound.spec.dcg.leading.surplus import without_more
from rulehound.spec.dcg.leading.turn_passes import ROUND, ended, passes
from rulehound.spec.dcg.leading.wanted_position import (
    NUMBER,
    PILES,
    STACK,
    Chain,
    Seat,
    WantedStack,
    begins,
    chain_of,
    missing_of,
    seats,
    taken,
)
from rulehound.spec.dcg.model.state import Stage
from rulehound.spec.dcg.reading.cards import model_card, number_of, requirement
from rulehound.spec.dcg.reading.states import PLACES
from rulehound.spec.formats import Card, Observation, Position, Ruleset, Setup
from rulehound.spec.language import Parameters, State

ACTIONS = (
    *("keep", "hatch", "move", "skip", "play", "digivolve", "digivolve-in-breeding", "use-option", "pass"),
    *("attack-player", "attack-digimon", "choose-player", "choose-digimon", "no-block", "settle"),
)
"""Actions of players that a path may take."""

SPENDS = {
    "play": ("card", "used", 0),
    "digivolve": ("card", "used", 0),
    "digivolve-in-breeding": ("card", "used", 0),
    "use-option": ("card", "used", 0),
    "hatch": ("egg", "hatched", 0),
    "check": ("card", "checked", 1),
}
"""Steps that show a card: the parameter that is the card, what becomes of it, and whether it is the turn
player's.
"""

SECOND, MEMORY, STAGE = (PLACES[name] for name in ("second_players_turn", "memory", "stage"))
STAGES = {"main": Stage.MAIN, "breeding": Stage.BREEDING}

SETTING_UP = (Stage.LAY_SECURITY, Stage.DRAW_HANDS, Stage.REDRAW, Stage.REDRAW_THEIRS)
"""Stages before security stacks are laid."""

EFFECTS = "effects"
"""Fact of a card that holds its effects."""

PLACES_OF_FILLERS = ("hand", "deck", "security")
"""Areas in which every path leaves more than the position gives."""

COMES_UP = "the effect of a card may come up on the way"
HANGS = "what the effect of a card does may hang on what there is beyond the position"
"""Why a position is not led to."""

FAR, TURN = 6, 2
"""What it costs to get rid of something, and to have the other player's turn, in steps."""

FEW = 2
"""Most cards of a security stack that a scenario may use up."""

NOTHING, HANDS, SECURITY = frozenset[str](), frozenset(("hand",)), frozenset(("security",))
"""Of what there may be no more than a position gives."""

TO_SPARE = 3
"""Cards in a hand that may be played only for their cost."""


@dataclass(frozen=True)
class PositionGoal:
    """A position as a goal, with the player who goes first and the bystanders on the path."""

    values: Ruleset
    edition: str
    cards: Mapping[str, Card]
    """The cards of the position."""
    bystanders: Bystanders
    seats: tuple[Seat, Seat]
    turn: int
    first: int
    memory: int | None
    """The counter; None where any value will do, as no turn begins with the counter at 0."""
    stage: Stage
    altered: frozenset[str]
    """Numbers of cards that have a requirement which the position does not give them."""
    exact: frozenset[str] = frozenset()
    """Of hands and security stacks, those that may hold no more than the position gives."""

    @property
    def family(self) -> Hashable:
        """A key of goals that have the same path, whatever the bystanders are."""
        return self.first, self.exact

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
        """How many Digi-Eggs each player brings: those that are hatched, and those of the position."""
        return max(
            seat.counts["egg_deck"] + sum(self._is_hatched(one) for one in (*seat.battle, *seat.breeding))
            for seat in self.seats
        )

    def chance(self, action: str) -> Mapping[str, Sequence[Any]]:
        """The records that an action may take on the path: cards and their requirements. A checked card is a
        bystander.
        """
        return self._checked if action == "check" else self._cards

    @cached_property
    def _checked(self) -> Mapping[str, Sequence[Any]]:
        return {"Card": [model_card(self.bystanders.fillers[0])]}

    @cached_property
    def _cards(self) -> Mapping[str, Sequence[Any]]:
        stacks = [one for seat in self.seats for one in (*seat.battle, *seat.breeding)]
        built = {number for wanted in stacks for number in wanted.chain}
        needed = [card for card in self.cards.values() if number_of(card) in built]
        asked = {
            requirement(card, place, base): None
            for card in needed
            for place in range(len(card.facts.get("digivolve", ())))
            for base in needed
        }
        cards = [model_card(card) for card in (*needed, *self.bystanders.played)]
        return {"Card": cards, "Requirement": list(asked)}

    def distance(self, state: State) -> int | None:
        """An estimate of the steps still missing; None where the position cannot be reached any more."""
        now = self.first ^ int(state[SECOND])
        missing = int(state[STAGE] != self.stage)
        missing += self.memory is not None and (now != self.turn or state[MEMORY] != self.memory)
        passing = ended(0, now, self.turn)
        for player, seat in enumerate(self.seats):
            part = "me" if player == now else "opponent"
            short = any(state[PLACES[f"{part}.{pile}"]] < seat.counts[pile] for pile in ("security", "deck"))
            if short and state[STAGE] not in SETTING_UP:
                return None
            if any(count > self.values["deck.copies"] for count in self._copies(state, part)):
                return None
            missing += max(0, len(seat.hand) - int(state[PLACES[f"{part}.hand"]]))
            for more, often in (
                self._building(seat, state, part, player, now),
                self._emptying(seat, state, part, player, now),
            ):
                missing, passing = missing + more, max(passing, often)
        return missing + TURN * passing

    def _copies(self, state: State, part: str) -> Iterable[int]:
        """How often each bystander lies in a battle area."""
        chains = (chain_of(stack) for stack in state[PLACES[f"{part}.battle"]])
        return Counter(chain for chain in chains if chain in self._alone).values()

    def _emptying(self, seat: Seat, state: State, part: str, player: int, now: int) -> tuple[int, int]:
        """How many surplus cards a player has, and how often the turn has to pass to be rid of them."""
        surplus = passing = 0
        if "hand" in self.exact:
            surplus = max(0, int(state[PLACES[f"{part}.hand"]]) - len(seat.hand))
            passing = ended(int(player != now), now, self.turn) if surplus else 0
        for pile in PILES:
            over = int(state[PLACES[f"{part}.{pile}"]]) - seat.counts[pile]
            if pile in self.exact and pile not in seat.unsaid and over:
                surplus += over
                rounds = -(-over // max(1, len(self.seats[1 - player].battle)))
                passing = max(passing, ended(ROUND * rounds - int(player != now), now, self.turn))
        return surplus, passing

    def _building(self, seat: Seat, state: State, part: str, player: int, now: int) -> tuple[int, int]:
        """What is missing on a player's side of the field, and how often the turn has to pass for it."""
        missing = passing = 0
        battle, breeding = list(state[PLACES[f"{part}.battle"]]), list(state[PLACES[f"{part}.breeding"]])
        places = [(one, breeding) for one in seat.breeding]
        places += [(one, battle) for one in sorted(seat.battle, key=_height)]
        for wanted, area in places:
            begun = any(begins(wanted, one) for one in area)
            moves = area is battle and self._is_hatched(wanted) and not begun
            stack = taken(wanted, breeding if moves else area, at_turn=player == now)
            missing += moves + missing_of(wanted, stack, at_turn=player == now)
            passing = max(passing, passes(wanted, stack, player, now, self.turn))
        unwanted = sum(chain_of(one) not in self._alone for one in (*battle, *breeding))
        return missing + FAR * unwanted, passing

    def alike(self, state: State) -> State:
        """The state without what makes no difference on the path.

        That is the cards that were played only for their cost, and the number of cards in places that the
        goal does not ask about.
        """
        kept = list(state)
        for part in ("me", "opponent"):
            battle = PLACES[f"{part}.battle"]
            kept[battle] = tuple(one for one in state[battle] if chain_of(one) not in self._alone)
            hand = PLACES[f"{part}.hand"]
            kept[hand] = min(state[hand], self._most_in_hand)
            kept[PLACES[f"{part}.deck"]] = kept[PLACES[f"{part}.trash"]] = 0
        return tuple(kept)

    @cached_property
    def _most_in_hand(self) -> int:
        """How many cards in a hand are told apart; more make no difference."""
        if "hand" in self.exact:
            return int(self.values["deck.size"])
        return max(len(seat.hand) + len(seat.battle) for seat in self.seats) + TO_SPARE

    def reached(self, state: State, observation: Observation) -> bool:
        """Whether what an engine shows, read as a state, is the position."""
        second = observation["turn"] != self.first
        return self.distance((*state[:SECOND], second, *state[SECOND + 1 :])) == 0

    def setup(self, steps: Sequence[tuple[State, str, Parameters]], end: State) -> Setup:
        """A new game with decks in the order that the path needs.

        Raises ValueError where no legal deck has it, or an effect of a card may make a difference.
        """
        turn = self.first ^ int(end[SECOND])
        parts = ["me" if player == turn else "opponent" for player in (0, 1)]
        drawn = tuple(DrawnCards(left=int(end[PLACES[f"{part}.deck"]])) for part in parts)
        for before, action, parameters in steps:
            if action in SPENDS:
                name, fate, other = SPENDS[action]
                card = self._by_number[parameters[name][NUMBER]]
                getattr(drawn[self.first ^ int(before[SECOND]) ^ other], fate).append(card.number)
        self._see_that_effects_sleep(steps, drawn)
        required = DeckRequirements(self.values, self.cards, self.bystanders.cards, self.eggs)
        made, twins = decks(required, self.seats, drawn)
        return Setup(
            cards=[*self.cards.values(), *self.bystanders.cards, *twins],
            decks=made,
            edition=self.edition,
            ordered=True,
            first=self.first,
        )

    def _see_that_effects_sleep(
        self, steps: Sequence[tuple[State, str, Parameters]], drawn: Sequence[DrawnCards]
    ) -> None:
        """Raise ValueError where an effect may be set off on the path, or may depend on the surplus at its
        end.
        """
        checked = [self._by_name[number] for one in drawn for number in one.checked]
        spent = dict.fromkeys(number for one in drawn for number in one.used)
        left = [card for card in self.bystanders.played if card.number in spent]
        surplus = {
            **surplus_of(self.bystanders, self.exact),
            "battle": left if self.bystanders.stay else [],
            "trash": [*checked, *(() if self.bystanders.stay else left)],
        }
        passed_through = [
            self._step(before, action, parameters)
            for before, action, parameters in steps
            if not _idle(before, action)
        ]
        for card in self.cards.values():
            effects = card.facts.get(EFFECTS, ())
            if asks_more(effects, surplus):
                raise ValueError(HANGS)
            if wakes(effects, card.number, self._owners(number_of(card)), passed_through):
                raise ValueError(COMES_UP)

    def _step(self, before: State, action: str, parameters: Parameters) -> PathStep:
        """A step of the model in the form in which effects of cards react to it."""
        chain: Chain = ()
        if action in SPENDS:
            base = chain_of(parameters["onto"]) if "onto" in parameters else ()
            chain = (*base, parameters[SPENDS[action][0]][NUMBER])
        elif "attacker" in parameters:
            chain = chain_of(parameters["attacker"])
        elif action == "end-attack":
            attacking = (one for one in before[PLACES["me.battle"]] if one[STACK["attacking"]])
            chain = next(map(chain_of, attacking), ())
        cards = [self._by_number[number] for number in chain]
        under = frozenset(card.number for card in cards[:-1])
        return PathStep(action, self.first ^ int(before[SECOND]), cards[-1] if cards else None, under)

    def _owners(self, number: int) -> frozenset[int]:
        """The players on whose side of the field a card lies."""
        return frozenset(
            player
            for player, seat in enumerate(self.seats)
            if any(number in wanted.chain for wanted in (*seat.battle, *seat.breeding))
        )

    def without_more(self, arrived: Observation) -> Callable[[Observation], Observation | None]:
        """A function that leaves out of observations what there was beyond the position on arrival."""
        loose = not any(takes_from_decks(card.facts.get(EFFECTS, ())) for card in self.cards.values())
        return without_more(arrived, self.seats, self.altered, loose=loose)

    def _is_hatched(self, wanted: WantedStack) -> bool:
        return bool(self._by_number[wanted.chain[0]].facts["kind"] == "digi-egg")

    @cached_property
    def _by_number(self) -> Mapping[int, Card]:
        return {number_of(card): card for card in (*self.cards.values(), *self.bystanders.cards)}

    @cached_property
    def _by_name(self) -> Mapping[str, Card]:
        return {card.number: card for card in self._by_number.values()}

    @cached_property
    def _alone(self) -> frozenset[Chain]:
        """The stacks of the bystanders that stay, which were played only for their cost."""
        return frozenset((number_of(card),) for card in self.bystanders.cards)


def goals(cards: Sequence[Card], position: Position, edition: str, values: Ruleset) -> Iterator[PositionGoal]:
    """A position as goals, the best first: by each kind of bystanders, and with either player going first.

    Raises ValueError where play leads to no such position, nor to one in which everything does the same.
    """
    phase = position.get("phase", "main")
    if phase not in STAGES or "turn_number" in position:
        raise ValueError("it gives a phase in which nobody decides, or the number of the turn")
    printed = {card.number: card for card in cards}
    wanted_seats, turn = seats(position, printed), position.get("turn", 0)
    known = with_requirements(printed, wanted_seats)
    why = why_not(known, wanted_seats)
    if why:
        raise ValueError(why)
    altered = frozenset(number for number, card in known.items() if card is not printed[number])
    memory = position.get("memory", None if phase == "breeding" else 0)
    effects = [card.facts.get(EFFECTS, ()) for card in cards]
    for company, exact in _ways(
        wanted_seats, effects, list(kinds(values, _colors(wanted_seats[turn], known)))
    ):
        for first in (turn, 1 - turn):
            yield PositionGoal(
                values,
                edition,
                known,
                company,
                wanted_seats,
                turn,
                first,
                memory,
                STAGES[phase],
                altered,
                exact,
            )


def _ways(
    wanted_seats: Sequence[Seat], effects: Sequence[Sequence[Effect]], companies: Sequence[Bystanders]
) -> Iterator[tuple[Bystanders, frozenset[str]]]:
    """The kinds of bystanders to try, each with the areas that may hold no more than the position gives.

    Where a few attacks use up a security stack, the stack is first brought to what the position says. Hands
    are emptied where effects ask about them. Raises ValueError where effects ask about more than that.
    """

    def same(company: Bystanders, exact: frozenset[str]) -> bool:
        return not any(asks_more(one, surplus_of(company, exact)) for one in effects)

    few = any("security" not in seat.unsaid and seat.counts["security"] <= FEW for seat in wanted_seats)
    emptied = emptying(companies[0])
    if same(companies[0], NOTHING):
        for exact in (*((SECURITY,) if few else ()), NOTHING):
            yield from ((company, exact) for company in companies)
    elif same(emptied, HANDS):
        yield emptied, HANDS
    else:
        raise ValueError(HANGS)


def surplus_of(company: Bystanders, exact: frozenset[str]) -> Surplus:
    """The bystanders that lie in hands and piles beyond a position, whatever the path."""
    return {area: company.fillers for area in PLACES_OF_FILLERS if area not in exact}


def _colors(seat: Seat, cards: Mapping[str, Card]) -> list[str]:
    """The colours of the top cards of a player's stacks, one of each."""
    by_number = {number_of(card): card for card in cards.values()}
    tops = [by_number[wanted.chain[-1]] for wanted in seat.battle]
    return list(dict.fromkeys(color for card in tops for color in card.facts.get("colors", ())[:1]))


def _idle(before: State, action: str) -> bool:
    """Whether a step unsuspends nothing, as far as it is an unsuspend phase."""
    areas = [before[PLACES[f"me.{area}"]] for area in ("battle", "breeding")]
    return action == "unsuspend" and not any(one[STACK["suspended"]] for area in areas for one in area)


def _height(wanted: WantedStack) -> int:
    """A sort key of stacks: the highest first, since lower ones may be the beginnings of them."""
    return -len(wanted.chain)
