"""Effects that set each other off for ever."""

from __future__ import annotations

import msgspec
import pytest

from rulehound.checker.engines.bounded_json import json_of_line
from rulehound.engine.dcg import endless
from rulehound_testing.dcg.effect_games import THIS, act, answers, attack, effect, made, place, tamer, use
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


def dolls(count: int) -> list[dict[str, object]]:
    """Two effects that play tokens for ever, since each token that is played plays others."""
    doll = {"do": "token", "name": "Doll", "dp": 1000, "count": count}
    return [
        effect("when-attacking", doll),
        effect("when", doll, event={"happens": "played", "which": {"role": ""}}),
    ]


@pytest.mark.parametrize("effects", [growing(10**9), dolls(1), dolls(2)])
def test_what_grows_for_ever_is_a_loop_that_can_be_told_though_no_position_comes_again(
    effects: list[dict[str, object]],
) -> None:
    game = place([made("growing", *effects)], {"battle": [stack("growing")]})
    attack(game)
    assert (game.over, game.state.ended_by) == (True, "endless-loop")
    told = json_of_line(msgspec.json.encode(game.observe()), "the answer")
    assert (told["decider"], told["winner"], told["ended_by"]) == (None, None, "endless-loop")


def test_a_battle_area_as_large_as_it_may_be_is_no_loop() -> None:
    crowd = {"do": "token", "name": "Doll", "dp": 1000, "count": 600}
    game = place([tamer("crowd", effect("main", crowd))], {"battle": [stack("crowd")]})
    use(game)
    assert (game.over, len(game.state.players[0].battle)) == (False, 601)


def test_a_loop_is_found_long_before_its_steps_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "LONGEST", 10**9)
    game = place([made("restless", *restless())], {"battle": [stack("restless")]})
    attack(game)
    assert (game.over, game.state.ended_by) == (True, "endless-loop")
