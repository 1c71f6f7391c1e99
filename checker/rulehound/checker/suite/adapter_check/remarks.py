"""What there is to say of an adapter: what is fine, what to mend and how, and what was not tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour


class Judged(StrEnum):
    """The judgement on one thing that was tried."""

    FINE = "fine"
    MEND = "mend"
    """It is not as the protocol has it."""
    DOUBT = "doubt"
    """It may be intended, and makes checks weaker."""
    NOT_TRIED = "not tried"


class Remark(msgspec.Struct, frozen=True):
    """One line about an adapter."""

    check: str
    """What was looked at; the same name for every adapter."""
    judged: Judged
    what: str
    remedy: str = ""
    """What to do about it."""
    message: str = ""
    """The engine's own message, cut short and with control characters escaped."""


class Report(msgspec.Struct, frozen=True):
    """All remarks on one adapter."""

    engine: str
    """The command, or the name of an installed engine."""
    name: str
    version: str
    protocol: str
    schema: str
    game: str
    edition: str
    """By which it was tried."""
    remarks: Sequence[Remark]

    @property
    def exit_status(self) -> int:
        """1 where something is to be mended, 3 where nothing but the handshake could be tried, else 0."""
        if any(remark.judged is Judged.MEND for remark in self.remarks):
            return 1
        tried = [remark for remark in self.remarks if remark.judged is not Judged.NOT_TRIED]
        return 0 if any(not remark.check.startswith("handshake") for remark in tried) else 3


REMEDIES: Mapping[Misbehaviour, str] = {
    Misbehaviour.CRASHED: "find out why it ends; its standard error may tell",
    Misbehaviour.OUT_OF_MEMORY: "let it keep less",
    Misbehaviour.EXITED: "read lines until standard input ends or `close` is asked for",
    Misbehaviour.CUT_OFF: "write each answer as a whole line before ending",
    Misbehaviour.TIMEOUT: "answer every line with one line, and flush the output after it",
    Misbehaviour.UNREAD: "read every line of standard input",
    Misbehaviour.UNFINISHED: "write an answer in one go and end it with a newline",
    Misbehaviour.TOO_MUCH: "show less; leave `hidden` out, say",
    Misbehaviour.NOT_JSON: "write nothing but answers to standard output; all else belongs to standard error",
    Misbehaviour.WRONG_ID: "answer with the `id` that was asked with",
    Misbehaviour.UNASKED: "write one line for each line read, and nothing besides",
    Misbehaviour.MALFORMED: "compare it with `rulehound adapter schema`",
    Misbehaviour.MISSING: "add the method, or do not list the capability",
    Misbehaviour.WITHHELD: "answer it, or do not list the capability",
    Misbehaviour.ENDLESS: "go on with the game once a question has been answered",
    Misbehaviour.FAILED: "refuse an illegal action, or a situation that cannot be set up, with error code 1; "
    "any other error is a fault to mend",
}
"""What to do about each way in which an engine can fail to answer."""


def broken(check: str, error: EngineError) -> Remark:
    """The remark on an engine that failed to answer something."""
    remedy = REMEDIES.get(error.kind, "see what it does when it is asked this by hand")
    return Remark(check, Judged.MEND, str(error), remedy)
