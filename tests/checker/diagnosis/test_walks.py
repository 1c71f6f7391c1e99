"""The walk to a violation: all its boards, words that name players alike, the board of another engine."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from rulehound.checker.diagnosis.rerun import rerun
from rulehound.checker.diagnosis.walks import walk_of, with_expected_boards
from rulehound.checker.engines import open_engine
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import Trace, TraceStep
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.run_record import ShownWalk, Violation
from rulehound.spec.formats import Card
from rulehound_testing.faults.engines import create

DIGIMON = {"kind": "digimon", "level": 3, "dp": 3000, "play_cost": 2, "colors": ["red"]}
BOUNCE = {"timing": "security", "steps": [{"do": "put", "target": {"of": "opponent"}, "to": "hand"}]}
CARDS = (
    Card("A", "Twice", {**DIGIMON, "security_attack": 2}),
    Card("B", "Trap", {"kind": "option", "play_cost": 1, "colors": ["red"], "effects": [BOUNCE]}),
    Card("C", "Unseen", DIGIMON),
)
POSITION = {"players": [{"battle": [{"cards": ["A"]}]}, {"security": ["B", "B", "B", "B"]}]}


@pytest.fixture(scope="module")
def target() -> Target:
    book = read_rulebook(open_game("dcg"))
    return target_of(book.bound, "faulty", partial(create, "check-after-attacker-died"))


@pytest.fixture(scope="module")
def violation(target: Target) -> Violation:
    trace = Trace(
        game="dcg",
        edition=target.edition,
        kind="engine",
        rule="security.attacker-gone",
        start=Start(position=POSITION, cards=CARDS, edition=target.edition).as_json(),
        steps=[TraceStep({"action": "attack", "attacker": "p1", "target": "player"}, "attack")],
        expected="opponent.security.count is 3",
        observed="players[1].security 0",
        values=dict(target.values),
    )
    again = rerun(target.game, target.open(), target.judge, trace)
    assert again is not None
    walk = walk_of(target.game, trace, again)
    told: dict[str, Any] = {"expected": "", "observed": "", "times": 1, "checks": []}
    return Violation("0", trace.rule, "effect", **told, trace=trace, walk=walk)


def test_a_walk_has_every_board_and_what_happened_in_between(violation: Violation) -> None:
    walk = violation.walk
    assert isinstance(walk, ShownWalk)
    (step,) = walk.steps
    assert step.text == "attack the player with Twice"
    assert "a security card is checked: Trap" in step.happened
    assert "Twice" in walk.start
    assert ">4 → 0<" in step.picture
    assert "→" not in walk.start


def test_both_players_are_called_as_on_the_board(violation: Violation) -> None:
    assert violation.walk is not None
    assert violation.walk.expected == "player 2, security.count is 3"
    assert violation.walk.observed == "player 2, security 0"
    assert "of player 2" in violation.walk.start


def test_the_cards_that_are_shown_say_what_is_printed_on_them(violation: Violation) -> None:
    assert violation.walk is not None
    names = {card.name: card.lines for card in violation.walk.cards}
    assert names["Twice"] == ["digimon · Lv.3 · 3000 DP · cost 2 · red", "security attack: 2"]
    assert "Unseen" not in names


def test_the_board_of_another_engine_stands_beside_it(target: Target, violation: Violation) -> None:
    beside = target_of(target, "reference", partial(open_engine, "reference", "dcg"))
    (shown,) = with_expected_boards([violation], beside)
    assert shown.walk is not None
    assert shown.walk.other_engine == "reference"
    assert ">4 → 3<" in shown.walk.other
    assert with_expected_boards([violation], None) == [violation]


def test_an_engine_that_does_not_take_the_steps_has_no_board(target: Target, violation: Violation) -> None:
    assert violation.trace is not None
    step = TraceStep({"action": "attack", "attacker": "p9", "target": "player"}, "attack")
    other = msgspec.structs.replace(violation, trace=msgspec.structs.replace(violation.trace, steps=[step]))
    assert with_expected_boards([other], target) == [other]
