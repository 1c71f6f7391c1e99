"""Actions as generated Python functions: the plain-Python backend of the search.

Each action becomes one generator function of the state. The interpreter stays the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulehound.spec.language import (
    Amount,
    Configuration,
    Member,
    Model,
    Parameters,
    State,
    TracedAction,
    record,
)
from rulehound.spec.language.folding import Folding
from rulehound.spec.language.nodes import Node
from rulehound.spec.language.source import FunctionText

Successors = Callable[[State], Iterator[tuple[tuple[Any, ...], State]]]
"""From a state to the steps of one action: its parameters in order, and the state after."""

Predicate = Callable[[State], bool]


@dataclass(frozen=True)
class LookedAt:
    """Whether each guard of an action ever held, and ever failed, where it was looked at."""

    held: list[bool]
    failed: list[bool]


class Generator:
    """Generates functions for one model under given facts, switches and configuration."""

    def __init__(self, model: Model, values: Mapping[str, Any], configuration: Configuration) -> None:
        self.model, self.configuration = model, configuration
        self.folding = Folding(values, configuration.settings)

    def action(self, action: TracedAction, looked_at: LookedAt | None = None) -> Successors:
        """A function that gives the steps of an action, and notes in `looked_at` which of its guards hold and
        fail.

        Raises MissingValue where a fact or switch has no value.
        """
        source = FunctionText(self.model, self.folding)
        called: dict[str, Any] = {}
        ranges: dict[str, str] = {}
        chosen: dict[str, list[str]] = {}
        for name, kind in action.parameters.items():
            if isinstance(kind, Member):
                others = "".join(f", p_{other}" for other in chosen.setdefault(kind.path, []))
                ranges[name] = f"different({source.names[kind.path]}{others})"
                chosen[kind.path].append(name)
            else:
                ranges[name] = f"pool_{name}"
                called[ranges[name]] = (
                    tuple(self.configuration.ranges[kind.name])
                    if isinstance(kind, Amount)
                    else tuple(
                        record(kind.record, entry) for entry in self.configuration.pools[kind.record.__name__]
                    )
                )
        source.steps(action, ranges, noted=looked_at is not None)
        if looked_at is not None:
            called |= {"held": looked_at.held, "failed": looked_at.failed}
        made: Successors = source.function(called)
        return made

    def predicate(self, condition: Node) -> Predicate:
        """A condition over states as a function."""
        source = FunctionText(self.model, self.folding)
        source.begin([condition])
        source.line(f"return bool({source.expression(condition)})")
        made: Predicate = source.function({})
        return made

    def parameters(self, action: TracedAction, chosen: tuple[Any, ...]) -> Parameters:
        """The parameters of a step by name."""
        return dict(zip(action.parameters, chosen, strict=True))
