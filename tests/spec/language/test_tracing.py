"""Tracing: guards, conditional writes, reads after writes, exchanged parts, cited rules; it is pure."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.deck import deck_model
from rulehound.spec.language import (
    Interpreter,
    Model,
    Record,
    TracingError,
    exchange,
    negate,
    require,
    rule,
    when,
)
from rulehound_testing.made_up_model import (
    MINE,
    Board,
    Piece,
    Stage,
    after,
    assert_refused,
    model_with,
    piece,
    traced,
)


def exchanges_an_element(_: Board, mine: Piece) -> None:
    exchange(mine, mine)


def exchanges_different_parts(s: Board) -> None:
    exchange(s, s.me)


def read_after_an_exchange(s: Board, mine: Piece) -> None:
    exchange(s.me, s.other)
    s.score = mine.size


def leaves_after_an_exchange(s: Board, mine: Piece) -> None:
    with when(s.turn):
        exchange(s.me, s.other)
    mine.leave()


def two_guards_of_one_name(s: Board) -> None:
    require(s.turn, "r")
    require(s.score == 1, "r")


@pytest.mark.parametrize(
    ("function", "what", "remedy"),
    [
        (exchanges_different_parts, "only parts of one kind", "two part fields of the same record"),
        (two_guards_of_one_name, "two guards are called r", "a name of its own"),
    ],
)
def test_refusals(function: Callable[..., None], what: str, remedy: str) -> None:
    assert_refused(function, what, remedy)


@pytest.mark.parametrize("function", [read_after_an_exchange, leaves_after_an_exchange])
def test_a_chosen_element_is_not_used_after_its_side_was_exchanged(function: Callable[..., None]) -> None:
    assert_refused(function, "the side of mine was exchanged", "before the exchange", mine=MINE)


def test_only_parts_of_the_state_are_exchanged() -> None:
    assert_refused(exchanges_an_element, "only parts of the state", "two part fields", mine=MINE)


@pytest.mark.parametrize("call", [lambda: require(True, "r"), lambda: rule("r").__enter__()])
def test_nothing_is_required_or_cited_outside_an_action(call: Callable[[], None]) -> None:
    with pytest.raises(TracingError, match=r"test_tracing\.py:\d+: this is only possible inside an action"):
        call()


def writing(s: Board) -> bool:
    s.score = 1
    return True


def writing_what_stands_there(s: Board) -> bool:
    s.score = s.score
    return True


def adding_to_a_bag(s: Board) -> bool:
    s.me.pieces.add(Piece())
    return True


def guarding(s: Board) -> bool:
    require(s.turn, "r")
    return True


def exchanging(s: Board) -> bool:
    exchange(s.me, s.other)
    return True


@pytest.mark.parametrize(
    "predicate", [writing, writing_what_stands_there, adding_to_a_bag, guarding, exchanging]
)
def test_a_predicate_only_reads(predicate: Callable[[Board], bool]) -> None:
    line = predicate.__code__.co_firstlineno + 1
    model = model_with(lambda _: None)
    model.invariant("odd")(predicate)
    with pytest.raises(TracingError, match=rf"^test_tracing\.py:{line}: a predicate writes .*; only read"):
        assert model.invariants
    over = Model("over", Board, round_field="turn", over=predicate)
    with pytest.raises(TracingError, match="a predicate writes"):
        assert over.over


def test_conditions_nest_and_are_those_at_the_entry() -> None:
    def act(s: Board) -> None:
        with when(s.turn):
            s.score += 1
            with when(s.score == 1):
                s.score = 50
                s.turn = False
                s.me.coins = s.score
            s.other.coins = 7

    for turn, score, wanted in (
        (True, 0, (50, False, 50, 7)),
        (True, 5, (6, True, 0, 7)),
        (False, 0, (0, False, 0, 0)),
        (False, 1, (1, False, 0, 0)),
    ):
        reached = after(act, {"turn": turn, "score": score})
        assert tuple(reached[path] for path in ("score", "turn", "me.coins", "other.coins")) == wanted


def test_reads_see_what_was_written_before_them() -> None:
    def act(s: Board) -> None:
        s.score = s.score + 1
        s.me.coins = s.score + s.score
        s.score = 0
        s.me.pieces.add(Piece(size=s.me.coins))
        s.other.coins = s.me.pieces.count()

    reached = after(act, {"score": 4, "me.pieces": [piece(1)]})
    assert (reached["score"], reached["me.coins"], reached["other.coins"]) == (0, 10, 2)
    assert reached["me.pieces"] == (piece(1), piece(10))


def test_a_guard_under_a_condition_asks_only_there() -> None:
    def act(s: Board) -> None:
        with when(s.turn):
            require(s.score >= 3, "enough")

    model = model_with(act)
    run = Interpreter(model, {})
    failed = [
        [g.rule for g in run.failed_guards(model.from_dict(given), model.actions["act"], {})]
        for given in ({"turn": True, "score": 2}, {"turn": True, "score": 3}, {"turn": False})
    ]
    assert failed == [["enough"], [], []]


def test_guards_see_what_was_written_before_them() -> None:
    def act(s: Board) -> None:
        s.score += 1
        require(s.score == 1, "one")

    model = model_with(act)
    assert not Interpreter(model, {}).failed_guards(model.from_dict({}), model.actions["act"], {})


BOTH = {"me.coins": 1, "me.pieces": [piece(1)], "other.coins": 2, "other.pieces": [piece(2), piece(2)]}


def test_parts_are_exchanged_with_all_their_fields() -> None:
    def act(s: Board) -> None:
        s.me.coins += 10
        exchange(s.me, s.other)
        s.me.coins += 100

    reached = after(act, BOTH)
    assert (reached["me.coins"], reached["other.coins"]) == (102, 11)
    assert (reached["me.pieces"], reached["other.pieces"]) == ((piece(2), piece(2)), (piece(1),))


def test_parts_are_exchanged_under_a_condition_only_there() -> None:
    def act(s: Board) -> None:
        with when(s.turn):
            exchange(s.me, s.other)
        s.me.coins += 100

    assert after(act, BOTH)["me.coins"] == 101
    swapped = after(act, {**BOTH, "turn": True})
    assert (swapped["me.coins"], swapped["other.coins"]) == (102, 1)


def test_a_part_exchanged_with_itself_and_back_stays_as_it_is() -> None:
    def act(s: Board) -> None:
        exchange(s.me, s.me)
        exchange(s.me, s.other)
        exchange(s.me, s.other)

    assert not traced(act).effects


def test_rules_of_blocks_cumulate_innermost_first() -> None:
    def act(s: Board) -> None:
        s.turn = True
        with rule("outer", "beside"):
            s.score = 1
            with rule("inner"):
                s.me.coins = 1
            s.other.coins = 1

    effects = {effect.path: effect.rules for effect in traced(act).effects}
    assert effects == {
        "turn": (),
        "score": ("outer", "beside"),
        "me.coins": ("inner", "outer", "beside"),
        "other.coins": ("outer", "beside"),
    }


def test_the_rules_of_a_step_are_those_that_changed_something() -> None:
    def act(s: Board) -> None:
        with rule("first"):
            s.me.coins += 1
        with when(s.turn), rule("second"):
            s.me.coins += 1
        with rule("third"):
            s.me.coins = s.me.coins + s.score

    model = model_with(act)
    run = Interpreter(model, {})
    for given, wanted in (
        ({}, ("first",)),
        ({"turn": True}, ("first", "second")),
        ({"turn": True, "score": 2}, ("first", "second", "third")),
    ):
        active = run.active_rules(model.from_dict(given), model.actions["act"], {})
        assert active == {"me.coins": wanted}


def test_rules_go_along_with_a_part_that_is_exchanged() -> None:
    def act(s: Board) -> None:
        with rule("mine"):
            s.me.coins = 5
        with rule("theirs"):
            s.other.coins = 6
        with when(s.turn), rule("swap"):
            exchange(s.me, s.other)

    model = model_with(act)
    run = Interpreter(model, {})
    for turn, mine, theirs in ((False, "mine", "theirs"), (True, "theirs", "mine")):
        active = run.active_rules(model.from_dict({"turn": turn}), model.actions["act"], {})
        bags: dict[str, tuple[str, ...]] = {"me.pieces": (), "other.pieces": ()}
        assert active == {"me.coins": (mine,), "other.coins": (theirs,), **bags}


def test_what_is_written_back_is_no_effect() -> None:
    def act(s: Board) -> None:
        s.score = s.score
        s.turn = negate(negate(s.turn))

    assert not traced(act).effects


def test_a_failed_trace_leaves_nothing_behind() -> None:
    def fails(s: Board) -> None:
        with when(s.turn), rule("r"):
            s.score = max(s.score, 1)

    with pytest.raises(TracingError):
        traced(fails)
    plain = traced(lambda s: setattr(s, "score", 1))
    assert [(effect.value.op, effect.rules) for effect in plain.effects] == [("const", ())]


@pytest.mark.parametrize("model", [dcg, deck_model], ids=lambda model: model.name)
def test_tracing_is_pure(model: Model) -> None:
    """The same nodes each time and in any order: nothing of one action leaks into another."""
    names = list(model.actions)
    shuffled = [*names, *names]
    random.Random(7).shuffle(shuffled)
    for name in shuffled:
        again, before = model.trace(name), model.actions[name]
        assert [guard.condition for guard in again.guards] == [guard.condition for guard in before.guards]
        assert again == before


def test_a_record_needs_no_state() -> None:
    assert isinstance(Piece(size=3), Record)
    assert Piece(size=3).node() is Piece(size=3).node()


def test_what_a_rule_demands_can_be_left_out() -> None:
    def act(s: Board, mine: Piece) -> None:
        require(s.score >= 1, "ruled.out")
        with rule("ruled.out"):
            s.score += 1
            mine.tired = True
            exchange(s.me, s.other)
        with rule("kept"):
            s.me.coins += 1
            with rule("ruled.out"):
                s.stage = Stage.THIRD

    whole = model_with(act, mine=MINE)
    left = whole.trace("act", left_out="ruled.out")
    assert [(effect.path, effect.rules) for effect in left.effects] == [("me.coins", ("kept",))]
    assert left.guards == whole.actions["act"].guards
    assert whole.trace("act", left_out="of no concern") == whole.actions["act"]


def test_a_write_tells_which_fields_of_elements_it_may_change() -> None:
    """Standing up leaves as many in the battle area, and changes nothing but whether they are suspended."""
    fields = ["top", "under", "dp", "dp_change", "suspended", "played_this_turn"]
    writes = {
        (action, rules[0]): write
        for action in ("unsuspend", "attack-digimon", "place-played")
        for effect in dcg.actions[action].effects
        if effect.path.endswith(".battle")
        for write in effect.writes
        if (rules := write.rules)
    }
    reboot, suspends = writes["unsuspend", "keyword.reboot"], writes["attack-digimon", "attack.suspends"]
    for write in (reboot, suspends):
        assert write.is_in_place
        assert [name for place, name in enumerate(fields) if write.may_change([place])] == ["suspended"]
    played = writes["place-played", "play.battle-area"]
    assert not played.is_in_place
    assert all(played.may_change([place]) for place in range(len(fields)))
