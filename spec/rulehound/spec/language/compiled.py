"""A model as Python functions, for following real games: what the interpreter says, many times as fast.

Functions are generated from the expression form when they are first asked for. The interpreter stays the
reference, and the one that explains; here is only what is asked of every state of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from rulehound.spec.language.interpreter import Values
from rulehound.spec.language.model import Member, Model, Parameters, State, TracedAction, TracedInvariant
from rulehound.spec.language.nodes import Node, walk
from rulehound.spec.language.source import Source, different

Wanted: TypeAlias = Callable[[Any], bool] | Sequence[Any] | None
"""What a parameter may be: for the member of a bag a condition on elements, or None for any that is there;
for everything else the values to try."""

Step: TypeAlias = tuple[tuple[Any, ...], State]
"""The parameters of a step, in the order of the action, and the state after it."""


class Compiled:
    """One model under given facts, switches and settings, which a real game has from its facts."""

    def __init__(self, model: Model, values: Values) -> None:
        self.model, self.values = model, values
        self.settings = {name: value for name, value in values.items() if type(value) is int}
        self._steps: dict[str, Callable[..., Iterator[Step]]] = {}
        self._rules: dict[str, Callable[..., dict[str, tuple[str, ...]]]] = {}
        self._conditions: dict[int, Callable[[State], bool]] = {}

    def steps(self, state: State, action: TracedAction, wanted: Mapping[str, Wanted]) -> list[Step]:
        """The legal steps of an action over what is wanted of its parameters; a bag's equal elements once.

        Raises MissingValue where a fact or switch has no value.
        """
        if action.name not in self._steps:
            self._steps[action.name] = self._stepping(action)
        return list(self._steps[action.name](state, *[wanted.get(name) for name in action.parameters]))

    def holds(self, condition: Node, state: State) -> bool:
        """Whether a condition over states holds in this one, as `Interpreter.holds` has it."""
        if condition.uid not in self._conditions:
            source = self._source()
            source.begin([condition])
            source.line(f"return bool({source.expression(condition)})")
            self._conditions[condition.uid] = source.function({})
        return self._conditions[condition.uid](state)

    def thinkable(self, state: State, action: TracedAction) -> bool:
        """Whether some choice could make the action legal, as `Interpreter.thinkable` has it."""
        return all(self.holds(guard.condition, state) for guard in action.plain_guards)

    def failed_invariants(self, state: State) -> list[TracedInvariant]:
        """The invariants that the state breaks, as `Interpreter.failed_invariants` has it."""
        return [found for found in self.model.invariants.values() if not self.holds(found.condition, state)]

    def active_rules(
        self, state: State, action: TracedAction, parameters: Parameters
    ) -> dict[str, tuple[str, ...]]:
        """What `Interpreter.active_rules` has."""
        if action.name not in self._rules:
            self._rules[action.name] = self._ruling(action)
        return self._rules[action.name](state, *[parameters[name] for name in action.parameters])

    def _stepping(self, action: TracedAction) -> Callable[..., Iterator[Step]]:
        source = self._source()
        ranges, chosen = {}, dict[str, str]()
        for name, kind in action.parameters.items():
            if isinstance(kind, Member):
                others = chosen.get(kind.path, "")
                ranges[name] = f"members(w_{name}, {source.names[kind.path]}{others})"
                chosen[kind.path] = f"{others}, p_{name}"
            else:
                ranges[name] = f"w_{name}"
        source.steps(action, ranges)
        made: Callable[..., Iterator[Step]] = source.function(
            {"members": members}, *(f"w_{name}" for name in action.parameters)
        )
        return made

    def _ruling(self, action: TracedAction) -> Callable[..., dict[str, tuple[str, ...]]]:
        source = self._source()
        writes = [write for effect in action.effects for write in effect.writes]
        source.begin([node for write in writes for node in (write.condition, write.before, write.after)])
        source.line("found = {}")
        for effect in action.effects:
            source.line("rules = ()")
            for write in effect.writes:
                condition, before, after = map(
                    source.expression, (write.condition, write.before, write.after)
                )
                source.line(f"if {condition} and {before} != {after}: rules += {write.rules!r}")
            source.line(f"found[{effect.path!r}] = tuple(dict.fromkeys(rules))")
        source.line("return found")
        made: Callable[..., dict[str, tuple[str, ...]]] = source.function(
            {}, *(f"p_{name}" for name in action.parameters)
        )
        return made

    def _source(self) -> Source:
        return Source(self.model, self.values, self.settings)


class ByField:
    """Some actions of a model, by the value of the one field of which most of them demand something alone.

    For a state only those are left whose demands on that field hold: most rules belong to one stage of a game.
    """

    def __init__(self, compiled: Compiled, actions: Sequence[TracedAction]) -> None:
        self.compiled, self.actions = compiled, actions
        alone = {action.name: list(_of_one_field(action)) for action in actions}
        times = [path for demands in alone.values() for path in dict.fromkeys(path for path, _ in demands)]
        self.path = max(dict.fromkeys(times), key=times.count, default="")
        self._at = compiled.model.paths.index(self.path) if self.path else 0
        self._demands = {
            name: [node for path, node in demands if path == self.path] for name, demands in alone.items()
        }
        self._by_value: dict[Any, list[TracedAction]] = {}

    def of(self, state: State) -> Iterable[TracedAction]:
        """The actions that the field leaves, in the order given."""
        if not self.path:
            return self.actions
        value = state[self._at]
        if value not in self._by_value:
            self._by_value[value] = [
                action
                for action in self.actions
                if all(self.compiled.holds(node, state) for node in self._demands[action.name])
            ]
        return self._by_value[value]


def _of_one_field(action: TracedAction) -> Iterator[tuple[str, Node]]:
    """The demands of an action that read one field of the state and nothing else of it."""
    for guard in action.plain_guards:
        paths = {node.args[0] for node in walk([guard.condition]) if node.op == "read"}
        if len(paths) == 1:
            yield paths.pop(), guard.condition


def members(wanted: Callable[[Any], bool] | None, bag: State, *chosen: Any) -> Iterable[Any]:
    """The different elements of a bag that are wanted, less those chosen before."""
    there = different(bag, *chosen)
    return there if wanted is None else filter(wanted, there)
