"""Checks were seen to fail on planted faults and mutants: of their own rules, or of others alone."""

from __future__ import annotations

import msgspec
import pytest

from rulehound.checker.evidence.failing_checks import FailingCheck, failing_checks
from rulehound.checker.evidence.seen_to_fail import SeenToFail
from rulehound_testing.made_up_evidence import BROKEN, GUARD, INVARIANT, MUTANTS, NOW, PLANTED, SETUP


def test_every_check_that_caught_something_is_listed_with_it() -> None:
    found = failing_checks(SeenToFail(PLANTED, (), BROKEN), MUTANTS, NOW.checks)
    assert list(found.values()) == [
        FailingCheck(SETUP.id, ("one shell less",), (), own=True),
        FailingCheck(INVARIANT.id, (), ("wait: without the guard tide",), own=True),
        FailingCheck(GUARD.id, (), ("wait:1 3 is 4",), own=True),
    ]


@pytest.mark.parametrize("broken", [{}, {"one shell less": ("tide.limit", "tide.wait")}])
def test_a_planted_fault_of_other_rules_is_not_its_own(broken: dict[str, tuple[str, ...]]) -> None:
    [found] = failing_checks(SeenToFail(PLANTED, (), broken), (), NOW.checks).values()
    assert not found.own


def test_a_mutant_of_code_that_cites_other_rules_is_not_its_own() -> None:
    [_, caught, *_] = MUTANTS
    elsewhere = msgspec.structs.replace(caught, rules=("basket.start",))
    [found] = failing_checks(SeenToFail(), [elsewhere], NOW.checks).values()
    assert found == FailingCheck(GUARD.id, (), ("wait:1 3 is 4",), own=False)


def test_what_survived_and_checks_that_are_gone_do_not_count() -> None:
    [_, caught, *_] = MUTANTS
    survived = msgspec.structs.replace(caught, outcome="survived")
    assert failing_checks(SeenToFail({"guard:gone": ("x",)}), [survived], NOW.checks) == {}
