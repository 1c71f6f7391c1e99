"""Engines of the toy game that misbehave in one way each: `python -I -S stranger.py WAY [METHOD:N [GAME]]`.

Standard library only. Players take turns adding 1 or 2 to a heap that is full at 7. With a way of WAYS it
plays properly until it is asked METHOD for the Nth time (`observe:1` where nothing is said), and then does
something else. One of LIARS is wrong all along. With the environment variable STRANGER_ONCE, which names a
file, it misbehaves only in the process that finds no such file, and makes it; STRANGER_COUNT names a file
that counts processes. GAME is what it says that it plays.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

FULL = 7
CAPABILITIES = [
    *("new-game", "position", "legal-actions", "apply", "observe", "reasons", "save"),
    *("card-facts", "effects", "validate-deck"),
]
SLEEPER = [sys.executable, "-I", "-S", "-c"]
DEAF = "import signal, time; [signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)]; time.sleep(600)"
LAGS = "import sys, time; sys.stdin.read(); time.sleep(0.2)"
FORKS = f"import subprocess; subprocess.Popen({[*SLEEPER, DEAF]!r}, start_new_session=True)"


class Refusal(Exception):
    """What is asked is not legal."""


class Heap:
    """The toy's engine as it should be."""

    def __init__(self) -> None:
        self.count, self.turn = 0, 0

    def handshake(self, **_: Any) -> Any:
        who = {"protocol": "1.0", "game": "toy", "engine": "stranger", "version": "1"}
        return {**who, "capabilities": CAPABILITIES}

    def new_game(self, **_: Any) -> Any:
        self.count, self.turn = 0, 0
        return self.observe()

    def position(self, position: Any, **_: Any) -> Any:
        self.count, self.turn = position["count"], position.get("turn", 0)
        return self.observe()

    def observe(self) -> Any:
        over = self.count >= FULL
        return {"count": self.count, "turn": self.turn, "decider": None if over else self.turn}

    def legal_actions(self) -> Any:
        return [{"action": "add", "amount": n} for n in (1, 2) if self.count + n <= FULL]

    def apply(self, action: Any) -> Any:
        if action not in self.legal_actions():
            raise Refusal("add.few" if action.get("amount", 0) > 2 else "heap.full")
        self.count, self.turn = self.count + action["amount"], 1 - self.turn
        return self.observe()

    def effect(self, effect: Any) -> Any:
        raise Refusal("add.some")

    def validate_deck(self, **_: Any) -> Any:
        return []

    def save(self) -> Any:
        return [self.count, self.turn]

    def restore(self, token: Any) -> Any:
        self.count, self.turn = token
        return self.observe()

    def close(self) -> Any:
        return None


class KeepsItsHeap(Heap):
    """A new game goes on from what the game before has left: state shared between games."""

    def new_game(self, **_: Any) -> Any:
        self.count %= 3
        self.turn = 0
        return self.observe()


class BeginsAnyhow(Heap):
    """Every process begins its games with another heap than the one before it."""

    def new_game(self, **_: Any) -> Any:
        with Path(os.environ["STRANGER_COUNT"]).open("a+b") as file:
            if not self.started:
                file.write(b"x")
            self.started = True
            self.count, self.turn = file.tell() % 3, 0
        return self.observe()

    started = False


class ForgetsToRestore(Heap):
    """What it saves is not what it restores."""

    def restore(self, token: Any) -> Any:
        return self.observe()


class RestoresBesides(Heap):
    """What it restores looks right, and goes on otherwise."""

    tired = False

    def restore(self, token: Any) -> Any:
        self.tired = True
        return super().restore(token)

    def apply(self, action: Any) -> Any:
        super().apply(action)
        if self.tired:
            self.turn = 1 - self.turn
        return self.observe()

    def new_game(self, **_: Any) -> Any:
        self.tired = False
        return super().new_game()


class NamesAnew(Heap):
    """Sound: it gives other ids to things in every game, and shows the time of the day."""

    serial = random.SystemRandom().randrange(10**6)

    def observe(self) -> Any:
        self.serial += 1
        pebbles = [{"id": f"pebble-{os.getpid()}-{n}"} for n in range(self.count)]
        return {**super().observe(), "pebbles": pebbles, "clock": self.serial}


