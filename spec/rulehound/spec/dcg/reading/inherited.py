"""Keywords that a Digimon inherits from the cards under it.

For the model they are gained keywords, which end with the turn. In the game they come and go with the cards
of the stack, which no action of the model does. So each state after an action is given what its stacks
inherit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from rulehound.spec.dcg.model import KEYWORDS, Kind, Stack, model
from rulehound.spec.dcg.model import Card as ModelCard
from rulehound.spec.dcg.reading.cards import MOST_GAMES, Cards, by_identity, facts_told, number_of
from rulehound.spec.formats import Card
from rulehound.spec.language import State
from rulehound.spec.reading import places_of

INHERITED = "inherited"
"""Fact of a card: the keywords that a Digimon has while the card lies under it, named like the facts of cards
on which they are printed.
"""

PASSED_ON = ("blocker", "piercing", "jamming", "reboot", "retaliation", "rush", "security_attack")
"""Facts of keywords that a Digimon can gain in the model, and that the model reads off the Digimon, not off a
card.
"""

CARD, STACK = places_of(ModelCard), places_of(Stack)
NUMBER, KIND, PRINTED = CARD["number"], CARD["kind"], CARD["keywords"]
TOP, UNDER, GAINED, MORE_CHECKS = (STACK[name] for name in ("top", "under", "gained", "more_checks"))

AREAS = [
    place
    for place, path in enumerate(model.paths)
    if path.rpartition(".")[2] in ("battle", "breeding") and path.count(".") == 1
]
"""The fields of the state that hold stacks, by place."""

NOTHING = 0, 0
HEIRS = (Kind.DIGIMON, Kind.DIGI_EGG)
"""Kinds of cards that are Digimon on the field."""


def passed_on(card: Card) -> tuple[int, int]:
    """The keywords, as a set of bits, and the security checks that a card gives to the Digimon above it."""
    facts: Mapping[str, Any] = card.facts.get(INHERITED) or {}
    bits = sum(1 << bit for bit, word in enumerate(KEYWORDS) if facts.get(word))
    return bits, facts.get("security_attack", 0)


def inherited(under: Iterable[Card]) -> tuple[int, int]:
    """The keywords and security checks that a Digimon inherits from the cards under it."""
    return _together(passed_on(card) for card in under)


def inherited_by(top: tuple[Any, ...], stack: Mapping[str, Any], cards: Cards) -> tuple[int, int]:
    """The keywords and security checks that a shown stack inherits, also those printed on its top card."""
    if INHERITED not in facts_told(cards) or top[KIND] not in HEIRS:
        return NOTHING
    return inherited(cards[entry["card"]] for entry in stack["cards"][1:])


def _together(parts: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Keywords and checks of several cards: a keyword counts once, checks add up."""
    bits, checks = NOTHING
    for keywords, more in parts:
        bits, checks = bits | keywords, checks + more
    return bits, checks


@by_identity(most=MOST_GAMES)
def with_inherited(cards: Cards) -> Callable[[State], State] | None:
    """A function that gives the stacks of a state what their Digimon inherit; None where no card passes
    anything on.
    """
    known = {number_of(card): passed_on(card) for card in cards.values() if card.facts.get(INHERITED)}
    if not known:
        return None

    @lru_cache(maxsize=4096)
    def heir(stack: tuple[Any, ...]) -> tuple[Any, ...]:
        top = stack[TOP]
        under = stack[UNDER] if top[KIND] in HEIRS else ()
        bits, checks = _together(known.get(card[NUMBER], NOTHING) for card in under)
        fields = list(stack)
        fields[GAINED], fields[MORE_CHECKS] = bits & ~top[PRINTED], checks
        return tuple(fields)

    def given(state: State) -> State:
        fields = list(state)
        for place in AREAS:
            fields[place] = tuple(sorted(map(heir, fields[place])))
        return tuple(fields)

    return given
