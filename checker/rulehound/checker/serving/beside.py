"""Another engine beside the one that plays: the same game, step by step, and what is different there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulehound.checker.engines import EngineError, EngineStartError, RestartedEngine, unreadable_is_malformed
from rulehound.checker.errors import one_line
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import action_in_words, drawn, pictured
from rulehound.checker.judging.wording.state_differences import difference
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.serving.as_scenario import is_forced, steps_of
from rulehound.checker.serving.open_game import GameBoard, OpenGame
from rulehound.checker.suite.capabilities import does_not_follow
from rulehound.checker.suite.leading import Astray, with_positions
from rulehound.checker.suite.scenarios.given import BadScenario, Cards, UnknownFact, Vocabulary
from rulehound.checker.suite.scenarios.running import begin
from rulehound.checker.suite.scenarios.scenario_run import CannotTell, ExpectationFailed, ScenarioRun
from rulehound.checker.suite.scenarios.steps import take_step
from rulehound.spec.formats import Card, Refused, Scenario
from rulehound.spec.language import State
from rulehound.spec.reading import Picture

LEGAL_ACTIONS = "legal-actions"
"""The capability of an engine that lists what may be done."""

NO_START = "it is not known how this game began"
ONLY_ASKED = "the game was begun without an engine"


class GoesOtherwise(Exception):
    """The engine beside refuses what the other one carries out, or the other way round."""


@dataclass(frozen=True)
class BoardBeside:
    """What is different at the engine beside, after a step; 0 is the start."""

    step: int
    board: str = ""
    """How the board stands at the engine that plays, where it differs."""
    board_beside: str = ""
    missing: Sequence[str] = ()
    """The actions that are offered, and not by the engine beside."""
    extra: Sequence[str] = ()
    """The actions that the engine beside alone offers."""

    @property
    def differs(self) -> bool:
        """Whether anything is different."""
        return bool(self.board or self.board_beside or self.missing or self.extra)


@dataclass(frozen=True)
class GameBeside:
    """A game as it went at the engine beside."""

    engine: str
    boards: Sequence[BoardBeside]
    """At the start and after each step that could be compared."""
    trouble: str = ""
    """Why it went no farther there; "" where it went all the way."""
    led: int | None = None
    """The actions by which the engine was led to the position, since it cannot set one up. What differs on
    arrival, such as the number of the turn, is not compared then."""
    picture: Picture | None = None
    """The board of the engine beside now."""
    words: str = ""
    """The same as text."""

    @property
    def differing(self) -> list[int]:
        """The steps after which something is different."""
        return [board.step for board in self.boards if board.differs]


@dataclass(frozen=True)
class EngineBeside:
    """An engine that is asked the same games as the one that plays."""

    target: Target
    engine: RestartedEngine

    @classmethod
    def opened(cls, target: Target) -> EngineBeside:
        """Open it. Raises EngineStartError."""
        able = with_positions(target)
        return cls(able, RestartedEngine(able.open))

    def close(self) -> None:
        """Let go of it."""
        self.engine.close()

    def of(self, game: OpenGame, rules: BoundModel, words: Vocabulary) -> GameBeside:
        """A game from its start on, under the rules by which it is played. An engine that breaks, or cannot
        go on, is said to."""
        name, given = self.target.engine, game.given
        if game.unplayable or given is None:
            return GameBeside(name, (), ONLY_ASKED if game.unplayable else NO_START)
        if why := does_not_follow(self.target.greeting, game.edition):
            return GameBeside(name, (), why)
        if self.engine.closed:
            return GameBeside(name, (), "it broke too often, and is not asked any more")
        target = replace(self.target, edition=rules.edition, values=rules.values)
        scenario = Scenario(game.title, game.title, (), given=given)
        run = ScenarioRun(target, scenario, words, self.engine.adapter, Cards(words, {}))
        boards: list[BoardBeside] = []
        trouble = ""
        try:
            for board in _followed(run, game):
                boards.append(board)
            self.engine.forget_breaks()
        except EngineError as error:
            trouble = one_line(str(error))
            self._start_again()
        except (GoesOtherwise, CannotTell, BadScenario, UnknownFact, Refused, Astray) as error:
            trouble = one_line(str(error))
        shown, cards = run.observation, _cards(run)
        picture = pictured(target.game, shown, cards) if shown else None
        text = drawn(target.game, shown, cards) if shown else ""
        return GameBeside(name, boards, trouble, run.way, picture, text)

    def _start_again(self) -> None:
        try:
            self.engine.restart()
        except EngineStartError:
            self.engine.close()


def _followed(run: ScenarioRun, game: OpenGame) -> Iterator[BoardBeside]:
    """What is different at the start and after each step. Raises GoesOtherwise, and what a scenario's steps
    raise."""
    with unreadable_is_malformed():
        try:
            begin(run)
        except ExpectationFailed as failure:
            raise GoesOtherwise(f"the start: {failure.finding.observed}") from None
        left_out: list[int] = []
        if run.way is not None:
            pairs = zip(*_states(run, game, 0), strict=True)
            left_out = [at for at, (here, there) in enumerate(pairs) if here != there]
        yield _compared(run, game, 0, left_out)
        for number, step in steps_of(game, run.words):
            try:
                take_step(run, step)
            except ExpectationFailed as failure:
                taken, finding = game.steps[number - 1], failure.finding
                text = action_in_words(run.target.game, taken.before, taken.action, game.cards)
                what = f"step {number}, {text}: expected: {finding.expected}; there: {finding.observed}"
                raise GoesOtherwise(what) from None
            if not is_forced(game.boards[number], run.words):
                yield _compared(run, game, number, left_out)


def _compared(run: ScenarioRun, game: OpenGame, number: int, left_out: Collection[int] = ()) -> BoardBeside:
    """The differences between the two engines after a step, in what the engine beside shows. Some places of
    the state are left out."""
    ours, cards = game.boards[number], _cards(run)
    wanted, actual = _states(run, game, number)
    wanted = tuple(actual[at] if at in left_out else value for at, value in enumerate(wanted))
    rules, model = run.target.game, run.target.compiled_model.model
    known = {**cards, **game.cards}
    apart = difference(model, rules.depiction, known, wanted, actual, run.as_given(run.observation))
    here, there = (_for_people(text, run.words) for text in (apart.expected, apart.observed))
    board = BoardBeside(number, here, there)
    if LEGAL_ACTIONS not in run.target.greeting.capabilities:
        return board
    theirs = GameBoard(run.observation, tuple(run.adapter.legal_actions()))
    offers, offers_beside = _offered(run.target, ours, game.cards), _offered(run.target, theirs, cards)
    missing = [text for text in offers if text not in offers_beside]
    extra = [text for text in offers_beside if text not in offers]
    return replace(board, missing=missing, extra=extra)


def _for_people(text: str, words: Vocabulary) -> str:
    """Places in words, with the players as people call them."""
    for player in range(len(words.sides)):
        text = text.replace(f"{words.players}[{player}].", f"player {player + 1}: ")
    return text


def _states(run: ScenarioRun, game: OpenGame, number: int) -> tuple[State, State]:
    """A board after a step as the model reads it, here and there: what the engine beside shows of it."""
    reader = run.target.game.reader
    beside = reader.view(run.as_given(run.observation), _cards(run))
    here = reader.view(game.boards[number].observation, game.cards)
    return beside.visible(here.state), beside.visible(beside.state)


def _offered(target: Target, board: GameBoard, cards: Mapping[str, Card]) -> list[str]:
    """The offers of a board in words, each once."""
    texts = (action_in_words(target.game, board.observation, each, cards) for each in board.offers)
    return list(dict.fromkeys(texts))


def _cards(run: ScenarioRun) -> dict[str, Card]:
    """The cards of the game at the engine beside."""
    return {**run.cards.own, **run.start.known, **run.in_play}
