"""The ways in which an engine fails us, told apart: before its handshake is complete, and after."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from rulehound.checker.errors import UserError

SHOWN = 200
"""Characters of an engine's own output that a message quotes."""


UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
"""What reading JSON that is not of the schema that one takes it for comes to."""


class Misbehaviour(StrEnum):
    """What an engine did instead of answering."""

    CRASHED = "crashed"
    """Its process was ended by a signal, or ended with another status than 0."""
    OUT_OF_MEMORY = "out of memory"
    """Its process ended, and its last words were that it had no memory left."""
    EXITED = "exited"
    """Its process ended with status 0, or it closed its input or output."""
    CUT_OFF = "cut off"
    """Its process ended in the middle of an answer."""
    OUTLIVED = "outlived"
    """Its process ended, and something that it had started held on to its output."""
    TIMEOUT = "timeout"
    """It began no answer within the time limit."""
    UNREAD = "input not read"
    """It did not read its input within the time limit."""
    UNFINISHED = "unfinished answer"
    """It began an answer and did not end it within the time limit, which is one for the whole message."""
    TOO_MUCH = "too much output"
    """Its answer is longer than the limit on one message."""
    NOT_JSON = "not JSON"
    """It wrote a line that is not a JSON message."""
    WRONG_ID = "wrong id"
    """It answered under an id that nothing was asked under."""
    UNASKED = "not asked for"
    """It answered something a second time, or sent a message of its own."""
    MALFORMED = "malformed result"
    """Its answer is JSON, and not what the protocol demands there."""
    MISSING = "missing method"
    """It says that it does not have a method, which it declared or which every engine has."""
    WITHHELD = "withheld"
    """It refused what no engine may: to show the game, to list actions, to save, to restore what it saved."""
    FAILED = "failed"
    """It reported an error of its own, or raised one."""


class EngineStartError(UserError):
    """An engine that cannot be started, or whose handshake does not complete: one line, exit status 2."""


class EngineError(Exception):
    """An engine that misbehaved after its handshake: the verdict of what it was asked is *error*."""

    def __init__(self, kind: Misbehaviour, detail: str) -> None:
        super().__init__(f"{kind.value}: {detail}")
        self.kind = kind
        self.detail = detail


@contextmanager
def unreadable_is_malformed() -> Iterator[None]:
    """Where what an engine shows is read: what cannot be is its fault, or ours, and no verdict on a rule.

    A plain LookupError says in words what is wrong; another error is one that nobody foresaw, and is named.
    Raises EngineError then.
    """
    try:
        yield
    except UNREADABLE as error:
        what = "" if type(error) is LookupError else f"{type(error).__name__}: "
        detail = f"what it shows cannot be read: {what}{quoted(str(error))}"
        raise EngineError(Misbehaviour.MALFORMED, detail) from error


def quoted(text: str) -> str:
    """The start of an engine's own words on one line, control characters escaped: data, not our words."""
    start = text if len(text) <= SHOWN else text[:SHOWN] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in start)
