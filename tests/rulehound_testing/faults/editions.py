"""Planted faults: the numbers and switches of the editions."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound_testing.faults.patching import Fault, numbers

FAULTS: Mapping[str, Fault] = {
    "memory-limit-11": Fault("memory.limit", "memory may go to 11", numbers(memory_max=11)),
    "memory-limit-9": Fault("memory.affordable", "memory stops at 9", numbers(memory_max=9)),
    "pass-2": Fault("turn.pass", "passing gives 2 memory", numbers(memory_pass=2)),
    "security-4": Fault("setup.security", "4 security cards", numbers(setup_security=4)),
    "hand-6": Fault("setup.hand", "an opening hand of 6", numbers(setup_hand=6)),
    "copies-5-allowed": Fault("deck.copies", "5 copies of a card are fine", numbers(deck_copies=5)),
    "eggs-6-allowed": Fault("egg-deck.size", "6 Digi-Eggs are fine", numbers(egg_deck_max=6)),
    "no-digivolve-draw": Fault("digivolve.draw", "digivolving draws nothing", numbers(digivolve_draw=0)),
    "memory-starts-at-1": Fault("setup.memory", "the counter starts at 1", numbers(memory_start=1)),
    "deck-49": Fault("deck.size", "decks have one card fewer", numbers(deck_size=49)),
    "copies-3": Fault("deck.copies", "3 copies at most", numbers(deck_copies=3)),
    "egg-copies-3": Fault("egg-deck.copies", "3 copies of a Digi-Egg at most", numbers(egg_deck_copies=3)),
    "egg-copies-5": Fault("egg-deck.copies", "5 copies of a Digi-Egg are fine", numbers(egg_deck_copies=5)),
    "eggs-4": Fault("egg-deck.size", "4 Digi-Eggs at most", numbers(egg_deck_max=4)),
    "draw-2": Fault("draw.one", "two cards are drawn", numbers(draw_count=2)),
    "level-2-barred": Fault(
        "battle.level-2", "the reading by level in every edition", numbers(battle_level_2="level")
    ),
    "dp-1000-deleted": Fault("battle.zero-dp", "1000 DP are too few", numbers(battle_zero_dp=1000)),
    "dead-pierce": Fault(
        "piercing.needs-survivor",
        "Piercing checks though its Digimon is gone",
        numbers(piercing_needs_survivor=False),
    ),
    "lost-attacks-have-no-end": Fault(
        "effects.end-of-attack",
        "a lost battle keeps effects of the end of the attack away in every edition",
        numbers(attack_end_effects="left"),
    ),
    "lost-attacks-have-an-end": Fault(
        "effects.end-of-attack-lost",
        "effects of the end of an attack come after a lost battle in every edition",
        numbers(attack_end_effects="gone"),
    ),
    "deletions-wait-with-either-card": Fault(
        "effects.on-deletion",
        "an inherited effect on deletion is lost with the card that has it in every edition",
        numbers(deletion_effects_wait="either-card"),
    ),
    "deletions-wait-with-the-top-card": Fault(
        "effects.on-deletion",
        "an inherited effect on deletion waits with the former top card alone in every edition",
        numbers(deletion_effects_wait="top-card"),
    ),
    "digixros-always": Fault("digixros.when", "every edition has DigiXros", numbers(digixros_known=True)),
    "one-colour-is-enough": Fault(
        "option.colours", "one colour of an Option is enough", numbers(option_colours="one")
    ),
    "dna-always": Fault("dna.two", "every edition has DNA digivolution", numbers(dna_known=True)),
    "no-tokens": Fault("token.played", "no token is played", numbers(tokens_known=False)),
    "security-after-hands": Fault(
        "setup.security-when",
        "security is always laid after the hands",
        numbers(setup_security_when="after-hand"),
    ),
    "security-before-hands": Fault(
        "setup.security-when",
        "security is always laid before the hands",
        numbers(setup_security_when="before-hand"),
    ),
    "every-colour-ever": Fault(
        "option.colours", "every edition asks for all colours", numbers(option_colours="every")
    ),
    "exchanged-ever": Fault(
        "setup.hand-kept", "every edition lets players exchange their hands", numbers(setup_redraw=True)
    ),
}
"""Faults by name."""
