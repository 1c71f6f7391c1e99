"""Records are told as they come, of the checks that are meant, until it is enough."""

from __future__ import annotations

import pytest

from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.watching import EnoughSeen, Selection, Watch


def record(check: str, verdict: Verdict, *rules: str) -> CheckRecord:
    return CheckRecord(check, list(rules), verdict, "one", "1 step", edition="e", engine="x")


RECORDS = [
    record("scenario:a", Verdict.PASS, "turn.pass"),
    record("scenario:b", Verdict.VIOLATION, "turn.pass", "turn.end"),
    record("scenario:c", Verdict.ERROR, "play.cost"),
]


def test_every_failure_is_told_once_and_nothing_else() -> None:
    told: list[CheckRecord] = []
    watch = Watch(tell=told.append)
    assert watch.seen(RECORDS) == RECORDS
    assert told == RECORDS[1:]
    watch.go_on()


def test_the_first_failure_may_be_enough() -> None:
    watch = Watch(fail_fast=True)
    assert not watch.see(RECORDS[0])
    watch.go_on()
    assert watch.see(RECORDS[1])
    with pytest.raises(EnoughSeen):
        watch.go_on()


@pytest.mark.parametrize(
    ("selection", "meant"),
    [
        (Selection(), "abc"),
        (Selection(frozenset(["turn.end"])), "b"),
        (Selection(checks=frozenset(["scenario:a"])), "a"),
        (Selection(frozenset(["play.cost"]), frozenset(["scenario:a"])), "ac"),
    ],
)
def test_a_run_may_be_of_some_rules_or_checks(selection: Selection, meant: str) -> None:
    watch = Watch(selection)
    assert [one.check[-1] for one in watch.seen(RECORDS)] == list(meant)
    assert watch.takes_any(["scenario:b"], ["turn.end"]) is ("b" in meant)
    assert watch.meant(["a", "b"], lambda one: (f"scenario:{one}", ())) == [
        one for one in "ab" if selection.takes(f"scenario:{one}", ())
    ]
