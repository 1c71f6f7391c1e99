"""A model under one configuration in Murphi, so that rumur can confirm our counts.

Each way to take an action is one rule, whose guard is a function. All that a step needs besides the state is
local, and every number is declared with its bounds: rumur stops where one is left.

rumur 2022.08, https://github.com/Smattr/rumur (doc/vs-cmurphi.rst, doc/bitwise-operators.rst).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

from rulehound.checker.model.search.export.arrays import (
    identifier,
    identifiers,
    number_arrays,
    program_with_start,
    slot_cells,
)
from rulehound.checker.model.search.program.arithmetic import NO, bounds_of
from rulehound.checker.model.search.program.syntax import (
    Action,
    After,
    Assign,
    BagLayout,
    Body,
    Condition,
    Constant,
    Emit,
    Expression,
    If,
    Local,
    Lookup,
    Loop,
    Operation,
    Program,
    SameSlot,
    StateCell,
    Statement,
)
from rulehound.spec.language import Configuration, Model

HEAD = """\
-- {name}, written by rulehound for rumur.
--
--     rumur --deadlock-detection off -o model.c THIS-FILE
--     cc -std=c11 -O3 -march=native -o model model.c -lpthread; ./model
--
-- A step that would leave the bounds of the configuration leaves the state as it is, and counts as fired.
-- States outside the bounds are not judged.
"""

_EXTREMES = [
    "function smaller(one: number; other: number): number;",
    "begin",
    "  return one < other ? one : other;",
    "end;",
    "",
    "function larger(one: number; other: number): number;",
    "begin",
    "  return one < other ? other : one;",
    "end;",
]

_SIGNS = {"eq": " = ", "lt": " < ", "le": " <= ", "and": " & ", "or": " | "}
_NUMBERS = {
    "add": "({} + {})",
    "sub": "({} - {})",
    "neg": "(-{})",
    "min": "smaller({}, {})",
    "max": "larger({}, {})",
    "bits-and": "({} & {})",
    "bits-or": "({} | {})",
    "bits-without": "({} & ~{})",
}

Lines = Iterator[str]


def murphi(model: Model, values: Mapping[str, Any], configuration: Configuration) -> str:
    """The text of a Murphi model. Raises as `program_with_start`."""
    return "\n".join(_Printer(*program_with_start(model, values, configuration)).lines()) + "\n"


class _Printer:
    """One program as it is printed."""

    def __init__(self, program: Program, start: Mapping[str, list[int]]) -> None:
        self.program, self.start = program, start
        self.numbers = {number.name: number for number in program.state.numbers}
        self.bags = {bag.name: bag for bag in program.state.bags}
        singles = [array.name for number in program.state.numbers for array in number_arrays(number)]
        self.now = identifiers([*singles, *self.bags], "now_")
        self.next = identifiers([*singles, *self.bags], "next_")
        self.may = identifiers([action.name for action in program.actions], "may_")
        self.holds = identifiers([condition.name for condition in program.invariants], "holds_")
        self.slots = {
            f"{bag.name}.{name}": (bag.name, name)
            for bag in program.state.bags
            for name, _, _ in slot_cells(bag)
        }
        """Bag and field of every array of a bag."""
        self.tables = dict(program.tables)
        self.types: dict[str, str] = {}
        """What the types of bags are, and their names."""
        self.procedures: dict[str, list[str]] = {}
        """Those that fill one bag from another, by name."""
        self.low, self.high = 0, 1
        """Bounds around every number that is computed."""

    def lines(self) -> Lines:
        rules = [line for action in self.program.actions for line in self.rules(action)]
        invariants = [line for condition in self.program.invariants for line in self.invariant(condition)]
        state = list(self.state())
        kinds = {self.type(bag): bag for bag in self.bags.values()}
        yield HEAD.format(name=self.program.name)
        yield from ("type", f"  number: {self.low} .. {self.high};")
        yield from (f"  {name}: {what};" for what, name in self.types.items())
        yield from ("", "var", *state, "", *_EXTREMES)
        for name, table in self.tables.items():
            yield from self.table(name, table)
        for kind, bag in kinds.items():
            yield from self.empty(kind, bag)
        for lines in self.procedures.values():
            yield from lines
        yield from ("", "startstate", "begin", *self.begin(), "end;")
        yield from (*rules, *invariants)

    # --- declarations

    def state(self) -> Lines:
        for number in self.numbers.values():
            for array in number_arrays(number):
                yield f"  {self.now[array.name]}: {array.low} .. {array.high};"
        for bag in self.bags.values():
            yield f"  {self.now[bag.name]}: {self.type(bag)};"

    def type(self, bag: BagLayout) -> str:
        """The name of the type of a bag."""
        cells = "".join(f" {_field(name)}: {low} .. {high};" for name, low, high in slot_cells(bag))
        what = f"array [0 .. {max(bag.capacity, 1) - 1}] of record{cells} end"
        return self.types.setdefault(what, f"bag_{len(self.types)}")

    def begin(self) -> Lines:
        """The statements that make the first state."""
        for number in self.numbers.values():
            for array in number_arrays(number):
                yield f"  {self.now[array.name]} := {self.start[array.name][0]};"
        for bag in self.bags.values():
            for name, _, _ in slot_cells(bag):
                for slot, cell in enumerate(self.start[f"{bag.name}.{name}"] or [0]):
                    yield f"  {self.now[bag.name]}[{slot}].{_field(name)} := {cell};"

    def table(self, name: str, table: Sequence[int]) -> Lines:
        """A constant table as a function."""
        yield from ("", f"function {identifier(name, 'table_')}(at: 0 .. {len(table) - 1}):")
        yield from (f"  {min(table)} .. {max(table)};", "begin", "  switch at")
        yield from (f"    case {at}: return {entry};" for at, entry in enumerate(table))
        yield from ("  end;", "end;")

    # --- steps and invariants

    def rules(self, action: Action) -> Lines:
        """The guard of an action as a function, and the rule that takes it for each choice of parameters."""
        choices = [level.choice for level in action.levels if level.choice is not None]
        if not all(choice.values for choice in choices):
            return
        names = [_local(choice.variable) for choice in choices]
        types = [f"{min(choice.values)} .. {max(choice.values)}" for choice in choices]
        may = self.may[action.name]
        takes = "; ".join(f"{name}: {kind}" for name, kind in zip(names, types, strict=True))
        yield from ("", f"function {may}({takes}): boolean;")
        yield from self.scope(action.bags, chain(self.guards(action), ("return true;",)))
        yield ""
        ends = 0
        for choice, name, kind in zip(choices, names, types, strict=True):
            if sorted(choice.values) == list(range(min(choice.values), max(choice.values) + 1)):
                yield f"ruleset {name}: {kind} do"
                ends += 1
            else:
                table = f"{action.name}.{choice.variable.name}"
                self.tables[table] = choice.values
                yield f"ruleset at_{name}: 0 .. {len(choice.values) - 1} do"
                yield f"alias {name}: {identifier(table, 'table_')}(at_{name}) do"
                ends += 2
        yield f'rule "{action.name}" {may}({", ".join(names)}) ==>'
        before = (self.body(guard.before) for level in action.levels for guard in level.guards)
        yield from self.scope(action.bags, chain(*before, self.body(action.effect)))
        yield from ["end;"] * ends

    def invariant(self, condition: Condition) -> Lines:
        """An invariant, computed by a function."""
        name = self.holds[condition.name]
        yield from ("", f"function {name}(): boolean;")
        returned = (f"return {truth};" for truth in map(self.truth, (condition.value,)))
        yield from self.scope(condition.bags, chain(self.body(condition.before), returned))
        yield from ("", f'invariant "{condition.name}" {name}();')

    def guards(self, action: Action) -> Lines:
        """Statements that return false where the action may not be taken."""
        for level in action.levels:
            if level.choice is not None:
                yield f"if !{self.truth(level.choice.condition)} then return false; end;"
            for guard in level.guards:
                yield from self.body(guard.before)
                yield f"if !{self.truth(guard.condition)} then return false; end;"

    def scope(self, bags: Iterable[BagLayout], statements: Lines) -> Lines:
        """The body of a function or rule: what it declares, and its statements."""
        self.local_bags = {bag.name: bag for bag in bags}
        self.declared: dict[str, str] = {}
        body = list(statements)
        if self.declared:
            yield "var"
            yield from (f"  {name}: {kind};" for name, kind in self.declared.items())
        yield from ("begin", *_indented(body), "end;")

    def body(self, body: Body) -> Lines:
        for statement in body:
            yield from self.statement(statement)

    def statement(self, statement: Statement) -> Lines:
        match statement:
            case Assign(Local() as target, value):
                self.declared[_local(target)] = f"{target.low} .. {target.high}"
                yield f"{_local(target)} := {self.number(value)};"
            case Assign(StateCell() as target, value):
                bag = self.local_bags[target.array.partition(".")[0]]
                self.declared[identifier(bag.name, "local_")] = self.type(bag)
                yield f"{self.number(target)} := {self.number(value)};"
            case If(condition, then, otherwise):
                yield f"if {self.truth(condition)} then"
                yield from _indented(self.body(then))
                if otherwise:
                    yield "else"
                    yield from _indented(self.body(otherwise))
                yield "end;"
            case Loop(variable, count, body):
                if count:
                    yield f"for {_local(variable)} := 0 to {count - 1} do"
                    yield from _indented(self.body(body))
                    yield "end;"
            case Emit(after):
                yield from self.after(after)
            case _:
                yield "-- a bound is left: no step"

    def after(self, after: After) -> Lines:
        """The statements that write the state after a step: every new value is computed before any is
        written.
        """
        written: list[str] = []
        for path, values in after.numbers:
            for array, value in zip(
                number_arrays(self.numbers[path]), chain(values, repeat(NO)), strict=False
            ):
                new = self.number(value)
                if not isinstance(value, Constant | Local):
                    self.declared[self.next[array.name]] = f"{array.low} .. {array.high}"
                    yield f"{self.next[array.name]} := {new};"
                    new = self.next[array.name]
                written.append(f"{self.now[array.name]} := {new};")
        for path, source in after.bags:
            bag, new = self.bags[path], self.next[path]
            self.declared[new] = self.type(bag)
            yield from self.taken(bag, self.local_bags.get(source) or self.bags[source])
            written.append(f"{self.now[path]} := {new};")
        yield from written

    def taken(self, bag: BagLayout, source: BagLayout) -> Lines:
        """The occupied slots of another bag become the next ones of this, in canonical order."""
        old, new = self.bag(source.name), self.next[bag.name]
        if not source.capacity:
            yield f"empty_{self.type(bag)}({new});"
        elif source.name in self.bags and self.type(source) == self.type(bag):
            yield f"{new} := {old};"
        else:
            name = f"take_{self.type(source)}_as_{self.type(bag)}"
            if name not in self.procedures:
                self.procedures[name] = list(self.take(name, bag, source))
            yield f"{name}({old}, {new});"

    def take(self, name: str, bag: BagLayout, source: BagLayout) -> Lines:
        """The procedure that fills a bag from one of another type."""
        fields = [_field(field) for field, _, _ in slot_cells(bag)]
        has = {_field(field) for field, _, _ in slot_cells(source)}
        here, last = _field("here"), bag.capacity - 1
        yield from ("", f"procedure {name}(var old: {self.type(source)}; var new: {self.type(bag)});")
        yield from (f"var place: 0 .. {source.capacity}; held: number;", "begin")
        yield from (f"  empty_{self.type(bag)}(new);", "  place := 0;")
        yield from (f"  for slot := 0 to {source.capacity - 1} do", f"    if old[slot].{here} = 1 then")
        yield from (f"      new[place].{field} := old[slot].{field};" for field in fields if field in has)
        yield from ("      place := place + 1;", "    end;", "  end;")
        if last > 0:
            less = "false"
            for field in reversed(fields):
                one, other = f"new[slot].{field}", f"new[slot + 1].{field}"
                less = f"({one} < {other} | ({one} = {other} & {less}))"
            yield f"  for turn := 1 to {last} do"
            yield from (f"    for slot := 0 to {last - 1} do", f"      if {less} then")
            for field in fields:
                one, other = f"new[slot].{field}", f"new[slot + 1].{field}"
                yield f"        held := {one}; {one} := {other}; {other} := held;"
            yield from ("      end;", "    end;", "  end;")
        yield "end;"

    def empty(self, kind: str, bag: BagLayout) -> Lines:
        """The procedure that empties a bag of this type."""
        yield from ("", f"procedure empty_{kind}(var bag: {kind});", "begin")
        yield f"  for slot := 0 to {max(bag.capacity, 1) - 1} do"
        yield from (f"    bag[slot].{_field(field)} := 0;" for field, _, _ in slot_cells(bag))
        yield from ("  end;", "end;")

    # --- expressions

    def truth(self, expression: Expression) -> str:
        match expression:
            case Constant(value):
                return "true" if value else "false"
            case SameSlot(bag, first, second):
                slots = [f"{self.now[bag]}[{self.number(slot)}]" for slot in (first, second)]
                fields = (_field(name) for name, _, _ in slot_cells(self.bags[bag]))
                return f"({' & '.join(' = '.join(f'{slot}.{field}' for slot in slots) for field in fields)})"
            case Operation("and" | "or" as kind, args):
                return f"({_SIGNS[kind].join(map(self.truth, args))})"
            case Operation("eq" | "lt" | "le" as kind, args):
                return f"({_SIGNS[kind].join(map(self.number, args))})"
            case Operation("not", (negated,)):
                return f"(!{self.truth(negated)})"
        return f"({self.number(expression)} = 1)"

    def number(self, expression: Expression) -> str:
        low, high = bounds_of(expression)
        self.low, self.high = min(self.low, low), max(self.high, high)
        match expression:
            case Constant(value):
                return str(value) if value >= 0 else f"({value})"
            case Local():
                return _local(expression)
            case StateCell(array, None):
                return self.now[array]
            case StateCell(array, index):
                bag, field = self.slots[array] if array in self.slots else array.split(".", 1)
                assert index is not None
                return f"{self.bag(bag)}[{self.number(index)}].{_field(field)}"
            case Lookup(table, index):
                return f"{identifier(table, 'table_')}({self.number(index)})"
            case Operation("select", (condition, yes, no)):
                return f"({self.truth(condition)} ? {self.number(yes)} : {self.number(no)})"
            case Operation(kind, args) if kind in _NUMBERS:
                return _NUMBERS[kind].format(*map(self.number, args))
        return f"({self.truth(expression)} ? 1 : 0)"

    def bag(self, name: str) -> str:
        """A bag of the state or a local one."""
        return self.now[name] if name in self.bags else identifier(name, "local_")


def _local(local: Local) -> str:
    return identifier(local.name, "local_")


def _field(name: str) -> str:
    return identifier(name, "its_")


def _indented(lines: Iterable[str]) -> Lines:
    return (f"  {line}" for line in lines)
