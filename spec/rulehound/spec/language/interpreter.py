"""The reference interpreter: evaluates the expression form on concrete states, one node at a time.

It is slow and plain on purpose: every other backend is tested against it. It also explains: which guards of
an action fail in a state, and by which rules a step changes each field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import Any, NamedTuple

from rulehound.spec.language.model import (
    Amount,
    By,
    Configuration,
    Member,
    Model,
    Parameter,
    Parameters,
    Pool,
    State,
    TracedAction,
    TracedInvariant,
    record,
)
from rulehound.spec.language.nodes import Node, walk
from rulehound.spec.language.tracing import Guard, Write

Values = Mapping[str, Any]


class MissingValue(Exception):
    """A fact, switch or setting that an expression needs has no value."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"the {kind} {name} has no value")
        self.kind, self.name = kind, name


def switch_value(values: Values, name: str, reading: str) -> bool:
    """Whether a switch has this reading. Raises MissingValue."""
    if name not in values:
        raise MissingValue("switch", name)
    value = values[name]
    return (str(value).lower() if isinstance(value, bool) else str(value)) == reading


class GuardPart(NamedTuple):
    """A part of a guard that holds, in one state under one choice of parameters."""

    guard: Guard
    place: tuple[int, ...]
    """Where in the condition of the guard it stands."""
    value: Any
    """What is found equal to something; of what is at most something else, how much is left up to that; else
    that it holds."""
    measured: bool
    """The value says how much is left."""


class Interpreter:
    """Runs a model under given facts and switches.

    A configuration gives what parameters of pools and ranges can be chosen, and the values of settings.
    Without one the only parameters that can be chosen are members of bags, and a setting has the value of the
    fact of its name, as in a real game.
    """

    def __init__(self, model: Model, values: Values, configuration: Configuration | None = None) -> None:
        self.model, self.values, self.configuration = model, values, configuration
        self.index = {path: i for i, path in enumerate(model.paths)}

    def initial(self) -> State:
        """The initial state."""
        evaluation = _Evaluation(self, (), {})
        return tuple(evaluation.value(effect.value) for effect in self.model.start)

    def choices(self, state: State, action: TracedAction) -> Iterator[Parameters]:
        """Every combination of parameters in the configuration and the state; equal elements count once."""
        names = list(action.parameters)
        for combination in product(*(self._range(state, action.parameters[name]) for name in names)):
            chosen = dict(zip(names, combination, strict=True))
            if self.has_chosen(state, action, chosen):
                yield chosen

    def has_chosen(self, state: State, action: TracedAction, chosen: Parameters) -> bool:
        """Whether each bag holds as many equal elements as are chosen from it."""
        wanted = Counter(
            (kind.path, chosen[name]) for name, kind in action.parameters.items() if isinstance(kind, Member)
        )
        return all(
            count == 1 or state[self.index[path]].count(element) >= count
            for (path, element), count in wanted.items()
        )

    def may_be_legal(self, state: State, action: TracedAction) -> bool:
        """Whether the guards that read no parameter hold; if not, no choice makes the action legal."""
        evaluation = _Evaluation(self, state, {})
        return all(evaluation.value(guard.condition) for guard in action.plain_guards)

    def failed_guards(self, state: State, action: TracedAction, parameters: Parameters) -> list[Guard]:
        """The guards that do not hold; the action is legal where none fails."""
        evaluation = _Evaluation(self, state, parameters)
        return [guard for guard in action.guards if not evaluation.value(guard.condition)]

    def value(self, node: Node, state: State, parameters: Parameters) -> Any:
        """The value of an expression in a state under a choice of parameters; nothing in it may be bound."""
        return _Evaluation(self, state, parameters).value(node)

    def guard_parts(self, state: State, action: TracedAction, parameters: Parameters) -> Iterator[GuardPart]:
        """The parts by which the guards of a legal action hold.

        Left out is what rests on facts and switches alone, and what only says which of two parameters that
        chance shows goes with which.
        """
        evaluation = _Evaluation(self, state, parameters)
        for guard in action.guards:
            for place, node in _deciding(evaluation, guard.condition):
                if _compares(node, action):
                    measured = node.op in ("le", "lt")
                    value = True
                    if measured or node.op == "eq":
                        one, other = (evaluation.value(each) for each in node.nodes)
                        value = other - one if measured else one
                    yield GuardPart(guard, place, value, measured)

    def apply(self, state: State, action: TracedAction, parameters: Parameters) -> State:
        """The state after the action, whose guards must hold."""
        evaluation = _Evaluation(self, state, parameters)
        after = list(state)
        for effect in action.effects:
            after[self.index[effect.path]] = evaluation.value(effect.value)
        return tuple(after)

    def successors(
        self, state: State, by: By | None = None
    ) -> Iterator[tuple[TracedAction, Parameters, State]]:
        """Every legal step from a state."""
        for action in self.model.actions.values():
            if (by is None or action.by is by) and not (
                self.configuration and action.name in self.configuration.without
            ):
                if not self.may_be_legal(state, action):
                    continue
                for parameters in self.choices(state, action):
                    if not self.failed_guards(state, action, parameters):
                        yield action, parameters, self.apply(state, action, parameters)

    def failed_invariants(self, state: State) -> list[TracedInvariant]:
        """The invariants that the state breaks."""
        evaluation = _Evaluation(self, state, {})
        return [inv for inv in self.model.invariants.values() if not evaluation.value(inv.condition)]

    def holds(self, condition: Node, state: State) -> bool:
        """Whether a condition over states holds in this one."""
        return bool(_Evaluation(self, state, {}).value(condition))

    def constant(self, node: Node) -> Any:
        """The value of an expression that reads nothing of a state: a fact, say. Raises MissingValue."""
        return _Evaluation(self, (), {}).value(node)

    def active_rules(
        self,
        state: State,
        action: TracedAction,
        parameters: Parameters,
        among: Mapping[str, Sequence[int]] | None = None,
        in_place: Container[str] = (),
    ) -> dict[str, tuple[str, ...]]:
        """For each field that the action writes, the rules whose writes change something in this step.

        For fields that are bags, `among` narrows this to some fields of their elements, by position. Of those
        in `in_place` only the writes count that have no element come or go.
        """
        evaluation = _Evaluation(self, state, parameters)

        def changes(path: str, write: Write) -> bool:
            before, after = evaluation.value(write.before), evaluation.value(write.after)
            if before != after and among and path in among:
                before, after = (sorted([e[i] for i in among[path]] for e in bag) for bag in (before, after))
            return bool(before != after)

        return {
            effect.path: tuple(
                dict.fromkeys(
                    rule
                    for write in effect.writes
                    if write.is_in_place or effect.path not in in_place
                    if evaluation.value(write.condition) and changes(effect.path, write)
                    for rule in write.rules
                )
            )
            for effect in action.effects
        }

    def origin(self, state: State, action: TracedAction, parameters: Parameters, path: str) -> str:
        """The field from which the step took the value at this path, changed or not.

        It is another field where the action exchanged parts of the state.
        """
        evaluation = _Evaluation(self, state, parameters)
        node = next((effect.value for effect in action.effects if effect.path == path), None)
        while node is not None and node.op not in ("read", "empty"):
            if node.op == "if":
                condition, yes, no = node.nodes
                node = yes if evaluation.value(condition) else no
            else:
                node = next(iter(node.nodes), None)  # what is changed is the first argument of each operation
        return path if node is None else str(node.args[0])

    def _range(self, state: State, kind: Parameter) -> list[Any]:
        if isinstance(kind, Member):
            return list(dict.fromkeys(state[self.index[kind.path]]))
        if self.configuration is None:
            raise MissingValue("configuration", repr(kind))
        if isinstance(kind, Amount):
            return list(self.configuration.ranges[kind.name])
        return [record(kind.record, entry) for entry in self.configuration.pools[kind.record.__name__]]


