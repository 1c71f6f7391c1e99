"""Evidence of the made-up game of shells, all of it in order, for tests to put out of order."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulehound.checker.engines.source.cited_code import CitedFunction
from rulehound.checker.evidence.current_tree import CurrentTree
from rulehound.checker.evidence.edition_evidence import Basis, CheckEvidence, EditionEvidence
from rulehound.checker.evidence.seen_to_fail import SeenToFail
from rulehound.checker.evidence.standings import Standings, standings
from rulehound.checker.evidence.storage import Evidence
from rulehound.checker.mutation.tried_mutants import TriedMutant
from rulehound.checker.records import Verdict
from rulehound.spec.documents.matrix import build_matrix
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.documents.store import Store, load_store
from rulehound_testing.made_up_spec import write_spec

SETUP = CheckDeclaration("setup:basket", ("basket.start",), kind="setup", content="b1")
INVARIANT = CheckDeclaration("invariant:tide", ("tide.limit",), kind="invariant", content="t1")
GUARD = CheckDeclaration("guard:wait:tide", ("tide.wait", "tide.limit"), kind="guard", content="g1")
DECLARED = (SETUP, INVARIANT, GUARD)

BASIS = Basis(document="d", values="v", model="m", engine="e")
WAITING = "beach.turns:wait"

NOW = CurrentTree(
    checks={check.id: check for check in DECLARED},
    actions={"wait": "w1"},
    rules={"tide.wait": "r1", "tide.limit": "r2"},
    functions={WAITING: CitedFunction("f1", ("tide.wait",))},
    bases={"old-sea": BASIS},
)

RUN = EditionEvidence(
    edition="old-sea",
    document="shells 1.0",
    rulehound="1",
    engine="beach 1",
    effort="normal",
    seed=0,
    basis=BASIS,
    rules={"tide.wait": "r1", "tide.limit": "r2"},
    functions={WAITING: "f1"},
    checks=tuple(
        CheckEvidence(check.id, check.rules, Verdict.PASS, "everything", "all", content=check.content)
        for check in DECLARED
    ),
)

MUTANTS = (
    TriedMutant(
        "wait: without the guard tide", "model", "wait", "w1", ("tide.wait", "tide.limit"), "search",
        "tide", ("invariant:tide",),
    ),
    TriedMutant("wait:1 3 is 4", "engine", WAITING, "f1", ("tide.wait",), "caught", by=("guard:wait:tide",)),
    TriedMutant("wait:2 left out", "engine", WAITING, "f1", ("tide.wait",), "survived"),
    TriedMutant("wait:3 < is <=", "engine", WAITING, "f1", ("tide.wait",), "equivalent"),
)  # fmt: skip

PLANTED = {"setup:basket": ("one shell less",)}
BROKEN = {"one shell less": ("basket.start",)}

DEMANDS = """\
document = "shells"
edition = "1.0"

[[demand]]
clause = "1-1-2"
says = "The tide stops at the highest mark."
checks = ["guard:wait:tide", "invariant:tide"]

[[demand]]
clause = "1-1-2"
says = "The highest mark is 10."
lacks = "no check reads the gauge"

[[demand]]
clause = "1-1-3"
says = "Who waits hands over marks."
checks = ["guard:wait:tide"]

[[demand]]
clause = "1-1-3"
says = "The other one notices."
untestable = "what a gatherer notices is not shown"

[[demand]]
clause = "2-1"
says = "It is before sunrise."
lacks = "no check knows the hour"
"""
"""Of 1-1-2 one demand is met and one lacks a check, of 1-1-3 all that can be tested are met, of 2-1 none."""


def shells(folder: Path, demands: str = "") -> Store:
    """The spec of the game, with what its clauses demand where a text says so."""
    write_spec(folder)
    if demands:
        (folder / "demands").mkdir(exist_ok=True)
        (folder / "demands/shells.toml").write_text(demands, encoding="utf-8")
    return load_store(folder)


def standing_of(
    store: Store,
    run: EditionEvidence | None = RUN,
    mutants: tuple[TriedMutant, ...] = MUTANTS,
    now: CurrentTree = NOW,
    planted: dict[str, tuple[str, ...]] | None = None,
    changed: tuple[str, ...] = (),
    broken: Mapping[str, tuple[str, ...]] = BROKEN,
) -> Standings:
    """The account of this evidence, or of what a test makes of it."""
    evidence = Evidence({run.edition: run} if run else {}, mutants)
    matrix = build_matrix(store, now.checks.values()).editions
    seen = SeenToFail(PLANTED if planted is None else planted, changed, broken)
    return standings(store, matrix, evidence, now, seen)
