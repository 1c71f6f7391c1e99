"""A position with what random games seldom have, and what a saved game has to keep all the same."""

from __future__ import annotations

from typing import Any

from rulehound.spec.formats import Card
from rulehound.spec.game import KeptPosition

RED = {"colors": ["red"]}
ROOT, BRANCH, CROWN, PATRON, GUEST = "RK-1", "RK-2", "RK-3", "RK-4", "RK-5"

CARDS = (
    Card(ROOT, "Keeproot", {"kind": "digi-egg", "level": 2, **RED, "inherited": {"security_attack": 1}}),
    Card(
        BRANCH,
        "Keepbranch",
        {
            "kind": "digimon",
            "level": 3,
            "dp": 3000,
            "play_cost": 3,
            **RED,
            "digivolve": [{"color": "red", "level": 2, "cost": 0}],
            "inherited": {"security_attack": -2, "jamming": True},
        },
    ),
    Card(
        CROWN,
        "Keepcrown",
        {
            "kind": "digimon",
            "level": 4,
            "dp": 5000,
            "play_cost": 5,
            **RED,
            "digivolve": [{"color": "red", "level": 3, "cost": 2}],
        },
    ),
    Card(
        PATRON,
        "Keeper",
        {
            "kind": "tamer",
            "play_cost": 3,
            **RED,
            "effects": [{"timing": "start-of-turn", "turn": "me", "steps": [{"do": "memory", "amount": 1}]}],
        },
    ),
    Card(GUEST, "Keepguest", {"kind": "digimon", "level": 4, "dp": 4000, "play_cost": 4, **RED}),
)
"""What is inherited as a fact of a card, a card with an effect, without which nothing lasts, and a card that
is there as a token alone."""


def _seat() -> dict[str, Any]:
    """A player's areas: inherited from one card and from two, lasting, suspended, just played, a token."""
    lasting = [{"gives": {"dp": 1000}, "until": until} for until in ("my-turn-end", "opponents-turn-end")]
    return {
        "hand": [BRANCH, CROWN],
        "deck": [CROWN, BRANCH] * 5,
        "security": [BRANCH, CROWN],
        "egg_deck": [ROOT],
        "breeding": {"cards": [BRANCH, ROOT], "dp_change": 2000},
        "battle": [
            {"cards": [BRANCH, ROOT], "keywords": ["blocker"], "lasting": lasting},
            {"cards": [CROWN, BRANCH, ROOT], "dp_change": -1000},
            {"cards": [BRANCH], "suspended": True, "lasting": [{"gives": {"cannot": ["unsuspend"]}}]},
            {"cards": [CROWN], "played_this_turn": True},
            {"cards": [PATRON], "suspended": True},
            {"cards": [GUEST], "token": True},
        ],
    }


KEPT = KeptPosition(
    CARDS,
    {"turn": 0, "turn_number": 3, "phase": "main", "memory": 3, "players": [_seat(), _seat()]},
    ("position", "card-effects"),
)
