"""Faults made from changes that nothing caught: of what leaves play, of rule processing, of what is shown."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import deck, deletion, leaving, observation, rule_processing, tokens
from rulehound.engine.dcg.effects import activating, continuous
from rulehound_testing.faults.patching import Fault, constant, rewritten, together
from rulehound_testing.faults.rule_processing import TRASHED_FIRST

UNDER_WAY_BEYOND_THE_FIRST = rewritten(
    deletion.under_way, "for task in state.now if", "for task in state.now[1:] if"
)
"""What lies first among what is under way is not looked at."""

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
            "without(event, subjects)",
            "without(msgspec.structs.replace(event, subjects=event.subjects[::-1]), subjects)",
        ),
    ),
    "the-unprotected-turned-round": Fault(
        "effects.order-chosen",
        "several that are put away go in the order in which they stand, where one of them cannot be",
        rewritten(
            deletion.about,
            "    used = used_before(state)\n",
            "    used = used_before(state)\n"
            "    subjects = subjects if subjects == event.subjects else tuple(sorted(subjects))\n",
        ),
    ),
    "under-the-first-to-the-trash": Fault(
        "deletion.stack",
        "of several Digimon placed under another one, only what lay under the first goes to the trash",
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
        lambda: together(TRASHED_FIRST(), UNDER_WAY_BEYOND_THE_FIRST()),
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
    "lowered-by-all-that-holds": Fault(
        "battle.zero-dp",
        "a Digimon of 0 DP stays, where of what holds at all times something raises DP",
        rewritten(
            rule_processing.may_be_lowered,
            "any(lowers(one.gives) for one in going)",
            "all(lowers(one.gives) for one in going)",
        ),
    ),
    "lowered-by-all-that-lasts": Fault(
        "battle.zero-dp",
        "a Digimon of 0 DP stays, where of what lasts on all Digimon something raises DP",
        rewritten(
            rule_processing.may_be_lowered,
            "any(lowers(one.gives) for one in state.lasting)",
            "all(lowers(one.gives) for one in state.lasting)",
        ),
    ),
    "lowered-by-all-on-it": Fault(
        "battle.zero-dp",
        "a Digimon of 0 DP stays, where of what lasts on it something raises its DP",
        rewritten(rule_processing.is_lowered, "any(", "all("),
    ),
    "printed-zero-stays": Fault(
        "battle.zero-dp",
        "a Digimon stays that has 0 DP without anything that lowers it",
        rewritten(
            rule_processing.process_rules,
            "elif lowered or not card.dp or",
            "elif lowered or card.dp is None or",
        ),
    ),
    "processed-once": Fault(
        "rules.processing",
        "what may not stay and was saved once stays",
        rewritten(
            rule_processing.process_rules,
            "if not (dead or barred or",
            "if not (dead or",
        ),
    ),
    "token-of-the-other": Fault(
        "token.played",
        "a token counts as played by an effect of the other player",
        rewritten(tokens.play_tokens, '"effect", player, source', '"effect", 1 - player, source'),
    ),
    "main-in-any-turn": Fault(
        "effects.turn",
        "an effect of the opponent's turn is activated in the own main phase",
        rewritten(
            activating.why_not_activate,
            "if state.turn not in sides(origin.player, effect.turn):",
            'if effect.timing != "main" and state.turn not in sides(origin.player, effect.turn):',
        ),
    ),
    "played-unshown": Fault(
        "showing.set-aside",
        "the card that is being played or digivolved into is not shown",
        rewritten(observation.shown_card, "isinstance(task, Shown)", "not task"),
    ),
    "the-first-material-shown": Fault(
        "digixros.areas",
        "of the cards that are placed for a DigiXros only the first is shown as chosen",
        rewritten(observation.chosen, "in task.materials)", "in task.materials[:1])"),
    ),
    "unprocessed-for-the-breeding-area": Fault(
        "battle.zero-dp",
        "a Digimon stays that an effect of the breeding area leaves without DP",
        rewritten(rule_processing.standing_of, ", *bred", ""),
    ),
    "unprocessed-for-tamers": Fault(
        "battle.zero-dp",
        "a Tamer that becomes a Digimon without DP stays, where nothing in the battle area has changed",
        rewritten(rule_processing.process_rules, " or may_become_digimon(state)", ""),
    ),
    "tamers-that-are-digimon-unreached": Fault(
        "effects.gained",
        "what holds for all Digimon does not hold for a Tamer that holds itself for one",
        rewritten(
            continuous.is_of_kind,
            "dp_as_digimon(state, thing, rounds)",
            "dp_as_digimon(state, thing, rounds - 1)",
        ),
    ),
}
"""By name."""
