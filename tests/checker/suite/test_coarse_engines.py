"""Engines that make some decisions by themselves: what they choose is followed, and has to be legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.records import Finding
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Observation, Setup
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.faults.catalogue import FAULTS

BY_ITSELF = ("redraw", "breeding", "block")


class Decides(DcgAdapter):
    """The reference engine, which takes some decisions out of the players' hands."""

    def __init__(self, choose: Callable[[Sequence[Action]], Action]) -> None:
        super().__init__()
        self.choose = choose

    def new_game(self, setup: Setup) -> Observation:
        return self.decided(super().new_game(setup))

    def apply(self, action: Action) -> Observation:
        return self.decided(super().apply(action))

    def decided(self, observation: Observation) -> Observation:
        while observation["winner"] is None and observation["decision"] in BY_ITSELF:
            observation = super().apply(self.choose(self.legal_actions()))
        return observation


def found_in(engine: Decides, chooses: Sequence[str], seeds: Sequence[int]) -> list[Finding]:
    """What is found in short random games that are judged with that said of the engine."""
    at_hand = CompiledModel(game, VALUES, chooses)
    found: list[Finding] = []
    for seed in seeds:
        setup, chance = game.setup(seed, VALUES), Random(seed)
        judge = Judge(at_hand, {card.number: card for card in setup.cards})
        observation = engine.new_game(setup)
        found += judge.state(observation)
        for _ in range(60):
            if observation["winner"] is not None:
                break
            action = chance.choice(engine.legal_actions())
            after = engine.apply(action)
            found += [*judge.step(observation, action, after), *judge.state(after)]
            observation = after
    return found


@pytest.mark.parametrize("by", ["the first", "by lot"])
def test_what_an_engine_chooses_by_itself_is_followed_where_it_says_so(by: str) -> None:
    lots = Random(1)
    engine = Decides((lambda offered: offered[0]) if by == "the first" else lots.choice)
    assert found_in(engine, BY_ITSELF, range(4)) == []


@pytest.mark.parametrize("place", [0, -1])
def test_an_engine_that_does_not_say_so_is_held_to_ask(place: int) -> None:
    assert found_in(Decides(lambda offered: offered[place]), (), range(1)) != []


def test_what_has_several_answers_is_to_be_asked() -> None:
    def hatch(offered: Sequence[Action]) -> Action:
        return next((action for action in offered if action["action"] == "hatch"), offered[0])

    found = found_in(Decides(hatch), ("block",), range(1))
    assert any("stage breeding" in finding.expected for finding in found)


def test_what_it_chooses_has_to_be_legal() -> None:
    """It has Digimon without Blocker block, and asks nobody."""
    with FAULTS["anybody-blocks"].install():
        found = found_in(Decides(lambda offered: offered[0]), BY_ITSELF, range(6))
    assert {finding.rule for finding in found} & {"block.blocker", "block.switches", "block.suspends"}


class AsksLittle(Decides):
    """The reference engine, which does not ask where there is one answer alone, and says nothing of that."""

    def __init__(self) -> None:
        super().__init__(lambda offered: offered[0])

    def decided(self, observation: Observation) -> Observation:
        while observation["decision"] in BY_ITSELF and len(self.legal_actions()) == 1:
            observation = super(Decides, self).apply(*self.legal_actions())
        return observation


def test_a_decision_that_has_one_answer_alone_need_not_be_asked() -> None:
    assert found_in(AsksLittle(), (), range(4)) == []


def test_what_comes_of_a_decision_that_is_not_asked_is_judged_all_the_same() -> None:
    with FAULTS["no-digivolve-draw"].install():
        found = found_in(AsksLittle(), (), range(2))
    assert "digivolve.draw" in {finding.rule for finding in found}


def test_every_decision_of_the_game_may_be_made_by_an_engine() -> None:
    assert found_in(AsksLittle(), list(game.reader.conventions.choices), range(1)) == []
