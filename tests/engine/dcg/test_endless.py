"""Effects that set each other off for ever."""

from __future__ import annotations

import pytest

from rulehound.engine.dcg import endless
from rulehound_testing.dcg.effect_games import THIS, act, answers, attack, effect, made, place
from rulehound_testing.dcg.probe_cards import stack


def restless(**more: object) -> list[dict[str, object]]:
    """Two effects, each of which undoes what the other does."""
    turned = {"suspend": "unsuspended", "unsuspend": "suspended"}
    return [
        effect("when", {"do": do, "target": THIS}, event={"happens": after}, **more)
        for do, after in turned.items()
    ]


def test_a_loop_that_nobody_can_break_is_a_draw() -> None:
    game = place([made("restless", *restless())], {"battle": [stack("restless")]})
    attack(game)
    assert (game.over, game.state.winner, game.state.ended_by) == (True, None, "endless-loop")
    assert answers(game) == []
    game.undo()
    assert game.state.decision == "main"


@pytest.mark.parametrize("more", [{"optional": True}, {"limit": 1}])
def test_a_loop_that_can_be_broken_goes_on_as_it_is_wanted(more: dict[str, object]) -> None:
    game = place([made("restless", *restless(**more))], {"battle": [stack("restless")]})
    attack(game)
    for _ in range(20):
        if game.state.decision == "activate":
            act(game, "accept")
    if game.state.decision == "activate":
        act(game, "decline")
    assert (game.over, game.state.decision) == (False, "main")


def growing(most: int) -> list[dict[str, object]]:
    """The same, with more DP each time, until that is as much as it says."""
    more = {"do": "give", "target": THIS, "gives": {"dp": 1000}}
    return [
        effect(
            "when",
            more,
            {"do": "unsuspend", "target": THIS},
            event={"happens": "suspended"},
            **{"if": {"this": {"dp_at_most": most}}},
        ),
        effect("when", {"do": "suspend", "target": THIS}, event={"happens": "unsuspended"}),
    ]


def test_what_goes_on_for_long_and_ends_by_itself_is_no_loop() -> None:
    game = place([made("growing", *growing(400_000))], {"battle": [stack("growing")]})
    attack(game)
    assert (game.over, game.state.decision) == (False, "main")


def test_what_grows_for_ever_is_a_loop_though_no_position_comes_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(endless, "LONGEST", 3_000)
    game = place([made("growing", *growing(10**9))], {"battle": [stack("growing")]})
    attack(game)
    assert (game.over, game.state.ended_by) == (True, "endless-loop")


def test_a_loop_is_found_long_before_its_steps_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "LONGEST", 10**9)
    game = place([made("restless", *restless())], {"battle": [stack("restless")]})
    attack(game)
    assert (game.over, game.state.ended_by) == (True, "endless-loop")
