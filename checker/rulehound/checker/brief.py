"""Values shown beside others: what is different about them, and no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def brief(value: Any, other: Any) -> str:
    """A value as shown beside another one: of bags only the elements that differ, of these what differs."""
    if not (isinstance(value, list) and isinstance(other, list)):
        return str(value)
    mine = [entry for entry in value if entry not in other]
    theirs = [entry for entry in other if entry not in value]
    shown = [_differing(entry, theirs) for entry in mine]
    return f"{len(value)} of which {'; '.join(shown)}" if mine else str(len(value))


def _differing(entry: Any, others: Sequence[Any]) -> str:
    """An element of a bag by the fields in which it differs from the one that is most like it."""
    if not (isinstance(entry, dict) and others):
        return str(entry)
    fields = [[name for name in entry if entry[name] != other.get(name)] for other in others]
    return ", ".join(f"{name} {entry[name]}" for name in min(fields, key=len))
