"""The checks of the model itself, as records: a search of each configuration, a proof of each invariant.

What a search shows of an invariant holds within the bounds of its configuration, and the record says so. A
proof holds for any cards and any number of turns, and says what it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from rulehound.checker.efforts import EFFORTS
from rulehound.checker.model.graph import (
    GraphFinding,
    StateGraph,
    build_graph,
    check_graph,
    check_sometimes,
    graph_of,
)
from rulehound.checker.model.proof_checks import (
    IMPOSSIBLE,
    NOT_IN_EDITION,
    bag_bounds,
    consistency_records,
    counterexample,
    proof_record,
    prove_model,
)
from rulehound.checker.model.prove import PROVED, Proof
from rulehound.checker.model.search import SearchLimits, SearchResult, search
from rulehound.checker.model.traces import model_trace, way_trace
from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.stage_results import Results
from rulehound.checker.wording import counted
from rulehound.spec.language import Configuration

DEEP = "deep"
"""The effort that also asks whether the rules agree with each other."""


def model_checks(bound: BoundModel, effort: str, report: Progress = silent) -> Results:
    """Run every check of the model: proofs first, then searches, then the graph of one configuration.

    Raises MissingValue or KeyError where the model needs a fact that has no value.
    """
    work = EFFORTS[effort]
    limits = SearchLimits(states=work.searched_states, seconds=work.search_seconds)
    induction = prove_model(bound, work, report)
    proofs = induction.proofs
    configurations = bound.game.configurations(bound.values)
    chosen = [configurations[name] for name in bound.game.searched[effort]]
    searched = search_model(bound, chosen, configurations[bound.game.graphed], limits, report)
    proved = [proof_record(bound, proof) for proof in proofs if proof.verdict == PROVED]
    return Results(
        records=[
            *proved,
            *(consistency_records(bound, work, report) if effort == DEEP else []),
            *with_proofs(searched.records, proofs),
        ],
        bounds=[*searched.bounds, *dict.fromkeys(bound for proof in proofs for bound in bag_bounds(proof))],
        never_taken=searched.never_taken,
        limits=[
            *searched.limits,
            *(f"{name}: {IMPOSSIBLE}" for name in induction.impossible),
            *([f"{NOT_IN_EDITION}: {', '.join(absent)}"] if (absent := induction.not_in_edition) else []),
        ],
    )


def with_proofs(searched: Sequence[CheckRecord], proofs: Sequence[Proof]) -> list[CheckRecord]:
    """Records of searches, in which a pass without a proof is labelled "bounded", with the reason."""
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
    bound: BoundModel,
    configurations: Sequence[Configuration],
    graphed: Configuration,
    limits: SearchLimits,
    report: Progress = silent,
) -> Results:
    """Search each configuration, and judge the graph of one: of the same search where it is among them.

    Raises MissingValue where the model needs a fact that is not there.
    """
    results = Results()
    graph: list[CheckRecord] = []
    model = bound.game.model()
    taken: dict[str, int] = dict.fromkeys(model.actions, 0)
    reached_properties: dict[str, Mapping[str, bool]] = {}
    for configuration in configurations:
        tell = search_reporter(configuration, report)
        keep_edges = configuration == graphed
        result = search(model, bound.values, configuration, limits, keep_edges, progress=tell)
        if keep_edges:
            graph = records_of_graph(bound, configuration, graph_of(model, result))
        results.records.extend(search_records(bound, configuration, result, limits.depth))
        results.bounds.append(bounds_of(configuration, result))
        for name, count in result.taken.items():
            taken[name] += count
        reached_properties[configuration.name] = result.met
        if result.deadlocks:
            stuck = f"{counted(result.deadlocks, 'state')} of {configuration.name}"
            results.limits.append(f"{stuck} in which nobody can act and the game is not over")
    results.records.extend(sometimes_records(bound, reached_properties))
    results.records.extend(graph or graph_records(bound, graphed, limits, report))
    results.never_taken.extend(f"{name} (model)" for name, count in taken.items() if not count)
    return results


def search_reporter(configuration: Configuration, report: Progress) -> Callable[[int, int], None]:
    """A function that reports how many of the known states the search of a configuration has expanded."""

    def tell(known: int, waiting: int) -> None:
        report(f"searching {configuration.name}", known - waiting, known)

    return tell


def search_records(
    bound: BoundModel, configuration: Configuration, result: SearchResult, depth: int | None = None
) -> list[CheckRecord]:
    """One record an invariant: whether it holds in every state that a search reached.

    `depth`: the limit on depth that the search was given, None for none. A search that stopped at it has done
    what it should.
    """
    done = result.complete or (depth is not None and result.stopped == f"depth {depth}")
    scope = f"every state of {configuration.says}" + ("" if depth is None else f", to depth {depth}")
    records = []
    for invariant in bound.game.model().invariants.values():
        counterexample = result.counterexamples.get(invariant.name)
        trace = None
        verdict = Verdict.PASS if done else Verdict.INCONCLUSIVE
        if counterexample is not None:
            verdict = Verdict.VIOLATION
            trace = model_trace(bound, configuration, counterexample, invariant)
        records.append(
            CheckRecord(
                check=f"invariant:{invariant.name}",
                rules=list(invariant.rules),
                verdict=verdict,
                scope=scope,
                shown=search_extent(result),
                edition=bound.edition,
                configuration=configuration.name,
                counts={"states": result.states, "transitions": result.transitions, "depth": result.depth},
                explanation="" if done else f"stopped at {result.stopped}",
                trace=trace,
            )
        )
    return records


def sometimes_records(bound: BoundModel, reached: Mapping[str, Mapping[str, bool]]) -> list[CheckRecord]:
    """One record a `sometimes` property: whether a state meets it in any of the configurations searched.

    `reached`: by configuration, the properties and whether its search came to such a state.
    """
    records = []
    for wanted in bound.game.model().sometimes_properties.values():
        where = [name for name, properties in reached.items() if properties[wanted.name]]
        records.append(
            CheckRecord(
                check=f"sometimes:{wanted.name}",
                rules=list(wanted.rules),
                verdict=Verdict.PASS if where else Verdict.INCONCLUSIVE,
                scope=f"some state of {' or '.join(reached)}",
                shown=f"met in {', '.join(where)}" if where else "met by no state that was reached",
                edition=bound.edition,
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
    bound: BoundModel, configuration: Configuration, limits: SearchLimits, report: Progress = silent
) -> list[CheckRecord]:
    """One record a property of the whole state graph of a configuration. Raises MissingValue."""
    built = build_graph(
        bound.game.model(),
        bound.values,
        configuration,
        limits,
        progress=search_reporter(configuration, report),
    )
    return records_of_graph(bound, configuration, built)


def records_of_graph(bound: BoundModel, configuration: Configuration, built: StateGraph) -> list[CheckRecord]:
    """One record a property of a graph, and one a `sometimes` property: whether it stays within reach."""
    findings = [
        *check_graph(built, bound.values, configuration),
        *check_sometimes(built, bound.values, configuration),
    ]
    return [
        _graph_record(bound, configuration, built, claim, finding)
        for claim, finding in zip(_claims(bound), findings, strict=True)
    ]


@dataclass(frozen=True)
class _Claim:
    """What a check of the graph claims, and the rules that it stands for."""

    check: str
    rules: Sequence[str]
    says: str


def _claims(bound: BoundModel) -> list[_Claim]:
    """The claims, in the order in which a graph is judged."""
    rules = bound.game.graph_rules
    wanted = bound.game.model().sometimes_properties.values()
    return [
        *(_Claim(f"graph:{name}", rules.get(name, ()), says) for name, says in GRAPH_CHECKS.items()),
        *(
            _Claim(f"sometimes:{w.name}", w.rules, f"from every state one that meets {w.name} can be reached")
            for w in wanted
        ),
    ]


def _graph_record(
    bound: BoundModel, configuration: Configuration, built: StateGraph, claim: _Claim, finding: GraphFinding
) -> CheckRecord:
    """The record of one property. A state from which every path leaves the bounds counts neither way."""
    beyond = f", but for {finding.beyond:,} from which every path leaves the bounds" if finding.beyond else ""
    explanation = ""
    if finding.stuck:
        explanation = f"it does not hold of {counted(finding.stuck, 'state')}, the nearest of which is shown"
    elif finding.around:
        explanation = f"the last {counted(finding.around, 'step')} lead back to the state before them"
    elif not built.result.complete:
        explanation = f"stopped at {built.result.stopped}"
    elif not finding.judged:
        explanation = "no path to it was seen; every path leaves the bounds"
    rule = claim.rules[0] if claim.rules else ""
    return CheckRecord(
        check=claim.check,
        rules=list(claim.rules),
        verdict=_graph_verdict(finding),
        scope=f"{claim.says}, within the bounds: the state graph of {configuration.says}",
        shown=search_extent(built.result) + beyond,
        edition=bound.edition,
        configuration=configuration.name,
        counts={"states": finding.states, "transitions": built.result.transitions, "beyond": finding.beyond},
        explanation=explanation,
        trace=way_trace(bound, configuration, finding.way, rule, claim.says) if finding.way else None,
    )


def _graph_verdict(finding: GraphFinding) -> Verdict:
    if not finding.judged:
        return Verdict.INCONCLUSIVE
    return Verdict.PASS if finding.holds else Verdict.VIOLATION


def search_extent(result: SearchResult) -> str:
    """How far a search went: "all 10,052 states of attacks"."""
    if result.complete:
        return f"all {result.states:,} states of {result.configuration}"
    return f"{result.states:,} states of {result.configuration}, complete to depth {result.depth}"


def bounds_of(configuration: Configuration, result: SearchResult) -> str:
    """The bounds of a search, and how often a step would have left them."""
    cut = ", ".join(f"{counted(count, 'step')} past {name}" for name, count in sorted(result.cut.items()))
    return f"{configuration.name}: {configuration.says}; not followed: {cut or 'nothing'}"
