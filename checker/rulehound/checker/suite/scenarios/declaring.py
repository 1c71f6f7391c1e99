"""Actions that some rulesets divide in two: declared first, and completed once something else is over."""

from __future__ import annotations

from rulehound.checker.judging.traces import ACTION
from rulehound.checker.suite.scenarios.scenario_run import ScenarioRun
from rulehound.spec.formats import Action


def declaration_of(run: ScenarioRun, action: Action, forbidding: str) -> Action | None:
    """The action that declares this one where the ruleset divides it; None where it does not, where it has
    been declared already, or where what the scenario asks is whether it is divided.

    `forbidding` is the rule under which the scenario expects a refusal, "" where it expects none.
    """
    for form in run.words.declared_first:
        declaration = {**action, **form.without}
        meant = action.get(ACTION) == form.action and declaration != action
        declared = run.observation.get(run.words.asked) == form.asked
        asked = forbidding == form.rule
        if meant and not (declared or asked) and run.target.values.get(form.rule) == form.value:
            return declaration
    return None
