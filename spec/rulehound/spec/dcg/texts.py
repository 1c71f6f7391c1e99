"""What the text of a card may change, judged by the words that it does not have.

A text that nowhere speaks of memory or of a cost leaves the counter alone; one that speaks of no hand and no
deck leaves these alone, and one that does not speak of breeding leaves alone what a player may do there. This
is known of English alone: texts in other languages, and keywords that are not listed here, may change
everything.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

Reach: TypeAlias = Literal["field", "memory", "cards", "kinds", "breeding", "anything", "anywhere"]
"""What a text may change: what is on the field, in security stacks and in the trash, which every text may;
the counter and costs; hands and decks; what counts as a Digimon; what happens in a breeding area; everything.
`anywhere`: it may do so from a hand or the trash, too."""

_AS_IT_STANDS = re.compile(r"\[[^\]]*\]|without paying (?:the|its|their) (?:\w+ )?costs?", re.IGNORECASE)
"""Parts of a text that change nothing: a timing or a name in its brackets, and "without paying the cost"."""

_WORDS: Mapping[Reach, re.Pattern[str]] = {
    "memory": re.compile(r"\b(?:memory|costs?|overflow)\b"),
    "cards": re.compile(
        r"\b(?:hands?|decks?|draws?|drawn|reveal\w*|recovery|search\w*|play|plays|played|playing"
        r"|(?<!de )digivolv\w*|use|uses|used|using)\b"
    ),
    "kinds": re.compile(r"\b(?:treat\w*|becom\w*|also|as an?)\b"),
}
"""What a text may change, to the words that such a text has."""

_OF_THEIR_OWN = re.compile(
    r"\b(?:digixros|assembly|digisorption|blast|fusion|link\w*|ace|training|face (?:up|down))\b"
)
"""Names of mechanics that change more than their words say."""

_BEYOND = re.compile(r"\[(?:hand|trash|counter)\]", re.IGNORECASE)
"""Words of a text that works while its card is not in play."""

_BREEDING = re.compile(r"\b(?:breeding|hatch\w*|mov(?:e|es|ed|ing))\b", re.IGNORECASE)
"""Words of a text that may change what happens in a breeding area; its timing in brackets is one of them."""

_KEYWORD = re.compile(r"[＜<]\s*(?P<name>[^＞>＜<(+\-−\d]+)")

_OF_THE_FIELD = frozenset(
    {
        "alliance", "armor purge", "barrier", "blitz", "blocker", "collision", "de", "decoy", "delay", "digi",
        "draw", "evade", "jamming", "piercing", "raid", "reboot", "recovery", "retaliation", "rush",
        "security a.", "security attack",
    }
)  # fmt: skip
"""Keywords that do nothing beyond what their names say by the words above. A name ends before a sign: of
De-Digivolve and Digi-Burst the first part is left."""


def reach_of_text(text: str) -> list[Reach]:
    """What a text may change; empty for no text."""
    if not text.strip():
        return []
    keywords = {" ".join(match["name"].lower().split()) for match in _KEYWORD.finditer(text)}
    foreign = any(letter.isalpha() and not letter.isascii() for letter in text)
    beyond: list[Reach] = ["anywhere"] if _BEYOND.search(text) else []
    words = _plain(_AS_IT_STANDS.sub(" ", text))
    if foreign or keywords - _OF_THE_FIELD or _OF_THEIR_OWN.search(words):
        return ["field", *_WORDS, "anything", *beyond]
    return ["field", *_named(words), *_of_breeding(text), *beyond]


def reach_of_effects(effects: Sequence[Mapping[str, Any]]) -> list[Reach]:
    """What effects in the effect language may change; empty for no effects."""
    if not effects:
        return []
    words = _plain(" ".join(_words(effects)))
    return ["field", *_named(words), *_of_breeding(words)]


def _of_breeding(text: str) -> list[Reach]:
    return ["breeding"] if _BREEDING.search(text) else []


def _plain(text: str) -> str:
    return text.lower().replace("-", " ").replace("_", " ")


def _named(words: str) -> list[Reach]:
    return [reached for reached, pattern in _WORDS.items() if pattern.search(words)]


_NO_DEED: Collection[str] = ("says", "timing", "name", "name_has", "trait", "number")
"""Keys of the effect language whose values do not say what an effect does."""


def _words(part: Any) -> Iterator[str]:
    """The words of effects, at any depth."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            if key not in _NO_DEED:
                yield key
                yield from _words(value)
    elif isinstance(part, str):
        yield part
    elif isinstance(part, Sequence):
        for inner in part:
            yield from _words(inner)
