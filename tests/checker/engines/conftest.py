"""Nothing that a test of strangers started is left when it ends, at any remove."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import resource_tracker

import pytest

from rulehound.extract.processes.isolation import in_child
from rulehound_testing.strangers.starting import TOKEN, gone, token_of


@pytest.fixture(scope="session", autouse=True)
def launcher() -> None:
    """What stays until this program ends is started first: the launcher of processes that read documents, and
    the tracker that Python starts beside the first process of a crew. Neither is a stranger."""
    in_child(len, ())
    resource_tracker.ensure_running()


@pytest.fixture(autouse=True)
def token(launcher: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[str]:
    """What everything that the test starts carries."""
    token = token_of(request.node.name)
    monkeypatch.setenv(TOKEN, token)
    yield token
    assert gone(token)
