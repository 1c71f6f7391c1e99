"""What holds for every test: nothing is read from, or left in, a user's own folders."""

import os
import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache() -> Iterator[None]:
    """Documents read by a test, or by a command that it starts, are kept for this run alone."""
    with tempfile.TemporaryDirectory(prefix="rulehound-cache-") as folder:
        before = os.environ.get("RULEHOUND_CACHE")
        os.environ["RULEHOUND_CACHE"] = folder
        yield
        if before is None:
            del os.environ["RULEHOUND_CACHE"]
        else:
            os.environ["RULEHOUND_CACHE"] = before
