"""A model under one configuration in Promela, so that SPIN can confirm our counts.

Each way to take an action is one transition of SPIN: its guard is an expression, and what it does is one
`d_step`. Whatever a step needs besides the state is `hidden`, so that no state of SPIN's holds it.

SPIN 6.5.2, https://spinroot.com/spin/Man/promela.html.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

from rulehound.checker.model.search.export.arrays import (
    arrays_of,
    bag_arrays,
    identifiers,
    number_arrays,
    program_with_start,
    slot_cells,
)
from rulehound.checker.model.search.export.unrolled import Unrolled
from rulehound.checker.model.search.program.arithmetic import NO, operation, truth
from rulehound.checker.model.search.program.syntax import (
    Action,
    After,
    Assign,
    BagLayout,
    Body,
    Constant,
    Cut,
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
/* {name}, written by rulehound for SPIN.

       spin -a THIS-FILE; cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c; ./pan -m1000000

   SPIN counts the start as a transition: it tells one more than rulehound. A step that would leave the bounds
   of the configuration leaves the state as it is, and counts. Where an invariant is broken, the process
   `invariants` fails its assertion; states outside the bounds are not judged. */
"""


def promela(model: Model, values: Mapping[str, Any], configuration: Configuration) -> str:
    """The text of a Promela model. Raises as `program_with_start`."""
    return "\n".join(_Printer(*program_with_start(model, values, configuration)).lines()) + "\n"


MOST_LINES = 300
"""Of statements in one d_step; SPIN takes about 2,000 steps."""

_TEXT = {
    "add": "({} + {})",
    "sub": "({} - {})",
    "neg": "(-{})",
    "min": "({0} < {1} -> {0} : {1})",
    "max": "({0} > {1} -> {0} : {1})",
    "eq": "({} == {})",
    "lt": "({} < {})",
    "le": "({} <= {})",
    "not": "(!{})",
    "select": "({} -> {} : {})",
    "bits-and": "({} & {})",
    "bits-or": "({} | {})",
    "bits-without": "({} & ~{})",
}

Lines = Iterator[str]


