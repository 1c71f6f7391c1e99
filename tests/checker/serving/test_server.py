"""The server: its own address alone, a token that nobody can guess."""

from __future__ import annotations

import socket

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

import uvicorn

from rulehound.checker.errors import UserError
from rulehound.checker.serving.gate import Gate
from rulehound.checker.serving.server import hosts_of, serve


def test_every_start_has_an_address_of_its_own_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    gates: list[Gate] = []
    names: list[tuple[str, int]] = []

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        gates.append(server.config.app)  # type: ignore[arg-type]
        names.extend(each.getsockname() for each in sockets)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    addresses: list[str] = []
    for _ in range(2):
        serve(lambda *_: None, 0, addresses.append)  # type: ignore[arg-type, return-value]
    for address, gate, (host, port) in zip(addresses, gates, names, strict=True):
        assert host == "127.0.0.1"
        assert address == f"http://127.0.0.1:{port}/{gate.token}/"
        assert gate.hosts == hosts_of(port) == [f"127.0.0.1:{port}", f"localhost:{port}"]
        assert len(gate.token) == 32
    assert gates[0].token != gates[1].token


def test_a_port_that_is_not_free_is_an_error_of_the_user() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(UserError, match="choose another"):
        serve(lambda *_: None, taken.getsockname()[1], print)  # type: ignore[arg-type, return-value]
