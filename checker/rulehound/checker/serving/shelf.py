"""The games that are open, by number: so many at the most, those that were used last."""

from __future__ import annotations

from collections import OrderedDict

from rulehound.checker.serving.open_game import OpenGame

MOST_GAMES = 20


class Shelf:
    """Holds open games. Where one more is opened than may be, the one that was not used for longest goes."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, OpenGame] = OrderedDict()
        self._opened = 0

    def add(self, game: OpenGame) -> int:
        """Hold a game; returns its number."""
        self._opened += 1
        self._games[self._opened] = game
        while len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)
        return self._opened

    def get(self, number: int) -> OpenGame | None:
        """The game of a number; None where there is none any more."""
        if number in self._games:
            self._games.move_to_end(number)
        return self._games.get(number)

    def replace(self, number: int, game: OpenGame) -> None:
        """Hold a later state of the game of a number."""
        self._games[number] = game

    @property
    def games(self) -> list[tuple[int, OpenGame]]:
        """The open games with their numbers, the one used last first."""
        return list(self._games.items())[::-1]
