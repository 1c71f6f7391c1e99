"""Open games as files: one that is loaded again, and a scenario that any engine can be asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import msgspec

from rulehound.checker.asking.sources import SavedPosition
from rulehound.checker.engines import EngineError
from rulehound.checker.engines.messages import result_fault
from rulehound.checker.engines.misbehaviour import UNREADABLE
from rulehound.checker.errors import UserError, one_line
from rulehound.checker.judging.names import TraceNames
from rulehound.checker.judging.traces import Start, Taken
from rulehound.checker.records import Trace
from rulehound.checker.serving.as_scenario import is_forced, seen, steps_of
from rulehound.checker.serving.desk import Desk
from rulehound.checker.serving.open_game import (
    MOST_STEPS,
    GameBoard,
    OpenGame,
    TypedPosition,
    begun,
    board_of,
    with_step,
)
from rulehound.checker.suite.witnesses.files import scenario_toml
from rulehound.spec.documents.scenarios import each_case
from rulehound.spec.formats import Action, Card, Expectation, Observation, Refused, Scenario, Step

FORMAT: Literal["rulehound-game-1"] = "rulehound-game-1"
"""Version of the file; another one where an old reader would misread it."""

MOST_TABLES = 1_000
"""Tables of what a file is given; each stands for a thousand cards at the most."""

SCENARIO_FILE = re.compile(rb"^\s*id\s*=", re.MULTILINE)
"""What tells the file of a scenario from a typed position."""

REMEDY = "load a file that was saved here, a scenario, a trace, or a typed position"

SHOWN_ALONE = "the file holds what an engine showed, and nothing from which a game goes on"


class SharedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game in a file, which `rulehound ask --position` reads too, by its cards and the engine's token."""

    format: Literal["rulehound-game-1"]
    game: str
    edition: str
    title: str
    cards: tuple[Card, ...] = ()
    saved: Any = None
    """The engine's token for the board at the end."""
    given: Mapping[str, Any] | None = None
    """Where the game begins, as a scenario is given it; None where nobody knows: it begins at `saved`."""
    actions: tuple[Action, ...] = ()
    """Its steps from there on, refused attempts left out."""
    typed: TypedPosition | None = None
    observation: Observation | None = None
    """The board where no engine has it, and so has no token for it."""


def shared_file(desk: Desk, game: OpenGame) -> bytes:
    """The file of a game. Equal games give equal bytes."""
    done = tuple(step.action for step in game.steps if not step.refused)
    name, cards = desk.book.game.name, tuple(game.cards.values())
    without_engine = game.board.observation if game.unplayable else None
    shared = SharedGame(
        FORMAT,
        name,
        game.edition,
        game.title,
        cards,
        game.board.token,
        game.given,
        done if game.given is not None else (),
        game.typed,
        without_engine,
    )
    return msgspec.json.format(msgspec.json.encode(shared), indent=1) + b"\n"


def loaded(desk: Desk, content: bytes, edition: str) -> OpenGame:
    """The game of a file; by this edition where the file names none. Raises UserError and EngineError."""
    try:
        if content.lstrip().startswith(b"{"):
            return _of_json(desk, content, edition)
        if SCENARIO_FILE.search(content):
            scenario = each_case(msgspec.toml.decode(content, type=Scenario))[0]
            _require_small(scenario.given)
            chosen = (
                edition if not scenario.editions or edition in scenario.editions else scenario.editions[-1]
            )
            return desk.given(scenario.given, chosen, f"{scenario.id}: {scenario.title}")
        return desk.typed(content.decode(), "", edition)
    except (msgspec.DecodeError, RecursionError, *UNREADABLE) as error:
        raise UserError(one_line(f"the file cannot be read: {error}"), REMEDY) from None
    except Refused as refusal:
        raise UserError(one_line(f"the engine refuses the game of the file: {refusal}"), REMEDY) from None


def _of_json(desk: Desk, content: bytes, edition: str) -> OpenGame:
    """The game that a file of JSON holds: one saved here, a position as engines save or show it, or a trace.

    Raises what `loaded` turns into errors of the user.
    """
    keys = msgspec.json.decode(content, type=dict[str, Any])
    if "start" in keys and "steps" in keys:
        return _of_trace(desk, msgspec.json.decode(content, type=Trace), edition)
    if "format" not in keys and keys.keys() & {"saved", "observation"}:
        return _of_engine(desk, msgspec.json.decode(content, type=SavedPosition), edition)
    return _of_shared(desk, msgspec.json.decode(content, type=SharedGame))


def _of_engine(desk: Desk, saved: SavedPosition, edition: str) -> OpenGame:
    """A position as the engine saved it; one that an engine only showed can be asked about."""
    cards, title = {card.number: card for card in saved.cards}, "A saved position"
    desk.under(edition)
    if saved.observation is None:
        return OpenGame(title, edition, cards, (_restored(desk, saved.saved),))
    if fault := result_fault(desk.book.game, "observe", saved.observation):
        raise UserError(one_line(f"the file does not show a game: {fault}"), REMEDY)
    desk.book.game.reader.view(saved.observation, cards).state  # noqa: B018 - it can be read, or raises
    return OpenGame(title, edition, cards, (GameBoard(saved.observation),), unplayable=SHOWN_ALONE)


