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
    fifth_sample,
    fifth_sample_a,
    fifth_sample_e,
    flow,
    fourth_sample,
    leaving,
    memory,
    observation,
    rare_words,
    rewritten,
    rule_processing,
    second_sample,
    third_sample,
    third_sample_effects,
    third_sample_game,
    view,
    words,
)
from rulehound_testing.faults.attacks import battle, blocking, course, declaration, security
from rulehound_testing.faults.effects import (
    activating,
    candidates,
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
    fifth_sample_a,
    flow,
    fifth_sample,
    fourth_sample,
    fifth_sample_e,
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
    second_sample,
    third_sample,
    third_sample_game,
    third_sample_effects,
)
"""A module for each module of the engine that is broken."""

FAULTS: Mapping[str, Fault] = {name: fault for module in BROKEN for name, fault in module.FAULTS.items()}
"""All faults by name; no name is given twice."""

assert len(FAULTS) == sum(len(module.FAULTS) for module in BROKEN), "a name is given to two faults"
