"""Players as boards call them: player 1 and player 2."""

from __future__ import annotations

import re

PLAYERS = {
    "me.": "player 1, ",
    "opponent.": "player 2, ",
    "players[0].": "player 1, ",
    "players[1].": "player 2, ",
}
"""How places of observations and of scenarios begin, in which `me` is the first player, and in words."""


def seated(text: str) -> str:
    """A text in which the places of players begin with their names."""
    found = re.compile(r"(?<![\w.])(me\.|opponent\.|players\[[01]\]\.)")
    return found.sub(lambda match: PLAYERS[match[1]], text)
