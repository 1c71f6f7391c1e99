"""Faults in what effects give, and for how long: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import msgspec

from rulehound.engine.dcg import attributes
from rulehound.engine.dcg.effects import continuous, durations, gifts, keywords
from rulehound.engine.dcg.effects.language import TrashTop, Which
from rulehound.engine.dcg.effects.vocabulary import Forbidden
from rulehound_testing.faults.patching import Fault, at_once, constant, rewritten

GIVEN = "return bool(gifts_to(state, stack, what, rounds))"
FORBIDDEN = tuple(word for word in get_args(Forbidden) if not word.startswith("effects-of-"))
"""All that a Digimon can be forbidden, but for being affected."""
NOTHING_FORBIDDEN = (
    rewritten(continuous.cannot, GIVEN, "return False"),
    rewritten(attributes.forbidding, "for word in what", "for word in ()"),
)
ALL_FORBIDDEN = (
    rewritten(
        continuous.cannot,
        GIVEN,
        f"return any(gifts_to(state, stack, each, rounds) for each in {FORBIDDEN!r})",
    ),
    rewritten(attributes.forbidding, "for word in what", f"for word in {FORBIDDEN!r}"),
)


FAULTS: Mapping[str, Fault] = {
    "second-for-all-ends-early": Fault(
        "effects.duration",
        "of several effects on all Digimon only the first one lasts beyond the end of anything",
        rewritten(
            durations.end_durations, "one for one in state.lasting if", "one for one in state.lasting[:1] if"
        ),
    ),
    "several-for-all-stay": Fault(
        "effects.duration",
        "what one of several effects gives to all Digimon does not end",
        rewritten(
            durations.end_durations,
            "one for one in state.lasting if not ends(state, one, moment)",
            "one for one in state.lasting if not ends(state, one, moment) or state.lasting[1:]",
        ),
    ),
    "cheaper-from-the-hand": Fault(
        "effects.continuous",
        "a card that makes cards of the hand cheaper to play makes itself cheaper from there",
        rewritten(
            gifts.on_cards, 'target.area == area and target.role == "this" and', "target.area == area and"
        ),
    ),
    "cheaper-by-nothing-in-play": Fault(
        "effects.continuous",
        "what makes cards of the hand cheaper does nothing in the battle area",
        rewritten(gifts.on_cards, "watch.field(state.players).giving.get(word, ())", "()"),
    ),
    "left-with-the-first-gift": Fault(
        "effects.as-it-was",
        "of what effects gave to a Digimon that leaves only the first is remembered",
        rewritten(
            gifts.settled,
            "for gift in continuous.gifts_to(state, stack)",
            "for gift in continuous.gifts_to(state, stack)[:1]",
        ),
    ),
    "next-security-digimon-too": Fault(
        "security.digimon-named",
        "what was given to a Security Digimon the next one has, too",
        rewritten(gifts.gifts_to_card, '(which.role != "this" or at.card == card)', "True"),
    ),
    "decoy-uses-up-armor-purge": Fault(
        "keyword.armor-purge",
        "a Digimon that uses its Decoy cannot use its Armor Purge when it is deleted for that",
        constant(keywords, "ARMOR_PURGE_INDEX", keywords.DECOY_INDEX),
    ),
    "armor-purge-of-whichever": Fault(
        "keyword.armor-purge",
        "for Armor Purge the player trashes the top card of any Digimon",
        constant(
            keywords, "ARMOR_PURGE", msgspec.structs.replace(keywords.ARMOR_PURGE, cost=(TrashTop(Which()),))
        ),
    ),
    "leaves-without-its-gifts": Fault(
        "effects.as-it-was",
        "a Digimon that has left is remembered without what it was given",
        rewritten(gifts.settled, "if state.match.plain:", "if state is not None:"),
    ),
    "decoy-for-tamers": Fault(
        "keyword.decoy",
        "a Decoy protects Tamers, too",
        rewritten(keywords.decoy, 'kind=("digimon",)', "kind=()"),
    ),
    "decoy-for-what-had-the-trait": Fault(
        "keyword.decoy",
        "a Decoy for a trait also saves a Digimon that has lost the trait by an effect before it",
        rewritten(
            keywords.decoy, 'role="subject", colors=colors, trait=trait', 'role="subject", colors=colors'
        ),
    ),
    "decoy-for-what-had-the-colour": Fault(
        "keyword.decoy",
        "a Decoy for a colour also saves a Digimon that has lost the colour by an effect before it",
        rewritten(
            keywords.decoy, 'role="subject", colors=colors, trait=trait', 'role="subject", trait=trait'
        ),
    ),
    "first-of-its-own-effects-alone": Fault(
        "effects.overlap",
        "of the continuous effects of a card in the hand only the first holds",
        rewritten(
            gifts.on_cards, "watch.of_card(itself.card).going:", "watch.of_card(itself.card).going[:1]:"
        ),
    ),
    "lasting-wherever-it-is-meant": Fault(
        "security.digimon-apart",
        "what lasts on all Digimon reaches cards of other areas",
        rewritten(gifts.on_cards, "one.target.area == area and word", "one.target.area == area or word"),
    ),
    "lasting-on-the-second-bred": Fault(
        "effects.duration",
        "what lasts on the second player's Digimon of the breeding area alone does not end",
        rewritten(
            durations.end_durations,
            "player.breeding.lasting for player in state.players",
            "player.breeding.lasting for player in state.players[:1]",
        ),
    ),
    "later-by-how-many-last": Fault(
        "effects.later",
        "which of two effects came later goes by how many lasted when it came",
        rewritten(
            durations.next_since,
            "return 1 + max((*on_stacks, *(one.since for one in state.lasting)), default=0)",
            "return len((*on_stacks, *state.lasting))",
        ),
    ),
    "left-with-gifts-of-the-other": Fault(
        "effects.as-it-was",
        "what effects gave to a Digimon that has left counts as given by its opponent",
        rewritten(
            gifts.settled,
            '"always",\n            gift.at.player,',
            '"always",\n            1 - gift.at.player,',
        ),
    ),
    "later-forgotten-by-what-leaves": Fault(
        "effects.later",
        "of what has left it is not remembered which effect came last",
        rewritten(gifts.settled, "            gift.since,  # rule: effects.later\n", ""),
    ),
    "hand-cheaper-after-the-attack": Fault(
        "effects.duration",
        "what is given to all cards of a hand for an attack is not over with that",
        rewritten(
            durations.end_durations,
            "one for one in state.lasting if not ends(state, one, moment)",
            'one for one in state.lasting if not ends(state, one, moment) or one.target.area == "hand"',
        ),
    ),
    "decoy-gained-for-good": Fault(
        "effects.duration",
        "a Decoy that an effect gives for a while does not end",
        rewritten(
            durations.end_durations,
            "one for one in stack.lasting if not ends(state, one, moment)",
            "one for one in stack.lasting if not ends(state, one, moment) or one.gives.decoy",
        ),
    ),
    "what-is-forbidden-is-done": Fault(
        "effects.forbidden",
        "nothing is forbidden by effects",
        at_once(*NOTHING_FORBIDDEN),
    ),
    "one-thing-forbidden-all-are": Fault(
        "effects.forbidden",
        "what is forbidden one thing by effects is forbidden all",
        at_once(*ALL_FORBIDDEN),
    ),
}
