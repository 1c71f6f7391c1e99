"""Faults in what decks are legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulehound.engine.dmb import deck
from rulehound.engine.dmb.cards import CardPool
from rulehound.engine.dmb.editions import Rules
from rulehound.spec.formats import Reason
from rulehound_testing.faults.dmb.patching import numbers
from rulehound_testing.faults.patching import Fault, function

LARGER: Mapping[str, str] = {
    "deck.size": "deck_size",
    "deck.digimon-copies": "deck_digimon_copies",
    "deck.option-copies": "deck_option_copies",
    "deck.evolution-copies": "deck_evolution_copies",
    "deck.data-copies": "deck_data_copies",
    "deck.aces": "deck_aces",
    "deck.firewalls": "deck_firewalls",
    "deck.megas": "deck_megas",
    "deck.partners": "deck_partners",
    "deck.partner-champions": "deck_partner_champions",
    "deck.partner-options": "deck_partner_options",
}
"""Rule that is a number to the engine's name of it."""


def of_the_first(pool: CardPool, main: Sequence[str], rules: Rules) -> Iterator[Reason]:
    """The copies of the first card alone are counted."""
    return TOO_MANY_COPIES(pool, [card for card in main if card == main[0]], rules)


TOO_MANY_COPIES = deck.too_many_copies

FAULTS: Mapping[str, Fault] = {
    **{
        f"{rule.replace('.', '-')}-more": Fault(rule, "one more is legal", numbers(**{name: 1}))
        for rule, name in LARGER.items()
    },
    **{
        f"{rule.replace('.', '-')}-less": Fault(rule, "one less is legal", numbers(**{name: -1}))
        for rule, name in LARGER.items()
    },
    "deck-mega-among-the-cards": Fault(
        "deck.digimon-copies",
        "a Mega stands in the deck",
        function(deck, "too_many_copies", lambda *_: iter(())),
    ),
    "deck-copies-of-the-first": Fault(
        "deck.digimon-copies",
        "the copies of the first card alone are counted",
        function(deck, "too_many_copies", of_the_first),
    ),
    "deck-data-of-anybody": Fault(
        "deck.data-legal", "any DATA card is legal", function(deck, "illegal_data", lambda *_: iter(()))
    ),
    "deck-any-destiny": Fault(
        "deck.partner-champions",
        "whatever lies in a Destiny Zone is legal",
        function(deck, "wrong_destiny", lambda *_: iter(())),
    ),
    "deck-any-partner": Fault(
        "deck.partners",
        "any card is declared as Partner",
        function(deck, "wrong_partners", lambda *_: iter(())),
    ),
}
