"""What a process that compared two engines has sent, and how it ended, gives one outcome; never a pass."""

from __future__ import annotations

import signal

import pytest

from rulehound.checker.mutation.beside.telling_apart import (
    BesideOutcome,
    ComparedMutant,
    Gone,
    NotGone,
    outcome_of,
)
from rulehound.checker.processes.fork import ForkEnd
from rulehound.spec.formats import Scenario

APART = ComparedMutant(BesideOutcome.APART, "without a draft")
DRAFTED = ComparedMutant(BesideOutcome.APART, "with a draft", draft=Scenario("distilled/one", "A title", []))


@pytest.mark.parametrize(
    ("messages", "status", "outcome", "shown"),
    [
        ([Gone(2), Gone(3), NotGone("")], 0, BesideOutcome.NO_DIFFERENCE, "2 walks, 5 steps"),
        ([Gone(2)], -signal.SIGPROF, BesideOutcome.INCONCLUSIVE, "1 walk, 2 steps; it took too long"),
        ([Gone(2)], 3, BesideOutcome.INCONCLUSIVE, "1 walk, 2 steps; its process ended"),
        ([Gone(2), NotGone("late"), NotGone("")], 0, BesideOutcome.INCONCLUSIVE, "1 walk, 2 steps; late"),
        ([Gone(0), NotGone("")], 0, BesideOutcome.INCONCLUSIVE, "1 walk, 0 steps; no walk took a step"),
        ([], 1, BesideOutcome.INCONCLUSIVE, "0 walks, 0 steps; its process ended"),
        ([Gone(2), APART, DRAFTED, NotGone("")], 0, BesideOutcome.APART, "with a draft"),
        ([Gone(2), APART], -signal.SIGPROF, BesideOutcome.APART, "without a draft"),
    ],
)
def test_only_all_walks_to_their_end_without_a_difference_count_as_none(
    messages: list[object], status: int, outcome: BesideOutcome, shown: str
) -> None:
    found = outcome_of(ForkEnd(messages, status))
    assert (found.outcome, found.shown) == (outcome, shown)
