"""The observation that a typed position stands for: what is counted, what attacks, what effects changed."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.asking.positions import in_turn_of, observation
from rulehound.spec.dcg.model import Stage, model
from rulehound.spec.dcg.reading.reader import DcgReader
from rulehound.spec.formats import Card

CARDS = {
    "A": Card("A", "Ash", {"kind": "digimon", "level": 4, "dp": 5000, "play_cost": 5, "colors": ["red"]}),
    "E": Card("E", "Egg", {"kind": "digi-egg", "level": 2, "colors": ["red"]}),
}


def state(position: dict[str, Any]) -> dict[str, Any]:
    """The state of the model that a position stands for."""
    view = DcgReader().view(observation(position, CARDS), CARDS)
    assert not view.unobserved
    return model.as_dict(view.state)


def seats(mine: dict[str, Any], theirs: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"players": [mine, theirs or {}]}


def test_cards_that_are_counted_are_there() -> None:
    counted = state(seats({"hand": 3, "trash": 2, "security": 5, "deck": ["A", "A"]}))
    assert [counted[f"me.{pile}"] for pile in ("hand", "trash", "security", "deck")] == [3, 2, 5, 2]


def test_named_cards_that_lie_face_down_are_known() -> None:
    shown = observation(seats({"security": ["A"], "deck": 9}), CARDS)
    assert shown["hidden"] == [{"security": [{"id": "0.security.0", "card": "A"}]}, {}]
    assert "hidden" not in observation(seats({"security": 1}), CARDS)


def test_changed_dp() -> None:
    (stack,) = state(seats({"battle": [{"cards": ["A"], "dp_change": -7000}]}))["me.battle"]
    assert (stack["dp"], stack["top"]["dp"]) == (0, 5000)
    (more,) = state(seats({"battle": [{"cards": ["A"], "dp_change": 1000}]}))["me.battle"]
    assert more["dp"] == 6000


def test_an_attack_is_at_block_timing() -> None:
    attacker, attacked = {"cards": ["A"], "attacking": True}, {"cards": ["A"], "attacked": True}
    on_player = state(seats({"battle": [attacker]}))
    assert (on_player["stage"], on_player["target_is_player"]) == (Stage.BLOCK.name.lower(), True)
    assert (on_player["me.battle"][0]["attacking"], on_player["me.battle"][0]["suspended"]) == (True, True)
    on_stack = state(seats({"battle": [attacker]}, {"battle": [attacked]}))
    assert on_stack["target_is_player"] is False
    assert on_stack["opponent.battle"][0]["targeted"] is True


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ([{"cards": ["A"], "attacking": True}] * 2, []),
        ([], [{"cards": ["A"], "attacking": True}]),
        ([{"cards": ["A"], "attacking": True}, {"cards": ["A"], "attacked": True}], []),
        ([], [{"cards": ["A"], "attacked": True}]),
    ],
)
def test_an_attack_that_is_none_is_refused(mine: list[Any], theirs: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"one Digimon (attacks|is attacked)"):
        observation(seats({"battle": mine}, {"battle": theirs}), CARDS)


@pytest.mark.parametrize("mark", ["attacking", "attacked", "dp_change"])
def test_nothing_fights_in_the_breeding_area(mark: str) -> None:
    with pytest.raises(ValueError, match="in the breeding area nothing attacks"):
        observation(seats({"breeding": {"cards": ["A"], mark: 1}}), CARDS)


def test_the_same_position_in_another_turn() -> None:
    shown = observation({"turn": 1, "memory": 3, **seats({"hand": ["A"]})}, CARDS)
    mine = in_turn_of(shown, 0)
    assert (mine["turn"], mine["decider"], mine["decision"], mine["memory"]) == (0, 0, "main", 0)
    assert in_turn_of(mine, 0)["memory"] == 0
    assert in_turn_of({**shown, "memory": -2}, 0)["memory"] == 2
