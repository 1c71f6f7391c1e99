"""The interpreter on a model small enough to work out by hand, and what it says where a value is missing."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.language import (
    Amount,
    By,
    Configuration,
    Interpreter,
    MissingValue,
    Model,
    Number,
    Pool,
    State,
    exchange,
    fact,
    require,
    rule,
    setting,
    switch,
    when,
)
from rulehound_testing.made_up_model import MINE, Board, Piece, model_with, piece

model = Model("shop", Board, round_field="turn", over=lambda s: s.score >= 3)


@model.initial
def start(s: Board) -> None:
    s.me.coins = setting("coins")
    s.score = fact("start")


@model.action("buy", new=Pool(Piece), times=Amount("times"))
def buy(s: Board, new: Piece, times: Number) -> None:
    require(s.me.coins >= new.size, "shop.pay", "affordable")
    require(s.me.pieces.count() + times <= fact("room"), "shop.room")
    s.me.coins -= new.size
    s.me.pieces.add(new)


@model.action("tire", By.RULES, mine=MINE)
def tire(_: Board, mine: Piece) -> None:
    require(mine.tired == False, "piece.awake")  # noqa: E712 (a comparison of the model)
    mine.tired = True


@model.action("gift", By.ENVIRONMENT)
def gift(s: Board) -> None:
    with when(switch("gifts", "true")):
        s.me.coins += 1


@model.invariant("coins.owed")
def coins(s: Board) -> Any:
    return s.me.coins >= 0


VALUES = {"start": 0, "room": 3, "gifts": True}
SIZES = [{"size": 1}, {"size": 4}]
SHOP = Configuration(
    "shop", "a shop", {}, pools={"Piece": SIZES}, ranges={"times": (1, 2)}, settings={"coins": 2}
)


def run(without: frozenset[str] = frozenset(), **values: Any) -> Interpreter:
    configuration = Configuration(
        "shop", "", {}, pools=SHOP.pools, ranges=SHOP.ranges, settings=SHOP.settings, without=without
    )
    return Interpreter(model, {**VALUES, **values}, configuration)


def state(**given: Any) -> State:
    return model.from_dict({path.replace("_", "."): value for path, value in given.items()})


def test_the_start_takes_settings_and_facts() -> None:
    assert run(start=2).initial() == state(me_coins=2, score=2)


def test_choices_are_every_combination_and_equal_elements_once() -> None:
    here = state(me_pieces=[{"size": 1}, {"size": 1}, {"size": 2}])
    bought = [(p["new"], p["times"]) for p in run().choices(here, model.actions["buy"])]
    assert bought == [(piece(1), 1), (piece(1), 2), (piece(4), 1), (piece(4), 2)]
    assert list(run().choices(here, model.actions["tire"])) == [{"mine": piece(1)}, {"mine": piece(2)}]
    assert list(run().choices(state(), model.actions["tire"])) == []
    assert list(run().choices(here, model.actions["gift"])) == [{}]


def test_every_failed_guard_is_named_with_its_rule() -> None:
    here = state(me_coins=2, me_pieces=[{}, {}])
    failed = run().failed_guards(here, model.actions["buy"], {"new": piece(4), "times": 2})
    assert [(guard.name, guard.rule) for guard in failed] == [
        ("affordable", "shop.pay"),
        ("shop.room", "shop.room"),
    ]
    assert not run().failed_guards(here, model.actions["buy"], {"new": piece(2), "times": 1})


def test_successors_are_the_legal_steps_in_order() -> None:
    here = state(me_coins=2, me_pieces=[{"size": 1, "tired": True}, {"size": 3}])
    steps = [(action.name, parameters, after) for action, parameters, after in run().successors(here)]
    both = [{"size": 1, "tired": True}, {"size": 3}]
    assert steps == [
        ("buy", {"new": piece(1), "times": 1}, state(me_coins=1, me_pieces=[*both, {"size": 1}])),
        (
            "tire",
            {"mine": piece(3)},
            state(me_coins=2, me_pieces=[{"size": 1, "tired": True}, {"size": 3, "tired": True}]),
        ),
        ("gift", {}, state(me_coins=3, me_pieces=both)),
    ]


def test_successors_of_some_and_without_some() -> None:
    here = state(me_coins=2)
    assert {action.name for action, _, _ in run().successors(here, By.PLAYER)} == {"buy"}
    assert {action.name for action, _, _ in run().successors(here, By.ENVIRONMENT)} == {"gift"}
    assert {action.name for action, _, _ in run(frozenset({"gift"})).successors(here)} == {"buy"}


def test_broken_invariants_are_named() -> None:
    assert [invariant.name for invariant in run().failed_invariants(state(me_coins=-1))] == ["coins.owed"]
    assert not run().failed_invariants(state())
    assert run().holds(model.over, state(score=3))
    assert not run().holds(model.over, state(score=2))


@pytest.mark.parametrize("wrong", [None, True, "3", 2.0])
def test_a_fact_without_an_integer_is_missing(wrong: object) -> None:
    with pytest.raises(MissingValue, match=r"the fact room has no value") as caught:
        list(run(room=wrong).successors(state(me_coins=2)))
    assert (caught.value.kind, caught.value.name) == ("fact", "room")


def test_a_switch_a_setting_and_a_configuration_can_be_missing() -> None:
    with pytest.raises(MissingValue, match="the switch gifts has no value"):
        Interpreter(model, {}).apply(state(), model.actions["gift"], {})
    bare = Configuration("bare", "", {})
    with pytest.raises(MissingValue, match="the setting coins has no value"):
        Interpreter(model, VALUES, bare).initial()
    with pytest.raises(MissingValue, match="the setting coins has no value"):
        Interpreter(model, VALUES).initial()
    with pytest.raises(MissingValue, match="configuration"):
        list(Interpreter(model, VALUES).choices(state(), model.actions["buy"]))


def test_a_model_without_a_start_says_so() -> None:
    with pytest.raises(ValueError, match="model empty declares no initial state"):
        assert Model("empty", Board, round_field="turn", over=lambda _: False).start


def test_facts_of_a_model_are_all_that_it_rests_on() -> None:
    assert model.all_facts == {"start", "room"}
    assert model_with(lambda _: None).all_facts == frozenset()


def test_the_origin_of_what_stands_in_a_field_is_found_through_an_exchange() -> None:
    def act(s: Board) -> None:
        s.me.coins -= 1
        with when(s.turn):
            exchange(s.me, s.other)
        s.score = 3

    swapping = model_with(act)
    run, action = Interpreter(swapping, {}), swapping.actions["act"]
    for turn, origin in ((True, "me.coins"), (False, "other.coins")):
        before = swapping.from_dict({"turn": turn, "me.coins": 5, "other.coins": 7})
        assert run.origin(before, action, {}, "other.coins") == origin
        assert run.origin(before, action, {}, "score") == "score"
        assert run.origin(before, action, {}, "stage") == "stage"


def test_rules_at_work_are_narrowed_to_what_elements_differ_in() -> None:
    def act(s: Board) -> None:
        with rule("grow"):
            s.me.pieces.update(lambda one: one.replace(size=one.size + 1))
        with rule("rest"):
            s.me.pieces.update(lambda one: one.replace(tired=False))

    working = model_with(act)
    run, action = Interpreter(working, {}), working.actions["act"]
    before = working.from_dict({"me.pieces": [{"size": 1, "tired": True}]})
    sizes, tired = (list(dict(Piece.fields())).index(name) for name in ("size", "tired"))
    for among, rules in ((None, ("grow", "rest")), ([sizes], ("grow",)), ([tired], ("rest",))):
        narrowed = None if among is None else {"me.pieces": among}
        assert run.active_rules(before, action, {}, narrowed)["me.pieces"] == rules


def test_what_the_guards_of_a_legal_action_rest_on() -> None:
    interpreter = run()
    state = interpreter.initial()
    chosen = next(iter(interpreter.choices(state, model.actions["buy"])))
    parts = list(interpreter.guard_parts(state, model.actions["buy"], chosen))
    assert [(part.guard.name, part.value, part.measured) for part in parts] == [
        ("affordable", 1, True),
        ("shop.room", 2, True),
    ]
