"""Faults made from changes that nothing caught to what triggers, and to the index of what waits and holds."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects import triggers, watching
from rulehound_testing.faults.patching import Fault, constant, rewritten

FAULTS: Mapping[str, Fault] = {
    "attacked-whosever-it-is": Fault(
        "attack.declared-on",
        "what waits for an attack on a player's Digimon comes where one of the other player is attacked",
        rewritten(triggers.is_aimed_at, "return mine and", "return"),
    ),
    "attacked-of-the-other-player": Fault(
        "attack.declared-on",
        "what waits for an attack on Digimon of one player waits for one on those of the other",
        rewritten(triggers.is_aimed_at, " in sides(", " not in sides("),
    ),
    "attacked-though-no-digimon-is": Fault(
        "attack.declared-on",
        "what waits for an attack on a Digimon comes where a player is attacked",
        rewritten(
            triggers.is_aimed_at,
            "if declared is None or",
            "if declared is None:\n        return True\n    if",
        ),
    ),
    "conditions-of-arriving": Fault(
        "effects.as-it-was",
        "the condition of what waits for a Digimon to go to hand, deck or security stack is asked afterwards",
        constant(
            triggers,
            "LEAVES",
            triggers.LEAVES - {"returned-to-hand", "returned-to-deck", "put-into-security"},
        ),
    ),
    "drawn-from-the-security-stack": Fault(
        "effects.triggers",
        "drawn cards count as having come from the security stack",
        constant(triggers, "WAYS", {**triggers.WAYS, "drawn": ("security", "hand")}),
    ),
    "drawn-from-the-egg-deck": Fault(
        "effects.triggers",
        "drawn cards count as having come from the Digi-Egg deck",
        constant(triggers, "WAYS", {**triggers.WAYS, "drawn": ("egg-deck", "hand")}),
    ),
    "moved-from-anywhere": Fault(
        "effects.triggers",
        "what waits for cards to go from one area to another comes wherever they come from",
        rewritten(triggers.is_way, "waited.from_ in (None, event.came_from) and", ""),
    ),
    "of-whoever-it-happens-to": Fault(
        "effects.triggers",
        "what waits for something of one player comes where it happens to what the other one has",
        rewritten(triggers.concerns, "or holder(thing) not in sides(origin.player, which.of)", ""),
    ),
    "tokens-take-their-effects-along": Fault(
        "token.as-played",
        "what a token has on its own leaving is lost with the token",
        rewritten(
            triggers.still_has,
            "if origin.last.token:\n            return True",
            "if origin.last.token:\n            return False",
        ),
    ),
    "battled-afterwards-alone": Fault(
        "effects.would",
        "before a deletion in battle nothing is known of what the Digimon battles",
        rewritten(triggers.before, ", battled=about.battled", ""),
    ),
    "effects-given-to-all-alone": Fault(
        "effects.gained",
        "what all Digimon gain does not come while all of them are given something else, too",
        rewritten(triggers.effects_are_given, "and any(", "and all("),
    ),
    "one-waiting-keyword-of-each": Fault(
        "keyword.armor-purge",
        "of Retaliation, Armor Purge and Decoys a Digimon has the first alone",
        rewritten(
            triggers.gained,
            "in keyword_effects(state, stack)",
            "in tuple(keyword_effects(state, stack))[:1]",
        ),
    ),
    "bred-by-the-first-player-alone": Fault(
        "breeding.no-triggers",
        "what happens in the breeding area of the second player sets off what waits for it",
        rewritten(triggers.concerns, "for player in state.players)", "for player in state.players[:1])"),
    ),
    "nothing-happens-to-the-second-player": Fault(
        "effects.triggers",
        "what happens to Digimon of the second player sets nothing off, as if all were in the breeding area",
        rewritten(
            triggers.concerns,
            "any(player.breeding == thing for player in state.players)",
            "holder(thing) == 1",
        ),
    ),
    "bred-as-it-was": Fault(
        "effects.continuous",
        "what has changed in a breeding area alone counts once something changes in a battle area",
        rewritten(watching.Watch.field, "same = known.bred == bred", "same = True"),
    ),
    "first-come-for-good": Fault(
        "effects.later",
        "a Tamer that continuous effects make a Digimon has the DP of the one that came first",
        rewritten(watching.Watch._look_over, "for one in going:", "for one in going[::-1]:"),
    ),
}
"""By name."""
