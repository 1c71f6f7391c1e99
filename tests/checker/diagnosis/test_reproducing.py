"""Records alike: which of them are looked at again, and that all of them are told of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
import pytest

from rulehound.checker.diagnosis import reproducing
from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.localisation import causes_of
from rulehound.checker.diagnosis.naming_causes import attributed
from rulehound.checker.diagnosis.reproducing import reproduced
from rulehound.checker.diagnosis.rerun import Rerun
from rulehound.checker.records import CheckRecord, Finding, TraceStep, Verdict
from rulehound.checker.suite.play.session import Detection, Oracle
from rulehound_testing.made_up_run import record, trace


def violation(steps: int, rule: str = "a") -> CheckRecord:
    """A violation of a check under a rule, so many steps long."""
    way = msgspec.structs.replace(trace(rule), steps=[TraceStep({}, "", [])] * steps)
    return record("effect:x", rule, verdict=Verdict.VIOLATION, trace=way)


class Engine:
    """It is not asked anything itself."""

    def close(self) -> None:
        pass


class Opening:
    """A target of which nothing matters but that it can be opened."""

    open = Engine


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int]]:
    """How long the traces are that are looked at again, where some are not shown or allowed elsewhere."""

    def looks(
        records: Sequence[CheckRecord],
        not_shown: Sequence[int] = (),
        allowed: Mapping[int, str] | None = None,
    ) -> list[int]:
        seen: list[int] = []

        class Others:
            def allowing(self, met: Occurrence, _: object) -> str:
                return (allowed or {}).get(seen[-1], "")

        def look(one: CheckRecord, *_: object) -> Occurrence:
            assert one.trace is not None
            seen.append(len(one.trace.steps))
            finding = Finding([one.trace.rule], one.check, "this", "that")
            found = [] if seen[-1] in not_shown else [Detection(finding, Oracle.STEP)]
            return Occurrence(one, Rerun(found, True, 1, ()))

        monkeypatch.setattr(reproducing, "_run_again", look)
        failures = reproduced(records, Opening(), Others())  # type: ignore[arg-type]
        by_edition = {edition: causes_of(own, records) for edition, own in failures.items()}
        told = attributed(records, by_edition, "counter")
        causes = [cause for own in by_edition.values() for cause in own]
        assert sum(len(met.records) for cause in causes for met in cause.occurrences) == len(records)
        assert len(told) == len(records)
        unsupported = sum(one.verdict is Verdict.UNSUPPORTED for one in told)
        assert unsupported == sum(length in (allowed or {}) for length in seen)
        return seen

    return looks


def test_the_shortest_stands_for_all_that_are_alike(looked_at: Callable[..., list[int]]) -> None:
    assert looked_at([violation(9), violation(2), violation(5)]) == [2]


def test_other_rules_are_looked_at_for_themselves(looked_at: Callable[..., list[int]]) -> None:
    assert looked_at([violation(9), violation(2, "b")]) == [9, 2]


def test_what_is_not_shown_again_stands_for_nothing(looked_at: Callable[..., list[int]]) -> None:
    assert looked_at([violation(9), violation(2), violation(5)], not_shown=[2]) == [2, 5]


def test_what_another_edition_allows_does_not_hide_what_it_forbids(
    looked_at: Callable[..., list[int]],
) -> None:
    assert looked_at([violation(9), violation(2), violation(5)], allowed={2: "other"}) == [2, 5]
