"""Which decks are legal, and every reason why one is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rulehound.engine.dcg.cards import CardPool
from rulehound.engine.dcg.editions import Rules
from rulehound.engine.dcg.turns.setup import EGG_PILE, MAIN_PILE
from rulehound.spec.formats import Reason

MAIN_KINDS = ("digimon", "tamer", "option")  # rule: deck.kinds
EGG_KINDS = ("digi-egg",)  # rule: egg-deck.kinds


def reasons_against(pool: CardPool, piles: Mapping[str, Sequence[str]], rules: Rules) -> tuple[Reason, ...]:
    """Every reason for which a player may not use these piles; empty where they are legal."""
    main, eggs = piles.get(MAIN_PILE, ()), piles.get(EGG_PILE, ())  # rule: egg-deck.optional
    return (
        *unknown(pool, piles),
        *tokens(pool, main, "deck.kinds"),
        *tokens(pool, eggs, "egg-deck.kinds"),
        *wrong_size(main, rules),
        *too_many_eggs(eggs, rules),
        *too_many_copies(pool, main, "deck.copies", rules.deck_copies),
        *too_many_copies(pool, eggs, "egg-deck.copies", rules.egg_deck_copies),
        *wrong_kinds(pool, main, "deck.kinds", MAIN_KINDS),
        *wrong_kinds(pool, eggs, "egg-deck.kinds", EGG_KINDS),
    )


def unknown(pool: CardPool, piles: Mapping[str, Sequence[str]]) -> Iterator[Reason]:
    """Piles and cards that the engine has never heard of."""
    for name in piles:
        if name not in (MAIN_PILE, EGG_PILE):
            text = f"a deck has no pile {name!r}; it has {MAIN_PILE} and {EGG_PILE}"
            yield Reason("unknown-pile", text=text)
    for number in dict.fromkeys(number for pile in piles.values() for number in pile):
        if number not in pool:
            yield Reason("unknown-card", text=f"card {number} is not among the cards given")


def tokens(pool: CardPool, pile: Sequence[str], rule: str) -> Iterator[Reason]:
    """Tokens are no cards of a deck."""
    for number in dict.fromkeys(pile):
        if number in pool and pool[number].token:  # rule: deck.kinds, egg-deck.kinds
            yield Reason("token-in-deck", rule, f"{number} is a token")


def wrong_size(main: Sequence[str], rules: Rules) -> Iterator[Reason]:
    """The deck must have one exact size."""
    if len(main) != rules.deck_size:  # rule: deck.size
        yield Reason("deck-size", "deck.size", f"the deck has {len(main)} cards, not {rules.deck_size}")


def too_many_eggs(eggs: Sequence[str], rules: Rules) -> Iterator[Reason]:
    """The Digi-Egg deck has a largest size, and may be missing."""
    if len(eggs) > rules.egg_deck_max:  # rule: egg-deck.size
        text = f"the Digi-Egg deck has {len(eggs)} cards, more than {rules.egg_deck_max}"
        yield Reason("egg-deck-size", "egg-deck.size", text)


def too_many_copies(pool: CardPool, pile: Sequence[str], rule: str, allowed: int) -> Iterator[Reason]:
    """Cards are the same where their numbers are; a card may say itself how many of it are allowed."""
    for number, copies in Counter(pile).items():
        most = (pool[number].copies if number in pool else None) or allowed
        if copies > most:  # rule: deck.copies, egg-deck.copies
            yield Reason("too-many-copies", rule, f"{copies} copies of card {number}, more than {most}")


def wrong_kinds(pool: CardPool, pile: Sequence[str], rule: str, kinds: Sequence[str]) -> Iterator[Reason]:
    """Digi-Eggs belong into the Digi-Egg deck, everything else into the deck."""
    for number in dict.fromkeys(pile):
        if number in pool and pool[number].kind not in kinds:
            yield Reason("wrong-kind", rule, f"card {number} is of kind {pool[number].kind}")
