"""Faults made from changes to the engine that nothing caught, of a second sample of its effects."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects import continuous, generic, keywords, triggers
from rulehound.engine.dcg.effects.steps import entering
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "conditions-half-read": Fault(
        "effects.condition",
        "of what a condition compares only the first comparison counts",
        rewritten(continuous.holds, "in condition.counts", "in condition.counts[:1]"),
    ),
    "conditions-half-forgotten": Fault(
        "effects.condition",
        "of what a condition compares only the last comparison counts",
        rewritten(continuous.holds, "in condition.counts", "in condition.counts[-1:]"),
    ),
    "conditions-never-of-two": Fault(
        "effects.condition",
        "a condition of two comparisons never holds",
        rewritten(continuous.holds, "and all(", "and len(condition.counts) < 2 and all("),
    ),
    "attacks-on-the-player-without-one": Fault(
        "effects.condition",
        "a condition that asks for an attack on the player holds while nobody attacks",
        rewritten(continuous.attack_is_on, '"" if attack is None else "player"', '"player"'),
    ),
    "attacks-on-a-digimon-without-one": Fault(
        "effects.condition",
        "a condition that asks for an attack on a Digimon holds while nobody attacks",
        rewritten(continuous.attack_is_on, '"" if attack is None else "player"', '"digimon"'),
    ),
    "decoy-for-tamers": Fault(
        "keyword.decoy",
        "a Decoy protects Tamers, too",
        rewritten(keywords.decoy, 'kind=("digimon",)', "kind=()"),
    ),
    "memory-gained-by-anyone": Fault(
        "effects.triggers",
        "what waits for one player to gain memory waits for both",
        rewritten(
            triggers.is_timely, "return event.player in sides(origin.player, waited.which.of)", "return True"
        ),
    ),
    "memory-gained-by-nobody-else": Fault(
        "effects.triggers",
        "what waits for the opponent to gain memory never triggers",
        rewritten(
            triggers.is_timely,
            "return event.player in sides(origin.player, waited.which.of)",
            'return event.player in sides(origin.player, "me") and waited.which.of != "opponent"',
        ),
    ),
    "deleted-by-its-lowest-card": Fault(
        "effects.on-deletion",
        "the effect of a deleted Digimon is of the player whose card lay lowest",
        rewritten(
            triggers.listening, "player = owner_of(stack.cards[0])", "player = owner_of(stack.cards[-1])"
        ),
    ),
    "gained-effects-play-no-token": Fault(
        "token.played",
        "an effect that something has gained plays no token",
        rewritten(
            entering.play_token, "tokens.play_tokens(", "frame.origin.index >= 0 and tokens.play_tokens("
        ),
    ),
    "put-to-what-is-not-there": Fault(
        "effects.fits",
        "an effect on something that does not exist is allowed",
        rewritten(generic.why_not, "yield Reason.NO_SUCH_EFFECT_TARGET", "pass"),
    ),
}
"""By name."""
