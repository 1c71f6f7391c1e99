"""The edition of the rules of Digimon Battles, from `rulesets.toml`, and the facts left to documents."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.spec.formats import Ruleset, read_rulesets

FACTS = (
    "setup.hand",
    "draw.count",
    "draw.low-hand",
    "draw.low-count",
    "mulligan.hand",
    "dp.per-turn",
    "evolve-cards.per-turn",
    "evolution.per-turn",
    "attachments.max",
    "unopposed.trash",
    "unopposed.draw",
    "first-attack.default",
    "crash.hp",
    "ko.points",
    "ko.mega-points",
    "ko.win",
    "revival.hp",
    "revival.points",
    "hand.limit",
    "deck.size",
    "deck.digimon-copies",
    "deck.option-copies",
    "deck.evolution-copies",
    "deck.aces",
    "deck.firewalls",
    "deck.data-copies",
    "deck.megas",
    "deck.partners",
    "deck.partner-champions",
    "deck.partner-options",
)
"""Numbers that are read out of a document; no edition has a default for them."""

_TABLE = read_rulesets("dmb")

RULESETS: Mapping[str, Ruleset] = _TABLE.rulesets
"""Edition to its switches, oldest first."""

DEFAULT = _TABLE.default
"""The edition where a user names none."""
