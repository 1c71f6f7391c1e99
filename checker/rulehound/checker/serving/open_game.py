"""A game that is open in the browser: the board at its start and after every step, and the ways to go on.

An open game is a value. One engine serves all games: before each action it restores the board of the game. To
go back, the last step is dropped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.errors import UserError
from rulehound.checker.judging.traces import Start, Taken, take
from rulehound.spec.formats import Action, Adapter, Card, Observation, Refused
from rulehound.spec.reading import PLAYER

MOST_STEPS = 1_000
"""Steps of one game; a game of random actions seldom takes 300."""

STEPS_JUDGED = 8
"""The last steps, which a judge is shown before a question: what they did may matter for it."""


@dataclass(frozen=True)
class GameBoard:
    """The game at one moment, with what the engine offers then."""

    observation: Observation
    offers: Sequence[Action] = ()
    token: Any = None
    """The engine's token for it."""


@dataclass(frozen=True)
class TypedPosition:
    """A position as a person typed it, so that it can be changed."""

    text: str = ""
    facts: str = ""
    """More facts of its cards, as TOML."""


@dataclass(frozen=True)
class OpenGame:
    """A game: where it began, its steps, and the board after each."""

    title: str
    edition: str
    cards: Mapping[str, Card]
    boards: tuple[GameBoard, ...]
    """At the start, and after each step."""
    steps: tuple[Taken, ...] = ()
    """A refused attempt is a step as well, after which the board is the same."""
    given: Mapping[str, Any] | None = None
    """Where it began, as a scenario is given it; None where that is not known."""
    typed: TypedPosition | None = None
    asked: AskedPosition | None = None
    """The position as it was typed, with what it leaves out."""
    made_up: bool = False
    """Cards that nobody has named lie where the position only says how many there are."""
    unplayable: str = ""
    """Why the engine cannot take the position; it can be asked about all the same."""
    opponent_seed: int | None = None
    """The seed of a random opponent; None where somebody decides for both players."""

    @property
    def board(self) -> GameBoard:
        """The board now."""
        return self.boards[-1]

    @property
    def position(self) -> AskedPosition:
        """The board as a position that is asked about, with the steps before it."""
        done = tuple(step for step in self.steps if not step.refused)[-STEPS_JUDGED:]
        board = self.board.observation
        return AskedPosition(board, self.cards, done, self.edition, not_stated=self.not_stated)

    @property
    def not_stated(self) -> dict[str, Mapping[str, Any]]:
        """Number of a card to those of its facts that nobody has stated, as the position was typed."""
        if self.asked is None:
            return {}
        by_name = {self.asked.cards[each].name: facts for each, facts in self.asked.not_stated.items()}
        return {each.number: by_name[each.name] for each in self.cards.values() if each.name in by_name}


def board_of(adapter: Adapter, observation: Observation) -> GameBoard:
    """The board that an engine shows. Raises EngineError."""
    return GameBoard(observation, tuple(adapter.legal_actions()), adapter.save())


def begun(adapter: Adapter, start: Start, title: str, given: Mapping[str, Any] | None) -> OpenGame:
    """The game at its start, on an engine. Raises Refused and EngineError."""
    board = board_of(adapter, start.begin(adapter))
    return OpenGame(title, start.edition, start.known, (board,), given=given)


def with_step(adapter: Adapter, game: OpenGame, action: Action) -> OpenGame:
    """The game after an attempt, which the engine may refuse. Raises UserError and EngineError."""
    _require_playable(game)
    adapter.restore(game.board.token)
    return _taken(adapter, game, action)


def without_last(game: OpenGame, by_opponent: Callable[[Taken], bool]) -> OpenGame:
    """The game before its last step; where the opponent decides at random, before the last one that was not
    the opponent's. `by_opponent` says so of a step.

    Raises UserError where there is no step.
    """
    if not game.steps:
        raise UserError("there is nothing to undo", "try an action first")
    left = len(game.steps) - 1
    while game.opponent_seed is not None and left and by_opponent(game.steps[left]):
        left -= 1
    return replace(game, boards=game.boards[: left + 1], steps=game.steps[:left])


def played_on(
    adapter: Adapter,
    game: OpenGame,
    seed: int,
    until: Callable[[Observation], bool],
    player: int | None = None,
) -> OpenGame:
    """The game after random actions: up to a board at which to stop, its end, or the most steps it may have.

    With a player, where both decide, only that one acts. Every action is drawn from the seed and the number
    of the step. Raises UserError and EngineError.
    """
    _require_playable(game)
    adapter.restore(game.board.token)
    while game.board.offers and not until(game.board.observation) and len(game.steps) < MOST_STEPS:
        chance = random.Random(f"{seed}/{len(game.steps)}")
        own = [
            action for action in game.board.offers if player is None or action.get(PLAYER, player) == player
        ]
        if not own:
            break
        game = _taken(adapter, game, chance.choice(own))
    return game


def _taken(adapter: Adapter, game: OpenGame, action: Action) -> OpenGame:
    """The game after an attempt, on an engine that stands at its board."""
    if len(game.steps) >= MOST_STEPS:
        raise UserError(f"a game has no more than {MOST_STEPS:,} steps here", "undo some, or begin another")
    before = game.board.observation
    try:
        board = board_of(adapter, take(adapter, action))
        step = Taken(action, before, board.observation, offered=action in game.board.offers)
    except Refused as refusal:
        board = game.board
        step = Taken(action, before, before, tuple(refusal.reasons), offered=action in board.offers)
    return replace(game, boards=(*game.boards, board), steps=(*game.steps, step))


def _require_playable(game: OpenGame) -> None:
    if game.unplayable:
        raise UserError(f"the engine cannot take this position: {game.unplayable}", "ask about it instead")
