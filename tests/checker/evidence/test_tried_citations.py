"""A citation counts where a fault planted at it fails a check of the rule; else it is told."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import msgspec

from rulehound.checker.cli.terminal import console
from rulehound.checker.cli.views.trace import LISTED, print_traceability
from rulehound.checker.engines.source.cited_code import CitedFunction
from rulehound.checker.evidence import counts
from rulehound.checker.evidence.floors import Floors
from rulehound.checker.evidence.gate import problems
from rulehound.checker.evidence.storage import Evidence
from rulehound.checker.evidence.tried_citations import TriedCitation, citations, without_effect
from rulehound.checker.mutation.tried_mutants import TriedMutant
from rulehound.checker.pipeline.traceability import Traceability
from rulehound.spec.documents.matrix import build_matrix
from rulehound_testing.made_up_evidence import MUTANTS, NOW, RUN, WAITING, shells, standing_of

MODEL, CAUGHT, *REST = MUTANTS
BY_ANOTHER = msgspec.structs.replace(CAUGHT, by=("setup:basket",))
RESTING = "beach.turns:rest"


def tried(place: str, outcome: str, *by: str) -> TriedMutant:
    return TriedMutant(f"{place} {outcome}", "engine", place, "f1", ("tide.limit",), outcome, by=by)


def test_a_mutant_that_fails_a_check_of_the_rule_shows_an_effect() -> None:
    assert citations(MUTANTS, NOW.checks) == [TriedCitation(WAITING, "tide.wait", 3, 1, 0, 1, 1)]


def test_what_others_catch_or_nobody_is_without_effect(tmp_path: Path) -> None:
    found = standing_of(shells(tmp_path), mutants=(MODEL, BY_ANOTHER, *REST))
    [citation] = without_effect(found.citations)
    assert citation == TriedCitation(WAITING, "tide.wait", 3, 0, 1, 1, 1)
    assert str(citation) == (
        "beach.turns:wait cites tide.wait: of 3 mutants 1 caught by other checks, 1 by none, 1 cannot matter"
    )
    assert (counts.citations_tried(found), counts.citations_with_effect(found)) == (
        counts.Score(1, 1),
        counts.Score(0, 1),
    )


def test_each_rule_cited_at_a_place_counts_by_itself() -> None:
    both = msgspec.structs.replace(CAUGHT, rules=("basket.start", "tide.limit"))
    assert [(one.rule, one.effect) for one in citations([both], NOW.checks)] == [
        ("basket.start", 0),
        ("tide.limit", 1),
    ]


def test_where_nothing_could_be_tried_nothing_is_said() -> None:
    assert citations([tried(RESTING, "none"), tried(RESTING, "does not start")], NOW.checks) == []
    assert citations([tried(RESTING, "equivalent")], NOW.checks) == [
        TriedCitation(RESTING, "tide.limit", 1, 0, 0, 0, 1)
    ]


def test_a_check_that_is_gone_shows_no_effect() -> None:
    assert [one.effect for one in citations([tried(RESTING, "caught", "guard:gone")], NOW.checks)] == [0]


def test_too_many_citations_without_effect_shut_the_gate(tmp_path: Path) -> None:
    store = shells(tmp_path)
    assert problems(standing_of(store), Floors(citations=1.0)) == []
    assert problems(standing_of(store, mutants=(MODEL, BY_ANOTHER)), Floors(citations=1.0)) == [
        "citations in the engine's code with a mutant that fails a check of the rule: 0 of 1 (0.0%), "
        "below the floor of 100%"
    ]


def test_citations_without_effect_are_listed_with_their_counts(tmp_path: Path) -> None:
    store = shells(tmp_path)
    places = [f"beach.turns:rest_{number:02}" for number in range(LISTED + 2)]
    more = {place: CitedFunction("f1", ("basket.start", "tide.limit")) for place in places}
    now = replace(NOW, functions={**NOW.functions, **more})
    found = standing_of(store, mutants=(*MUTANTS, *(tried(place, "survived") for place in places)), now=now)
    matrix = build_matrix(store, NOW.checks.values())
    stream = io.StringIO()
    result = Traceability(matrix, found, Evidence({RUN.edition: RUN}, MUTANTS), [])
    print_traceability(result, console(stream))
    said = stream.getvalue()
    assert "citations in the engine's code, mutants tried: 15 of 29 (51.7%)" in said
    assert "citations tried, with a mutant that fails a check of the rule: 1 of 15 (6.7%)" in said
    assert f"Citations without effect ({len(places)}):" in said
    assert f"  {places[LISTED - 1]} cites tide.limit: of 1 mutants 1 by none\n" in said
    assert places[LISTED] not in said
    assert "  and 2 more: --json has all" in said
