"""Actions made up by Hypothesis, to compare backends of the language; and a symbolic step made concrete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import z3
from hypothesis import strategies as st

from rulehound.checker.prove import Slots, SymbolicModel
from rulehound.checker.prove.answers import read_state
from rulehound.spec.language import (
    Amount,
    Configuration,
    Member,
    Model,
    Number,
    Parameters,
    Pool,
    State,
    Truth,
    both,
    either,
    exchange,
    largest,
    negate,
    require,
    select,
    smallest,
    when,
)
from spec.language.made_up import MINE, THEIRS, Board, Piece

Program = tuple[Any, ...]
"""A statement or expression: its kind, then its parts."""

NUMBERS = ("score", "me.coins", "other.coins", "mine.size", "theirs.size", "new.size", "times")
WRITTEN = NUMBERS[:6]
TRUTHS = ("turn", "mine.tired", "theirs.tired", "new.tired")
BAGS = ("me.pieces", "other.pieces")

PARAMETERS: dict[str, Any] = {"mine": MINE, "theirs": THEIRS, "new": Pool(Piece), "times": Amount("times")}


def _tuples(kind: str, *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Program]:
    return st.tuples(st.just(kind), *parts)


def _numbers(inner: st.SearchStrategy[Program]) -> st.SearchStrategy[Program]:
    truths = _truths(inner)
    return st.one_of(
        *(_tuples(kind, inner, inner) for kind in ("add", "sub", "largest", "smallest")),
        _tuples("select", truths, inner, inner),
        _tuples("count", st.sampled_from(BAGS), truths),
        _tuples("total", st.sampled_from(BAGS), truths, inner),
    )


def _truths(numbers: st.SearchStrategy[Program]) -> st.SearchStrategy[Program]:
    leaf = st.one_of(
        _tuples("truth", st.sampled_from(TRUTHS)),
        _tuples("tired"),
        _tuples("shares"),
        *(_tuples(kind, numbers, numbers) for kind in ("lt", "le", "eq")),
    )
    return st.one_of(leaf, _tuples("not", leaf), *(_tuples(kind, leaf, leaf) for kind in ("both", "either")))


LEAVES = st.one_of(
    _tuples("number", st.sampled_from(NUMBERS)), _tuples("constant", st.integers(-2, 3)), _tuples("size")
)
EXPRESSIONS = st.recursive(LEAVES, _numbers, max_leaves=4)
CONDITIONS = _truths(EXPRESSIONS)
PLAIN = st.one_of(
    _tuples("set", st.sampled_from(WRITTEN), EXPRESSIONS),
    _tuples("tire", st.sampled_from(TRUTHS), CONDITIONS),
    _tuples("update", st.sampled_from(BAGS), EXPRESSIONS, CONDITIONS),
    _tuples("discard", st.sampled_from(BAGS), CONDITIONS),
    _tuples("add-to", st.sampled_from(BAGS), EXPRESSIONS),
    _tuples("leave", st.sampled_from(("mine", "theirs"))),
    _tuples("move"),
)
STATEMENTS = st.one_of(PLAIN, _tuples("when", CONDITIONS, st.lists(PLAIN, max_size=2)))
PROGRAMS = st.tuples(st.lists(CONDITIONS, max_size=2), st.lists(STATEMENTS, max_size=5), st.booleans())
"""Guards, statements, and whether the sides are exchanged at the end."""


class _Run:
    """A program as it is traced."""

    def __init__(self, s: Board, **parameters: Any) -> None:
        self.named: dict[str, Any] = {"s": s, "me": s.me, "other": s.other, **parameters}
        self.left: set[str] = set()

    def place(self, path: str) -> tuple[Any, str]:
        owner, _, name = path.rpartition(".")
        return self.named[owner or "s"], name

    def number(self, program: Program, element: Piece) -> Number | int:
        kind, *parts = program
        match kind:
            case "constant":
                return int(parts[0])
            case "size":
                return element.size
            case "number":
                if parts[0] == "times":
                    return self.named["times"]
                owner, name = self.place(parts[0])
                return getattr(owner, name)
            case "select":
                yes, no = (self.number(part, element) for part in parts[1:])
                return select(self.truth(parts[0], element), yes, no)
            case "count":
                owner, name = self.place(parts[0])
                return getattr(owner, name).count(lambda e: self.truth(parts[1], e))
            case "total":
                owner, name = self.place(parts[0])
                return getattr(owner, name).total(
                    lambda e: self.number(parts[2], e), lambda e: self.truth(parts[1], e)
                )
        one, other = (self.number(part, element) for part in parts)
        return {
            "add": lambda a, b: a + b,
            "sub": lambda a, b: a - b,
            "largest": largest,
            "smallest": smallest,
        }[kind](one, other)

    def truth(self, program: Program, element: Piece) -> Truth:
        kind, *parts = program
        match kind:
            case "truth":
                owner, name = self.place(parts[0])
                return getattr(owner, name)
            case "tired":
                return element.tired
            case "shares":
                return element.colours.shares(self.named["new"].colours)
            case "not":
                return negate(self.truth(parts[0], element))
            case "both" | "either":
                one, other = (self.truth(part, element) for part in parts)
                return both(one, other) if kind == "both" else either(one, other)
        one, other = (self.number(part, element) for part in parts)
        low = one if isinstance(one, Number) else select(True, one, 0)
        return {"lt": lambda: low < other, "le": lambda: low <= other, "eq": lambda: low == other}[kind]()

    def carry_out(self, program: Program) -> None:
        kind, *parts = program
        outside = self.named["new"]
        match kind:
            case "when":
                before = set(self.left)
                with when(self.truth(parts[0], outside)):
                    for part in parts[1]:
                        self.carry_out(part)
                self.left = before  # one that left under a condition may still be there
            case "set" | "tire":
                owner, name = self.place(parts[0])
                if parts[0].partition(".")[0] not in self.left:
                    use = self.number if kind == "set" else self.truth
                    setattr(owner, name, use(parts[1], outside))
            case "leave" if parts[0] not in self.left:
                self.named[parts[0]].leave()
                self.left.add(parts[0])
            case "move" if "mine" not in self.left:
                self.named["mine"].leave()
                self.named["other"].pieces.add(self.named["mine"])
                self.left.add("mine")
            case "update":
                owner, name = self.place(parts[0])
                getattr(owner, name).update(
                    lambda e: e.replace(size=self.number(parts[1], e)), lambda e: self.truth(parts[2], e)
                )
            case "discard":
                owner, name = self.place(parts[0])
                getattr(owner, name).discard(lambda e: self.truth(parts[1], e))
            case "add-to":
                owner, name = self.place(parts[0])
                getattr(owner, name).add(outside.replace(size=self.number(parts[1], outside)))


def model_of(program: Program) -> Model:
    """A model with the one action that the program is."""
    guards, statements, exchanged = program
    model = Model("random", Board, round_field="turn", over=lambda _: False)

    @model.initial
    def start(_: Board) -> None:
        pass

    @model.action("act", **PARAMETERS)
    def act(s: Board, mine: Piece, theirs: Piece, new: Piece, times: Number) -> None:
        run = _Run(s, mine=mine, theirs=theirs, new=new, times=times)
        for number, guard in enumerate(guards):
            require(run.truth(guard, new), "random", f"guard {number}")
        for statement in statements:
            run.carry_out(statement)
        if exchanged:
            exchange(s.me, s.other)

    return model


PIECES = st.tuples(st.integers(0, 2), st.booleans(), st.integers(0, 3))
STATES: st.SearchStrategy[State] = st.tuples(
    st.integers(0, 2),
    st.booleans(),
    st.integers(-1, 2),
    st.integers(0, 3),
    *(
        part
        for _ in BAGS
        for part in (
            st.integers(-1, 2),
            st.lists(PIECES, min_size=1, max_size=2).map(lambda bag: tuple(sorted(bag))),
        )
    ),
)
"""States of the board, with something to choose in either bag."""

CONFIGURATION = Configuration(
    "random",
    "",
    bounds={},
    pools={"Piece": [{"size": 1, "colours": ["red"]}, {"tired": True, "colours": ["red", "blue"]}]},
    ranges={"times": (0, 2)},
)


def symbolic_step(
    model: Model, values: Mapping[str, Any], slots: int, action: str, state: State, chosen: Parameters
) -> State | None:
    """The step that z3 finds with every symbol pinned to these values; None where it finds none."""
    symbolic = SymbolicModel(model, values, slots)
    before = symbolic.state("s")
    traced = model.actions[action]
    frame, conditions, after = symbolic.step(before, traced, action)
    solver = z3.Solver()
    solver.add(*conditions)
    for path, value in zip(model.paths, state, strict=True):
        solver.add(*_pinned(before[path], value))
    for name, kind in traced.parameters.items():
        term = frame.parameters[name]
        if isinstance(kind, Member):
            solver.add(term[0] == state[model.paths.index(kind.path)].index(chosen[name]))
        elif isinstance(kind, Pool):
            solver.add(*(one == other for one, other in zip(term[1], chosen[name], strict=True)))
        else:
            solver.add(term == chosen[name])
    if solver.check() != z3.sat:
        return None
    return model.from_dict(read_state(symbolic, solver.model(), after))


def _pinned(term: Any, value: Any) -> list[Any]:
    if not isinstance(term, Slots):
        return [term == value]
    found = [here == (number < len(value)) for number, here in enumerate(term.occupied)]
    for element, fields in zip(value, term.fields, strict=False):
        found += [one == other for one, other in zip(fields, element, strict=True)]
    return found
