"""Engines met in process and over a pipe: what they do wrong is told apart, and nothing is left running."""

from __future__ import annotations

import os
import random
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
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
from rulehound.checker.engines.pipe import Pipe
from rulehound.spec.dcg import game
from rulehound.spec.formats import Adapter, Reason, Refused, Setup

SCRIPT = Path(__file__).with_name("misbehaving.py")
PATIENT = Limits(seconds=60)
HASTY = 0.2
"""Seconds, for engines that never answer."""

TOKEN = "RULEHOUND_TEST_TOKEN"


def command(way: str) -> str:
    return shlex.join([sys.executable, "-P", str(SCRIPT), way])


def opened(way: str, limits: Limits = PATIENT) -> EngineClient:
    return open_engine(command(way), "toy", limits)


def running(token: str) -> list[int]:
    """Processes that carry a token in their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if f"{TOKEN}={token}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


@pytest.fixture(autouse=True)
def _nothing_left(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test here, no process is left that it started, at any remove."""
    token = f"{os.getpid()}-{request.node.name}"
    monkeypatch.setenv(TOKEN, token)
    yield
    for _ in range(500):  # a process that was killed may take a moment to be gone
        if not running(token):
            break
        time.sleep(0.01)
    assert running(token) == []


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("dies-at-once", r"did not complete its handshake: exited: it ended with status 7 \(cannot \\x1b"),
        ("garbage-at-once", r"not JSON: handshake was answered with 'Loading cards...\\x07 done'"),
        ("old-protocol", "speaks protocol '0.9', not '1.0'"),
        ("other-game", "plays 'chess', not 'toy'"),
        ("bad-handshake", "malformed result: answer to handshake: Expected `array`, got `int`"),
        ("closes-output", "exited: it closed its output"),
    ],
)
def test_failure_in_the_handshake_is_one_clear_line(way: str, said: str) -> None:
    with pytest.raises(EngineStartError, match=said) as caught:
        opened(way)
    assert str(caught.value).isprintable()
    assert caught.value.remedy


def test_an_engine_that_never_answers_its_handshake_does_not_start() -> None:
    with pytest.raises(EngineStartError, match=r"timeout: no answer within 0\.2 s"):
        opened("silent", Limits(seconds=HASTY))


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


def test_a_sound_engine_is_heard() -> None:
    engine = opened("sound")
    assert engine.handshake().engine == "misbehaving"
    action = {"action": "é", "deep": [1, {"a": None}]}
    assert engine.apply(action) == {"action": action}
    with pytest.raises(Refused) as caught:
        engine.apply({"refuse": True})
    assert caught.value.reasons == (Reason("no", "some.rule", "not so"),)
    large = {"action": "x" * (1 << 20)}
    assert engine.apply(large) == {"action": large}
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="it has been closed"):
        engine.observe()


@pytest.mark.parametrize(
    ("way", "kind", "said"),
    [
        ("exits", Misbehaviour.EXITED, "ended with status 3"),
        ("killed", Misbehaviour.EXITED, "ended by SIGKILL"),
        ("exits-in-a-line", Misbehaviour.EXITED, "in the middle of a line"),
        ("not-json", Misbehaviour.NOT_JSON, "observe was answered with '{not json'"),
        ("not-utf-8", Misbehaviour.NOT_JSON, "observe"),
        ("nested", Misbehaviour.NOT_JSON, "observe"),
        ("nan", Misbehaviour.NOT_JSON, "observe"),
        ("wrong-id", Misbehaviour.WRONG_ID, "asked with id 2 and answered with id 3"),
        ("no-id", Misbehaviour.WRONG_ID, "answered with no id"),
        ("a-number", Misbehaviour.MALFORMED, "Expected `object`, got `int`"),
        ("a-list", Misbehaviour.MALFORMED, "Expected `object`, got `array`"),
        ("neither", Misbehaviour.MALFORMED, "has not one of result and error"),
        ("both", Misbehaviour.MALFORMED, "has not one of result and error"),
        ("own-error", Misbehaviour.FAILED, r"error -32603: oh\\nno"),
        ("bad-reasons", Misbehaviour.MALFORMED, "refusal of observe"),
        ("glutton", Misbehaviour.EXITED, "MemoryError"),
        ("floods", Misbehaviour.TOO_MUCH, "over 1000000 bytes in one message"),
    ],
)
def test_misbehaviour_after_the_handshake_is_told_apart(way: str, kind: Misbehaviour, said: str) -> None:
    engine = opened(way, Limits(seconds=60, message=1_000_000, memory=256 << 20))
    try:
        with pytest.raises(EngineError, match=said) as caught:
            engine.observe()
        assert caught.value.kind is kind
        assert str(caught.value).isprintable()
    finally:
        engine.close()


