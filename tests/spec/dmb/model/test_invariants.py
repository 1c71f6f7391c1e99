"""Proofs of the invariants, and faults planted into the model that break them."""

from __future__ import annotations

import pytest

from rulehound.checker.efforts import EFFORTS
from rulehound.checker.model.prove import NOT_INDUCTIVE, PROVED, prove_invariants
from rulehound.spec.dmb.model import model
from rulehound_testing.dmb.values import VALUES
from rulehound_testing.model_mutants import Mutant, without_effect, without_guard

WORK = EFFORTS["quick"].proof_steps

FAULTS = [
    Mutant("evolve", "a second one", without_guard("evolution.once"), "evolution.once"),
    Mutant("place", "a second Digimon", without_guard("empty"), "active.one"),
    Mutant("rack", "a second card", without_guard("evolution.rack"), "evolution.rack"),
    Mutant("rack", "the card stays in the hand", without_effect("me.hand"), "cards.one-place"),
    Mutant("hand-is-small", "a hand of seven", without_guard("end.hand-limit"), "end.hand-limit"),
    Mutant("nobody-wins", "the game goes on", without_guard("ko.win"), "ko.win"),
    Mutant("attacks-chosen", "one has not chosen", without_guard("strategy.choice"), "strategy.both"),
    Mutant("end-turn", "what was shown stays", without_effect("me.shown"), "strategy.secret"),
    Mutant("end-turn", "the support stays", without_effect("me.support"), "support.declared"),
    Mutant("knock-out", "the Digimon stays", without_effect("me.active"), "ko.discard"),
    Mutant("knock-out", "nothing is deleted", without_effect("me.destiny_deleted"), "delete.destiny"),
]


def test_every_invariant_is_proved_for_any_card() -> None:
    result = prove_invariants(model, VALUES, slots=EFFORTS["quick"].slots, effort=WORK)
    assert {proof.invariant for proof in result.proofs if proof.verdict != PROVED} == set()
    assert len(result.proofs) == 22
    assert not result.impossible


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.action}-{fault.breaks}")
def test_a_fault_breaks_a_proof(fault: Mutant) -> None:
    result = prove_invariants(fault.plant(model), VALUES, slots=2, effort=WORK)
    verdicts = {proof.invariant: proof.verdict for proof in result.proofs}
    assert verdicts[fault.breaks] == NOT_INDUCTIVE
