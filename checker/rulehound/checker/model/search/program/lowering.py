"""Expressions of the language lowered to the program: one function, action or condition at a time.

Statements are appended to the innermost *scope* in which their value can be computed at all: a node that does
not depend on the element of a loop stands before the loop, and one that only a branch needs stands in the
branch. A value that is used more than once gets a local.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rulehound.checker.model.search.program.arithmetic import (
    NO,
    YES,
    bounds_of,
    check_width,
    hull,
    is_atom,
    operation,
    truth,
)
from rulehound.checker.model.search.program.syntax import (
    Assign,
    Body,
    Constant,
    Expression,
    FieldLayout,
    If,
    Local,
    Lookup,
    Loop,
    NumberLayout,
    Operation,
    StateCell,
    StateLayout,
    Statement,
)
from rulehound.spec.language import Member, Pool, Record
from rulehound.spec.language.fields import BagField, PileField, SubsetField, ValueField
from rulehound.spec.language.model import Parameter
from rulehound.spec.language.nodes import Node, Sort, walk
from rulehound.spec.language.records import Field


@dataclass(frozen=True)
class LoweredValue:
    """A value: its record type, and its index in the pool."""

    kind: type[Record]
    index: Expression


@dataclass(frozen=True)
class LoweredPile:
    """A pile: its record type, and its values with the top first, zeros after the last. An empty one has no
    type.
    """

    kind: type[Record] | None
    cells: tuple[Expression, ...]


@dataclass
class LoweredBag:
    """A bag as it is built or read: its name, how many slots, the type of its elements, and their parts."""

    name: str
    capacity: int
    element: type[Record]
    parts: list[FieldLayout]


Computed: TypeAlias = tuple["Plain", ...]
"""A record that was computed, by field."""
Plain: TypeAlias = Expression | LoweredValue | LoweredPile
Result: TypeAlias = Plain | Computed


@dataclass
class LoweringScope:
    """A place for statements, with what they have computed; `variable` is the element that a loop binds."""

    outer: LoweringScope | None
    variable: int | None = None
    body: list[Statement] = field(default_factory=list)
    known: dict[int, Result | LoweredBag] = field(default_factory=dict)

    def take(self) -> Body:
        """The statements so far, which the caller puts elsewhere."""
        taken = tuple(self.body)
        self.body.clear()
        return taken

    def chain(self) -> Iterator[LoweringScope]:
        """This scope and those around it, the innermost first."""
        scope: LoweringScope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer


class Tables:
    """The pools as constant tables, a column a field; row 0 is nothing, and so is the last.

    The last row is nothing as it lies in a pile, where 0 is the end of the pile.
    """

    def __init__(self, pools: Mapping[type[Record], Sequence[tuple[Any, ...]]]) -> None:
        self.pools = pools
        self.kinds = {kind.__name__: kind for kind in pools}
        self.columns: dict[str, tuple[int, ...]] = {}

    def entries(self, kind: type[Record]) -> int:
        """How many entries the pool has."""
        return len(self.pools[kind])

    def lookup(self, kind: type[Record], position: int, index: Expression) -> Expression:
        """A field of a value."""
        name, declared = kind.fields()[position]
        if isinstance(declared, ValueField | PileField | BagField):
            raise ValueError(f"{kind.__name__}.{name}: a value that holds records cannot be searched")
        table = f"{kind.__name__}.{name}"
        if table not in self.columns:
            entries = [int(entry[position]) for entry in self.pools[kind]]
            check_width(table, *entries)
            self.columns[table] = (0, *entries, 0)
        column = self.columns[table]
        if isinstance(index, Constant):
            return Constant(column[index.value])
        low, high = hull(*((entry, entry) for entry in column), bits=isinstance(declared, SubsetField))
        return Constant(low) if low == high else Lookup(table, index, low, high)


class Expressions(ABC):
    """The lowering of one action or condition over the state of a layout, without the operations on bags."""

    def __init__(
        self,
        fields: Mapping[str, tuple[Field, str]],
        layout: StateLayout,
        tables: Tables,
        parameters: Mapping[str, Parameter],
    ) -> None:
        self.fields, self.tables, self.parameters = fields, tables, parameters
        self.numbers = {number.name: number for number in layout.numbers}
        self.state_bags = {
            bag.name: LoweredBag(bag.name, bag.capacity, _element(fields[bag.name][0]), list(bag.parts))
            for bag in layout.bags
        }
        self.scope = LoweringScope(None)
        self.locals: list[Local] = []
        self.variables: dict[str, Local] = {}
        """The variable of each parameter whose choice has been made."""
        self.elements: dict[int, tuple[LoweredBag, Expression]] = {}
        """Bag and slot of the element that stands for a bound variable."""
        self.shared: set[int] = set()
        self.shared_bags: set[int] = set()

    @abstractmethod
    def bag(self, node: Node) -> LoweredBag:
        """The bag of the state, or a local one, with the value of a node."""

    def share(self, roots: Sequence[Node]) -> None:
        """Give a local to every node that is used more than once below the roots; of bags only to these
        roots.
        """
        uses = Counter(arg for node in walk(list(roots)) for arg in node.nodes)
        uses.update(roots)
        again = {node.uid: node.sort for node, count in uses.items() if count > 1}
        self.shared |= {uid for uid, sort in again.items() if sort is not Sort.BAG}
        self.shared_bags = {uid for uid, sort in again.items() if sort is Sort.BAG}

    def local(self, low: int, high: int) -> Local:
        """A new local."""
        made = Local(f"v{len(self.locals)}", low, high)
        self.locals.append(made)
        return made

    def add(self, *statements: Statement) -> None:
        """Append statements to the present scope."""
        self.scope.body.extend(statements)

    def named(self, expression: Expression) -> Expression:
        """The expression, as a local unless it is short anyway."""
        return expression if is_atom(expression) else self.kept(expression)

    def kept(self, expression: Expression) -> Expression:
        """The present value of an expression, which later statements do not change."""
        if isinstance(expression, Constant | Local):
            return expression
        made = self.local(*bounds_of(expression))
        self.add(Assign(made, expression))
        return made

    @contextmanager
    def inside(self, variable: int | None = None) -> Iterator[LoweringScope]:
        """A scope within the present one: a branch, or a loop that binds a variable."""
        outer, self.scope = self.scope, LoweringScope(self.scope, variable)
        try:
            yield self.scope
        finally:
            self.scope = outer

    @contextmanager
    def where_it_belongs(self, node: Node) -> Iterator[None]:
        """The scope outside of all loops on whose elements a node does not depend."""
        present = self.scope
        while self.scope.outer is not None and self.scope.variable not in (None, *node.free):
            self.scope = self.scope.outer
        try:
            yield
        finally:
            self.scope = present

    def each(self, bag: LoweredBag, variable: int, use: Callable[[Expression], None]) -> None:
        """A loop over the elements of a bag, in which the variable stands for the one in the slot."""
        slot = self.local(0, max(bag.capacity - 1, 0))
        shadowed = self.elements.get(variable)
        with self.inside(variable) as scope:
            self.elements[variable] = (bag, slot)
            use(slot)
        if shadowed is not None:
            self.elements[variable] = shadowed
        self.add(Loop(slot, bag.capacity, (If(self.occupied(bag.name, slot), tuple(scope.body)),)))

    def within(self, use: Callable[[], None]) -> Body:
        """The statements of a branch."""
        with self.inside(self.scope.variable) as scope:
            use()
        return tuple(scope.body)

    # --- what a node comes to

    def expression(self, node: Node) -> Expression:
        """A number, truth value or subset."""
        result = self.result(node)
        assert not isinstance(result, LoweredValue | LoweredPile | tuple)
        return result

    def value(self, node: Node) -> LoweredValue:
        """A value."""
        result = self.result(node)
        assert isinstance(result, LoweredValue)
        return result

    def pile(self, node: Node) -> LoweredPile:
        """A pile."""
        result = self.result(node)
        assert isinstance(result, LoweredPile)
        return result

    def record(self, node: Node) -> Computed:
        """A record that is computed."""
        result = self.result(node)
        assert isinstance(result, tuple)
        return result

    def result(self, node: Node) -> Result:
        """Anything but a bag."""
        for scope in self.scope.chain():
            lowered = scope.known.get(node.uid)
            if lowered is not None:
                assert not isinstance(lowered, LoweredBag)
                return lowered
        with self.where_it_belongs(node):
            result = OPERATIONS[node.op](self, *node.args)
            if node.uid in self.shared:
                result = result if isinstance(result, tuple) else with_cells(result, self.named)
                self.scope.known[node.uid] = result
        return result

    # --- cells and parameters

    def read(self, path: str) -> Plain:
        """A field of the state that is no bag."""
        return _plain(self.fields[path][0], self.numbers[path], path, None)

    def slot_field(self, bag: LoweredBag, slot: Expression, position: int) -> Plain:
        """A field of the element in a slot."""
        name, declared = bag.element.fields()[position]
        return _plain(declared, bag.parts[position], f"{bag.name}.{name}", slot)

    def occupied(self, bag: str, slot: Expression) -> StateCell:
        """Whether a slot holds an element."""
        return StateCell(f"{bag}.here", slot, 0, 1)

    def cells(self, bag: LoweredBag, slot: Expression, position: int) -> tuple[Expression, ...]:
        """The cells of a field of the element in a slot."""
        return cells_of(self.slot_field(bag, slot, position))

    def parameter(self, name: str) -> Plain:
        """An amount, or a record from a pool."""
        kind = self.parameters[name]
        variable = self.variables[name]
        return LoweredValue(kind.record, variable) if isinstance(kind, Pool) else variable

    def field_of_parameter(self, name: str, position: int) -> Plain:
        """A field of a record from a pool or of an element chosen from a bag."""
        kind = self.parameters[name]
        if isinstance(kind, Member):
            return self.slot_field(self.state_bags[kind.path], self.variables[name], position)
        assert isinstance(kind, Pool)
        return self.tables.lookup(kind.record, position, self.variables[name])

    # --- operations that take more than an expression

    def choice(self, condition: Node, yes: Node, no: Node) -> Result:
        """`yes` where the condition holds, else `no`."""
        chosen, one, other = self.expression(condition), self.result(yes), self.result(no)
        if isinstance(one, LoweredPile) and isinstance(other, LoweredPile):
            height = max(len(one.cells), len(other.cells))
            pairs = zip(_padded(one.cells, height), _padded(other.cells, height), strict=True)
            chosen = self.named(chosen)
            cells = tuple(self.named(operation("select", chosen, *pair)) for pair in pairs)
            return LoweredPile(one.kind or other.kind, cells)
        if isinstance(one, LoweredValue) and isinstance(other, LoweredValue):
            return LoweredValue(one.kind, operation("select", chosen, one.index, other.index))
        assert not isinstance(one, LoweredValue | LoweredPile | tuple)
        assert not isinstance(other, LoweredValue | LoweredPile | tuple)
        return operation("select", chosen, one, other, bits=yes.sort is Sort.SUBSET)

    def summed(self, kind: str, bag: Node, variable: int, condition: Node, value: Node | None) -> Expression:
        """A sum or union over the elements that meet a condition; their number where there is no value."""
        slots = self.bag(bag)
        if not slots.capacity:
            return NO
        total: Local | None = None

        def count(_: Expression) -> None:
            nonlocal total
            outside = self.scope.outer
            assert outside is not None
            counts = self.expression(condition)
            amount = YES if value is None else self.expression(value)
            low, high = bounds_of(amount)
            times = slots.capacity if kind == "add" else 1
            low, high = min(0, low) * times, max(0, high) * times
            total = self.local(low, high)
            outside.body.append(Assign(total, NO))
            more = Assign(total, Operation(kind, (total, amount), low, high))
            self.add(more if truth(counts) else If(counts, (more,)))

        self.each(slots, variable, count)
        assert total is not None
        return total

    def attribute(self, record: Node, position: int) -> Plain:
        """A field of a value."""
        whole = self.result(record)
        if isinstance(whole, tuple):
            return whole[position]
        assert isinstance(whole, LoweredValue)
        return self.tables.lookup(whole.kind, position, whole.index)

    def laid(self, value: LoweredValue) -> Expression:
        """The index of a value in the form in which it lies in a pile, where 0 is the end of the pile."""
        if bounds_of(value.index)[0] > 0:
            return value.index
        buried = Constant(self.tables.entries(value.kind) + 1)
        return self.named(operation("select", operation("eq", value.index, NO), buried, value.index))

    def pushed(self, pile: Node, value: Node) -> LoweredPile:
        """A pile with a value on top."""
        lower, top = self.pile(pile), self.value(value)
        return LoweredPile(top.kind, (self.laid(top), *lower.cells))

    def put_under(self, pile: Node, value: Node) -> LoweredPile:
        """A pile with a value at the bottom."""
        upper, bottom = self.pile(pile), self.value(value)
        return self._joined(upper, LoweredPile(bottom.kind, (self.laid(bottom),)))

    def popped(self, pile: Node) -> LoweredPile:
        """A pile without what is on top."""
        whole = self.pile(pile)
        return LoweredPile(whole.kind, whole.cells[1:])

    def joined(self, upper: Node, lower: Node) -> LoweredPile:
        """A pile on another."""
        return self._joined(self.pile(upper), self.pile(lower))

    def _joined(self, upper: LoweredPile, lower: LoweredPile) -> LoweredPile:
        height = self.named(_height(upper))
        cells = []
        for place in range(len(upper.cells) + len(lower.cells)):
            cell: Expression = NO
            for above in range(len(upper.cells) + 1):
                if 0 <= place - above < len(lower.cells):
                    here = operation("eq", height, Constant(above))
                    cell = operation("select", here, lower.cells[place - above], cell)
            if place < len(upper.cells):
                there = operation("lt", NO, upper.cells[place])
                cell = operation("select", there, upper.cells[place], cell)
            cells.append(self.named(cell))
        return LoweredPile(upper.kind or lower.kind, tuple(cells))

    def top(self, pile: Node, nothing: Node) -> LoweredValue:
        """The value on top of a pile."""
        whole, none = self.pile(pile), self.value(nothing)
        if not whole.cells or whole.kind is None:
            return none
        buried = Constant(self.tables.entries(whole.kind) + 1)
        cell = whole.cells[0]
        return LoweredValue(whole.kind, operation("select", operation("eq", cell, buried), NO, cell))

    def height(self, pile: Node) -> Expression:
        """How many values lie in a pile."""
        return _height(self.pile(pile))


def with_cells(plain: Plain, change: Callable[[Expression], Expression]) -> Plain:
    """The same number, truth value, subset, value or pile with every cell changed."""
    if isinstance(plain, LoweredValue):
        return LoweredValue(plain.kind, change(plain.index))
    if isinstance(plain, LoweredPile):
        return LoweredPile(plain.kind, tuple(map(change, plain.cells)))
    return change(plain)


def cells_of(plain: Plain) -> tuple[Expression, ...]:
    """The cells of a number, truth value, subset, value or pile."""
    if isinstance(plain, LoweredPile):
        return plain.cells
    return (plain.index if isinstance(plain, LoweredValue) else plain,)


def _height(pile: LoweredPile) -> Expression:
    height: Expression = NO
    for cell in pile.cells:
        height = operation("add", height, operation("lt", NO, cell))
    return height


def _padded(cells: tuple[Expression, ...], height: int) -> tuple[Expression, ...]:
    return cells + (NO,) * (height - len(cells))


def _element(declared: Field) -> type[Record]:
    assert isinstance(declared, BagField)
    element: type[Record] = declared.element
    return element


def _plain(declared: Field, part: NumberLayout | FieldLayout, array: str, index: Expression | None) -> Plain:
    """What stands in a field of the state or of an element."""
    if isinstance(declared, PileField):
        cells = (StateCell(f"{array}.{k}", index, part.low, part.high) for k in range(part.cells or 0))
        return LoweredPile(declared.kind, tuple(cells))
    single = part.low == part.high
    cell: Expression = Constant(part.low) if single else StateCell(array, index, part.low, part.high)
    return LoweredValue(declared.kind, cell) if isinstance(declared, ValueField) else cell


def _of(kind: str) -> Callable[..., Expression]:
    return lambda made, *args: operation(kind, *map(made.expression, args))


OPERATIONS: dict[str, Callable[..., Result]] = {
    "const": lambda _, value: Constant(int(value)),
    "subset": lambda _, bits, __: Constant(bits),
    "read": lambda made, path: made.read(path),
    "param": lambda made, name: made.parameter(name),
    "field": lambda made, name, position, _: made.field_of_parameter(name, position),
    "element": lambda made, variable, position, _: made.slot_field(*made.elements[variable], position),
    "nothing": lambda made, kind, _: LoweredValue(made.tables.kinds[kind], NO),
    "attribute": lambda made, record, position, _: made.attribute(record, position),
    "record": lambda made, _, *fields: tuple(map(made.result, fields)),
    **{op: _of(op) for op in ("add", "sub", "neg", "min", "max", "eq", "lt", "le", "and", "or", "not")},
    "if": lambda made, condition, yes, no: made.choice(condition, yes, no),
    "shares": lambda made, a, b: operation("lt", NO, _of("bits-and")(made, a, b)),
    "union": _of("bits-or"),
    "minus": _of("bits-without"),
    "count": lambda made, bag, variable, condition: made.summed("add", bag, variable, condition, None),
    "total": lambda made, bag, variable, condition, value: made.summed(
        "add", bag, variable, condition, value
    ),
    "gather": lambda made, bag, variable, condition, value: made.summed(
        "bits-or", bag, variable, condition, value
    ),
    "pile_none": lambda _: LoweredPile(None, ()),
    "pile_push": lambda made, pile, value: made.pushed(pile, value),
    "pile_under": lambda made, pile, value: made.put_under(pile, value),
    "pile_pop": lambda made, pile: made.popped(pile),
    "pile_join": lambda made, upper, lower: made.joined(upper, lower),
    "pile_top": lambda made, pile, nothing: made.top(pile, nothing),
    "pile_height": lambda made, pile: made.height(pile),
}
"""Operation of the language to its lowering, but for operations on bags."""
