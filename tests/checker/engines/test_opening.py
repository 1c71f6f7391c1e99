"""Engines found and started, and one in process that is held to the same as one over a pipe."""

from __future__ import annotations

import random
import shlex
import sys
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from rulehound.checker.engines import (
    EngineError,
    EngineLimits,
    EngineStartError,
    Misbehaviour,
    engine_of,
    installed_engines,
    open_engine,
)
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.engines.opening import installed_engine
from rulehound.checker.engines.pipe import last_words
from rulehound.checker.errors import UserError
from rulehound.spec.dcg import game
from rulehound.spec.formats import Adapter, Reason, Refused, Setup
from rulehound_testing.toy import game as toy

PATIENT = EngineLimits(seconds=60)


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


JAVA = """\
Exception in thread "main" java.lang.RuntimeException: no move
\tat Sim.play(Sim.java:8)
Caused by: java.lang.NullPointerException: "card.cost" is null
\tat Sim.cost(Sim.java:4)
\t... 1 more
"""
NODE = """\
/adapter.js:2
  x.cost
    ^

TypeError: Cannot read properties of null (reading 'cost')
    at cost (/adapter.js:2:5)

Node.js v20.20.2
"""
GO = "panic: runtime error: index out of range [3]\n\ngoroutine 1 [running]:\nmain.main()\n\t/sim.go:5\n"
RUST = "thread 'main' panicked at src/main.rs:2:5: no card\nnote: run with `RUST_BACKTRACE=1`\n"
PYTHON = 'Traceback (most recent call last):\n  File "sim.py", line 1\nsim.Illegal: no such move\n'


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (JAVA, 'Caused by: java.lang.NullPointerException: "card.cost" is null'),
        (NODE, "TypeError: Cannot read properties of null (reading 'cost')"),
        (GO, "panic: runtime error: index out of range [3]"),
        (RUST, "thread 'main' panicked at src/main.rs:2:5: no card"),
        (PYTHON, "sim.Illegal: no such move"),
        ("loading Error cards\nout of cards \n\n", "out of cards"),
        ("  far in\n  farther in\n", "farther in"),
        ("cards.json: not found\n  line 4\n", "cards.json: not found"),
        ("\n", ""),
    ],
)
def test_last_words_are_those_on_what_went_wrong(written: str, said: str) -> None:
    assert last_words(written) == said


def test_memory_that_is_at_its_end_is_told_above_the_calls() -> None:
    engine = (
        "import sys; sys.stdin.readline(); "
        "sys.exit('java.lang.OutOfMemoryError: Java heap space\\n\\tat Sim.main(Sim.java:1)')"
    )
    with pytest.raises(EngineStartError, match=r"OutOfMemoryError: Java heap space\)") as caught:
        open_engine(shlex.join([sys.executable, "-c", engine]), "toy", PATIENT)
    assert isinstance(caught.value.__cause__, EngineError)
    assert caught.value.__cause__.kind is Misbehaviour.OUT_OF_MEMORY


def test_an_installed_engine_says_which_games_it_does_not_play() -> None:
    assert "reference" in installed_engines()
    with pytest.raises(EngineStartError, match="'reference' does not play 'chess'"):
        open_engine("reference", "chess")


def test_the_engine_of_a_game_is_the_one_that_it_names_where_that_is_installed() -> None:
    named = replace(toy.game, engine="reference")
    assert (engine_of(named), engine_of(named, "node mine.js")) == ("reference", "node mine.js")
    for nowhere in (toy.game, replace(toy.game, engine="not-installed")):
        assert engine_of(nowhere, "reference") == "reference"
        assert installed_engine(nowhere) == ""
        with pytest.raises(UserError, match=f"no engine of {toy.game.title} is installed; give one"):
            engine_of(nowhere)


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
    setup: Setup = game.setup(3, {**game.rulesets["manual-2.3"], **facts})
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