class HasNoSave(Heap):
    """It declares what it does not have."""

    save = None


LIARS = {
    "keeps-its-heap": KeepsItsHeap,
    "begins-anyhow": BeginsAnyhow,
    "forgets-to-restore": ForgetsToRestore,
    "restores-besides": RestoresBesides,
    "names-anew": NamesAnew,
    "has-no-save": HasNoSave,
}


def say(message: Any) -> None:
    """One line on standard output."""
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()


def part(text: str) -> None:
    """Some of a line."""
    sys.stdout.write(text)
    sys.stdout.flush()


def result(message: Any, value: Any) -> Any:
    return {"jsonrpc": "2.0", "id": message["id"], "result": value}


def error(message: Any, code: int, text: str, data: Any = None) -> Any:
    return {"jsonrpc": "2.0", "id": message["id"], "error": {"code": code, "message": text, "data": data}}


def forever() -> NoReturn:
    while True:
        time.sleep(60)


def flood(stream: Any, text: str = "x") -> NoReturn:
    while True:
        stream.write(text * 65536)


def drip() -> NoReturn:
    while True:
        part("x")
        time.sleep(0.01)


def deaf(*numbers: int) -> None:
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)


def dies_and_is_spoken_for(message: Any) -> NoReturn:
    """The process ends, and one that it has forked answers in its place."""
    if os.fork():
        os._exit(0)
    time.sleep(0.4)
    say(result(message, {"count": 0, "turn": 0, "decider": 0}))
    forever()


def swells() -> NoReturn:
    """Takes more memory than anybody gave it, and touches it."""
    hoard = []
    while True:
        hoard.append(bytearray(b"x" * (16 << 20)))


SOUND_STATE = {"count": 0, "turn": 0, "decider": 0}

WAYS: dict[str, Callable[[Any], Any]] = {
    "hangs": lambda _: forever(),
    "stops-reading": lambda _: forever(),
    "crashes": lambda _: (sys.stderr.write("at step 3\nIndexError: no such card\n"), os._exit(3)),
    "raises": lambda _: (sys.stderr.write("oh \x1b[31mno\n"), os.kill(os.getpid(), signal.SIGSEGV)),
    "exits": lambda _: os._exit(0),
    "exits-in-a-line": lambda _: (part('{"jsonrpc": "2.0", "id":'), os._exit(0)),
    "stops-in-a-line": lambda _: (part('{"jsonrpc": "2.0", "id":'), forever()),
    "closes-its-output": lambda _: (os.close(1), forever()),
    "drips": lambda _: drip(),
    "floods": lambda _: flood(sys.stdout),
    "floods-its-error-output": lambda _: flood(sys.stderr),
    "floods-with-lines": lambda m: flood(sys.stdout, json.dumps(result(m, SOUND_STATE)) + "\n"),
    "dies-and-is-spoken-for": dies_and_is_spoken_for,
    "swells": lambda _: swells(),
    "not-json": lambda _: say("Loading cards... 100 %\x07"),
    "blank": lambda _: say(""),
    "not-utf-8": lambda _: os.write(1, b'"\xff"\n'),
    "lone-surrogate": lambda m: say(f'{{"id": {m["id"]}, "result": {{"count": "\\ud800"}}}}'),
    "nan": lambda m: say(f'{{"id": {m["id"]}, "result": {{"count": NaN}}}}'),
    "infinite": lambda m: say(f'{{"id": {m["id"]}, "result": {{"count": 1e999}}}}'),
    "huge-number": lambda m: say(f'{{"id": {m["id"]}, "result": {{"count": 1{"0" * 400}}}}}'),
    "longer-number": lambda m: say(f'{{"id": {m["id"]}, "result": {{"count": 1{"0" * 9000}}}}}'),
    "nested": lambda m: say(f'{{"id": {m["id"]}, "result": {{"count": {"[" * 500}{"]" * 500}}}}}'),
    "swollen": lambda m: say(f'{{"id": {m["id"]}, "result": {{"stones": [{"0," * 600_000}0]}}}}'),
    "nested-past-reading": lambda _: say("[" * 100_000),
    "wrong-id": lambda m: say({"id": m["id"] + 1, "result": SOUND_STATE}),
    "id-as-text": lambda m: say({"id": str(m["id"]), "result": SOUND_STATE}),
    "no-id": lambda _: say({"jsonrpc": "2.0", "result": SOUND_STATE}),
    "answers-twice": lambda m: say("\n".join([json.dumps(result(m, SOUND_STATE))] * 2)),
    "speaks-first": lambda m: (
        say({"jsonrpc": "2.0", "method": "hurry", "params": {}}),
        say(result(m, SOUND_STATE)),
    ),
    "answers-with-a-question": lambda m: say({"jsonrpc": "2.0", "id": m["id"], "method": "why"}),
    "a-number": lambda m: say(result(m, 5)),
    "a-list": lambda _: say([1, 2]),
    "neither": lambda m: say({"id": m["id"]}),
    "both": lambda m: say({**result(m, {}), "error": {"code": 1}}),
    "bad-reasons": lambda m: say(error(m, 1, "no", {"reasons": 3})),
    "no-reasons": lambda m: say(error(m, 1, "no")),
    "own-error": lambda m: say(error(m, -32603, "oh\nno \x1b[2J")),
    "no-such-method": lambda m: say(error(m, -32601, "unheard of")),
}
"""What it does where it is asked what it misbehaves at."""

