"""Scenarios seen by the model of the rules: what lies between the expectations is judged as well.

A scenario expects what its rule is about. The model, which knows nothing of the scenario, follows every state
and step of it, and each event that the engine tells. Where it cannot, the scenario says why (`not_modelled`)
and is judged by its expectations alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.checker.engines import unreadable_is_malformed
from rulehound.checker.judging.judge import Judge
from rulehound.checker.records import Finding
from rulehound.checker.suite.scenarios.scenario_run import ExpectationFailed, ScenarioRun
from rulehound.spec.formats import Observation
from rulehound.spec.language import MissingValue


def judged_way(run: ScenarioRun, judge: Judge) -> Iterator[tuple[Observation, list[Finding]]]:
    """Each observation on the way of a scenario, with what a judge finds wrong there or in the step to it.

    It ends where something is wrong. Raises EngineError for an observation that cannot be read.
    """
    start = run.taken[0].before if run.taken else run.observation
    with unreadable_is_malformed():
        findings = judge.state(start)
    yield start, findings
    for step in (step for step in run.taken if not step.refused):
        if findings:
            return
        with unreadable_is_malformed():
            findings = [*judge.step(step.before, step.action, step.after), *judge.state(step.after)]
        yield step.after, findings


def judge_way(run: ScenarioRun) -> None:
    """Judge the way of a scenario that went as expected. Raises ExpectationFailed and EngineError.

    Nothing is said of an engine that was led to the position, which has more than the scenario gives, nor of
    one that leaves out fields or events: what it does not tell may be why it goes otherwise. Those are judged
    in play.
    """
    if run.deck is not None or run.scenario.not_modelled or run.way is not None:
        return
    try:
        judge = run.judge()
        way = list(judged_way(run, judge))
    except MissingValue:
        return
    if any(judge.completed(observation) != observation for observation, _ in way):
        return
    if findings := way[-1][1]:
        suspects = () if findings[0].by_default else findings[0].suspects
        raise ExpectationFailed(suspects, findings[0].expected, findings[0].observed)
