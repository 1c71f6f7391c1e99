"""The program of a model as Python that numba compiles: the search where there is no C compiler.

The module that is written out holds `expand`, `broken`, `meets`, `over` for single states, and after them the
search itself (`numba_search.py.txt`), so that numba caches all of it in one place. All that a step works with
lies in one array, `z`, at places that are constants of the text. A compiled function that is given an array
counts its references, which takes longer than what it does here; so functions are given the addresses `s` of
a state's words and `a` of `z`, and make arrays of them that nobody counts.

numba: https://numba.readthedocs.io/en/stable/user/jit.html (nopython mode, `cache=True`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from rulehound.checker.model.search.native.c_source import MOST_STAGES, most_steps, stages
from rulehound.checker.model.search.program.packing import (
    WORD,
    Names,
    Packing,
    Part,
    Scalar,
    Slots,
    Stacked,
    Value,
)
from rulehound.checker.model.search.program.program import (
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

MEMORY = files(__package__).joinpath("numba_memory.py.txt")
"""The text of what the model's functions read and write memory with, which stands before them."""
SEARCH = files(__package__).joinpath("numba_search.py.txt")
"""The text of the search that follows the model's functions."""

BLOCK = 1024
"""Steps that are looked up together, so that their slots are fetched before they are needed."""

HEAD = '''"""{name}: written by rulehound; the model, then the search."""

import numpy as np
from llvmlite import ir
from numba import carray, njit, types, uint64
from numba.core import cgutils
from numba.extending import intrinsic

compiled = njit(nogil=True, error_model="numpy", boundscheck=False)
entry = njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
WORDS, INVARIANTS, SOMETIMES, MOST_STEPS, BLOCK = {words}, {invariants}, {sometimes}, {most}, {block}
MASK, MET, TAKEN, CUT, HELD, FAILED = {mask}, {met}, {taken}, {cut}, {held}, {failed}
OUT, BY, SEEN, ROOM, SIZE = {out}, {by}, {seen}, {room}, {size}

'''

ALL = "    z = carray(pointer(a), (SIZE,), np.int64)"
"""How a function begins that is given the address of `z`."""


def numba_source(program: Program, packing: Packing) -> str:
    """The text of a module that searches the program's states, laid out by `packing`.

    Raises ValueError where a slot of a bag takes a whole word: its codes would not compare as signed numbers.
    """
    if any(isinstance(part, Slots) and part.slot >= WORD for part in packing.layout):
        raise ValueError(f"an element of a bag takes all of {WORD} bits")
    places = Places(program)
    most = most_steps(program)
    lines = [
        HEAD.format(
            name=program.name,
            words=packing.words,
            invariants=len(program.invariants),
            sometimes=len(program.sometimes),
            most=most,
            block=BLOCK,
            mask=places.take(len(program.invariants) + 1),
            met=places.take(len(program.sometimes)),
            taken=places.take(len(program.actions)),
            cut=places.take(len(program.bounds)),
            held=places.take(len(program.guards)),
            failed=places.take(len(program.guards)),
            out=places.take((most + BLOCK) * packing.words),
            by=places.take(most + BLOCK),
            seen=places.take(MOST_STAGES),
            room=most + BLOCK,
            size=places.taken,
        )
    ]
    lines += ["", MEMORY.read_text(encoding="utf-8")]
    lines += [
        f"T_{_plain(name)} = np.array({list(table)}, dtype=np.int64)"
        for name, table in program.tables.items()
    ]
    lines += ["", *_unpacking(program.state, packing, places.inside)]
    for path, part in zip(program.state.paths, packing.layout, strict=True):
        if isinstance(part, Slots):
            lines += ["", *_bag_packer(path, part)]
    for name, conditions, row in (
        ("broken", program.invariants, places.inside),
        ("broken_outside", program.invariants_outside, places.outside),
        ("meets", program.sometimes, places.inside),
        ("over", (program.over,), places.inside),
    ):
        lines += ["", *_several(name, conditions, row, places.local)]
    for action in program.actions:
        lines += ["", *_Action(program, packing, places, action).lines()]
    lines += ["", *_expansion(program, packing)]
    return "\n".join(lines) + "\n\n\n" + SEARCH.read_text(encoding="utf-8")


