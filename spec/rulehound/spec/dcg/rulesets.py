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

_FIRST: Ruleset = {
    "battle.level-2": "level",
    "setup.security-when": "before-hand",
    "setup.redraw": False,
    "attack.zero-checks-win": True,
}
_MANUAL: Ruleset = {**_FIRST, "battle.level-2": "no-dp"}
_CURRENT: Ruleset = {
    **_MANUAL,
    "setup.security-when": "after-hand",
    "setup.redraw": True,
    "attack.zero-checks-win": False,
}

RULESETS: Mapping[str, Ruleset] = {
    "fan-2020": _FIRST,
    "detailed-1.0": _FIRST,
    "manual-2.3": _MANUAL,
    "chapter-7": _MANUAL,
    "comprehensive-4.0": _CURRENT,
}
"""Edition to its switches, oldest first.

`battle.level-2` is "level" where a level 2 or lower may not be in the battle area whatever it has, "no-dp"
where only a Digimon without DP may not. The later editions re-draw the opening hand, lay security after it,
and let no attack win that allows no check.
"""

READINGS = {
    "battle.level-2": {
        "level": "no Digimon of level 2 or lower, whatever DP it has",
        "no-dp": "no Digimon without DP (battle.no-dp), whatever its level",
    },
}
"""Switches that are named like a rule, to their readings in words."""

DEFAULT = "manual-2.3"
