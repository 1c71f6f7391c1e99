"""Values shown beside others: what is different about them, and no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Called = Callable[[Mapping[str, Any]], str]
"""What a record is called in the game's words; "" where it has no name of its own."""


def brief(value: Any, other: Any, called: Called = lambda _: "") -> str:
    """A value as shown beside another one: of bags only the elements that differ, of these what differs."""
    if isinstance(value, dict) and isinstance(other, dict):
        return _fields(value, [name for name in value if value[name] != other.get(name)], called)
    if not (isinstance(value, list) and isinstance(other, list)):
        return _said(value, called)
    mine = [entry for entry in value if entry not in other]
    theirs = [entry for entry in other if entry not in value]
    shown = [_differing(entry, theirs, called) for entry in mine]
    return f"{len(value)} of which {'; '.join(shown)}" if mine else str(len(value))


def _differing(entry: Any, others: Sequence[Any], called: Called) -> str:
    """An element of a bag by the fields in which it differs from the one that is most like it."""
    if not (isinstance(entry, dict) and others):
        return _said(entry, called)
    fields = [[name for name in entry if entry[name] != other.get(name)] for other in others]
    return _fields(entry, min(fields, key=len), called)


def _fields(record: Mapping[str, Any], names: Sequence[str], called: Called) -> str:
    return ", ".join(f"{name} {_said(record[name], called)}" for name in names)


def _said(value: Any, called: Called) -> str:
    """A value in words: a record by its name, else by those of its fields that say something."""
    if isinstance(value, dict):
        name = called(value)
        return name or f"({_fields(value, [field for field in value if value[field]], called)})"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_said(entry, called) for entry in value)}]"
    return str(value)
