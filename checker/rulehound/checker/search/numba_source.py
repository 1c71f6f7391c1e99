"""The program of a model as Python that numba compiles: the search where there is no C compiler.

The module that is written out holds `expand`, `broken`, `meets`, `over` for single states, on numpy's arrays,
and after them the search itself (`numba_search.py.txt`), so that numba caches all of it in one place. Every
array of the state lies in one row of cells, those of an action's local bags in a second one.

numba: https://numba.readthedocs.io/en/stable/user/jit.html (nopython mode, `cache=True`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files

from rulehound.checker.search.packing import WORD, Names, Packing, Part, Scalar, Slots, Stacked, Value
from rulehound.checker.search.program import (
    Action,
    After,
    Assign,
    Bag,
    Body,
    Cell,
    Condition,
    Constant,
    Cut,
    Emit,
    Expression,
    If,
    Layout,
    Local,
    Lookup,
    Loop,
    Operation,
    Program,
    SameSlot,
)
from rulehound.spec.language import By

SEARCH = files(__package__).joinpath("numba_search.py.txt")
"""The text of the search that follows the model's functions."""

HEAD = '''"""{name}: written by rulehound; the model, then the search."""

import numpy as np
from numba import njit, uint64

compiled = njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
WORDS, ACTIONS, GUARDS, BOUNDS = {words}, {actions}, {guards}, {bounds}
INVARIANTS, SOMETIMES, MOST_STEPS = {invariants}, {sometimes}, {most}
CELLS, OUTSIDE, SCRATCH = {cells}, {outside}, {scratch}
'''

STEP = "states, at, c, o, t, k, mask, out, by, taken, cut, held, failed"
"""What the functions of a step are given: the state at a place of `states`, rows for its cells (`c`), for a
state outside the bounds (`o`), for local bags (`t`) and codes of slots (`k`), the invariants broken outside,
where the states after go and the actions that lead there, and tallies of actions, bounds and guards."""


def numba_source(program: Program, packing: Packing) -> str:
    """The text of a module that searches the program's states, laid out by `packing`."""
    inside, outside = _Row(program.state), _Row(program.outside)
    scratch = max((_local_row(action.bags).size for action in program.actions), default=0)
    scratch = max([scratch, *(_local_row(each.bags).size for each in _conditions(program))])
    head = HEAD.format(
        name=program.name,
        words=packing.words,
        actions=len(program.actions),
        guards=len(program.guards),
        bounds=len(program.bounds),
        invariants=len(program.invariants),
        sometimes=len(program.sometimes),
        most=sum(_most_steps(action) for action in program.actions),
        cells=max(inside.size, 1),
        outside=max(outside.size, 1),
        scratch=max(scratch, 1),
    )
    lines = [head]
    lines += [
        f"T_{_plain(name)} = np.array({list(table)}, dtype=np.int64)"
        for name, table in program.tables.items()
    ]
    lines += ["", *_unpacking(program.state, packing, inside)]
    packers = {
        path: part
        for path, part in zip(program.state.paths, packing.layout, strict=True)
        if isinstance(part, Slots)
    }
    for path, part in packers.items():
        lines += ["", *_bag_packer(path, part)]
    judged = _several("broken", program.invariants, inside)
    lines += ["", *judged, "", *_several("broken_outside", program.invariants_outside, outside)]
    lines += [
        "",
        *_several("meets", program.sometimes, inside),
        "",
        *_several("over", [program.over], inside),
    ]
    for action in program.actions:
        lines += ["", *_Action(program, packing, inside, outside, action).lines()]
    lines += ["", *_expansion(program)]
    return "\n".join(lines) + "\n\n\n" + SEARCH.read_text(encoding="utf-8")


def _conditions(program: Program) -> list[Condition]:
    return [*program.invariants, *program.invariants_outside, *program.sometimes, program.over]


def _most_steps(action: Action) -> int:
    most = 1
    for level in action.levels:
        most *= len(level.choice.values) if level.choice else 1
    return most


def _plain(name: str) -> str:
    return name.replace(".", "_").replace("-", "_")


