"""Cards placed under a card that is being played: for a DigiXros or an Assembly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.actions import Action, Done, PlaceMaterial
from rulehound.engine.dcg.areas import take
from rulehound.engine.dcg.cards import CardFacts, Material
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.main_phase import showing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, ask, card_of, facts_of, in_battle
from rulehound.engine.dcg.tasks import Happened, Shown


class Listing(NamedTuple):
    """What a card lists that this edition knows."""

    cards: tuple[Material, ...]
    """From left to right."""
    reduces: int
    whole: bool
    """An Assembly: the whole set or none of it, from the trash; else a DigiXros."""


def listing_of(state: State, card: CardFacts) -> Listing | None:
    """What may be placed under a card while it is played; None where it lists nothing."""
    rules = state.match.rules
    if card.digixros is not None and rules.digixros_known:
        return Listing(card.digixros.cards, card.digixros.reduces, whole=False)
    if card.assembly is not None and rules.assembly_known:
        return Listing(card.assembly.cards, card.assembly.reduces, whole=True)
    return None


def fits(listed: Material, card: CardFacts) -> bool:
    """Whether a card is one that stands in a list."""
    return (  # rule: digixros.listed, assembly.listed
        listed.name in ("", card.name)
        and (not listed.trait or listed.trait in card.traits)
        and listed.level in (None, card.level)
        and listed.kind in (None, card.kind)
    )


def at_hand(state: State, player: int, listing: Listing, but: str = "") -> dict[str, CardFacts]:
    """What a player could place: cards of the trash for an Assembly, else the hand and stacks in battle."""
    there = state.players[player]
    pile = there.trash if listing.whole else there.hand  # rule: assembly.areas, digixros.areas
    found = {card: card_of(state, card) for card in pile if card != but}
    if not listing.whole:
        for stack in there.battle:
            if not stack.token:  # rule: token.no-stack
                found[stack.id] = facts_of(state, stack)
    return found


def most_placed(listed: Sequence[Material], cards: Sequence[CardFacts]) -> int:
    """How many places of a list can be filled at once, each with a card of its own (augmenting paths)."""
    holder: dict[int, int] = {}

    def find_card(place: int, tried: set[int]) -> bool:
        for index, card in enumerate(cards):
            if index not in tried and fits(listed[place], card):
                tried.add(index)
                if index not in holder or find_card(holder[index], tried):
                    holder[index] = place
                    return True
        return False

    return sum(find_card(place, set()) for place in range(len(listed)))


def most_reduced(listing: Listing, left: Sequence[Material], cards: Sequence[CardFacts]) -> int:
    """By how much the places that are left can lower the cost at the most."""
    placed = most_placed(left, cards)
    if listing.whole:
        return listing.reduces if left and placed == len(left) else 0  # rule: assembly.cost
    return placed * listing.reduces  # rule: digixros.cost


def reduction_at_best(state: State, player: int, card: str) -> int:
    """By how much a card of the hand could become cheaper by what it lists."""
    listing = listing_of(state, card_of(state, card))
    if listing is None:
        return 0
    return most_reduced(listing, listing.cards, list(at_hand(state, player, listing, card).values()))


def choosing(state: State) -> tuple[Shown, Listing] | None:
    """The card that is being played and what it lists, where there is such a card."""
    shown = showing.current(state)
    listing = listing_of(state, card_of(state, shown.card)) if shown is not None else None
    return None if shown is None or listing is None else (shown, listing)


def next_place(shown: Shown) -> int:
    """The place right of those that have been filled."""
    return shown.materials[-1][0] + 1 if shown.materials else 0


def is_asked(state: State, shown: Shown) -> bool:
    """Ask the player what to place, where there is a choice; False where there is none."""
    listing = listing_of(state, card_of(state, shown.card)) if shown.stage != showing.CHOSEN else None
    if listing is None:
        return False
    left = listing.cards[next_place(shown) :]
    cards = list(at_hand(state, shown.player, listing).values())
    placed = most_placed(left, cards)
    if placed == 0 or (listing.whole and placed < len(left)):
        return False
    if taken_back(state) and not payable_less(state, shown, most_reduced(listing, left, cards)):
        return False
    showing.wait(state, shown)
    ask(state, "materials", shown.player)  # rule: digixros.when, assembly.when
    return True


def taken_back(state: State) -> bool:
    """Whether the edition forbids to declare what cannot be paid for then."""
    return state.match.rules.digixros_failure == "refused"


def payable_less(state: State, shown: Shown, reduction: int) -> bool:
    """Whether the card could be paid for if it were cheaper by so much."""
    cheaper = msgspec.structs.replace(shown, cost=shown.cost - reduction)
    return shown.free or memory.affordable(state, shown.player, showing.price(state, cheaper))


def options(state: State) -> Iterator[Action]:
    """Everything that could be placed at every place that is left, legal or not; and no more."""
    chosen_for = choosing(state)
    if chosen_for is not None:
        shown, listing = chosen_for
        for place in range(next_place(shown), len(listing.cards)):
            for card, facts in at_hand(state, shown.player, listing).items():
                if fits(listing.cards[place], facts):
                    yield PlaceMaterial(card, place)
    yield Done()


def why_not(state: State, action: PlaceMaterial) -> Iterator[Reason]:
    """Reasons against placing this card at this place of the list."""
    chosen_for = choosing(state)
    if chosen_for is None:
        yield Reason.LISTS_NO_MATERIALS
    elif chosen_for[1].whole:
        yield from why_not_assemble(state, *chosen_for, action)
    else:
        yield from why_not_xros(state, *chosen_for, action)


def why_not_assemble(state: State, shown: Shown, listing: Listing, action: PlaceMaterial) -> Iterator[Reason]:
    """Reasons against placing a card for an Assembly: from the left on, and only for a whole set."""
    cards = at_hand(state, shown.player, listing)
    if action.card not in cards:
        yield Reason.ASSEMBLY_CARD_NOT_THERE
    elif not stands_in(listing, action.place, cards[action.card]):
        yield Reason.ASSEMBLY_CARD_NOT_LISTED
    left = listing.cards[action.place + 1 :]
    others = [facts for card, facts in cards.items() if card != action.card]
    if action.place != next_place(shown) or most_placed(left, others) < len(left):
        yield Reason.ASSEMBLY_IN_PART


def why_not_xros(state: State, shown: Shown, listing: Listing, action: PlaceMaterial) -> Iterator[Reason]:
    """Reasons against placing a card for a DigiXros: right of those that were placed, and not in vain."""
    cards = at_hand(state, shown.player, listing)
    if action.card not in cards:
        yield Reason.DIGIXROS_CARD_NOT_THERE
    elif not stands_in(listing, action.place, cards[action.card]):
        yield Reason.DIGIXROS_CARD_NOT_LISTED
    if action.place < next_place(shown):
        yield Reason.DIGIXROS_PLACE_PASSED
    left = listing.cards[action.place + 1 :]
    others = [facts for card, facts in cards.items() if card != action.card]
    reduction = listing.reduces + most_reduced(listing, left, others)
    if taken_back(state) and not payable_less(state, shown, reduction):
        yield Reason.MEMORY_SHORT


def stands_in(listing: Listing, place: int, card: CardFacts) -> bool:
    """Whether a card is what stands at a place of a list."""
    return 0 <= place < len(listing.cards) and fits(listing.cards[place], card)


def why_not_done(state: State, _action: Done) -> Iterator[Reason]:
    """Reasons against leaving it at what has been placed."""
    chosen_for = choosing(state)
    if chosen_for is None:
        return
    shown, listing = chosen_for
    if listing.whole and 0 < next_place(shown) < len(listing.cards):
        yield Reason.ASSEMBLY_IN_PART
    elif taken_back(state) and not showing.payable(state, shown):
        yield Reason.MEMORY_SHORT


def place(state: State, action: PlaceMaterial) -> None:
    """Put the card under those that were placed before: further right in the list lies lower."""
    chosen_for = choosing(state)
    assert chosen_for is not None
    (shown, listing), state.now = chosen_for, state.now[1:]
    card = taken(state, shown, action.card)
    there = state.players[shown.player]
    there.revealed += (card,)
    # rule: digixros.stack, digixros.once, assembly.stack
    materials = (*shown.materials, (action.place, card))
    cost = shown.cost
    if not listing.whole or len(materials) == len(listing.cards):
        cost -= listing.reduces  # rule: digixros.cost, assembly.cost
    happened(state, Happened("material-placed", (card,), "player", shown.player, shown.card, action.place))
    showing.wait(state, msgspec.structs.replace(shown, materials=materials, cost=cost))


def taken(state: State, shown: Shown, material: str) -> str:
    """Take a card from its pile, or the top card of a stack, the rest of which is trashed; the card."""
    there = state.players[shown.player]
    stack = in_battle(there, material)
    if stack is None:
        take(there, material)  # rule: digixros.areas, assembly.areas
        return material
    there.battle = tuple(other for other in there.battle if other is not stack)  # rule: digixros.areas
    there.trash += stack.cards[1:]  # rule: digixros.rest
    happened(
        state,
        Happened("left-battle-area", (stack.id,), "player", shown.player, shown.card, stacks=(stack,)),
    )
    return stack.cards[0]
