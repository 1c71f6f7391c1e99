"""Files in which anything may be anything: a page comes of each, or one line that says what is wrong."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.serving.sharing import shared_file
from rulehound_testing.served import EDITION, POSITION, TOKEN, client, desk, offers

VALUES: list[Any] = [
    None, True, -1, 2**70, 1.5, "", "x", "p1", [], {}, ["a"], {"id": "p1"}, {"cards": []}, "<script>",
]  # fmt: skip
WAYS = 8
"""Files of each kind in a run."""


@cache
def sound() -> list[Any]:
    """One file of each kind, as it should be."""
    facts = '[Greymon]\neffects = [{ timing = "when-attacking", steps = [{ do = "draw" }] }]'
    game = desk().typed(POSITION, facts, EDITION)
    game = desk().tried(game, game.board.offers[1])
    cards = msgspec.to_builtins(list(game.cards.values()))
    whole = json.loads(shared_file(desk(), game))
    return [
        whole,
        {**whole, "given": None},
        {**whole, "typed": None},
        {"cards": cards, "saved": game.board.token},
        {"cards": cards, "observation": game.board.observation},
    ]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*path, key)
        yield from places(inner, (*path, key))


def damaged(value: Any, chance: random.Random) -> Any:
    """A value with something else, or nothing, at one place."""
    whole = copy.deepcopy(value)
    *way, last = chance.choice(list(places(whole)))
    inner = whole
    for key in way:
        inner = inner[key]
    if chance.random() < 0.25:
        inner.pop(last)
    else:
        inner[last] = chance.choice(VALUES)
    return whole


@pytest.mark.parametrize("kind", range(5))
def test_a_damaged_file_gives_a_page_or_one_line(kind: int) -> None:
    pages, chance, outcomes = client(), random.Random(kind), Counter[int]()
    for _ in range(WAYS):
        content = json.dumps(damaged(sound()[kind], chance)).encode()
        answer = pages.post("/file", files={"file": ("game.json", content)}, data={"edition": EDITION})
        outcomes[answer.status_code] += 1
        assert "<script" not in answer.text
        if answer.status_code == 200:
            game = str(answer.url).split(TOKEN)[1]
            for action in list(offers(answer.text).values())[:1]:
                assert pages.post(f"{game}/try", data={"at": 1, "action": action}).status_code in (200, 422)
            for rest in ("/scenario.toml", "/game.json", "?question=may+I+attack+with+Greymon"):
                assert pages.get(f"{game}{rest}").status_code in (200, 422)
    assert set(outcomes) <= {200, 422}


def test_the_files_are_sound_before_they_are_damaged() -> None:
    for value in sound():
        content = json.dumps(value).encode()
        answer = client().post("/file", files={"file": ("game.json", content)}, data={"edition": EDITION})
        assert answer.status_code == 200
