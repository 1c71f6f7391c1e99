"""The cards that games are played with: of a kind that the game brings, or an engine's own, from a file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from rulehound.checker.efforts import PLAIN
from rulehound.checker.errors import UserError
from rulehound.checker.judging.coverage import BY_EFFECT, IN_PART, STEPS
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.stage_results import Census
from rulehound.spec.formats import Ruleset, Setup
from rulehound.spec.game import CardPool, Game


def asked_for(game: Game, cards: str | None) -> tuple[Game, str | None]:
    """The game, and the kind of its cards to play with: as asked for, where that is a kind or nothing at all;
    else it is the game with the cards of that file in the place of its plain ones.

    A file that is called like a kind is `./plain`. Raises UserError and SpecError.
    """
    kinds = (PLAIN, *game.decks)
    if cards is None or cards in kinds:
        return game, cards
    if not Path(cards).exists():
        known = ", ".join(kinds)
        raise UserError(f"{cards}: there is no such file, and no such kind of cards", f"give one of {known}")
    return with_own_cards(game, Path(cards)), PLAIN


def with_own_cards(game: Game, path: Path) -> Game:
    """The game with the cards of this file alone. Raises UserError and SpecError."""
    printed = game.printed
    if printed is None:
        raise UserError(f"{path}: {game.title} takes no files of cards", "leave out --cards")
    cards = printed.read(path)
    pool = CardPool(str(path), hashlib.sha256(path.read_bytes()).hexdigest(), cards, with_own_cards)

    def setup(seed: int, values: Ruleset) -> Setup:
        try:
            return printed.setup(cards, seed, values)
        except ValueError as error:
            raise UserError(f"{path}: {error}", "give more cards") from None

    return replace(game, setup=setup, decks={}, pool=pool)


def census(rules: BoundModel, seen: Mapping[str, int], seed: int, games: int) -> Census | None:
    """What there is to say of an engine's own cards after so many games; None where it played others.

    `seen` is what there was to judge in play.
    """
    game, pool, printed = rules.game, rules.game.pool, rules.game.printed
    if pool is None or printed is None:
        return None
    dealt = {
        number
        for game_number in range(games)
        for deck in game.setup(seed * 1000 + game_number, rules.values).decks
        for pile in deck.piles.values()
        for number in pile
    }
    used = [card for card in pool.cards if printed.called(card) in dealt]
    return Census(
        pool.file,
        printed.census(pool.cards),
        printed.census(used),
        seen.get(STEPS, 0),
        seen.get(BY_EFFECT, 0),
        seen.get(IN_PART, 0),
    )
