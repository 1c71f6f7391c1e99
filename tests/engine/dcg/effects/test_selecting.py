"""Choices for effects: among what, how many, by whom, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound_testing.dcg.effect_games import (
    OPPONENT,
    act,
    answers,
    battle,
    choosable,
    effect,
    made,
    memory,
    numbers_of,
    place,
    tamer,
    use,
)
from rulehound_testing.dcg.probe_cards import hand, refusal, stack, stack_id


def suspending(count: Any, *, up_to: bool = False, theirs: int = 3) -> Game:
    """A game in which an effect suspends so many of the opponent's Digimon, of which there are so many."""
    step = {"do": "suspend", "target": {**OPPONENT, "count": count, "up_to": up_to}}
    game = place(
        [tamer("chooser", effect("main", step))],
        {"battle": [stack("chooser")]},
        {"battle": [stack("red-3")] * theirs},
    )
    use(game)
    return game


def suspended(game: Game) -> int:
    """How many of the opponent's Digimon are suspended."""
    return sum(one.suspended for one in game.state.players[1].battle)


@pytest.mark.parametrize(
    ("count", "theirs"), [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (5, 3), ("all", 3), ("all", 0)]
)
def test_where_there_is_one_way_to_choose_nothing_is_asked(count: Any, theirs: int) -> None:
    game = suspending(count, theirs=theirs)
    assert game.state.decision == "main"
    assert suspended(game) == theirs


def test_a_number_is_chosen_in_full_one_at_a_time() -> None:
    game = suspending(2)
    assert (game.state.decision, game.state.decider) == ("target", 0)
    first, second, third = (stack_id(game, 1, index) for index in range(3))
    assert choosable(game) == [first, second, third]
    assert refusal(game, {"action": "done"}) == {"effects.count"}
    act(game, "target", id=second)
    assert suspended(game) == 0  # nothing is done before all has been chosen
    assert choosable(game) == [first, third]
    assert refusal(game, {"action": "target", "id": second}) == {"effects.all-or-chosen"}
    assert refusal(game, {"action": "done"}) == {"effects.count"}
    act(game, "target", id=third)
    assert [one.suspended for one in game.state.players[1].battle] == [False, True, True]
    assert game.state.decision == "main"


def test_up_to_a_number_is_one_at_least() -> None:
    game = suspending(2, up_to=True)
    assert refusal(game, {"action": "done"}) == {"effects.count"}
    act(game, "target", id=stack_id(game, 1, 0))
    assert {"action": "done"} in answers(game)
    more = game.clone()
    act(game, "done")
    assert (suspended(game), game.state.decision) == (1, "main")
    act(more, "target", id=stack_id(game, 1, 1))
    assert (suspended(more), more.state.decision) == (2, "main")


def test_up_to_a_number_of_which_there_is_one_is_that_one() -> None:
    assert suspended(suspending(2, up_to=True, theirs=1)) == 1


def test_nothing_in_the_breeding_area_is_chosen() -> None:
    step = {"do": "give", "target": {"kind": ["digimon"]}, "gives": {"dp": 1000}}
    game = place(
        [tamer("giver", effect("main", step))],
        {"battle": [stack("giver"), stack("red-3"), stack("red-4")], "breeding": stack("red-5")},
    )
    use(game)
    breeding = game.observe()["players"][0]["breeding"]["id"]
    assert breeding not in choosable(game)
    assert refusal(game, {"action": "target", "id": breeding}) == {
        "breeding.no-effects",
        "effects.all-or-chosen",
    }


def test_an_effect_that_names_the_breeding_area_chooses_there() -> None:
    step = {"do": "give", "target": {"area": "breeding"}, "gives": {"dp": 1000}, "until": "always"}
    game = place(
        [tamer("giver", effect("main", step))], {"battle": [stack("giver")], "breeding": stack("red-3")}
    )
    use(game)
    assert game.observe()["players"][0]["breeding"]["dp"] == 4000


def test_something_suspended_may_be_chosen_to_be_suspended() -> None:
    step = {"do": "suspend", "target": OPPONENT}
    game = place(
        [tamer("chooser", effect("main", step))],
        {"battle": [stack("chooser")]},
        {"battle": [stack("red-3", suspended=True), stack("red-4")]},
    )
    use(game)
    assert len(choosable(game)) == 2
    act(game, "target", id=stack_id(game, 1, 0))
    assert suspended(game) == 1


def test_of_the_opponents_hand_the_opponent_chooses() -> None:
    step = {"do": "put", "target": {"of": "opponent", "area": "hand"}, "to": "trash"}
    game = place(
        [tamer("robber", effect("main", step))], {"battle": [stack("robber")]}, {"hand": ["red-3", "red-4"]}
    )
    use(game)
    assert (game.state.decision, game.state.decider) == ("target", 1)
    act(game, "target", id=hand(game, 1, 1))
    assert numbers_of(game, game.state.players[1].trash) == ["red-4"]


@pytest.mark.parametrize(
    ("to", "expected"),
    [("deck-bottom", ["deck", "red-4", "red-3", "red-5"]), ("deck-top", ["red-5", "red-3", "red-4", "deck"])],
)
def test_cards_go_to_an_ordered_place_in_the_order_in_which_they_are_chosen(
    to: str, expected: list[str]
) -> None:
    step = {"do": "put", "target": {"area": "hand", "count": "all"}, "to": to}
    game = place(
        [tamer("returner", effect("main", step)), made("deck")],
        {"battle": [stack("returner")], "hand": ["red-3", "red-4", "red-5"], "deck": ["deck"]},
    )
    use(game)
    held = dict(zip(("red-3", "red-4", "red-5"), game.state.players[0].hand, strict=True))
    act(game, "target", id=held["red-4"])
    act(game, "target", id=held["red-3"])
    assert game.state.decision == "main"  # the last one is where it must be
    assert numbers_of(game, game.state.players[0].deck) == expected