class Row:
    """Where the arrays of a layout, or of local bags, stand in `z`, from a place on."""

    def __init__(self, layout: Layout, first: int, bags: Sequence[Bag] = ()) -> None:
        self.start: dict[str, int] = {}
        self.first, self.size = first, 0
        for number in layout.numbers:
            for name in _cells(number.name, number.cells):
                self._add(name, 1)
        for bag in (*layout.bags, *bags):
            self._add(f"{bag.name}.here", bag.capacity)
            for part in bag.parts:
                for name in _cells(part.name, part.cells):
                    self._add(f"{bag.name}.{name}", bag.capacity)

    def _add(self, name: str, cells: int) -> None:
        self.start[name] = self.first + self.size
        self.size += cells


NO_LAYOUT = Layout((), (), ())


class Places:
    """Where everything stands in `z`: cells of the state, of one outside the bounds, of local bags (the same
    for all actions and conditions), codes of the slots of bags that a step leaves changed, and the rest."""

    def __init__(self, program: Program) -> None:
        conditions = (*program.invariants, *program.invariants_outside, *program.sometimes, program.over)
        local = [*(action.bags for action in program.actions), *(each.bags for each in conditions)]
        bags = [*program.state.bags, *(bag for bags in local for bag in bags)]
        self.slots = max([1, *(bag.capacity for bag in bags)])
        self.inside = Row(program.state, 0)
        self.outside = Row(program.outside, self.inside.size)
        self.local = self.inside.size + self.outside.size
        self.codes = self.local + max(Row(NO_LAYOUT, 0, bags).size for bags in local)
        self.taken = self.codes + len(program.state.bags) * self.slots

    def take(self, size: int) -> int:
        """Where the next so many integers stand."""
        first = self.taken
        self.taken += size
        return first


def _plain(name: str) -> str:
    return name.replace(".", "_").replace("-", "_")


def _cells(name: str, cells: int | None) -> list[str]:
    return [name] if cells is None else [f"{name}.{number}" for number in range(cells)]


def _word(offset: int) -> tuple[int, int]:
    return offset // WORD, offset % WORD


def _bits(source: str, offset: int, bits: int) -> str:
    """Bits of a word, as a signed integer."""
    if not bits:
        return "0"
    return f"np.int64(({source} >> uint64({offset})) & uint64({(1 << bits) - 1}))"


def _decoded(part: Scalar, code: str) -> str:
    """What a cell holds for a code."""
    if isinstance(part, Names):
        spread = [f"(({code} >> {bit} & 1) << {name})" for bit, name in enumerate(part.names)]
        return " | ".join(spread) if spread else "0"
    return code if not part.low or isinstance(part, Value) else f"{code} + {part.low}"


def _coded(part: Scalar, value: str) -> str:
    """The code of what a cell holds, as an unsigned word."""
    if isinstance(part, Names):
        packed = [f"(({value} >> {name} & 1) << {bit})" for bit, name in enumerate(part.names)]
        return f"uint64({' | '.join(packed) if packed else '0'})"
    return f"uint64({value} - {part.low})" if part.low else f"uint64({value})"


@dataclass(frozen=True)
class Piece:
    """One cell of a slot: which of the arrays of its bag, in order, and where its bits are in the slot."""

    array: int
    offset: int
    bits: int
    part: Scalar


def _pieces(part: Slots) -> list[Piece]:
    found: list[Piece] = []
    for inner in part.parts:
        each = inner.each if isinstance(inner, Stacked) else inner
        offsets = inner.offsets if isinstance(inner, Stacked) else (inner.offset,)
        found += [
            Piece(len(found) + number, offset, each.bits, each) for number, offset in enumerate(offsets)
        ]
    return found


def _offsets(part: Part) -> Sequence[int]:
    return part.offsets if isinstance(part, Slots | Stacked) else (part.offset,)


def _unpacking(layout: Layout, packing: Packing, row: Row) -> Iterator[str]:
    """Functions that lay the cells of a state out in `z`: those of its bags, and all of them."""
    parts = list(zip(layout.paths, packing.layout, strict=True))
    yield "@compiled"
    yield "def unpack_bags(s, a):"
    yield ALL
    yield from _words(part for _, part in parts if isinstance(part, Slots))
    for path, part in parts:
        if isinstance(part, Slots):
            yield from _slots_unpacking(path, part, row)
    yield "    return 0"
    yield ""
    yield "@compiled"
    yield "def unpack(s, a):"
    yield ALL
    yield "    unpack_bags(s, a)"
    yield from _words(part for _, part in parts if not isinstance(part, Slots))
    for path, part in parts:
        for name, text in _read_cells(path, part).items():
            yield f"    z[{row.start[name]}] = {text}"
    yield "    return 0"