AT_ONCE: dict[str, Callable[[], Any]] = {
    "dies-at-once": lambda: (sys.stderr.write("no\ncannot \x1b[31mstart\n"), os._exit(7)),
    "garbage-at-once": lambda: (say("Loading cards...\x07 done"), forever()),
    "silent": forever,
    "talks-on-its-error-output": lambda: sys.stderr.write("chatter\n" * 200_000 + "last words\n"),
    "deaf": lambda: deaf(signal.SIGTERM, signal.SIGINT, signal.SIGHUP),
    "deaf-and-stays": lambda: deaf(signal.SIGTERM, signal.SIGINT, signal.SIGHUP),
    "has-a-child-that-ends": lambda: subprocess.Popen([*SLEEPER, LAGS], stdin=subprocess.PIPE),
    "leaves-a-child": lambda: subprocess.Popen([*SLEEPER, DEAF]),
    "leaves-a-runaway": lambda: subprocess.Popen([*SLEEPER, DEAF], start_new_session=True),
    "leaves-a-stranger": lambda: subprocess.Popen([*SLEEPER, DEAF], start_new_session=True, env={}),
    "leaves-a-grandchild": lambda: subprocess.Popen([*SLEEPER, FORKS]).wait(),
}
"""What it does before it reads anything; but for the first three it then plays properly."""

GREETINGS: dict[str, dict[str, Any]] = {
    "old-protocol": {"protocol": "0.9"},
    "other-game": {"game": "chess"},
    "bad-handshake": {"capabilities": 7},
    "loud-name": {"engine": "\x1b[31m<b>me</b>\n]]>", "version": "\u202e1"},
}
"""What it says of itself otherwise than it should."""


def misbehaves_here() -> bool:
    """Whether this process is one that does not behave."""
    once = os.environ.get("STRANGER_ONCE")
    if once is None:
        return True
    first = not Path(once).exists()
    Path(once).touch()
    return first


def answer(engine: Heap, message: Any) -> Any:
    """What a sound engine would answer."""
    try:
        method = getattr(engine, message["method"])
        if method is None:
            return error(message, -32601, "there is no such method")
        return result(message, method(**message["params"]))
    except Refusal as refusal:
        reason = {"reason": "no", "rule": str(refusal), "text": "not so"}
        return error(message, 1, "no", {"reasons": [reason]})


def main(way: str, at: str = "observe:1", game: str = "toy") -> None:
    engine = LIARS.get(way, Heap)()
    if way in AT_ONCE:
        AT_ONCE[way]()
    method, _, number = at.partition(":")
    left = int(number) if way in WAYS and misbehaves_here() else 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["method"] == method and left:
            left -= 1
            if not left:
                WAYS[way](message)
                if way == "stops-reading":
                    forever()
                continue
        told = answer(engine, message)
        if message["method"] == "handshake":
            told["result"].update({"game": game, **GREETINGS.get(way, {})})
        say(told)
        if message["method"] == "close":
            break
    if way == "deaf-and-stays":
        forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
