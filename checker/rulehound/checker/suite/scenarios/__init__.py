"""Scenarios on engines: what they are given, the places that they name, their steps, and how they end."""

from rulehound.checker.suite.scenarios.running import run_scenario, run_scenarios

__all__ = ["run_scenario", "run_scenarios"]
