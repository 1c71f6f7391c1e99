"""Cards placed under a card that is being played: for a DigiXros or an Assembly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.actions import Action, Done, PlaceMaterial
from rulehound.engine.dcg.areas import take
from rulehound.engine.dcg.cards import CardFacts, Material
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.main_phase import showing
from rulehound.engine.dcg.pairing import most_paired
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, ask, card_of, facts_of, in_battle
from rulehound.engine.dcg.tasks import About, Happened, Shown


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
        and (not listed.trait or card.has_trait(listed.trait))
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
    """How many places of a list can be filled at once, each with a card of its own."""
    return most_paired([[index for index, card in enumerate(cards) if fits(one, card)] for one in listed])


def most_reduced(listing: Listing, left: Sequence[Material], cards: Sequence[CardFacts]) -> int:
    """By how much the places that are left can lower the cost at the most."""
    placed = most_placed(left, cards)
    if listing.whole:
        return listing.reduces if left and placed == len(left) else 0  # rule: assembly.cost
    return placed * listing.reduces  # rule: digixros.cost


def reduction_at_best(state: State, player: int, card: str) -> int:
    """By how much a card of the hand could become cheaper by what it lists."""
    facts = card_of(state, card)
    listing = listing_of(state, facts) if facts.digixros or facts.assembly else None
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


def candidates(state: State, shown: Shown, listing: Listing) -> dict[str, CardFacts]:
    """What can be placed now: of what there was when it was asked first, what is still there."""
    found = at_hand(state, shown.player, listing)
    if shown.stage != showing.CHOOSING:
        return found
    # rule: digixros.chosen-together
    return {one: facts for one, facts in found.items() if one in shown.candidates}  # rule: digixros.when


def is_asked(state: State, shown: Shown) -> bool:
    """Ask the player what to place, where there is a choice; False where there is none."""
    listing = listing_of(state, card_of(state, shown.card)) if shown.stage != showing.CHOSEN else None
    if listing is None:
        return False
    left = listing.cards[next_place(shown) :]
    found = candidates(state, shown, listing)
    cards = list(found.values())
    placed = most_placed(left, cards)
    if placed == 0 or (listing.whole and placed < len(left)):
        return False
    if taken_back(state) and not payable_less(state, shown, most_reduced(listing, left, cards)):
        return False
    showing.wait(state, msgspec.structs.replace(shown, stage=showing.CHOOSING, candidates=tuple(found)))
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
            for card, facts in candidates(state, shown, listing).items():
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
    cards = candidates(state, shown, listing)
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
    cards = candidates(state, shown, listing)
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
    """Place a card of a pile, or announce that a stack leaves so that its top card can be placed."""
    chosen_for = choosing(state)
    assert chosen_for is not None
    (shown, listing), state.now = chosen_for, state.now[1:]
    there = state.players[shown.player]
    stack = in_battle(there, action.card)
    if stack is None:
        came_from = take(there, action.card)  # rule: digixros.areas, assembly.areas
        there.revealed += (action.card,)  # rule: digixros.hand-shown
        showing.wait(state, with_material(state, shown, listing, action.place, action.card, came_from))
        return
    others = tuple(one for one in shown.candidates if one != stack.id)
    taking = (action.place, there.revealed)
    showing.wait(state, msgspec.structs.replace(shown, candidates=others, taking=taking))
    # rule: digixros.areas, digixros.rest
    leaves = About("left-battle-area", (stack.id,), "player", shown.player, shown.card, to="revealed")
    about(state, leaves)


def placed_from_battle(state: State, shown: Shown) -> Shown:
    """The shown card once a stack has left for it: the top card is placed, unless an effect has kept it."""
    listing = listing_of(state, card_of(state, shown.card))
    if shown.taking is None or listing is None:
        return shown
    where, before = shown.taking
    shown = msgspec.structs.replace(shown, taking=None)
    for card in state.players[shown.player].revealed:
        if card not in before:
            return with_material(state, shown, listing, where, card, "battle")
    return shown


def with_material(
    state: State, shown: Shown, listing: Listing, where: int, card: str, came_from: str
) -> Shown:
    """The shown card with one more material under it: a card further right in the list lies lower."""
    materials = (*shown.materials, (where, card))  # rule: digixros.stack, digixros.once, assembly.stack
    is_last = not listing.whole or len(materials) == len(listing.cards)
    reduced = listing.reduces if is_last else 0  # rule: digixros.cost, assembly.cost
    cause, source = showing.cause_of(shown), shown.source or shown.card
    placed = Happened("material-placed", (card,), cause, shown.player, source, reduced, came_from=came_from)
    happened(state, placed)
    return msgspec.structs.replace(shown, materials=materials, cost=shown.cost - reduced)
