"""Every fault that is planted into the reference engine, by name."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound_testing.faults import (
    cards,
    decisions,
    deck,
    deletion,
    drawing,
    editions,
    flow,
    leaving,
    memory,
    observation,
    rare_words,
    rewritten,
    rule_processing,
    single_lines,
    view,
    words,
)
from rulehound_testing.faults.attacks import battle, blocking, course, declaration, security
from rulehound_testing.faults.effects import (
    activating,
    candidates,
    conditions,
    continuous,
    durations,
    generic,
    gifts,
    keywords,
    paying,
    pending,
    piles,
    resolving,
    selecting,
    stacks,
    steps,
    triggers,
    waiting,
)
from rulehound_testing.faults.main_phase import (
    digivolving,
    dna,
    main_effects,
    materials,
    options,
    playing,
    showing,
)
from rulehound_testing.faults.patching import Fault
from rulehound_testing.faults.turns import breeding, setup, turn

BROKEN = (
    battle,
    blocking,
    course,
    declaration,
    security,
    cards,
    decisions,
    deck,
    deletion,
    drawing,
    editions,
    activating,
    candidates,
    conditions,
    continuous,
    durations,
    generic,
    gifts,
    keywords,
    paying,
    pending,
    piles,
    resolving,
    selecting,
    stacks,
    steps,
    triggers,
    waiting,
    flow,
    leaving,
    digivolving,
    dna,
    main_effects,
    materials,
    options,
    playing,
    showing,
    memory,
    observation,
    rule_processing,
    breeding,
    setup,
    turn,
    view,
    rewritten,
    words,
    rare_words,
    *single_lines.MODULES,
)
"""A module for each module of the engine that is broken."""

FAULTS: Mapping[str, Fault] = {name: fault for module in BROKEN for name, fault in module.FAULTS.items()}
"""All faults by name; no name is given twice."""

assert len(FAULTS) == sum(len(module.FAULTS) for module in BROKEN), "a name is given to two faults"