class _Printer:
    """One program as it is printed."""

    def __init__(self, program: Program, start: Mapping[str, list[int]]) -> None:
        self.program, self.start = program, start
        self.arrays = {array.name: array for array in arrays_of(program.state)}
        self.numbers = {number.name: number for number in program.state.numbers}
        self.bags = {bag.name: bag for bag in program.state.bags}
        self.now = identifiers(self.arrays, "now_")
        self.next = identifiers(self.arrays, "next_")
        self.load = identifiers(self.bags, "load_")
        self.commit = identifiers(self.bags, "commit_")
        self.tables = identifiers(program.tables, "table_")
        self.hidden: dict[str, int] = {}
        """What is no part of the state: how many cells each array has, 0 for a single number."""

    def lines(self) -> Lines:
        options = [line for action in self.program.actions for line in self.options(action)]
        inlines = [line for bag in self.program.state.bags for line in self.inlines(bag)]
        monitor = list(self.monitor())
        yield HEAD.format(name=self.program.name)
        for name, table in self.program.tables.items():
            low, _ = _hull(table)
            entries = ", ".join(str(entry - low) for entry in table)
            yield f"hidden int {self.tables[name]}[{len(table)}] = {{{entries}}};"
        yield ""
        yield from self.state()
        yield ""
        for identifier, cells in self.hidden.items():
            yield f"hidden int {identifier}{f'[{cells}]' if cells else ''};"
        yield from inlines
        yield from ("", "active proctype game()", "{", "end:", "  do")
        yield from options
        yield from ("  od", "}", *monitor)

    # --- declarations

    def state(self) -> Lines:
        """Cells that can be negative are stored as what they are above their least value."""
        for name, array in self.arrays.items():
            low = min(array.low, 0)
            held = [cell - low for cell in self.start[name]] or [0]
            size = "" if name in self._single else f"[{len(held)}]"
            first = str(held[0]) if len(set(held)) == 1 else f"{{{', '.join(map(str, held))}}}"
            said = f"; /* {-low} more than it is */" if low else ";"
            yield f"{_type(array.high - low)} {self.now[name]}{size} = {first}{said}"

    @property
    def _single(self) -> set[str]:
        return {array.name for number in self.numbers.values() for array in number_arrays(number)}

    def _hide(self, identifier: str, cells: int = 0) -> str:
        """Declare what a step alone uses."""
        self.hidden[identifier] = max(cells, self.hidden.get(identifier, 0))
        return identifier

    def inlines(self, bag: BagLayout) -> Lines:
        """The inlines of a bag: one that loads its next slots from the state, one that orders the slots and
        stores them.
        """
        names = [array.name for array in bag_arrays(bag)]
        after = [self._hide(self.next[name], max(bag.capacity, 1)) for name in names]
        slot, turn, held = (self._hide(name) for name in ("slot", "turn", "held"))
        every = f"  for ({slot} : 0 .. {bag.capacity - 1}) {{"
        yield from ("", f"inline {self.load[bag.name]}()", "{")
        if bag.capacity:
            copies = zip(names, after, strict=True)
            yield from (
                every,
                *(f"    {new}[slot] = {self.cell(name, slot)};" for name, new in copies),
                "  }",
            )
        yield from ("  skip", "}", "", f"inline {self.commit[bag.name]}()", "{")
        if bag.capacity > 1:
            less = "0"
            for name in reversed(after):
                one, other = f"{name}[{slot}]", f"{name}[{slot} + 1]"
                less = f"({one} < {other} || ({one} == {other} && {less}))"
            yield f"  for ({turn} : 1 .. {bag.capacity - 1}) {{"
            yield f"    for ({slot} : 0 .. {bag.capacity - 2}) {{"
            yield f"      if :: {less} ->"
            for name in after:
                one, other = f"{name}[{slot}]", f"{name}[{slot} + 1]"
                yield f"        {held} = {one}; {one} = {other}; {other} = {held};"
            yield from ("      :: else fi", "    }", "  }")
        if bag.capacity:
            copies = zip(names, after, strict=True)
            yield from (
                every,
                *(f"    {self.written(name, f'{new}[{slot}]', slot)}" for name, new in copies),
                "  }",
            )
        yield from ("  skip", "}")

    # --- steps

    def options(self, action: Action) -> Lines:
        """The option of an action, with a way to take it for each choice of its parameters."""
        ways = list(self.ways(action))
        if ways:
            yield f"  /* {action.name} */"
            yield "  :: atomic {"
            yield "       if"
            yield from (
                f"       :: d_step {{ {guard} -> {'; '.join([*statements, 'skip'])} }}"
                for guard, statements in ways
            )
            yield "       fi;"
            yield from _indented(self.step(action), "       ")
            yield "     }"

    def ways(self, action: Action) -> Iterator[tuple[str, list[str]]]:
        """Guard and choices of every way to take an action."""

        def go(number: int, made: Unrolled, guard: Expression, statements: list[str]) -> Iterator[Any]:
            if number == len(action.levels):
                yield self.text(guard), statements
                return
            level = action.levels[number]
            values = (None,) if level.choice is None else level.choice.values
            for value in values:
                inner, conditions, now = made.copy(), [guard], statements
                if level.choice is not None and value is not None:
                    inner.give(level.choice.variable, value)
                    now = [*statements, f"{self.local(level.choice.variable)} = {value}"]
                    conditions.append(inner.expression(level.choice.condition))
                for each in level.guards:
                    inner.carry_out(each.before)
                    conditions.append(inner.expression(each.condition))
                within = operation("and", *conditions)
                if truth(within) is not False:
                    yield from go(number + 1, inner, within, now)

        return go(0, self.unrolled(), Constant(1), [])

    def unrolled(self) -> Unrolled:
        bags = {name: [array.name for array in bag_arrays(bag)] for name, bag in self.bags.items()}
        return Unrolled(bags, self.program.tables)

    def step(self, action: Action) -> Lines:
        """The statements of an action: every new value is computed before any part of the state changes."""
        for bag in action.bags:
            for array in bag_arrays(bag):
                self._hide(self.local_array(array.name), max(bag.capacity, 1))
        bags = self.bags | {bag.name: bag for bag in action.bags}
        ends = list(_ends(action.effect))
        numbers = dict.fromkeys(
            path for end in ends if isinstance(end, Emit) for path, _ in end.after.numbers
        )
        changed = dict.fromkeys(path for end in ends if isinstance(end, Emit) for path, _ in end.after.bags)
        arrays = [array.name for path in numbers for array in number_arrays(self.numbers[path])]
        if len(ends) > 1:  # what one of them changes, another may leave as it is
            loads = [f"{self._hide(self.next[name])} = {self.cell(name, None)};" for name in arrays]
            yield from _parts([*([line] for line in loads), *([f"{self.load[path]}();"] for path in changed)])
        before = [
            statement for level in action.levels for guard in level.guards for statement in guard.before
        ]
        yield from self.parts((*before, *action.effect), bags)
        commits = [[self.written(name, self.next[name])] for name in arrays]
        yield from _parts([*commits, *([f"{self.commit[path]}();"] for path in changed)])

    def parts(self, body: Body, bags: Mapping[str, BagLayout]) -> Lines:
        """Statements in as many d_steps as they take: SPIN has a limit on what one may hold."""
        rows: list[list[str]] = []
        for statement in body:
            lines = list(self.statement(statement, bags))
            if len(lines) > MOST_LINES and isinstance(statement, If):
                yield from _parts(rows)
                rows = []
                yield from ("if", f":: {self.text(statement.condition)} ->")
                yield from _indented(self.parts(statement.then, bags), "     ")
                yield from (":: else ->", "     skip;")
                yield from _indented(self.parts(statement.otherwise, bags), "     ")
                yield "fi;"
            else:
                rows.append(lines)
        yield from _parts(rows)

    def body(self, body: Body, bags: Mapping[str, BagLayout]) -> Lines:
        if not body:
            yield "skip;"
        for statement in body:
            yield from self.statement(statement, bags)

    def statement(self, statement: Statement, bags: Mapping[str, BagLayout]) -> Lines:
        match statement:
            case Assign(target, value):
                yield f"{self.text(target)} = {self.text(value)};"
            case If(condition, then, otherwise):
                yield "if"
                yield f":: {self.text(condition)} ->"
                yield from _indented(self.body(then, bags), "     ")
                yield ":: else ->"
                yield from _indented(self.body(otherwise, bags), "     ")
                yield "fi;"
            case Loop(variable, count, body):
                if count:
                    yield f"for ({self.local(variable)} : 0 .. {count - 1}) {{"
                    yield from _indented(self.body(body, bags), "  ")
                    yield "}"
            case Emit(after):
                yield from self.after(after, bags)
            case _:
                yield "skip; /* a bound is left: no step */"

    def after(self, after: After, bags: Mapping[str, BagLayout]) -> Lines:
        for path, values in after.numbers:
            arrays = number_arrays(self.numbers[path])
            for array, value in zip(arrays, chain(values, repeat(NO)), strict=False):
                yield f"{self._hide(self.next[array.name])} = {self.text(value)};"
        for path, source in after.bags:
            yield from self.taken(self.bags[path], bags[source])

    def taken(self, bag: BagLayout, source: BagLayout) -> Lines:
        """The occupied slots of another bag become the next ones of this; the others hold 0."""
        slot, place = self._hide("slot"), self._hide("place")
        has = {name for name, _, _ in slot_cells(source)}
        names = {name: self.next[f"{bag.name}.{name}"] for name, _, _ in slot_cells(bag)}
        yield f"{place} = 0;"
        if source.capacity:
            yield f"for ({slot} : 0 .. {source.capacity - 1}) {{"
            yield f"  if :: {self.cell(f'{source.name}.here', slot)} ->"
            for name, new in names.items():
                held = self.cell(f"{source.name}.{name}", slot) if name in has else "0"
                yield f"    {new}[{place}] = {held};"
            yield from (f"    {place}++;", "  :: else fi", "}")
        if bag.capacity:
            yield f"for ({slot} : {place} .. {bag.capacity - 1}) {{"
            yield from (f"  {new}[{slot}] = 0;" for new in names.values())
            yield "}"

    def monitor(self) -> Lines:
        """The process that fails where an invariant is broken; else it has no step to take."""
        if self.program.invariants:
            yield from ("", "active proctype invariants()", "{", "end:", "  do")
            for invariant in self.program.invariants:
                unrolled = self.unrolled()
                unrolled.carry_out(invariant.before)
                holds = self.text(unrolled.expression(invariant.value))
                yield f"  :: !{holds} -> assert(false) /* {invariant.name} */"
            yield from ("  od", "}")

    # --- expressions

    def local(self, local: Local) -> str:
        return self._hide(f"local_{local.name}")

    def local_array(self, name: str) -> str:
        return "local_" + name.replace(".", "_")

    def text(self, expression: Expression) -> str:
        match expression:
            case Constant(value):
                return str(value) if value >= 0 else f"({value})"
            case Local():
                return self.local(expression)
            case StateCell(array, index):
                return self.cell(array, None if index is None else self.text(index))
            case Lookup(table, index):
                low, _ = _hull(self.program.tables[table])
                return _above(f"{self.tables[table]}[{self.text(index)}]", low)
            case SameSlot(bag, first, second):
                slots = self.text(first), self.text(second)
                arrays = (array.name for array in bag_arrays(self.bags[bag]))
                pairs = (" == ".join(self.cell(array, slot) for slot in slots) for array in arrays)
                return f"({' && '.join(pairs)})"
            case Operation("and" | "or" as kind, args):
                return f"({(' && ' if kind == 'and' else ' || ').join(map(self.text, args))})"
        return _TEXT[expression.kind].format(*map(self.text, expression.args))

    def cell(self, array: str, index: str | None) -> str:
        """The value of a cell of the state or of a local bag."""
        place = "" if index is None else f"[{index}]"
        if array not in self.arrays:
            return self.local_array(array) + place
        return _above(self.now[array] + place, min(self.arrays[array].low, 0))

    def written(self, array: str, value: str, index: str | None = None) -> str:
        """The statement that gives a cell of the state a value."""
        low = min(self.arrays[array].low, 0)
        place = "" if index is None else f"[{index}]"
        return f"{self.now[array]}{place} = {value}{f' + {-low}' if low else ''};"


