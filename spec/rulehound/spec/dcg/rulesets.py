"""The editions of the DCG rules: their switches, from `rulesets.toml`, and the facts left to documents."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.spec.formats import Ruleset, read_rulesets

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

_TABLE = read_rulesets("dcg")

RULESETS: Mapping[str, Ruleset] = _TABLE.rulesets
"""Edition to its switches, oldest first. Each switch is a difference of `differences.toml`."""

DEFAULT = _TABLE.default
"""The edition where a user names none."""

READINGS = {
    "battle.level-2": {
        "level": "no Digimon of level 2 or lower, whatever DP it has",
        "no-dp": "no Digimon without DP (battle.no-dp), whatever its level",
    },
}
"""Switches that are named like a rule, to their readings in words."""
