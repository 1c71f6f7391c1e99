"""How many cores the system lets this process use: its affinity."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """How many cores this process may use: those of its affinity, or all where the system knows none."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
