"""Planted faults: what a Digimon has by the cards under it, by its top card, by its effects, and by what came
last."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import cards
from rulehound.engine.dcg.cards import PRINTED, Inherited
from rulehound.engine.dcg.effects import candidates, continuous
from rulehound_testing.faults.patching import Fault, constant, rewritten

FAULTS: Mapping[str, Fault] = {
    "inherited-without-blocker": Fault(
        "effects.inherited",
        "a card that gives Blocker to the Digimon over it does not",
        rewritten(Inherited.as_effect, "in TOKEN_KEYWORDS", "in TOKEN_KEYWORDS[1:]"),
    ),
    "inherited-with-rush": Fault(
        "effects.inherited",
        "a card that gives a keyword to the Digimon over it gives Rush, too",
        rewritten(Inherited.as_effect, "if getattr", "if word == 'rush' or getattr"),
    ),
    "inherited-with-reboot": Fault(
        "effects.inherited",
        "a card that gives a keyword to the Digimon over it gives Reboot, too",
        rewritten(Inherited.as_effect, "if getattr", "if word == 'reboot' or getattr"),
    ),
    "digisorption-not-found": Fault(
        "effects.keyword-had",
        "an effect on Digimon with Digisorption finds none",
        constant(cards, "PRINTED", tuple(keyword for keyword in PRINTED if keyword != "digisorption")),
    ),
    "keyword-not-in-what-is-revealed": Fault(
        "effects.keyword-had",
        "an effect does not have the keyword of what it does with revealed cards",
        rewritten(continuous.reachable, "step.steps if isinstance(step, Reveal) else ()", "()"),
    ),
    "number-of-the-lowest-card": Fault(
        "stack.top-card",
        "a stack has the card number of its lowest card",
        rewritten(candidates.number_of, "thing.cards[0]", "thing.cards[-1]"),
    ),
    "tamer-no-digimon-behind-two-effects": Fault(
        "effects.continuous",
        "what an effect gives to a Tamer that has become a Digimon makes no other one hold for it",
        rewritten(continuous.is_of_kind, "or dp_as_digimon", "or rounds > 0 and dp_as_digimon"),
    ),
    "going-on-as-given-first": Fault(
        "effects.later",
        "what lasts holds also against a card that has come into play since",
        rewritten(continuous.dp_as_digimon, "gift.since)", "gift.since % GOING_ON)"),
    ),
}
