"""The translation of a model, its values and a configuration to the program that generated backends print.

Guards stand as far out as their parameters allow. Effects are divided by the conditions that several of them
depend on (a turn that ends, say), so that each path through an action computes and stores only what it
changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rulehound.checker.model.search.program.arithmetic import (
    NO,
    YES,
    bounds_of,
    check_width,
    hull,
    operation,
    truth,
)
from rulehound.checker.model.search.program.bag_lowering import Lowering
from rulehound.checker.model.search.program.lowering import LoweredBag, Tables, cells_of
from rulehound.checker.model.search.program.packing import PackedBag, PackedSubset, Packing, Scalar, Stacked
from rulehound.checker.model.search.program.syntax import (
    Action,
    After,
    BagLayout,
    Choice,
    Condition,
    Constant,
    Cut,
    Emit,
    Expression,
    FieldLayout,
    If,
    Level,
    Local,
    NumberLayout,
    Program,
    ProgramGuard,
    SameSlot,
    StateLayout,
)
from rulehound.spec.language import (
    Amount,
    Configuration,
    Member,
    Model,
    Pool,
    Record,
    TracedAction,
    record,
)
from rulehound.spec.language.fields import BagField, PileField, ValueField
from rulehound.spec.language.folding import Folding, KnownTruths, assume
from rulehound.spec.language.nodes import Node, Sort, walk

MOST_DIVISIONS = 3
"""How many conditions deep effects are divided at most."""


def translated(
    model: Model, values: Mapping[str, Any], configuration: Configuration, packing: Packing | None = None
) -> Program:
    """The program of a model. Raises MissingValue where a fact or switch has no value, ValueError where the
    configuration lacks a bound or a number may leave 32 bits."""
    return _Translation(model, values, configuration, packing or Packing(model, configuration)).program()


@dataclass
class _Wide:
    """A layout that grows until it holds every state just outside the bounds."""

    numbers: dict[str, NumberLayout]
    bags: dict[str, BagLayout]

    def number(self, path: str, cells: tuple[Expression, ...]) -> None:
        """Add a number or pile that a step may leave outside its bounds."""
        held = self.numbers[path]
        low, high = hull((held.low, held.high), *map(bounds_of, cells), bits=held.bits)
        size = None if held.cells is None else max(held.cells, len(cells))
        self.numbers[path] = replace(held, low=low, high=high, cells=size)

    def bag(self, path: str, bag: LoweredBag) -> None:
        """Add a bag that a step may leave outside its bounds."""
        held = self.bags[path]
        parts = []
        for one, other in zip(held.parts, bag.parts, strict=True):
            bounds = [(part.low, part.high) for part in (one, other) if part.low <= part.high]
            low, high = hull(*bounds, bits=one.bits)
            size = None if one.cells is None else max(one.cells, other.cells or 0)
            parts.append(replace(one, low=low, high=high, cells=size))
        self.bags[path] = BagLayout(path, max(held.capacity, bag.capacity), tuple(parts))


class _Translation:
    """One model being translated."""

    def __init__(
        self, model: Model, values: Mapping[str, Any], configuration: Configuration, packing: Packing
    ) -> None:
        self.model, self.configuration, self.packing = model, configuration, packing
        self.folding = Folding(values, configuration.settings)
        self.packed = dict(zip(model.paths, packing.layout, strict=True))
        self.state = _layout(model, packing)
        self.wide = _Wide({n.name: n for n in self.state.numbers}, {b.name: b for b in self.state.bags})
        self.bounds = _bounds(packing)
        self.tables = Tables({kind: _pool(kind, configuration) for kind in _pooled(model)})
        self.guards: list[tuple[str, str]] = []

    def program(self) -> Program:
        """All of it."""
        names = [name for name in self.model.actions if name not in self.configuration.without]
        actions = tuple(
            _ActionTranslation(self, number, self.model.actions[name]).action()
            for number, name in enumerate(names)
        )
        outside = StateLayout(
            self.state.paths, tuple(self.wide.numbers.values()), tuple(self.wide.bags.values())
        )
        invariants = {name: invariant.condition for name, invariant in self.model.invariants.items()}
        sometimes = {name: wanted.condition for name, wanted in self.model.sometimes_properties.items()}
        return Program(
            name=f"{self.model.name}, {self.configuration.name}",
            state=self.state,
            outside=outside,
            actions=actions,
            guards=tuple(self.guards),
            invariants=self._conditions(invariants, self.state),
            invariants_outside=self._conditions(invariants, outside),
            sometimes=self._conditions(sometimes, self.state),
            over=self._conditions({"over": self.model.over}, self.state)[0],
            bounds=self.bounds,
            tables=self.tables.columns,
        )

    def _conditions(self, conditions: Mapping[str, Node], layout: StateLayout) -> tuple[Condition, ...]:
        made = []
        for name, condition in conditions.items():
            lowering = Lowering(self.model.fields, layout, self.tables, {})
            root = self.folding.fold(condition)
            lowering.share([root])
            value = lowering.expression(root)
            before = lowering.scope.take()
            made.append(Condition(name, tuple(lowering.locals), lowering.local_bags, before, value))
        return tuple(made)


class _ActionTranslation:
    """One action being translated."""

    def __init__(self, whole: _Translation, number: int, action: TracedAction) -> None:
        self.whole, self.number, self.traced = whole, number, action
        self.lowering = Lowering(whole.model.fields, whole.state, whole.tables, action.parameters)

    def action(self) -> Action:
        """All of it."""
        conditions = [self.whole.folding.fold(guard.condition) for guard in self.traced.guards]
        effects = {effect.path: self.whole.folding.fold(effect.value) for effect in self.traced.effects}
        self.lowering.share([*conditions, *effects.values()])
        known: dict[int, bool] = {}
        levels = self._levels(conditions, known)
        self._effects(effects, known, MOST_DIVISIONS)
        return Action(
            self.number,
            self.traced.name,
            self.traced.by,
            levels,
            effect=self.lowering.scope.take(),
            locals=tuple(self.lowering.locals),
            bags=self.lowering.local_bags,
        )

    def _levels(self, conditions: list[Node], known: dict[int, bool]) -> tuple[Level, ...]:
        first = len(self.whole.guards)
        self.whole.guards += [(self.traced.name, guard.name) for guard in self.traced.guards]
        names = list(self.traced.parameters)
        remaining = dict(enumerate(conditions))
        levels = []
        for chosen in range(len(names) + 1):
            choice = self._choice(names[chosen - 1]) if chosen else None
            guards = []
            for place, condition in list(remaining.items()):
                if _parameters(self.traced.guards[place].condition) <= set(names[:chosen]):
                    del remaining[place]
                    test = self.lowering.expression(self.whole.folding.fold(condition, known))
                    before = self.lowering.scope.take()
                    guards.append(ProgramGuard(first + place, self.traced.guards[place].name, before, test))
                    known |= assume(condition, True)
            levels.append(Level(choice, tuple(guards)))
        return tuple(levels)

    def _choice(self, name: str) -> Choice:
        kind = self.traced.parameters[name]
        if isinstance(kind, Amount):
            values = tuple(self.whole.configuration.ranges[kind.name])
            check_width(kind.name, *values)
        elif isinstance(kind, Member):
            values = tuple(range(self.lowering.state_bags[kind.path].capacity))
        else:
            values = tuple(range(1, self.whole.tables.entries(kind.record) + 1))
        variable = self.lowering.local(min(values, default=0), max(values, default=0))
        condition = self._fresh(variable, kind.path) if isinstance(kind, Member) else YES
        self.lowering.variables[name] = variable
        return Choice(name, variable, values, condition, kind.path if isinstance(kind, Member) else "")

    def _fresh(self, slot: Local, path: str) -> Expression:
        """Whether to try a slot: one not chosen before, and of equal elements the first that is left."""
        earlier = [
            self.lowering.variables[name]
            for name, kind in self.traced.parameters.items()
            if isinstance(kind, Member) and kind.path == path and name in self.lowering.variables
        ]
        before = operation("sub", slot, Constant(1))
        first_left = operation(
            "or",
            operation("eq", slot, NO),
            *(operation("eq", before, other) for other in earlier),
            operation("not", SameSlot(path, slot, before)),
        )
        others = (operation("not", operation("eq", slot, other)) for other in earlier)
        here = self.lowering.occupied(path, slot)
        return operation("and", here, *others, first_left)

    # --- effects

    def _effects(self, effects: Mapping[str, Node], known: KnownTruths, divisions: int) -> None:
        """The steps that leave these values in the fields, where these conditions are known."""
        folded = {path: self.whole.folding.fold(node, known) for path, node in effects.items()}
        self.lowering.share(list(folded.values()))
        condition = _dividing(folded) if divisions else None
        if condition is None:
            self._step(folded)
            return
        test = self.lowering.expression(condition)
        ways = [{**known, **assume(condition, holds)} for holds in (True, False)]
        inner = (partial(self._effects, folded, branch, divisions - 1) for branch in ways)
        self.lowering.add(If(test, *map(self.lowering.within, inner)))

    def _step(self, effects: Mapping[str, Node]) -> None:
        """A step that leaves these values in the fields."""
        numbers: dict[str, tuple[Expression, ...]] = {}
        bags: dict[str, LoweredBag] = {}
        leaves: list[tuple[Expression, str]] = []
        for path, node in effects.items():
            if node.op == "read" and node.args[0] == path:
                continue
            if node.sort is Sort.BAG:
                bags[path] = self.lowering.bag(node)
                leaves += self._bag_leaves(path, bags[path])
            else:
                cells = self._number_cells(path, node)
                numbers[path] = cells
                leaves += self._number_leaves(path, cells)
        after = After(tuple(numbers.items()), tuple((path, bag.name) for path, bag in bags.items()))
        leaves = [(leaves_it, bound) for leaves_it, bound in leaves if truth(leaves_it) is not False]
        if not leaves:
            self.lowering.add(Emit(after))
            return
        for path, cells in numbers.items():
            self.whole.wide.number(path, cells)
        for path, bag in bags.items():
            self.whole.wide.bag(path, bag)
        which: Expression = Constant(self.whole.bounds.index(leaves[-1][1]))
        for leaves_it, bound in leaves[-2::-1]:
            which = operation("select", leaves_it, Constant(self.whole.bounds.index(bound)), which)
        outside = operation("or", *(leaves_it for leaves_it, _ in leaves))
        self.lowering.add(If(outside, (Cut(which, after),), (Emit(after),)))

    def _number_cells(self, path: str, node: Node) -> tuple[Expression, ...]:
        result = self.lowering.result(node)
        assert not isinstance(result, tuple)
        cells = tuple(map(self.lowering.named, cells_of(result)))
        return cells + (NO,) * ((self.lowering.numbers[path].cells or 0) - len(cells))

    def _number_leaves(self, path: str, cells: tuple[Expression, ...]) -> list[tuple[Expression, str]]:
        """The conditions under which a number or pile leaves its bounds, each with its bound."""
        held = self.lowering.numbers[path]
        part = FieldLayout(path, held.cells, held.low, held.high, held.bits)
        return [(_leaves(cells, part), self.whole.packed[path].name)]

    def _bag_leaves(self, path: str, bag: LoweredBag) -> list[tuple[Expression, str]]:
        """The conditions under which a bag leaves its bounds: it is too full, or a field of an element is
        outside.
        """
        held, packed = self.lowering.state_bags[path], self.whole.packed[path]
        assert isinstance(packed, PackedBag)
        slots = [Constant(slot) for slot in range(bag.capacity)]
        here = [self.lowering.occupied(bag.name, slot) for slot in slots]
        full: Expression = NO
        if bag.capacity > held.capacity:
            count: Expression = NO
            for occupied in here:
                count = operation("add", count, occupied)
            full = operation("lt", Constant(held.capacity), count)
        leaves = [(full, packed.name)]
        for position, part in enumerate(held.parts):
            outside = [
                operation("and", occupied, _leaves(self.lowering.cells(bag, slot, position), part))
                for occupied, slot in zip(here, slots, strict=True)
            ]
            leaves.append((operation("or", *outside), packed.parts[position].name))
        return leaves


def _leaves(cells: tuple[Expression, ...], part: FieldLayout) -> Expression:
    """Whether a field's cells leave its bounds, or a pile its height."""
    if part.cells is not None:
        buried = (operation("lt", Constant(part.high), cell) for cell in cells[: part.cells])
        higher = (operation("lt", NO, cell) for cell in cells[part.cells : part.cells + 1])
        return operation("or", *higher, *buried)
    (cell,) = cells
    if part.bits:
        return operation("lt", NO, operation("bits-without", cell, Constant(part.high)))
    return operation(
        "or", operation("lt", cell, Constant(part.low)), operation("lt", Constant(part.high), cell)
    )


