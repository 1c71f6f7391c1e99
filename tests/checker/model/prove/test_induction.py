"""Proofs of the game's invariants, and what comes of them where a fault is planted."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest
import z3

from rulehound.checker.efforts import EFFORTS
from rulehound.checker.model.proof_checks import counterexample, counterexample_lines
from rulehound.checker.model.prove import (
    NOT_INDUCTIVE,
    PROVED,
    UNKNOWN,
    InductionResult,
    Proof,
    induction,
    prove_invariants,
)
from rulehound.checker.model.prove.induction import Induction
from rulehound.checker.model.prove.symbolic import SymbolicModel
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.dcg import game
from rulehound.spec.dcg.model import Stage
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.language import (
    Amount,
    By,
    Configuration,
    Interpreter,
    Member,
    Model,
    Pool,
    Record,
    State,
    Truth,
    implies,
    negate,
    record,
    require,
    when,
)
from rulehound.spec.language.nodes import constants_used
from rulehound_testing.dcg.values import VALUES, values_of
from rulehound_testing.folders import TESTS
from rulehound_testing.kept_model import kept_proofs
from rulehound_testing.kernel import kernel
from rulehound_testing.made_up_model import Board, Piece, model_with
from rulehound_testing.model_mutants import MUTANTS, Mutant
from rulehound_testing.rotating import of_this_run

TWO_ARE_NEEDED = {
    "decoy-mine",
    "decoy-theirs",
    "dna-digivolve",
    "place-dna",
}
"""Actions that take two elements in one bag; the proofs here have room for one, to be quick."""

NOT_IN_MANUAL = {
    *("attack", "choose-player", "choose-digimon", "counter-over", "assemble"),
    *("effect-attack", "effect-set-aside-used"),
}
"""Actions that the edition does not know."""


@cache
def proved(edition: str) -> InductionResult:
    """The proofs that a quick check makes; one that another test has made, or this, is not made again."""
    return kept_proofs(BoundModel(game, edition, values_of(edition)), EFFORTS["quick"])


@pytest.mark.parametrize("edition", of_this_run(["manual-2.3", "comprehensive-4.0"], 2))
def test_every_invariant_is_proved(edition: str) -> None:
    result = proved(edition)
    assert {proof.invariant: proof.verdict for proof in result.proofs} == dict.fromkeys(
        dcg.invariants, PROVED
    )


def test_every_action_is_possible_that_the_edition_knows_and_the_bounds_have_room_for() -> None:
    found = proved("manual-2.3")
    assert set(found.impossible) == TWO_ARE_NEEDED
    assert set(found.not_in_edition) == NOT_IN_MANUAL


def test_a_proof_names_what_it_rests_on() -> None:
    by_name = {proof.invariant: proof for proof in proved("manual-2.3").proofs}
    proof = by_name["memory.limit"]
    text = "; ".join(proof.rests_on)
    assert "at most 1 in Player.battle" in text
    assert "at most 1 in Player.breeding" in text
    assert "memory.max = 10" in text
    assert "battle.level-2 = no-dp" in text
    assert "the environment doing no more than effect-gain-memory, " in text


def test_a_proof_names_the_lemmas_that_it_needs_and_no_others() -> None:
    model = counting()
    model.invariant("unrelated")(lambda s: s.me.pieces.count() >= 0)
    proofs = {proof.invariant: proof for proof in prove_invariants(model, {}).proofs}
    assert proofs["score"].rests_on[0] == "1 lemma proved with it: coins"
    assert proofs["coins"].rests_on[0] == proofs["unrelated"].rests_on[0] == "no other invariant"
    without = prove_invariants(dcg, VALUES, slots=1, without=[name for name in dcg.actions if name != "pass"])
    assert without.proofs[0].rests_on[-1].startswith("without the actions ")


def test_proofs_hold_for_another_gauge_too() -> None:
    players = [name for name, action in dcg.actions.items() if action.by is not By.PLAYER]
    result = prove_invariants(dcg, values_of("manual-2.3", memory_max=12), slots=1, without=players)
    assert {proof.verdict for proof in result.proofs} == {PROVED}


def steps_that(model: Model, values: Mapping[str, Any], proof: Proof) -> list[State]:
    """The states after the step of a counterexample, as the interpreter takes it."""
    action = model.actions[proof.action]
    chosen = {}
    for name, kind in action.parameters.items():
        shown = proof.parameters[name]
        chosen[name] = shown if isinstance(kind, Amount) else record(element(model, kind), shown)
    interpreter = Interpreter(model, values, Configuration("", "", {}))
    before = model.from_dict(proof.before)
    if interpreter.failed_guards(before, action, chosen):
        return []
    return [interpreter.apply(before, action, chosen)]


def element(model: Model, kind: Member | Pool) -> type[Record]:
    if isinstance(kind, Pool):
        return kind.record
    declared: Any = model.fields[kind.path][0]
    found: type[Record] = declared.element
    return found


@pytest.mark.parametrize("mutant", of_this_run(MUTANTS, 4), ids=lambda m: f"{m.action}-{m.fault}")
def test_a_planted_fault_is_not_proved_away(mutant: Mutant) -> None:
    """The step that breaks the invariant is one of the faulty interpreter's, and none of the sound one's."""
    planted = mutant.plant(dcg)
    others = [name for name in dcg.actions if name != mutant.action]
    slots = 2 if mutant.breaks == "breeding.capacity" else 1
    result = prove_invariants(planted, VALUES, slots=slots, without=others)
    failed = {proof.invariant: proof for proof in result.proofs if proof.verdict == NOT_INDUCTIVE}
    proof = failed[mutant.breaks]
    assert proof.action == mutant.action
    read = [*planted.actions[mutant.action].nodes, planted.invariants[mutant.breaks].condition]
    if constants_used(read, "setting"):
        return  # the interpreter is not told what the solver chose for settings
    assert steps_that(planted, VALUES, proof) == [planted.from_dict(proof.after)]
    assert steps_that(dcg, VALUES, proof) != [dcg.from_dict(proof.after)]
    interpreter = Interpreter(planted, VALUES)
    before = {inv.name for inv in interpreter.failed_invariants(planted.from_dict(proof.before))}
    after = {inv.name for inv in interpreter.failed_invariants(planted.from_dict(proof.after))}
    assert mutant.breaks in after - before


def test_a_counterexample_is_readable() -> None:
    others = [name for name in dcg.actions if name != MUTANTS[0].action]
    result = prove_invariants(MUTANTS[0].plant(dcg), VALUES, slots=1, without=others)
    failed = next(proof for proof in result.proofs if proof.verdict == NOT_INDUCTIVE)
    text = counterexample(failed)
    assert text.startswith("not inductive: ")
    assert " leaves it from stage " in text
    lines = counterexample_lines(failed)
    assert lines[0].startswith(f"{failed.invariant}: not inductive")
    assert any("→" in line for line in lines)


ALL_BUT_ONE = tuple(name for name in dcg.actions if name != "end-attack")


@pytest.mark.parametrize(
    ("edition", "without", "unproved"),
    of_this_run(
        [("detailed-1.0", (), set()), ("manual-2.3", ALL_BUT_ONE, {"above-2", "above-2-too"})],
        2,
    ),
)
def test_what_the_edition_does_not_demand_is_not_proved(
    edition: str, without: Sequence[str], unproved: set[str]
) -> None:
    """That no level 2 is in the battle area follows where levels count, and not where only DP does.

    One step leaves it there, and the others are not asked.
    """
    probe = Model("probe", dcg.state, round_field=dcg.round_field, over=lambda _: False)
    for name, side in (("above-2", "me"), ("above-2-too", "opponent")):

        def above_2(s: Any, side: str = side) -> Truth:
            stays = getattr(s, side).battle.all(lambda d: implies(d.digimon, negate(d.top.low)))
            return implies(s.stage == Stage.MAIN, stays)

        probe.invariant(name)(above_2)
    claimed = copy.copy(dcg)
    claimed.__dict__["invariants"] = {**dcg.invariants, **probe.invariants}
    found = Induction(SymbolicModel(claimed, values_of(edition), slots=1), without, effort=100_000_000)
    found.run()
    assert set(claimed.invariants) - set(found.open) == unproved


def counting() -> Model:
    """A model whose invariant needs another one to be inductive."""

    def act(s: Board) -> None:
        s.score += s.me.coins

    model = model_with(act)
    model.invariant("score")(lambda s: s.score >= 0)
    model.invariant("coins")(lambda s: s.me.coins >= 0)
    return model


def test_invariants_are_lemmas_for_each_other_and_not_once_they_fail() -> None:
    assert [proof.verdict for proof in prove_invariants(counting(), {}).proofs] == [PROVED, PROVED]
    spoilt = counting()

    @spoilt.action("lose")
    def lose(s: Board) -> None:
        s.me.coins -= 1

    proofs = prove_invariants(spoilt, {}).proofs
    assert [(proof.verdict, proof.action) for proof in proofs] == [
        (NOT_INDUCTIVE, "act"),
        (NOT_INDUCTIVE, "lose"),
    ]


def test_a_start_that_breaks_an_invariant_is_told() -> None:
    model = model_with(lambda _: None, lambda s: setattr(s, "score", -1))
    model.invariant("score")(lambda s: s.score >= 0)
    proof = prove_invariants(model, {}).proofs[0]
    assert (proof.verdict, proof.action, proof.before["score"]) == (NOT_INDUCTIVE, "the start", -1)


def test_what_makes_a_proof_empty_is_named() -> None:
    """An action that no state allows, and a start that does not fit into the bags."""

    def never(s: Board) -> None:
        require(s.score < 0, "r")
        s.score = -5

    def start(s: Board) -> None:
        s.me.pieces.add(Piece())
        s.me.pieces.add(Piece())

    model = model_with(never, start)
    model.invariant("score")(lambda s: s.score >= 0)
    assert prove_invariants(model, {}, slots=2).impossible == ["act"]
    assert prove_invariants(model, {}, slots=1).impossible == ["the start", "act"]


def test_too_little_effort_is_unknown_and_not_proved() -> None:
    others = [name for name in dcg.actions if name != "pass"]
    result = prove_invariants(dcg, VALUES, slots=1, effort=1, without=others)
    assert UNKNOWN in {proof.verdict for proof in result.proofs}
    told = next(proof for proof in result.proofs if proof.verdict == UNKNOWN)
    assert told.reason
    assert told.reason in counterexample(told)


PRINTED = """
from rulehound_testing.model_mutants import MUTANTS
from rulehound.checker.model.prove import prove_invariants
from rulehound.spec.dcg.model import model
from rulehound_testing.dcg.values import VALUES
others = [name for name in model.actions if name != MUTANTS[0].action]
print(prove_invariants(MUTANTS[0].plant(model), VALUES, slots=1, without=others))
"""


def test_two_runs_find_the_same_counterexample() -> None:
    """In processes of their own, whose hashes differ."""
    tests = str(TESTS)
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PRINTED],
            env={**os.environ, "PYTHONPATH": tests, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    one, other = (run.communicate()[0] for run in runs)
    assert one == other
    assert NOT_INDUCTIVE in one


def test_the_kernel_is_proved_for_decks_of_any_size() -> None:
    result = prove_invariants(kernel, {}, slots=2)
    assert [proof.verdict for proof in result.proofs] == [PROVED, PROVED]
    assert result.impossible == []


def spinning() -> Model:
    """A model whose invariant holds and is not inductive: that coins never exceed the score goes unsaid."""

    def act(s: Board) -> None:
        s.score += 1
        with when(s.me.coins < 3):
            s.me.coins += 1

    model = model_with(act)

    @model.action("spend")
    def spend(s: Board) -> None:
        require(s.score > s.me.coins, "enough")
        s.score -= 1

    model.invariant("score")(lambda s: s.score >= 0)
    model.invariant("coins")(lambda s: implies(s.score == 0, s.me.coins <= 0))
    return model


def test_spacer_finds_what_induction_lacks_and_induction_proves_it() -> None:
    alone = {proof.invariant: proof for proof in prove_invariants(spinning(), {}).proofs}
    assert alone["coins"].verdict == NOT_INDUCTIVE
    helped = {proof.invariant: proof for proof in prove_invariants(spinning(), {}, spacer=10_000_000).proofs}
    assert helped["coins"].verdict == PROVED
    assert helped["coins"].strengthening
    assert "Spacer found and induction proves" in helped["coins"].rests_on[0]


def test_spacer_does_not_prove_what_play_can_break() -> None:
    model = spinning()

    @model.action("steal")
    def steal(s: Board) -> None:
        require(s.score >= 1, "enough")
        s.score -= 1

    proofs = {proof.invariant: proof for proof in prove_invariants(model, {}, spacer=10_000_000).proofs}
    assert proofs["coins"].verdict == NOT_INDUCTIVE
    assert "Spacer finds a path" in proofs["coins"].reason


def test_what_spacer_says_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula that is no invariant proves nothing, whoever found it."""
    for claimed in ("state['score'] >= 0", "state['score'] >= 5", "z3.BoolVal(True)"):
        monkeypatch.setattr(
            induction,
            "strengthening",
            lambda state, *_, claimed=claimed: eval(claimed, {"state": state, "z3": z3}),
        )
        proofs = {proof.invariant: proof for proof in prove_invariants(spinning(), {}, spacer=1).proofs}
        assert proofs["coins"].verdict == NOT_INDUCTIVE
        assert proofs["coins"].reason == "what Spacer found is not inductive"