def test_cards_go_to_the_trash_without_an_order() -> None:
    step = {"do": "put", "target": {"area": "hand", "count": "all"}, "to": "trash"}
    game = place(
        [tamer("tosser", effect("main", step))], {"battle": [stack("tosser")], "hand": ["red-3", "red-4"]}
    )
    use(game)
    assert game.state.decision == "main"
    assert len(game.state.players[0].trash) == 2


CARDS_ASKED: list[tuple[dict[str, Any], list[str]]] = [
    ({"kind": ["digimon"]}, ["red-3", "blue-4", "big"]),
    ({"kind": ["option"]}, ["red-option"]),
    ({"kind": ["tamer", "option"]}, ["red-option", "red-tamer"]),
    ({"level": 4}, ["blue-4", "big"]),
    ({"level_at_most": 3}, ["red-3"]),
    ({"level_at_least": 4}, ["blue-4", "big"]),
    ({"dp_at_least": 5000}, ["blue-4", "big"]),
    ({"dp_at_most": 5000}, ["red-3", "blue-4"]),
    ({"cost_at_most": 1}, ["red-option"]),
    ({"cost_at_least": 4}, ["blue-4", "big"]),
    ({"colors": ["blue"]}, ["blue-4"]),
    ({"colors": ["blue", "green"]}, ["blue-4"]),
    ({"name": "Big"}, ["big"]),
    ({"name": "Bi"}, []),
    ({"name_has": "Bi"}, ["big"]),
    ({"number": "big"}, ["big"]),
    ({"trait": "Giant"}, ["big"]),
    ({"keyword": "blocker"}, ["big"]),
    ({"kind": ["digimon"], "colors": ["red"], "level": 3}, ["red-3"]),
]


@pytest.mark.parametrize(("asked", "expected"), CARDS_ASKED)
def test_cards_are_chosen_by_what_is_printed_on_them(asked: dict[str, Any], expected: list[str]) -> None:
    big = made("big", dp=9000, traits=["Giant"], blocker=True)
    step = {"do": "choose", "target": {"area": "trash", **asked}, "as": "found"}
    held = ["red-3", "blue-4", "big", "red-option", "red-tamer"]
    counted = {"do": "memory", "amount": {"which": {"area": "trash", **asked}}}
    game = place(
        [big, tamer("finder", effect("main", counted, step))],
        {"battle": [stack("finder")], "trash": held},
        memory=0,
    )
    use(game)
    assert game.state.memory == len(expected)
    if len(expected) > 1:
        assert sorted(numbers_of(game, choosable(game))) == sorted(expected)


def test_stacks_are_chosen_by_what_they_are_now() -> None:
    asked: list[tuple[dict[str, Any], list[int]]] = [
        ({"dp_at_least": 5000}, [2, 3]),
        ({"suspended": True}, [1]),
        ({"suspended": False}, [0, 2, 3]),
        ({"under_at_least": 1}, [2]),
        ({"under_at_most": 0}, [0, 1, 3]),
        ({"token": False}, [0, 1, 2, 3]),
        ({"token": True}, []),
    ]
    for which, expected in asked:
        step = {"do": "memory", "amount": {"which": {**OPPONENT, **which}}}
        game = place(
            [tamer("counter", effect("main", step))],
            {"battle": [stack("counter")]},
            {
                "battle": [
                    stack("red-3"),
                    stack("red-3", suspended=True),
                    stack("red-4", "red-3"),
                    stack("red-3", dp_change=2000),
                ]
            },
            memory=0,
        )
        use(game)
        assert game.state.memory == len(expected), which


def test_what_one_step_has_named_the_next_ones_find() -> None:
    steps = [
        {"do": "choose", "target": OPPONENT, "as": "prey"},
        {"do": "suspend", "target": {"role": "prey"}},
        {"do": "give", "target": {"role": "prey"}, "gives": {"dp": -1000}},
    ]
    game = place(
        [tamer("hunter", effect("main", *steps))],
        {"battle": [stack("hunter")]},
        {"battle": [stack("red-4"), stack("red-5")]},
    )
    use(game)
    act(game, "target", id=stack_id(game, 1, 1))
    shown = game.observe()["players"][1]["battle"]
    assert [(one["suspended"], one["dp"]) for one in shown] == [(False, 5000), (True, 6000)]


def test_a_named_card_that_has_gone_elsewhere_is_not_found_there() -> None:
    steps = [
        {"do": "choose", "target": {"area": "hand"}, "as": "card"},
        {"do": "put", "target": {"role": "card"}, "to": "trash"},
        {"do": "put", "target": {"role": "card"}, "to": "deck-top"},
    ]
    game = place([tamer("tosser", effect("main", *steps))], {"battle": [stack("tosser")], "hand": ["red-3"]})
    use(game)
    assert numbers_of(game, game.state.players[0].trash) == ["red-3"]


def test_an_effect_whose_own_digimon_has_gone_finds_nothing_for_this() -> None:
    steps = [
        {"do": "delete", "target": {"role": "this"}},
        {"do": "put", "target": {"role": "this"}, "to": "hand"},
        memory(1),
    ]
    game = place([made("martyr", effect("main", *steps))], {"battle": [stack("martyr")]})
    use(game)
    assert battle(game) == []
    assert numbers_of(game, game.state.players[0].trash) == ["martyr"]
    assert game.state.memory == 4
