"""Faults made from changes to the engine that nothing caught: of what leaves play, of decks, of what is shown."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import deck, deletion, leaving, observation
from rulehound_testing.faults.patching import Fault, constant, rewritten

FAULTS: Mapping[str, Fault] = {
    "only-the-first-card-of-a-deck-counted": Fault(
        "deck.copies",
        "only of the first card of a deck it is counted how many there are",
        rewritten(
            deck.reasons_against,
            '(pool, main, "deck.copies"',
            '(pool, [one for one in main if one == main[0]], "deck.copies"',
        ),
    ),
    "only-the-first-egg-counted": Fault(
        "egg-deck.copies",
        "only of the first card of a Digi-Egg deck it is counted how many there are",
        rewritten(
            deck.reasons_against,
            '(pool, eggs, "egg-deck.copies"',
            '(pool, [one for one in eggs if one == eggs[0]], "egg-deck.copies"',
        ),
    ),
    "the-others-turned-round": Fault(
        "effects.order-chosen",
        "where one of several that are put away is saved, the others go in the opposite order",
        rewritten(
            deletion.prevent,
            "in event.subjects if subject not in subjects",
            "in event.subjects[::-1] if subject not in subjects",
        ),
    ),
    "the-unprotected-turned-round": Fault(
        "effects.order-chosen",
        "several that are put away go in the order in which they stand, where one of them cannot be",
        rewritten(
            deletion.about,
            "subjects = tuple(subject for subject in event.subjects if not protected_by(state, event, subject))",
            "subjects = tuple(subject for subject in event.subjects if not protected_by(state, event, subject))\n"
            "    subjects = subjects if subjects == event.subjects else tuple(sorted(subjects))",
        ),
    ),
    "under-the-first-to-the-trash": Fault(
        "deletion.stack",
        "of several Digimon that are placed under another one, only what lay under the first goes to the trash",
        rewritten(leaving.leave_for_under, "for _, stack in gone:", "for _, stack in gone[:1]:"),
    ),
    "the-first-has-left-for-under": Fault(
        "effects.triggers",
        "of several Digimon that are placed under another one, only the first counts as having left",
        rewritten(
            leaving.leave_for_under,
            "ids = tuple(stack.id for stack in stacks)",
            "ids = tuple(stack.id for stack in stacks[:1])",
        ),
    ),
    "the-last-has-left-for-under": Fault(
        "effects.triggers",
        "of several Digimon that are placed under another one, only the last counts as having left",
        rewritten(
            leaving.leave_for_under,
            "ids = tuple(stack.id for stack in stacks)",
            "ids = tuple(stack.id for stack in stacks[-1:])",
        ),
    ),
    "put-away-though-gone": Fault(
        "effects.triggers",
        "what was to be put away and is gone before counts as having been put away",
        constant(deletion, "LEAVING", ("deleted", "returned-to-hand")),
    ),
    "two-causes-in-one-processing": Fault(
        "effects.would-once",
        "an effect that has come before what rule processing trashes comes again before what it deletes",
        rewritten(deletion.under_way, "for task in state.now if", "for task in state.now[1:] if"),
    ),
    "the-bottom-card-has-moved": Fault(
        "effects.triggers",
        "of a Digimon that is put away, what waits for its card asks about the lowest one of it",
        rewritten(leaving.arrive, "cards.append(stack.cards[0])", "cards.append(stack.cards[-1])"),
    ),
    "unanswered-to-the-trash": Fault(
        "effects.triggers",
        "nothing comes of a Digimon that an effect puts into the trash without deleting it",
        constant(leaving, "TOLD", leaving.RETURNED),
    ),
    "trashed-for-want-of-a-host": Fault(
        "effects.stack",
        "a Digimon that was to be placed under one that is gone goes to the trash",
        rewritten(
            leaving.leave_for_under,
            "        return\n",
            '        return leave(state, msgspec.structs.replace(event, to="trash"))\n',
        ),
    ),
    "no-block-shown": Fault(
        "block.switches",
        "an attack that has been blocked is not shown as blocked",
        rewritten(observation.shown_attack, "attack.blocks > 0", "attack.blocks > 1"),
    ),
    "blocker-shown-for-piercing": Fault(
        "block.blocker",
        "what has Piercing is shown as having Blocker, and nothing else is",
        rewritten(observation.shown_stack, '"blocker" in keywords', '"piercing" in keywords'),
    ),
}
"""By name."""
