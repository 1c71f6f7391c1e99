"""Judging one observation: the invariants of the model, and what no state of it could show."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.checker.judging.coverage import Assessment, Coverage
from rulehound.checker.judging.judged_game import JudgedGame
from rulehound.checker.judging.minimise import breaking
from rulehound.checker.judging.unobserved import judged as told_enough
from rulehound.checker.records import Finding
from rulehound.spec.language import State, TracedInvariant
from rulehound.spec.reading import View


def invariants(game: JudgedGame, view: View) -> Assessment:
    """The invariants that a view breaks, as far as it shows what they read.

    Where nobody decides, the states that the game is believed to be in stand for it, and keep them.
    """
    coverage = Coverage()
    findings = [
        Finding(
            suspects=[problem.rule],
            check=f"observation:{problem.rule}",
            expected="every card in one place",
            observed=problem.text,
        )
        for problem in view.problems
    ]
    for rule in game.conventions.problems:
        coverage.count(f"observation:{rule}")
    if view.settled:
        findings += _broken(game, view, coverage)
    return Assessment(findings, coverage)


def _broken(game: JudgedGame, view: View, coverage: Coverage) -> Iterator[Finding]:
    asked = [one.name for one in told_enough(game.model, view.unobserved)]
    for name in asked:
        coverage.count(f"invariant:{name}")
    for invariant in game.compiled.failed_invariants(view.state):
        if invariant.name in asked:
            yield Finding(
                suspects=[invariant.rules[0]],
                check=f"invariant:{invariant.name}",
                expected=f"{invariant.name} holds",
                observed=_what_breaks(game, invariant, view),
            )


def _what_breaks(game: JudgedGame, invariant: TracedInvariant, view: View) -> str:
    """What of a state breaks an invariant."""

    def breaks(less: State) -> bool:
        return not game.compiled.holds(invariant.condition, less)

    model, depiction = game.model, game.depiction
    return breaking(model, depiction, game.cards, invariant, breaks, view.state, view.observation)
