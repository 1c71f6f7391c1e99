"""Faults made from changes to the engine that nothing caught, of a fourth sample of its statements."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects import candidates, continuous, selecting, triggers
from rulehound_testing.faults.patching import Fault, constant, rewritten

FAULTS: Mapping[str, Fault] = {
    "cards-have-a-state": Fault(
        "effects.triggers",
        "a card counts as suspended for what waits for something to happen to suspended Digimon",
        constant(
            continuous,
            "TESTS",
            {
                **continuous.TESTS,
                "suspended": lambda _state, thing, _facts, wanted, _rounds: (
                    isinstance(thing, str) or thing.suspended == wanted
                ),
            },
        ),
    ),
    "searched-before-it-is-its-turn": Fault(
        "areas.hidden",
        "who chooses for a step of two choices sees during the first what only the second is among",
        rewritten(selecting.searches, "min(len(frame.choices), 1)", "-1"),
    ),
    "searched-to-the-end": Fault(
        "areas.hidden",
        "who chooses for a step of two choices sees during the second what only the first was among",
        rewritten(selecting.searches, "min(len(frame.choices), 1)", "0"),
    ),
    "chosen-for-any-place": Fault(
        "breeding.capacity",
        "a card is chosen for a breeding area although that is full",
        rewritten(selecting.can_be_put, 'if step.to == "breeding":', "if not step.to:"),
    ),
    "in-play-as-in-the-trash": Fault(
        "effects.fits",
        "what an effect seeks in another area it finds in the battle area, too",
        rewritten(candidates.with_role, 'else "battle") in places', "else which.area) in places"),
    ),
    "own-effects-by-whose-cards": Fault(
        "effects.triggers",
        "what waits for the own effects goes by whose cards these do something to",
        rewritten(triggers.is_by, "if event.whose is None else event.whose", ""),
    ),
}
"""By name."""
