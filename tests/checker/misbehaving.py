"""Engines of no game that misbehave in one way each: `python -P tests/checker/misbehaving.py WAY`.

Standard library only. Every one answers its handshake properly, but for those that fail in it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

DEAF = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"
SLEEPER = [sys.executable, "-P", "-c", DEAF]


def say(message: Any) -> None:
    """One line on standard output."""
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()


def hear() -> Any:
    """The next message; ends the process at the end of the input."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def answer(message: Any, result: Any) -> None:
    say({"jsonrpc": "2.0", "id": message["id"], "result": result})


def greet(**other: Any) -> None:
    """Answer the handshake."""
    greeting = {"protocol": "1.0", "game": "toy", "engine": "misbehaving", "version": "1", **other}
    answer(hear(), greeting)


def echo() -> None:
    """Serve: every question is answered with its parameters, a refusal where `refuse` is among them."""
    while True:
        message = hear()
        if "refuse" in message["params"].get("action", {}):
            data = {"reasons": [{"reason": "no", "rule": "some.rule", "text": "not so", "unknown": 1}]}
            error = {"code": 1, "message": "refused", "data": data}
            say({"jsonrpc": "2.0", "id": message["id"], "error": error})
        else:
            answer(message, message["params"])


def forever() -> None:
    while True:
        time.sleep(60)


def reply(make: Callable[[Any], Any]) -> None:
    """Answer the handshake, then the next question with this; then serve."""
    greet()
    made = make(hear())
    if made is not None:
        say(made)
    echo()


def drip() -> None:
    greet()
    hear()
    while True:
        sys.stdout.write("x")
        sys.stdout.flush()
        time.sleep(0.01)


def flood() -> None:
    greet()
    hear()
    while True:
        sys.stdout.write("x" * 65536)


def talkative() -> None:
    sys.stderr.write("chatter\n" * 200_000 + "last words\n")
    sys.stderr.flush()
    greet()
    echo()


def stubborn() -> None:
    """Ignores every signal that can be ignored, and the end of its input."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    greet()
    forever()


def parent(new_session: bool) -> None:
    """Leaves a child behind that outlives it, in its own session if so told."""
    subprocess.Popen(SLEEPER, start_new_session=new_session)
    greet()
    echo()


def glutton() -> None:
    greet()
    hear()
    hoard = bytearray(1 << 30)
    say({"jsonrpc": "2.0", "id": 2, "result": {"had": len(hoard)}})


def say_part() -> None:
    greet()
    hear()
    sys.stdout.write('{"jsonrpc": "2.0", "id":')
    sys.stdout.flush()


WAYS: dict[str, Callable[[], Any]] = {
    "sound": lambda: (greet(), echo()),
    "dies-at-once": lambda: (sys.stderr.write("no\ncannot \x1b[31mstart\n"), os._exit(7)),
    "garbage-at-once": lambda: (say("Loading cards...\x07 done"), forever()),
    "silent": forever,
    "old-protocol": lambda: greet(protocol="0.9"),
    "other-game": lambda: greet(game="chess"),
    "bad-handshake": lambda: greet(capabilities=7),
    "closes-output": lambda: (os.close(1), forever()),
    "exits": lambda: (greet(), hear(), os._exit(3)),
    "killed": lambda: (greet(), hear(), os.kill(os.getpid(), signal.SIGKILL)),
    "exits-in-a-line": lambda: (say_part(), os._exit(0)),
    "stops-in-a-line": lambda: (say_part(), forever()),
    "hangs": lambda: (greet(), forever()),
    "drips": drip,
    "floods": flood,
    "not-json": lambda: reply(lambda _: "{not json"),
    "not-utf-8": lambda: (greet(), hear(), os.write(1, b'"\xff"\n'), forever()),
    "nested": lambda: reply(lambda _: "[" * 100_000),
    "nan": lambda: reply(lambda m: f'{{"jsonrpc": "2.0", "id": {m["id"]}, "result": {{"x": NaN}}}}'),
    "wrong-id": lambda: reply(lambda m: {"jsonrpc": "2.0", "id": m["id"] + 1, "result": {}}),
    "no-id": lambda: reply(lambda _: {"jsonrpc": "2.0", "result": {}}),
    "answers-twice": lambda: reply(lambda m: json.dumps({"id": m["id"], "result": {}}) + "\n" + "{}"),
    "a-number": lambda: reply(lambda m: {"id": m["id"], "result": 5}),
    "a-list": lambda: reply(lambda _: [1, 2]),
    "neither": lambda: reply(lambda m: {"id": m["id"]}),
    "both": lambda: reply(lambda m: {"id": m["id"], "result": {}, "error": {"code": 1}}),
    "own-error": lambda: reply(lambda m: {"id": m["id"], "error": {"code": -32603, "message": "oh\nno"}}),
    "bad-reasons": lambda: reply(lambda m: {"id": m["id"], "error": {"code": 1, "data": {"reasons": 3}}}),
    "no-reasons": lambda: reply(lambda m: {"id": m["id"], "error": {"code": 1, "message": "no"}}),
    "talkative": talkative,
    "stubborn": stubborn,
    "has-child": lambda: parent(new_session=False),
    "has-runaway": lambda: parent(new_session=True),
    "glutton": glutton,
}

if __name__ == "__main__":
    WAYS[sys.argv[1]]()
