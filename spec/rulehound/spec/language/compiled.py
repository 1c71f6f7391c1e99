"""A model as Python functions, for following real games: equal to the interpreter, and many times as fast.

Functions are generated from the expression form when they are first asked for. The interpreter stays the
reference, and the backend that explains; this one has only what is asked about every state of a game.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from rulehound.spec.language.folding import Folding
from rulehound.spec.language.interpreter import Interpreter, Values
from rulehound.spec.language.model import Member, Model, Parameters, State, TracedAction, TracedInvariant
from rulehound.spec.language.nodes import Node, walk
from rulehound.spec.language.source import FunctionText, different

ParameterChoice: TypeAlias = Callable[[Any], bool] | Sequence[Any] | None
"""The values to try for a parameter: for the member of a bag a condition on elements, or None for any
element; for all other parameters a sequence of values.
"""

ActionStep: TypeAlias = tuple[tuple[Any, ...], State]
"""The parameters of a step, in the order of the action, and the state after it."""


class Compiled:
    """A model under given facts, switches and settings, as a real game has them."""

    def __init__(self, model: Model, values: Values) -> None:
        self.model, self.values = model, values
        self.interpreter = Interpreter(model, values)
        self.folding = Folding(values, {name: value for name, value in values.items() if type(value) is int})
        self._steps: dict[str, Callable[..., Iterator[ActionStep]]] = {}
        self._rules: dict[str, Callable[..., dict[str, tuple[str, ...]]]] = {}
        self._deciding: dict[str, Callable[..., tuple[bool, set[int]]]] = {}
        self._conditions: dict[int, Callable[[State], bool]] = {}

    def of(self, model: Model) -> Compiled:
        """Another model, compiled; the code of actions that are equal in both is shared."""
        other = Compiled(model, self.values)
        same = {name for name, action in model.actions.items() if action is self.model.actions.get(name)}
        other._steps = {name: made for name, made in self._steps.items() if name in same}
        other._rules = {name: made for name, made in self._rules.items() if name in same}
        other._deciding = {name: made for name, made in self._deciding.items() if name in same}
        other._conditions = self._conditions
        other.folding = self.folding
        return other

    def steps(
        self, state: State, action: TracedAction, wanted: Sequence[ParameterChoice]
    ) -> list[ActionStep]:
        """The legal steps of an action for the parameters that are wanted, in the order of the action.

        Equal elements of a bag count once.

        Raises MissingValue where a fact or switch has no value.
        """
        steps = self._steps.get(action.name)
        if steps is None:
            steps = self._steps[action.name] = self._stepping(action)
        return list(steps(state, *wanted))

    def holds(self, condition: Node, state: State) -> bool:
        """Whether a condition over states holds in a state, as `Interpreter.holds` says."""
        if condition.uid not in self._conditions:
            source = FunctionText(self.model, self.folding)
            source.begin([condition])
            source.line(f"return bool({source.expression(condition)})")
            self._conditions[condition.uid] = source.function({})
        return self._conditions[condition.uid](state)

    def may_be_legal(self, state: State, action: TracedAction) -> bool:
        """Whether the guards that read no parameter hold, as `Interpreter.may_be_legal` says."""
        return all(self.holds(guard.condition, state) for guard in action.plain_guards)

    def failed_invariants(self, state: State) -> list[TracedInvariant]:
        """The invariants that a state breaks, as `Interpreter.failed_invariants` says."""
        return [invariant for invariant, holds, _ in self.invariants(state) if not holds]

    def invariants(self, state: State) -> list[tuple[TracedInvariant, bool, bool]]:
        """Each invariant, whether it holds in a state, and whether it says anything of that state."""
        invariants = self.model.invariants.values()
        return [
            (invariant, holds, bool(says))
            for invariant, (holds, says) in zip(invariants, self._invariants(state), strict=True)
        ]

    def deciding(
        self, state: State, action: TracedAction, wanted: Sequence[ParameterChoice]
    ) -> tuple[bool, frozenset[int]]:
        """Whether an action is legal for any of the parameters that are wanted, and which guards alone forbid
        it: those, by their places, of which each is the only one that fails for some parameters. None does
        where the action is legal.

        Raises MissingValue where a fact or switch has no value.
        """
        decided = self._deciding.get(action.name)
        if decided is None:
            decided = self._deciding[action.name] = self._decided(action)
        legal, alone = decided(state, *wanted)
        return legal, frozenset(alone)

    def active_rules(
        self, state: State, action: TracedAction, parameters: Parameters
    ) -> dict[str, tuple[str, ...]]:
        """The rules whose writes change something in a step, as `Interpreter.active_rules` says."""
        if action.name not in self._rules:
            self._rules[action.name] = self._ruling(action)
        return self._rules[action.name](state, *[parameters[name] for name in action.parameters])

    @cached_property
    def _invariants(self) -> Callable[[State], Sequence[tuple[bool, bool]]]:
        """Whether each invariant holds and whether its premise does, in the order of the model."""
        source = FunctionText(self.model, self.folding)
        pairs = [(invariant.condition, invariant.premise) for invariant in self.model.invariants.values()]
        source.begin([condition for pair in pairs for condition in pair])
        written = [", ".join(map(source.expression, pair)) for pair in pairs]
        source.line(f"return [{', '.join(f'({pair})' for pair in written)}]")
        made: Callable[[State], Sequence[tuple[bool, bool]]] = source.function({})
        return made

    def _stepping(self, action: TracedAction) -> Callable[..., Iterator[ActionStep]]:
        source = FunctionText(self.model, self.folding)
        source.steps(action, _ranges(source, action))
        made: Callable[..., Iterator[ActionStep]] = source.function(
            {"members": members}, *(f"w_{name}" for name in action.parameters)
        )
        return made

    def _decided(self, action: TracedAction) -> Callable[..., tuple[bool, set[int]]]:
        source = FunctionText(self.model, self.folding)
        source.deciding(action, _ranges(source, action))
        made: Callable[..., tuple[bool, set[int]]] = source.function(
            {"members": members}, *(f"w_{name}" for name in action.parameters)
        )
        return made

    def _ruling(self, action: TracedAction) -> Callable[..., dict[str, tuple[str, ...]]]:
        source = FunctionText(self.model, self.folding)
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


def _ranges(source: FunctionText, action: TracedAction) -> dict[str, str]:
    """The text of what each parameter of an action goes through: what is wanted of it."""
    ranges, chosen = {}, dict[str, str]()
    for name, kind in action.parameters.items():
        if isinstance(kind, Member):
            others = chosen.get(kind.path, "")
            ranges[name] = f"members(w_{name}, {source.names[kind.path]}{others})"
            chosen[kind.path] = f"{others}, p_{name}"
        else:
            ranges[name] = f"w_{name}"
    return ranges


class ByField:
    """Actions of a model, indexed by the value of the field that most of them compare, such as a game's
    stage.

    For a state only the actions are left whose guards do not fail by that value alone.
    """

    def __init__(self, compiled: Compiled, actions: Sequence[TracedAction]) -> None:
        self.compiled, self.actions = compiled, actions
        asked = [path for action in actions for path in dict.fromkeys(_read(action))]
        self.path = max(dict.fromkeys(asked), key=asked.count, default="")
        self._place = compiled.model.paths.index(self.path) if self.path else 0
        self._by_value: dict[Any, list[TracedAction]] = {}

    def of(self, state: State) -> Iterable[TracedAction]:
        """The actions that the field leaves, in the order given."""
        if not self.path:
            return self.actions
        value = state[self._place]
        left = self._by_value.get(value)
        if left is None:
            left = self._by_value[value] = [action for action in self.actions if self._left(action, value)]
        return left

    def _left(self, action: TracedAction, value: Any) -> bool:
        return all(self._known(guard.condition, value) is not False for guard in action.guards)

    def _known(self, node: Node, value: Any) -> Any:
        """The value of a node given the field's value alone; None where it depends on more."""
        if node.op == "read":
            return value if node.args[0] == self.path else None
        if node.op in ("fact", "switch", "setting", "const"):
            return self.compiled.interpreter.constant(node)
        if node.op not in _SETTLED:
            return None
        return _SETTLED[node.op](*[self._known(argument, value) for argument in node.nodes])


def _read(action: TracedAction) -> list[str]:
    """The fields that the guards without parameters read."""
    nodes = walk([guard.condition for guard in action.plain_guards])
    return [node.args[0] for node in nodes if node.op == "read"]


def _all(*parts: Any) -> Any:
    return False if False in parts else None if None in parts else True


def _compared(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    return lambda a, b: None if a is None or b is None else compare(a, b)


_SETTLED: Mapping[str, Callable[..., Any]] = {
    "and": _all,
    "or": lambda *parts: True if True in parts else None if None in parts else False,
    "not": lambda part: None if part is None else not part,
    "if": lambda condition, yes, no: None if condition is None else yes if condition else no,
    "eq": _compared(operator.eq),
    "lt": _compared(operator.lt),
    "le": _compared(operator.le),
}
"""Operations whose value may be known when not all of their arguments are."""


def members(wanted: Callable[[Any], bool] | None, bag: State, *chosen: Any) -> Iterable[Any]:
    """The different elements of a bag that are wanted, without those chosen before."""
    there = different(bag, *chosen)
    return there if wanted is None else filter(wanted, there)
