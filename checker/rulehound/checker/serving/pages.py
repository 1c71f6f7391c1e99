"""The pages of the judge, made of templates: what each is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from rulehound.checker.asking.answers import Answer
from rulehound.checker.asking.questions import EXAMPLES, askable
from rulehound.checker.asking.rulings import outline
from rulehound.checker.errors import UserError
from rulehound.checker.report.templates import LOOK, templates
from rulehound.checker.serving.desk import Desk
from rulehound.checker.serving.game_view import game_view
from rulehound.checker.serving.open_game import OpenGame
from rulehound.checker.wording import counted
from rulehound.spec.formats import Scenario

HERE = Path(__file__).parent / "page"
"""Templates and style of these pages; what they share with the report stands there."""

UNPROCESSABLE = 422
"""HTTP status of what cannot be done as it was asked."""

LISTED, MOST_LISTED = 6, 40
"""Scenarios that are listed before anything is searched, and those that a search lists."""

CARD = ("side", "area", "name", "attributes", "facts")
"""The fields of the form for one card."""

ANSWER_HEADS = {"yes": "Yes", "no": "No", "unknown": "The model cannot tell"}

_TEMPLATES = templates(HERE, LOOK)
_TEMPLATES.filters["outlined"] = outline


@dataclass(frozen=True)
class StartForm:
    """What was typed on the first page."""

    edition: str
    text: str = ""
    facts: str = ""
    find: str = ""
    left_out: Sequence[str] = ()
    """Places of the board of a game that the text, which was made of it, does not say."""
    card: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(CARD, ""))

    @classmethod
    def of(cls, data: FormData) -> StartForm:
        """As it was posted."""
        texts = {name: value for name, value in data.items() if isinstance(value, str)}
        card = {name: texts.get(f"card-{name}", "") for name in CARD}
        return cls(texts.get("edition", ""), texts.get("text", ""), texts.get("facts", ""), card=card)

    def with_text(self, text: str, facts: str) -> StartForm:
        """With another position, and no card beside it."""
        kept = {name: self.card[name] for name in ("side", "area")}
        return replace(self, text=text, facts=facts, card={**dict.fromkeys(CARD, ""), **kept})


def style() -> bytes:
    """How the pages look: as the report does, and what they have beside that."""
    return (LOOK / "page.css").read_bytes() + (HERE / "serve.css").read_bytes()


def start_page(
    request: Request,
    desk: Desk,
    games: Sequence[tuple[int, OpenGame]],
    form: StartForm,
    problem: str = "",
) -> Response:
    """The ways to put a position on the board, with what was typed before."""
    scenarios = _matching(desk.scenarios, form.find)
    words = desk.asking.position
    return _page(
        request,
        "start.html.j2",
        UNPROCESSABLE if problem else 200,
        desk=desk,
        form=form,
        problem=problem,
        games=games,
        sides=words.sides,
        areas=list(words.areas),
        examples={name: words.examples.get(name, "") for name in ("position", "attributes", "facts")},
        scenarios=scenarios[: MOST_LISTED if form.find else LISTED],
        matching=len(scenarios),
        counted=counted,
    )


def _matching(scenarios: Mapping[str, Scenario], words: str) -> list[Scenario]:
    """The scenarios in whose name, title or rules all these words stand."""
    wanted = words.casefold().split()
    return [
        one
        for one in scenarios.values()
        if all(word in f"{one.name} {one.title} {' '.join(one.rules)}".casefold() for word in wanted)
    ]


def game_page(
    request: Request, desk: Desk, number: int, game: OpenGame, question: str = "", problem: str = ""
) -> Response:
    """A game, and the answer to a question about it."""
    answer: Answer | None = None
    if question:
        try:
            answer = desk.answer(game, question)
        except UserError as error:
            problem = str(error)
    return _page(
        request,
        "game.html.j2",
        UNPROCESSABLE if problem else 200,
        desk=desk,
        number=number,
        game=game,
        view=game_view(desk, game),
        question=question,
        answer=answer,
        problem=problem,
        heads=ANSWER_HEADS,
        examples=EXAMPLES,
        askable=askable(desk.asking),
        counted=counted,
    )


def message_page(request: Request, message: str, status: int) -> Response:
    """A page that says one thing, and leads back to the first."""
    return _page(request, "message.html.j2", status, message=message)


def _page(request: Request, template: str, status: int, **values: Any) -> Response:
    root = request.scope["root_path"]
    return HTMLResponse(_TEMPLATES.get_template(template).render(root=root, **values), status)
