"""Judging one observation: the invariants of the model, and what no state of it could show."""

from __future__ import annotations

from rulehound.checker.judging.coverage import Assessment, Coverage, combined
from rulehound.checker.judging.judged_game import JudgedGame
from rulehound.checker.judging.observations.unobserved import judged_invariants
from rulehound.checker.judging.wording.broken_invariants import what_breaks
from rulehound.checker.records import Finding
from rulehound.spec.language import State, TracedInvariant
from rulehound.spec.reading import View


def invariants(game: JudgedGame, view: View) -> Assessment:
    """The invariants that a view breaks, as far as it shows what they read.

    Where nobody decides, the states that the game is believed to be in stand for it, and keep them.
    """
    findings = [
        Finding(
            suspects=[problem.rule],
            check=f"observation:{problem.rule}",
            expected="every card in one place",
            observed=problem.text,
        )
        for problem in view.problems
    ]
    coverage = Coverage.of_checks(f"observation:{rule}" for rule in game.conventions.problems)
    places = Assessment(findings, coverage)
    return combined((places, _of_model(game, view))) if view.settled else places


def _of_model(game: JudgedGame, view: View) -> Assessment:
    """The invariants of the model that a view breaks, of those that it shows enough for."""
    names = {f"invariant:{invariant.name}" for invariant in judged_invariants(game.model, view.unobserved)}
    outcomes = [
        (f"invariant:{invariant.name}", invariant, holds, says)
        for invariant, holds, says in game.compiled.invariants(view.state)
    ]
    findings = [
        Finding(
            suspects=[invariant.rules[0]],
            check=check,
            expected=f"{invariant.name} holds",
            observed=_what_breaks(game, invariant, view),
        )
        for check, invariant, holds, _ in outcomes
        if check in names and not holds
    ]
    exercised = {check: 1 for check, _, _, says in outcomes if says and check in names}
    return Assessment(findings, Coverage({check: 1 for check, *_ in outcomes if check in names}, exercised))


def _what_breaks(game: JudgedGame, invariant: TracedInvariant, view: View) -> str:
    """What of a state breaks an invariant."""

    def breaks(less: State) -> bool:
        return not game.compiled.holds(invariant.condition, less)

    model, depiction = game.model, game.depiction
    return what_breaks(model, depiction, game.cards, invariant, breaks, view.state, view.observation)
