"""What engines do instead of answering is told apart, and nothing of them is left running."""

from __future__ import annotations

import os
import shlex
import time
from pathlib import Path

import pytest

from rulehound.checker.engines import EngineError, EngineLimits, EngineStartError, Misbehaviour
from rulehound.checker.engines import pipe as pipes
from rulehound.checker.engines.pipe import Pipe
from rulehound.spec.formats import Reason, Refused
from rulehound_testing.strangers.kinds import AFTERWARDS, LATE, ROWS
from rulehound_testing.strangers.starting import HASTY, PATIENT, command, opened, running
from rulehound_testing.strangers.stranger import AT_ONCE, GREETINGS, LIARS, WAYS


def test_every_way_to_misbehave_is_tried_and_every_name_is_met() -> None:
    assert {*ROWS, *LATE, *AFTERWARDS, "no-reasons", "stops-reading"} == set(WAYS)
    met = {kind for kind, _ in [*ROWS.values(), *LATE.values()]}
    assert met | {Misbehaviour.UNREAD, Misbehaviour.WITHHELD, Misbehaviour.ENDLESS} == set(Misbehaviour)


@pytest.mark.parametrize("way", ROWS)
def test_each_way_has_its_name(way: str) -> None:
    kind, said = ROWS[way]
    engine = opened(way)
    try:
        with pytest.raises(EngineError, match=said) as caught:
            engine.observe()
        assert caught.value.kind is kind
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 500
    finally:
        engine.close()


def test_an_engine_out_of_step_is_not_asked_again() -> None:
    engine = opened("wrong-id")
    errors = []
    for _ in range(2):
        with pytest.raises(EngineError) as caught:
            engine.observe()
        errors.append(caught.value)
    assert errors[0] is errors[1]
    engine.close()


@pytest.mark.parametrize("way", LATE)
def test_no_whole_answer_in_time_is_late_in_its_own_way(way: str) -> None:
    kind, said = LATE[way]
    pipe = Pipe(shlex.split(command(way)), EngineLimits(seconds=0.3, message=1 << 30))
    pipe.exchange(b'{"id": 1, "method": "handshake", "params": {}}', 60)
    try:
        with pytest.raises(EngineError, match=said) as caught:
            pipe.exchange(b'{"id": 2, "method": "observe", "params": {}}')
        assert caught.value.kind is kind
    finally:
        pipe.close(broken=True)


def test_an_engine_that_does_not_read_is_no_deadlock() -> None:
    pipe = Pipe(shlex.split(command("stops-reading")), HASTY)
    pipe.exchange(b'{"id": 1, "method": "handshake", "params": {}}', 60)
    line = b'{"id": 2, "method": "observe", "params": {}}\n'
    try:
        with pytest.raises(EngineError, match="its input not read") as caught:
            pipe.exchange(line + b"x" * (4 << 20))
        assert caught.value.kind is Misbehaviour.UNREAD
    finally:
        pipe.close(broken=True)


@pytest.mark.parametrize("way", AFTERWARDS)
def test_a_second_answer_to_one_question_is_no_answer_to_the_next(way: str) -> None:
    engine = opened(way)
    assert engine.observe()["count"] == 0
    with pytest.raises(EngineError, match=r"its answer to save \(id 3\) it answered id 2 a second") as caught:
        engine.save()
    assert caught.value.kind is Misbehaviour.UNASKED
    engine.close()


def test_what_is_said_before_the_end_counts_and_not_what_is_said_after() -> None:
    engine = opened("exits", "observe:2")
    assert engine.observe()["count"] == 0
    with pytest.raises(EngineError, match="ended with status 0"):
        engine.observe()
    engine.close()


def test_nobody_answers_in_the_name_of_a_process_that_has_ended() -> None:
    script = "read line; echo one; exec 3<&0; { sleep 0.2; echo two; sleep 60; } <&3 & exit 0"
    pipe = Pipe(["sh", "-c", script], PATIENT)
    assert pipe.exchange(b"first") == b"one"
    time.sleep(0.5)
    with pytest.raises(EngineError, match="status 0, and its output is still open") as caught:
        pipe.exchange(b"second")
    assert caught.value.kind is Misbehaviour.OUTLIVED
    pipe.close(broken=True)


def test_a_system_that_does_not_tell_of_an_end_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    engine = opened("dies-and-is-spoken-for")
    with pytest.raises(EngineError) as caught:
        engine.observe()
    assert caught.value.kind is Misbehaviour.OUTLIVED
    engine.close()


def test_without_proc_the_group_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("rulehound.checker.engines.process_end.PROC", tmp_path)
    engine = opened("leaves-a-child")
    engine.close()
    assert engine.ending == ""


def test_a_refusal_without_reasons_is_a_refusal() -> None:
    engine = opened("no-reasons", "apply:1")
    with pytest.raises(Refused, match=r"^no$"):
        engine.apply({"action": "add", "amount": 1})
    engine.close()


@pytest.mark.parametrize("method", ["observe", "legal_actions", "save", "restore"])
def test_what_no_engine_may_refuse_is_withheld(method: str) -> None:
    engine = opened("no-reasons", f"{method}:1")
    arguments = [[0, 0]] if method == "restore" else []
    with pytest.raises(EngineError, match=f"{method} is refused: no") as caught:
        getattr(engine, method)(*arguments)
    assert caught.value.kind is Misbehaviour.WITHHELD
    engine.close()


