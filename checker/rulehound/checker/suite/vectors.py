"""Boundary vectors: inputs that z3 finds at the edges of the model's guards, run on engines as scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from rulehound.checker.model.prove.boundary import BoundaryResult, boundaries
from rulehound.checker.model.prove.chains import chains
from rulehound.checker.model.prove.solver_cache import cached_answer, solve_in_background, source_of
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.wording import counted
from rulehound.spec.formats import Ruleset, Scenario, Step
from rulehound.spec.game import Game, Vectors
from rulehound.spec.language import MissingValue

NO_INPUT = "for which there is no such input"
"""Why a case is left out: the solver found none."""

NO_WORDS = "that no position shows"
"""Why a case is left out: a scenario cannot state it."""

Found: TypeAlias = tuple[list[Scenario], list[str]]

WORST = (
    Verdict.VIOLATION,
    Verdict.ERROR,
    Verdict.INCONCLUSIVE,
    Verdict.PASS,
    Verdict.NOT_EXERCISED,
    Verdict.UNSUPPORTED,
)


def vector_scenarios(game: Game, values: Ruleset) -> tuple[list[Scenario], list[str]]:
    """The boundary vectors of a game under given facts; and one line an action about the cases left out.

    A case is left out where the solver finds no input, or no position can state it. Actions that the edition
    does not have are not tried. Ids are `vector:ACTION:GUARD:CASE`. Kept answers are used. Raises
    MissingValue where a fact has no value.
    """
    words = game.vectors
    if words is None:
        return [], []
    return cached_answer(Found, _question(game, values), words.models, lambda: solved_vectors(words, values))


def vectors_in_background(workers: WorkerPool, game: Game, values: Ruleset) -> Callable[[], Found]:
    """Begin to look for the boundary vectors in another process; the function returned waits for them."""
    if game.vectors is None:
        return lambda: ([], [])
    return solve_in_background(
        workers, Found, _question(game, values), game.vectors.models, _solved_of, game, values
    )


def _question(game: Game, values: Ruleset) -> list[object]:
    return [game.name, values, source_of(_solved_of)]


def _solved_of(game: Game, values: Ruleset) -> Found:
    assert game.vectors is not None
    return solved_vectors(game.vectors, values)


def solved_vectors(words: Vectors, values: Ruleset) -> Found:
    """The boundary vectors, found by the solver now. Raises MissingValue before the solver is asked."""
    for name in sorted({name for model in words.models() for name in model.all_facts} - values.keys()):
        raise MissingValue("fact", name)
    scenarios: list[Scenario] = []
    left_out: dict[tuple[str, str], list[str]] = {}
    """Action and reason to the guards of the cases that are left out for it."""
    for model in words.models():
        sweep = words.sweep if words.sweep in model.paths else ""
        swept = words.sweep_values(values)
        solved: BoundaryResult = boundaries(
            model, values, words.small, 2, sweep, swept, words.wishes, words.capacities
        )
        for action, guard, _ in solved.none:
            left_out.setdefault((action, NO_INPUT), []).append(guard)
        for boundary in solved.inputs:
            arranged = words.arrange(
                boundary.action, boundary.state, boundary.parameters, boundary.legal, boundary.rule
            )
            if arranged is None:
                left_out.setdefault((boundary.action, NO_WORDS), []).append(boundary.guard)
                continue
            check, title = (
                f"{boundary.action}:{boundary.guard}",
                f"{boundary.action}: {boundary.guard} {boundary.case}",
            )
            made = _scenario(f"{check}:{boundary.case}", title, (boundary.rule,), *arranged)
            needs = tuple(words.needs.get(boundary.action, ()))
            scenarios.append(msgspec.structs.replace(made, needs=needs))
    for chained in words.chains:
        model = words.models()[0]
        then = chained.then(values)
        built, none = chains(
            model, values, chained.action, chained.guard, chained.longest, chained.links, then
        )
        sequences = f"sequences of {chained.action}"
        for what in none:
            left_out.setdefault((sequences, NO_INPUT), []).append(what)
        for chain in built:
            arranged = chained.arrange(chain.start, chain.parameters, chain.legal, chain.rule)
            if arranged is None:
                left_out.setdefault((sequences, NO_WORDS), []).append(chain.guard)
                continue
            name, title = f"{chain.action}:sequence:{chain.case}", f"{chain.action} {chain.case}"
            scenarios.append(_scenario(name, title, chained.rules, *arranged))
    return scenarios, _lines(left_out)


def _lines(left_out: Mapping[tuple[str, str], Sequence[str]]) -> list[str]:
    """One line an action: how many cases of it are left out, for which reasons, and of which guards."""
    lines: dict[str, list[str]] = {}
    for (action, reason), guards in left_out.items():
        named = ", ".join(dict.fromkeys(guards))
        lines.setdefault(action, []).append(f"{counted(len(guards), 'case')} {reason} ({named})")
    return [f"{action}: {'; '.join(parts)}" for action, parts in lines.items()]


def _scenario(
    name: str, title: str, rules: Sequence[str], given: Mapping[str, Any], steps: Sequence[Step]
) -> Scenario:
    return Scenario(id=f"vector:{name}", title=title, rules=tuple(rules), steps=steps, given=given)


def vector_check(scenario_id: str) -> str:
    """The id of the check that a vector belongs to: all inputs of one guard are one check."""
    return ":".join(scenario_id.split(":")[:3])


def grouped(records: Sequence[CheckRecord]) -> list[CheckRecord]:
    """One record a guard, from one record a vector: the worst verdict, with the first trace of it."""
    groups: dict[str, list[CheckRecord]] = {}
    for record in records:
        groups.setdefault(vector_check(record.check), []).append(record)
    made = []
    for check, members in groups.items():
        worst = next(verdict for verdict in WORST if any(record.verdict is verdict for record in members))
        first = next(record for record in members if record.verdict is worst)
        judged = sum(record.verdict in (Verdict.PASS, Verdict.VIOLATION) for record in members)
        made.append(
            msgspec.structs.replace(
                first,
                check=check,
                scope=f"{len(members)} boundary inputs",
                shown=f"{judged} of {len(members)} boundary inputs",
                counts={"inputs": len(members), "judged": judged},
                explanation=_explained(members, first),
            )
        )
    return made


def _explained(members: Sequence[CheckRecord], first: CheckRecord) -> str:
    """The explanation of a guard's record: that of its worst input, under the name of the case.

    Where no input could be judged: each reason once, with the number of inputs unless it is all of them.
    """
    if first.verdict is Verdict.PASS:
        return ""
    if first.verdict is not Verdict.UNSUPPORTED:
        return f"{first.check.split(':', 3)[-1]}: {first.explanation}"
    reasons = Counter(record.explanation for record in members)
    if len(reasons) == 1:
        return first.explanation
    return "; ".join(f"{reason} ({times} of {len(members)} inputs)" for reason, times in reasons.items())
