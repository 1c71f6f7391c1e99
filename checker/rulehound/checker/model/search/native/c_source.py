"""The program of a model as C, for the search runtime in the same translation unit.

The generated code defines what `search.c` builds on: RH_WORDS and its fellows, `rh_expansion`, `rh_expand`,
`rh_broken`, `rh_meets` and `rh_over`. Word 0 of a state holds the lowest 64 bits of the integer that
`Packing` gives it. A step packs anew only what it changes, and equal bags become equal words because slots
are sorted by code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import prod

from rulehound.checker.model.search.native.c_packing import bits, codes, unpacked
from rulehound.checker.model.search.program.packing import WORD, PackedBag, Packing, Stacked
from rulehound.checker.model.search.program.syntax import (
    Action,
    After,
    Assign,
    BagLayout,
    Body,
    Choice,
    Condition,
    Constant,
    Cut,
    Emit,
    Expression,
    If,
    Level,
    Local,
    Lookup,
    Loop,
    Operation,
    Program,
    ProgramGuard,
    SameSlot,
    StateCell,
    StateLayout,
    Statement,
    cell_arrays,
)
from rulehound.spec.language import By

HEAD = """\
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t *words;      /* the states reached: RH_WORDS words a step, room for RH_MOST_STEPS steps */
    uint16_t *action;     /* which action each of these steps was */
    uint32_t steps;       /* how many there are */
    uint32_t moves;       /* steps not by an environment action, those that left a bound too */
    uint64_t taken[RH_ACTIONS + 1];            /* steps by action, those that left a bound too */
    uint64_t cut[RH_BOUNDS + 1];               /* steps that left a bound, by the first that they left */
    uint8_t guard_held[RH_GUARDS + 1], guard_failed[RH_GUARDS + 1];
    uint8_t stage_seen[RH_MOST_STAGES];        /* private to rh_expand */
    uint64_t broken_outside[(RH_INVARIANTS + 63) / 64 + 1];  /* invariants broken by what left a bound */
} rh_expansion;

static inline int32_t rh_min(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t rh_max(int32_t a, int32_t b) { return a < b ? b : a; }
/* the larger of two codes of slots comes first */
#define RH_ORDER(a, b) do { uint64_t x_ = (a), y_ = (b); \\
        (a) = x_ < y_ ? y_ : x_; (b) = x_ < y_ ? x_ : y_; } while (0)
