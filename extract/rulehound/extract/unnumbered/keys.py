"""Addresses of clauses without numbers, made of the title of their section and their place in it."""

import itertools
import re

_MARKER = re.compile(r"^\s*(?:[-*•●○■□◆※]\s*|[①-⑳]\s*)+")
_VERSION = re.compile(r"\(\s*ver\.?\s*\d[^)]*\)", re.IGNORECASE)
_SIGNED = re.compile(r"\s([+-])(?=\w)")
_SIGNS = {"+": " plus ", "-": " minus "}
FRONT = "front-matter"
"""The section name for clauses before the first section."""

_WORDS, _LETTERS = 8, 60
"""The most words and letters of a title in an address, which names a section without repeating its text."""


def slug(title: str) -> str:
    """The words of a title in lower case with dashes between them: `security-attack-plus-1`.

    Its bullet or number in a circle, apostrophes, marks of Markdown and the version in brackets do not count.
    Of a long title these are the first eight words, and 60 letters at most.
    """
    text = _VERSION.sub("", re.sub(r"\*\*|['’]", "", _MARKER.sub("", title)))
    text = _SIGNED.sub(lambda match: _SIGNS[match[1]], text)
    words = re.findall(r"[^\W_]+", text.casefold())
    return "-".join(words[:_WORDS])[:_LETTERS].rstrip("-") or "untitled"


class Keys:
    """Makes keys unique: a repeated key gets `-2`, `-3` behind it."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def new(self, key: str) -> str:
        """The key, with the next number behind it if it was used before."""
        numbered = (f"{key}-{count}" for count in itertools.count(2))
        unique = next(name for name in itertools.chain([key], numbered) if name not in self._used)
        self._used.add(unique)
        return unique
