"""Planted faults: what a card is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import cards
from rulehound.engine.dcg.cards import CardFacts, Inherited
from rulehound.engine.dcg.effects.language import Effect, PlayToken
from rulehound_testing.faults.patching import Fault, Installed, constant, function, rewritten

sound_as_card = cards.as_card
sound_as_effect = Inherited.as_effect


def options_are_digimon(facts: CardFacts) -> bool:
    """Whatever lies in the battle area counts as a Digimon."""
    return facts.kind != "tamer"


def tokens_with(**changed: Any) -> Callable[[], Installed]:
    """Tokens are not as the effects that play them state."""

    def as_card(step: PlayToken) -> CardFacts:
        return msgspec.structs.replace(sound_as_card(step), **changed)

    return function(cards, "as_card", as_card)


def not_inherited(keywords: Inherited) -> Effect:
    """The keywords are those of the card itself."""
    return msgspec.structs.replace(sound_as_effect(keywords), inherited=False)


def with_armor_purge(keywords: Inherited) -> Effect:
    """There is one keyword more."""
    effect = sound_as_effect(keywords)
    gives = msgspec.structs.replace(effect.gives, keywords=(*effect.gives.keywords, "armor-purge"))
    return msgspec.structs.replace(effect, gives=gives)


FAULTS: Mapping[str, Fault] = {
    "options-are-digimon": Fault(
        "attack.targets",
        "a placed Option counts as a Digimon",
        lambda: patch.object(CardFacts, "is_digimon", property(options_are_digimon)),
    ),
    "tokens-without-a-level": Fault("token.played", "a token has no level", tokens_with(level=None)),
    "tokens-without-colours": Fault("token.played", "a token has no colour", tokens_with(colors=())),
    "tokens-without-keywords": Fault("token.played", "a token has no Blocker", tokens_with(blocker=False)),
    "inherited-blocker-alone": Fault(
        "effects.inherited",
        "of the keywords that a card gives to the Digimon over it there is Blocker alone",
        constant(cards, "TOKEN_KEYWORDS", ("blocker",)),
    ),
    "inherited-by-the-card-itself": Fault(
        "effects.inherited",
        "a card has the keywords that it gives to the Digimon over it",
        function(Inherited, "as_effect", not_inherited),
    ),
    "inherited-armor-purge": Fault(
        "effects.inherited",
        "a card that gives keywords to the Digimon over it gives Armor Purge as well",
        function(Inherited, "as_effect", with_armor_purge),
    ),
    "form-is-no-trait": Fault(
        "effects.trait",
        "the form of a card is none of its traits",
        rewritten(CardFacts.has_trait, "self.form, self.attribute)", "self.attribute)"),
    ),
    "type-is-no-trait": Fault(
        "effects.trait",
        "where a card states its form apart, that is its trait and its type is none",
        rewritten(
            CardFacts.has_trait, "(*self.traits, self.form", "(*(() if self.form else self.traits), self.form"
        ),
    ),
    "attribute-is-no-trait": Fault(
        "effects.trait",
        "the attribute of a card is none of its traits",
        rewritten(CardFacts.has_trait, "self.form, self.attribute)", "self.form)"),
    ),
}
"""Faults by name."""
