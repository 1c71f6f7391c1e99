"""Channels to an engine: over a pipe (JSON-RPC 2.0, one message a line), or in this process.

Both channels give plain JSON values, raise Refused where the engine refuses, and EngineError where it
misbehaves.
JSON-RPC: https://www.jsonrpc.org/specification.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from rulehound.checker.engines.bounded_json import json_of_line
from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour, quoted
from rulehound.checker.engines.pipe import Pipe
from rulehound.spec.formats import Adapter, Reason, Refused

REFUSED = 1
"""Error code of a refusal; `data` then is `{"reasons": [...]}`."""

NO_METHOD = -32601
"""Error code of an engine that does not have a method."""

LAST_WORDS = 0.5
"""Seconds that an engine gets to answer `close`."""


class Channel(Protocol):
    """A way to ask an engine."""

    def call(self, method: str, parameters: Mapping[str, Any]) -> Any:
        """The engine's answer as JSON values; parameters are named, in order. Raises Refused, EngineError."""

    def close(self) -> None:
        """Close the engine. A second call does nothing."""

    @property
    def ending(self) -> str | None:
        """Complaint about how its process ended when it was closed, '' for none; None without a process."""


class _Failure(msgspec.Struct):
    code: int
    message: str = ""
    data: Any = None


class _Reasons(msgspec.Struct):
    reasons: tuple[Reason, ...] = ()


class _Answer(msgspec.Struct):
    id: int | str | msgspec.UnsetType | None = msgspec.UNSET
    method: Any = msgspec.UNSET
    result: Any = msgspec.UNSET
    error: _Failure | msgspec.UnsetType = msgspec.UNSET


class PipeChannel:
    """A channel to an engine in a child process."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._asked = 0
        self._broken: EngineError | None = None

    def call(self, method: str, parameters: Mapping[str, Any]) -> Any:
        """Ask, and wait for the answer. After a misbehaviour every call raises the same error unasked."""
        if self._broken is not None:
            raise self._broken
        try:
            return self._ask(method, parameters, None)
        except EngineError as error:
            self._broken = error
            raise

    def close(self) -> None:
        """Ask the engine to close unless it has misbehaved, then end it whatever it says."""
        broken = self._broken is not None
        if not broken:
            self._broken = EngineError(Misbehaviour.EXITED, "it has been closed")
            with suppress(EngineError, Refused):
                self._ask("close", {}, LAST_WORDS)
        self._pipe.close(broken=broken)

    @property
    def ending(self) -> str | None:
        """Complaint about how the process ended when it was closed; '' where it ended and left nothing."""
        return self._pipe.ending

    def _ask(self, method: str, parameters: Mapping[str, Any], seconds: float | None) -> Any:
        self._asked += 1
        question = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": parameters}
        line = self._pipe.exchange(msgspec.json.encode(question), seconds)
        answer = read_answer(line, self._asked, method)
        if answer.error is msgspec.UNSET:
            return answer.result
        if answer.error.code == REFUSED:
            raise Refused(read_reasons(answer.error.data, method, answer.error.message))
        kind = Misbehaviour.MISSING if answer.error.code == NO_METHOD else Misbehaviour.FAILED
        message = f"{method}: error {answer.error.code}: {quoted(answer.error.message)}"
        raise EngineError(kind, message)


def read_answer(line: bytes, expected: int, method: str) -> _Answer:
    """Read a line as the answer to the message whose id is `expected`.

    Raises EngineError where it is not JSON, malformed, under a wrong id, or not asked for.
    """
    message = json_of_line(line, f"the answer to {method}")
    try:
        answer = msgspec.convert(message, _Answer)
    except msgspec.ValidationError as error:
        raise EngineError(Misbehaviour.MALFORMED, f"answer to {method}: {quoted(str(error))}") from None
    if answer.method is not msgspec.UNSET:
        what = f"before its answer to {method} it sent a message of its own, {quoted(repr(answer.method))}"
        raise EngineError(Misbehaviour.UNASKED, what)
    if isinstance(answer.id, int) and 0 < answer.id < expected:
        what = f"before its answer to {method} (id {expected}) it answered id {answer.id} a second time"
        raise EngineError(Misbehaviour.UNASKED, what)
    if answer.id != expected or isinstance(answer.id, bool):
        id_in_words = "no id" if answer.id is msgspec.UNSET else f"id {quoted(repr(answer.id))}"
        message = f"{method} was asked with id {expected} and answered with {id_in_words}"
        raise EngineError(Misbehaviour.WRONG_ID, message)
    if (answer.error is msgspec.UNSET) == (answer.result is msgspec.UNSET):
        raise EngineError(
            Misbehaviour.MALFORMED, f"answer to {method} has neither, or both, of result and error"
        )
    return answer


def read_reasons(data: Any, method: str, message: str = "") -> tuple[Reason, ...]:
    """Read the reasons of a refusal from the data of an error. Raises EngineError for malformed ones.

    Where the engine gives no reasons, there is one reason "unknown" with its message.
    """
    try:
        reasons = msgspec.convert({} if data is None else data, _Reasons).reasons
    except msgspec.ValidationError as error:
        raise EngineError(Misbehaviour.MALFORMED, f"refusal of {method}: {quoted(str(error))}") from None
    return reasons or (Reason("unknown", text=message or "the engine gives no reason"),)


class LocalChannel:
    """A channel to an engine in this process. Its answers are converted to JSON and back, as over a pipe.

    So both channels behave alike, and an answer does not change when the engine goes on.
    """

    def __init__(self, engine: Adapter) -> None:
        self._engine = engine
        self._closed = False

    def call(self, method: str, parameters: Mapping[str, Any]) -> Any:
        """Ask. Any exception of the engine other than Refused becomes an EngineError: failed."""
        try:
            result = getattr(self._engine, method)(*parameters.values())
        except Refused as refusal:
            data = self._as_json({"reasons": refusal.reasons}, f"refusal of {method}")
            raise Refused(read_reasons(data, method)) from None
        except (Exception, SystemExit) as error:
            message = f"{method}: {type(error).__name__}: {quoted(str(error))}"
            raise EngineError(Misbehaviour.FAILED, message) from error
        return self._as_json(result, f"answer to {method}")

    def close(self) -> None:
        """Close the engine, once. What it raises then is ignored."""
        if not self._closed:
            self._closed = True
            with suppress(Exception):
                self._engine.close()

    @property
    def ending(self) -> str | None:
        """None: it runs in the process of the checker."""
        return None

    def _as_json(self, value: Any, what: str) -> Any:
        """A value of the engine, converted to JSON and back. Raises EngineError where it is malformed."""
        try:
            line = msgspec.json.encode(value)
        except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
            raise EngineError(Misbehaviour.MALFORMED, f"{what}: {quoted(str(error))}") from None
        return json_of_line(line, what)
