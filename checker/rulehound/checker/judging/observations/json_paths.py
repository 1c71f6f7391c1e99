"""Places in JSON values such as observations: looked up by path, found by id, compared.

A path is names joined by dots, with indexes: `players[0].battle[1].dp`; in the place of an index may stand
values of the thing meant: `stock[kind=jar,full=true]`. Things that have an `id` are known by it: what changed
between two observations is told thing by thing, whatever their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

ID = "id"
"""Name under which a thing in an observation carries its own id."""

_STEP = re.compile(r"\[(?P<index>\d+)\]|\[(?P<where>[^\[\]]+)\]|(?P<name>[^.\[\]]+)")
_INNER = r"(?:\[(?:\d+|[^\[\]=,]+=[^\[\]=,]+(?:,[^\[\]=,]+=[^\[\]=,]+)*)\])*"
_PATH = re.compile(rf"[^.\[\]]+{_INNER}(?:\.[^.\[\]]+{_INNER})*")


class Where(msgspec.Struct, frozen=True):
    """A step to the first thing of a list that has these values."""

    wanted: tuple[tuple[str, tuple[Any, ...]], ...]
    """Name to the values of which it has one."""


PathStep: TypeAlias = str | int | Where


class NotObserved(Exception):
    """The value does not have what a path names: whoever wrote it leaves that out, or the path is wrong."""


class NothingThere(Exception):
    """A path leads to a place that exists and is empty."""


def parse(path: str) -> list[PathStep]:
    """The steps of a path. Raises ValueError where it is not one."""
    if not _PATH.fullmatch(path):
        raise ValueError(f"{path!r} is not a path")
    return [_step(match) for match in _STEP.finditer(path)]


def _step(match: re.Match[str]) -> PathStep:
    if match["name"] is not None:
        return match["name"]
    if match["index"] is not None:
        return int(match["index"])
    pairs = (pair.split("=") for pair in match["where"].split(","))
    return Where(tuple((name.strip(), (_read(value.strip()),)) for name, value in pairs))


def _read(value: str) -> Any:
    """A value as it is written in a path: a whole number, a truth value, or a word."""
    if value.removeprefix("-").isdecimal():
        return int(value)
    return {"true": True, "false": False}.get(value, value)


def look_up(value: Any, steps: list[PathStep]) -> Any:
    """What stands at a path. A last step `count` is the length of a list, or a number itself.

    Raises NotObserved for a name that is not there, NothingThere for an index past the end, for values that
    nothing in a list has, and below null.
    """
    for position, step in enumerate(steps):
        if step == "count" and position == len(steps) - 1 and not isinstance(value, dict):
            return _count(value)
        if value is None:
            raise NothingThere
        if isinstance(step, int):
            if not isinstance(value, list):
                raise NotObserved
            if step >= len(value):
                raise NothingThere
            value = value[step]
        elif isinstance(step, Where):
            value = _first(value, step)
        else:
            if not isinstance(value, dict) or step not in value:
                raise NotObserved
            value = value[step]
    return value


def _first(value: Any, where: Where) -> Any:
    """The first entry of a list that has the values wanted. Raises NotObserved where one that comes before
    may have them: it leaves some out and has the others."""
    if not isinstance(value, list):
        raise NotObserved
    for entry in value:
        if not isinstance(entry, dict):
            continue
        known = [(entry[name], one_of) for name, one_of in where.wanted if name in entry]
        if all(any(same(own, one) for one in one_of) for own, one_of in known):
            if len(known) < len(where.wanted):
                raise NotObserved
            return entry
    raise NothingThere


def _count(value: Any) -> Any:
    if isinstance(value, list):
        return len(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise NotObserved


def changes(before: Any, after: Any, path: str = "") -> dict[str, list[Any]]:
    """What differs, by path: `[before, after]`; None stands for nothing there. In the order of `before`."""
    if isinstance(before, dict) and isinstance(after, dict):
        differences: dict[str, list[Any]] = {}
        for name in dict.fromkeys([*before, *after]):
            differences |= changes(before.get(name), after.get(name), f"{path}.{name}" if path else str(name))
        return differences
    if isinstance(before, list) and isinstance(after, list):
        old, new = _by_id(before), _by_id(after)
        if old is not None and new is not None:
            differences = changes_by_id(old, new, path)
            if not differences and before != after:
                differences[f"{path}.order"] = [list(old), list(new)]
            return differences
        if len(before) == len(after):
            differences = {}
            for index, (one, other) in enumerate(zip(before, after, strict=True)):
                differences |= changes(one, other, f"{path}[{index}]")
            return differences
    return {} if same(before, after) else {path: [before, after]}


def changes_by_id(old: Mapping[str, Any], new: Mapping[str, Any], path: str) -> dict[str, list[Any]]:
    """The differences of two mappings keyed by id: path to the old and the new value."""
    differences: dict[str, list[Any]] = {}
    for name in dict.fromkeys([*old, *new]):
        place = f"{path}[{name}]"
        if name in old and name in new:
            differences |= changes(old[name], new[name], place)
        else:
            differences[place] = [old.get(name), new.get(name)]
    return differences


def same(one: Any, other: Any) -> bool:
    """Equal as JSON values: true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def things(value: Any) -> Iterator[dict[str, Any]]:
    """Everything in a value that has an id, outer things before the things within them."""
    if isinstance(value, dict):
        if isinstance(value.get(ID), str):
            yield value
        for inner in value.values():
            yield from things(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from things(inner)


def _by_id(values: list[Any]) -> dict[str, Any] | None:
    """The elements by id; None where they are not all different things with ids."""
    named = [value for value in values if isinstance(value, dict) and isinstance(value.get(ID), str)]
    known = {value[ID]: value for value in named}
    return known if len(known) == len(values) else None