def _words(parts: Iterable[Part]) -> Iterator[str]:
    """The words that these parts stand in, as w0, w1, …."""
    for word in sorted({_word(offset)[0] for part in parts for offset in _offsets(part)}):
        yield f"    w{word} = word(s, {word})"


def _read_cells(path: str, part: Part) -> dict[str, str]:
    """The cells of a number or pile, read from the words."""
    if isinstance(part, Slots):
        return {}
    if isinstance(part, Stacked):
        return {
            f"{path}.{number}": _bits(f"w{_word(offset)[0]}", _word(offset)[1], part.each.bits)
            for number, offset in enumerate(part.offsets)
        }
    word, shift = _word(part.offset)
    return {path: _decoded(part, _bits(f"w{word}", shift, part.bits))}


def _slots_unpacking(path: str, part: Slots, row: Row) -> Iterator[str]:
    here = row.start[f"{path}.here"]
    for slot, offset in enumerate(part.offsets):
        word, shift = _word(offset)
        cells = [(here + (1 + piece.array) * part.capacity + slot, piece) for piece in _pieces(part)]
        yield f"    x = (w{word} >> uint64({shift})) & uint64({(1 << part.slot) - 1})"
        yield f"    z[{here + slot}] = np.int64(x & uint64(1))"
        yield "    if x:"
        for cell, piece in cells:
            yield f"        z[{cell}] = {_decoded(piece.part, _bits('x', piece.offset, piece.bits))}"
        yield "    else:"  # the cells of an empty slot are 0, whatever the least value of a field is
        yield from (f"        z[{cell}] = 0" for cell, _ in cells)


def _bag_packer(path: str, part: Slots) -> Iterator[str]:
    """A function that gives the sorted codes of a bag's slots.

    `start` is where the bag begins, `count` how many slots it has; the codes go to `k` and on, then zeros.
    """
    yield "@compiled"
    yield f"def slots_{_plain(path)}(a, start, count, k):"
    yield ALL
    yield "    n = 0"
    yield "    for i in range(count):"
    yield "        if z[start + i]:"
    yield "            x = uint64(1)"
    for piece in _pieces(part):
        if piece.bits:
            code = _coded(piece.part, f"z[start + {1 + piece.array} * count + i]")
            yield f"            x |= {code} << uint64({piece.offset})"
    yield "            y = np.int64(x)"
    yield "            j = k + n"
    yield "            while j > k and z[j - 1] < y:"
    yield "                z[j] = z[j - 1]"
    yield "                j -= 1"
    yield "            z[j] = y"
    yield "            n += 1"
    yield "    while n < count:"
    yield "        z[k + n] = 0"
    yield "        n += 1"
    yield "    return 0"


def _several(name: str, conditions: Sequence[Condition], row: Row, local: int) -> Iterator[str]:
    """Functions for conditions, and one that sets a 1, from `z[first]` on, for each broken, or met."""
    wanted = "not " if name.startswith("broken") else ""
    for number, condition in enumerate(conditions):
        text = _Text(row, Row(NO_LAYOUT, local, condition.bags), condition.locals)
        yield "@compiled"
        yield f"def {name}_{number}(a):"
        yield ALL
        yield from ("    " + line for line in text.body(condition.before))
        yield f"    return {wanted}({text.of(condition.value)})"
        yield ""
    yield "@compiled"
    yield f"def {name}(a, first):"
    yield ALL
    yield "    found = False"
    for number in range(len(conditions)):
        yield f"    if {name}_{number}(a):"
        yield f"        z[first + {number}] = 1"
        yield "        found = True"
    yield "    return found"


