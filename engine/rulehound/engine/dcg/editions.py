"""The numbers and switches of each edition of the rules that the engine can follow.

The switches are read from the table of rulesets that the spec of the game keeps as data. The numbers are the
engine's own and nowhere read from a document: whether they agree with one is for others to check. That there
are two players and one Digimon in a breeding area at most is no number here: it is the shape of `state.State`
and `state.Player`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rulehound.spec.formats import Reason, Refused, Ruleset, read_rulesets


class Rules(msgspec.Struct, frozen=True):
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
    play_order: Literal["place-first", "pay-first"] = msgspec.field(name="play.order")
    """Whether a played card is placed or paid for first; likewise the next two."""
    digixros_order: Literal["place-first", "pay-first"] = msgspec.field(name="digixros.order")
    digivolve_order: Literal["place-first", "pay-first"] = msgspec.field(name="digivolve.order")
    option_order: Literal["pay-first", "place-first", "no-area"] = msgspec.field(name="option.order")
    """Where an Option is during its effect: on the field, before or after it is paid for, or in no area."""
    option_colours: Literal["one", "every"] = msgspec.field(name="option.colours")
    """How many colours of an Option its player's cards must have."""
    dna_known: bool = msgspec.field(name="dna.known")
    digixros_known: bool = msgspec.field(name="digixros.known")
    digixros_failure: Literal["refused", "trashed"] = msgspec.field(name="digixros.failure")
    """Whether cards may be placed for a play that cannot be paid for; they are trashed with that."""
    assembly_known: bool = msgspec.field(name="assembly.known")
    tokens_known: bool = msgspec.field(name="tokens.known")
    attack_target_when: Literal["declaration", "after-effects"] = msgspec.field(name="attack.target-when")
    """Whether the target is chosen before or after the effects that the declaration sets off."""
    attack_counter_timing: Literal["none", "with-block", "before-block"] = msgspec.field(
        name="attack.counter-timing"
    )
    """Which window the other player has for effects between the declaration and the outcome."""
    attack_attacker_gone: Literal["ends", "goes-on"] = msgspec.field(name="attack.attacker-gone")
    """Whether an attack whose attacker has gone ends there or goes through its timings."""
    attack_end_effects: Literal["battle", "left", "gone"] = msgspec.field(name="attack.end-effects")
    """When effects of the end of an attack do not come: only under "gone" they come after a lost battle."""
    deletion_effects_wait: Literal["either-card", "top-card"] = msgspec.field(name="deletion.effects-wait")
    """With which cards effects on a deletion wait: the one that was on top, or also the one that has them."""
    piercing_needs_survivor: bool = msgspec.field(name="piercing.needs-survivor")
    effects_cost_in_vain: Literal["refused", "allowed"] = msgspec.field(name="effects.cost-in-vain")
    """Whether a player is asked about a triggered effect whose cost cannot be paid."""
    turn_memory_back: Literal["ends", "goes-on"] = msgspec.field(name="turn.memory-back")
    """Whether the turn ends once the counter has crossed, or only if it stands there in the end."""
    areas_egg_returned: Literal["as-told", "egg-deck"] = msgspec.field(name="areas.egg-returned")
    """Where a Digi-Egg card goes that an effect returns: where it says, or to the Digi-Egg deck."""


NUMBERS: Ruleset = {
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
}
"""The numbers, which are the same in all editions."""

TABLE = read_rulesets("dcg")

DEFAULT_EDITION = TABLE.default

EDITIONS: Mapping[str, Rules] = {
    name: msgspec.convert({**NUMBERS, **switches}, Rules) for name, switches in TABLE.rulesets.items()
}
"""Edition to its rules. A switch that the engine has no use for is left out."""


def rules_of(edition: str) -> Rules:
    """The rules of an edition, of the usual one for ''. Raises Refused for an edition it does not know."""
    if edition and edition not in EDITIONS:
        text = f"no edition {edition!r}; known: {', '.join(EDITIONS)}"
        raise Refused([Reason("unknown-edition", text=text)])
    return EDITIONS[edition or DEFAULT_EDITION]
