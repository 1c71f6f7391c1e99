"""Counts, values and long texts in words, as every message and every view for people writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def counted(number: int, word: str) -> str:
    """ "1 rule", "2 rules"."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def shortened(text: str, most: int = 160) -> str:
    """The text, cut at the end where it is longer than a line of a table should hold."""
    return text if len(text) <= most else text[: most - 1] + "…"


def value_text(value: Any) -> str:
    """A JSON value in words: "none", "yes", "[a, b]"."""
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {value_text(item)}" for key, item in value.items()) + "}"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return str(value)


def change_texts(changes: Mapping[str, Sequence[Any]]) -> list[str]:
    """Changes by path in words: "memory 3 → -12"; things that come or go are not spelt out."""
    return [f"{path} {_change(old, new)}" for path, (old, new) in changes.items()]


def _change(old: Any, new: Any) -> str:
    if old is None and isinstance(new, dict):
        return "is added"
    if new is None and isinstance(old, dict):
        return "is removed"
    return f"{value_text(old)} → {value_text(new)}"
