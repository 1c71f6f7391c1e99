"""The reference engine of Digimon Battles with one planted fault, in force only while a call to it runs."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import msgspec

from rulehound.engine.dmb.adapter import DmbAdapter
from rulehound.spec.formats import Adapter, Handshake
from rulehound_testing.faults.dmb.catalogue import FAULTS
from rulehound_testing.faults.patching import Fault

CALLS = frozenset({"new_game", "position", "legal_actions", "apply", "validate_deck", "restore", "observe"})
"""The methods that run with the fault in force."""


def create(name: str) -> Adapter:
    """A fresh engine with the fault of this name. Raises LookupError for a fault that does not exist."""
    if name not in FAULTS:
        raise LookupError(f"there is no fault {name!r}; known: {', '.join(FAULTS)}")
    return FaultyAdapter(name, FAULTS[name])


def sound_engine() -> Adapter:
    """A fresh engine that is opened in the same way, without a fault."""
    return FaultyAdapter("nothing", Fault("", "nothing", nullcontext))


class FaultyAdapter(DmbAdapter):
    """The reference engine, faulty while one of its methods runs."""

    def __init__(self, name: str, fault: Fault) -> None:
        super().__init__()
        self.name, self.fault = name, fault

    def handshake(self) -> Handshake:
        """Introduce the engine by its fault."""
        return msgspec.structs.replace(super().handshake(), engine=f"rulehound-faulty-{self.name}")

    def __getattribute__(self, name: str) -> Any:
        sound = super().__getattribute__(name)
        if name not in CALLS:
            return sound

        def faulty(*arguments: Any, **named: Any) -> Any:
            with self.fault.install():
                found = sound(*arguments, **named)
            # a list of actions is one of plain values, as it comes through a pipe
            return msgspec.json.decode(msgspec.json.encode(found)) if name == "legal_actions" else found

        return faulty
