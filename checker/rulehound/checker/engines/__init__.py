"""Engines as the checker uses them: in this process or over a pipe, under limits on time, size and memory."""

from rulehound.checker.engines.misbehaviour import (
    EngineError,
    EngineStartError,
    Misbehaviour,
    unreadable_is_malformed,
)
from rulehound.checker.engines.opening import engine_of, installed_engines, open_engine
from rulehound.checker.engines.pipe import EngineLimits, engine_limits
from rulehound.checker.engines.restarted_engine import RESTARTS, RestartedEngine

__all__ = [
    "RESTARTS",
    "EngineError",
    "EngineLimits",
    "EngineStartError",
    "Misbehaviour",
    "RestartedEngine",
    "engine_limits",
    "engine_of",
    "installed_engines",
    "open_engine",
    "unreadable_is_malformed",
]
