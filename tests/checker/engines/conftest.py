"""Nothing that a test of strangers started is left when it ends, at any remove."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.extract.processes.isolation import in_child
from rulehound_testing.strangers.starting import TOKEN, gone, token_of


@pytest.fixture(scope="session", autouse=True)
def launcher() -> None:
    """What stays until this program ends is started first: the launcher of processes that read documents, and
    the two that Python starts for the first process of a pool, a tracker and a server. None is a stranger."""
    in_child(len, ())
    with WorkerPool(1) as pool:
        pool.begin_apart(len, ()).result()


@pytest.fixture(autouse=True)
def token(launcher: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[str]:
    """What everything that the test starts carries."""
    token = token_of(request.node.name)
    monkeypatch.setenv(TOKEN, token)
    yield token
    assert gone(token)
