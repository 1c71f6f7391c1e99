"""The editions of the DCG rules: named settings of the switches, and the facts left to documents."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.spec.formats import Ruleset

FACTS = (
    "memory.max",
    "memory.start",
    "memory.pass",
    "deck.size",
    "deck.copies",
    "egg-deck.max",
    "egg-deck.copies",
    "setup.hand",
    "setup.security",
    "draw.count",
    "digivolve.draw",
    "breeding.capacity",
    "attack.checks",
    "battle.zero-dp",
    "blocks.per-attack",
    "players.count",
)
"""Numbers that are read out of a document; no edition has a default for them."""

_FAN: Ruleset = {
    "battle.level-2": "level",
    "setup.security-when": "before-hand",
    "setup.redraw": False,
    "play.order": "place-first",
    "digivolve.order": "place-first",
    "option.order": "pay-first",
    "option.colours": "one",
    "dna.known": False,
    "digixros.known": False,
    "digixros.order": "place-first",
    "digixros.none-chosen": True,
    "digixros.failure": "refused",
    "assembly.known": False,
    "tokens.known": False,
    "attack.target-when": "after-effects",
    "attack.counter-timing": "none",
    "attack.attacker-gone": "ends",
    "piercing.needs-survivor": False,
    "turn.memory-back": "ends",
    "areas.egg-returned": "as-told",
}
_DETAILED: Ruleset = {**_FAN, "attack.counter-timing": "with-block", "turn.memory-back": "goes-on"}
_MANUAL: Ruleset = {
    **_DETAILED,
    "battle.level-2": "no-dp",
    "option.order": "place-first",
    "option.colours": "every",
    "dna.known": True,
    "digixros.known": True,
    "tokens.known": True,
    "attack.target-when": "declaration",
    "piercing.needs-survivor": True,
}
_CHAPTER_7: Ruleset = {
    **_MANUAL,
    "play.order": "pay-first",
    "digixros.order": "pay-first",
    "digixros.none-chosen": False,
    "digixros.failure": "trashed",
    "assembly.known": True,
}
_CURRENT: Ruleset = {
    **_CHAPTER_7,
    "setup.security-when": "after-hand",
    "setup.redraw": True,
    "digivolve.order": "pay-first",
    "option.order": "no-area",
    "attack.counter-timing": "before-block",
    "attack.attacker-gone": "goes-on",
    "areas.egg-returned": "egg-deck",
}

RULESETS: Mapping[str, Ruleset] = {
    "fan-2020": _FAN,
    "detailed-1.0": _DETAILED,
    "manual-2.3": _MANUAL,
    "chapter-7": _CHAPTER_7,
    "comprehensive-4.0": _CURRENT,
}
"""Edition to its switches, oldest first; an edition whose document is silent follows the one before.

Each switch is a difference of `differences.toml`, which says what its readings are and cites both sides.
"""

READINGS = {
    "battle.level-2": {
        "level": "no Digimon of level 2 or lower, whatever DP it has",
        "no-dp": "no Digimon without DP (battle.no-dp), whatever its level",
    },
}
"""Switches that are named like a rule, to their readings in words."""

DEFAULT = "manual-2.3"
