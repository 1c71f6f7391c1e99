"""`rulehound serve`: as a process, on this machine alone; bad input in one line."""

from __future__ import annotations

import builtins
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from typing import Any

import pytest

from rulehound_testing.command_line import COMMAND, refused


def test_what_is_not_installed_is_named_with_the_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = builtins.__import__

    def without_starlette(name: str, *rest: Any, **more: Any) -> Any:
        if name == "starlette":
            raise ModuleNotFoundError("No module named 'starlette'", name="starlette")
        return imported(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_starlette)
    text = refused(["serve"], capsys)
    assert text.endswith("(starlette); install it with: pip install '.[serve]', in the repository")


def test_a_port_that_is_taken_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("starlette", reason="the extra `serve` is not installed here")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        text = refused(["serve", "--port", str(port)], capsys)
    assert text == (
        f"port {port} is not available (Address already in use); choose another with --port, or 0 for any"
    )


def test_an_edition_that_there_is_not_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("starlette", reason="the extra `serve` is not installed here")
    assert "no-such" in refused(["serve", "--edition", "no-such"], capsys)


def test_the_address_that_is_printed_answers_and_no_other_does() -> None:
    pytest.importorskip("starlette", reason="the extra `serve` is not installed here")
    command = [*COMMAND, "serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.fullmatch(r"The judge is at (http://127\.0\.0\.1:(\d+)/([\w-]{32})/)\n", line)
            assert found, line
            address, port, token = found.groups()
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert "Put a position on the board" in answer.read().decode()
                assert "server" not in answer.headers
            for other in (f"http://127.0.0.1:{port}/", f"http://127.0.0.1:{port}/{token[:-1]}/"):
                with pytest.raises(urllib.error.HTTPError) as raised:
                    urllib.request.urlopen(other, timeout=20)
                assert raised.value.code == 403
            assert not _answers_elsewhere(int(port))
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=30)
    assert "Traceback" not in errors
    deaf = (
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    )  # whoever is started deaf to the keyboard stays it
    assert process.returncode == (0 if deaf else 130)


def _answers_elsewhere(port: int) -> bool:
    """Whether the port is open under another address of this machine than the one that is for itself."""
    for address in {entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)}:
        if str(address).startswith("127."):
            continue
        with socket.socket() as trying:
            trying.settimeout(2)
            if trying.connect_ex((str(address), port)) == 0:
                return True
    return False
