"""What the children of the tests do: work, and all the wrong that a parser can do on a hostile file."""

import os
import signal
import sys
import time
from collections.abc import Generator

from rulehound.extract import DocumentError


def double(number: int) -> int:
    return 2 * number


def where() -> tuple[str, int]:
    return os.getcwd(), os.getpid()


def refuse(path: str) -> None:
    raise DocumentError(path, "it smells", "air it")


def hang() -> None:
    while True:
        time.sleep(60)


def devour() -> int:
    return len(bytearray(8 << 30))


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def leave() -> None:
    os._exit(3)


def chatter() -> str:
    print("chatter")
    print("chatter", file=sys.stderr)
    os.write(1, b"chatter")
    os.write(2, b"chatter")
    return sys.stdin.read()


def unpicklable() -> object:
    return lambda: None


def counting(start: int) -> Generator[int, int, None]:
    """Adds up what it is sent; what stands below zero goes wrong in several ways."""
    total = start
    while True:
        number = yield total
        if number == -1:
            crash()
        if number == -2:
            hang()
        if number == -3:
            devour()
        if number == -4:
            raise KeyError("lantern")
        total += number


def worn(start: int) -> Generator[int, int, None]:
    """Does one task well; any further one makes it crash."""
    number = yield start
    yield -number
    crash()
