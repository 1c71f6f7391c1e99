"""Records and bags: what they refuse, and that a chosen element stays itself whatever happens around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulehound.spec.language import Interpreter, Member, Model, Number, Pool, require, when
from rulehound_testing.made_up_model import (
    MINE,
    THEIRS,
    Board,
    Piece,
    Side,
    after,
    assert_refused,
    model_with,
    piece,
    traced,
)


def bag_as_a_truth(s: Board) -> None:
    if s.me.pieces:
        s.score = 1


def bag_length(s: Board) -> None:
    s.score = len(s.me.pieces)


def bag_looped(s: Board) -> None:
    for _ in s.me.pieces:
        s.score = 1


def bag_compared(s: Board) -> None:
    require(s.me.pieces == s.other.pieces, "r")


def element_in_bag(s: Board, mine: Piece) -> None:
    require(mine in s.me.pieces, "r")


def element_as_a_truth(s: Board, mine: Piece) -> None:
    require(mine and s.turn, "r")  # type: ignore[arg-type]  # refused


def elements_compared(_: Board, mine: Piece, theirs: Piece) -> None:
    require(mine == theirs, "r")


def element_in_a_set(s: Board, mine: Piece) -> None:
    s.score = len({mine})


def field_misspelt(s: Board) -> None:
    s.scores = 1  # type: ignore[attr-defined]  # refused


def field_of_element_misspelt(_: Board, mine: Piece) -> None:
    mine.sizes = 1  # type: ignore[attr-defined]  # refused


def field_of_new_record_misspelt(s: Board) -> None:
    s.me.pieces.add(Piece(sizes=1))


def field_of_copy_misspelt(s: Board) -> None:
    s.me.pieces.update(lambda p: p.replace(sizes=1))


def bag_overwritten(s: Board) -> None:
    s.me.pieces = s.other.pieces  # type: ignore[misc]  # refused


def part_overwritten(s: Board) -> None:
    s.me = s.other  # type: ignore[misc]  # refused


def element_written_in_a_condition(s: Board) -> None:
    def grows(p: Piece) -> bool:
        p.size = 3
        return True

    s.score = s.me.pieces.count(grows)


def wrong_element_added(s: Board) -> None:
    s.me.pieces.add(s.other)  # type: ignore[arg-type]  # refused


def number_added(s: Board) -> None:
    s.me.pieces.add(3)  # type: ignore[arg-type]  # refused


def updated_to_a_number(s: Board) -> None:
    s.me.pieces.update(lambda p: p.size)  # type: ignore[arg-type,return-value]  # refused


def part_leaves(s: Board) -> None:
    s.me.leave()


def written_after_leaving(_: Board, mine: Piece) -> None:
    mine.leave()
    mine.size = 3


def left_twice(_: Board, mine: Piece) -> None:
    mine.leave()
    mine.leave()


ONE, TWO = {"mine": MINE}, {"mine": MINE, "theirs": THEIRS}
REFUSED: list[tuple[Callable[..., None], str, str, dict[str, Any]]] = [
    (bag_as_a_truth, "no length or truth value", "bag.any()", {}),
    (bag_length, "no length or truth value", "bag.count()", {}),
    (bag_looped, "cannot be looped over", "count, any, all", {}),
    (bag_compared, "bags cannot be compared", "count(…)", {}),
    (element_in_bag, "cannot be looped over", "any", ONE),
    (element_as_a_truth, "a record has no truth value", "compare its fields", ONE),
    (elements_compared, "records cannot be compared", "compare their fields", TWO),
    (element_in_a_set, "cannot stand in a set", "compare its fields", ONE),
    (field_misspelt, "Board has no field scores", "a declared field", {}),
    (field_of_element_misspelt, "Piece has no field sizes", "a declared field", ONE),
    (field_of_new_record_misspelt, "Piece has no field sizes", "a declared field", {}),
    (field_of_copy_misspelt, "Piece has no field sizes", "a declared field", {}),
    (bag_overwritten, "pieces cannot be written as a whole", "bag's methods", {}),
    (part_overwritten, "me cannot be written as a whole", "exchange(…)", {}),
    (element_written_in_a_condition, "size cannot be written here", "update(", {}),
    (wrong_element_added, "pieces holds Piece, not Side", "give a Piece", {}),
    (number_added, "pieces holds Piece, not int", "give a Piece", {}),
    (updated_to_a_number, "pieces holds Piece, not Number", "give a Piece", {}),
    (part_leaves, "only an element chosen from a bag can leave", "bag.the(…)", {}),
    (written_after_leaving, "mine has left its bag", "before it leaves", ONE),
    (left_twice, "mine has left its bag", "before it leaves", ONE),
]


@pytest.mark.parametrize(
    ("function", "what", "remedy", "parameters"), REFUSED, ids=lambda given: getattr(given, "__name__", "")
)
def test_what_would_go_unseen_is_refused(
    function: Callable[..., None], what: str, remedy: str, parameters: dict[str, Any]
) -> None:
    assert_refused(function, what, remedy, **parameters)


def test_a_field_that_is_not_there_cannot_be_read() -> None:
    with pytest.raises(AttributeError, match="scores"):
        traced(lambda s: require(s.scores == 1, "r"))


def test_two_parameters_from_one_bag_are_two_of_its_elements() -> None:
    def act(s: Board, one: Piece, other: Piece) -> None:
        s.score = one.size - other.size
        other.leave()

    model = model_with(act, one=MINE, other=Member("me.pieces"))
    start = model.from_dict({"me.pieces": [{"size": 1}, {"size": 1}, {"size": 2}]})
    interpreter = Interpreter(model, {})
    chosen = [
        (choice["one"][0], choice["other"][0]) for choice in interpreter.choices(start, model.actions["act"])
    ]
    assert chosen == [(1, 1), (1, 2), (2, 1)]
    alone = model.from_dict({"me.pieces": [{"size": 1}]})
    assert not list(interpreter.choices(alone, model.actions["act"]))


def test_parameters_are_those_of_the_function() -> None:
    def act(_: Board, one: Piece) -> None:
        one.leave()

    with pytest.raises(ValueError, match=r"not \['one'\]"):
        model_with(act, other=MINE)


def test_nothing_is_declared_twice() -> None:
    model: Model = model_with(lambda _: None)
    with pytest.raises(ValueError, match="act: declared twice"):
        model.action("act")(lambda _: None)
    model.invariant("always")(lambda _: True)
    with pytest.raises(ValueError, match="always is declared twice"):
        model.invariant("always")(lambda _: True)


THREE = {"me.pieces": [piece(1), piece(1), piece(2, True)], "other.pieces": [piece(5)]}


def test_bags_are_counted_added_to_changed_and_discarded_from() -> None:
    def act(s: Board) -> None:
        s.score = s.me.pieces.count(lambda p: p.size == 1)
        s.me.coins = s.me.pieces.total(lambda p: p.size, lambda p: p.size <= 2)
        s.turn = s.me.pieces.any(lambda p: p.tired)
        s.me.pieces.update(lambda p: p.replace(size=p.size + 1), lambda p: p.tired)
        s.me.pieces.discard(lambda p: p.size == 1)
        s.me.pieces.add(Piece(size=9))
        s.other.coins = s.me.pieces.total(lambda p: p.size)

    reached = after(act, THREE)
    assert reached["score"] == 2
    assert reached["me.coins"] == 4
    assert reached["turn"] is True
    assert reached["me.pieces"] == (piece(3, True), piece(9))
    assert reached["other.coins"] == 12
    assert reached["other.pieces"] == (piece(5),)


def test_all_any_and_total_of_an_empty_bag() -> None:
    def act(s: Board) -> None:
        require(s.me.pieces.all(lambda p: p.size == 77), "all")
        require(s.me.pieces.total(lambda p: p.size) == 0, "total")
        require(s.me.pieces.any(), "any")

    model = model_with(act)
    from rulehound.spec.language import Interpreter

    failed = Interpreter(model, {}).failed_guards(model.from_dict({}), model.actions["act"], {})
    assert [guard.rule for guard in failed] == ["any"]


def test_conditions_within_conditions_see_their_own_element() -> None:
    def act(s: Board) -> None:
        s.score = s.me.pieces.count(lambda p: s.other.pieces.any(lambda q: q.size > p.size))
        s.me.coins = s.me.pieces.total(
            lambda p: s.me.pieces.count(lambda q: q.size < p.size), lambda p: p.size > 1
        )

    reached = after(act, {"me.pieces": [piece(1), piece(2), piece(7)], "other.pieces": [piece(2), piece(3)]})
    assert (reached["score"], reached["me.coins"]) == (2, 1 + 2)


def test_a_chosen_element_is_one_of_equals() -> None:
    def act(s: Board, mine: Piece) -> None:
        mine.size += 4
        mine.tired = True
        s.score = mine.size

    reached = after(act, THREE, {"mine": piece(1)}, **ONE)
    assert reached["me.pieces"] == (piece(1), piece(2, True), piece(5, True))
    assert reached["score"] == 5


def test_a_chosen_element_changes_with_the_others() -> None:
    def act(s: Board, mine: Piece) -> None:
        s.me.pieces.update(lambda p: p.replace(tired=True, size=p.size + 10), lambda p: p.size == 1)
        s.score = mine.size
        mine.size += 1

    reached = after(act, THREE, {"mine": piece(1)}, **ONE)
    assert reached["score"] == 11
    assert reached["me.pieces"] == (piece(2, True), piece(11, True), piece(12, True))
    untouched = after(act, THREE, {"mine": piece(2, True)}, **ONE)
    assert untouched["score"] == 2
    assert untouched["me.pieces"] == (piece(3, True), piece(11, True), piece(11, True))


def test_chosen_elements_change_by_what_the_others_were_before() -> None:
    def act(s: Board, mine: Piece, second: Piece) -> None:
        s.me.pieces.update(lambda p: p.replace(size=mine.size + 10), lambda p: mine.size == 1)
        second.tired = False
        s.score = second.size

    chosen = {"mine": Member("me.pieces"), "second": Member("me.pieces")}
    reached = after(act, THREE, {"mine": piece(1), "second": piece(2, True)}, **chosen)
    assert (reached["score"], reached["me.pieces"]) == (11, (piece(11), piece(11), piece(11)))


def test_an_update_under_a_condition_reaches_the_chosen_element_there_only() -> None:
    def act(s: Board, mine: Piece) -> None:
        with when(s.turn):
            s.me.pieces.update(lambda p: p.replace(size=20))
        mine.tired = True
        s.score = mine.size

    for turn, size in ((True, 20), (False, 1)):
        reached = after(act, {"turn": turn, "me.pieces": [piece(1)]}, {"mine": piece(1)}, **ONE)
        assert (reached["score"], reached["me.pieces"]) == (size, (piece(size, True),))


def test_the_update_of_another_bag_leaves_the_chosen_element_alone() -> None:
    def act(s: Board, mine: Piece) -> None:
        s.other.pieces.update(lambda p: p.replace(size=20))
        mine.tired = True

    reached = after(act, THREE, {"mine": piece(1)}, **ONE)
    assert reached["me.pieces"] == (piece(1), piece(1, True), piece(2, True))


def test_an_element_that_left_under_a_condition_is_not_changed_there() -> None:
    def act(s: Board, mine: Piece) -> None:
        with when(s.turn):
            mine.leave()
        mine.size = 8

    for turn, left in ((True, (piece(1),)), (False, (piece(1), piece(8)))):
        given = {"turn": turn, "me.pieces": [piece(1), piece(1)]}
        assert after(act, given, {"mine": piece(1)}, **ONE)["me.pieces"] == left


def test_an_element_that_was_discarded_is_not_changed() -> None:
    def act(s: Board, mine: Piece) -> None:
        s.me.pieces.discard(lambda p: p.size == 1)
        mine.size = 8

    assert after(act, THREE, {"mine": piece(1)}, **ONE)["me.pieces"] == (piece(2, True),)


def test_a_chosen_element_moves_to_another_bag_as_it_stands() -> None:
    def act(s: Board, mine: Piece) -> None:
        mine.size = 6
        mine.leave()
        s.other.pieces.add(mine)

    reached = after(act, THREE, {"mine": piece(2, True)}, **ONE)
    assert reached["me.pieces"] == (piece(1), piece(1))
    assert reached["other.pieces"] == (piece(5), piece(6, True))


def test_the_one_element_is_read_written_and_taken_out() -> None:
    def act(s: Board) -> None:
        tired = s.me.pieces.the(lambda p: p.tired)
        s.score = tired.size
        s.turn = tired.tired
        tired.size = 9
        s.other.pieces.the(lambda p: p.size == 5).leave()
        s.me.coins = s.me.pieces.the(lambda p: p.size == 77).size

    reached = after(act, {**THREE, "me.coins": 3})
    assert (reached["score"], reached["turn"], reached["me.coins"]) == (2, True, 0)
    assert reached["me.pieces"] == (piece(1), piece(1), piece(9, True))
    assert reached["other.pieces"] == ()


def test_a_record_that_stands_nowhere_is_written_under_conditions_too() -> None:
    def act(s: Board, new: Piece) -> None:
        fresh = Piece(size=1)
        with when(s.turn):
            fresh.size = 2
        s.me.pieces.add(fresh)
        s.score = new.size

    for turn, size in ((True, 2), (False, 1)):
        reached = after(act, {"turn": turn}, {"new": piece(4)}, new=Pool(Piece))
        assert (reached["me.pieces"], reached["score"]) == ((piece(size),), 4)


def test_fields_come_in_order_and_those_of_a_base_first() -> None:
    class Larger(Piece):
        weight = Side.fields()[0][1].__class__()

    assert [name for name, _ in Larger.fields()] == ["size", "tired", "colours", "weight"]
    assert [name for name, _ in Piece.fields()] == ["size", "tired", "colours"]


def test_concrete_states_refuse_fields_that_are_not_there() -> None:
    model = model_with(lambda _: None)
    with pytest.raises(KeyError, match="no field scores"):
        model.from_dict({"scores": 1})
    with pytest.raises(KeyError, match="Piece has no field sizes"):
        model.from_dict({"me.pieces": [{"sizes": 1}]})


def test_states_read_back_as_they_were_written() -> None:
    model = model_with(lambda _: None)
    shown = {
        "stage": "third",
        "turn": True,
        "score": -3,
        "colours": ["blue"],
        "me.coins": 1,
        "me.pieces": [
            {"size": 1, "tired": False, "colours": []},
            {"size": 2, "tired": True, "colours": ["red"]},
        ],
        "other.coins": 0,
        "other.pieces": [],
    }
    assert model.as_dict(model.from_dict(shown)) == shown


def test_a_number_field_gives_a_number() -> None:
    seen: list[object] = []
    traced(lambda s: seen.append(s.score))
    assert isinstance(seen[0], Number)


def test_a_chosen_element_that_was_discarded_is_written_to_no_more() -> None:
    """Another one that came into the bag since, and is equal to it, is not written to in its place."""

    def act(s: Board, mine: Piece) -> None:
        s.me.pieces.discard(lambda p: p.tired)
        s.me.pieces.add(Piece(size=1, tired=True))
        mine.size = 7

    tired = after(act, {"me.pieces": [piece(1, True)]}, {"mine": piece(1, True)}, **ONE)
    assert tired["me.pieces"] == (piece(1, True),)
    awake = after(act, {"me.pieces": [piece(1)]}, {"mine": piece(1)}, **ONE)
    assert awake["me.pieces"] == (piece(1, True), piece(7))
