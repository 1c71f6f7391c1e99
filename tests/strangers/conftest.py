"""Nothing that a test of strangers started is left when it ends, at any remove."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from strangers.engines import TOKEN, gone, token_of


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[str]:
    """What everything that the test starts carries."""
    token = token_of(request.node.name)
    monkeypatch.setenv(TOKEN, token)
    yield token
    assert gone(token)
