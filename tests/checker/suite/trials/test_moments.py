"""Two moments of games compared: other names for the same things are no difference, other things are."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.checker.suite.trials.moments import Alike, Moment
from rulehound_testing.toy.game import HeapReader

ADD = {"action": "add", "amount": 1}


def moment(*offered: dict[str, Any], count: int = 3, **more: Any) -> Moment:
    return Moment({"count": count, "turn": 0, **more}, list(offered))


def differ(was: Moment, now: Moment) -> str:
    return Alike(HeapReader(), {}).differ(was, now)


def test_equal_moments_do_not_differ() -> None:
    assert differ(moment(ADD), moment(ADD)) == ""


def test_what_nobody_reads_may_differ_and_what_is_read_may_not() -> None:
    assert differ(moment(ADD, clock=1), moment(ADD, clock=2)) == ""
    assert differ(moment(ADD), moment(ADD, count=4)) == "count was 3 and is 4"


def test_what_cannot_be_read_has_to_be_the_same() -> None:
    one, other = ({"clock": time} for time in (1, 2))
    assert differ(Moment(one, []), Moment(one, [])) == ""
    assert differ(Moment(one, []), Moment(other, [])) == "clock was 1 and is 2"


@pytest.mark.parametrize("now", [moment(), moment(ADD, ADD), moment({"action": "add", "amount": 2})])
def test_offers_may_not_differ(now: Moment) -> None:
    assert "what it offers" in differ(moment(ADD), now)


def things(*names: str) -> Moment:
    return moment({"action": "move", "thing": names[0]}, things=[{"id": name} for name in names])


def test_the_same_things_may_have_other_ids() -> None:
    assert differ(things("a", "b"), things("x", "y")) == ""
    assert differ(things("a", "b"), things("b", "a")) == ""


def test_an_id_that_stands_for_another_thing_is_a_difference() -> None:
    swapped = Moment(things("x", "y").observation, [{"action": "move", "thing": "y"}])
    assert "what it offers" in differ(things("a", "b"), swapped)


def test_ids_are_remembered_from_moment_to_moment() -> None:
    alike = Alike(HeapReader(), {})
    assert alike.differ(things("a", "b"), things("x", "y")) == ""
    later, swapped = (moment({"action": "move", "thing": name}) for name in ("b", "x"))
    assert "what it offers" in alike.differ(later, swapped)
    assert alike.differ(later, moment({"action": "move", "thing": "y"})) == ""
