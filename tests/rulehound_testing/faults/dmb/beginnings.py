"""Faults in what games and turns begin with: exchanged hands, the copy that is the Partner, its Champions."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb import deck, zones
from rulehound.engine.dmb.battle import knockout
from rulehound.engine.dmb.effects import choices, occasions, words
from rulehound.engine.dmb.turns import evolution, lines, prep, setup, support
from rulehound_testing.faults.patching import Fault, rewritten

EXCHANGED = "draw(player, len(action.cards))\n"
SHUFFLED = "shuffle(state, action.player)"
UNTIL = "while state.low_hand and player.deck"
NOTHING = "pass"


FAULTS: Mapping[str, Fault] = {
    "mulligan-shuffles-first": Fault(
        "setup.mulligan",
        "the deck is shuffled before the new cards are drawn",
        rewritten(setup.mulligan, EXCHANGED, f"{SHUFFLED}\n    {EXCHANGED}"),
    ),
    "mulligan-onto-the-deck": Fault(
        "setup.mulligan",
        "the cards go onto the deck, not under it",
        rewritten(setup.mulligan, "player.deck += action.cards", "player.deck = action.cards + player.deck"),
    ),
    "mulligan-from-below": Fault(
        "setup.mulligan",
        "the new cards come from under the deck",
        rewritten(
            setup.mulligan,
            EXCHANGED,
            f"player.deck = player.deck[::-1]\n    {EXCHANGED}",
        ),
    ),
    "mulligan-unshuffled": Fault(
        "setup.mulligan", "the deck is not shuffled", rewritten(setup.mulligan, SHUFFLED, NOTHING)
    ),
    "mulligan-shuffles-the-other-deck": Fault(
        "setup.mulligan",
        "the deck of the other player is shuffled",
        rewritten(setup.mulligan, SHUFFLED, "shuffle(state, 1 - action.player)"),
    ),
    "mulligan-shuffles-for-one-card": Fault(
        "setup.mulligan",
        "the deck is shuffled where one card alone was exchanged",
        rewritten(setup.mulligan, SHUFFLED, f"len(action.cards) > 1 or {SHUFFLED}"),
    ),
    "full-mulligan-once": Fault(
        "prep.mulligan",
        "who has exchanged a whole hand is not asked again",
        rewritten(
            prep.exchange,
            "exchange_hand(state.me)",
            "exchange_hand(state.me); state.stage = 'evolution' if state.me.active else 'place'",
        ),
    ),
    "full-mulligan-from-below": Fault(
        "prep.mulligan",
        "for a whole hand the new cards come from under the deck",
        rewritten(
            zones.exchange_hand, "draw(player, count)", "player.deck = player.deck[::-1]; draw(player, count)"
        ),
    ),
    "full-mulligan-under-the-deck": Fault(
        "prep.mulligan",
        "a whole hand goes under the deck",
        rewritten(
            prep.exchange,
            "exchange_hand(state.me)",
            "hand = state.me.hand; exchange_hand(state.me); state.me.trash = (); state.me.deck += hand",
        ),
    ),
    "full-mulligan-of-a-full-deck": Fault(
        "prep.mulligan",
        "a hand that is larger than the deck is not exchanged",
        rewritten(
            zones.exchange_hand, "draw(player, count)", "count > len(player.deck) or draw(player, count)"
        ),
    ),
    "forced-mulligan-once": Fault(
        "prep.forced-mulligan",
        "the hand is exchanged once",
        rewritten(prep.ask_for_digimon, "while ", "if "),
    ),
    "forced-mulligan-twice": Fault(
        "prep.forced-mulligan",
        "the hand is exchanged two times at the most",
        rewritten(
            prep.ask_for_digimon,
            UNTIL,
            "for _ in range(2):\n      if state.low_hand and player.deck",
        ),
    ),
    "forced-mulligan-of-whole-hands": Fault(
        "prep.forced-mulligan",
        "the hand is exchanged while the deck has as many cards",
        rewritten(
            prep.ask_for_digimon,
            UNTIL,
            "while state.low_hand and len(player.deck) >= len(player.hand)",
        ),
    ),
    "forced-mulligan-of-any-hand": Fault(
        "prep.forced-mulligan",
        "the hand is exchanged although it was not low",
        rewritten(prep.ask_for_digimon, UNTIL, "while player.deck"),
    ),
    "forced-mulligan-although-there-is-one": Fault(
        "prep.forced-mulligan",
        "a low hand is exchanged although a Digimon is in it",
        rewritten(
            prep.ask_for_digimon,
            UNTIL,
            "if state.low_hand: exchange_hand(player)\n    while state.low_hand and player.deck",
        ),
    ),
    "forced-mulligan-of-level-r": Fault(
        "prep.forced-mulligan",
        "the hand is exchanged until a Digimon of level R comes",
        rewritten(
            prep.ask_for_digimon,
            "and player.hand and not to_place(state)",
            "and not any(card_of(state, card).level == 'R' for card in player.hand)",
        ),
    ),
    "partner-every-copy": Fault(
        "deck.partners",
        "every copy of the card is the Partner",
        rewritten(
            setup.declared,
            "return [by_number[number] for number in numbers]",
            "return [card for card, number in main.items() if number in numbers]",
        ),
    ),
    "partner-any-copy-evolves": Fault(
        "partner.evolve",
        "any copy of the Partner's card evolves at once",
        rewritten(
            prep.place,
            "action.card in state.match.partners",
            "card in [card_of(state, one) for one in state.match.partners]",
        ),
    ),
    "partner-any-copy-for-the-option": Fault(
        "partner.option",
        "any copy of the Partner's card is discarded for the Option",
        rewritten(
            support.why_not_from_destiny,
            "action.partner not in state.match.partners",
            "card_of(state, action.partner) not in [card_of(state, one) for one in state.match.partners]",
        ),
    ),
    "partner-any-copy-returns": Fault(
        "partner.returns",
        "any copy of the Partner's card returns to the deck",
        rewritten(
            knockout.clear,
            "if card in state.match.partners",
            "if state.match.facts[card] in [state.match.facts[one] for one in state.match.partners]",
        ),
    ),
    "deck-champions-without-a-partner": Fault(
        "deck.partner-champions",
        "without a Partner any Champion is legal",
        rewritten(deck.wrong_destiny, "if names.isdisjoint", "if names and names.isdisjoint"),
    ),
    "deck-one-champion-names-the-partner": Fault(
        "deck.partner-champions",
        "one Champion that names the Partner is enough",
        rewritten(
            deck.wrong_destiny,
            "if names.isdisjoint(pool[number].box)",
            "if all(names.isdisjoint(pool[one].box) for one in champions)",
        ),
    ),
    "deck-champions-without-a-box": Fault(
        "deck.partner-champions",
        "a Champion without an evolution box is legal",
        rewritten(deck.wrong_destiny, "if names.isdisjoint", "if pool[number].box and names.isdisjoint"),
    ),
    "deck-champions-of-any-rookie": Fault(
        "deck.partner-champions",
        "a Champion that names any Digimon of the deck is legal where there is no Partner",
        rewritten(
            deck.wrong_destiny,
            "names = {pool[number].name for number in partners}",
            "names = {pool[number].name for number in partners or pool}",
        ),
    ),
    "deck-data-without-a-destiny-zone": Fault(
        "deck.data-legal",
        "without a Destiny Zone any DATA card is legal",
        rewritten(deck.illegal_data, "not in names:", "not in names and names:"),
    ),
    "picked-unshuffled": Fault(
        "effects.picked-shown",
        "the deck is not shuffled after a card was picked",
        rewritten(choices.taken, "shuffle(state, about(task))", "pass"),
    ),
    "recycled-unshuffled": Fault(
        "abilities.recycle",
        "the deck is not shuffled after an attack has recycled",
        rewritten(words.recycle, "shuffle(state, about(task))", "pass"),
    ),
    "returned-unshuffled": Fault(
        "partner.returns",
        "the deck is not shuffled when the Partner returns",
        rewritten(knockout.clear, "shuffle(state, owner)", "pass"),
    ),
    "box-bonus-of-any-card-under": Fault(
        "evolution.bonus",
        "the box has to name any card under the new one",
        rewritten(
            occasions.named_by_box,
            "card_of(state, cards[1]).name in card_of(state, cards[0]).box",
            "any(card_of(state, one).name in card_of(state, cards[0]).box for one in cards[1:])",
        ),
    ),
    "box-bonus-of-the-lowest-card": Fault(
        "evolution.bonus",
        "the box has to name the lowest card",
        rewritten(occasions.named_by_box, "card_of(state, cards[1]).name", "card_of(state, cards[-1]).name"),
    ),
    "box-reaches-any-card-under": Fault(
        "evolution.box",
        "the box has to name any card of the Digimon",
        rewritten(
            evolution.why_unnamed,
            "top.name not in card.box",
            "not any(card_of(state, one).name in card.box for one in state.me.active.cards)",
        ),
    ),
    "line-by-level-alone": Fault(
        "abnormal.under",
        "a card that names the one below it makes a line with it only where the levels follow each other",
        rewritten(
            lines.is_abnormal,
            "below.name in above.box\n        or (",
            "below.name in above.box and above.height == below.height + 1\n        or (",
        ),
    ),
}
