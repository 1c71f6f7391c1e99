"""A state of a model as a person reads it: fields by name, what is 0, false or empty left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

INDENT = "  "


def state_lines(state: Mapping[str, Any]) -> list[str]:
    """The lines of a state as `Model.as_dict` gives it: its own fields, then one part after another."""
    parts: dict[str, list[tuple[str, Any]]] = {"": []}
    for path, value in state.items():
        part, _, name = path.rpartition(".")
        parts.setdefault(part, []).append((name, value))
    lines = []
    for part, entries in parts.items():
        plain = [phrase(name, value) for name, value in entries if value and not isinstance(value, list)]
        bags = [(name, value) for name, value in entries if value and isinstance(value, list)]
        if part and (plain or bags):
            lines.append(f"{part}: {', '.join(plain) or 'nothing else'}")
        elif plain:
            lines.append(", ".join(plain))
        for name, elements in bags:
            lines += [f"{INDENT if part else ''}{name}: {described(element)}" for element in elements]
    return lines or ["all zero, false and empty"]


def phrase(name: str, value: Any) -> str:
    """A field with its value: "memory 3", "suspended" for a flag that is set."""
    called = name.replace("_", " ")
    return called if value is True else f"{called} {described(value)}"


def described(value: Any) -> str:
    """A value in a line: a record by its fields, a pile from the top down, a subset by its names."""
    if isinstance(value, Mapping):
        return f"({', '.join(phrase(name, inner) for name, inner in value.items() if inner) or 'nothing'})"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " + ".join(map(described, value))
    return str(value)


def state_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The fields that a step changes, a line each."""
    return [
        f"{path}: {described(before[path]) or 'empty'} → {described(after[path]) or 'empty'}"
        for path in before
        if before[path] != after[path]
    ]
