"""The ways in which an engine fails us, told apart: before its handshake is complete, and after."""

from __future__ import annotations

from enum import StrEnum

from rulehound.checker.errors import UserError

SHOWN = 200
"""Characters of an engine's own output that a message quotes."""


class Misbehaviour(StrEnum):
    """What an engine did instead of answering."""

    EXITED = "exited"
    """Its process ended, or it closed its output."""
    TIMEOUT = "timeout"
    """It gave no whole answer within the time limit."""
    NOT_JSON = "not JSON"
    """It wrote a line that is not a JSON message."""
    WRONG_ID = "wrong id"
    """It answered something else than it was asked."""
    TOO_MUCH = "too much output"
    """Its answer is longer than the limit on one message."""
    MALFORMED = "malformed result"
    """Its answer is JSON, and not what the protocol demands there."""
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


def quoted(text: str) -> str:
    """The start of an engine's own words on one line, control characters escaped: data, not our words."""
    start = text if len(text) <= SHOWN else text[:SHOWN] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in start)
