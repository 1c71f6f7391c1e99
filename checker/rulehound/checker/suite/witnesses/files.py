"""Scenarios of witnesses as files, in the form in which a spec keeps scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.files import write_whole
from rulehound.spec.documents.toml_text import quoted
from rulehound.spec.formats import Scenario, Step


def write_scenarios(folder: Path, scenarios: Iterable[Scenario]) -> None:
    """Write every scenario into a file of its own. Raises UserError where that cannot be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: cannot be made ({error.strerror})", "choose another folder") from None
    for scenario in scenarios:
        name = scenario.id.replace(":", "-").replace(".", "-")
        write_whole(folder / f"{name}.toml", scenario_toml(scenario).encode())


def scenario_toml(scenario: Scenario) -> str:
    """The text of the file of a scenario."""
    head = {
        "id": scenario.id,
        "title": scenario.title,
        "rules": scenario.rules,
        "editions": scenario.editions,
    }
    rows = [f"{key} = {inline_toml(value)}" for key, value in head.items()]
    rows += [f"given.{key} = {inline_toml(value)}" for key, value in scenario.given.items()]
    for step in scenario.steps:
        rows += ["", "[[step]]", *(f"{key} = {inline_toml(value)}" for key, value in _step(step).items())]
    return "\n".join(rows) + "\n"


def _step(step: Step) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(step)
    return {key: value for key, value in plain.items() if value is not None and value != {}}


def inline_toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, Mapping):
        inner = (f"{_key(key)} = {inline_toml(item)}" for key, item in value.items() if item is not None)
        return "{ " + ", ".join(inner) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline_toml, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else str(value)


def _key(name: str) -> str:
    return name if name.replace("_", "").isalnum() else quoted(name)
