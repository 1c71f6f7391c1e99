"""Lets games be pickled: a game is sent to another process by its name, since its functions cannot be sent.

Importing this module is enough: its last line registers how a `Game` is pickled.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rulehound.spec.game import CardPool, Game, find_game

WithCards = Callable[[Game, Path], Game]
"""Gives a game the cards of a file in the place of its own."""


def _by_name(game: Game) -> tuple[Callable[..., Game], tuple[str, Path, Path, WithCards | None, str]]:
    """What an installed game is pickled as: the function that opens it again, with the name of the game, its
    folders, and the file of an engine's own cards.

    Raises TypeError for a game that is not an installed one.
    """
    try:
        known = find_game(game.name)
    except KeyError:
        known = None
    own = known and replace(known, directory=game.directory, rulebook=game.rulebook)
    if own and game.pool:
        own = replace(own, pool=game.pool, reader=game.reader, decks=game.decks)
    if game != own:
        raise TypeError(f"the game {game.name} is not the one that is installed")
    with_cards, file = _cards(game.pool)
    return _installed, (game.name, game.directory, game.rulebook, with_cards, file)


def _cards(pool: CardPool | None) -> tuple[WithCards | None, str]:
    return (None, "") if pool is None else (pool.reopen, pool.file)


def _installed(name: str, directory: Path, rulebook: Path, with_cards: WithCards | None, cards: str) -> Game:
    game = replace(find_game(name), directory=directory, rulebook=rulebook)
    return game if with_cards is None else with_cards(game, Path(cards))


copyreg.pickle(Game, _by_name)