def _restored(desk: Desk, token: Any) -> GameBoard:
    """The board of a token. Raises UserError where the engine does not take it."""
    try:
        return board_of(desk.adapter, desk.adapter.restore(token))
    except EngineError as error:
        raise UserError(one_line(f"the engine does not take the saved game: {error}"), REMEDY) from None


def _of_trace(desk: Desk, trace: Trace, edition: str) -> OpenGame:
    """The steps of a trace, up to the first one that the engine here refuses and the other one did not."""
    _require_about(desk, trace.game, len(trace.steps))
    chosen = trace.edition if trace.edition in desk.editions else edition
    start = Start.from_trace(trace)
    if start.setup is not None:
        start = replace(start, setup=msgspec.structs.replace(start.setup, edition=chosen))
    game = begun(desk.adapter, replace(start, edition=chosen), f"A trace: {trace.rule}", None)
    names = TraceNames(trace, game.board.observation)
    for step in trace.steps:
        game = with_step(desk.adapter, game, names.now(step.action))
        names.see(game.board.observation)
        if game.steps[-1].refused and not step.refused:
            break
    return game


def _require_about(desk: Desk, game: str, steps: int) -> None:
    """Raise UserError for a file about another game, or with more steps than a game may have."""
    if game != desk.book.game.name:
        raise UserError(f"the file is about the game {game!r}", REMEDY)
    if steps > MOST_STEPS:
        raise UserError(f"the file has more than {MOST_STEPS:,} steps", REMEDY)


def _of_shared(desk: Desk, shared: SharedGame) -> OpenGame:
    """A game that was saved here, with all its steps."""
    _require_about(desk, shared.game, len(shared.actions))
    only_asked = shared.typed if shared.observation is not None else None
    if shared.given is None and only_asked is None:
        saved = SavedPosition(shared.cards, shared.observation, shared.saved)
        return replace(_of_engine(desk, saved, shared.edition), title=shared.title)
    _require_small(shared.given)
    if shared.typed is not None:
        game = replace(desk.typed(shared.typed.text, shared.typed.facts, shared.edition), title=shared.title)
    else:
        game = desk.given(shared.given or {}, shared.edition, shared.title)
    for number, action in enumerate(shared.actions, 1):
        game = with_step(desk.adapter, game, action)
        if game.steps[-1].refused:
            what = f"step {number} of the file is refused: {game.steps[-1].refusal}"
            raise UserError(one_line(what), REMEDY)
    return game


def _require_small(given: Any) -> None:
    """Raise UserError where what is given holds more tables than a position needs."""
    waiting, tables = [given], 0
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            tables += 1
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
        if tables > MOST_TABLES or len(waiting) > 10 * MOST_TABLES:
            raise UserError("the file holds more cards than a game has", REMEDY)


def scenario_file(desk: Desk, game: OpenGame, name: str) -> bytes:
    """The file of a scenario of a game: where it begins, its steps, and what was seen after each.

    Raises UserError where nobody knows where it begins, or it has no steps.
    """
    if game.given is None:
        raise UserError("it is not known how this game began, as a scenario tells it", "save it as a file")
    if not game.steps:
        raise UserError("a scenario has steps, and nothing was tried yet", "try an action first")
    steps = tuple(_steps(desk, game))
    rules = list(dict.fromkeys(_rules(desk, game))) or [desk.asking.out_of_turn]
    scenario = Scenario(name, game.title, rules, steps, editions=[game.edition], given=game.given)
    return scenario_toml(scenario).encode()


def _steps(desk: Desk, game: OpenGame) -> Iterator[Step]:
    """The steps with what they have to come to."""
    for number, step in steps_of(game, desk.words):
        if step.attempt is not None:
            reasons = game.steps[number - 1].refused
            rules = [each.rule for each in reasons if each.rule in desk.book.store.rules]
            expect = Expectation(illegal=rules[0]) if rules else step.expect
        elif is_forced(game.boards[number], desk.words):
            expect = step.expect
        else:
            expect = Expectation(state=seen(game.boards[number].observation, desk.words))
        yield msgspec.structs.replace(step, expect=expect)


def _rules(desk: Desk, game: OpenGame) -> Iterator[str]:
    """The rules that the steps stand for: those of refusals, then those that grant what was done."""
    known = desk.book.store.rules
    yield from (each.rule for step in game.steps for each in step.refused if each.rule in known)
    for step in game.steps:
        if not step.refused:
            yield from (rule for rule in _granting(desk, game, step) if rule in known)


def _granting(desk: Desk, game: OpenGame, step: Taken) -> Sequence[str]:
    """The rules that grant a step; none for a choice within an effect."""
    reader = desk.book.game.reader
    try:
        whole = reader.view(step.before, game.cards).observation
        return [ground.rule for ground in reader.grounds(whole, step.action, game.cards)]
    except (LookupError, TypeError, ValueError):
        return ()
