"""Faults that random games of the sound model show, and what is proved the same by every edition."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulehound.checker.mutation import ModelCatcher, ModelOutcome, Mutant, RandomGames, mutants
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.random_games import random_games
from rulehound.spec.dcg.model.state import Stage
from rulehound.spec.language import By, Interpreter, Model, both, fact, negate, require, rule, switch
from rulehound_testing.dcg.values import values_of
from rulehound_testing.toy import game as toy

FEW = {"heap.full": 7, "size": "few"}
MANY = {"heap.full": 7, "size": "many"}
SMALL = toy.configurations(FEW)["small"]
WITHOUT_EFFECTS = replace(SMALL, name="bounds", without=frozenset({"spill"}))


def spilling() -> Model:
    """A heap that one is added to; an effect takes two from it, in an edition of many only from five."""
    model = toy.empty_heap("spilling")

    @model.action("one")
    def one(s: toy.Heap) -> None:
        require(s.count != fact("heap.full"), "heap.full")
        with rule("add.turns"):
            s.count += 1
            s.second = negate(s.second)

    @model.action("spill", By.ENVIRONMENT)
    def spill(s: toy.Heap) -> None:
        require(s.count >= 2, "add.some")
        require(negate(both(switch("size", "many"), s.count <= 4)), "add.few")
        s.count -= 2

    model.invariant("heap.full")(lambda s: s.count <= fact("heap.full"))
    model.invariant("add.some")(lambda s: s.count >= 0)
    return model


MODEL = spilling()


def games(*editions: dict[str, object]) -> list[RandomGames]:
    return [RandomGames(MODEL, values, SMALL, str(values["size"])) for values in editions]


def mutant(name: str) -> Mutant:
    return next(mutant for mutant in mutants(MODEL) if mutant.name == name)


def caught(name: str, *editions: dict[str, object]) -> tuple[ModelOutcome, str]:
    catch = ModelCatcher(MODEL, FEW, [WITHOUT_EFFECTS], games=games(*editions)).catch(mutant(name))
    return catch.outcome, catch.shown


def test_games_come_to_every_state_of_a_small_model() -> None:
    [played] = games(FEW)
    assert played.states[0] == Interpreter(MODEL, FEW, SMALL).initial()
    assert sorted(played.states) == [(count, count % 2 == 1) for count in range(8)]
    assert played.states == games(FEW)[0].states
    assert played.scope == "8 states of small by few"


def test_so_many_are_tried() -> None:
    assert len(RandomGames(MODEL, FEW, SMALL, count=5).states) == 5


@pytest.mark.parametrize(
    ("fault", "editions", "outcome", "shown"),
    [
        (
            "spill: guard add.some: 2 is one more",
            [FEW],
            "steps",
            "other steps among 8 states of small by few",
        ),
        ("spill: guard add.some: 2 is one less", [FEW], "search", "small by few: invariant add.some"),
        ("one: without the guard heap.full", [FEW, MANY], "search", "small by few: invariant heap.full"),
        ("spill: guard add.few: 4 is one more", [FEW], "same", "with at most 2 in a bag or a pile"),
        (
            *("spill: guard add.few: 4 is one more", [FEW, MANY], "steps"),
            "other steps among 8 states of small by many",
        ),
        (
            *("spill: guard add.some: 2 is one more", [], "open"),
            "",  # no bounds let the effect in
        ),
    ],
)
def test_what_games_show(fault: str, editions: list[dict[str, object]], outcome: str, shown: str) -> None:
    assert caught(fault, *editions) == (ModelOutcome(outcome), shown)


def test_same_is_what_is_the_same_by_every_edition() -> None:
    """A single state is tried, in which nothing differs: the solver has to say it, by both editions."""
    started = [RandomGames(MODEL, values, SMALL, count=1) for values in (FEW, MANY)]
    fault = mutant("spill: guard add.few: 4 is one more")
    assert ModelCatcher(MODEL, FEW, [], games=started[:1]).catch(fault).outcome is ModelOutcome.SAME
    assert ModelCatcher(MODEL, FEW, [], games=started).catch(fault).outcome is ModelOutcome.OPEN


def test_games_of_the_game_come_to_every_stage_and_break_nothing() -> None:
    reached: set[int] = set()
    for edition in ("manual-2.3", "comprehensive-4.0"):
        values = values_of(edition)
        played = RandomGames(dcg, values, random_games(values), count=3_500)
        interpreter = Interpreter(dcg, values)
        assert not [s for s in played.states[::20] if interpreter.failed_invariants(s)]
        reached |= {state[dcg.paths.index("stage")] for state in played.states}
    assert {Stage(stage) for stage in reached} == set(Stage)