class _Row:
    """Where the arrays of a layout lie in one row of cells."""

    def __init__(self, layout: Layout) -> None:
        self.start: dict[str, int] = {}
        self.size = 0
        for number in layout.numbers:
            for name in _cells(number.name, number.cells):
                self._add(name, 1)
        for bag in layout.bags:
            _add_bag(self, bag)

    def _add(self, name: str, cells: int) -> None:
        self.start[name] = self.size
        self.size += cells


def _add_bag(row: _Row, bag: Bag) -> None:
    row._add(f"{bag.name}.here", bag.capacity)
    for part in bag.parts:
        for name in _cells(part.name, part.cells):
            row._add(f"{bag.name}.{name}", bag.capacity)


def _local_row(bags: Sequence[Bag]) -> _Row:
    row = _Row(Layout((), (), ()))
    for bag in bags:
        _add_bag(row, bag)
    return row


def _cells(name: str, cells: int | None) -> list[str]:
    return [name] if cells is None else [f"{name}.{number}" for number in range(cells)]


def _word(offset: int) -> tuple[int, int]:
    return offset // WORD, offset % WORD


def _read_bits(source: str, offset: int, bits: int) -> str:
    """The bits of a word, as a signed integer."""
    if not bits:
        return "0"
    return f"np.int64(({source} >> uint64({offset})) & uint64({(1 << bits) - 1}))"


def _decoded(part: Scalar, code: str) -> str:
    """The value of a code: what a cell holds."""
    if isinstance(part, Names):
        spread = [f"(({code} >> {bit} & 1) << {name})" for bit, name in enumerate(part.names)]
        return " | ".join(spread) if spread else "0"
    return code if not part.low or isinstance(part, Value) else f"{code} + {part.low}"


def _coded(part: Scalar, value: str) -> str:
    """The code of a value, as an unsigned word."""
    if isinstance(part, Names):
        packed = [f"(({value} >> {name} & 1) << {bit})" for bit, name in enumerate(part.names)]
        return f"uint64({' | '.join(packed) if packed else '0'})"
    return f"uint64({value} - {part.low})" if part.low else f"uint64({value})"


def _unpacking(layout: Layout, packing: Packing, row: _Row) -> Iterator[str]:
    yield "@compiled"
    yield "def unpack(states, at, c):"
    used = sorted({_word(offset)[0] for part in packing.layout for offset in _offsets(part)})
    for word in used:
        yield f"    w{word} = states[at, {word}]"
    for path, part in zip(layout.paths, packing.layout, strict=True):
        if isinstance(part, Slots):
            for slot, offset in enumerate(part.offsets):
                word, shift = _word(offset)
                mask = (1 << part.slot) - 1
                yield f"    x = (w{word} >> uint64({shift})) & uint64({mask})"
                yield f"    c[{row.start[f'{path}.here'] + slot}] = np.int64(x & uint64(1))"
                # the cells of an empty slot are 0, whatever the least value of a field is
                yield "    if x:"
                full = list(_slot_cells(path, part, row, slot))
                yield from (f"        c[{cell}] = {text}" for cell, text in full)
                yield "    else:"
                yield from (f"        c[{cell}] = 0" for cell, _ in full)
        elif isinstance(part, Stacked):
            for number, offset in enumerate(part.offsets):
                word, shift = _word(offset)
                code = _read_bits(f"w{word}", shift, part.each.bits)
                yield f"    c[{row.start[f'{path}.{number}']}] = {code}"
        else:
            word, shift = _word(part.offset)
            yield f"    c[{row.start[path]}] = {_decoded(part, _read_bits(f'w{word}', shift, part.bits))}"
    yield "    return 0"


def _slot_cells(path: str, part: Slots, row: _Row, slot: int) -> Iterator[tuple[int, str]]:
    for inner, bits in zip(part.parts, _names_of(part, path, row), strict=True):
        if isinstance(inner, Stacked):
            for name, offset in zip(bits, inner.offsets, strict=True):
                yield row.start[name] + slot, _read_bits("x", offset, inner.each.bits)
        else:
            yield row.start[bits[0]] + slot, _decoded(inner, _read_bits("x", inner.offset, inner.bits))


