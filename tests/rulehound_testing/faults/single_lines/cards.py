"""Faults in cards, decks and tokens: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from unittest.mock import patch

from rulehound.engine.dcg import cards, deck, tokens
from rulehound.engine.dcg.cards import PRINTED, CardFacts, Inherited
from rulehound.engine.dcg.game import Game
from rulehound_testing.faults.patching import Fault, Installed, constant, rewritten, together


def refused(what: type, line: str, wrong: str) -> Callable[[], Installed]:
    """Another check of something that a card asks for; no card is known from before that."""
    uncached = cards._read.__wrapped__
    rewriting = rewritten(vars(what)["__post_init__"], line, wrong)
    return lambda: together(rewriting(), patch.object(cards, "_read", uncached))


def keywords_but_blitz(card: CardFacts) -> frozenset[str]:
    """The keywords that are printed on a card, without Blitz."""
    printed = (keyword for keyword in PRINTED if getattr(card, keyword.replace("-", "_")))
    return frozenset(printed) - {"blitz"}


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
    "only-the-first-deck-looked-at": Fault(
        "deck.size",
        "a game begins whatever the second player's deck is",
        rewritten(vars(Game)["new"].__func__, "enumerate(decks)", "enumerate(decks[:1])"),
    ),
    "token-of-the-other": Fault(
        "token.played",
        "a token counts as played by an effect of the other player",
        rewritten(tokens.play_tokens, '"effect", player, source', '"effect", 1 - player, source'),
    ),
    "inherited-without-checks": Fault(
        "effects.inherited",
        "a card gives the Digimon over it keywords, and no security checks",
        rewritten(Inherited.as_effect, "security_attack=self.security_attack, ", ""),
    ),
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
    "printed-blitz-is-not-had": Fault(
        "effects.keyword-had",
        "a card that has Blitz printed does not count as having it",
        constant(CardFacts, "keywords", property(keywords_but_blitz)),
    ),
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
    "token-behind-other-cards": Fault(
        "deck.kinds",
        "a token may be in a deck unless it is the first card",
        rewritten(
            deck.tokens, "for number in dict.fromkeys(pile):", "for number in list(dict.fromkeys(pile))[:1]:"
        ),
    ),
}
