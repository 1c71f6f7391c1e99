"""Boards and pages as a browser paints them, beside the pictures that are kept of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from rulehound.spec.dcg import game as dcg
from rulehound_testing.browser import Browser, NoBrowser
from rulehound_testing.pictures import (
    KEPT,
    MOST,
    SCENES,
    WIDTH_OF_LETTERS,
    Scene,
    dcg_boards,
    others,
    svg,
    taken,
    width_of_letters,
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    try:
        opened = Browser(tmp_path_factory.mktemp("profile"))
    except NoBrowser as missing:
        pytest.skip(str(missing))
    with opened:
        if abs(width_of_letters(opened) - WIDTH_OF_LETTERS) > 1:
            pytest.skip("the fonts here are others than those of the kept pictures")
        yield opened


def kept(name: str) -> Image.Image:
    return Image.open(KEPT / f"{name}.png").convert("RGB")


@pytest.mark.parametrize("name", SCENES)
def test_it_looks_as_it_did(name: str, browser: Browser, tmp_path: Path) -> None:
    """Where it is to look otherwise: `cd tests; python -m rulehound_testing.pictures`, and look at it."""
    assert others(taken(browser, SCENES[name](), tmp_path), kept(name)) <= MOST


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("card suspended", "card"),
        ('class="counter" cx="255.2', 'class="counter" cx="237.2'),
        ('class="changed"', 'class="none"'),
        ("#b4541a", "#1f5fa8"),
        ('class="back"', 'class="none"'),
    ],
    ids=["suspended", "memory", "changed", "players", "face down"],
)
def test_a_board_that_is_drawn_wrong_is_seen(
    right: str, wrong: str, browser: Browser, tmp_path: Path
) -> None:
    scene = SCENES["board-dcg"]()
    drawn = scene.files["board.svg"].decode()
    assert right in drawn
    files = {**scene.files, "board.svg": drawn.replace(right, wrong).encode()}
    assert others(taken(browser, scene._replace(files=files), tmp_path), kept("board-dcg")) > MOST


def test_another_board_is_seen(browser: Browser, tmp_path: Path) -> None:
    before, _, known = dcg_boards()
    drawn = svg(dcg.depiction.changed_picture(before, before, known)).encode()
    scene: Scene = SCENES["board-dcg"]()
    other = scene._replace(files={**scene.files, "board.svg": drawn})
    assert others(taken(browser, other, tmp_path), kept("board-dcg")) > MOST


def test_every_kept_picture_is_one_of_a_scene() -> None:
    assert {path.stem for path in KEPT.glob("*.png")} == set(SCENES)
