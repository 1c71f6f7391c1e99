"""Faults in cards that effects move and place: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects.steps import piles, placing
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "recovered-cards-join-nothing": Fault(
        "effects.triggers",
        "nobody is told that a card of the trash which Recovery takes has joined the security stack",
        rewritten(piles.recover_chosen, '"security-added"', '"option-used"'),
    ),
    "any-card-is-recovered": Fault(
        "effects.triggers",
        "what waits for cards of one sort to join the security stack answers to Recovery of any card",
        rewritten(piles.recover_chosen, '"security-added", moved', '"security-added", ()'),
    ),
    "recovered-cards-come-from-nowhere": Fault(
        "effects.triggers",
        "nobody is told that a card which Recovery takes from the trash has gone from there",
        rewritten(piles.recover_chosen, '"card-moved"', '"hatched"'),
    ),
    "any-card-goes-to-security": Fault(
        "effects.triggers",
        "what waits for cards of one sort to go to the security stack answers to Recovery of any card",
        rewritten(piles.recover_chosen, '"card-moved", moved', '"card-moved", ()'),
    ),
    "recovered-by-whoever-has-the-effect": Fault(
        "areas.owner",
        "what Recovery takes from a trash joins the security stack of the player who has the effect",
        rewritten(piles.recover_chosen, "players[owner_of(card)]", "players[frame.origin.player]"),
    ),
    "next-part-before-the-revealed": Fault(
        "effects.then",
        "what an effect does after revealing cards it does before it does anything with these",
        rewritten(
            piles.reveal,
            "(Frame(frame.origin, (*step.steps, rest), bound), *state.now)",
            "(*state.now, Frame(frame.origin, (*step.steps, rest), bound))",
        ),
    ),
    "forgotten-by-revealing": Fault(
        "effects.then",
        "an effect that reveals cards does not know any more what it has chosen before",
        rewritten(piles.reveal, "*frame.bound, ", ""),
    ),
    "reveals-all-or-nothing": Fault(
        "effects.then",
        "an effect that reveals cards leaves out what it would do then where the deck has too few",
        rewritten(
            piles.reveal,
            "    cards = player.deck[: step.count]\n",
            "    cards = player.deck[: step.count]\n    if len(cards) < step.count:\n        return\n",
        ),
    ),
    "one-breeding-area-for-both": Fault(
        "areas.owner",
        "of cards of both players that go into breeding areas only the first one does",
        rewritten(placing.put_into_breeding, "in cards", "in cards[:1]"),
    ),
    "untold-into-breeding": Fault(
        "effects.triggers",
        "nobody is told that an effect has put a card into a breeding area",
        rewritten(placing.put_into_breeding, '"card-moved"', '"moved"'),
    ),
    "any-card-into-breeding": Fault(
        "effects.triggers",
        "what waits for cards of one sort to come into the breeding area answers to any card",
        rewritten(placing.put_into_breeding, '"card-moved", (card,)', '"card-moved", ()'),
    ),
    "untold-out-of-breeding": Fault(
        "effects.triggers",
        "nobody is told that an effect has moved a Digimon out of the breeding area",
        rewritten(placing.move_out, '"moved"', '"security-checked"'),
    ),
    "placed-under-is-returned": Fault(
        "effects.would",
        "what comes before a return to the hand comes before a Digimon is placed under another, too",
        rewritten(placing.put_under, '"left-battle-area"', '"returned-to-hand"'),
    ),
    "placed-the-other-way-round": Fault(
        "effects.order-chosen",
        "several cards are placed the other way round than they were chosen",
        rewritten(placing.put_under, "in moved if stack_in_play", "in moved[::-1] if stack_in_play"),
    ),
    "placed-the-first-alone": Fault(
        "effects.stack",
        "of several cards the first alone is placed under something",
        rewritten(placing.put_under, "in moved if stack_in_play", "in moved[:1] if stack_in_play"),
    ),
    "breeding-room-for-all": Fault(
        "breeding.capacity",
        "of several cards that an effect places in a breeding area, each takes the place of the one before",
        rewritten(placing.put_into_breeding, "if player.breeding is None:", "if player:"),
    ),
    "put-where-the-first-player-has-it": Fault(
        "areas.owner",
        "cards that effects put into hand or deck go to the first player, whoever owns them",
        rewritten(placing.put_cards, "owner = owner_of(card)", "owner = 0"),
    ),
    "recovered-by-the-first-player": Fault(
        "areas.owner",
        "cards that effects put onto a security stack go to the first player, whoever owns them",
        rewritten(piles.recover_chosen, "players[owner_of(card)]", "players[0]"),
    ),
    "trashed-first-from-under": Fault(
        "effects.trash",
        "of cards that an effect trashes from under a Digimon and from a hand, one that comes second stays",
        rewritten(
            placing.put_cards,
            "cards = tuple(one for one in cards if one not in under)",
            "cards = tuple(one for one in cards[:1] if one not in under)",
        ),
    ),
    "trashed-last-from-under": Fault(
        "effects.trash",
        "of cards that an effect trashes from under a Digimon and from a hand, one that comes first stays",
        rewritten(
            placing.put_cards,
            "cards = tuple(one for one in cards if one not in under)",
            "cards = tuple(one for one in cards[1:] if one not in under)",
        ),
    ),
    "one-option-stays": Fault(
        "option.stays",
        "of several Options that an effect places where they lie, the first alone stays",
        rewritten(placing.options_among, "in stacks:", "in stacks[:1]:"),
    ),
    "options-from-under-options": Fault(
        "stack.one",
        "an effect that places an uncovered Option where it lies takes the lowest card under it instead",
        rewritten(placing.options_among, "yield stack.cards[0]", "yield stack.cards[-1]"),
    ),
    "recovered-from-play-ends-it": Fault(
        "effects.then",
        "an effect ends where Recovery speaks of a chosen Digimon that is not in the trash",
        rewritten(
            piles.recover,
            "        recover_chosen(state, frame, chosen[0])",
            "        if not chosen[0]:\n            state.now = state.now[1:]\n"
            "        recover_chosen(state, frame, chosen[0])",
        ),
    ),
    "returned-by-the-other": Fault(
        "effects.triggers",
        "what an effect returns counts as returned by the other player",
        rewritten(placing.leave, "origin.player", "1 - origin.player"),
    ),
    "put-under-by-the-other": Fault(
        "effects.triggers",
        "what an effect puts under something counts as put there by the other player",
        rewritten(placing.put_under, '"effect", origin.player', '"effect", 1 - origin.player'),
    ),
    "put-under-by-rules": Fault(
        "effects.triggers",
        "what an effect puts under something counts as put there by the rules",
        rewritten(placing.put_under, '"effect", origin.player', '"rules", origin.player'),
    ),
    "trashed-by-whose-effect-it-is": Fault(
        "areas.owner",
        "a card that an effect puts somewhere goes to an area of the effect's player",
        rewritten(
            placing.put_cards,
            "player = state.players[owner]\n        came_from",
            "player = state.players[frame.origin.player]\n        came_from",
        ),
    ),
    "under-moved-twice": Fault(
        "effects.one-trigger",
        "cards from under something go to the trash twice",
        rewritten(placing.put_cards, "one not in under)", "one in under)"),
    ),
    "first-way-alone": Fault(
        "effects.triggers",
        "of cards that go several ways at once only one way sets effects off",
        rewritten(placing.put_cards, "in ways.items():", "in list(ways.items())[:1]:"),
    ),
    "under-in-reverse": Fault(
        "effects.order-chosen",
        "several Digimon that go under another one lie there the other way round",
        rewritten(placing.put_under, "for one in moved if battling", "for one in moved[::-1] if battling"),
    ),
    "told-by-number": Fault(
        "effects.order-shown",
        "cards that an effect puts somewhere are told of in another order than that in which they went",
        rewritten(placing.tell_of_cards, '"card-moved", cards,', '"card-moved", sorted(cards),'),
    ),
}
