"""An engine served over a pair of streams: JSON-RPC 2.0, one message a line, one answer a line.

Methods are `rulehound.spec.formats.METHODS`, parameters go by name, and the result is what the method of
`Adapter` returns. A refusal is an error of code 1 whose data lists the reasons. Batches are not served.
Source: https://www.jsonrpc.org/specification.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, TypeAlias

import msgspec

from rulehound.spec.formats import METHODS, PROTOCOL, Adapter, Reason, Refused

REFUSED = 1
PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes; of a longer line no more than that is kept in memory, and it is answered as a parse error."""

Maker: TypeAlias = Callable[[str], Adapter]
"""Makes a fresh engine for a game; raises LookupError where there is none."""


class Request(msgspec.Struct):
    """A JSON-RPC request; without `id` it is a notification, which is carried out and not answered."""

    jsonrpc: str
    method: str
    params: dict[str, Any] = {}
    id: int | float | str | msgspec.UnsetType | None = msgspec.UNSET


class RpcError(Exception):
    """An error answer."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


class Session:
    """One caller's conversation with one engine, which the handshake chooses."""

    def __init__(self, maker: Maker) -> None:
        self._maker = maker
        self._adapter: Adapter | None = None
        self.closed = False

    def answer(self, line: bytes) -> dict[str, Any] | None:
        """The answer to one line, whatever it holds; None where none is due."""
        identity: Any = None
        try:
            request = read_request(line)
            identity = request.id
            answer = {"result": msgspec.to_builtins(self.call(request))}
        except RpcError as error:
            answer = {"error": {"code": error.code, "message": str(error)}}
            if error.data is not None:
                answer["error"]["data"] = error.data
        return None if identity is msgspec.UNSET else {"jsonrpc": "2.0", "id": identity, **answer}

    def call(self, request: Request) -> Any:
        """What the method returns. Raises RpcError, whatever goes wrong in the engine."""
        if request.method not in METHODS:
            raise RpcError(METHOD_NOT_FOUND, f"there is no method {request.method!r}")
        arguments = read_parameters(request.params, METHODS[request.method].parameters)
        try:
            if request.method == "handshake":
                return self.handshake(**arguments)
            if self._adapter is None:
                raise Refused([Reason("no-handshake", text="the handshake comes first")])
            self.closed = request.method == "close"
            return getattr(self._adapter, request.method)(**arguments)
        except Refused as refusal:
            reasons = msgspec.to_builtins(refusal.reasons)
            raise RpcError(REFUSED, str(refusal), {"reasons": reasons}) from None
        except Exception as error:
            raise RpcError(INTERNAL_ERROR, f"the engine failed: {type(error).__name__}: {error}") from error

    def handshake(self, protocol: str, game: str) -> Any:
        """Make the engine that is asked for, and let it introduce itself."""
        if protocol.split(".", maxsplit=1)[0] != PROTOCOL.split(".", maxsplit=1)[0]:
            text = f"protocol {protocol!r} is unknown; this engine speaks {PROTOCOL}"
            raise Refused([Reason("unknown-protocol", text=text)])
        try:
            self._adapter = self._maker(game)
        except LookupError as error:
            raise Refused([Reason("unknown-game", text=str(error.args[0]))]) from None
        return self._adapter.handshake()


def read_request(line: bytes) -> Request:
    """The request on a line. Raises RpcError where there is none."""
    try:
        message = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RpcError(PARSE_ERROR, f"the line is not JSON: {error}") from None
    try:
        request = msgspec.convert(message, Request)
    except msgspec.ValidationError as error:
        raise RpcError(INVALID_REQUEST, f"the line is not a request: {error}") from None
    if request.jsonrpc != "2.0":
        raise RpcError(INVALID_REQUEST, 'the line is not a request: jsonrpc must be "2.0"')
    return request


def read_parameters(params: Mapping[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The arguments of a call; what is unknown among them is ignored.

    Raises RpcError where one is missing or of the wrong type.
    """
    try:
        read = msgspec.convert(params, kind)
    except msgspec.ValidationError as error:
        raise RpcError(INVALID_PARAMS, f"parameters: {error}") from None
    return {name: getattr(read, name) for name in kind.__struct_fields__}


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream that hold anything, overlong ones cut off."""
    while line := stream.readline(LONGEST_LINE):
        rest = line
        while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE)
        if line.strip():
            yield line


def serve(maker: Maker, requests: BinaryIO | None = None, answers: BinaryIO | None = None) -> None:
    """Answer requests until there are no more of them, the caller says close, or nobody listens any more.

    Standard input and output are used where no streams are given.
    """
    requests = sys.stdin.buffer if requests is None else requests
    answers = sys.stdout.buffer if answers is None else answers
    session = Session(maker)
    for line in lines(requests):
        answer = session.answer(line)
        if answer is not None:
            try:
                answers.write(msgspec.json.encode(answer) + b"\n")
                answers.flush()
            except BrokenPipeError:
                return
        if session.closed:
            return
