"""Every fault that is planted into the reference engine of Digimon Battles, by name."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound_testing.faults.dmb import (
    battle,
    before_battle,
    beginnings,
    deck,
    demanded,
    effects,
    evolution,
    evolving,
    lines,
    neighbouring_effects,
    neighbours,
    occasions,
    phases,
    prep,
    scope,
    seats,
    support,
    supporting,
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
        neighbours,
        neighbouring_effects,
        beginnings,
        phases,
        scope,
        before_battle,
        evolving,
        seats,
        supporting,
        view,
        demanded,
    )
    for name, fault in module.FAULTS.items()
}