class _Text:
    """Statements and expressions as Python."""

    def __init__(self, row: Row, local: Row, names: Sequence[Local]) -> None:
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
                texts = [self.of(arg) for arg in args]
                return OPERATIONS[kind].format(*texts, every=f" {kind} ".join(texts))
        raise TypeError(f"{expression!r} is no expression")

    def cell(self, cell: Cell) -> str:
        """A cell of the state or of a local bag."""
        at = self.row_of(cell.array)[cell.array]
        return f"z[{at}]" if cell.index is None else f"z[{at} + {self.of(cell.index)}]"

    def row_of(self, array: str) -> Mapping[str, int]:
        """Where an array stands: with the local ones, or in the state."""
        return self.local.start if array in self.local.start else self.row.start

    def _same(self, bag: str, first: str, second: str) -> str:
        starts = [
            at for name, at in self.row.start.items() if name.startswith(f"{bag}.") and name != f"{bag}.here"
        ]
        return "(" + " and ".join(f"z[{at} + {first}] == z[{at} + {second}]" for at in starts) + ")"

    def body(self, body: Body) -> Iterator[str]:
        """Statements."""
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

    def __init__(self, program: Program, packing: Packing, places: Places, action: Action) -> None:
        super().__init__(places.inside, Row(NO_LAYOUT, places.local, action.bags), action.locals)
        self.program, self.packing, self.places, self.action = program, packing, places, action
        self.parts = dict(zip(program.state.paths, packing.layout, strict=True))
        read = [_read_cells(path, part) for path, part in self.parts.items()]
        self.read = {name: f"({text})" for cells in read for name, text in cells.items()}
        self.capacity = {bag.name: bag.capacity for bag in (*program.state.bags, *action.bags)}

    def lines(self) -> Iterator[str]:
        """The function: appends the steps out of the state whose bags are in `z`; how many there are then."""
        yield "@compiled"
        yield f"def action_{self.action.number}(s, a, steps):"
        yield ALL
        yield from (f"    w{word} = word(s, {word})" for word in range(self.packing.words))
        pad = "    "
        leave = "return steps"
        for level in self.action.levels:
            if level.choice is not None:
                values = level.choice.values
                steady = values == tuple(range(len(values)))
                span = f"range({len(values)})" if steady else f"({', '.join(map(str, values))},)"
                yield f"{pad}for {self.name(level.choice.variable)} in {span}:"
                pad += "    "
                leave = "continue"
                yield f"{pad}if not {self.of(level.choice.condition)}:"
                yield f"{pad}    continue"
            for guard in level.guards:
                yield from (pad + line for line in self.body(guard.before))
                yield f"{pad}if not {self.of(guard.condition)}:"
                yield f"{pad}    z[FAILED + {guard.number}] = 1"
                yield f"{pad}    {leave}"
                yield f"{pad}z[HELD + {guard.number}] = 1"
        yield f"{pad}z[TAKEN + {self.action.number}] += 1"
        yield from (pad + line for line in self.body(self.action.effect))
        yield "    return steps"

    def cell(self, cell: Cell) -> str:
        """Numbers and piles of the state are read from its words, which stand in registers."""
        return self.read[cell.array] if cell.array in self.read else super().cell(cell)

    def end(self, statement: Emit | Cut) -> Iterator[str]:
        if isinstance(statement, Emit):
            yield from self._emit(statement.after)
        else:
            yield from self._cut(statement)

    def _emit(self, after: After) -> Iterator[str]:
        """The words of the state after: those before, with what has changed in its place."""
        words: dict[int, list[tuple[int, str]]] = {}

        def put(offset: int, bits: int, code: str) -> None:
            word, shift = _word(offset)
            mask = ((1 << bits) - 1) << shift
            words.setdefault(word, []).append((mask, f"({code} << uint64({shift}))"))

        for path, values in after.numbers:
            part = self.parts[path]
            if isinstance(part, Stacked):
                for number, offset in enumerate(part.offsets):
                    value = self.of(values[number]) if number < len(values) else "0"
                    put(offset, part.each.bits, f"uint64({value})")
            elif isinstance(part, Scalar) and part.bits:
                put(part.offset, part.bits, _coded(part, self.of(values[0])))
        for number, (path, source) in enumerate(after.bags):
            part = self.parts[path]
            assert isinstance(part, Slots)
            codes = self._codes(part, source)
            if not codes:
                start, first = self._start(source), self.places.codes + number * self.places.slots
                yield f"slots_{_plain(path)}(a, {start}, {self.capacity[source]}, {first})"
                codes = [f"uint64(z[{first + slot}])" for slot in range(self.capacity[source])]
            for offset, code in zip(part.offsets, codes, strict=False):
                put(offset, part.slot, code)
            for offset in part.offsets[len(codes) :]:
                put(offset, part.slot, "uint64(0)")
        for word in range(self.packing.words):
            changed = words.get(word, [])
            kept = (1 << WORD) - 1 - sum(mask for mask, _ in changed)
            texts = [f"(w{word} & uint64({kept}))", *(text for _, text in changed)]
            yield f"z[OUT + steps * WORDS + {word}] = np.int64({' | '.join(texts)})"
        yield f"z[BY + steps] = {self.action.number}"
        yield "steps += 1"

    def _codes(self, part: Slots, source: str) -> list[str]:
        """The codes of a bag that was another one of the state before, which are in order; else none."""
        origin = self.parts.get(source)
        if not isinstance(origin, Slots) or origin.parts != part.parts:
            return []
        mask = (1 << part.slot) - 1
        places = [_word(offset) for offset in origin.offsets]
        return [f"((w{word} >> uint64({shift})) & uint64({mask}))" for word, shift in places]

    def _start(self, bag: str) -> int:
        return self.row_of(f"{bag}.here")[f"{bag}.here"]

    def _cut(self, cut: Cut) -> Iterator[str]:
        """The state outside, cell by cell, is judged and not kept."""
        row = self.places.outside
        yield f"z[CUT + {self.of(cut.bound)}] += 1"
        yield f"z[{row.first} : {row.first + row.size}] = 0"
        changed = dict(cut.after.numbers)
        cells = {number.name: number.cells for number in self.program.state.numbers}
        for number in self.program.outside.numbers:
            if number.name in changed:
                values = [self.of(value) for value in changed[number.name]]
            else:
                values = [self.read[name] for name in _cells(number.name, cells[number.name])]
            for name, value in zip(_cells(number.name, number.cells), values, strict=False):
                yield f"z[{row.start[name]}] = {value}"
        bags = dict(cut.after.bags)
        for bag in self.program.outside.bags:
            yield from self._copied(bag, bags.get(bag.name, bag.name))
        yield "if broken_outside(a, MASK):"
        yield "    z[MASK + INVARIANTS] = 1"

    def _copied(self, bag: Bag, source: str) -> Iterator[str]:
        """The occupied slots of a bag, one after the other, in the state outside."""
        start, row = self.row_of(f"{source}.here"), self.places.outside
        yield "j = 0"
        yield f"for i in range({self.capacity[source]}):"
        yield f"    if z[{start[f'{source}.here']} + i]:"
        yield f"        z[{row.start[f'{bag.name}.here']} + j] = 1"
        prefix = f"{bag.name}."
        for name, at in row.start.items():
            if name.startswith(prefix) and name != f"{prefix}here":
                there = start.get(f"{source}.{name[len(prefix) :]}")
                if there is not None:  # a pile may have room for more outside
                    yield f"        z[{at} + j] = z[{there} + i]"
        yield "        j += 1"


