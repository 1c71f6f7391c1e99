"""Faults made by the operators, and every way in which one is caught or is not, on the toy and the kernel."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rulehound.checker.model.search import SearchLimits, search
from rulehound.checker.mutation import ModelCatcher, ModelOutcome, Mutant, mutants
from rulehound.checker.mutation.comparison import Comparison
from rulehound.checker.mutation.searched_states import SearchedStates
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import By, Configuration, Model, fact, negate, require, rule
from rulehound_testing import kernel
from rulehound_testing.dcg.values import VALUES as DCG_VALUES
from rulehound_testing.rotating import of_this_run
from rulehound_testing.toy import game as toy

VALUES = {"heap.full": 7}
SMALL = toy.configurations(VALUES)["small"]
WIDE = replace(SMALL, name="wide", ranges={"amount": (0, 1, 2, 3)})
NARROW = replace(SMALL, name="narrow", bounds={"Heap.count": (0, 3)})

OPERATORS = {
    "without the guard": "guard dropped",
    "guard ": "guard shifted",
    "effects: ": "effect shifted",
    "stays as it is": "effect dropped",
    "are swapped": "effects swapped",
}


def operator(mutant: Mutant) -> str:
    return next(name for mark, name in OPERATORS.items() if mark in mutant.fault)


def mutant(model: Model, name: str) -> Mutant:
    return next(mutant for mutant in mutants(model) if mutant.name == name)


def caught(
    name: str, configuration: Configuration = SMALL, model: Model = toy.model
) -> tuple[ModelOutcome, str]:
    found = ModelCatcher(model, VALUES, [configuration]).catch(mutant(model, name))
    assert found.mutant == name
    return found.outcome, found.shown


def test_every_fault_of_the_toy() -> None:
    assert [(mutant.fault, mutant.rules) for mutant in mutants(toy.model)] == [
        ("without the guard add.some", ("add.some",)),
        ("without the guard add.few", ("add.few",)),
        ("without the guard heap.full", ("heap.full",)),
        ("guard add.some: 1 is one more", ("add.some",)),
        ("guard add.some: 1 is one less", ("add.some",)),
        ("guard add.few: 2 is one more", ("add.few",)),
        ("guard add.few: 2 is one less", ("add.few",)),
        ("guard heap.full: heap.full is one more", ("heap.full",)),
        ("guard heap.full: heap.full is one less", ("heap.full",)),
        ("count stays as it is", ("add.turns",)),
        ("second stays as it is", ("add.turns",)),
    ]


def test_faults_of_the_kernel_by_operator() -> None:
    assert Counter(map(operator, mutants(kernel.kernel))) == {
        "guard dropped": 32,
        "guard shifted": 80,
        "effect shifted": 52,
        "effect dropped": 106,
        "effects swapped": 27,
    }


@pytest.mark.parametrize("model", [toy.model, kernel.kernel, dcg], ids=lambda model: model.name)
def test_each_changes_one_action_and_no_two_are_alike(model: Model) -> None:
    every = list(mutants(model))
    assert len({mutant.name for mutant in every}) == len(every)
    contents = set()
    for fault in every:
        sound = model.actions[fault.action]
        assert (fault.faulty.name, fault.faulty.parameters) == (sound.name, sound.parameters)
        assert (fault.faulty.guards != sound.guards) + (fault.faulty.effects != sound.effects) == 1
        contents.add((fault.action, fault.faulty.guards, fault.faulty.effects))
    assert len(contents) == len(every)


def test_there_are_hundreds_for_the_real_model_and_every_action_has_some() -> None:
    every = list(mutants(dcg))
    assert len(every) >= 5_000
    assert {mutant.action for mutant in every} == set(dcg.actions)
    assert set(map(operator, every)) == set(OPERATORS.values())


def test_planting_leaves_the_sound_model_alone() -> None:
    sound = toy.model.actions["add"]
    planted = mutant(toy.model, "add: count stays as it is").plant(toy.model)
    assert planted.actions["add"] is not sound
    assert toy.model.actions["add"] is sound
    assert search(planted, VALUES, SMALL).states == 2
    assert search(toy.model, VALUES, SMALL).states == 14


FEWER = "small: 8 states and 7 steps for 14 states and 22 steps"
NOT_REACHED = "the same steps in all 14 states of small"


@pytest.mark.parametrize(
    ("fault", "configuration", "outcome", "shown"),
    [
        ("without the guard heap.full", SMALL, ModelOutcome.SEARCH, "small: invariant heap.full"),
        ("guard heap.full: heap.full is one less", SMALL, ModelOutcome.SEARCH, "small: 2 deadlocks for 0"),
        ("guard add.few: 2 is one less", SMALL, ModelOutcome.COUNTS, FEWER),
        ("without the guard heap.full", NARROW, ModelOutcome.PROOF, "invariant heap.full"),
        ("without the guard add.few", SMALL, ModelOutcome.OPEN, NOT_REACHED),
        (
            "without the guard add.few",
            WIDE,
            ModelOutcome.COUNTS,
            "wide: 14 states and 30 steps for 14 states and 22 steps",
        ),
    ],
)
def test_what_becomes_of_a_fault(
    fault: str, configuration: Configuration, outcome: ModelOutcome, shown: str
) -> None:
    assert caught(f"add: {fault}", configuration) == (outcome, shown)


def careful() -> Model:
    """A toy with a guard that the invariant makes idle, and an action that a configuration may leave out."""
    model = toy.empty_heap("careful")

    @model.action("one")
    def one(s: toy.Heap) -> None:
        require(s.count <= fact("heap.full"), "heap.full", "idle")
        require(s.count != fact("heap.full"), "heap.full")
        with rule("add.turns"):
            s.count += 1
            s.second = negate(s.second)

    @model.action("spill", By.ENVIRONMENT)
    def spill(s: toy.Heap) -> None:
        require(s.count == 3, "add.some")
        s.count = 1

    model.invariant("heap.full")(lambda s: s.count <= fact("heap.full"))
    return model


def test_a_fault_that_cannot_matter_is_proved_to_be_none() -> None:
    assert caught("one: without the guard idle", model=careful()) == (
        ModelOutcome.SAME,
        "with at most 2 in a bag or a pile",
    )


def test_a_fault_that_lets_an_action_in_where_the_sound_one_never_is() -> None:
    """In bounds where the heap never holds three, but one that spills at two is seen."""
    bounds = replace(SMALL, bounds={"Heap.count": (0, 2)})
    assert caught("spill: guard add.some: 3 is one less", bounds, careful())[0] is ModelOutcome.COUNTS


def test_an_invariant_that_the_sound_step_is_not_proved_to_keep_proves_nothing() -> None:
    """A step of two from an odd heap: no such heap is reached, but induction does not know."""
    model = toy.empty_heap("even", over=lambda s: s.count >= 6)

    @model.action("two")
    def two(s: toy.Heap) -> None:
        require(s.count <= 5, "heap.full")
        s.count += 2

    model.invariant("heap.full")(lambda s: s.count <= 6)
    assert not search(model, VALUES, SMALL).counterexamples
    comparison = Comparison(model, VALUES, model.actions["two"])
    later = mutant(model, "two: guard heap.full: 5 is one more")
    assert list(comparison.broken_invariants(later.faulty)) == []
    assert not comparison.same(later.faulty)


def test_a_fault_that_two_alike_players_hide_from_the_counts_is_open() -> None:
    """Who wins by an empty deck: both players can, so the numbers stay as they are. It is told."""
    fault = mutant(kernel.kernel, "deck-out: second stays as it is")
    catch = ModelCatcher(kernel.kernel, {}, [kernel.SMALL]).catch(fault)
    assert catch.outcome is ModelOutcome.OPEN
    assert catch.shown == "other steps, but the same counts, in all 228 states of kernel-11110"


def test_where_steps_differ_is_where_searches_do() -> None:
    """A fault that makes no difference in any state leaves all counts of the kernel as they are."""
    ground = SearchedStates(kernel.kernel, {}, kernel.SMALL, SearchLimits())
    same = 0
    for fault in list(mutants(kernel.kernel))[::4]:
        if not ground.differs(kernel.kernel.actions[fault.action], fault.faulty):
            found = search(fault.plant(kernel.kernel), {}, kernel.SMALL)
            assert (found.states, found.taken, found.cut, found.levels) == (
                ground.sound.states,
                ground.sound.taken,
                ground.sound.cut,
                ground.sound.levels,
            )
            same += 1
    assert same == 41


RARE = [
    ("checks", "check-over: effects: attack.checks is one less"),
    ("unsettled-field", "effect-checks-theirs: effects: 24 is one less"),
    ("unsettled-field", "use-option: me.battle stays as it is"),
    ("overdrawn", "effect-checks-theirs: effects: 3 is one less"),
    ("decoys", "delete: guard mine-is-asked: 3 is one less"),
    ("retaliation", "effect-return-to-deck-mine: effects: 2 is one more"),
    ("long-list", "play: guard memory.affordable: 5 is one less"),
]
"""Configurations, and faults of the model that each alone shows."""


@pytest.mark.parametrize(("name", "fault"), of_this_run(RARE, 3))
def test_a_configuration_has_what_shows_a_rare_fault(name: str, fault: str) -> None:
    """Found among faults that no other configuration shows: each has this one alone to be seen in."""
    planted, configuration = mutant(dcg, fault), configurations(DCG_VALUES)[name]
    let_in = replace(configuration, without=configuration.without - {planted.action})
    ground = SearchedStates(dcg, DCG_VALUES, let_in, SearchLimits(states=20_000))
    assert ground.differs(dcg.actions[planted.action], planted.faulty)


def test_a_fault_in_the_real_model() -> None:
    eggs = configurations(DCG_VALUES)["eggs"]
    fault = mutant(dcg, "hatch: me.egg_deck stays as it is")
    catch = ModelCatcher(dcg, DCG_VALUES, [eggs]).catch(fault)
    assert (catch.outcome, catch.rules) == (ModelOutcome.SEARCH, ("breeding.hatch", "breeding.capacity"))
    assert "invariant cards.one-place" in catch.shown
