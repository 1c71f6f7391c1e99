"""What the readers of events have to go by: the context of a step, and what all of them need of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from rulehound.spec.dcg.model import Card as ModelCard
from rulehound.spec.dcg.model import Kind, Stack
from rulehound.spec.dcg.reading.cards import model_card
from rulehound.spec.dcg.reading.states import face_down, field_of, top_card
from rulehound.spec.formats import Card, Observation
from rulehound.spec.reading import Cards, First, Like, Move, Reported, one_of, places_of

Event: TypeAlias = Mapping[str, Any]


class NotInModel(Exception):
    """An event that no action of the model describes; the text says why the step cannot be judged."""


class EventContext:
    """The context in which events are read: whose turn it is, and what each stack and card was or is.

    Most steps need little of it, so each table is made when it is first asked for.
    """

    def __init__(self, before: Observation, after: Observation, printed: Cards) -> None:
        self.before, self.both, self.printed = before, (before, after), printed
        self.turn: int = before["turn"]
        showing = before.get("showing") or {}
        self.checked: str = (before.get("attack") or {}).get("checked", "")
        """The security card that is being checked, by its id; "" where none is."""
        self.used: str = showing["card"] if showing.get("procedure") == "use" else ""
        """The Option that is being used, by its id; "" where none is."""
        self.by_effect: set[str] = {showing["card"]} if showing.get("by_effect") else set()
        """The cards that effects have taken up to be played or digivolved into, by their ids."""
        self.materials: list[str] = list(showing.get("materials", ())) if self.by_effect else []
        """The cards that have been placed for a card that an effect plays, by their ids."""

    @cached_property
    def owners(self) -> dict[str, int]:
        """Stack id to the player in whose battle or breeding area it is or was."""
        return {entry["id"]: player for player, entry in self._stacks()}

    @cached_property
    def tops(self) -> dict[str, list[tuple[Any, ...]]]:
        """Stack id to the cards that were or are its top card."""
        by_stack: dict[str, list[tuple[Any, ...]]] = {}
        for _, entry in self._stacks():
            by_stack.setdefault(entry["id"], []).append(model_card(top_card(entry, self.printed)))
        return by_stack

    @cached_property
    def piles(self) -> dict[str, list[str]]:
        """Stack id to the ids of its cards, the top one first, as the events so far have left them."""
        return {
            entry["id"]: [card["id"] for card in entry["cards"]]
            for seat in self.before["players"]
            for entry in field_of(seat)
        }

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Card id to the card, of all cards that can be seen before or after."""
        places = [place for observation in self.both for place in _places(observation)]
        return {
            card["id"]: self.printed[card["card"]]
            for place in places
            for card in place
            if card["card"] in self.printed
        }

    @cached_property
    def holders(self) -> dict[str, int]:
        """Card id to the player in whose hand, trash, stacks or other piles it was seen before."""
        return {
            card["id"]: player
            for player in range(len(self.before["players"]))
            for place in _places_of(self.before, player)
            for card in place
        }

    @cached_property
    def bred(self) -> set[str]:
        """The stacks, by id, that are in a breeding area, as the events so far have left them."""
        return {seat["breeding"]["id"] for seat in self.before["players"] if seat["breeding"]}

    def is_played_by_player(self, card: str) -> bool:
        """Whether it is by a player's action that a card is shown, which no effect has taken up."""
        showing = self.before.get("showing") or {}
        if showing.get("card") == card:
            return not showing.get("by_effect")
        hands = (seat["hand"] for seat in self.before["players"])
        return card not in self.by_effect and any(card == one["id"] for hand in hands for one in hand)

    def _stacks(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Every stack before and after, with its player."""
        for observation in self.both:
            for player, seat in enumerate(observation["players"]):
                for entry in field_of(seat):
                    yield player, entry

    def side(self, player: int) -> str:
        """`mine` for the turn player, `theirs` for the other."""
        return "mine" if player == self.turn else "theirs"

    def stack(self, identity: str) -> tuple[str, Like]:
        """The side that the stack with this id belongs to, and its known fields. Raises NotInModel."""
        if identity not in self.owners:
            raise NotInModel("a Digimon came and went within one step")
        if identity in self.bred:
            raise NotInModel("an effect reaches into a breeding area")
        return self.side(self.owners[identity]), one_of(Stack, top=self.tops[identity])

    def uncover(self, stack: str, count: int) -> None:
        """Take cards from the top of a stack: the cards under them become its top card in turn."""
        for card in self.piles.get(stack, [])[1 : count + 1]:
            self.tops.setdefault(stack, []).append(self.card(card))

    def note(self, event: Event) -> None:
        """Take over what an event changed, whatever caused it."""
        what, subjects = event["event"], event["subjects"]
        if what == "turn-began":
            self.turn = event["player"]
        elif what == "security-checked" and subjects:
            self.checked = subjects[0]
        elif what == "hatched":
            self.bred.update(subjects)
        elif what in LEFT_BREEDING:
            self.bred.difference_update(subjects)
        elif what == "option-used" and subjects:
            self.used = subjects[0]
        elif what == "placed" and len(subjects) == SUBJECTS_OF_PLACED:
            stack, card = subjects
            self.owners[stack] = event["player"]
            self.tops.setdefault(stack, []).append(self.card(card))
            self.piles.setdefault(stack, []).insert(0, card)
        elif what in TOPS_TRASHED:
            for stack in subjects:
                left = self.piles.get(stack, [])
                del left[: max(event["amount"], 1)]
                if left:
                    top = self.card(left[0])
                    if top_of(top, "kind") == Kind.OPTION:
                        raise NotInModel("an Option that lay in a stack comes to lie on top")  # option.stays
                    self.tops.setdefault(stack, []).append(top)

    def card(self, identity: str) -> tuple[Any, ...]:
        """The card of the model with this id. Raises NotInModel."""
        if identity not in self.cards:
            raise NotInModel("an effect moved a card that nobody may see")
        return model_card(self.cards[identity])


SUBJECTS_OF_PLACED = 2
"""How many subjects the event of a placed card has: the stack that it is the top card of now, and itself."""

TOPS_TRASHED = ("de-digivolved", "top-trashed", "armor-purged")
"""Events by which so many cards are taken from the top of a stack."""

LEFT_BREEDING = ("moved", "left-breeding-area")
"""Events by which something is in a breeding area no longer."""

EventReader = Callable[[EventContext, Event], Iterator[Reported]]
"""A function that gives the environment actions for an event which an effect caused."""

BEGINS = First((Move("effect-begins"),), needed=False)
"""An effect begins; within another one it is a part of that."""
COMES_BEFORE = First((Move("effect-comes-before"),), needed=False)
"""An effect comes before a deletion, if that is what is about to happen."""


def _places(observation: Observation) -> Iterator[Sequence[Mapping[str, Any]]]:
    """The cards that can be seen, place by place."""
    for player in range(len(observation["players"])):
        yield from _places_of(observation, player)


def _places_of(observation: Observation, player: int) -> Iterator[Sequence[Mapping[str, Any]]]:
    """The cards that can be seen of one player, place by place."""
    seat = observation["players"][player]
    yield from (seat["hand"], seat["trash"], seat.get("revealed", ()))
    yield from (entry["cards"] for entry in field_of(seat) if not entry.get("token"))
    yield from face_down(observation, player)


def top_of(card: tuple[Any, ...], field: str) -> Any:
    """A printed field of a card of the model."""
    return card[places_of(ModelCard)[field]]