def _expansion(program: Program, packing: Packing) -> Iterator[str]:
    """A function that expands one state: the steps out of it, and how many a player or the rules make.

    The steps are appended to those that are there already. Actions that ask for a stage first are called at
    that stage alone; that their first guard fails at a stage is told once.
    """
    stage, asked = stages(program)
    yield "@entry"
    yield "def expand(s, a, steps):"
    yield ALL
    yield "    unpack_bags(s, a)"
    yield "    moves = 0"
    if stage is not None:
        part = packing.layout[program.state.paths.index(stage.array)]
        yield from (f"    w{word} = word(s, {word})" for word in range(packing.words))
        yield f"    stage = {_read_cells(stage.array, part)[stage.array]}"
        yield f"    if not z[SEEN + stage - {stage.low}]:"
        yield f"        z[SEEN + stage - {stage.low}] = 1"
        for number, values in asked.items():
            first = program.actions[number].levels[0].guards[0].number
            yield f"        if not ({_is_one_of('stage', values)}):"
            yield f"            z[FAILED + {first}] = 1"
    for action in program.actions:
        number = action.number
        lines = [f"steps = action_{number}(s, a, steps)"]
        if action.by is not By.ENVIRONMENT:
            lines = [f"moves -= z[TAKEN + {number}]", *lines, f"moves += z[TAKEN + {number}]"]
        if number in asked:
            lines = [f"if {_is_one_of('stage', asked[number])}:", *_indented(lines)]
        yield from ("    " + line for line in lines)
    yield "    return steps, moves"


def _is_one_of(name: str, values: Iterable[int]) -> str:
    return " or ".join(f"{name} == {value}" for value in sorted(values)) or "False"
