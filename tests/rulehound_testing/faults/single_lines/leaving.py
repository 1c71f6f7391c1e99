"""Faults in what leaves the battle area: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import in_play, leaving
from rulehound_testing.faults.patching import Fault, constant, rewritten

FAULTS: Mapping[str, Fault] = {
    "used-by-what-comes-back": Fault(
        "cards.new",
        "a card that comes back to the Digimon to which it belonged has used what it had used before",
        rewritten(in_play.with_new, " if use.card not in new", ""),
    ),
    "sent-only-as-it-arrives": Fault(
        "areas.sent",
        "what waits for a token or a Digi-Egg to be sent away is set off by what arrives alone",
        rewritten(
            leaving.arrive,
            "trigger(state, Happened(TOLD[event.to], ids, *told), PLAYERS)",
            "trigger(state, Happened(TOLD[event.to], tuple(arrived), *told), PLAYERS)",
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
    "placed-card-not-answered": Fault(
        "effects.triggers",
        "nothing answers to a card such as has been placed under something",
        rewritten(leaving.put_under, '"put-under", (*together, base.id)', '"put-under", (base.id,)'),
    ),
    "placed-whatever-answers": Fault(
        "effects.triggers",
        "what waits for some card to be placed under something comes for any",
        rewritten(leaving.put_under, '"put-under", (*together, base.id)', '"put-under", ()'),
    ),
    "placed-host-not-answered": Fault(
        "effects.triggers",
        "nothing answers to a card that has been placed under a Digimon such as is waited for",
        rewritten(leaving.put_under, '"put-under", (*together, base.id)', '"put-under", (*together,)'),
    ),
    "placed-under-without-the-card": Fault(
        "effects.triggers",
        "what waits for a card to be placed under a Digimon asks only what that Digimon is",
        rewritten(leaving.put_under, '"put-under", (*together, base.id)', '"put-under", (base.id,)'),
    ),
    "placed-under-whatever-it-is": Fault(
        "effects.triggers",
        "what waits for a card of some kind to be placed under a Digimon triggers on any card there",
        rewritten(
            leaving.put_under, '"put-under", (*together, base.id)', '"put-under", (*base.cards, *together)'
        ),
    ),
    "beneath-security-is-suspended": Fault(
        "effects.triggers",
        "what is put under the security stack counts as suspended",
        constant(leaving, "TOLD", {**leaving.TOLD, "security-bottom": "suspended"}),
    ),
    "gone-is-suspended": Fault(
        "effects.triggers",
        "what goes to a deck or a security stack counts as suspended",
        constant(leaving, "TOLD", dict.fromkeys(leaving.TOLD, "suspended")),
    ),
    "returned-from-nowhere": Fault(
        "areas.sent",
        "a Digimon that is returned is not sent from the battle area",
        rewritten(leaving.arrive, 'came_from="battle", to=event.to', "to=event.to"),
    ),
    "added-to-security-twice": Fault(
        "effects.one-trigger",
        "a Digimon card that goes into a security stack triggers twice",
        rewritten(leaving.arrive, 'what="security-added", stacks=()', 'what="security-added"'),
    ),
    "left-with-the-cards-of-others": Fault(
        "areas.owner",
        "what lay under a Digimon that is returned goes to the trash of the Digimon's player",
        rewritten(leaving.arrive, "into_trash(state, stack.cards[1:])", "player.trash += stack.cards[1:]"),
    ),
    "buried-with-the-cards-of-others": Fault(
        "areas.owner",
        "what lay under a Digimon that the other player puts under another one goes to its player",
        rewritten(
            leaving.leave_for_under,
            "into_trash(state, stack.cards[1:])",
            "state.players[1 - event.player].trash += stack.cards[1:]",
        ),
    ),
    "put-under-once-for-each": Fault(
        "effects.one-trigger",
        "what waits for a card to come under a Digimon comes once for each of several",
        rewritten(leaving.put_under, "in dict.fromkeys(cards.values())", "in cards.values()"),
    ),
}
