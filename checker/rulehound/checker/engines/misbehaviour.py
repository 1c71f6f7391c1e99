"""The kinds of an engine's misbehaviour, and the errors for them before and after its handshake."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from rulehound.checker.errors import UserError

SHOWN = 200
"""Characters of an engine's own output that a message quotes."""


UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
"""The exceptions that reading JSON of another schema than the expected one raises."""


class Misbehaviour(StrEnum):
    """The kinds of misbehaviour of an engine that does not answer as it should."""

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
    """Its answer has an id that no question had."""
    UNASKED = "not asked for"
    """It answered a question twice, or sent a message of its own."""
    MALFORMED = "malformed result"
    """Its answer is JSON, but not of the type that the protocol demands."""
    MISSING = "missing method"
    """It says that it does not have a method, which it declared or which every engine has."""
    WITHHELD = "withheld"
    """It refused a method that it may not refuse: observe, legal_actions, save, or restore of its own
    save."""
    ENDLESS = "endless question"
    """It asks for decisions with one answer each again and again, and does not leave off."""
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
    """Turn errors in reading an observation into EngineError: malformed. Such an error is no verdict on a
    rule.

    The message of a plain LookupError says what is wrong. Of other errors the message names the class, too.
    """
    try:
        yield
    except UNREADABLE as error:
        what = "" if type(error) is LookupError else f"{type(error).__name__}: "
        detail = f"what it shows cannot be read: {what}{quoted(str(error))}"
        raise EngineError(Misbehaviour.MALFORMED, detail) from error


def quoted(text: str) -> str:
    """The start of an engine's own words on one line, control characters escaped: data to be shown."""
    start = text if len(text) <= SHOWN else text[:SHOWN] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in start)
