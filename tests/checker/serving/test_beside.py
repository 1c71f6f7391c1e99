"""An engine beside the one that plays: the same game, what differs, and engines that break."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.engines import engine_limits, open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.serving.beside import EngineBeside
from rulehound.checker.serving.desk import Desk
from rulehound.checker.serving.sharing import loaded, shared_file
from rulehound_testing.folders import ROOT
from rulehound_testing.served import EDITION, client, desk, in_words
from rulehound_testing.strangers.starting import command

With = Callable[[str], Desk]
POSITION = (
    "me: memory 3, battle Greymon(4, 5000 DP, security attack +1), hand Gabumon(3, cost 3), security 4; "
    "opponent: battle Patamon(3), security Devimon(4, 9000 DP), Tentomon(3), Palmon(3)"
)
REFERENCE = f"{sys.executable} -P -m rulehound.engine"
ATTACK = {"action": "attack", "attacker": "p1", "target": "player"}


def faulty(name: str) -> str:
    return f"{sys.executable} -P {ROOT / 'tests/faulty_engines.py'} {name}"


@pytest.fixture
def beside() -> Iterator[With]:
    """A desk with an engine beside, by its command."""
    opened: list[EngineBeside] = []

    def with_engine(command: str) -> Desk:
        opener = partial(open_engine, command, "dcg", engine_limits(3, 4096))
        opened.append(EngineBeside.opened(target_of(desk().book.bound, command, opener)))
        return replace(desk(), companion=opened[-1])

    yield with_engine
    for each in opened:
        each.close()


def test_an_engine_that_plays_alike_is_the_same_at_every_step(beside: With) -> None:
    both = beside(REFERENCE)
    game = both.played_out(both.new_game(5, EDITION), 3)
    other = both.beside(game)
    assert other is not None
    assert (other.trouble, other.differing, other.led) == ("", [], None)
    assert len(other.boards) == len(game.boards)
    assert other.words.startswith("player ")


def test_an_engine_that_goes_otherwise_is_marked_from_the_step_on(beside: With) -> None:
    both = beside(faulty("check-after-attacker-died"))
    game = both.tried(both.typed(POSITION, "", EDITION), ATTACK)
    other = both.beside(game)
    assert other is not None
    assert other.differing == [1]
    assert "player 2: security 2" in other.boards[1].board
    assert "player 2: security 0" in other.boards[1].board_beside
    pages = client(both)
    pages.post("/position", data={"text": POSITION, "edition": EDITION})
    text = in_words(pages.post("/games/1/try", data={"at": 0, "action": str(ATTACK).replace("'", '"')}).text)
    assert "Different after step 1: on the board here player 2: security 2" in text
    assert "The first difference is after step 1." in text


def test_offers_that_one_engine_alone_makes_are_named(beside: With) -> None:
    both = beside(faulty("attack-unsuspended-target"))
    other = both.beside(both.typed(POSITION, "", EDITION))
    assert other is not None
    assert other.boards[0].extra == ["attack Patamon with Greymon"]
    assert other.boards[0].missing == []


def test_a_refusal_that_the_engine_beside_does_not_share_ends_the_comparison(beside: With) -> None:
    both = beside(faulty("attack-unsuspended-target"))
    game = both.tried(both.typed(POSITION, "", EDITION), {**ATTACK, "target": "p2"})
    assert game.steps[-1].refused
    other = both.beside(game)
    assert other is not None
    assert other.trouble.startswith(
        "step 1, attack Patamon with Greymon: expected: the action is refused; there: "
    )


def test_an_engine_is_led_to_a_position_that_it_cannot_set_up(beside: With) -> None:
    both = beside(f"{sys.executable} {ROOT / 'examples/python/adapter.py'}")
    position = (
        "me: memory 3, battle Greymon(4, 5000 DP), hand Gabumon(3, cost 3), security 5; opponent: security 5"
    )
    game = both.tried(both.typed(position, "", EDITION), {"action": "play", "card": "a1"})
    other = both.beside(game)
    assert other is not None
    assert (other.trouble, other.differing) == ("", [])
    assert other.led


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        (command("hangs", "position:1", "dcg"), "timeout: no answer"),
        (command("crashes", "position:1", "dcg"), "crashed: "),
        (f"{sys.executable} {ROOT / 'examples/python/adapter.py'}", "does not follow fan-2020"),
    ],
)
def test_an_engine_that_cannot_be_compared_says_why_and_the_page_stands(
    beside: With, engine: str, words: str
) -> None:
    both = beside(engine)
    edition = "fan-2020" if "fan" in words else EDITION
    other = both.beside(both.typed(POSITION, "", edition))
    assert other is not None
    assert words in other.trouble
    pages = client(both)
    page = pages.post("/position", data={"text": POSITION, "edition": edition})
    assert page.status_code == 200
    assert "The other engine stops here: " in in_words(page.text)


def test_a_game_of_which_nobody_knows_how_it_began_is_not_compared(beside: With) -> None:
    both = beside(REFERENCE)
    content = shared_file(both, both.typed(POSITION, "", EDITION)).replace(b'"given"', b'"given-not"')
    other = both.beside(loaded(both, content, EDITION))
    assert other is not None
    assert "not known how this game began" in other.trouble


def test_without_an_engine_there_is_nothing_beside() -> None:
    assert desk().beside(desk().typed(POSITION, "", EDITION)) is None
