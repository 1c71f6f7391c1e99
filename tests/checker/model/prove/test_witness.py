"""Witnesses on a made-up model: the smallest situation in which one switch makes a difference, replayed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import pytest
import z3

from rulehound.checker.model.prove.sizes import LeastAnswer
from rulehound.checker.model.prove.witness import START, Witness, judge, readers, witnesses
from rulehound.spec.language import (
    Amount,
    By,
    Member,
    Model,
    Number,
    Pool,
    Record,
    Truth,
    bag_field,
    both,
    choice_field,
    either,
    flag_field,
    number_field,
    pile_field,
    require,
    rule,
    setting,
    switch,
    value_field,
    when,
)


class Size(IntEnum):
    """How large a berry is."""

    SMALL = 0
    LARGE = 1


class Berry(Record):
    """A berry."""

    weight = number_field()
    size = choice_field(Size)

    @classmethod
    def possible(cls, record: Berry) -> Truth:
        """No weight is negative."""
        return record.weight >= 0


class Basket(Record):
    """A basket with a berry on top."""

    top = value_field(Berry)
    under = pile_field(Berry)
    closed = flag_field()


class Bush(Record):
    """The whole game."""

    berries = number_field()
    season = number_field()
    over = flag_field()
    baskets = bag_field(Basket)


model = Model("bush", Bush, round_field="season", over=lambda s: s.over)


@model.initial
def start(s: Bush) -> None:
    """So many berries, one less where the edition says so."""
    s.berries = setting("berries")
    with when(both(switch("start.eaten", "true"), s.berries >= 2)), rule("start.eaten"):
        s.berries -= 1


@model.action("pick", amount=Amount("pick"))
def pick(s: Bush, amount: Number) -> None:
    """Pick berries: three at most, in some editions five."""
    require(amount >= 1, "pick.some")
    require(either(amount <= 3, both(amount <= 5, switch("pick.most", "five"))), "pick.few")
    require(either(amount <= 3, switch("pick.strict", "false")), "pick.strict")
    require(s.berries >= amount, "pick.there")
    with rule("pick.taken"):
        s.berries -= amount


@model.action("close", basket=Member("baskets"))
def close(s: Bush, basket: Basket) -> None:
    """Close a basket with two berries in it; in some editions that opens all the others."""
    require(basket.under.height >= 1, "close.full")
    with when(switch("close.others", "open")), rule("close.others"):
        s.baskets.update(lambda other: other.replace(closed=False))
    with rule("close.closed"):
        basket.closed = True


@model.action("lay", By.RULES, berry=Pool(Berry))
def lay(s: Bush, berry: Berry) -> None:
    """Lay a large berry into a basket of its own; both editions do the same in other words."""
    require(berry.size == Size.LARGE, "lay.large")
    with when(switch("lay.same", "true")), rule("lay.basket"):
        s.baskets.add(Basket(top=berry, closed=False))
    with when(switch("lay.same", "false")), rule("lay.basket"):
        s.baskets.add(Basket(top=berry, closed=False))


@model.action("rain", By.ENVIRONMENT)
def rain(s: Bush) -> None:
    """Rain makes berries grow, where the edition has rain."""
    require(switch("rain.known", "true"), "rain.known")
    s.berries += 1


@model.invariant("berries.some")
def berries_some(s: Bush) -> Truth:
    """There are never fewer than none."""
    return s.berries >= 0


OLD = {
    "start.eaten": False,
    "pick.most": "three",
    "pick.strict": False,
    "close.others": "leave",
    "lay.same": False,
    "rain.known": False,
    "unread": False,
}
NEW = {
    "start.eaten": True,
    "pick.most": "five",
    "pick.strict": False,
    "close.others": "open",
    "lay.same": True,
    "rain.known": True,
    "unread": True,
}


def only(name: str, one: Mapping[str, Any] = OLD, other: Mapping[str, Any] = NEW) -> Witness:
    """The one witness of a switch."""
    (found,) = witnesses(model, one, other, name)
    return found


def test_one_past_the_old_bound_is_the_smallest_that_only_the_new_one_allows() -> None:
    found = only("pick.most")
    assert (found.situation.action, found.situation.by) == ("pick", "PLAYER")
    assert found.situation.parameters == {"amount": 4}
    assert found.situation.before["berries"] == 4
    assert found.situation.before["baskets"] == []
    assert [(j.legal, j.rule) for j in found.judgements] == [(False, "pick.few"), (True, "")]
    assert found.judgements[1].after["berries"] == 0
    assert found.whole
    assert found.least
    assert found.differs == ()


def test_the_other_way_round_gives_the_judgements_in_the_other_order() -> None:
    found = only("pick.most", NEW, OLD)
    assert [judgement.legal for judgement in found.judgements] == [True, False]


def test_a_different_outcome_needs_two_baskets_and_one_berry_under() -> None:
    found = only("close.others")
    assert found.situation.action == "close"
    assert found.size[:2] == (2, 1)
    assert found.differs == ("baskets",)
    one, other = (judgement.after["baskets"] for judgement in found.judgements)
    assert [sum(basket["closed"] for basket in baskets) for baskets in (one, other)] == [2, 1]


def test_a_different_start_comes_from_the_smallest_settings() -> None:
    found = only("start.eaten")
    assert found.situation.action == START
    assert found.situation.settings == {"berries": 2}
    assert found.differs == ("berries",)
    assert [judgement.after["berries"] for judgement in found.judgements] == [2, 1]


def test_what_is_the_same_in_another_slot_is_no_difference() -> None:
    assert readers(model, "lay.same") == ("lay",)
    assert witnesses(model, OLD, NEW, "lay.same") == []


def test_an_environment_action_is_a_witness_where_there_is_no_other() -> None:
    found = only("rain.known")
    assert (found.situation.action, found.situation.by) == ("rain", "ENVIRONMENT")
    assert found.judgements[0].rule == "rain.known"


def test_a_switch_that_nothing_reads_has_no_witness() -> None:
    assert readers(model, "unread") == ()
    assert witnesses(model, OLD, NEW, "unread") == []


def test_a_switch_that_both_set_alike_has_no_witness() -> None:
    assert witnesses(model, OLD, {**NEW, "pick.most": "three"}, "pick.most") == []


def test_every_witness_is_replayed_by_the_interpreter() -> None:
    for name in ("pick.most", "close.others", "rain.known"):
        found = only(name)
        state, parameters = found.situation.concrete
        action = model.actions[found.situation.action]
        replayed = tuple(
            judge(model, {**OLD, name: values[name]}, state, action, parameters) for values in (OLD, NEW)
        )
        assert replayed == found.judgements
        assert replayed[0] != replayed[1]


def test_the_second_edition_as_a_whole_is_asked_where_another_switch_has_a_say() -> None:
    """An edition that takes with one hand what it gives with the other: alone flipped, four are legal."""
    found = only("pick.most", OLD, {**NEW, "pick.strict": True})
    assert found.situation.parameters == {"amount": 4}
    assert [judgement.legal for judgement in found.judgements] == [False, True]
    assert not found.whole


def test_wishes_are_kept_where_they_can_be() -> None:
    def heavy(state: Mapping[str, Any], parameters: Mapping[str, Any]) -> list[Any]:
        return [state["berries"] >= 7]

    def never(state: Mapping[str, Any], parameters: Mapping[str, Any]) -> list[Any]:
        return [parameters["amount"] >= 9]

    (found,) = witnesses(model, OLD, NEW, "pick.most", (heavy, never))
    assert found.situation.before["berries"] == 7
    assert found.situation.parameters == {"amount": 4}


@pytest.mark.parametrize(("least", "most"), [(0, 9), (4, 9), (7, 7)])
def test_the_least_answer_is_the_least(least: int, most: int) -> None:
    number = z3.Int("number")
    solver = z3.Solver()
    solver.add(number >= least, number <= most, number != 5)
    assert solver.check() == z3.sat
    answer = LeastAnswer(solver)
    assert answer.shrink(number) == least
    assert answer.certain
