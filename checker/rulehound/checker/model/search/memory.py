"""The free memory of the machine."""

from __future__ import annotations

import os
from pathlib import Path

_ENOUGH = 1 << 60
"""Where nothing says how much is free: then it is for the system to refuse."""


def free_memory() -> int:
    """Bytes that this process could get without swapping, of the machine and of its control group."""
    return max(0, min(_of_machine(Path("/proc/meminfo")), _of_group(Path("/sys/fs/cgroup"))))


def _of_machine(meminfo: Path) -> int:
    try:
        lines = meminfo.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return _ENOUGH


def _of_group(folder: Path) -> int:
    """What is left of the group's limit (Linux, https://docs.kernel.org/admin-guide/cgroup-v2.html#memory)."""
    try:
        most, used = (int((folder / name).read_text("ascii")) for name in ("memory.max", "memory.current"))
    except (OSError, ValueError):  # no such group, or "max"
        return _ENOUGH
    return most - used
