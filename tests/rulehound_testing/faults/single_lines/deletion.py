"""Faults in deletion and rule processing: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import deletion, rule_processing
from rulehound.engine.dcg.effects.steps import placing
from rulehound_testing.faults.patching import Fault, constant, rewritten, together
from rulehound_testing.faults.rule_processing import TRASHED_FIRST

UNDER_WAY_BEYOND_THE_FIRST = rewritten(
    deletion.under_way, "for task in state.now if", "for task in state.now[1:] if"
)
"""What lies first among what is under way is not looked at."""


LEFT_BY_NOTHING = (
    rewritten(deletion.leave, "if event.subjects:", "if True:"),
    rewritten(placing.put_under, "    if there:", "    if moved:"),
)
"""Announce what leaves the battle area, and carry it out, though nothing is left that would leave."""


FAULTS: Mapping[str, Fault] = {
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
    "not-under-what-is-not-returned": Fault(
        "effects.forbidden",
        "a Digimon that cannot be returned to the hand cannot be placed under another one",
        constant(deletion, "PROTECTION", {**deletion.PROTECTION, ("effect", "under"): "return-to-hand"}),
    ),
    "saved-as-though-deleted-in-battle": Fault(
        "effects.triggers",
        "a Digimon that an effect saves from a tie counts as deleted in battle by the other one",
        rewritten(
            deletion.put_into_trash,
            "    winners = tuple(winner for _, winner in battled)\n"
            "    if winners:\n"
            '        triggers.happened(state, Happened("deleted-opponent-in-battle",'
            " winners, cause, player, source))\n",
            "    winners = tuple(winner for _, winner in event.battled)\n"
            "    if winners:\n"
            '        triggers.happened(state, Happened("deleted-opponent-in-battle",'
            " winners, cause, player, source, 0, stacks))\n",
        ),
    ),
    "saving-ends-what-goes-on": Fault(
        "effects.whole",
        "when an effect saves something, what the game was in the middle of is not gone on with",
        rewritten(deletion.prevent, "place + 1 :", "place + 2 :"),
    ),
    "leaves-without-anything": Fault(
        "effects.triggers",
        "what waits for something to leave the battle area triggers though nothing is left to leave it",
        lambda: together(*(one() for one in LEFT_BY_NOTHING)),
    ),
    "comes-before-nothing": Fault(
        "effects.would",
        "once all are saved, the other effects that come before it are about nothing",
        rewritten(deletion.narrowed, "left in ((), subjects)", "left == subjects"),
    ),
    "used-and-waits": Fault(
        "effects.would",
        "an effect that is carried out before something happens still waits",
        rewritten(deletion.use, "waiting=(), using", "using"),
    ),
    "tie-of-the-attacker-alone": Fault(
        "effects.triggers",
        "after a tie only the one that was attacked has deleted the other in battle",
        rewritten(deletion.put_into_trash, "for pair in event.battled", "for pair in event.battled[:1]"),
    ),
    "every-deletion-is-a-battle": Fault(
        "effects.triggers",
        "what waits for a deletion in battle triggers on each deletion",
        rewritten(deletion.put_into_trash, "    if winners:", "    if True:"),
    ),
    "returned-though-gone": Fault(
        "effects.triggers",
        "a Digimon that has gone before it is returned to the hand counts as returned",
        constant(deletion, "LEAVING", ("deleted", "left-battle-area")),
    ),
    "uncovered-stays-on-the-other-side": Fault(
        "breeding.digimon-only",
        "what is no Digimon stays in the breeding area of the second player",
        rewritten(rule_processing.process_rules, " or (other.breeding and other.breeding.uncovered)", ""),
    ),
    "trashed-beside-what-is-saved-vanishes": Fault(
        "battle.no-dp",
        "where what rule processing deletes is saved, the first of what it trashes comes nowhere",
        rewritten(
            deletion.delete,
            "for one in taken if one[1].id in event.trashed",
            "for one in taken[1:] if one[1].id in event.trashed",
        ),
    ),
    "no-digimon-beside-what-else-lasts": Fault(
        "battle.zero-dp",
        "a Tamer that becomes a Digimon at 0 DP stays where something else lasts, too",
        rewritten(
            rule_processing.may_become_digimon,
            'any("as_digimon" in one.gives.words for one in state.lasting)',
            'all("as_digimon" in one.gives.words for one in state.lasting)',
        ),
    ),
    "no-digimon-after-protection": Fault(
        "battle.zero-dp",
        "a Tamer that becomes a Digimon at 0 DP as its protection ends stays",
        rewritten(rule_processing.may_become_digimon, "for one in stack.lasting)", "for one in ())"),
    ),
    "first-effect-may-be-declined-for-all": Fault(
        "effects.optional",
        "effects before a deletion may be declined where the first one may",
        rewritten(deletion.may_decline, "in waiting_now(state))", "in waiting_now(state)[:1])"),
    ),
    "last-effect-may-be-declined-for-all": Fault(
        "effects.optional",
        "effects before a deletion may be declined where the last one may",
        rewritten(deletion.may_decline, "in waiting_now(state))", "in waiting_now(state)[-1:])"),
    ),
    "no-digimon-of-the-turn-player-after-protection": Fault(
        "battle.zero-dp",
        "a Tamer of the turn player that becomes a Digimon at 0 DP as its protection ends stays",
        rewritten(
            rule_processing.may_become_digimon,
            "(*state.me.battle, *state.opponent.battle)",
            "state.opponent.battle",
        ),
    ),
    "no-digimon-beside-what-lasts": Fault(
        "battle.zero-dp",
        "a Tamer that becomes a Digimon at 0 DP as its protection ends stays beside what has another DP",
        rewritten(rule_processing.may_become_digimon, "    return any(", "    return all("),
    ),
}