def test_of_a_flood_no_more_is_kept_than_a_message_may_have() -> None:
    pipe = Pipe(shlex.split(command("floods")), EngineLimits(seconds=60, message=100_000))
    pipe.exchange(b'{"id": 1, "method": "handshake", "params": {}}')
    with pytest.raises(EngineError, match="over 100000 bytes"):
        pipe.exchange(b'{"id": 2, "method": "observe", "params": {}}')
    assert len(pipe._pending) <= 100_000 + pipes.CHUNK
    pipe.close(broken=True)


def test_a_sound_engine_is_heard() -> None:
    engine = opened("names-anew")
    assert engine.handshake().engine == "stranger"
    assert engine.apply({"action": "add", "amount": 2})["count"] == 2
    with pytest.raises(Refused) as caught:
        engine.apply({"action": "é", "amount": 3})
    assert caught.value.reasons == (Reason("no", "add.few", "not so"),)
    long = "é" * 20_000
    assert engine.restore([0, long])["turn"] == long
    engine.close()
    engine.close()
    assert engine.ending == ""
    with pytest.raises(EngineError, match="it has been closed"):
        engine.observe()


def test_an_answer_that_is_one_byte_too_long_is_refused_and_one_that_is_not_is_taken() -> None:
    engine = opened("sound", limits=EngineLimits(seconds=60, message=1000))
    longest = 1000 - len('{"jsonrpc": "2.0", "id": 2, "result": {"count": 0, "turn": "", "decider": ""}}')
    assert len(engine.restore([0, "x" * (longest // 2)])["turn"]) == longest // 2
    with pytest.raises(EngineError) as caught:
        engine.restore([0, "x" * (longest // 2 + 1)])
    assert caught.value.kind is Misbehaviour.TOO_MUCH
    engine.close()


def test_talk_on_standard_error_blocks_nobody_and_is_kept_short() -> None:
    pipe = Pipe(shlex.split(command("talks-on-its-error-output")), PATIENT)
    pipe.exchange(b'{"id": 1, "method": "handshake", "params": {}}')
    assert pipe.complaint() == "last words"
    assert len(pipe._complaint) <= pipes.STDERR_KEPT
    pipe.close()


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("dies-at-once", r"did not complete its handshake: crashed: .* status 7 \(cannot \\x1b"),
        ("garbage-at-once", r"not JSON: the answer to handshake is 'Loading cards...\\x07 done'"),
        ("old-protocol", "speaks protocol '0.9', not '1.0'"),
        ("other-game", "plays 'chess', not 'toy'"),
        ("bad-handshake", "malformed result: answer to handshake: Expected `array`, got `int`"),
    ],
)
def test_failure_in_the_handshake_is_one_clear_line(way: str, said: str) -> None:
    with pytest.raises(EngineStartError, match=said) as caught:
        opened(way)
    assert str(caught.value).isprintable()
    assert caught.value.remedy


def test_an_engine_that_never_answers_its_handshake_does_not_start() -> None:
    with pytest.raises(EngineStartError, match=r"timeout: no answer within 0\.3 s"):
        opened("silent", limits=HASTY)


ENDINGS = {
    "sound": (1, ""),
    "deaf": (1, ""),
    "deaf-and-stays": (1, "it did not end within 0.3 s of being asked to and of its input being closed"),
    "has-a-child-that-ends": (2, ""),
    "leaves-a-child": (2, "it ended, and left 1 running of the processes that it had started"),
    "leaves-a-runaway": (2, "it ended, and left 1 running of the processes that it had started"),
    "leaves-a-grandchild": (2, "it ended, and left 1 running of the processes that it had started"),
}
"""Way to how many processes run, and what is said of how the engine ended."""


@pytest.mark.parametrize("way", ENDINGS)
def test_everything_that_an_engine_started_ends_with_it(way: str, token: str) -> None:
    expected, said = ENDINGS[way]
    engine = opened(way, limits=HASTY if way == "deaf-and-stays" else PATIENT)
    # on a busy machine a child has answered before its own child is to be seen
    patience = time.monotonic() + 30
    while len(running(token)) < expected and time.monotonic() < patience:
        time.sleep(0.05)
    assert len(running(token)) == expected
    engine.close()
    assert engine.ending == said


def test_a_child_without_the_mark_is_known_by_its_parent() -> None:
    pipe = Pipe(shlex.split(command("leaves-a-stranger")), PATIENT)
    pipe.exchange(b'{"id": 1, "method": "handshake", "params": {}}')
    (child,) = children(pipe._child.pid)
    pipe.close(broken=True)
    patience = time.monotonic() + 10  # what is killed may take a moment to be gone
    while is_running(child) and time.monotonic() < patience:
        time.sleep(0.01)
    assert not is_running(child)


def is_running(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    return [int(number) for number in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def test_an_engine_that_nobody_closed_ends_when_it_is_forgotten() -> None:
    engine = opened("deaf-and-stays", limits=HASTY)
    del engine


def test_every_stranger_is_met_in_some_test() -> None:
    told = {"dies-at-once", "garbage-at-once", "silent", "talks-on-its-error-output", "leaves-a-stranger"}
    assert {*ENDINGS, *told} - {"sound"} == set(AT_ONCE)
    assert set(GREETINGS) == {"old-protocol", "other-game", "bad-handshake", "loud-name"}
    assert LIARS
