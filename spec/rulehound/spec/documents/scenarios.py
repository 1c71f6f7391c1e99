"""Ids of scenarios, and splitting a scenario of several cases into one scenario each."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from rulehound.spec.formats import Scenario, Value

SCENARIO_ID = re.compile(r"[^\W_][\w.:-]*(/[^\W_][\w.:-]*)*")
"""The form of an id: parts between slashes, each of which begins with a letter or a digit."""

ID_REMEDY = "write letters, digits, dots, hyphens and underscores, in parts between slashes: mine/first"


def each_case(scenario: Scenario) -> tuple[Scenario, ...]:
    """The scenarios that a file states: one for each of its cases, numbered, or the one that it is."""
    return tuple(
        msgspec.structs.replace(
            scenario,
            number=number,
            title=": ".join(part for part in (scenario.title, case.title) if part),
            editions=case.editions or scenario.editions,
            given=laid_over(scenario.given, case.given),
            steps=case.steps,
            not_executable=case.not_executable or scenario.not_executable,
            not_modelled=case.not_modelled or scenario.not_modelled,
            cases=(),
        )
        for number, case in enumerate(scenario.cases, 1)
    ) or (scenario,)


def laid_over(under: Mapping[str, Value], over: Mapping[str, Value]) -> dict[str, Value]:
    """Both tables merged, inner tables as well. Where both have a plain value, `over` counts."""
    merged = {
        key: laid_over(under[key], value)
        if isinstance(value, Mapping) and isinstance(under.get(key), Mapping)
        else value
        for key, value in over.items()
    }
    return {**under, **merged}
