"""Planted faults: the construction of decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulehound.engine.dcg import deck, editions
from rulehound.spec import formats
from rulehound_testing.faults.patching import Fault, constant, function, rewritten

sound_wrong_size = deck.wrong_size
sound_too_many_eggs = deck.too_many_eggs
sound_too_many_copies = deck.too_many_copies


def one_more_card(main: Any, rules: editions.Rules) -> Iterator[Any]:
    """One card more than the deck's size is fine."""
    return iter(()) if len(main) == rules.deck_size + 1 else sound_wrong_size(main, rules)


def one_card_short(main: Any, rules: Any) -> Iterator[Any]:
    """One card fewer than the deck's size is fine."""
    return iter(()) if len(main) == rules.deck_size - 1 else sound_wrong_size(main, rules)


def eggs_wanted(eggs: Any, rules: Any) -> Iterator[Any]:
    """There has to be a Digi-Egg deck."""
    yield from sound_too_many_eggs(eggs, rules)
    if not eggs:
        yield formats.Reason("no-eggs", "egg-deck.size", "there is no Digi-Egg deck")


def four_of_every_card(_pool: Any, pile: Any, rule: str, allowed: int) -> Iterator[formats.Reason]:
    """What a card says of its number in a deck counts for nothing."""
    return sound_too_many_copies({}, pile, rule, allowed)


FAULTS: Mapping[str, Fault] = {
    "deck-51-allowed": Fault("deck.size", "51 cards are fine", function(deck, "wrong_size", one_more_card)),
    "deck-49-allowed": Fault(
        "deck.size", "one card too few is fine", function(deck, "wrong_size", one_card_short)
    ),
    "deck-of-any-size": Fault(
        "deck.size", "decks are not counted", function(deck, "wrong_size", lambda _main, _rules: ())
    ),
    "eggs-wanted": Fault(
        "egg-deck.optional",
        "nobody plays without Digi-Eggs",
        function(deck, "too_many_eggs", eggs_wanted),
    ),
    "egg-in-deck": Fault(
        "deck.kinds",
        "Digi-Eggs may be in the deck",
        constant(deck, "MAIN_KINDS", ("digimon", "tamer", "option", "digi-egg")),
    ),
    "no-tamer-in-deck": Fault(
        "deck.kinds", "decks are of Digimon alone", constant(deck, "MAIN_KINDS", ("digimon",))
    ),
    "anything-in-egg-deck": Fault(
        "egg-deck.kinds",
        "a Digi-Egg deck may hold anything",
        constant(deck, "EGG_KINDS", ("digimon", "tamer", "option", "digi-egg")),
    ),
    "four-of-every-card": Fault(
        "deck.copies",
        "what a card says of its number in a deck counts for nothing",
        function(deck, "too_many_copies", four_of_every_card),
    ),
    "four-of-every-egg": Fault(
        "egg-deck.copies",
        "what a Digi-Egg card says of its number in a Digi-Egg deck counts for nothing",
        rewritten(deck.reasons_against, 'too_many_copies(pool, eggs, "egg', 'too_many_copies({}, eggs, "egg'),
    ),
    "tokens-in-the-deck": Fault(
        "deck.kinds",
        "tokens may be in the deck",
        rewritten(deck.reasons_against, '        *tokens(pool, main, "deck.kinds"),\n', ""),
    ),
    "tokens-in-the-egg-deck": Fault(
        "egg-deck.kinds",
        "tokens may be in the Digi-Egg deck",
        rewritten(deck.reasons_against, '        *tokens(pool, eggs, "egg-deck.kinds"),\n', ""),
    ),
}
"""Faults by name."""
