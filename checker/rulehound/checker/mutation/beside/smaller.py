"""The smallest scenario that still tells two engines apart: parts that do not matter are left out.

That is delta debugging on a tree (Misherghi and Su, "HDD: Hierarchical Delta Debugging", 2006).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rulehound.spec.formats import Scenario, Step

RUNS = 500
"""Scenarios that are tried, at most."""


def smaller(scenario: Scenario, holds: Callable[[Scenario], bool], runs: int = RUNS) -> Scenario:
    """The scenario without cards, facts, steps and expectations that `holds` does not need."""
    left = runs
    again = True
    while again and left:
        again = False
        for fewer in _with_less(scenario):
            left -= 1
            if holds(fewer):
                scenario, again = fewer, True
                break
            if not left:
                break
    return scenario


def _with_less(scenario: Scenario) -> Iterator[Scenario]:
    """The scenario with one thing less, whole steps and large parts first."""
    replace, steps = msgspec.structs.replace, list(scenario.steps)
    for number in range(len(steps) - 1):
        yield replace(scenario, steps=(*steps[:number], *steps[number + 1 :]))
    for path, fewer in _less(scenario.given):
        if "position" in fewer:
            moved = tuple(_moved(step, path) for step in steps)
            yield replace(scenario, given=fewer, steps=moved)
    for number, step in enumerate(steps):
        for place in step.expect.state if len(step.expect.state) > 1 else ():
            state = {key: value for key, value in step.expect.state.items() if key != place}
            less = replace(step, expect=replace(step.expect, state=state))
            yield replace(scenario, steps=(*steps[:number], less, *steps[number + 1 :]))


def _less(value: Any, path: Sequence[Any] = ()) -> Iterator[tuple[Sequence[Any], Any]]:
    """The path to each part of a value, and the value without it; outer parts come first."""
    if isinstance(value, Mapping):
        for key in value:
            yield (*path, key), {one: inner for one, inner in value.items() if one != key}
        for key, inner in value.items():
            for below, fewer in _less(inner, (*path, key)):
                yield below, {**value, key: fewer}
    elif isinstance(value, list | tuple):
        for number in reversed(range(len(value))):
            yield (*path, number), [*value[:number], *value[number + 1 :]]
        for number, inner in enumerate(value):
            for below, fewer in _less(inner, (*path, number)):
                yield below, [*value[:number], fewer, *value[number + 1 :]]


def _moved(step: Step, path: Sequence[Any]) -> Step:
    """The step after a thing was taken out of a list of the position: those behind it have moved up."""
    if path[0] != "position" or not isinstance(path[-1], int):
        return step
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path[1:-1]).lstrip(".")
    pattern = re.compile(rf"^{re.escape(place)}\[(\d+)\]")

    def up(match: re.Match[str]) -> str:
        number = int(match[1])
        return f"{place}[{number - (number > path[-1])}]"

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return pattern.sub(up, value)
        if isinstance(value, Mapping):
            return {renamed(key): renamed(inner) for key, inner in value.items()}
        return [renamed(one) for one in value] if isinstance(value, list | tuple) else value

    plain = msgspec.to_builtins(step)
    return msgspec.convert(renamed(plain), Step)
