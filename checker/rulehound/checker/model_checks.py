"""The checks of the model itself, as records: every configuration searched, every invariant proved or not.

What the search of a configuration shows of an invariant is bounded by it, and says so. A proof holds for any
cards and any number of turns, and says what it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from rulehound.checker.effort import EFFORTS
from rulehound.checker.graph import GraphFinding, StateGraph, build_graph, check_graph
from rulehound.checker.law import Law
from rulehound.checker.model_trace import model_trace
from rulehound.checker.progress import Progress, silent
from rulehound.checker.proof_checks import (
    IMPOSSIBLE,
    bag_bounds,
    consistency_records,
    counterexample,
    proof_record,
    prove_model,
)
from rulehound.checker.prove import PROVED, Proof
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.search import Limits, SearchResult, search
from rulehound.checker.shown import Shown
from rulehound.spec.language import Configuration

QUICK = "quick"
"""The effort that leaves out to ask whether the rules agree with each other."""


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
        records=[
            *proved,
            *([] if effort == QUICK else consistency_records(law, work, report)),
            *with_proofs(searched.records, proofs),
            *graph,
        ],
        bounds=[*searched.bounds, *dict.fromkeys(bound for proof in proofs for bound in bag_bounds(proof))],
        never_taken=searched.never_taken,
        limits=[*searched.limits, *(f"{name}: {IMPOSSIBLE}" for name in induction.impossible)],
    )


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
    met: dict[str, Mapping[str, bool]] = {}
    for configuration in configurations:
        result = search(model, law.values, configuration, limits, progress=teller(configuration, report))
        shown.records.extend(search_records(law, configuration, result, limits.depth))
        shown.bounds.append(bound(configuration, result))
        for name, count in result.taken.items():
            taken[name] += count
        met[configuration.name] = result.met
        if result.deadlocks:
            stuck = f"{result.deadlocks:,} states of {configuration.name}"
            shown.limits.append(f"{stuck} in which nobody can act and the game is not over")
    shown.records.extend(sometimes_records(law, met))
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


def sometimes_records(law: Law, met: Mapping[str, Mapping[str, bool]]) -> list[CheckRecord]:
    """One record a `sometimes` property: whether a state meets it in any of the configurations searched.

    `met`: by configuration, the properties and whether its search came to such a state.
    """
    records = []
    for wanted in law.game.model().sometimes_properties.values():
        where = [name for name, properties in met.items() if properties[wanted.name]]
        records.append(
            CheckRecord(
                check=f"sometimes:{wanted.name}",
                rules=list(wanted.rules),
                verdict=Verdict.PASS if where else Verdict.INCONCLUSIVE,
                scope=f"some state of {' or '.join(met)}",
                shown=f"met in {', '.join(where)}" if where else "met by no state that was reached",
                edition=law.edition,
                configuration=where[0] if where else "",
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
    return f"{result.states:,} states of {result.configuration}, complete to depth {result.depth}"


def bound(configuration: Configuration, result: SearchResult) -> str:
    """The bounds of a search, and how often a step would have left them."""
    cut = ", ".join(f"{count:,} steps past {name}" for name, count in sorted(result.cut.items()))
    return f"{configuration.name}: {configuration.says}; not followed: {cut or 'nothing'}"
