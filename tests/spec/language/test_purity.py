"""Tracing is pure: an action gives the same nodes however often and in whatever order actions are traced."""

from __future__ import annotations

import random

import pytest

from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.language import Model, Number, require
from rulehound_testing.kernel import kernel
from rulehound_testing.made_up_model import Board, model_with
from rulehound_testing.random_models import model_of
from rulehound_testing.toy import game as toy

MODELS = {"kernel": kernel, "toy": toy.model, "dcg": dcg}


@pytest.mark.parametrize("name", MODELS)
def test_every_action_is_traced_alike_each_time(name: str) -> None:
    """Nodes are interned, so equal ones are the same objects."""
    model = MODELS[name]
    assert impure(model, random.Random(name)) == []


def impure(model: Model, chance: random.Random) -> list[str]:
    """The actions that two more tracings, in random order, give otherwise than the first."""
    twice = 2 * list(model.actions)
    chance.shuffle(twice)
    return [name for name in twice if model.trace(name) != model.actions[name]]


def test_an_action_that_is_not_pure_is_noticed() -> None:
    counted: list[Number] = []

    def act(s: Board) -> None:
        require(s.score < len(counted), "counted")
        counted.append(s.score)

    assert impure(model_with(act), random.Random(0)) == ["act", "act"]


def test_an_action_traced_among_others_is_the_same_alone() -> None:
    """Nothing is left behind by a tracing that another could see."""
    program = (
        [],
        [("update", "me.pieces", ("size",), ("element-colours",), ("new",), ("empty",), ("tired",))],
        False,
    )
    alone = model_of(program).actions["act"]
    for model in MODELS.values():
        assert impure(model, random.Random(1)) == []
    assert model_of(program).trace("act") == alone
