"""The judge's pages as tests ask for them: one desk for all tests, and a client that knows the token."""

from __future__ import annotations

import re
from functools import cache, partial
from html import unescape

from starlette.testclient import TestClient

from rulehound.checker.engines import open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.pipeline.ask import asking_of
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.serving.application import application
from rulehound.checker.serving.desk import Desk
from rulehound.checker.serving.gate import Gate

TOKEN = "a-token-of-the-tests"
HOST = "127.0.0.1:8000"
EDITION = "manual-2.3"

POSITION = (
    "me: memory 3, battle Greymon(4, 5000 DP) on Agumon(3), hand Gabumon(3, cost 3), security 4; "
    "opponent: battle Patamon(3, blocker), hand 5, security 5"
)


@cache
def desk(game: str = "dcg") -> Desk:
    """A desk with the bundled rulebook and the reference engine of a game."""
    book = read_rulebook(open_game(game))
    engine = book.game.engine
    target = target_of(book.bound, engine, partial(open_engine, engine, game))
    return Desk(book, asking_of(book), target, target.open())


def client(opened: Desk | None = None) -> TestClient:
    """A client of fresh pages, whose addresses begin at the token."""
    gate = Gate(application(opened or desk()), TOKEN, [HOST])
    return TestClient(gate, base_url=f"http://{HOST}/{TOKEN}", follow_redirects=True)


def opened_game(text: str = POSITION, facts: str = "", edition: str = EDITION) -> tuple[TestClient, str]:
    """A client with one game at a typed position, and its page."""
    pages = client()
    shown = pages.post("/position", data={"text": text, "facts": facts, "edition": edition})
    assert shown.status_code == 200, shown.text
    return pages, shown.text


def offers(page: str) -> dict[str, str]:
    """The actions that a page offers: words to what their button sends."""
    listed = re.search(r'<ul class="offers">(.*?)</ul>', page, re.DOTALL)
    found = re.findall(r'name="action" value="(.*?)">(.*?)</button>', listed[1] if listed else "")
    return {unescape(text): unescape(action) for action, text in found}


def in_words(page: str) -> str:
    """The text of a page without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
