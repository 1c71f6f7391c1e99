"""Scenarios that hold though nothing is done: refusals, one side of two, or beside one that does not."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from typing import Any

import pytest

from rulehound.spec.formats import Expectation, Step
from rulehound_testing.folders import ROOT

OF_THE_BEGINNING = frozenset(
    {
        "bounds/memory-start",
        "bounds/setup-hand",
        "bounds/setup-security",
        "rules/setup-first-player",
        "rules/setup-first-player-by-lot",
        "rules/setup-uses-the-whole-deck",
    }
)
"""Scenarios about how a game begins: nothing need be done for that."""

BESIDE = {
    # the hatching that is tried last may not be possible
    "bounds/breeding-capacity": "rules/breeding-hatch",
    "bounds/memory-max-gain-past": "rules/memory-gain-cut-off",
    "rules/assembly-failure": "rules/digixros-failure",
    # what has been used up does not come again, for whatever is played last
    "rules/effects-limit-of-gained/1": "rules/effects-limit-by-copy/1",
    "rules/effects-limit-of-gained/2": "rules/effects-limit-by-copy/1",
    "rules/effects-limit-of-gained/3": "rules/effects-limit-by-copy/1",
    # what a card on the table gives is there before anything is done
    "rules/effects-each-whole-groups/1": "rules/effects-each",
    "rules/effects-each-whole-groups/2": "rules/effects-each",
    # the turn player decides before as well
    "rules/effects-order-in-the-opponents-turn/1": "rules/deletion-of-both-turn-player-first",
    "rules/effects-order-in-the-opponents-turn/2": "rules/deletion-of-both-turn-player-first",
    "rules/hand-unlimited": "rules/hand-unlimited-drawn",
    "rules/showing-failure": "rules/showing-failure-answered",
    **{
        f"rules/effects-limit-of-what-a-breeding-effect-activates/{case}": "rules/effects-limit-by-copy/1"
        for case in (1, 2)
    },
    # what cannot be affected, deleted or reduced is as it was
    "rules/dp-reduction-forbidden-smallest": "rules/dp-reduction-forbidden",
    "rules/effects-gained-protection": "rules/immune-again-meanwhile",
    **{f"rules/protection-already-given/{case}": "rules/immune-again-meanwhile" for case in range(1, 6)},
    **{
        f"rules/immune-with-an-opponents-card-under/{case}": "rules/immune-by-any-of-several/1"
        for case in (1, 2)
    },
    # no card of the opponent is played from there
    **{
        f"rules/effects-play-from-under-anothers-breeding/{case}": "rules/effects-play-from-under"
        for case in (1, 2)
    },
    **{
        f"rules/showing-failure-beside-the-breeding-area/{case}": "rules/showing-failure-where-it-lay/2"
        for case in (1, 2)
    },
    **{
        f"rules/showing-failure-at-its-place-in-a-pile/{case}": "rules/showing-failure-where-it-lay/2"
        for case in range(1, 5)
    },
    # the piles that are not shuffled; what is shuffled is asked of many games (setup:reshuffles)
    **{f"rules/effects-shuffle-of-whom/{case}": "rules/areas-shuffled-unseen" for case in range(1, 5)},
    "rules/token-unknown": "rules/token-unknown-used",
    "rulings/decoy-04": "rules/decoy-instead",
    "rulings/draw-02": "rules/effects-on-an-empty-deck/1",
    "rulings/recovery-04": "rules/effects-on-an-empty-deck/2",
    "rulings/recovery-05": "rules/effects-on-an-empty-deck/2",
    "rulings/security-attack-07": "rules/security-zero-checks-attack",
}
"""Scenarios after which all is as it was before, to one of the same that does not hold if nothing is done."""


@cache
def tool() -> Any:
    """tools/count_idle_scenarios.py."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(ROOT / "tools")
        found = importlib.import_module("count_idle_scenarios")
    sys.modules.pop("count_idle_scenarios", None)
    return found


def test_what_holds_though_nothing_is_done_is_a_refusal_or_has_another_side() -> None:
    for left_out, names in tool().idle().items():
        to_be_looked_at = {name for name, kind in names.items() if kind == tool().IDLE}
        assert to_be_looked_at <= OF_THE_BEGINNING | set(BESIDE), left_out
        assert not names.keys() & set(BESIDE.values()), left_out


def test_the_scenarios_beside_are_there() -> None:
    names = {scenario.name for _, scenario in tool().executable()}
    assert names >= OF_THE_BEGINNING | {*BESIDE, *BESIDE.values()}


TAKEN = Step(do={"action": "pass"}, expect=Expectation(state={"memory": 3}))
REFUSED = Step(attempt={"action": "pass"}, expect=Expectation(illegal="turn.pass", state={"memory": 3}))
ALLOWED = Step(attempt={"action": "pass"}, expect=Expectation(legal=True))


def test_an_action_is_left_out_and_what_is_expected_stays() -> None:
    steps = [TAKEN, REFUSED, Step(expect=Expectation(state={"memory": 4}))]
    rest = Step(expect=Expectation(state={"memory": 3}))
    assert tool().without_last(steps) == [TAKEN, rest, steps[2]]
    assert tool().without_any(steps) == [rest, rest, steps[2]]


@pytest.mark.parametrize(
    ("steps", "kind"),
    [
        ([TAKEN], "to be looked at"),
        ([TAKEN, REFUSED], "a refusal"),
        ([ALLOWED], "whether it is legal"),
        ([Step(effect={"effect": "memory"}, expect=Expectation(events=["memory"]))], "to be looked at"),
    ],
)
def test_what_a_scenario_tests_that_holds_without_an_action(steps: list[Step], kind: str) -> None:
    assert tool().kind_of(steps) == kind
