"""Chains: every step legal by the interpreter but the last, which is at the boundary of one guard alone."""

from __future__ import annotations

from functools import cache

import pytest

from rulehound.checker.model.prove.chains import Chain, chains
from rulehound.spec.dcg import game
from rulehound.spec.language import By, Interpreter, Pool, State, record
from rulehound_testing.dcg.values import VALUES, values_of

MODEL = game.model()
assert game.vectors is not None
(STACK,) = game.vectors.chains
EDITIONS = ("manual-2.3", "comprehensive-4.0")
"""One edition places a card before it is paid for, the other one pays first."""

LENGTHS = {1: 6, 2: 6, 3: 6, 4: 6}
"""How many chains there are of each length."""


@cache
def built(edition: str) -> tuple[list[Chain], list[str]]:
    """The chains under an edition, and the cases for which there is none."""
    values = values_of(edition)
    found, none = chains(
        MODEL, values, STACK.action, STACK.guard, STACK.longest, STACK.links, STACK.then(values)
    )
    return list(found), list(none)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_length_is_tried_at_every_boundary(edition: str) -> None:
    found, none = built(edition)
    assert none == []
    lengths = [len(chain.parameters) for chain in found]
    assert {length: lengths.count(length) for length in set(lengths)} == LENGTHS
    assert [len(chain.parameters) for chain in found if chain.legal] == [1, 2, 3, 4]


def carried_out(interpreter: Interpreter, state: State, chain: Chain) -> State:
    """The state once the rules have done what follows, the steps that they take being those of the chain."""
    taken = []
    while legal := list(interpreter.successors(state, By.RULES)):
        [(action, _, state)] = legal
        taken.append(action.name)
    assert taken == list(STACK.then(interpreter.values)), chain.case
    return state


@pytest.mark.parametrize("number", range(sum(LENGTHS.values())))
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_interpreter_agrees(edition: str, number: int) -> None:
    chain = built(edition)[0][number]
    interpreter = Interpreter(MODEL, values_of(edition))
    action = MODEL.actions[chain.action]
    state = MODEL.from_dict(chain.start)
    assert not interpreter.failed_invariants(state)
    for length, shown in enumerate(chain.parameters, start=1):
        (onto,) = state[MODEL.paths.index("me.breeding")]
        chosen = {"onto": onto}
        for name, kind in action.parameters.items():
            if isinstance(kind, Pool):
                chosen[name] = record(kind.record, shown[name])
        failed = [guard.name for guard in interpreter.failed_guards(state, action, chosen)]
        last = length == len(chain.parameters)
        assert failed == ([chain.guard] if last and not chain.legal else [])
        if not failed:
            state = carried_out(interpreter, interpreter.apply(state, action, chosen), chain)
            assert not interpreter.failed_invariants(state)
    (stack,) = MODEL.as_dict(state)["me.breeding"]
    height = len(chain.parameters) + chain.legal
    assert (1 + len(stack["under"]), stack["top"]["level"]) == (height, height + 1)


def test_without_the_steps_of_the_rules_no_second_link_is_found() -> None:
    found, none = chains(MODEL, VALUES, STACK.action, STACK.guard, 2, STACK.links)
    assert {len(chain.parameters) for chain in found} == {1}
    assert len(none) == 6
