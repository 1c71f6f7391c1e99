"""Engines found and started, and one in process that is held to the same as one over a pipe."""

from __future__ import annotations

import random
import shlex
import sys
from typing import Any

import msgspec
import pytest

import toy
from rulehound.checker.engines import (
    EngineError,
    EngineStartError,
    Limits,
    Misbehaviour,
    installed_engines,
    open_engine,
)
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.spec.dcg import game
from rulehound.spec.formats import Adapter, Reason, Refused, Setup

PATIENT = Limits(seconds=60)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("no-such-command --adapter", "engine command 'no-such-command' does not exist"),
        ("/", "engine command '/' cannot be run: Permission denied"),
        ("engine 'unbalanced", "cannot be read: No closing quotation"),
        ("  ", "the engine command is empty"),
        ("a\0b", "cannot be run: embedded null byte"),
    ],
)
def test_a_command_that_cannot_be_started_is_one_clear_line(spec: str, said: str) -> None:
    with pytest.raises(EngineStartError, match=said) as caught:
        open_engine(spec, "toy")
    assert "\n" not in str(caught.value)
    assert "reference" in caught.value.remedy


def test_an_installed_engine_says_which_games_it_does_not_play() -> None:
    assert "reference" in installed_engines()
    with pytest.raises(EngineStartError, match="'reference' does not play 'chess'"):
        open_engine("reference", "chess")


class Odd(toy.HeapEngine):
    """An engine in this process with one method that does something else."""

    def __init__(self, odd: Any) -> None:
        super().__init__()
        self.odd = odd

    def observe(self) -> Any:
        return self.odd(super().observe()) if callable(self.odd) else self.odd


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        (lambda _: 1 / 0, Misbehaviour.FAILED),
        (lambda _: object(), Misbehaviour.MALFORMED),
        (lambda _: [1], Misbehaviour.MALFORMED),
        (lambda _: {"count": 10**30}, Misbehaviour.MALFORMED),
        (lambda _: {"count": "\ud800"}, Misbehaviour.MALFORMED),
        (lambda _: sys.exit(0), Misbehaviour.FAILED),
        (None, Misbehaviour.MALFORMED),
    ],
)
def test_an_engine_in_process_is_held_to_the_same(odd: Any, kind: Misbehaviour) -> None:
    engine = local(Odd(odd))
    with pytest.raises(EngineError) as caught:
        engine.observe()
    assert caught.value.kind is kind


def test_the_words_of_a_refusal_are_held_to_the_same_too() -> None:
    class Rude(toy.HeapEngine):
        def observe(self, player: int | None = None) -> Any:
            raise Refused([Reason("no", text="\ud800")])

    with pytest.raises(EngineError, match="refusal of observe"):
        local(Rude()).observe()


def local(engine: Adapter) -> EngineClient:
    return EngineClient(LocalChannel(engine), engine.handshake())


def test_what_an_engine_in_process_showed_does_not_change_afterwards() -> None:
    board = {"count": 0}
    engine = local(Odd(lambda _: board))
    before = engine.observe()
    board["count"] = 5
    assert before == {"count": 0}
    assert engine.observe() == {"count": 5}


def test_the_reference_engine_is_the_same_in_process_and_over_a_pipe() -> None:
    facts = {"deck.size": 50, "deck.copies": 4, "egg-deck.max": 5, "egg-deck.copies": 4}
    setup: Setup = game.reader.setup(3, {**game.rulesets["manual-2.3"], **facts})
    here = open_engine("reference", "dcg")
    there = open_engine(shlex.join([sys.executable, "-P", "-m", "rulehound.engine"]), "dcg", PATIENT)
    assert msgspec.structs.asdict(here.handshake()) == msgspec.structs.asdict(there.handshake())
    assert here.new_game(setup) == there.new_game(setup)
    chance = random.Random(3)
    for _ in range(60):
        offered = here.legal_actions()
        assert there.legal_actions() == offered
        if not offered:
            break
        action = chance.choice(offered)
        assert here.apply(action) == there.apply(action)
    refusals = []
    for engine in (here, there):
        with pytest.raises(Refused) as caught:
            engine.apply({"action": "no such thing"})
        refusals.append(caught.value.reasons)
    assert refusals[0] == refusals[1]
    assert here.observe() == there.observe() == there.restore(there.save())
    for engine in (here, there):
        engine.close()