def _compares(node: Node, action: TracedAction) -> bool:
    """Whether an expression says something of a state or of one parameter."""
    read = [inner for inner in walk([node]) if inner.op in ("read", "element", "param", "field")]
    by_chance = [
        inner
        for inner in read
        if inner.op in ("param", "field") and isinstance(action.parameters[inner.args[0]], Pool)
    ]
    return bool(read) and not (len(by_chance) == len(read) and len({each.args[0] for each in read}) > 1)


def _deciding(
    evaluation: _Evaluation, node: Node, place: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Node]]:
    """The parts by which a condition holds that does: all of what needs all, and what holds of a choice."""
    if node.op not in ("and", "or"):
        yield place, node
        return
    for number, part in enumerate(node.nodes):
        if node.op == "and" or evaluation.value(part):
            yield from _deciding(evaluation, part, (*place, number))


class _Evaluation:
    """The values of nodes in one state under one choice of parameters."""

    def __init__(self, interpreter: Interpreter, state: State, parameters: Parameters) -> None:
        self.interpreter, self.state, self.parameters = interpreter, state, parameters
        self.known: dict[int, Any] = {}
        self.bound: dict[int, tuple[Any, ...]] = {}

    def value(self, node: Node) -> Any:
        if node.free:
            return self._compute(node)
        if node.uid not in self.known:
            self.known[node.uid] = self._compute(node)
        return self.known[node.uid]

    def _compute(self, node: Node) -> Any:
        return _OPERATIONS[node.op](self, *node.args)

    def each(self, bag: Node, variable: int, use: Any) -> list[Any]:
        """The results of `use` for every element, with the variable bound to it."""
        results = []
        for element in self.value(bag):
            outer = self.bound.get(variable)
            self.bound[variable] = element
            results.append(use(element))
            if outer is not None:
                self.bound[variable] = outer
        return results


