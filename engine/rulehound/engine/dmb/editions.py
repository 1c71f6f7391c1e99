"""The numbers of each edition of the rules that the engine can follow.

The numbers are the engine's own and nowhere read from a document: whether they agree with one is for others
to check. There is one edition, and it has no switches.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulehound.spec.formats import Reason, Refused, Ruleset, read_rulesets


class Rules(msgspec.Struct, frozen=True):
    """The numbers of one edition, by the names that rule documents are compared under."""

    setup_hand: int = msgspec.field(name="setup.hand")
    draw_count: int = msgspec.field(name="draw.count")
    draw_low_hand: int = msgspec.field(name="draw.low-hand")
    """The most cards in hand with which a hand is low."""
    draw_low_count: int = msgspec.field(name="draw.low-count")
    mulligan_hand: int = msgspec.field(name="mulligan.hand")
    dp_per_turn: int = msgspec.field(name="dp.per-turn")
    evolve_cards_per_turn: int = msgspec.field(name="evolve-cards.per-turn")
    evolution_per_turn: int = msgspec.field(name="evolution.per-turn")
    attachments_max: int = msgspec.field(name="attachments.max")
    unopposed_trash: int = msgspec.field(name="unopposed.trash")
    unopposed_draw: int = msgspec.field(name="unopposed.draw")
    first_attack_default: int = msgspec.field(name="first-attack.default")
    crash_hp: int = msgspec.field(name="crash.hp")
    ko_points: int = msgspec.field(name="ko.points")
    ko_mega_points: int = msgspec.field(name="ko.mega-points")
    ko_win: int = msgspec.field(name="ko.win")
    revival_hp: int = msgspec.field(name="revival.hp")
    revival_points: int = msgspec.field(name="revival.points")
    hand_limit: int = msgspec.field(name="hand.limit")
    deck_size: int = msgspec.field(name="deck.size")
    deck_digimon_copies: int = msgspec.field(name="deck.digimon-copies")
    deck_option_copies: int = msgspec.field(name="deck.option-copies")
    deck_evolution_copies: int = msgspec.field(name="deck.evolution-copies")
    deck_aces: int = msgspec.field(name="deck.aces")
    deck_firewalls: int = msgspec.field(name="deck.firewalls")
    deck_data_copies: int = msgspec.field(name="deck.data-copies")
    deck_megas: int = msgspec.field(name="deck.megas")
    deck_partners: int = msgspec.field(name="deck.partners")
    deck_partner_champions: int = msgspec.field(name="deck.partner-champions")
    deck_partner_options: int = msgspec.field(name="deck.partner-options")


NUMBERS: Ruleset = {
    "setup.hand": 5,
    "draw.count": 1,
    "draw.low-hand": 2,
    "draw.low-count": 2,
    "mulligan.hand": 3,
    "dp.per-turn": 1,
    "evolve-cards.per-turn": 1,
    "evolution.per-turn": 1,
    "attachments.max": 1,
    "unopposed.trash": 2,
    "unopposed.draw": 1,
    "first-attack.default": 1,
    "crash.hp": 10,
    "ko.points": 1,
    "ko.mega-points": 2,
    "ko.win": 4,
    "revival.hp": 10,
    "revival.points": 1,
    "hand.limit": 6,
    "deck.size": 40,
    "deck.digimon-copies": 4,
    "deck.option-copies": 3,
    "deck.evolution-copies": 2,
    "deck.aces": 1,
    "deck.firewalls": 3,
    "deck.data-copies": 1,
    "deck.megas": 1,
    "deck.partners": 1,
    "deck.partner-champions": 2,
    "deck.partner-options": 1,
}
"""The numbers, which are the same in all editions."""

TABLE = read_rulesets("dmb")

DEFAULT_EDITION = TABLE.default

EDITIONS: Mapping[str, Rules] = {
    name: msgspec.convert({**NUMBERS, **switches}, Rules) for name, switches in TABLE.rulesets.items()
}
"""Edition to its rules."""


def rules_of(edition: str) -> Rules:
    """The rules of an edition, of the usual one for ''. Raises Refused for an edition it does not know."""
    if edition and edition not in EDITIONS:
        text = f"no edition {edition!r}; known: {', '.join(EDITIONS)}"
        raise Refused([Reason("unknown-edition", text=text)])
    return EDITIONS[edition or DEFAULT_EDITION]
