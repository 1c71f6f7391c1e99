"""A sound engine is accused of nothing in random games that begin where scenarios do.

Scenarios have what random games seldom come to: each card and position was written for a rule. What the model
has no words for has to leave the judge silent there, and not sure.
"""

from __future__ import annotations

from random import Random

import pytest

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.records import Finding
from rulehound.engine.adapter import create
from rulehound.spec.formats import Scenario
from rulehound_testing.dcg.begun import begun
from rulehound_testing.faults.catching import bound, rulebook
from rulehound_testing.rotating import of_this_run

STEPS = 8
PARTS = 30


def holding(edition: str) -> list[Scenario]:
    """The scenarios that begin with a position, hold in an edition, and are followed by the model."""
    return [
        one
        for one in rulebook().store.scenarios
        if "position" in one.given
        and not (one.not_executable or one.not_modelled)
        and (not one.editions or edition in one.editions)
    ]


def accusations(scenario: Scenario, edition: str) -> list[Finding]:
    """What the judge finds in a short game from where the scenario begins; the game is always the same."""
    engine = create()
    start = begun(scenario, edition, engine)
    if start is None:
        return []
    model, chance = CompiledModel(rulebook().game, bound(edition)), Random(f"{edition} {scenario.name}")
    judge = Judge(model, start.known)
    seen = engine.observe()
    findings = judge.state(seen)
    for _ in range(STEPS):
        offered = engine.legal_actions()
        findings += judge.legal(seen, offered)
        if findings or not offered:
            break
        action = chance.choice(offered)
        after = engine.apply(action)
        findings += judge.step(seen, action, after)
        findings += judge.state(after)
        seen = after
    return findings


@pytest.mark.parametrize("edition", rulebook().game.rulesets)
def test_the_sound_engine_is_accused_of_nothing(edition: str) -> None:
    accused = {one.name: accusations(one, edition) for one in of_this_run(holding(edition), PARTS)}
    assert {name: findings for name, findings in accused.items() if findings} == {}
