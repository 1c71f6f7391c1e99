"""The DCG model: rules written once, as guarded actions that cite the rules they carry out."""

from rulehound.spec.dcg.model import attack, effects, invariants, main_phase, turn
from rulehound.spec.dcg.model.state import (
    COLOURS,
    KEYWORDS,
    Card,
    Kind,
    Requirement,
    Stack,
    Stage,
    State,
    Winner,
    model,
)

__all__ = [
    "COLOURS",
    "KEYWORDS",
    "Card",
    "Kind",
    "Requirement",
    "Stack",
    "Stage",
    "State",
    "Winner",
    "attack",
    "effects",
    "invariants",
    "main_phase",
    "model",
    "turn",
]
