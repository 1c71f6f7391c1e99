"""Planted faults in how the engine carries out words of the effect language that few cards use."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.attacks import course, declaration
from rulehound.engine.dcg.effects import activating
from rulehound_testing.faults.patching import Fault, rewritten, together

TRIGGERS = 'trigger(state, Happened("counter", player=1 - state.turn), (1 - state.turn,))'

NOTHING_AFTER = rewritten(course.reaction_timing, TRIGGERS, "pass")
WITH_THE_DECLARATION = rewritten(
    declaration.declare,
    "        happened(state, attacks)\n",
    f"        happened(state, attacks)\n        {TRIGGERS}\n",
)

FAULTS: Mapping[str, Fault] = {
    "counter-before-the-declaration": Fault(
        "attack.counter-timing",
        "effects of counter timing come together with those that the declaration sets off",
        lambda: together(NOTHING_AFTER(), WITH_THE_DECLARATION()),
    ),
    "counter-after-the-block": Fault(
        "attack.counter-timing",
        "counter timing comes after block timing",
        rewritten(
            declaration.declare,
            "*AFTER_DECLARATION, *state.pending)",
            '*AFTER_DECLARATION[1:2], "counter-timing", *AFTER_DECLARATION[2:], *state.pending)',
        ),
    ),
    "counter-hangs-on-the-attacker": Fault(
        "attack.attacker-gone",
        "counter timing does not come where the attacker has gone",
        rewritten(course.reaction_timing, "attack is None or", "attacker_of(state) is None or"),
    ),
    "counter-of-the-turn-player": Fault(
        "attack.counter-effects",
        "the player who attacks uses effects of counter timing too",
        rewritten(course.reaction_timing, TRIGGERS, TRIGGERS.replace("(1 - state.turn,)", "(0, 1)")),
    ),
    "counter-as-often-as-there-are": Fault(
        "attack.counter-effects",
        "every effect of counter timing is activated in one attack",
        rewritten(activating.is_countered, "attack is None or attack.countered", "attack is None"),
    ),
    "counter-has-to-be-used": Fault(
        "attack.counter-effects",
        "an effect of counter timing is not asked about and just happens",
        rewritten(activating.may_be_left_out, ' or effect.timing == "counter"', ""),
    ),
    "counter-used-up-by-leaving-it-out": Fault(
        "attack.counter-effects",
        "an effect of counter timing that is left out keeps the others from being used in the same attack",
        rewritten(
            activating.activate,
            "        state.now = (Asking",
            '        if effect.timing == "counter" and state.attack is not None:\n'
            "            state.attack = msgspec.structs.replace(state.attack, countered=True)\n"
            "        state.now = (Asking",
        ),
    ),
}
