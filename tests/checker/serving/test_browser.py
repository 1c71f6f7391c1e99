"""A game from its position to a saved scenario, in a real browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

import uvicorn

from rulehound.checker.cli import main as cli
from rulehound.checker.serving.application import application
from rulehound.checker.serving.gate import Gate
from rulehound.checker.serving.server import hosts_of
from rulehound_testing.browser import Browser, NoBrowser
from rulehound_testing.served import POSITION, TOKEN, desk

HOSTILE = '<img src=x onerror="document.title=1">'


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the pages, served by a thread of this process."""
    server = uvicorn.Server(uvicorn.Config(lambda *_: None, port=0, log_level="error", lifespan="off"))
    socket = server.config.bind_socket()
    port = socket.getsockname()[1]
    server.config.app = Gate(application(desk()), TOKEN, hosts_of(port))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}/{TOKEN}/"
    server.should_exit = True
    thread.join(20)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    try:
        opened = Browser(tmp_path / "profile")
    except NoBrowser as missing:
        pytest.skip(str(missing))
    with opened:
        opened.look(1440)
        yield opened


def complaints(browser: Browser) -> list[str]:
    """What the browser complained of: scripts, styles or pictures that its policy kept out, or errors."""
    entries = [one["params"]["entry"]["text"] for one in browser.events if one["method"] == "Log.entryAdded"]
    thrown = [one for one in browser.events if one["method"] == "Runtime.exceptionThrown"]
    return [*entries, *map(str, thrown)]


def test_a_position_is_typed_played_refused_undone_asked_about_and_saved(
    browser: Browser, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    browser.go(address)
    browser.fill("#text", POSITION)
    browser.click("button.main")
    assert "You decide: main." in browser.text("header")
    assert browser.value("document.querySelector('img.board').naturalWidth") >= 400
    browser.open(".refusal summary", "attack Patamon with Greymon")
    assert "It would be legal if Patamon were suspended." in browser.text(".refusal[open]")
    browser.click(".refusal[open] button", "Try it anyway")
    assert "Refused" in browser.text(".last")
    browser.click(".offers button", "attack the player with Greymon")
    assert "Greymon is suspended" in browser.text(".last")
    browser.click("button", "Undo")
    assert "tried: attack Patamon with Greymon" in browser.text(".last")
    browser.click(".offers button", "pass")
    browser.fill("#question", "what may the opponent do")
    browser.click("button", "Ask")
    assert "Yes" in browser.text("#answer")
    scenario, saved = (browser.saved(tmp_path, link) for link in ("Save as a scenario", "Save as a file"))
    assert cli.run(["scenario", "check", str(scenario)]) == 0
    assert cli.run(["scenario", "run", str(scenario)]) == 0
    assert "1 case: 1 pass" in capsys.readouterr().out
    board = browser.text(".left details pre")
    browser.go(address)
    browser.choose("#file", saved)
    browser.click("button", "Load")
    assert browser.text(".left details pre") == board
    assert complaints(browser) == []


def test_markup_in_a_name_runs_nothing(browser: Browser, address: str) -> None:
    browser.go(address)
    doubled = HOSTILE.replace('"', '""')
    browser.fill("#text", POSITION.replace("Greymon", f'"{doubled}"'))
    browser.click("button.main")
    browser.click(".offers button", HOSTILE)
    assert HOSTILE in browser.text(".last")
    assert browser.value("document.title") == "A typed position: Rulehound judge"
    assert browser.value("document.querySelectorAll('img').length") == 1
    assert complaints(browser) == []


def test_a_game_is_played_by_keys_alone(browser: Browser, address: str) -> None:
    browser.go(address)
    browser.value("document.querySelector('#text').focus()")
    browser.fill("#text", POSITION)
    for _ in range(20):
        browser.press("Tab", 9)
        if browser.value("document.activeElement.className") == "main":
            break
    browser.press("Enter", 13, leads_on=True)
    for _ in range(20):
        browser.press("Tab", 9)
        if browser.value("document.activeElement.name") == "action":
            break
    assert browser.value("document.activeElement.textContent") == "play Gabumon (cost 3)"
    browser.press("Enter", 13, leads_on=True)
    assert "Step 1: you chose: play Gabumon (cost 3)" in browser.text(".last")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_stands_out_of_the_page(browser: Browser, address: str, width: int, dark: bool) -> None:
    browser.look(width, dark=dark)
    browser.go(f"{address}?find=blitz")
    assert browser.value("document.documentElement.scrollWidth") <= width
    browser.fill("#text", POSITION)
    browser.click("button.main")
    assert browser.value("document.documentElement.scrollWidth") <= width
    ground = browser.value("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(20, 23, 27)") == dark
    assert complaints(browser) == []
