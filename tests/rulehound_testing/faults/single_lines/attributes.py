"""Faults in what a Digimon has and counts as: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import attributes
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "security-digimon-below-zero": Fault(
        "dp.floor",
        "the DP of a Security Digimon goes below 0",
        rewritten(attributes.card_dp, "max(printed + sum(changes), 0)", "printed + sum(changes)"),
    ),
    "security-digimon-cut-off-between": Fault(
        "dp.modify",
        "what effects take from the DP of a Security Digimon stops at 0 before what others add",
        rewritten(
            attributes.card_dp,
            "return max(printed + sum(changes), 0)",
            "return [printed := max(printed + change, 0) for change in (0, *changes)][-1]",
        ),
    ),
    "cheaper-by-any-card-of-the-hand": Fault(
        "effects.continuous",
        "a card that makes cards of the hand cheaper to play does so for all of them from there",
        rewritten(
            attributes.added_to_play_cost,
            'gifts.gifts_to_card(state, player, card, "hand", "play_cost")',
            "[*gifts.gifts_to_card(state, player, card, 'hand', 'play_cost'), "
            "*(continuous.Gift(one.gives, continuous.standpoint_of(one)) "
            "for other in state.players[player].hand for one in state.match.watch.of_card(other).going)]",
        ),
    ),
    "immune-whatever-affects-it": Fault(
        "effects.immune",
        "what some effects do not affect no effect of the opponent affects",
        rewritten(
            attributes.immune, "any(continuous.protects(gift.gives, kind) for gift in given)", "bool(given)"
        ),
    ),
    "immune-by-the-first-protection": Fault(
        "effects.immune",
        "of several protections that a Digimon has, the first one alone keeps effects away",
        rewritten(attributes.immune, "for gift in given", "for gift in given[:1]"),
    ),
    "immune-by-the-last-protection": Fault(
        "effects.immune",
        "of several protections that a Digimon has, the last one alone keeps effects away",
        rewritten(attributes.immune, "for gift in given", "for gift in given[-1:]"),
    ),
    "immune-to-every-kind": Fault(
        "effects.kind",
        "protection from effects of one kind of card keeps away those of every kind",
        rewritten(attributes.immune, "continuous.protects(gift.gives, kind)", "True"),
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
    "fewer-checks-than-none": Fault(
        "security.count",
        "a Digimon has fewer checks than none",
        rewritten(attributes.checks_of, "return max(allowed, 0)", "return allowed"),
    ),
    "one-addition-to-a-digivolution-cost": Fault(
        "effects.overlap",
        "of several effects on one digivolution cost the first alone counts",
        rewritten(attributes.added_to_digivolution_cost, "for gift in given]", "for gift in given[:1]]"),
    ),
    "one-digimon-adds-to-a-cost": Fault(
        "effects.overlap",
        "of what effects add for the two Digimon of a DNA digivolution that for the first alone counts",
        rewritten(attributes.added_to_digivolution_cost, "in bases:", "in bases[:1]:"),
    ),
    "whose-it-is-the-bottom-card-says": Fault(
        "effects.immune",
        "what protects a Digimon from the opponent's effects looks at whose its bottom card is",
        rewritten(attributes.immune, "owner_of(stack.cards[0])", "owner_of(stack.cards[-1])"),
    ),
    "protected-from-its-own-player": Fault(
        "effects.immune",
        "a Digimon that effects cannot affect is affected by none of its own player's either",
        rewritten(attributes.immune, "player == owner_of(stack.cards[0])", "player is None"),
    ),
}
