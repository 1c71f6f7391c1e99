"""The record of a mutant that was tried, and what its outcomes mean."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Planted: TypeAlias = Literal["model", "engine"]


class TriedMutant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A small fault that was planted into the model or an engine, and its outcome."""

    mutant: str
    """Its name. It stays while the code around the mutant moves."""
    planted: Planted
    place: str
    """The action of a model, or ``package.module:function`` of an engine."""
    content: str
    """Hash of the action or function before the change."""
    rules: tuple[str, ...]
    """The rules of the guard or effect, or those that are cited where the fault was planted."""
    outcome: str
    guard: str = ""
    """Name of the guard of a model that was changed; '' for other changes."""
    by: tuple[str, ...] = ()
    """Ids of the checks that caught it."""
    shown: str = ""
    near: tuple[str, ...] = ()
    """The rules that are cited nearest to code for which no rule is cited."""


class TriedMutants(msgspec.Struct, frozen=True, kw_only=True):
    """The output of `rulehound mutate --json`."""

    format: Literal["rulehound-mutants-1"] = "rulehound-mutants-1"
    edition: str
    seed: int
    mutants: tuple[TriedMutant, ...]


CAUGHT = frozenset({"caught", "search", "proof", "counts", "steps"})
"""Outcomes of mutants that something caught."""

COMPARED = frozenset({"counts", "steps"})
"""Outcomes of caught mutants of the model that break nothing, and only take other steps."""

HARMLESS = frozenset({"same", "equivalent"})
"""Outcomes of mutants that cannot matter: proved to be the same, or listed as such with a reason."""

NOTHING = "none"
"""Outcome of a place that cites rules and has no code in which a fault could be planted."""

UNCOUNTED = HARMLESS | {"does not start", NOTHING}
"""Outcomes that no score counts: harmless mutants, and mutants that cannot be made or opened."""


def merged(known: tuple[TriedMutant, ...], new: tuple[TriedMutant, ...]) -> tuple[TriedMutant, ...]:
    """All mutants; a new one replaces a known one of the same place and name."""
    by_name = {(mutant.planted, mutant.place, mutant.mutant): mutant for mutant in (*known, *new)}
    return tuple(by_name.values())
