"""An engine in a fork of this process: it answers and refuses as it would here, and ends without harm."""

from __future__ import annotations

import os

import pytest

from rulehound.checker.engines import EngineError
from rulehound.checker.mutation.beside.forked_engine import ForkedEngine
from rulehound.spec.formats import Action, Observation, Refused, Setup
from rulehound_testing.toy.game import HeapEngine

GAME = Setup(cards=(), decks=(), seed=0)


def test_it_answers_and_refuses_as_the_engine_does() -> None:
    forked, here = ForkedEngine(HeapEngine), HeapEngine()
    try:
        assert forked.handshake() == here.handshake()
        assert forked.new_game(GAME) == here.new_game(GAME)
        assert forked.apply({"action": "add", "amount": 2}) == here.apply({"action": "add", "amount": 2})
        assert forked.legal_actions() == here.legal_actions()
        with pytest.raises(Refused) as refusal:
            forked.apply({"action": "add", "amount": 3})
        assert [reason.rule for reason in refusal.value.reasons] == ["add.few"]
        assert forked.restore(forked.save()) == here.observe() == forked.observe()
    finally:
        forked.end()


def test_what_is_changed_here_is_not_changed_there(monkeypatch: pytest.MonkeyPatch) -> None:
    forked = ForkedEngine(HeapEngine)
    try:
        monkeypatch.setattr(HeapEngine, "legal_actions", lambda _self: [])
        forked.new_game(GAME)
        assert len(forked.legal_actions()) == 2
    finally:
        forked.end()


class Ends(HeapEngine):
    """It ends its process."""

    def apply(self, action: Action) -> Observation:
        os._exit(3)


def test_an_engine_that_ends_breaks() -> None:
    forked = ForkedEngine(Ends)
    with pytest.raises(EngineError, match="has ended"):
        forked.apply({"action": "add", "amount": 1})
    forked.end()
