"""Faults made from changes to the engine that nothing caught, of a second sample of its statements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from unittest.mock import patch

from rulehound.engine.dcg import attributes, cards, deletion
from rulehound_testing.faults.patching import Fault, Installed, rewritten, together


def refused(what: type, line: str, wrong: str) -> Callable[[], Installed]:
    """Another check of something that a card asks for; no card is known from before that."""
    uncached = cards._read.__wrapped__
    rewriting = rewritten(vars(what)["__post_init__"], line, wrong)
    return lambda: together(rewriting(), patch.object(cards, "_read", uncached))


FAULTS: Mapping[str, Fault] = {
    "requirement-of-no-trait": Fault(
        "card.kinds",
        "a card that asks for a trait alone is refused",
        refused(cards.Side, "self.name or self.trait or self.kind", "self.name or self.kind"),
    ),
    "requirement-of-no-name": Fault(
        "card.kinds",
        "a card that asks for a name alone is refused",
        refused(cards.Side, "self.name or self.trait or self.kind", "self.trait or self.kind"),
    ),
    "requirement-of-no-tamer": Fault(
        "card.kinds",
        "a card that asks for any Tamer is refused",
        refused(cards.Side, "self.name or self.trait or self.kind", "self.name or self.trait"),
    ),
    "listed-by-no-level": Fault(
        "card.kinds",
        "a card that lists cards for a DigiXros by level alone is refused",
        refused(cards.Material, "and self.level is None", ""),
    ),
    "listed-by-name-alone": Fault(
        "card.kinds",
        "a card that lists cards for a DigiXros by anything but a name or a level is refused",
        refused(cards.Material, "(self.name or self.trait or self.kind)", "self.name"),
    ),
    "decoy-gained-of-one-colour": Fault(
        "keyword.decoy",
        "a Decoy that a Digimon gains protects Digimon of the first of its colours alone",
        rewritten(attributes.decoys_of, "in gift.gives.decoy]", "in gift.gives.decoy[:1]]"),
    ),
    "decoy-gained-of-its-last-colour": Fault(
        "keyword.decoy",
        "a Decoy that a Digimon gains protects Digimon of the last of its colours alone",
        rewritten(attributes.decoys_of, "in gift.gives.decoy]", "in gift.gives.decoy[-1:]]"),
    ),
    "protection-of-no-card": Fault(
        "effects.forbidden",
        "what an effect keeps from a Digimon happens to it where the card of that effect is not known",
        rewritten(attributes.forbidding, " if given.at.card else (owner_of(own), own)", ""),
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
}
"""By name."""