def test_an_engine_that_broke_its_pipe_is_not_asked_again() -> None:
    engine = opened("wrong-id")
    for _ in range(2):
        with pytest.raises(EngineError, match="wrong id"):
            engine.observe()
    engine.close()


def test_a_second_answer_to_one_question_is_no_answer_to_the_next() -> None:
    engine = opened("answers-twice")
    assert engine.observe() == {}
    with pytest.raises(EngineError) as caught:
        engine.observe()
    assert caught.value.kind is Misbehaviour.WRONG_ID
    engine.close()


def test_a_refusal_without_reasons_is_a_refusal() -> None:
    engine = opened("no-reasons")
    with pytest.raises(Refused, match="gives no reason"):
        engine.observe()
    engine.close()


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("hangs", "its input not read|no answer"),
        ("drips", "a part of an answer"),
        ("stops-in-a-line", "a part of an answer"),
    ],
)
def test_no_whole_line_in_time_is_a_timeout(way: str, said: str) -> None:
    pipe = Pipe(shlex.split(command(way)), PATIENT)
    pipe.exchange(b'{"id": 1, "method": "handshake", "params": {}}')
    try:
        with pytest.raises(EngineError, match=said) as caught:
            pipe.exchange(b'{"id": 2, "method": "observe", "params": {}}', HASTY)
        assert caught.value.kind is Misbehaviour.TIMEOUT
    finally:
        pipe.close()


def test_an_engine_that_does_not_read_is_a_timeout_and_no_deadlock() -> None:
    pipe = Pipe(shlex.split(command("hangs")), PATIENT)
    pipe.exchange(b'{"id": 1, "method": "handshake", "params": {}}')
    try:
        with pytest.raises(EngineError, match="its input not read"):
            pipe.exchange(b"x" * (4 << 20), HASTY)
    finally:
        pipe.close()


def test_talk_on_standard_error_blocks_nobody_and_is_kept_short() -> None:
    pipe = Pipe(shlex.split(command("talkative")), PATIENT)
    pipe.exchange(b'{"id": 1, "method": "handshake", "params": {}}')
    assert pipe.complaint() == "last words"
    pipe.close()


@pytest.mark.parametrize("way", ["stubborn", "has-child", "has-runaway", "sound"])
def test_everything_that_an_engine_started_ends_with_it(way: str, request: pytest.FixtureRequest) -> None:
    token = f"{os.getpid()}-{request.node.name}"
    engine = opened(way)
    expected = 2 if way.startswith("has-") else 1
    # on a busy machine a child has answered before its own child is to be seen
    patience = time.monotonic() + 30
    while len(running(token)) < expected and time.monotonic() < patience:
        time.sleep(0.05)
    assert len(running(token)) == expected
    engine.close()


def test_an_engine_that_nobody_closed_ends_when_it_is_forgotten() -> None:
    engine = opened("stubborn")
    del engine


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
        (None, Misbehaviour.MALFORMED),
    ],
)
def test_an_engine_in_process_is_held_to_the_same(odd: Any, kind: Misbehaviour) -> None:
    engine = local(Odd(odd))
    with pytest.raises(EngineError) as caught:
        engine.observe()
    assert caught.value.kind is kind


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
