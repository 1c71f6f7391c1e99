"""A game that is saved and restored between two steps of a scenario."""

from __future__ import annotations

from rulehound.checker.judging.names import Names
from rulehound.checker.judging.traces import EVENTS
from rulehound.checker.suite.scenarios.scenario_run import CannotTell, ScenarioRun
from rulehound.spec.formats import Observation


def save_and_restore(run: ScenarioRun) -> None:
    """Save the game of a scenario, and restore it: what is lost by that, later steps show.

    Raises EngineError, also where the engine refuses what it saved, and CannotTell where things have other
    ids afterwards, by which the scenario has followed them.
    """
    restored = run.adapter.restore(run.adapter.save())
    if not _ids(run.observation) <= _ids(restored):
        raise CannotTell("the engine names things anew when it restores a game")


def _ids(observation: Observation) -> frozenset[str]:
    names = Names()
    names.see({key: value for key, value in observation.items() if key != EVENTS})
    return frozenset(names.numbers)