def _fact(run: _Evaluation, name: str) -> int:
    value = run.interpreter.values.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise MissingValue("fact", name)
    return value


def _setting(run: _Evaluation, name: str) -> int:
    """The value of a setting: the configuration's, or else the fact of that name, as in a real game."""
    configuration = run.interpreter.configuration
    if configuration is not None and name in configuration.settings:
        return configuration.settings[name]
    if name not in run.interpreter.values:
        raise MissingValue("setting", name)
    return _fact(run, name)


def _replace(run: _Evaluation, bag: Node, _name: str, old: Node, new: Node) -> State:
    elements: State = run.value(bag)
    kept = without(elements, run.value(old))
    return elements if kept is elements else tuple(sorted([*kept, run.value(new)]))


def without(elements: State, element: Any) -> State:
    """A bag without one such element; unchanged where the element was taken out before."""
    if element not in elements:
        return elements
    at = elements.index(element)
    return elements[:at] + elements[at + 1 :]


def _map(run: _Evaluation, bag: Node, variable: int, condition: Node, changed: Node) -> State:
    kept: State = run.value(bag)
    flags = run.each(bag, variable, lambda _: run.value(condition))
    news = run.each(bag, variable, lambda _: run.value(changed))
    return tuple(sorted(new if flag else old for old, flag, new in zip(kept, flags, news, strict=True)))


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "const": lambda run, value: value,
    "subset": lambda run, bits, width: bits,
    "fact": _fact,
    "switch": lambda run, name, reading: switch_value(run.interpreter.values, name, reading),
    "setting": _setting,
    "read": lambda run, path: run.state[run.interpreter.index[path]],
    "empty": lambda run, path: (),
    "param": lambda run, name: run.parameters[name],
    "field": lambda run, name, position, _: run.parameters[name][position],
    "element": lambda run, variable, position, _: run.bound[variable][position],
    "add": lambda run, a, b: run.value(a) + run.value(b),
    "sub": lambda run, a, b: run.value(a) - run.value(b),
    "neg": lambda run, a: -run.value(a),
    "min": lambda run, a, b: min(run.value(a), run.value(b)),
    "max": lambda run, a, b: max(run.value(a), run.value(b)),
    "if": lambda run, condition, yes, no: run.value(yes if run.value(condition) else no),
    "eq": lambda run, a, b: run.value(a) == run.value(b),
    "lt": lambda run, a, b: run.value(a) < run.value(b),
    "le": lambda run, a, b: run.value(a) <= run.value(b),
    "and": lambda run, *parts: all(run.value(part) for part in parts),
    "or": lambda run, *parts: any(run.value(part) for part in parts),
    "not": lambda run, a: not run.value(a),
    "shares": lambda run, a, b: bool(run.value(a) & run.value(b)),
    "union": lambda run, a, b: run.value(a) | run.value(b),
    "minus": lambda run, a, b: run.value(a) & ~run.value(b),
    "gather": lambda run, bag, variable, condition, value: reduce(
        or_, run.each(bag, variable, lambda _: run.value(value) if run.value(condition) else 0), 0
    ),
    "nothing": lambda run, _, zeros: zeros,
    "attribute": lambda run, value, position, _: run.value(value)[position],
    "pile_none": lambda run: (),
    "pile_push": lambda run, pile, value: (run.value(value), *run.value(pile)),
    "pile_under": lambda run, pile, value: (*run.value(pile), run.value(value)),
    "pile_top": lambda run, pile, none: run.value(pile)[0] if run.value(pile) else run.value(none),
    "pile_height": lambda run, pile: len(run.value(pile)),
    "pile_pop": lambda run, pile: run.value(pile)[1:],
    "pile_join": lambda run, upper, lower: run.value(upper) + run.value(lower),
    "record": lambda run, _, *fields: tuple(run.value(field) for field in fields),
    "count": lambda run, bag, variable, condition: sum(
        map(bool, run.each(bag, variable, lambda _: run.value(condition)))
    ),
    "total": lambda run, bag, variable, condition, value: sum(
        run.each(bag, variable, lambda _: run.value(value) if run.value(condition) else 0)
    ),
    "bag_add": lambda run, bag, new: tuple(sorted([*run.value(bag), run.value(new)])),
    "bag_replace": _replace,
    "bag_remove": lambda run, bag, _, old: without(run.value(bag), run.value(old)),
    "bag_map": _map,
    "bag_keep": lambda run, bag, variable, condition: tuple(
        element
        for element, keep in zip(
            run.value(bag), run.each(bag, variable, lambda _: run.value(condition)), strict=True
        )
        if keep
    ),
}
