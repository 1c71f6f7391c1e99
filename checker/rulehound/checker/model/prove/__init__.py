"""Proofs with z3 on the transition relation of a model."""

from rulehound.checker.model.prove.induction import (
    NOT_INDUCTIVE,
    PROVED,
    UNKNOWN,
    InductionResult,
    Proof,
    prove_invariants,
)
from rulehound.checker.model.prove.symbolic import SymbolicBag, SymbolicModel

__all__ = [
    "NOT_INDUCTIVE",
    "PROVED",
    "UNKNOWN",
    "InductionResult",
    "Proof",
    "SymbolicBag",
    "SymbolicModel",
    "prove_invariants",
]