def _ends(body: Body) -> Iterator[Emit | Cut]:
    """Where the paths of an effect end."""
    for statement in body:
        if isinstance(statement, Emit | Cut):
            yield statement
        elif isinstance(statement, If):
            yield from _ends((*statement.then, *statement.otherwise))
        elif isinstance(statement, Loop):
            yield from _ends(statement.body)


def _parts(rows: Iterable[Sequence[str]]) -> Lines:
    """Statements, a row of lines each, in d_steps of a size that SPIN takes."""
    held: list[str] = []
    for row in chain(rows, [None]):
        if held and (row is None or len(held) + len(row) > MOST_LINES):
            # a d_step may not end with a loop
            yield from ("d_step {", *_indented(held, "  "), "  skip", "};")
            held = []
        held += row or ()


def _above(text: str, low: int) -> str:
    return f"({text} - {-low})" if low else text


def _hull(table: Sequence[int]) -> tuple[int, int]:
    return min(0, *table), max(table)


def _type(high: int) -> str:
    """The least type that holds 0 to `high`."""
    return next(name for name, most in _TYPES if high <= most)


_TYPES = (("bit", 1), ("byte", 255), ("short", (1 << 15) - 1), ("int", (1 << 31) - 1))


def _indented(lines: Iterable[str], by: str) -> Lines:
    return (by + line for line in lines)
