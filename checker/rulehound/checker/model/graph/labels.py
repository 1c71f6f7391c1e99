"""Short labels of states for pictures and listings."""

from __future__ import annotations

from typing import Any

from rulehound.spec.language import Model, State
from rulehound.spec.language.fields import NumberField


def headline(model: Model, state: State) -> str:
    """The value of the first field whose values have names, such as a stage; '' where there is none."""
    for path, value in model.as_dict(state).items():
        declared = model.fields[path][0]
        if isinstance(declared, NumberField) and declared.names is not None:
            return str(value)
    return ""


def change_words(model: Model, before: State, after: State) -> list[str]:
    """The fields of the later state that differ, a few words each: "hand 3", "not blocked", "bench: 2"."""
    old, new = model.as_dict(before), model.as_dict(after)
    return [_word(path, old[path], new[path]) for path in model.paths if old[path] != new[path]]


def state_words(model: Model, state: State) -> list[str]:
    """The fields of a state that are not 0, false, nothing or empty, a few words each."""
    return change_words(model, model.from_dict({}), state)


def short(value: Any) -> Any:
    """A value for people, without what is 0, false, empty or "none" in its records."""
    if isinstance(value, dict):
        return {name: short(inner) for name, inner in value.items() if inner and inner != "none"}
    return [short(inner) for inner in value] if isinstance(value, list) else value


def _word(name: str, old: Any, new: Any) -> str:
    if isinstance(new, bool):
        return name if new else f"not {name}"
    if isinstance(new, dict):
        known = next((f" {value}" for value in new.values() if value), "")
        return f"{name}{known}" if known else f"no {name}"
    if not isinstance(new, list):
        return f"{name} {new}"
    if len(old) != len(new) or not isinstance(new[0], dict):
        return f"{name}: {len(new)}"
    return f"{name}: {_first_change(old, new)}"


def _first_change(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> str:
    """The first field of the first entry that differs between two different lists of one length."""
    now = next((entry for entry in new if entry not in old), new[0])
    was = next((entry for entry in old if entry not in new), old[0])
    words = (_word(name, was[name], now[name]) for name in now if now[name] != was[name])
    return next(words, "another order")
