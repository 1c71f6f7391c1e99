"""Faults from changes to the engine that nothing caught, of a fifth sample: parts of effects, and places."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects import selecting
from rulehound.engine.dcg.effects.steps import branching, piles, placing, stacks
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "conditions-last": Fault(
        "effects.then",
        "what comes under a condition within a part of an effect is done after the parts that follow",
        rewritten(
            branching.branch,
            "(msgspec.structs.replace(frame, steps=(*taken, *frame.steps)), *state.now[1:])",
            "(*state.now[1:], msgspec.structs.replace(frame, steps=(*taken, *frame.steps)))",
        ),
    ),
    "several-de-digivolve-last": Fault(
        "effects.then",
        "several Digimon lose their top cards after the parts of the effect that follow",
        rewritten(
            stacks.de_digivolve,
            "(Frame(frame.origin, steps, (*frame.bound, *names)), *state.now)",
            "(*state.now, Frame(frame.origin, steps, (*frame.bound, *names)))",
        ),
    ),
    "nothing-to-trash-ends-it": Fault(
        "effects.then",
        "an effect ends where the top card of a Digimon with no card under it should be trashed",
        rewritten(
            stacks.trash_top,
            "    if stacks:",
            "    if len(stacks) < len(chosen[0]):\n        state.now = state.now[1:]\n    if stacks:",
        ),
    ),
    "trashed-first-from-under": Fault(
        "effects.trash",
        "of cards that an effect trashes from under a Digimon and from a hand, one that comes second stays",
        rewritten(
            placing.put_cards,
            "cards = tuple(one for one in cards if one not in under)",
            "cards = tuple(one for one in cards[:1] if one not in under)",
        ),
    ),
    "trashed-last-from-under": Fault(
        "effects.trash",
        "of cards that an effect trashes from under a Digimon and from a hand, one that comes first stays",
        rewritten(
            placing.put_cards,
            "cards = tuple(one for one in cards if one not in under)",
            "cards = tuple(one for one in cards[1:] if one not in under)",
        ),
    ),
    "searched-for-others-unseen": Fault(
        "areas.hidden",
        "who searches for another card than the one that has the effect does not see what is searched",
        rewritten(selecting.searches, '("", "other")', '("",)'),
    ),
    "one-option-stays": Fault(
        "option.stays",
        "of several Options that an effect places where they lie, the first alone stays",
        rewritten(placing.options_among, "in stacks:", "in stacks[:1]:"),
    ),
    "options-from-under-options": Fault(
        "stack.one",
        "an effect that places an uncovered Option where it lies takes the lowest card under it instead",
        rewritten(placing.options_among, "yield stack.cards[0]", "yield stack.cards[-1]"),
    ),
    "recovered-from-play-ends-it": Fault(
        "effects.then",
        "an effect ends where Recovery speaks of a chosen Digimon that is not in the trash",
        rewritten(
            piles.recover,
            "        recover_chosen(state, frame, chosen[0])",
            "        if not chosen[0]:\n            state.now = state.now[1:]\n"
            "        recover_chosen(state, frame, chosen[0])",
        ),
    ),
}
"""By name."""
