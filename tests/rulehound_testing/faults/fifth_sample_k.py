"""Faults made from changes to the engine that nothing caught: drawing, activating, and continuous effects."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import drawing
from rulehound.engine.dcg.effects import activating, continuous, standpoint
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "drawn-none-answered": Fault(
        "effects.triggers",
        "an effect that draws from an empty deck sets off what waits for a draw",
        rewritten(drawing.draw_for, "if drawn:", "if True:"),
    ),
    "drawn-fewer-unanswered": Fault(
        "effects.triggers",
        "an effect that draws fewer cards than it says, as the deck is empty then, sets off nothing",
        rewritten(drawing.draw_for, "if drawn:", "if drawn == count:"),
    ),
    "asked-after-what-activates-it": Fault(
        "effects.activates-another",
        "an effect that activates another one that may be left out goes on before its player is asked",
        rewritten(
            activating.activate,
            "(Asking(origin, effect.cost, effect.steps, whole=True), *state.now)",
            "(*state.now, Asking(origin, effect.cost, effect.steps, whole=True))",
        ),
    ),
    "top-card-as-under": Fault(
        "effects.fits",
        "an effect that means a card under a Digimon finds it on top, too",
        rewritten(standpoint.stack_above, "stack.cards[1:]", "stack.cards"),
    ),
    "second-card-not-under": Fault(
        "effects.fits",
        "an effect that means a card under a Digimon does not find it right under the top card",
        rewritten(standpoint.stack_above, "stack.cards[1:]", "stack.cards[2:]"),
    ),
    "continuous-self-fulfilling": Fault(
        "effects.continuous",
        "a continuous effect meets its own condition by what it would give",
        rewritten(
            continuous.is_on,
            "holds(state, at, effect.condition, rounds)",
            "(rounds < 1 or holds(state, at, effect.condition, rounds))",
        ),
    ),
    "continuous-unconditional-alone": Fault(
        "effects.continuous",
        "a continuous effect under a condition does not work, though that is met",
        rewritten(
            continuous.is_on,
            "holds(state, at, effect.condition, rounds)",
            "effect.condition == ALWAYS",
        ),
    ),
    "immune-by-the-first-alone": Fault(
        "effects.immune",
        "of several things that one effect forbids or keeps away, the first alone keeps effects away",
        rewritten(continuous.protects, "in gives.cannot", "in gives.cannot[:1]"),
    ),
    "immune-by-the-last-alone": Fault(
        "effects.immune",
        "of several kinds of effects that one effect keeps away, only the last is kept away",
        rewritten(continuous.protects, "in gives.cannot", "in gives.cannot[-1:]"),
    ),
    "immune-to-all-kinds": Fault(
        "effects.immune",
        "what keeps effects of some kinds away keeps away those of any",
        rewritten(continuous.protects, "kind in IMMUNITIES.get(what, ())", "what in IMMUNITIES"),
    ),
    "keyword-for-memory-of-the-other": Fault(
        "effects.keyword-had",
        "whether a Digimon has the keyword behind a cost of memory goes by the memory of the other player",
        rewritten(continuous.can_be_done, 'at.player if step.of == "me" else 1 - at.player', "1 - at.player"),
    ),
    "keyword-for-any-memory": Fault(
        "effects.keyword-had",
        "a Digimon has the keyword behind a cost of memory that its player cannot pay",
        rewritten(continuous.can_be_done, "if isinstance(step, Memory):", "if step is None:"),
    ),
    "keyword-for-a-draw-not-had": Fault(
        "effects.keyword-had",
        "a Digimon has not the keyword behind a cost that takes nothing that could be lacking",
        rewritten(continuous.can_be_done, "return True", "return False"),
    ),
    "keywords-all-by-delay": Fault(
        "effects.keyword-had",
        "an Option with an effect that is used by Delay counts as having every keyword",
        rewritten(continuous.mentions, 'keyword == "delay" and ', ""),
    ),
}
"""By name."""
