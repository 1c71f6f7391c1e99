"""Games that begin where scenarios do."""

from __future__ import annotations

from rulehound.checker.judging.traces import Start
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.given import BadScenario, UnknownFact
from rulehound.spec.formats import Adapter, Refused, Scenario
from rulehound_testing.faults.catching import bound, rulebook, words


def begun(scenario: Scenario, edition: str, engine: Adapter) -> Start | None:
    """The start of a scenario by an edition, with the engine at it; None where that cannot be."""
    rules = BoundModel(rulebook().game, edition, bound(edition))
    try:
        start = arrange(scenario, rules, words(), engine.handshake()).start
        start.begin(engine)
    except (BadScenario, UnknownFact, Refused):
        return None
    return start