def _dividing(effects: Mapping[str, Node]) -> Node | None:
    """The condition that most effects depend on, if dividing them by it pays: two effects, or a bag."""
    hanging: Counter[Node] = Counter()
    for node in effects.values():
        if node.op == "if":
            hanging[node.args[0]] += 2 if node.sort is Sort.BAG else 1
    condition, count = max(hanging.items(), key=lambda item: item[1], default=(None, 0))
    return condition if count > 1 else None


def _parameters(node: Node) -> set[str]:
    return {inner.args[0] for inner in walk([node]) if inner.op in ("param", "field")}


def _layout(model: Model, packing: Packing) -> StateLayout:
    """The arrays of a state within the bounds."""
    numbers, bags = [], []
    for path, packed in zip(model.paths, packing.layout, strict=True):
        if isinstance(packed, PackedBag):
            declared = model.fields[path][0]
            assert isinstance(declared, BagField)
            names = [name for name, _ in declared.element.fields()]
            parts = (_part(name, inner) for name, inner in zip(names, packed.parts, strict=True))
            bags.append(BagLayout(path, packed.capacity, tuple(parts)))
        else:
            part = _part(path, packed)
            numbers.append(NumberLayout(path, part.cells, part.low, part.high, part.bits))
    return StateLayout(model.paths, tuple(numbers), tuple(bags))