def _names_of(part: Slots, path: str, row: _Row) -> list[list[str]]:
    """The arrays of each field of a bag, in order; found by their order in the row."""
    names = [name for name in row.start if name.startswith(f"{path}.") and name != f"{path}.here"]
    found: list[list[str]] = []
    at = 0
    for inner in part.parts:
        count = inner.capacity if isinstance(inner, Stacked) else 1
        found.append(names[at : at + count])
        at += count
    return found


def _offsets(part: Part) -> Sequence[int]:
    return part.offsets if isinstance(part, Slots | Stacked) else (part.offset,)


def _bag_packer(path: str, part: Slots) -> Iterator[str]:
    """A function that gives the sorted codes of a bag's slots, read from any row of cells.

    `start` is where the bag begins there, `count` how many slots it has; the codes go to k.
    """
    yield "@compiled"
    yield f"def slots_{_plain(path)}(cells, start, count, k):"
    yield "    n = 0"
    yield "    for i in range(count):"
    yield "        if cells[start + i]:"
    yield "            x = uint64(1)"
    at = 1
    for inner in part.parts:
        pieces = inner.offsets if isinstance(inner, Stacked) else (inner.offset,)
        for offset in pieces:
            value = f"cells[start + {at} * count + i]"
            code = f"uint64({value})" if isinstance(inner, Stacked) else _coded(inner, value)
            if (inner.each.bits if isinstance(inner, Stacked) else inner.bits) > 0:
                yield f"            x |= {code} << uint64({offset})"
            at += 1
    yield "            j = n"
    yield "            while j > 0 and k[j - 1] < x:"
    yield "                k[j] = k[j - 1]"
    yield "                j -= 1"
    yield "            k[j] = x"
    yield "            n += 1"
    yield "    return n"


def _several(name: str, conditions: Iterable[Condition], row: _Row) -> Iterator[str]:
    """A function that sets in `mask` a bit for each condition: those broken, or those met."""
    listed = list(conditions)
    wanted = "not " if name.startswith("broken") else ""
    for number, condition in enumerate(listed):
        text = _Text(row, _local_row(condition.bags), condition.locals)
        yield "@compiled"
        yield f"def {name}_{number}(c, t):"
        yield from ("    " + line for line in text.body(condition.before))
        yield f"    return {wanted}({text.of(condition.value)})"
        yield ""
    yield "@compiled"
    yield f"def {name}(c, t, mask):"
    yield "    found = False"
    for number in range(len(listed)):
        yield f"    if {name}_{number}(c, t):"
        yield f"        mask[{number}] = 1"
        yield "        found = True"
    yield "    return found"


class _Text:
    """Statements and expressions as Python. Cells of the state are read from `c`, of local bags from `t`."""

    def __init__(self, row: _Row, local: _Row, names: Sequence[Local]) -> None:
        self.row, self.local = row, local
        self.names = {each.name: f"v{number}" for number, each in enumerate(names)}

    def name(self, local: Local) -> str:
        """A local's name in the text."""
        return self.names.setdefault(local.name, f"v{len(self.names)}")

    def of(self, expression: Expression) -> str:
        """An expression."""
        match expression:
            case Constant(value):
                return f"({value})" if value < 0 else str(value)
            case Local():
                return self.name(expression)
            case Cell():
                return self.cell(expression)
            case Lookup(table, index):
                return f"T_{_plain(table)}[{self.of(index)}]"
            case SameSlot(bag, first, second):
                return self._same(bag, self.of(first), self.of(second))
            case Operation(kind, args):
                return OPERATIONS[kind].format(
                    *map(self.of, args),
                    every=f" {'and' if kind == 'and' else 'or'} ".join(self.of(arg) for arg in args),
                )
        raise TypeError(f"{expression!r} is no expression")

    def cell(self, cell: Cell) -> str:
        """A cell of the state or of a local bag."""
        row, start = ("t", self.local.start) if cell.array in self.local.start else ("c", self.row.start)
        at = start[cell.array]
        return f"{row}[{at}]" if cell.index is None else f"{row}[{at} + {self.of(cell.index)}]"

    def _same(self, bag: str, first: str, second: str) -> str:
        names = [name for name in self.row.start if name.startswith(f"{bag}.") and name != f"{bag}.here"]
        equal = (
            f"c[{self.row.start[name]} + {first}] == c[{self.row.start[name]} + {second}]" for name in names
        )
        return f"({' and '.join(equal)})"

    def body(self, body: Body) -> Iterator[str]:
        """Statements other than the ends of a step."""
        for statement in body:
            match statement:
                case Assign(target, value):
                    left = self.name(target) if isinstance(target, Local) else self.cell(target)
                    yield f"{left} = np.int64({self.of(value)})"
                case If(condition, then, otherwise):
                    yield f"if {self.of(condition)}:"
                    yield from _indented(self.body(then))
                    if otherwise:
                        yield "else:"
                        yield from _indented(self.body(otherwise))
                case Loop(variable, count, inner):
                    yield f"for {self.name(variable)} in range({count}):"
                    yield from _indented(self.body(inner))
                case _:
                    yield from self.end(statement)

    def end(self, statement: Emit | Cut) -> Iterator[str]:
        """The end of a step, which conditions have none of."""
        raise TypeError(f"{statement!r} stands outside an action")


