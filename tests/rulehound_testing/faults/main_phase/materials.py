"""Planted faults: cards placed for a DigiXros or an Assembly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from rulehound.engine.dcg.actions import PlaceMaterial
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import materials
from rulehound.engine.dcg.main_phase.materials import Listing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, card_of, facts_of, in_battle
from rulehound.engine.dcg.tasks import Happened, Shown
from rulehound_testing.faults.patching import Fault, Installed, conduct, forgiving, function

sound_at_hand = materials.at_hand
sound_is_asked = materials.is_asked
sound_with_material = materials.with_material
sound_place = materials.place
sound_why_not_assemble = materials.why_not_assemble


def asked_of_the_hand_alone(state: State, shown: Shown) -> bool:
    """Cards are placed only for what is played from the hand."""
    return not shown.by_effect and sound_is_asked(state, shown)


def without_lowering(state: State, shown: Shown, *placed: Any) -> Shown:
    """Placed cards do not lower the cost."""
    return msgspec.structs.replace(sound_with_material(state, shown, *placed), cost=shown.cost)


def all_at_hand(state: State, shown: Shown, listing: Any) -> dict[str, CardFacts]:
    """Whatever there is now can be placed."""
    return materials.at_hand(state, shown.player, listing)


def floored_card_by_card(state: State, shown: Shown, *placed: Any) -> Shown:
    """With each card of a DigiXros the cost becomes 0 at least."""
    lowered = sound_with_material(state, shown, *placed)
    listed = card_of(state, shown.card).digixros is not None
    return msgspec.structs.replace(lowered, cost=max(lowered.cost, 0)) if listed else lowered


def floored_with_the_set(state: State, shown: Shown, *placed: Any) -> Shown:
    """With the set of an Assembly the cost becomes 0 at least."""
    lowered = sound_with_material(state, shown, *placed)
    listed = card_of(state, shown.card).assembly is not None
    return msgspec.structs.replace(lowered, cost=max(lowered.cost, 0)) if listed else lowered


def taken_from_field(kept: Callable[[Stack], bool]) -> Callable[[], Installed]:
    """Some Digimon are not placed for a DigiXros."""

    def at_hand(state: State, player: int, listing: Any, card: str = "") -> dict[str, CardFacts]:
        barred = {stack.id for stack in state.players[player].battle if kept(stack)}
        found = sound_at_hand(state, player, listing, card)
        return {one: facts for one, facts in found.items() if one not in barred}

    return function(materials, "at_hand", at_hand)


def at_hand_anywhere(state: State, player: int, listing: Any, card: str = "") -> dict[str, CardFacts]:
    """For a DigiXros there are also the trash, the breeding area and what the other player has in battle."""
    there, other = state.players[player], state.players[1 - player]
    found = sound_at_hand(state, player, listing, card)
    if not listing.whole:
        found |= {one: card_of(state, one) for one in there.trash}
        stacks = (*other.battle, *((there.breeding,) if there.breeding is not None else ()))
        found |= {stack.id: facts_of(state, stack) for stack in stacks}
    return found


def assembled_from_anywhere(state: State, player: int, listing: Any, card: str = "") -> dict[str, CardFacts]:
    """For an Assembly there are also the battle area and the trash of the other player."""
    there, other = state.players[player], state.players[1 - player]
    found = sound_at_hand(state, player, listing, card)
    if listing.whole:
        found |= {one: card_of(state, one) for one in other.trash}
        found |= {stack.id: facts_of(state, stack) for stack in there.battle}
    return found


def placed_is_deleted(state: State, action: PlaceMaterial) -> None:
    """A Digimon that is placed for a DigiXros is told to have been deleted."""
    chosen_for = materials.choosing(state)
    player = chosen_for[0].player if chosen_for is not None else state.turn
    stack = in_battle(state.players[player], action.card)
    if stack is not None:
        happened(state, Happened("deleted", (stack.id,), "player", player, stacks=(stack,)))
    sound_place(state, action)


def no_lowering_by_effects(state: State, shown: Shown, *placed: Any) -> Shown:
    """An Assembly does not lower the cost where an effect plays the card."""
    lowered = sound_with_material(state, shown, *placed)
    lowers = not shown.by_effect or card_of(state, shown.card).assembly is None
    return lowered if lowers else msgspec.structs.replace(lowered, cost=shown.cost)


def counted_for_each_place(state: State, shown: Shown, listing: Listing, *placed: Any) -> Shown:
    """A card that fits several places lowers the cost for each of them."""
    changed = sound_with_material(state, shown, listing, *placed)
    fitting = sum(materials.fits(one, card_of(state, placed[1])) for one in listing.cards)
    return msgspec.structs.replace(changed, cost=changed.cost - (fitting - 1) * listing.reduces)


def as_they_are_called(state: State, shown: Shown, listing: Listing, *placed: Any) -> Shown:
    """Cards that are listed alike lie in the order of their numbers, not in the one chosen."""
    changed = sound_with_material(state, shown, listing, *placed)
    if len({*listing.cards}) > 1:
        return changed
    places, cards = zip(*changed.materials, strict=True)
    return msgspec.structs.replace(changed, materials=tuple(zip(places, sorted(cards), strict=True)))


def any_number_of_them(state: State, shown: Shown, listing: Listing, *placed: Any) -> Shown:
    """Of a card that is listed all are placed that there are."""
    changed = sound_with_material(state, shown, listing, *placed)
    there = state.players[shown.player]
    alike = tuple(one for one in there.hand if materials.fits(listing.cards[0], card_of(state, one)))
    if listing.whole or len(changed.materials) < len(listing.cards) or len({*listing.cards}) > 1:
        return changed
    there.hand = tuple(one for one in there.hand if one not in alike)
    there.revealed += alike
    return msgspec.structs.replace(
        changed, materials=(*changed.materials, *((len(listing.cards) - 1, one) for one in alike))
    )


def again_in_the_same_place(
    state: State, shown: Shown, listing: Listing, action: PlaceMaterial
) -> Iterator[Reason]:
    """A place of an Assembly that has been filled can be filled once more."""
    if not shown.materials or action.place != materials.next_place(shown) - 1:
        yield from sound_why_not_assemble(state, shown, listing, action)


FAULTS: Mapping[str, Fault] = {
    "lists-can-always-be-filled": Fault(
        "memory.affordable",
        "what a card lists counts as there when it is asked whether the card can be paid for",
        function(materials, "most_placed", lambda listed, _cards: len(listed)),
    ),
    "anything-is-listed": Fault(
        "digixros.listed",
        "any card is placed for a DigiXros or Assembly",
        function(materials, "fits", lambda _listed, _card: True),
    ),
    "listed-more-than-once": Fault(
        "digixros.once",
        "a place in the list of a DigiXros is filled again",
        forgiving(PlaceMaterial, Reason.DIGIXROS_PLACE_PASSED),
    ),
    "nothing-is-placed": Fault(
        "digixros.when",
        "nothing is placed for DigiXros and Assembly",
        function(materials, "is_asked", lambda _state, _shown: False),
    ),
    "placed-from-hand-alone": Fault(
        "assembly.when",
        "cards are placed only for what is played from the hand",
        function(materials, "is_asked", asked_of_the_hand_alone),
    ),
    "placed-for-nothing": Fault(
        "digixros.cost",
        "placed cards do not lower the cost",
        function(materials, "with_material", without_lowering),
    ),
    "placed-as-it-comes": Fault(
        "digixros.chosen-together",
        "what comes to hand while cards are placed is placed too",
        function(materials, "candidates", all_at_hand),
    ),
    "failures-are-foreseen": Fault(
        "digixros.failure",
        "no card is placed for a DigiXros that cannot be paid for any more",
        function(materials, "taken_back", lambda _state: True),
    ),
    "floored-card-by-card": Fault(
        "digixros.cost",
        "with each card of a DigiXros the cost becomes 0 at least",
        function(materials, "with_material", floored_card_by_card),
    ),
    "floored-with-the-set": Fault(
        "assembly.cost",
        "with the set of an Assembly the cost becomes 0 at least",
        function(materials, "with_material", floored_with_the_set),
    ),
    "upright-for-digixros": Fault(
        "digixros.areas",
        "suspended Digimon are not placed for a DigiXros",
        taken_from_field(lambda stack: stack.suspended),
    ),
    "there-before-digixros": Fault(
        "digixros.areas",
        "Digimon that were played this turn are not placed for a DigiXros",
        taken_from_field(lambda stack: stack.played_this_turn),
    ),
    "digixros-from-anywhere": Fault(
        "digixros.areas",
        "cards of the trash, of the breeding area and of the other player are placed for a DigiXros",
        function(materials, "at_hand", at_hand_anywhere),
    ),
    "assembly-from-anywhere": Fault(
        "assembly.areas",
        "cards of the battle area and of the other player's trash are placed for an Assembly",
        function(materials, "at_hand", assembled_from_anywhere),
    ),
    "placed-is-deleted": Fault(
        "digixros.rest",
        "a Digimon that is placed for a DigiXros counts as deleted",
        lambda: conduct(PlaceMaterial, carry_out=placed_is_deleted),
    ),
    "assembly-by-effects-at-full-price": Fault(
        "assembly.cost",
        "an Assembly does not lower the cost where an effect plays the card",
        function(materials, "with_material", no_lowering_by_effects),
    ),
    "counted-for-each-place": Fault(
        "digixros.once",
        "a card that fits two places of a DigiXros lowers the cost for both",
        function(materials, "with_material", counted_for_each_place),
    ),
    "as-they-are-called": Fault(
        "assembly.stack",
        "cards that are listed alike do not lie in the order that their player chooses",
        function(materials, "with_material", as_they_are_called),
    ),
    "any-number-of-them": Fault(
        "digixros.once",
        "of a card that a DigiXros lists several times any number is placed",
        function(materials, "with_material", any_number_of_them),
    ),
    "again-in-the-same-place": Fault(
        "assembly.whole",
        "a place of an Assembly that has been filled can be filled once more",
        function(materials, "why_not_assemble", again_in_the_same_place),
    ),
}
"""Faults by name."""
