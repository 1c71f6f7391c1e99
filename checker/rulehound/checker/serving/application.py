"""The pages of the judge: what each address shows, and what each form does.

Work is done one request at a time, so that one engine serves all games. A form leads to an address that
shows what came of it, so that a page can be loaded again. Where something cannot be done, the page says so
above the form, with what was typed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from rulehound.checker.engines import EngineError
from rulehound.checker.errors import UserError, one_line
from rulehound.checker.pipeline.ask import picture_of_rules
from rulehound.checker.serving.desk import Desk
from rulehound.checker.serving.gate import LARGEST_BODY
from rulehound.checker.serving.open_game import OpenGame
from rulehound.checker.serving.pages import (
    UNPROCESSABLE,
    StartForm,
    game_page,
    message_page,
    start_page,
    style,
)
from rulehound.checker.serving.sharing import loaded, scenario_file, shared_file
from rulehound.checker.serving.shelf import Shelf
from rulehound.spec.formats import Action, Refused

LONGEST_QUESTION = 500
"""Characters."""

NOT_TYPABLE = "the words of positions cannot say this board; undo a step, or change where the game began"
GONE = "this game is not open any more: the server holds those that were used last"
MOVED_ON = "the game has gone on since this page was shown"
PROBLEMS = (UserError, EngineError, Refused)
"""What keeps something from being done as it was asked: the page says so in one line."""


def application(desk: Desk) -> Starlette:
    """The pages over a desk."""
    pages = JudgePages(desk, Shelf())
    shown = {
        "/": pages.start,
        "/style.css": pages.style,
        "/rules/{rule}.png": pages.rule_picture,
        "/games/{number:int}": pages.game,
        "/games/{number:int}/scenario.toml": pages.save_scenario,
        "/games/{number:int}/game.json": pages.save_game,
    }
    posted = {
        "/position": pages.open_position,
        "/scenario": pages.open_scenario,
        "/new": pages.open_new_game,
        "/file": pages.open_file,
        "/games/{number:int}/try": pages.try_action,
        "/games/{number:int}/undo": pages.undo,
        "/games/{number:int}/random": pages.play_at_random,
        "/games/{number:int}/edition": pages.change_edition,
    }
    routes = [Route(path, page, methods=["GET"]) for path, page in shown.items()]
    routes += [Route(path, page, methods=["POST"]) for path, page in posted.items()]
    return Starlette(routes=routes, exception_handlers={404: not_found, 405: not_found, UserError: bad_form})


async def not_found(request: Request, _error: Exception) -> Response:
    """The page for an address that leads nowhere."""
    return message_page(request, "There is nothing at this address.", 404)


async def bad_form(request: Request, error: Exception) -> Response:
    """The page for a form that cannot be read."""
    return message_page(request, str(error), UNPROCESSABLE)


@dataclass(frozen=True)
class JudgePages:
    """Each method answers requests to one address."""

    desk: Desk
    shelf: Shelf

    async def start(self, request: Request) -> Response:
        """The ways to put a position on the board."""
        form = StartForm(edition=self.desk.book.edition, find=request.query_params.get("find", "")[:200])
        edited = request.query_params.get("edit", "")
        game = self.shelf.get(int(edited)) if re.fullmatch("[0-9]{1,9}", edited) else None
        if game is None:
            return start_page(request, self.desk, self.shelf.games, form)
        if "now" in request.query_params:
            return self._board_to_change(request, game, form)
        if (typed := self.desk.editable(game)) is not None:
            form = replace(form, text=typed.text, facts=typed.facts, edition=game.edition)
        return start_page(request, self.desk, self.shelf.games, form)

    def _board_to_change(self, request: Request, game: OpenGame, form: StartForm) -> Response:
        """The board of a game now, to be changed, with what the words of positions do not say of it."""
        try:
            now = self.desk.as_it_stands(game)
        except EngineError as error:
            return start_page(request, self.desk, self.shelf.games, form, problem=str(error))
        if now is None:
            return start_page(request, self.desk, self.shelf.games, form, problem=NOT_TYPABLE)
        form = replace(form, text=now.typed.text, facts=now.typed.facts, edition=game.edition)
        return start_page(request, self.desk, self.shelf.games, replace(form, left_out=now.left_out))

    async def style(self, _request: Request) -> Response:
        """How the pages look."""
        return Response(style(), media_type="text/css")

    async def open_position(self, request: Request) -> Response:
        """Open a game at a typed position; or show the form again, with one card more."""
        data = await _form(request)
        form = StartForm.of(data)
        try:
            if "add" not in data:
                game = self.desk.typed(form.text, form.facts, form.edition)
                return self._shown(request, self.shelf.add(game))
            text, facts = self.desk.with_card(form.text, form.facts, form.card)
            return start_page(request, self.desk, self.shelf.games, form.with_text(text, facts))
        except PROBLEMS as error:
            return start_page(request, self.desk, self.shelf.games, form, problem=str(error))

    async def open_scenario(self, request: Request) -> Response:
        """Open a scenario of the suite."""
        data = await _form(request)
        form = StartForm.of(data)
        try:
            steps = _number(data, "steps")
            game = self.desk.scenario(_text(data, "name"), steps, form.edition)
        except PROBLEMS as error:
            return start_page(request, self.desk, self.shelf.games, form, problem=str(error))
        return self._shown(request, self.shelf.add(game))

    async def open_new_game(self, request: Request) -> Response:
        """Begin a new game."""
        data = await _form(request)
        form = StartForm.of(data)
        try:
            game = self.desk.new_game(_number(data, "seed"), form.edition)
        except PROBLEMS as error:
            return start_page(request, self.desk, self.shelf.games, form, problem=str(error))
        return self._shown(request, self.shelf.add(game))

    async def open_file(self, request: Request) -> Response:
        """Open a game of a file."""
        data = await _form(request)
        form, file = StartForm.of(data), data.get("file")
        try:
            content = await file.read() if isinstance(file, UploadFile) else b""
            if not content.strip():
                raise UserError("no file was chosen, or it is empty", "choose a file")
            game = loaded(self.desk, content, form.edition)
        except PROBLEMS as error:
            return start_page(request, self.desk, self.shelf.games, form, problem=str(error))
        return self._shown(request, self.shelf.add(game))

    async def game(self, request: Request) -> Response:
        """A game: its board, what may be done, and the answer to a question."""
        number, game = self._game(request)
        if game is None:
            return message_page(request, GONE, 410)
        question = request.query_params.get("question", "")[:LONGEST_QUESTION].strip()
        return game_page(request, self.desk, number, game, question)

    async def try_action(self, request: Request) -> Response:
        """Try an action, or an effect of some card."""

        def tried(game: OpenGame, data: FormData) -> OpenGame:
            return self.desk.tried(game, _action(_text(data, "action")))

        return await self._changed(request, tried)

    async def undo(self, request: Request) -> Response:
        """Go back one step."""
        return await self._changed(request, lambda game, _: self.desk.undone(game))

    async def play_at_random(self, request: Request) -> Response:
        """Play on to the end at random; or have the opponent decide at random from now on, or no longer."""

        def changed(game: OpenGame, data: FormData) -> OpenGame:
            if "nobody" in data:
                return replace(game, opponent_seed=None)
            seed = _number(data, "seed")
            if "end" in data:
                return self.desk.played_out(game, seed)
            if "opponent" in data:
                return replace(self.desk.opponent_played(game, seed), opponent_seed=seed)
            raise UserError("no player was named to play at random", "use one of the buttons")

        return await self._changed(request, changed)

    async def change_edition(self, request: Request) -> Response:
        """Open the same game once more under another edition, as far as its steps go there."""
        number, game = self._game(request)
        if game is None:
            return message_page(request, GONE, 410)
        data = await _form(request)
        try:
            return self._shown(request, self.shelf.add(self.desk.by_edition(game, _text(data, "edition"))))
        except PROBLEMS as error:
            return game_page(request, self.desk, number, game, problem=str(error))

    async def save_scenario(self, request: Request) -> Response:
        """The game as the file of a scenario."""
        number, game = self._game(request)
        if game is None:
            return message_page(request, GONE, 410)
        try:
            content = scenario_file(self.desk, game, f"mine/game-{number}")
        except UserError as error:
            return game_page(request, self.desk, number, game, problem=str(error))
        return _file(content, f"game-{number}.toml", "application/toml")

    async def save_game(self, request: Request) -> Response:
        """The game as a file that can be loaded again."""
        number, game = self._game(request)
        if game is None:
            return message_page(request, GONE, 410)
        return _file(shared_file(self.desk, game), f"game-{number}.json", "application/json")

    async def rule_picture(self, request: Request) -> Response:
        """The clauses of a rule, marked on their pages."""
        rule = request.path_params["rule"]
        if rule not in self.desk.book.store.rules:
            return message_page(request, "There is no rule of this name.", 404)
        try:
            return Response(picture_of_rules(self.desk.book, [rule]), media_type="image/png")
        except UserError as error:
            return message_page(request, f"{error.what}.", 404)

    def _game(self, request: Request) -> tuple[int, OpenGame | None]:
        number = int(request.path_params["number"])
        return number, self.shelf.get(number)

    async def _changed(self, request: Request, change: Any) -> Response:
        """The answer to a form that changes a game, unless the game has gone on since the form was shown."""
        number, game = self._game(request)
        if game is None:
            return message_page(request, GONE, 410)
        data = await _form(request)
        try:
            if _number(data, "at") != len(game.steps):
                raise UserError(MOVED_ON, "this is how it stands now")
            self.shelf.replace(number, change(game, data))
        except PROBLEMS as error:
            return game_page(request, self.desk, number, game, problem=str(error))
        return self._shown(request, number)

    def _shown(self, request: Request, number: int) -> Response:
        """To the page of a game."""
        return RedirectResponse(f"{request.scope['root_path']}/games/{number}", 303)


async def _form(request: Request) -> FormData:
    """What a form holds; nothing where it cannot be read."""
    try:
        return await request.form(max_files=1, max_fields=30, max_part_size=LARGEST_BODY)
    except Exception as error:
        raise UserError(one_line(f"the form cannot be read: {error}"), "send it again") from None


def _text(data: FormData, name: str) -> str:
    value = data.get(name, "")
    return value if isinstance(value, str) else ""


def _number(data: FormData, name: str) -> int:
    """A whole number of a form. Raises UserError."""
    text = _text(data, name).strip()
    if not re.fullmatch("[0-9]{1,10}", text):
        raise UserError(f"{name}: {text[:40]!r} is not a number", "write a whole number, 0 or more")
    return int(text)


def _action(text: str) -> Action:
    """An action as engines are given it. Raises UserError for what is none."""
    try:
        action = json.loads(text)
    except (ValueError, RecursionError):
        action = None
    if not isinstance(action, dict):
        raise UserError("this is not an action", 'write one like {"action": "NAME"}')
    return action


def _file(content: bytes, name: str, kind: str) -> Response:
    """A file to be saved."""
    disposition: Mapping[str, str] = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=disposition)
