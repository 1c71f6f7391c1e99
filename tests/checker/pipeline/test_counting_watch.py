"""Progress of scenarios: each that is answered counts, and never more are answered than asked."""

from __future__ import annotations

from rulehound.checker.pipeline.counting_watch import SCENARIOS, CountingWatch
from rulehound.checker.suite.watching import Selection
from rulehound.spec.formats import Scenario
from rulehound_testing.made_up_run import record

NAMED = [Scenario(f"s{number}", "a scenario", rules=["total.limit"]) for number in range(3)]
OF_OTHERS = Scenario("other", "of another edition", rules=["total.limit"], editions=["first"])


def test_scenarios_count_as_they_are_answered() -> None:
    told: list[tuple[str, int, int]] = []
    watch = CountingWatch(Selection(), edition="second", report=lambda *news: told.append(news))
    asked = watch.meant([*NAMED, OF_OTHERS], lambda one: (f"scenario:{one.id}", one.rules))
    assert asked == [*NAMED, OF_OTHERS]
    for one in NAMED[:2]:
        watch.see(record(f"scenario:{one.id}"))
    watch.see(record("invariant:total.limit"))
    assert [news[1:] for news in told] == [(0, 3), (1, 3), (2, 3)]
    watch.meant(NAMED[:1], lambda one: (f"vector:{one.id}", one.rules))
    watch.see(record("vector:s0"))
    assert told[-2:] == [(SCENARIOS, 2, 4), (SCENARIOS, 3, 4)]
    assert all(done <= of for _, done, of in told)
