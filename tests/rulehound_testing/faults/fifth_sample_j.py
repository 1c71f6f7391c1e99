"""Faults made from changes to the engine that nothing caught, of a second sample of its statements."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import attributes, deletion
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "decoy-gained-of-one-colour": Fault(
        "keyword.decoy",
        "a Decoy that a Digimon gains protects Digimon of the first of its colours alone",
        rewritten(attributes.decoys_of, "in gift.gives.decoy]", "in gift.gives.decoy[:1]]"),
    ),
    "protection-of-no-card": Fault(
        "effects.forbidden",
        "what an effect keeps from a Digimon happens to it where the card of that effect is not known",
        rewritten(attributes.forbidding, "gift.at.card or stack.cards[0]", "gift.at.card"),
    ),
    "saved-as-though-deleted-in-battle": Fault(
        "effects.triggers",
        "a Digimon that an effect saves from a tie counts as deleted in battle by the other one",
        rewritten(
            deletion.put_into_trash,
            "    winners = tuple(winner for _, winner in battled)\n"
            "    if winners:\n"
            '        triggers.happened(state, Happened("deleted-opponent-in-battle", winners, cause, player, source))\n',
            "    winners = tuple(winner for _, winner in event.battled)\n"
            "    if winners:\n"
            '        won = Happened("deleted-opponent-in-battle", winners, cause, player, source, 0, stacks)\n'
            "        triggers.happened(state, won)\n",
        ),
    ),
    "saving-ends-what-goes-on": Fault(
        "effects.whole",
        "when an effect saves something, what the game was in the middle of is not gone on with",
        rewritten(deletion.prevent, "place + 1 :", "place + 2 :"),
    ),
}
"""By name."""
