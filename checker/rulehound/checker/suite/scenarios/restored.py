"""Scenarios with the game saved and restored before each step: what a saved game does not keep is missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.capabilities import cannot, does_not_follow
from rulehound.checker.suite.catalogue import scenario_check
from rulehound.checker.suite.scenarios.given import Vocabulary
from rulehound.checker.suite.scenarios.running import run_scenarios
from rulehound.checker.suite.scenarios.steps import wish_of
from rulehound.checker.wording import counted
from rulehound.spec.formats import Scenario

SCENARIOS_RESTORED = "engine:scenarios-restored"
"""Scenarios that pass do so, too, where the game is saved and restored before each of their steps."""

TIMES = 2
"""Scenarios chosen for each word, where not all are run."""

_WRONG = (Verdict.VIOLATION, Verdict.ERROR)


def restored_scenarios(
    target: Target,
    scenarios: Sequence[Scenario],
    words: Vocabulary,
    records: Sequence[CheckRecord],
    *,
    everything: bool,
) -> CheckRecord:
    """The record of the scenarios that pass by these records, run again with a restored game at each step.

    All are run with `everything`, and in a game that names no words that scenarios build on; else some with
    several steps, in which each of these words comes up. One that goes otherwise is run a third time, without
    restoring: an engine may leave to chance what it chooses. Raises EngineStartError.
    """
    passed = {record.check for record in records if record.verdict is Verdict.PASS and record.counts}
    able = [one for one in scenarios if scenario_check(one) in passed and any(map(wish_of, one.steps))]
    whole = everything or not words.builds_on
    chosen = able if whole else list(_covering(able, records))
    if why := does_not_follow(target.greeting, target.edition) or cannot(target.greeting, ("save",)):
        return _record(target, Verdict.UNSUPPORTED, "nothing", why)
    if not chosen:
        return _record(target, Verdict.NOT_EXERCISED, "nothing", "no scenario passes that could be run again")
    again = run_scenarios(target, chosen, words, lambda record: record.verdict in _WRONG, restored=True)
    wrong = next((record for record in again if record.verdict in _WRONG), None)
    ran = sum(record.verdict is Verdict.PASS for record in again)
    shown = f"{counted(ran, 'scenario')} of {len(able):,} that pass"
    if wrong is None and not ran:
        return _record(target, Verdict.UNSUPPORTED, "nothing", again[0].explanation)
    if wrong is None:
        return _record(target, Verdict.PASS, shown)
    (anew,) = run_scenarios(target, [chosen[len(again) - 1]], words)
    if anew.verdict is not Verdict.PASS:
        why = f"{wrong.check} does not go the same way twice, saved or not"
        return _record(target, Verdict.INCONCLUSIVE, shown, why)
    why = f"{wrong.check}, with the game saved and restored before each step: {wrong.explanation}"
    return _record(target, wrong.verdict, shown, why, wrong.label)


def _covering(scenarios: Sequence[Scenario], records: Sequence[CheckRecord]) -> Iterator[Scenario]:
    """Scenarios of several steps, those of few first, each with a word that few before it have."""
    built_on = {record.check: record.built_on for record in records}
    times = Counter[str]()
    steps = {
        scenario.name: sum(wish_of(step) is not None for step in scenario.steps) for scenario in scenarios
    }
    several = (scenario for scenario in scenarios if steps[scenario.name] > 1)
    for scenario in sorted(several, key=lambda one: steps[one.name]):
        words = built_on[scenario_check(scenario)]
        if any(times[word] < TIMES for word in words):
            times.update(words.keys())
            yield scenario


def _record(target: Target, verdict: Verdict, shown: str, why: str = "", label: str = "") -> CheckRecord:
    return CheckRecord(
        check=SCENARIOS_RESTORED,
        rules=[],
        verdict=verdict,
        scope="scenarios that pass, run again with the game saved and restored before each step",
        shown=shown,
        edition=target.edition,
        engine=target.engine,
        explanation=why,
        label=label,
    )
