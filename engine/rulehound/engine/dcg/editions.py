"""The engine's own numbers and switches in each edition of the rules that it can follow.

They are written here and nowhere read from a document: whether they agree with one is for others to check.
That there are two players and one Digimon in a breeding area at most is no number here: it is the shape of
`state.State` and `state.Player`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from rulehound.spec.formats import Reason, Refused


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers and switches of one edition, by the names that rule documents are compared under."""

    memory_max: int = msgspec.field(name="memory.max")
    memory_start: int = msgspec.field(name="memory.start")
    memory_pass: int = msgspec.field(name="memory.pass")
    deck_size: int = msgspec.field(name="deck.size")
    deck_copies: int = msgspec.field(name="deck.copies")
    egg_deck_max: int = msgspec.field(name="egg-deck.max")
    egg_deck_copies: int = msgspec.field(name="egg-deck.copies")
    setup_hand: int = msgspec.field(name="setup.hand")
    setup_security: int = msgspec.field(name="setup.security")
    draw_count: int = msgspec.field(name="draw.count")
    digivolve_draw: int = msgspec.field(name="digivolve.draw")
    attack_checks: int = msgspec.field(name="attack.checks")
    battle_zero_dp: int = msgspec.field(name="battle.zero-dp")
    blocks_per_attack: int = msgspec.field(name="blocks.per-attack")
    battle_level_2: Literal["level", "no-dp"] = msgspec.field(name="battle.level-2")
    """Who may not stand in the battle area: Digimon of level 2 or lower, or Digimon without DP."""
    setup_security_when: Literal["before-hand", "after-hand"] = msgspec.field(name="setup.security-when")
    setup_redraw: bool = msgspec.field(name="setup.redraw")
    """Whether each player may return the opening hand once for a new one."""


DEFAULT_EDITION = "manual-2.3"

_MANUAL: Mapping[str, Any] = {
    "memory.max": 10,
    "memory.start": 0,
    "memory.pass": 3,
    "deck.size": 50,
    "deck.copies": 4,
    "egg-deck.max": 5,
    "egg-deck.copies": 4,
    "setup.hand": 5,
    "setup.security": 5,
    "draw.count": 1,
    "digivolve.draw": 1,
    "attack.checks": 1,
    "battle.zero-dp": 0,
    "blocks.per-attack": 1,
    "battle.level-2": "no-dp",
    "setup.security-when": "before-hand",
    "setup.redraw": False,
}

RULESETS: Mapping[str, Mapping[str, Any]] = {
    "fan-2020": {**_MANUAL, "battle.level-2": "level"},
    "detailed-1.0": {**_MANUAL, "battle.level-2": "level"},
    "manual-2.3": _MANUAL,
    "chapter-7": _MANUAL,
    "comprehensive-4.0": {
        **_MANUAL,
        "setup.security-when": "after-hand",
        "setup.redraw": True,
    },
}
"""Edition to its numbers and switches."""

EDITIONS: Mapping[str, Rules] = {name: msgspec.convert(ruleset, Rules) for name, ruleset in RULESETS.items()}
"""The same, typed, as the engine uses them."""


def rules_of(edition: str) -> Rules:
    """The rules of an edition, of the usual one for ''. Raises Refused for an edition it does not know."""
    if edition and edition not in EDITIONS:
        text = f"no edition {edition!r}; known: {', '.join(EDITIONS)}"
        raise Refused([Reason("unknown-edition", text=text)])
    return EDITIONS[edition or DEFAULT_EDITION]
