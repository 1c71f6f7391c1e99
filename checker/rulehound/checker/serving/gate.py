"""The gate before the pages: who may come in, how much may be sent, and what a browser may do with an answer.

The pages are for one person on this machine. Other programs, and other pages that the browser has open, can
send requests to a local port too. So every request has to name this server as its host (against DNS
rebinding), must not come from another origin (against forged requests), and has to know the token, which
stands first in the path.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 2_000_000
"""Bytes that may be posted."""

HEADERS: Sequence[tuple[bytes, bytes]] = (
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; "
        b"frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
"""Sent with every answer: no script runs, nothing is fetched from elsewhere, and no other site is told the
address, which has the token. (Under `no-referrer` browsers would name no origin with our own forms.)"""


@dataclass(frozen=True)
class Gate:
    """Lets requests through to an application that know the token and come from its own pages."""

    application: ASGIApp
    token: str
    hosts: Sequence[str]
    """What a browser may call this server: names with the port."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; or let the application start and stop."""
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = _with_headers(send)
        if refusal := self._refusal(Headers(scope=scope), scope["path"]):
            await refusal(scope, receive, answer)
            return
        body = await _body(receive)
        if body is None:
            await _too_large()(scope, receive, answer)
            return
        await self.application({**scope, "root_path": f"/{self.token}"}, _replayed(body, receive), answer)

    def _refusal(self, headers: Headers, path: str) -> PlainTextResponse | None:
        """Why a request is not let through; None where it is."""
        if headers.getlist("host") not in [[host] for host in self.hosts]:
            return PlainTextResponse("this server answers under its own address alone\n", 421)
        origins = [f"http://{host}" for host in self.hosts]
        if any(origin not in origins for origin in headers.getlist("origin")):
            return PlainTextResponse("requests of other pages are not answered\n", 403)
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return PlainTextResponse("requests of other pages are not answered\n", 403)
        given = path.removeprefix("/").split("/")[0].encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(given, self.token.encode()):
            text = "the token in the address is wrong: take the address that `rulehound serve` printed\n"
            return PlainTextResponse(text, 403)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > LARGEST_BODY:
            return _too_large()
        return None


def _too_large() -> PlainTextResponse:
    return PlainTextResponse(f"no more than {LARGEST_BODY:,} bytes are taken\n", 413)


async def _body(receive: Receive) -> bytes | None:
    """What was posted, whole; None where it is more than may be, whatever its header said."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if sum(map(len, parts)) > LARGEST_BODY:
            return None
        if not message.get("more_body"):
            return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read before, and then what comes after it."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return messages.pop() if messages else await receive()

    return replayed


def _with_headers(send: Send) -> Send:
    """Sends answers with the headers that all of them have."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message.get("headers", ())}
            more = [pair for pair in HEADERS if pair[0] not in own]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await send(message)

    return with_headers