def _indented(lines: Iterable[str]) -> list[str]:
    return ["    " + line for line in lines] or ["    pass"]


OPERATIONS: Mapping[str, str] = {
    "add": "({0} + {1})",
    "sub": "({0} - {1})",
    "neg": "(-{0})",
    "min": "min({0}, {1})",
    "max": "max({0}, {1})",
    "eq": "({0} == {1})",
    "lt": "({0} < {1})",
    "le": "({0} <= {1})",
    "not": "(not {0})",
    "and": "({every})",
    "or": "({every})",
    "select": "({1} if {0} else {2})",
    "bits-and": "({0} & {1})",
    "bits-or": "({0} | {1})",
    "bits-without": "({0} & ~{1})",
}


class _Action(_Text):
    """The function of one action."""

    def __init__(
        self, program: Program, packing: Packing, inside: _Row, outside: _Row, action: Action
    ) -> None:
        super().__init__(inside, _local_row(action.bags), action.locals)
        self.program, self.packing, self.outside, self.action = program, packing, outside, action
        self.parts = dict(zip(program.state.paths, packing.layout, strict=True))
        self.capacity = {bag.name: bag.capacity for bag in (*program.state.bags, *action.bags)}

    def lines(self) -> Iterator[str]:
        """The function: expands the state that `c` holds, appends its steps to `out`."""
        yield "@compiled"
        yield f"def action_{self.action.number}(steps, {STEP}):"
        depth = 1
        pad = "    "
        for level in self.action.levels:
            if level.choice is not None:
                variable = self.name(level.choice.variable)
                values = ", ".join(map(str, level.choice.values))
                span = level.choice.values
                steady = span == tuple(range(len(span)))
                yield f"{pad * depth}for {variable} in " + (
                    f"range({len(span)}):" if steady else f"({values},):"
                )
                depth += 1
                yield f"{pad * depth}if not {self.of(level.choice.condition)}:"
                yield f"{pad * depth}    continue"
            leave = "continue" if depth > 1 else "return steps"
            for guard in level.guards:
                yield from (pad * depth + line for line in self.body(guard.before))
                yield f"{pad * depth}if {self.of(guard.condition)}:"
                yield f"{pad * depth}    held[{guard.number}] = 1"
                yield f"{pad * depth}else:"
                yield f"{pad * depth}    failed[{guard.number}] = 1"
                yield f"{pad * depth}    {leave}"
        yield f"{pad * depth}taken[{self.action.number}] += 1"
        yield from (pad * depth + line for line in self.body(self.action.effect))
        yield "    return steps"

    def end(self, statement: Emit | Cut) -> Iterator[str]:
        if isinstance(statement, Emit):
            yield from self._emit(statement.after)
        else:
            yield from self._cut(statement)

    def _emit(self, after: After) -> Iterator[str]:
        words: dict[int, list[tuple[int, str]]] = {}
        for path, values in after.numbers:
            part = self.parts[path]
            if isinstance(part, Stacked):
                for number, offset in enumerate(part.offsets):
                    value = self.of(values[number]) if number < len(values) else "0"
                    word, shift = _word(offset)
                    mask = ((1 << part.each.bits) - 1) << shift
                    words.setdefault(word, []).append((mask, f"uint64({value}) << uint64({shift})"))
            elif isinstance(part, Scalar) and part.bits:
                word, shift = _word(part.offset)
                mask = ((1 << part.bits) - 1) << shift
                code = _coded(part, self.of(values[0]))
                words.setdefault(word, []).append((mask, f"{code} << uint64({shift})"))
        bags: list[str] = []
        for number, (path, source) in enumerate(after.bags):
            part = self.parts[path]
            assert isinstance(part, Slots)
            bags.append(f"n{number} = {self._packed(path, source, number)}")
            for slot, offset in enumerate(part.offsets):
                word, shift = _word(offset)
                mask = ((1 << part.slot) - 1) << shift
                code = f"(k[{number}, {slot}] if n{number} > {slot} else uint64(0))"
                words.setdefault(word, []).append((mask, f"{code} << uint64({shift})"))
        yield from bags
        for word in range(self.packing.words):
            changed = words.get(word, [])
            mask = sum(each for each, _ in changed)
            kept = f"states[at, {word}] & uint64({(1 << WORD) - 1 - mask})" if mask else f"states[at, {word}]"
            yield f"out[steps, {word}] = {' | '.join([f'({kept})', *(f'({text})' for _, text in changed)])}"
        yield f"by[steps] = {self.action.number}"
        yield "steps += 1"

    def _packed(self, path: str, source: str, number: int) -> str:
        row, start = self._row_of(source)
        first = start[f"{source}.here"]
        return f"slots_{_plain(path)}({row}, {first}, {self.capacity[source]}, k[{number}])"

    def _row_of(self, bag: str) -> tuple[str, dict[str, int]]:
        """Where a bag lies: with the local ones, or in the state."""
        return ("t", self.local.start) if f"{bag}.here" in self.local.start else ("c", self.row.start)

    def _cut(self, cut: Cut) -> Iterator[str]:
        """The state outside, cell by cell, is judged and not kept."""
        yield f"cut[{self.of(cut.bound)}] += 1"
        yield "o[:] = 0"
        named = {path for path, _ in (*cut.after.numbers, *cut.after.bags)}
        for number in self.program.outside.numbers:
            if number.name not in named:
                here = next(each for each in self.program.state.numbers if each.name == number.name)
                for name in _cells(here.name, here.cells):
                    yield f"o[{self.outside.start[name]}] = c[{self.row.start[name]}]"
        for path, values in cut.after.numbers:
            number = next(each for each in self.program.outside.numbers if each.name == path)
            for name, value in zip(_cells(path, number.cells), values, strict=False):
                yield f"o[{self.outside.start[name]}] = {self.of(value)}"
        changed = dict(cut.after.bags)
        for bag in self.program.outside.bags:
            yield from self._copied(bag, changed.get(bag.name, bag.name))
        yield "if broken_outside(o, t, mask):"
        yield "    mask[INVARIANTS] = 1"

    def _copied(self, bag: Bag, source: str) -> Iterator[str]:
        """The occupied slots of a bag, one after the other, in the row of the state outside."""
        row, start = self._row_of(source)
        yield "j = 0"
        yield f"for i in range({self.capacity[source]}):"
        yield f"    if {row}[{start[f'{source}.here']} + i]:"
        yield f"        o[{self.outside.start[f'{bag.name}.here']} + j] = 1"
        prefix = f"{bag.name}."
        for name, at in self.outside.start.items():
            if name.startswith(prefix) and name != f"{prefix}here":
                there = start.get(f"{source}.{name[len(prefix) :]}")
                if there is not None:  # a pile may have room for more outside
                    yield f"        o[{at} + j] = {row}[{there} + i]"
        yield "        j += 1"


def _expansion(program: Program) -> Iterator[str]:
    """A function that expands one state: the steps out of it, and how many a player or the rules make."""
    yield "@compiled"
    yield f"def expand({STEP}):"
    yield "    unpack(states, at, c)"
    yield "    steps = 0"
    yield "    moves = 0"
    for action in program.actions:
        number = action.number
        call = f"action_{number}(steps, {STEP})"
        if action.by is By.ENVIRONMENT:
            yield f"    steps = {call}"
        else:
            yield f"    before = taken[{number}]"
            yield f"    steps = {call}"
            yield f"    moves += taken[{number}] - before"
    yield "    return steps, moves"
