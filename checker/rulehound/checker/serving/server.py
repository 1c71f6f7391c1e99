"""The server: one process, on this machine's own address alone, at a place that nobody can guess."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from rulehound.checker.errors import UserError
from rulehound.checker.serving.gate import Gate

LOOPBACK = "127.0.0.1"
TOKEN_BYTES = 24


def serve(application: ASGIApp, port: int, tell: Callable[[str], object]) -> None:
    """Serve pages until the process is interrupted. `tell` is given the address once it answers.

    Port 0 is any free one. Raises UserError where the port cannot be had.
    """
    token = secrets.token_urlsafe(TOKEN_BYTES)
    try:
        listening = socket.create_server((LOOPBACK, port))
    except OSError as error:
        what = f"port {port} is not available ({os.strerror(error.errno or 0)})"
        raise UserError(what, "choose another with --port, or 0 for any") from None
    with listening:
        number = listening.getsockname()[1]
        gate = Gate(application, token, hosts_of(number))
        config = uvicorn.Config(
            gate, log_level="error", access_log=False, server_header=False, http="h11", ws="none",
            lifespan="off", proxy_headers=False, limit_concurrency=40,
        )  # fmt: skip
        tell(f"http://{LOOPBACK}:{number}/{token}/")
        uvicorn.Server(config).run(sockets=[listening])


def hosts_of(port: int) -> list[str]:
    """What a browser may call the server."""
    return [f"{name}:{port}" for name in (LOOPBACK, "localhost")]