def _part(name: str, packed: Scalar | Stacked) -> FieldLayout:
    if isinstance(packed, Stacked):
        return FieldLayout(name, packed.capacity, 0, packed.each.high)
    if isinstance(packed, PackedSubset):
        mask = sum(1 << bit for bit in packed.names)
        check_width(packed.name, mask)
        return FieldLayout(name, None, 0, mask, bits=True)
    check_width(packed.name, packed.low, packed.high)
    return FieldLayout(name, None, packed.low, packed.high)


def _bounds(packing: Packing) -> tuple[str, ...]:
    """The names of all bounds, in the order in which a state is held against them."""
    names = []
    for packed in packing.layout:
        names.append(packed.name)
        if isinstance(packed, PackedBag):
            names += [part.name for part in packed.parts]
    return tuple(dict.fromkeys(names))


def _pooled(model: Model) -> list[type[Record]]:
    """The record types that values, or parameters from a pool, are of."""
    kinds: dict[type[Record], None] = {}
    for action in model.actions.values():
        kinds |= {kind.record: None for kind in action.parameters.values() if isinstance(kind, Pool)}
    for declared, _ in model.fields.values():
        inner = declared.element.fields() if isinstance(declared, BagField) else (("", declared),)
        kinds |= {part.kind: None for _, part in inner if isinstance(part, ValueField | PileField)}
    return list(kinds)


def _pool(kind: type[Record], configuration: Configuration) -> list[tuple[Any, ...]]:
    if kind.__name__ not in configuration.pools:
        raise ValueError(
            f"configuration {configuration.name}: no pool of {kind.__name__}; state which there are"
        )
    return [record(kind, entry) for entry in configuration.pools[kind.__name__]]
