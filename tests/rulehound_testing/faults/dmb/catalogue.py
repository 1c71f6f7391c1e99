"""Every fault that is planted into the reference engine of Digimon Battles, by name."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound_testing.faults.dmb import (
    battle,
    beginnings,
    deck,
    effects,
    evolution,
    lines,
    occasions,
    phases,
    prep,
    scope,
    support,
    view,
)
from rulehound_testing.faults.patching import Fault

FAULTS: Mapping[str, Fault] = {
    name: fault
    for module in (
        prep,
        evolution,
        support,
        battle,
        deck,
        effects,
        occasions,
        lines,
        beginnings,
        phases,
        scope,
        view,
    )
    for name, fault in module.FAULTS.items()
}
