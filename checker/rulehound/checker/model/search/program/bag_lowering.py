"""Bags lowered to the program: built in slots of a local bag, in which an element never changes its slot.

So the element of a parameter is found in its own slot as long as the operations before have provably left it
there; else it is looked for by its value, which among equal elements is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rulehound.checker.model.search.program.arithmetic import (
    LEAST,
    MOST,
    NO,
    YES,
    bounds_of,
    hull,
    operation,
)
from rulehound.checker.model.search.program.lowering import (
    Computed,
    Expressions,
    LoweredBag,
    Plain,
    Tables,
    cells_of,
    with_cells,
)
from rulehound.checker.model.search.program.syntax import (
    Assign,
    BagLayout,
    Constant,
    Expression,
    FieldLayout,
    If,
    Loop,
    StateCell,
    StateLayout,
    Statement,
)
from rulehound.spec.language import Member
from rulehound.spec.language.fields import PileField, SubsetField
from rulehound.spec.language.folding import path_of
from rulehound.spec.language.model import Parameter
from rulehound.spec.language.nodes import Node, Sort, make
from rulehound.spec.language.records import Field


class Lowering(Expressions):
    """The lowering of one action or condition with its bags."""

    def __init__(
        self,
        fields: Mapping[str, tuple[Field, str]],
        layout: StateLayout,
        tables: Tables,
        parameters: Mapping[str, Parameter],
    ) -> None:
        super().__init__(fields, layout, tables, parameters)
        self.built: list[LoweredBag] = []
        self._fewest_cells: dict[tuple[str, int], int] = {}

    @property
    def local_bags(self) -> tuple[BagLayout, ...]:
        """Every local bag that was built."""
        return tuple(BagLayout(bag.name, bag.capacity, tuple(map(_settled, bag.parts))) for bag in self.built)

    def bag(self, node: Node) -> LoweredBag:
        lowered = self._known(node)
        if lowered is not None:
            return lowered
        with self.where_it_belongs(node):
            bag = self._new(node)
            place = len(self.scope.body)
            self._build(node, bag)
            self.scope.body[place:place] = self._late_cells(bag)
            self.scope.known[node.uid] = bag
        return bag

    def _known(self, node: Node) -> LoweredBag | None:
        if node.op == "read":
            return self.state_bags[node.args[0]]
        for scope in self.scope.chain():
            lowered = scope.known.get(node.uid)
            if isinstance(lowered, LoweredBag):
                return lowered
        return None

    def _new(self, node: Node) -> LoweredBag:
        like = self.state_bags[path_of(node)]
        parts = []
        for name, declared in like.element.fields():
            if isinstance(declared, SubsetField):
                parts.append(FieldLayout(name, None, 0, 0, bits=True))
            else:  # bounds around nothing yet
                parts.append(FieldLayout(name, 0 if isinstance(declared, PileField) else None, MOST, LEAST))
        bag = LoweredBag(f"b{len(self.built)}", self._capacity(node), like.element, parts)
        self.built.append(bag)
        return bag

    def _capacity(self, node: Node) -> int:
        """How many slots a bag needs."""
        if node.op == "if":
            return max(map(self._capacity, node.args[1:]))
        if node.op == "read":
            return self.state_bags[node.args[0]].capacity
        if node.op == "empty":
            return 0
        return self._capacity(node.args[0]) + (node.op == "bag_add")

    # --- building

    def _fill(self, node: Node, bag: LoweredBag) -> None:
        """Write the first slots of a local bag from a node, up to the node's capacity."""
        source = self._known(node)
        if source is None and node.uid in self.shared_bags and node.op != "empty":
            source = self.bag(node)
        if source is None:
            self._build(node, bag)
        elif source.capacity:
            slot = self.local(0, source.capacity - 1)
            self.add(Loop(slot, source.capacity, self.within(lambda: self._copy(source, bag, slot))))

    def _copy(self, source: LoweredBag, bag: LoweredBag, slot: Expression) -> None:
        self.add(Assign(self.occupied(bag.name, slot), self.occupied(source.name, slot)))
        for position in range(len(bag.parts)):
            self._write(bag, slot, position, self.slot_field(source, slot, position))

    def _build(self, node: Node, bag: LoweredBag) -> None:
        bag = replace(bag, capacity=self._capacity(node))  # slots beyond are given to it later, if at all
        match node.op, *node.args:
            case "empty", _:
                pass
            case "bag_add", inner, record:
                new = self.record(record)
                self._fill(inner, bag)
                self._put(bag, Constant(self._capacity(inner)), new)
            case "bag_remove", inner, name, old:
                self._fill(inner, bag)
                self._at_element(bag, inner, name, old, None)
            case "bag_replace", inner, name, old, new:
                inner, old = self._first_change(inner, name, old)
                self._fill(inner, bag)
                self._at_element(bag, inner, name, old, new)
            case "bag_map", inner, variable, condition, changed:
                self._fill(inner, bag)
                self.each(bag, variable, lambda slot: self._update(bag, slot, variable, condition, changed))
            case "bag_keep", inner, variable, condition:
                self._fill(inner, bag)
                self.each(bag, variable, lambda slot: self._keep(bag, slot, condition))
            case "if", condition, yes, no:
                holds = self.expression(condition)
                branches = (partial(self._fill_up, branch, bag, bag.capacity) for branch in (yes, no))
                self.add(If(holds, *map(self.within, branches)))

    def _fill_up(self, node: Node, bag: LoweredBag, capacity: int) -> None:
        """Write a local bag from a node, and empty the slots from the node's capacity to this one."""
        self._fill(node, bag)
        empty = map(Constant, range(self._capacity(node), capacity))
        self.add(*(Assign(self.occupied(bag.name, slot), NO) for slot in empty))

    def _put(self, bag: LoweredBag, slot: Expression, record: Computed) -> None:
        self.add(Assign(self.occupied(bag.name, slot), YES))
        for position, plain in enumerate(record):
            self._write(bag, slot, position, plain)

    def _first_change(self, inner: Node, name: str, old: Node) -> tuple[Node, Node]:
        """Of several changes of one element in a row: the bag and the element before the first."""
        while (
            inner.op == "bag_replace"
            and inner.args[1] == name
            and inner.uid not in self.shared_bags
            and self._certain(inner, name) is old
        ):
            inner, _, old, _ = inner.args
        return inner, old

    def _at_element(self, bag: LoweredBag, inner: Node, name: str, old: Node, new: Node | None) -> None:
        """Take out or change the element of a parameter, which is equal to `old` by now."""
        if self._certain(inner, name) is old:
            self._change(bag, self.variables[name], old, new)
            return
        done = self.local(0, 1)
        slot = self.local(0, max(bag.capacity - 1, 0))
        same = [
            operation("eq", one, other)
            for position, plain in enumerate(self.record(old))
            for one, other in _pairs(self.slot_field(bag, slot, position), plain)
        ]
        there = operation("and", self.occupied(bag.name, slot), operation("not", done), *same)
        change = (*self.within(lambda: self._change(bag, slot, old, new)), Assign(done, YES))
        self.add(Assign(done, NO), Loop(slot, bag.capacity, (If(there, change),)))

    def _change(self, bag: LoweredBag, slot: Expression, old: Node, new: Node | None) -> None:
        """Make a slot that holds the record `old` hold the record `new`, or empty it."""
        if new is None:
            self.add(Assign(self.occupied(bag.name, slot), NO))
            return
        for position, (before, after) in enumerate(zip(old.args[1:], new.args[1:], strict=True)):
            if before is not after:
                self._write(bag, slot, position, self._field(after))

    def _update(
        self, bag: LoweredBag, slot: Expression, variable: int, condition: Node, changed: Node
    ) -> None:
        """Change the element in a slot if it meets the condition; all is computed before any is written."""
        holds = self.expression(condition)
        new = [
            # what no later change of the cells that it is read from can touch
            (position, with_cells(self._field(node), self.kept))
            for position, node in enumerate(changed.args[1:])
            if node.op != "element" or node.args[:2] != (variable, position)
        ]

        def write() -> None:
            for position, plain in new:
                self._write(bag, slot, position, plain)

        self.add(If(holds, self.within(write)))

    def _keep(self, bag: LoweredBag, slot: Expression, condition: Node) -> None:
        """Remove from its slot an element that does not meet the condition."""
        self.add(Assign(self.occupied(bag.name, slot), self.expression(condition)))

    def _certain(self, node: Node, name: str) -> Node | None:
        """The value that the element of a parameter provably has in its own slot of this bag, if known."""
        kind = self.parameters[name]
        assert isinstance(kind, Member)
        if node.op == "read" and node.args[0] == kind.path:
            element = self.state_bags[kind.path].element
            fields = (
                make("field", name, position, field, sort=declared.sort)
                for position, (field, declared) in enumerate(element.fields())
            )
            return make("record", element.__name__, *fields, sort=Sort.RECORD)
        if node.op == "bag_add":
            return self._certain(node.args[0], name)
        if node.op == "if":
            one, other = (self._certain(branch, name) for branch in node.args[1:])
            return one if one is other else None
        if node.op in ("bag_replace", "bag_remove"):
            inner, whose, old = node.args[:3]
            if self._certain(inner, whose) is not old:
                return None
            if whose != name:
                return self._certain(inner, name)
            return node.args[3] if node.op == "bag_replace" else None
        return None

    # --- cells

    def _field(self, node: Node) -> Plain:
        result = self.result(node)
        assert not isinstance(result, tuple)
        return result

    def _write(self, bag: LoweredBag, slot: Expression, position: int, plain: Plain) -> None:
        part = bag.parts[position]
        cells = cells_of(plain)
        low, high = hull((part.low, part.high), *map(bounds_of, cells), bits=part.bits)
        array = f"{bag.name}.{part.name}"
        if part.cells is None:
            self.add(Assign(StateCell(array, slot, low, high), cells[0]))
            bag.parts[position] = replace(part, low=low, high=high)
            return
        key = (bag.name, position)
        self._fewest_cells[key] = min(len(cells), self._fewest_cells.get(key, len(cells)))
        padded = (*cells, *(NO for _ in range(len(cells), part.cells)))
        for number, cell in enumerate(padded):
            self.add(Assign(StateCell(f"{array}.{number}", slot, low, high), cell))
        bag.parts[position] = replace(part, cells=len(padded), low=min(low, 0), high=max(high, 0))

    def _late_cells(self, bag: LoweredBag) -> list[Statement]:
        """Write 0 into cells of piles that a slot was not given, as others turned out higher later."""
        cleared: list[Statement] = []
        for position, part in enumerate(bag.parts):
            fewest = self._fewest_cells.get((bag.name, position), 0)
            if part.cells is not None and fewest < part.cells:
                slot = self.local(0, max(bag.capacity - 1, 0))
                cells = tuple(
                    Assign(StateCell(f"{bag.name}.{part.name}.{number}", slot, part.low, part.high), NO)
                    for number in range(fewest, part.cells)
                )
                cleared.append(Loop(slot, bag.capacity, cells))
        return cleared


def _pairs(one: Plain, other: Plain) -> list[tuple[Expression, Expression]]:
    """Cell by cell; piles of unequal height have zeros where one ends."""
    first, second = cells_of(one), cells_of(other)
    size = max(len(first), len(second))
    return list(zip(first + (NO,) * (size - len(first)), second + (NO,) * (size - len(second)), strict=True))


def _settled(part: FieldLayout) -> FieldLayout:
    """A field that no element ever had holds 0."""
    return replace(part, low=0, high=0) if part.low > part.high else part