"""

MOST_STAGES = 256
"""Most values of the number by which actions are told apart before they are called."""


def c_source(program: Program, packing: Packing) -> str:
    """C99 that defines the interface of the runtime for this program."""
    printer = _Printer(program, packing)
    return "\n".join(printer.whole()) + "\n"


def most_steps(program: Program) -> int:
    """At least as many steps as lead out of any one state."""
    return sum(
        prod(len(level.choice.values) for level in action.levels if level.choice)
        for action in program.actions
    )


class _Printer:
    """The lines of the source as they grow."""

    def __init__(self, program: Program, packing: Packing) -> None:
        self.program, self.packing = program, packing
        self.packed = dict(zip(program.state.paths, packing.layout, strict=True))
        self.state_bags = {bag.name: bag for bag in program.state.bags}
        self.local_bags: dict[str, BagLayout] = {}
        self.lines: list[str] = []
        self.depth = 0
        self.identifiers: dict[str, str] = {}
        self.action: Action | None = None

    def whole(self) -> list[str]:
        """All lines."""
        program = self.program
        sizes = {
            "WORDS": self.packing.words,
            "ACTIONS": len(program.actions),
            "GUARDS": len(program.guards),
            "BOUNDS": len(program.bounds),
            "INVARIANTS": len(program.invariants),
            "SOMETIMES": len(program.sometimes),
            "MOST_STEPS": most_steps(program),
            "MOST_STAGES": MOST_STAGES,
        }
        self.lines += [
            _comment(program.name),
            *(f"#define RH_{name} {size}" for name, size in sizes.items()),
        ]
        self.lines += ["", *HEAD.splitlines(), ""]
        for name, column in program.tables.items():
            self._line(
                f"static const int32_t {self._identifier(name)}[] = {{{', '.join(map(str, column))}}};"
            )
        self._structure("rh_state", program.state, codes=True)
        self._structure("rh_outside", program.outside, codes=False)
        self._unpack()
        self._conditions("broken", program.invariants, "rh_state")
        self._conditions("broken_outside", program.invariants_outside, "rh_outside")
        self._conditions("meets", program.sometimes, "rh_state")
        self._conditions("over", (program.over,), "rh_state")
        for name in ("broken", "meets"):
            with self._block(f"static void rh_{name}(const uint64_t *state, uint64_t *mask)"):
                self._line("rh_state s;")
                self._line("rh_unpack(state, &s);")
                self._line(f"rh_{name}_cells(&s, mask);")
        with self._block("static int rh_over(const uint64_t *state)"):
            self._line("rh_state s;")
            self._line("rh_unpack(state, &s);")
            self._line("return rh_over_0(&s);")
        self._widen()
        for action in program.actions:
            self._action(action)
        self._expand()
        return self.lines

    # --- lines and names

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def _block(self, head: str) -> Iterator[None]:
        self._line(head + " {")
        self.depth += 1
        yield
        self.depth -= 1
        self._line("}")

    def _identifier(self, name: str) -> str:
        """A name of the program as a name in C; different ones stay different."""
        if name not in self.identifiers:
            # the prefix keeps them apart from the words of C
            made = "m_" + "".join(c if c.isascii() and c.isalnum() else "_" for c in name)
            while made in self.identifiers.values():
                made += "_"
            self.identifiers[name] = made
        return self.identifiers[name]

    # --- states

    def _structure(self, name: str, layout: StateLayout, codes: bool) -> None:
        self._line("typedef struct {")
        self.depth += 1
        for number in layout.numbers:
            for cell in cell_arrays(number.name, number.cells):
                self._line(f"int32_t {self._identifier(cell)};")
        for bag in layout.bags:
            if codes:
                self._line(f"uint64_t {self._identifier(bag.name)}_code[{max(bag.capacity, 1)}];")
            for array in bag.arrays:
                self._line(f"int32_t {self._identifier(array)}[{max(bag.capacity, 1)}];")
        self._line("int32_t nothing;")
        self.depth -= 1
        self._line(f"}} {name};")

    def _unpack(self) -> None:
        # always inlined, so that what a function does not read is not unpacked for it
        head = "static inline __attribute__((always_inline)) void rh_unpack(const uint64_t *w, rh_state *s)"
        with self._block(head):
            for path, packed in self.packed.items():
                name = self._identifier(path)
                if not isinstance(packed, PackedBag):
                    names = cell_arrays(path, packed.capacity if isinstance(packed, Stacked) else None)
                    for cell, text in zip(names, unpacked(packed, "w[{}]"), strict=True):
                        self._line(f"s->{self._identifier(cell)} = {text};")
                    continue
                for slot, offset in enumerate(packed.offsets):
                    code = f"s->{name}_code[{slot}]"
                    self._line(f"{code} = {bits(f'w[{offset // WORD}]', offset % WORD, packed.slot)};")
                    self._line(f"s->{self._identifier(f'{path}.here')}[{slot}] = (int32_t)({code} & 1);")
                    for part, inner in zip(self.state_bags[path].parts, packed.parts, strict=True):
                        names = cell_arrays(f"{path}.{part.name}", part.cells)
                        for cell, text in zip(names, unpacked(inner, code), strict=True):
                            self._line(f"s->{self._identifier(cell)}[{slot}] = {text};")

    def _widen(self) -> None:
        with self._block("static __attribute__((noinline)) void rh_widen(const rh_state *s, rh_outside *o)"):
            self._line("memset(o, 0, sizeof *o);")
            for number in self.program.state.numbers:
                for cell in cell_arrays(number.name, number.cells):
                    self._line(f"o->{self._identifier(cell)} = s->{self._identifier(cell)};")
            for bag in self.program.state.bags:
                for array in bag.arrays if bag.capacity else ():
                    name = self._identifier(array)
                    self._line(f"memcpy(o->{name}, s->{name}, sizeof s->{name});")

    # --- conditions

    def _conditions(self, name: str, conditions: tuple[Condition, ...], cells: str) -> None:
        for number, condition in enumerate(conditions):
            with self._block(f"static int rh_{name}_{number}(const {cells} *s)"):
                self._line("(void)s;")
                self._declare(condition.locals, condition.bags)
                self._body(condition.before)
                self._line(f"return {self._text(condition.value)};")
        if name == "over":
            return
        with self._block(f"static void rh_{name}_cells(const {cells} *s, uint64_t *mask)"):
            self._line("(void)s;")
            self._line("(void)mask;")
            sign = "!!" if name == "meets" else "!"
            for number in range(len(conditions)):
                bit = f"(uint64_t){sign}rh_{name}_{number}(s) << {number % WORD}"
                self._line(f"mask[{number // WORD}] |= {bit};")

    # --- actions

    def _action(self, action: Action) -> None:
        self.action = action
        head = (
            f"static void rh_action_{action.number}(const uint64_t *w, const rh_state *s, rh_expansion *out)"
        )
        self._line(_comment(action.name))
        with self._block(head):
            self._line("(void)w; (void)s;")
            self._declare(action.locals, action.bags)
            self._levels(action.levels, "return;")

    def _expand(self) -> None:
        """Calls of the actions in their order; those that ask for a stage first, at that stage alone."""
        stage, allowed = stages(self.program)
        with self._block("static void rh_expand(const uint64_t *state, rh_expansion *out)"):
            self._line("rh_state s;")
            self._line("rh_unpack(state, &s);")
            self._line("out->steps = out->moves = 0;")
            if stage is not None:
                self._dispatch(stage, allowed)
            else:
                for action in self.program.actions:
                    self._call(action.number)

    def _dispatch(self, stage: StateCell, allowed: dict[int, frozenset[int]]) -> None:
        """The actions by stage; `allowed` are the stages at which an action is possible, if that matters."""
        with self._block(f"switch (s.{self._identifier(stage.array)})"):
            for value in range(stage.low, stage.high + 1):
                counted_flag = f"out->stage_seen[{value - stage.low}]"
                impossible = [number for number, values in allowed.items() if value not in values]
                with self._block(f"case {value}:"):
                    with self._block(f"if (!{counted_flag})"):  # that their first guard fails is told once
                        self._line(f"{counted_flag} = 1;")
                        for number in impossible:
                            first = self.program.actions[number].levels[0].guards[0].number
                            self._line(f"out->guard_failed[{first}] = 1;")
                    for action in self.program.actions:
                        if action.number not in impossible:
                            self._call(action.number)
                    self._line("break;")

    def _call(self, number: int) -> None:
        self._line(f"rh_action_{number}(state, &s, out);")

    def _declare(self, locals_: Iterable[Local], bags: Iterable[BagLayout]) -> None:
        names = [local.name for local in locals_]
        if names:
            self._line(f"int32_t {', '.join(names)};")
        self.local_bags = {bag.name: bag for bag in bags}
        for bag in (bag for bag in self.local_bags.values() if bag.capacity):
            arrays = ", ".join(f"{self._identifier(array)}[{bag.capacity}]" for array in bag.arrays)
            self._line(f"int32_t {arrays};")

    def _levels(self, levels: tuple[Level, ...], leave: str) -> None:
        if not levels:
            assert self.action is not None
            self._body(self.action.effect)
            return
        level, *inner = levels
        if level.choice is None:
            self._guards(level.guards, leave)
            self._levels(tuple(inner), leave)
            return
        with self._block(self._choosing(level.choice)):
            if level.choice.condition != Constant(1):
                self._line(f"if (!{self._text(level.choice.condition)}) continue;")
            self._guards(level.guards, "continue;")
            self._levels(tuple(inner), "continue;")

    def _choosing(self, choice: Choice) -> str:
        variable, values = choice.variable.name, choice.values
        first, count = min(values, default=0), len(values)
        if values == tuple(range(first, first + count)):
            return f"for ({variable} = {first}; {variable} < {first + count}; {variable}++)"
        self._line(f"static const int32_t {variable}_values[] = {{{', '.join(map(str, values))}}};")
        step = f"{variable} = {variable}_values[{variable}_at]"
        return f"for (int {variable}_at = 0; {variable}_at < {count} && ({step}, 1); {variable}_at++)"

    def _guards(self, guards: tuple[ProgramGuard, ...], leave: str) -> None:
        for guard in guards:
            self._body(guard.before)
            self._line(_comment(guard.name))
            failed = f"out->guard_failed[{guard.number}] = 1;"
            self._line(f"if (!{self._text(guard.condition)}) {{ {failed} {leave} }}")
            self._line(f"out->guard_held[{guard.number}] = 1;")

    # --- statements

    def _body(self, body: Body) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Assign(target, value):
                self._line(f"{self._text(target)} = {self._text(value)};")
            case If(condition, then, otherwise):
                with self._block(f"if ({self._text(condition)})"):
                    self._body(then)
                if otherwise:
                    with self._block("else"):
                        self._body(otherwise)
            case Loop(variable, count, body):
                name = variable.name
                with self._block(f"for ({name} = 0; {name} < {count}; {name}++)"):
                    self._body(body)
            case Emit(after):
                with self._block(""):
                    self._emit(after)
            case Cut(bound, after):
                with self._block(""):
                    self._cut(bound, after)

    def _count(self) -> None:
        assert self.action is not None
        self._line(f"out->taken[{self.action.number}]++;")
        if self.action.by is not By.ENVIRONMENT:
            self._line("out->moves++;")

    def _emit(self, after: After) -> None:
        assert self.action is not None
        self._count()
        cleared = [0] * self.packing.words
        changed: list[list[str]] = [[] for _ in cleared]

        def place(offset: int, count: int, code: str) -> None:
            if count:
                cleared[offset // WORD] |= ((1 << count) - 1) << offset % WORD
                changed[offset // WORD].append(f"{code} << {offset % WORD}")

        for path, cells in after.numbers:
            packed = self.packed[path]
            assert not isinstance(packed, PackedBag)
            for offset, count, code in codes(packed, list(map(self._text, cells))):
                place(offset, count, code)
        for path, source in after.bags:
            slots = self.packed[path]
            assert isinstance(slots, PackedBag)
            for offset, code in zip(slots.offsets, self._sorted_codes(slots, source), strict=False):
                place(offset, slots.slot, code)
        self._line("uint64_t *next = out->words + (size_t)out->steps * RH_WORDS;")
        for number, (mask, written) in enumerate(zip(cleared, changed, strict=True)):
            kept = f"(w[{number}] & ~UINT64_C({mask:#x}))" if written else f"w[{number}]"
            self._line(f"next[{number}] = {' | '.join([kept, *written])};")
        self._line(f"out->action[out->steps++] = {self.action.number};")

    def _sorted_codes(self, slots: PackedBag, source: str) -> list[str]:
        """The codes of the slots of a bag, the largest first; lines that compute them are written before."""
        if source in self.state_bags:
            name = self._identifier(source)
            return [f"s->{name}_code[{slot}]" for slot in range(self.state_bags[source].capacity)]
        bag = self.local_bags[source]
        names = [f"{source}_{slot}" for slot in range(bag.capacity)]
        for slot, name in enumerate(names):
            fields = ["1"]
            for part, packed in zip(bag.parts, slots.parts, strict=True):
                cells = [
                    f"{self._identifier(cell)}[{slot}]"
                    for cell in cell_arrays(f"{source}.{part.name}", part.cells)
                ]
                fields += [f"{code} << {offset}" for offset, count, code in codes(packed, cells) if count]
            here = f"{self._identifier(f'{source}.here')}[{slot}]"
            self._line(f"uint64_t {name} = {here} ? {' | '.join(fields)} : 0;")
        for last in range(len(names) - 1, 0, -1):
            for first in range(last):
                self._line(f"RH_ORDER({names[first]}, {names[first + 1]});")
        return names + ["UINT64_C(0)"] * (slots.capacity - len(names))

    def _cut(self, bound: Expression, after: After) -> None:
        self._count()
        self._line(f"out->cut[{self._text(bound)}]++;")
        if not self.program.invariants:
            return
        self._line("rh_outside o;")
        self._line("rh_widen(s, &o);")
        outside = {number.name: number for number in self.program.outside.numbers}
        for path, values in after.numbers:
            cells = cell_arrays(path, outside[path].cells)
            for number, cell in enumerate(cells):
                text = self._text(values[number]) if number < len(values) else "0"
                self._line(f"o.{self._identifier(cell)} = {text};")
        wide = {bag.name: bag for bag in self.program.outside.bags}
        for path, source in after.bags:
            bag = self.local_bags.get(source) or self.state_bags[source]
            if not wide[path].capacity:
                continue
            here = self._identifier(f"{path}.here")
            self._line(f"memset(o.{here}, 0, sizeof o.{here});")
            for array in wide[path].arrays:
                held = source + array.removeprefix(path)
                exists = held in bag.arrays
                for slot in range(bag.capacity):
                    value = self._text(StateCell(held, Constant(slot), 0, 0)) if exists else "0"
                    self._line(f"o.{self._identifier(array)}[{slot}] = {value};")
        self._line("rh_broken_outside_cells(&o, out->broken_outside);")

    # --- expressions

    def _text(self, expression: Expression) -> str:
        match expression:
            case Constant(value):
                return str(value) if value >= 0 else f"({value})"
            case Local(name):
                return name
            case StateCell(array, index):
                owner = "" if array.partition(".")[0] in self.local_bags else "s->"
                return owner + self._identifier(array) + ("" if index is None else f"[{self._text(index)}]")
            case Lookup(table, index):
                return f"{self._identifier(table)}[{self._text(index)}]"
            case SameSlot(bag, first, second):
                code = f"s->{self._identifier(bag)}_code"
                return f"({code}[{self._text(first)}] == {code}[{self._text(second)}])"
            case Operation(kind, args):
                return (
                    _OPERATION[kind].format(*map(self._text, args))
                    if kind in _OPERATION
                    else self._joined(kind, args)
                )

    def _joined(self, kind: str, args: tuple[Expression, ...]) -> str:
        return "(" + {"and": " && ", "or": " || "}[kind].join(map(self._text, args)) + ")"


_OPERATION = {
    "add": "({} + {})",
    "sub": "({} - {})",
    "neg": "(-{})",
    "min": "rh_min({}, {})",
    "max": "rh_max({}, {})",
    "eq": "({} == {})",
    "lt": "({} < {})",
    "le": "({} <= {})",
    "not": "(!{})",
    "select": "({} ? {} : {})",
    "bits-and": "({} & {})",
    "bits-or": "({} | {})",
    "bits-without": "({} & ~{})",
}


def stages(program: Program) -> tuple[StateCell | None, dict[int, frozenset[int]]]:
    """The number that most actions compare to constants first, and the values of it at which each of these
    actions, by its own number, is possible.
    """
    asked = {action.number: _asks(action) for action in program.actions}
    most_common = Counter(stage for stage, _ in asked.values() if stage is not None).most_common(1)
    stage = most_common[0][0] if most_common else None
    return stage, {number: at for number, (asks, at) in asked.items() if stage is not None and asks == stage}


def _asks(action: Action) -> tuple[StateCell | None, frozenset[int]]:
    """The number that an action's first guard compares to constants, and the values that it allows."""
    first = action.levels[0].guards[:1]
    if not first or first[0].before:
        return None, frozenset()
    condition = first[0].condition
    alternatives = (
        condition.args if isinstance(condition, Operation) and condition.kind == "or" else (condition,)
    )
    cells, values = set(), set()
    for test in alternatives:
        match test:
            case Operation("eq", (StateCell(_, None) as cell, Constant(value))):
                cells.add(cell)
                values.add(value)
            case _:
                return None, frozenset()
    few = len(cells) == 1 and all(cell.high - cell.low < MOST_STAGES for cell in cells)
    return (cells.pop(), frozenset(values)) if few else (None, frozenset())


def _comment(text: str) -> str:
    """Any text as a comment of one line."""
    return f"/* {' '.join(text.replace('*/', '* /').replace(chr(92), '/').split())} */"
