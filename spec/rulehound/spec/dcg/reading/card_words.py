"""The words of a card: what an engine has to know to carry out what is written on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulehound.spec.formats import Card

KEYWORD_FACTS = frozenset(
    {
        "piercing",
        "jamming",
        "reboot",
        "retaliation",
        "rush",
        "armor-purge",
        "blitz",
        "delay",
        "decoy",
        "decoy_traits",
        "digisorption",
        "dna",
        "digixros",
        "assembly",
    }
)
"""Facts of a card that only engines with `card-effects` take; each is a word."""

PARTS = frozenset({"inherited", "breeding", "turn", "if", "limit", "optional", "cost", "gives"})
"""Parts of an effect that are words by themselves."""

NAMING = frozenset({"timing", "do", "happens", "cannot", "keyword", "keywords"})
"""Parts of an effect of which the value, or each value of a list, is a word."""


def card_words(card: Card) -> frozenset[str]:
    """The words of a card: its keywords, and of its effects the timings, steps, events, keywords and parts.

    `docs/adapters.md` lists them under "Words of cards".
    """
    keywords = {name for name in KEYWORD_FACTS if card.facts.get(name)}
    inherited = card.facts.get("inherited") or {}
    effects = card.facts.get("effects") or ()
    return frozenset({*keywords, *(["inherited"] if inherited else []), *inherited, *_words(effects)})


def _words(part: Any) -> Iterator[str]:
    """The words in a part of an effect, from the outside in."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            if key in PARTS:
                yield key
            if key in NAMING:
                yield from [value] if isinstance(value, str) else value
            else:
                yield from _words(value)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _words(each)
