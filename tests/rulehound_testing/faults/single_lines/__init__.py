"""Faults of a line or two each, by the part of the engine that they break."""

from rulehound_testing.faults.single_lines import (
    attacks,
    attributes,
    candidates,
    cards,
    continuous,
    deletion,
    digivolving,
    gifts,
    leaving,
    materials,
    paying,
    piles,
    playing,
    positions,
    selecting,
    steps,
    triggers,
    turns,
)

MODULES = (
    attacks,
    attributes,
    candidates,
    cards,
    continuous,
    deletion,
    digivolving,
    gifts,
    leaving,
    materials,
    paying,
    piles,
    playing,
    positions,
    selecting,
    steps,
    triggers,
    turns,
)
"""All of them."""
