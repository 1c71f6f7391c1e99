"""Every invariant of the model can fail: a fault planted into one action leaves it, from a legal position."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.model import model
from rulehound.spec.language import Interpreter
from rulehound_testing.dcg.line import Line, card, stack
from rulehound_testing.model_mutants import EARLY_MUTANTS, MUTANTS, Mutant

ROOKIE = card(1, level=3, dp=2, play_cost=3)
STRONG = card(2, level=4, dp=6)
BLOCKER = card(3, level=4, dp=4, keywords=("blocker",))
EGG = card(4, "digi-egg", level=2)
REQUIREMENT = {"card": 2, "level": 3, "colours": ("red",), "cost": 0}
ATTACKING = stack(STRONG, attacking=True, suspended=True)
XROS = card(5, level=6, digixros=1, listed=1)
SET = card(6, level=6, assembly=1, listed=2)
SHOWN = {"card": {**ROOKIE, "play_cost": 11}, "procedure": "play", "cost": 11}

POSITIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "place-played: the gauge is one longer": ({"stage": "shown", "shown": [SHOWN], "me__cards": 1}, {}),
    "effect-gain-memory: gains past the end": ({"memory": 9}, {"amount": 2}),
    "effect-lose-memory: loses past the end": ({"memory": -9, "stage": "ending"}, {"amount": 2}),
    "pass: the turn goes on": ({"memory": 2}, {}),
    "play: the card stays in the hand": ({"me__hand": 1}, {"card": ROOKIE}),
    "draw: the card stays in the deck": ({"stage": "draw", "me__deck": 1}, {}),
    "check: the card is in two places": (
        {"stage": "check", "opponent__security": 1, "me__battle": [ATTACKING], "target_is_player": True},
        {"card": ROOKIE},
    ),
    "check-over: the card vanishes": ({"stage": "revealed", "checks": 1, "revealed": EGG}, {}),
    "check-over: the card is kept": ({"stage": "revealed", "checks": 1, "revealed": EGG}, {}),
    "check: no card is counted": (
        {"stage": "check", "opponent__security": 1, "me__battle": [ATTACKING], "target_is_player": True},
        {"card": ROOKIE},
    ),
    "begin-checks: nothing to check": (
        {"stage": "resolve", "me__battle": [ATTACKING], "target_is_player": True},
        {},
    ),
    "lay-security: nothing is laid": (
        {"stage": "lay-security", "me__deck": 10, "opponent__deck": 10},
        {},
    ),
    "digivolve: from an empty hand": (
        {"me__battle": [stack(ROOKIE)]},
        {"card": STRONG, "way": REQUIREMENT},
    ),
    "hatch: from an empty pile": ({"stage": "breeding"}, {"egg": EGG}),
    "hatch: onto another": (
        {"stage": "breeding", "me__egg_deck": 1, "me__breeding": [stack(EGG)]},
        {"egg": EGG},
    ),
    "effect-dp-mine: the bound is one lower": ({"me__battle": [stack(ROOKIE)]}, {"amount": -2}),
    "effect-dp-mine: DP below 0": ({"me__battle": [stack(ROOKIE)]}, {"amount": -3}),
    "effect-de-digivolve-mine: what remains stays": ({"me__battle": [stack(STRONG, EGG)]}, {}),
    "effect-de-digivolve-theirs: what remains stays": ({"opponent__battle": [stack(STRONG, EGG)]}, {}),
    "hatch: into an attack": ({"stage": "breeding", "me__egg_deck": 1}, {"egg": EGG}),
    "attack-player: before its effects": ({"edition": "fan-2020", "me__battle": [stack(STRONG)]}, {}),
    "attack-player: the phase goes on": ({"me__battle": [stack(STRONG)]}, {}),
    "block: both are attacked": (
        {
            "stage": "block",
            "me__battle": [ATTACKING],
            "opponent__battle": [stack(BLOCKER)],
            "target_is_player": True,
        },
        {},
    ),
    "end-attack: it is still attacked": (
        {
            "stage": "end-of-attack",
            "me__battle": [ATTACKING],
            "opponent__battle": [stack(BLOCKER, targeted=True)],
        },
        {},
    ),
    "unblocked: what was kept is kept": (
        {
            "stage": "block",
            "me__battle": [ATTACKING],
            "opponent__battle": [stack(BLOCKER, kept=True)],
            "target_is_player": True,
        },
        {},
    ),
    "end-effect: where it began is kept": ({"stage": "effect", "after": "main"}, {}),
    "when-attacking-over: in every edition": (
        {"stage": "when-attacking", "me__battle": [ATTACKING], "target_is_player": True},
        {},
    ),
    "delete: they stay": (
        {"stage": "would-delete", "then": "main", "opponent__battle": [stack(ROOKIE, fate="deleted")]},
        {},
    ),
    "battle-over: nobody retaliates": (
        {"stage": "battled", "me__battle": [{**ATTACKING, "fate": "retaliation"}]},
        {},
    ),
    "battle-over: Piercing is still due": (
        {"stage": "battled", "me__battle": [ATTACKING], "piercing": True},
        {},
    ),
    "deck-out: nobody wins": ({"stage": "draw"}, {}),
    "win: the game goes on": (
        {"stage": "resolve", "me__battle": [ATTACKING], "target_is_player": True},
        {},
    ),
    "pay: it stays shown": ({"stage": "placed", "memory": 1, "shown": [{**SHOWN, "on_field": True}]}, {}),
    "place-played: it is not on the field": (
        {"stage": "shown", "memory": 1, "shown": [SHOWN], "me__cards": 1},
        {},
    ),
    "digixros-from-hand: in any place": (
        {"stage": "shown", "shown": [{**SHOWN, "card": XROS}], "me__hand": 1, "me__cards": 2},
        {"listed": {"card": 5, "place": 2, "named": 1}, "card": ROOKIE},
    ),
    "assemble: in every edition": (
        {"stage": "shown", "shown": [{**SHOWN, "card": SET}], "me__trash": 2, "me__cards": 3},
        {"listed": {"card": 6, "place": 1, "named": 1}, "card": ROOKIE},
    ),
    "fail: it still digivolves": (
        {
            "stage": "shown",
            "shown": [{"card": STRONG, "procedure": "digivolve", "cost": 11}],
            "me__battle": [stack(ROOKIE, role="base")],
            "me__cards": 2,
        },
        {},
    ),
    "effect-place-under-mine: a token": (
        {"me__hand": 1, "me__battle": [stack(ROOKIE, token=True)]},
        {"card": ROOKIE},
    ),
}
"""What a mutant is tried on, and with which parameters."""


def tried(mutant: Mutant) -> tuple[Line, Interpreter, dict[str, Any]]:
    fields, given = POSITIONS[f"{mutant.action}: {mutant.fault}"]
    if "revealed" in fields:
        fields = {**fields, "opponent__cards": 1}
    line = Line(**fields)
    planted = mutant.plant(model)
    return line, Interpreter(planted, line.interpreter.values), given


FAULTS = (*MUTANTS, *EARLY_MUTANTS)


@pytest.mark.parametrize("mutant", FAULTS, ids=lambda mutant: mutant.name)
def test_a_planted_fault_breaks_its_invariant(mutant: Mutant) -> None:
    line, faulty, given = tried(mutant)
    assert line.interpreter.failed_invariants(line.state) == []
    action = faulty.model.actions[mutant.action]
    parameters = line.parameters(action, given)
    assert faulty.failed_guards(line.state, action, parameters) == []
    after = faulty.apply(line.state, action, parameters)
    assert mutant.breaks in [invariant.name for invariant in faulty.failed_invariants(after)]


def test_every_invariant_has_such_a_fault() -> None:
    assert {mutant.breaks for mutant in FAULTS} == set(model.invariants)
