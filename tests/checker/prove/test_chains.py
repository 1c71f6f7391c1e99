"""Chains: every step legal by the interpreter but the last, which is at the boundary of one guard alone."""

from __future__ import annotations

import pytest

from rulehound.checker.prove.chains import Chain, chains
from rulehound.spec.dcg import game
from rulehound.spec.language import Interpreter, Pool, record
from spec.dcg.law import VALUES

MODEL = game.model()
assert game.vectors is not None
(STACK,) = game.vectors.chains
BUILT, NONE = chains(MODEL, VALUES, STACK.action, STACK.guard, STACK.longest, STACK.links)


def test_every_length_is_tried_at_every_boundary() -> None:
    assert NONE == []
    lengths = [len(chain.parameters) for chain in BUILT]
    assert {length: lengths.count(length) for length in set(lengths)} == {1: 5, 2: 5, 3: 5, 4: 5}
    assert sum(chain.legal for chain in BUILT) == 4


@pytest.mark.parametrize("chain", BUILT, ids=lambda chain: chain.case)
def test_the_interpreter_agrees(chain: Chain) -> None:
    interpreter = Interpreter(MODEL, VALUES)
    action = MODEL.actions[chain.action]
    kinds = action.parameters
    state = MODEL.from_dict(chain.start)
    assert not interpreter.failed_invariants(state)
    for number, shown in enumerate(chain.parameters, start=1):
        (onto,) = state[MODEL.paths.index("me.breeding")]
        card = kinds["card"]
        assert isinstance(card, Pool)
        chosen = {"card": record(card.record, shown["card"]), "onto": onto}
        failed = [guard.name for guard in interpreter.failed_guards(state, action, chosen)]
        last = number == len(chain.parameters)
        assert failed == ([chain.guard] if last and not chain.legal else [])
        if not failed:
            state = interpreter.apply(state, action, chosen)
    (stack,) = MODEL.as_dict(state)["me.breeding"]
    height = len(chain.parameters) + chain.legal
    assert (stack["cards"], stack["level"]) == (height, height + 1)
