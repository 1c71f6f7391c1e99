"""Processes that tests start or look for."""

from __future__ import annotations

import time
from pathlib import Path


def running(process: int) -> bool:
    """Whether a process is there and not merely waiting to be buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(condition: object, at_most: int = 3000) -> bool:
    """Wait until a condition holds; false where it never does."""
    assert callable(condition)
    for _ in range(at_most):
        if condition():
            return True
        time.sleep(0.01)
    return False
