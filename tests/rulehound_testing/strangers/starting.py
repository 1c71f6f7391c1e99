"""Strangers as tests start them, and the processes that they may leave."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rulehound.checker.engines import EngineLimits, open_engine
from rulehound.checker.engines.client import EngineClient

SCRIPT = Path(__file__).with_name("stranger.py")

TOKEN = "RULEHOUND_TEST_TOKEN"
"""Environment variable that everything a test starts carries."""

PATIENT = EngineLimits(seconds=60, message=2_000_000, memory=256 << 20, ending=60)
HASTY = EngineLimits(seconds=0.3, message=2_000_000, memory=256 << 20, ending=0.3)
"""For engines that never answer or never end."""


def command(way: str, at: str = "observe:1", game: str = "toy") -> str:
    return shlex.join([sys.executable, "-I", "-S", str(SCRIPT), way, at, game])


def opened(way: str, at: str = "observe:1", limits: EngineLimits = PATIENT) -> EngineClient:
    return open_engine(command(way, at), "toy", limits)


def opener(way: str, at: str, limits: EngineLimits = PATIENT) -> Callable[[], EngineClient]:
    return lambda: opened(way, at, limits)


def running(token: str) -> list[int]:
    """Processes that carry a token in their environment, or were started with none by one that does."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if f"{TOKEN}={token}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def gone(token: str) -> bool:
    """Whether nothing is left that carries the token; a process that was killed may take a moment."""
    patience = time.monotonic() + 10
    while running(token) and time.monotonic() < patience:
        time.sleep(0.01)
    return not running(token)


def token_of(test: str) -> str:
    return f"{os.getpid()}-{test}"
