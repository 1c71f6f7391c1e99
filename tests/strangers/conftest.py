"""Nothing that a test of strangers started is left when it ends, at any remove."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulehound.extract.processes.isolation import in_child
from strangers.engines import TOKEN, gone, token_of


@pytest.fixture(scope="session", autouse=True)
def launcher() -> None:
    """What reads documents in processes of its own is started first: it stays, and is no stranger."""
    in_child(len, ())


@pytest.fixture(autouse=True)
def token(launcher: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[str]:
    """What everything that the test starts carries."""
    token = token_of(request.node.name)
    monkeypatch.setenv(TOKEN, token)
    yield token
    assert gone(token)
