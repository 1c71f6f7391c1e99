"""The links of a rule, clause, check or place in code, as text."""

from __future__ import annotations

from typing import Any


def outline(content: Any, indent: str = "") -> list[str]:
    """A JSON value as an outline for people."""
    lines = []
    for key, value in content.items():
        if isinstance(value, dict) and value:
            lines += [f"{indent}{key}:", *outline(value, indent + "  ")]
        elif isinstance(value, list) and value:
            lines.append(f"{indent}{key}:")
            for item in value:
                text = outline(item, indent + "    ") if isinstance(item, dict) else [f"{indent}    {item}"]
                lines += [f"{indent}  - {text[0].strip()}", *text[1:]]
        else:
            plain = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value or "none"
            lines.append(f"{indent}{key}: {plain}")
    return lines
