"""The checker on a game it has never heard of: search, graph, proof and judgement of the ten-line toy."""

from __future__ import annotations

import pytest

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.model.graph import build_graph, check_graph
from rulehound.checker.model.prove import NOT_INDUCTIVE, PROVED, prove_invariants
from rulehound.checker.model.search import search
from rulehound.spec.language import MissingValue
from rulehound_testing.toy import game as toy

VALUES = {"heap.full": 7}
SMALL = toy.configurations(VALUES)["small"]


def test_search_counts_are_those_of_a_hand_count() -> None:
    # heaps 0..7 on both turns, but 0 only at the start, and 1 only after one move
    reached = {(0, 0)}
    waiting = [(0, 0)]
    transitions = 0
    while waiting:
        count, turn = waiting.pop()
        for amount in (1, 2):
            if count + amount <= 7:
                transitions += 1
                after = (count + amount, 1 - turn)
                if after not in reached:
                    reached.add(after)
                    waiting.append(after)
    result = search(toy.model, VALUES, SMALL)
    assert (result.states, result.transitions, result.complete) == (len(reached), transitions, True)
    assert (result.states, result.transitions, result.depth) == (14, 22, 5)
    assert not result.counterexamples
    assert not result.deadlocks


def test_graph_properties_hold_and_are_judged() -> None:
    findings = check_graph(build_graph(toy.model, VALUES, SMALL), VALUES, SMALL)
    assert [(finding.name, finding.holds, finding.judged) for finding in findings] == [
        ("no-cycle", True, True),
        ("turn-ends", True, True),
        ("game-ends", True, True),
        ("no-deadlock", True, True),
    ]


def test_proof_holds_for_any_heap_and_not_for_a_smaller_bound() -> None:
    assert [proof.verdict for proof in prove_invariants(toy.model, VALUES).proofs] == [PROVED]
    grown = toy.empty_heap("grown", over=lambda s: s.count == 7)

    @grown.action("add")
    def add(s: toy.Heap) -> None:
        toy.require(s.count <= 7, "heap.full")
        s.count += 1

    grown.invariant("heap.full")(lambda s: s.count <= 7)
    proof = prove_invariants(grown, {}).proofs[0]
    assert proof.verdict == NOT_INDUCTIVE
    assert proof.action == "add"
    assert proof.before["count"] == 7
    assert proof.after["count"] == 8


def test_a_missing_fact_has_no_default() -> None:
    with pytest.raises(MissingValue, match=r"heap\.full"):
        search(toy.model, {}, SMALL)
    with pytest.raises(MissingValue, match=r"heap\.full"):
        prove_invariants(toy.model, {})


def test_the_right_engine_is_silent_and_wrong_ones_are_not() -> None:
    def rules_found(engine: toy.HeapEngine) -> set[str]:
        judge = Judge(CompiledModel(toy.game, VALUES), {})
        observation = engine.new_game(toy.game.setup(0, VALUES))
        found = []
        while actions := engine.legal_actions():
            found += judge.state(observation) + judge.legal(observation, actions)
            after = engine.apply(actions[-1])
            found += judge.step(observation, actions[-1], after)
            observation = after
        found += judge.state(observation) + judge.legal(observation, [])
        return {finding.rule for finding in found}

    assert rules_found(toy.HeapEngine()) == set()
    assert rules_found(toy.HeapEngine(full=8)) == {"heap.full"}
    assert rules_found(toy.HeapEngine(full=6)) == {"heap.full"}
    assert rules_found(toy.HeapEngine(most=3)) == {"add.few"}
