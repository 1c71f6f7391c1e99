"""Scenarios on an engine's own cards that stand in for those of the scenario.

Such a card has all that the scenario says of the one for which it stands, and other facts besides, which may
make it go otherwise. So the model is asked at every step, with the cards that there are: only where it says
what the scenario does is the scenario one for this engine.
"""

from __future__ import annotations

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.judge import Judge
from rulehound.checker.records import Finding
from rulehound.checker.suite.scenarios.following import judged_way
from rulehound.checker.suite.scenarios.scenario_run import CannotTell, ExpectationFailed, ScenarioRun
from rulehound.spec.formats import Action

OTHERWISE = "with the engine's own cards it goes otherwise by the rules, too"
"""Why nothing is said of a scenario on cards that stand in for its own."""

UNTOLD = "with the engine's own cards it is not known how it goes by the rules"
"""The same where the model cannot follow it."""


def hold_for_stand_ins(run: ScenarioRun, action: Action, legal: bool, rule: str) -> None:
    """See that by the model, too, an action is legal, or illegal under a rule. Raises CannotTell."""
    judge, wrong = _watched(run)
    if wrong is not None:
        raise ExpectationFailed(wrong.suspects, wrong.expected, wrong.observed)
    against = judge.against(run.observation, action)
    if against is None:
        raise CannotTell(UNTOLD)
    if legal == bool(against) or (rule and rule not in against):
        raise CannotTell(OTHERWISE)


def wrong_with_stand_ins(run: ScenarioRun, failure: ExpectationFailed | None) -> Finding | None:
    """What is wrong with how a scenario went, where that is wrong by the model as well, with these cards.

    `failure` is where it went otherwise than the scenario expects. Raises CannotTell.
    """
    _, wrong = _watched(run)
    if wrong is not None:
        return wrong
    if failure is not None and failure.legality:
        return failure.finding
    if failure is not None:
        raise CannotTell(OTHERWISE)
    return None


def _watched(run: ScenarioRun) -> tuple[Judge, Finding | None]:
    """A judge who has seen all that was done, and the first thing that is wrong. Raises CannotTell."""
    if not run.observation:
        raise CannotTell(UNTOLD)
    judge, findings = run.judge(), list[Finding]()
    try:
        for number, (observation, findings) in enumerate(judged_way(run, judge)):
            if number and not findings and not judge.follows(observation):
                raise CannotTell(UNTOLD)
    except EngineError:
        raise CannotTell(UNTOLD) from None
    if any(finding.rule in judge.game.conventions.problems for finding in findings):
        raise CannotTell(UNTOLD)  # piles may be filled up with cards that are not known here
    return judge, next(iter(findings), None)
