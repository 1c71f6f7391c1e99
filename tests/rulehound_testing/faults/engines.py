"""The reference engine with one planted fault: in force only while a call to that engine runs.

A sound engine in the same process stays sound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.formats import Adapter, Handshake
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.patching import Fault


def create(name: str) -> Adapter:
    """A fresh engine with the fault of this name. Raises LookupError for a fault that does not exist."""
    if name not in FAULTS:
        raise LookupError(f"there is no fault {name!r}; known: {', '.join(FAULTS)}")
    return FaultyAdapter(name, FAULTS[name])


class FaultyAdapter(DcgAdapter):
    """The reference engine, faulty while one of its methods runs."""

    def __init__(self, name: str, fault: Fault) -> None:
        super().__init__()
        self.name = name
        self.fault = fault

    def handshake(self) -> Handshake:
        """Introduce the engine by its fault."""
        return msgspec.structs.replace(super().handshake(), engine=f"rulehound-faulty-{self.name}")


def under_fault(name: str) -> Callable[..., Any]:
    """A method of the adapter that runs with the fault in force."""
    sound = getattr(DcgAdapter, name)

    def method(self: FaultyAdapter, *arguments: Any, **named: Any) -> Any:
        with self.fault.install():
            return sound(self, *arguments, **named)

    method.__name__ = name
    method.__doc__ = sound.__doc__
    return method


for _name in (
    "new_game",
    "position",
    "legal_actions",
    "apply",
    "effect",
    "validate_deck",
    "quote",
    "restore",
    "observe",
):
    setattr(FaultyAdapter, _name, under_fault(_name))
