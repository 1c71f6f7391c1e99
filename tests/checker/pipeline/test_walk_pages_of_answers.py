"""What two editions judge differently, and counterexamples to induction, as pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.model.prove.induction import NOT_INDUCTIVE, PROVED, InductionResult, Proof
from rulehound.checker.model.prove.witness import Judgement, Situation, Witness
from rulehound.checker.pipeline.walk_pages import edition_walks, proof_walks, write_walk_pages
from rulehound.checker.rulebook.reading import Rulebook, open_game, read_rulebook
from rulehound.checker.suite.witnesses.differences import DifferenceWitnesses, WitnessScenarios
from rulehound.spec.documents.differences import load_differences
from rulehound.spec.formats import Expectation, Scenario, Step

EDITIONS = ("manual-2.3", "comprehensive-4.0")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read_rulebook(open_game("dcg", None), None, None)


def test_a_witness_has_the_boards_of_both_editions_beside_each_other(book: Rulebook, tmp_path: Path) -> None:
    found = load_differences(book.game.directory, book.game.rulesets, book.store.clauses).between(*EDITIONS)
    redraw = next(each for each in found if each.switch == "setup.redraw")
    steps = [Step(expect=Expectation(state={"decision": word})) for word in ("breeding", "redraw")]
    scenarios = [
        Scenario(
            f"between:{edition}",
            edition,
            ("setup.redraw",),
            (step,),
            editions=(edition,),
            given={"new_game": {}},
        )
        for edition, step in zip(EDITIONS, steps, strict=True)
    ]
    situation = Situation("draw-hands", "RULES", {"stage": "setup"}, {}, {})
    judged = Judgement(True, after={"stage": "breeding"}), Judgement(True, after={"stage": "redraw"})
    witness = Witness("setup.redraw", situation, judged, (0, 0, 0, 0), whole=True, least=True)
    shown = WitnessScenarios(witness, ["stage setup"], scenarios, "")
    answers = [
        DifferenceWitnesses(redraw, (), [shown], ""),
        DifferenceWitnesses(redraw, (), [], "nobody found one"),
    ]
    walks = edition_walks(book, answers, EDITIONS)
    (walk,) = walks.walks
    start, outcome = walk.stops
    assert start.lines == ["stage setup"]
    assert [caption.partition(":")[0] for caption, _ in outcome.boards] == list(EDITIONS)
    assert len({svg for _, svg in outcome.boards}) == 2
    assert any("stage: setup → redraw" in line for line in outcome.lines)
    assert [name for name, _ in walk.files] == [f"between-{edition}.toml" for edition in EDITIONS]
    assert [reason for _, reason in walks.others] == ["nobody found one"]
    write_walk_pages(tmp_path / "out", book, walks)
    assert (tmp_path / "out/index.html").exists()


def test_a_counterexample_to_induction_is_a_state_and_what_a_step_changes(book: Rulebook) -> None:
    first, second = list(book.game.model().invariants)[:2]
    before, after = {"memory": 10, "stage": "main"}, {"memory": 11, "stage": "main"}
    proofs = [
        Proof(
            first, NOT_INDUCTIVE, action="effect-gain-memory", before=before, after=after, reason="no lemma"
        ),
        Proof(second, PROVED, rests_on=("at most 2 in a place",)),
    ]
    walks = proof_walks(book, book.complete_model(), InductionResult(proofs, []))
    (walk,) = walks.walks
    assert walk.stops[-1].lines == ["memory: 10 → 11"]
    assert walk.lead == ["Induction does not prove it; no lemma."]
    assert walk.rules
    assert walks.others == [(second, "proved; rests on at most 2 in a place")]
    assert walks.lead[0].startswith("Induction proves 1 of 2 invariants.")
