"""The list of an engine's mutants that cannot matter, with reasons, and its entries that do not hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from rulehound.checker.mutation.source.catching import SourceOutcome
from rulehound.checker.mutation.tried_mutants import TriedMutant
from rulehound.spec.documents.toml_source import TomlSource

EQUIVALENT = "equivalent_mutants.toml"
"""File in a game's directory that lists the mutants that cannot matter."""


class EquivalentMutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A listed mutant that behaves as the engine does, with the reason why."""

    engine: str
    mutant: str
    content: str
    """Hash of the function when somebody reviewed it. The entry holds for that content alone."""
    reason: str


def equivalents(directory: Path, engine: str) -> Mapping[str, EquivalentMutant]:
    """The mutants of an engine that are listed as equivalent, by name. Raises SpecError for a bad file."""
    path = directory / EQUIVALENT
    if not path.exists():
        return {}
    source = TomlSource(path)
    listed = source.records("mutant", EquivalentMutant)
    for place, entry in enumerate(listed):
        if not entry.reason.strip():
            what = f"{entry.mutant} is listed without a reason"
            raise source.error(("mutant", place, "reason"), what, "say why it cannot matter")
    return {each.mutant: each for each in listed if each.engine == engine}


def out_of_order(
    listed: Mapping[str, EquivalentMutant],
    tried: Sequence[TriedMutant],
    contents: Mapping[str, str] | None = None,
) -> list[str]:
    """The entries of the list of equivalent mutants that do not hold, and what is none of them although it
    counts as equivalent, one line each.

    `contents` are hashes of the engine's functions by their places. With them, mutants need not have been
    tried (mutants of statements without a citation, and by operators of the game): each is compared with the
    content of its function.
    """
    by_name = {mutant.mutant: mutant for mutant in tried}
    lines = []
    for name, entry in listed.items():
        mutant = by_name.get(name)
        untried = (contents or {}).get(":".join(name.split(":")[:2]))
        content = untried if mutant is None else mutant.content
        if content is None:
            lines.append(f"{name}: is listed as equivalent, and there is no such mutant")
        elif content != entry.content:
            lines.append(f"{name}: is listed as equivalent, and its function has changed since")
        elif mutant is not None and mutant.outcome != SourceOutcome.EQUIVALENT:
            lines.append(f"{name}: is listed as equivalent, and is {mutant.outcome}")
    lines += [
        f"{name}: is equivalent on record, and is not listed with a reason"
        for name, mutant in by_name.items()
        if mutant.outcome == SourceOutcome.EQUIVALENT and name not in listed
    ]
    return lines
