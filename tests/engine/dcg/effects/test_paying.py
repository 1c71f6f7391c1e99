"""Costs of several parts: paid as a whole or not at all, each part with things of its own."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.engine.dcg.pairing import most_paired
from rulehound_testing.dcg.effect_games import act, answers, effect, memory, place, tamer, use
from rulehound_testing.dcg.probe_cards import stack


def put(**which: Any) -> dict[str, Any]:
    """Trashing something."""
    return {"do": "put", "target": which, "to": "trash"}


HAND: dict[str, Any] = {"area": "hand"}
DIGIMON_OF_HAND: dict[str, Any] = {"area": "hand", "kind": ["digimon"]}
OWN: dict[str, Any] = {"kind": ["digimon"]}
SUSPEND: dict[str, Any] = {"do": "suspend", "target": OWN}
DELETE: dict[str, Any] = {"do": "delete", "target": OWN}


@pytest.mark.parametrize(
    ("cost", "hand", "field", "payable"),
    [
        ([put(**HAND), put(**HAND)], ["red-3"], 0, False),
        ([put(**HAND), put(**HAND)], ["red-3", "red-tamer"], 0, True),
        ([put(**HAND), put(**DIGIMON_OF_HAND)], ["red-tamer", "red-tamer"], 0, False),
        ([put(**HAND, count=2), put(**DIGIMON_OF_HAND)], ["red-3", "red-tamer"], 0, False),
        ([put(**HAND, count=2), put(**DIGIMON_OF_HAND)], ["red-3", "red-tamer", "red-tamer"], 0, True),
        ([SUSPEND, SUSPEND], [], 1, False),
        ([SUSPEND, SUSPEND], [], 2, True),
        ([SUSPEND, DELETE], [], 1, True),
        ([DELETE, SUSPEND], [], 1, False),
        ([DELETE, SUSPEND], [], 2, True),
        ([DELETE, DELETE, DELETE], [], 2, False),
        ([put(**HAND), SUSPEND], ["red-3"], 1, True),
        ([put(**HAND), SUSPEND], ["red-3"], 0, False),
        ([put(**HAND, up_to=True, count=3), put(**HAND)], ["red-3"], 0, False),
        ([put(**HAND, up_to=True, count=3), put(**HAND)], ["red-3", "red-3"], 0, True),
    ],
)
def test_each_part_of_a_cost_is_paid_with_things_of_its_own(
    cost: list[dict[str, Any]], hand: list[str], field: int, payable: bool
) -> None:
    payer = tamer("payer", effect("main", memory(1), cost=cost))
    game = place([payer], {"battle": [stack("payer"), *[stack("red-4")] * field], "hand": hand})
    offered = any(answer["action"] == "activate" for answer in answers(game))
    assert offered == payable


@pytest.mark.parametrize(
    ("changes", "payable"),
    [
        ([-6, -4], True),
        ([-6, -5], False),
        ([-10, -1], False),
        ([-8, 3, -5], True),
        ([-8, 3, -6], False),
    ],
)
def test_the_gauge_has_spaces_for_all_the_memory_that_is_paid(changes: list[int], payable: bool) -> None:
    payer = tamer("payer", effect("main", memory(1), cost=[memory(change) for change in changes]))
    game = place([payer], {"battle": [stack("payer")], "deck": 2}, {"deck": 2}, memory=0)
    assert any(answer["action"] == "activate" for answer in answers(game)) == payable


def test_of_the_opponents_memory_too() -> None:
    lose = {"do": "memory", "amount": -6, "of": "opponent"}
    for times, payable in ((1, True), (2, False)):
        payer = tamer("payer", effect("main", memory(1), cost=[lose] * times))
        game = place([payer], {"battle": [stack("payer")], "deck": 2}, {"deck": 2}, memory=3)
        assert any(answer["action"] == "activate" for answer in answers(game)) == payable


def test_what_pays_for_one_part_leaves_enough_for_the_others() -> None:
    """Of a Digimon and a Tamer card only the Tamer card can be trashed first."""
    payer = tamer("payer", effect("main", memory(1), cost=[put(**HAND), put(**DIGIMON_OF_HAND)]))
    game = place([payer], {"battle": [stack("payer")], "hand": ["red-3", "red-tamer", "blue-tamer"]})
    digimon, red, blue = game.state.players[0].hand
    use(game)
    assert answers(game) == [{"action": "target", "id": red}, {"action": "target", "id": blue}]
    act(game, "target", id=blue)
    assert (game.state.decision, game.state.memory) == ("main", 4)
    assert game.state.players[0].hand == (red,)
    assert game.state.players[0].trash == (blue, digimon)


def test_a_cost_that_cannot_be_paid_as_a_whole_is_not_asked_for_and_not_begun() -> None:
    cost = [put(**HAND), put(**HAND)]
    payer = tamer("payer", effect("on-play", memory(2), cost=cost))
    game = place([payer], {"hand": ["payer", "red-3"]}, memory=5, edition="chapter-7")
    game.apply({"action": "play", "card": game.state.players[0].hand[0]})
    assert (game.state.decision, game.state.memory) == ("main", 4)
    assert len(game.state.players[0].hand) == 1


@given(wanted=st.lists(st.sets(st.integers(0, 4)), max_size=5))
def test_as_many_are_paired_as_in_the_best_of_all_ways(wanted: list[set[int]]) -> None:
    def filled(order: tuple[int, ...]) -> int:
        return sum(thing in wants for thing, wants in zip(order, wanted, strict=False))

    # things 5 to 9 are wanted by nobody, so that places can be left empty
    assert most_paired([sorted(wants) for wants in wanted]) == max(map(filled, permutations(range(5))))
