"""The checks of the model itself, as records: every configuration searched, every invariant proved or not.

What the search of a configuration shows of an invariant is bounded by it, and says so. A proof holds for any
cards and any number of turns, and says what it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from rulehound.checker.effort import EFFORTS, Effort
from rulehound.checker.graph import GraphFinding, StateGraph, build_graph, check_graph
from rulehound.checker.law import Law
from rulehound.checker.model_trace import model_trace
from rulehound.checker.progress import Progress, silent
from rulehound.checker.prove import InductionResult, Proof, prove_invariants
from rulehound.checker.records import INDUCTION, CheckRecord, Verdict
from rulehound.checker.search import Limits, SearchResult, search
from rulehound.checker.shown import Shown
from rulehound.spec.language import Configuration

PROVED = "proved"
PROOF_SCOPE = "the start and every step from every state, any cards, decks of any size, any number of turns"

IMPOSSIBLE = "no state within the bounds of the proofs allows this action, so they say nothing of its steps"


def model_checks(law: Law, effort: str, report: Progress = silent) -> Shown:
    """Everything that is checked of the model: proofs first, then searches, then the graph of one of them.

    Raises MissingValue or KeyError where the model needs a fact that is not there.
    """
    work = EFFORTS[effort]
    induction = prove_model(law, work, report)
    proofs = induction.proofs
    configurations = law.game.configurations(law.values)
    chosen = [configurations[name] for name in law.game.searched[effort]]
    searched = search_model(law, chosen, work.search, report)
    graph = graph_records(law, configurations[law.game.graphed], work.search, report)
    proved = [proof_record(law, proof) for proof in proofs if proof.verdict == PROVED]
    return Shown(
        records=[*proved, *with_proofs(searched.records, proofs), *graph],
        bounds=[*searched.bounds, *dict.fromkeys(bound for proof in proofs for bound in bag_bounds(proof))],
        never_taken=searched.never_taken,
        limits=[*searched.limits, *(f"{name}: {IMPOSSIBLE}" for name in induction.impossible)],
    )


def prove_model(law: Law, work: Effort, report: Progress = silent) -> InductionResult:
    """Every invariant by induction. Raises MissingValue."""

    def tell(done: int, of: int) -> None:
        report("proving the invariants", done % of, of)

    return prove_invariants(
        law.game.model(), law.values, slots=work.slots, effort=work.proof_steps, progress=tell
    )


def proof_record(law: Law, proof: Proof) -> CheckRecord:
    """The record of a proof; what is not proved is inconclusive, with the step that may break it."""
    rules = law.game.model().invariants[proof.invariant].rules
    proved = proof.verdict == PROVED
    sizes = sorted({bound.split()[2] for bound in bag_bounds(proof)})
    within = f", at most {' or '.join(sizes)} in a place" if sizes else ""
    return CheckRecord(
        check=f"invariant:{proof.invariant}",
        rules=list(rules),
        verdict=Verdict.PASS if proved else Verdict.INCONCLUSIVE,
        scope=PROOF_SCOPE,
        shown=f"proved, any cards{within}" if proved else "not proved",
        edition=law.edition,
        configuration=INDUCTION,
        explanation=f"rests on: {'; '.join(proof.rests_on)}" if proved else counterexample(proof),
    )


def bag_bounds(proof: Proof) -> list[str]:
    """The bounds that a proof sets on how much stands in one place."""
    return [reason for reason in proof.rests_on if reason.startswith("at most ")]


def counterexample(proof: Proof) -> str:
    """Why induction does not prove an invariant."""
    if proof.verdict != "not inductive":
        return f"the solver does not say ({proof.reason}) for {proof.action}"
    before = ", ".join(f"{path} {value}" for path, value in proof.before.items() if value)
    given = "".join(f" {name} {value}" for name, value in proof.parameters.items())
    return f"not inductive: {proof.action}{given} leaves it from the state {before or 'of zeros'}"


def with_proofs(searched: Sequence[CheckRecord], proofs: Sequence[Proof]) -> list[CheckRecord]:
    """Records of searches, where a pass that no proof stands behind is labelled "bounded" and says why."""
    open_proofs = {f"invariant:{proof.invariant}": proof for proof in proofs if proof.verdict != PROVED}
    return [
        msgspec.structs.replace(
            record, label="bounded", explanation=counterexample(open_proofs[record.check])
        )
        if record.verdict is Verdict.PASS and record.check in open_proofs
        else record
        for record in searched
    ]


def search_model(
    law: Law, configurations: Sequence[Configuration], limits: Limits, report: Progress = silent
) -> Shown:
    """Search each configuration. Raises MissingValue where the model needs a fact that is not there."""
    shown = Shown()
    model = law.game.model()
    taken: dict[str, int] = dict.fromkeys(model.actions, 0)
    for configuration in configurations:
        result = search(model, law.values, configuration, limits, progress=teller(configuration, report))
        shown.records.extend(search_records(law, configuration, result, limits.depth))
        shown.bounds.append(bound(configuration, result))
        for name, count in result.taken.items():
            taken[name] += count
        if result.deadlocks:
            stuck = f"{len(result.deadlocks):,} states of {configuration.name}"
            shown.limits.append(f"{stuck} in which nobody can act and the game is not over")
    shown.never_taken.extend(f"{name} (model)" for name, count in taken.items() if not count)
    return shown


def teller(configuration: Configuration, report: Progress) -> Callable[[int, int], None]:
    """How the search of a configuration tells how many of the states it knows are done with."""

    def tell(known: int, waiting: int) -> None:
        report(f"searching {configuration.name}", known - waiting, known)

    return tell


def search_records(
    law: Law, configuration: Configuration, result: SearchResult, depth: int | None = None
) -> list[CheckRecord]:
    """One record an invariant: whether it holds in every state that a search reached.

    `depth`: the search set out to go so deep and no deeper, and has done what it should when it got there.
    """
    done = result.complete or (depth is not None and result.stopped == f"depth {depth}")
    scope = f"every state of {configuration.says}" + ("" if depth is None else f", to depth {depth}")
    records = []
    for invariant in law.game.model().invariants.values():
        found = result.found.get(invariant.name)
        trace = None
        verdict = Verdict.PASS if done else Verdict.INCONCLUSIVE
        if found is not None:
            verdict = Verdict.VIOLATION
            trace = model_trace(law, configuration, found, invariant)
        records.append(
            CheckRecord(
                check=f"invariant:{invariant.name}",
                rules=list(invariant.rules),
                verdict=verdict,
                scope=scope,
                shown=reach(result),
                edition=law.edition,
                configuration=configuration.name,
                counts={"states": result.states, "transitions": result.transitions, "depth": result.depth},
                explanation="" if done else f"stopped at {result.stopped}",
                trace=trace,
            )
        )
    return records


GRAPH_CHECKS = {
    "no-cycle": "no play of a turn comes back to where it was without an effect",
    "turn-ends": "from every state the turn can end",
    "game-ends": "from every state the game can end",
    "no-deadlock": "until the game is over somebody can act, or the rules do",
}
"""Properties of the state graph, in words."""


def graph_records(
    law: Law, configuration: Configuration, limits: Limits, report: Progress = silent
) -> list[CheckRecord]:
    """One record a property of the whole state graph of a configuration. Raises MissingValue."""
    what = f"looking at the graph of {configuration.name}"
    report(what, 0, 1)
    built = build_graph(law.game.model(), law.values, configuration, limits)
    findings = check_graph(built, law.values, configuration)
    report(what, 1, 1)
    return [
        CheckRecord(
            check=f"graph:{finding.name}",
            rules=list(law.game.graph_rules.get(finding.name, ())),
            verdict=_graph_verdict(finding),
            scope=f"{GRAPH_CHECKS[finding.name]}: the state graph of {configuration.says}",
            shown=reach(built.result),
            edition=law.edition,
            configuration=configuration.name,
            counts={"states": finding.states, "transitions": built.result.transitions},
            explanation=_graph_explanation(law, built, finding),
        )
        for finding in findings
    ]


def _graph_verdict(finding: GraphFinding) -> Verdict:
    if not finding.judged:
        return Verdict.INCONCLUSIVE
    return Verdict.PASS if finding.holds else Verdict.VIOLATION


def _graph_explanation(law: Law, built: StateGraph, finding: GraphFinding) -> str:
    if not finding.judged:
        return f"stopped at {built.result.stopped}"
    states = [law.game.model().as_dict(state) for state in finding.way]
    texts = [", ".join(f"{path} {value}" for path, value in state.items() if value) for state in states]
    return " → ".join(texts)


def reach(result: SearchResult) -> str:
    """How far a search went: "all 10,052 states of attacks"."""
    if result.complete:
        return f"all {result.states:,} states of {result.configuration}"
    return f"{result.states:,} states of {result.configuration}, complete to depth {max(result.depth - 1, 0)}"


def bound(configuration: Configuration, result: SearchResult) -> str:
    """The bounds of a search, and how often a step would have left them."""
    cut = ", ".join(f"{count:,} steps past {name}" for name, count in sorted(result.cut.items()))
    return f"{configuration.name}: {configuration.says}; not followed: {cut or 'nothing'}"
