"""Actions made up by Hypothesis, to compare backends of the language; and a symbolic step made concrete.

The board has a field of every kind, in the state and in the elements of its bags, and the action takes a
parameter of every kind, two of them members of one bag.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

import z3
from hypothesis import strategies as st

from rulehound.checker.model.prove.answers import read_state
from rulehound.checker.model.prove.symbolic import Frame, SymbolicModel
from rulehound.checker.model.prove.terms import SymbolicBag, SymbolicPile
from rulehound.spec.language import (
    Amount,
    Configuration,
    Member,
    Model,
    Number,
    Parameters,
    Pile,
    Pool,
    Record,
    State,
    Subset,
    TracedAction,
    Truth,
    bag_field,
    both,
    choice_field,
    either,
    exchange,
    flag_field,
    largest,
    negate,
    number_field,
    part_field,
    pile_field,
    record,
    require,
    select,
    smallest,
    subset_field,
    value_field,
    when,
)
from rulehound.spec.language.compiled import ParameterChoice
from rulehound_testing.made_up_model import Stage

COLOURS = ("red", "blue")


class Card(Record):
    """What values and piles hold."""

    size = number_field()
    tired = flag_field()
    colours = subset_field(*COLOURS)


class Piece(Record):
    """What stands in a bag."""

    size = number_field()
    tired = flag_field()
    colours = subset_field(*COLOURS)
    top = value_field(Card)
    under = pile_field(Card)


class Side(Record):
    """A part of the state."""

    coins = number_field()
    pieces = bag_field(Piece)


class Board(Record):
    """The state."""

    stage = choice_field(Stage)
    turn = flag_field()
    score = number_field()
    colours = subset_field(*COLOURS)
    shown = value_field(Card)
    heap = pile_field(Card)
    me = part_field(Side)
    other = part_field(Side)


Program = tuple[Any, ...]
"""A statement or expression: its kind, then its parts."""

MEMBERS = ("mine", "second", "theirs")
WRITTEN = ("score", "me.coins", "other.coins", *(f"{name}.size" for name in MEMBERS))
NUMBERS = (*WRITTEN, "new.size", "times")
WRITTEN_TRUTHS = ("turn", *(f"{name}.tired" for name in MEMBERS))
TRUTHS = (*WRITTEN_TRUTHS, "new.tired")
SUBSETS = ("colours", *(f"{name}.colours" for name in MEMBERS))
VALUES = ("shown", *(f"{name}.top" for name in MEMBERS))
PILES = ("heap", *(f"{name}.under" for name in MEMBERS))
BAGS = ("me.pieces", "other.pieces")

PARAMETERS: dict[str, Any] = {
    "mine": Member("me.pieces"),
    "second": Member("me.pieces"),
    "theirs": Member("other.pieces"),
    "new": Pool(Card),
    "times": Amount("times"),
}

Programs = st.SearchStrategy[Program]


def _tuples(kind: str, *parts: st.SearchStrategy[Any]) -> Programs:
    return st.tuples(st.just(kind), *parts)


def _places(kind: str, names: tuple[str, ...]) -> Programs:
    return _tuples(kind, st.sampled_from(names))


def _numbers(inner: Programs) -> Programs:
    truths = _truths(inner)
    return st.one_of(
        *(_tuples(kind, inner, inner) for kind in ("add", "sub", "largest", "smallest")),
        _tuples("select", truths, inner, inner),
        _tuples("count", st.sampled_from(BAGS), truths),
        _tuples("total", st.sampled_from(BAGS), truths, inner),
        _tuples("value-size", VALUED),
        _tuples("height", PILED),
    )


def _truths(numbers: Programs) -> Programs:
    leaf = st.one_of(
        _tuples("truth", st.sampled_from(TRUTHS)),
        _tuples("tired"),
        _tuples("value-tired", VALUED),
        *(_tuples(kind, NAMED, NAMED) for kind in ("shares", "covers", "same")),
        *(_tuples(kind, numbers, numbers) for kind in ("lt", "le", "eq")),
    )
    return st.one_of(leaf, _tuples("not", leaf), *(_tuples(kind, leaf, leaf) for kind in ("both", "either")))


VALUED = st.one_of(
    _places("value", VALUES),
    *(_tuples(kind) for kind in ("new", "nothing", "element-top")),
    _tuples("pile-top", st.one_of(_places("pile", PILES), _tuples("pop", _places("pile", PILES)))),
)
PILED: Programs = st.recursive(
    st.one_of(_places("pile", PILES), _tuples("empty"), _tuples("element-under")),
    lambda inner: st.one_of(
        _tuples("pop", inner),
        _tuples("push", inner, VALUED),
        _tuples("under", inner, VALUED),
        _tuples("join", inner, inner),
    ),
    max_leaves=3,
)
NAMED: Programs = st.recursive(
    st.one_of(
        _places("subset", SUBSETS),
        _tuples("colour", st.sampled_from(COLOURS)),
        _tuples("element-colours"),
        _tuples("value-colours", VALUED),
        _tuples("gather", st.sampled_from(BAGS)),
    ),
    lambda inner: st.one_of(*(_tuples(kind, inner, inner) for kind in ("union", "minus"))),
    max_leaves=2,
)
LEAVES = st.one_of(
    _places("number", NUMBERS), _tuples("constant", st.integers(-2, 3)), _tuples("size"), _tuples("the-size")
)
EXPRESSIONS = st.recursive(LEAVES, _numbers, max_leaves=4)
CONDITIONS = _truths(EXPRESSIONS)
PLAIN = st.one_of(
    _tuples("set", st.sampled_from(WRITTEN), EXPRESSIONS),
    _tuples("tire", st.sampled_from(WRITTEN_TRUTHS), CONDITIONS),
    _tuples("paint", st.sampled_from(SUBSETS), NAMED),
    _tuples("show", st.sampled_from(VALUES), VALUED),
    _tuples("pile-up", st.sampled_from(PILES), PILED),
    _tuples("update", st.sampled_from(BAGS), EXPRESSIONS, NAMED, VALUED, PILED, CONDITIONS),
    _tuples("discard", st.sampled_from(BAGS), CONDITIONS),
    _tuples("add-to", st.sampled_from(BAGS), EXPRESSIONS, VALUED, PILED),
    _tuples("leave", st.sampled_from(MEMBERS)),
    _tuples("move"),
)
STATEMENTS = st.one_of(PLAIN, _tuples("when", CONDITIONS, st.lists(PLAIN, max_size=2)))
PROGRAMS = st.tuples(st.lists(CONDITIONS, max_size=2), st.lists(STATEMENTS, max_size=5), st.booleans())
"""Guards, statements, and whether the sides are exchanged at the end."""


class _Run:
    """A program as it is traced; `element` is what conditions and changes of a bag see, `new` outside."""

    def __init__(self, s: Board, **parameters: Any) -> None:
        self.named: dict[str, Any] = {"s": s, "me": s.me, "other": s.other, **parameters}
        self.left: set[str] = set()
        self.discarded: set[str] = set()

    def place(self, path: str) -> tuple[Any, str]:
        owner, _, name = path.rpartition(".")
        return self.named[owner or "s"], name

    def read(self, path: str) -> Any:
        owner, name = self.place(path)
        return self.named[path] if path in self.named else getattr(owner, name)

    def number(self, program: Program, element: Any) -> Number | int:
        kind, *parts = program
        match kind:
            case "constant":
                return int(parts[0])
            case "size":
                return element.size
            case "the-size":
                return self.named["me"].pieces.the(lambda e: e.tired).top.size
            case "number":
                return self.read(parts[0])
            case "value-size":
                return self.value(parts[0], element).size
            case "height":
                return self.pile(parts[0], element).height
            case "select":
                yes, no = (self.number(part, element) for part in parts[1:])
                return select(self.truth(parts[0], element), yes, no)
            case "count":
                return self.read(parts[0]).count(lambda e: self.truth(parts[1], e))
            case "total":
                return self.read(parts[0]).total(
                    lambda e: self.number(parts[2], e), lambda e: self.truth(parts[1], e)
                )
        one, other = (self.number(part, element) for part in parts)
        return {
            "add": lambda a, b: a + b,
            "sub": lambda a, b: a - b,
            "largest": largest,
            "smallest": smallest,
        }[kind](one, other)

    def truth(self, program: Program, element: Any) -> Truth:
        kind, *parts = program
        match kind:
            case "truth":
                return self.read(parts[0])
            case "tired":
                return element.tired
            case "value-tired":
                return self.value(parts[0], element).tired
            case "not":
                return negate(self.truth(parts[0], element))
            case "both" | "either":
                one, other = (self.truth(part, element) for part in parts)
                return both(one, other) if kind == "both" else either(one, other)
            case "shares" | "covers" | "same":
                first, second = (self.subset(part, element) for part in parts)
                if kind == "same":
                    return first == second
                return first.shares(second) if kind == "shares" else first.covers(second)
        low, high = (self.number(part, element) for part in parts)
        low = low if isinstance(low, Number) else select(True, low, 0)
        return {"lt": lambda: low < high, "le": lambda: low <= high, "eq": lambda: low == high}[kind]()

    def subset(self, program: Program, element: Any) -> Subset:
        kind, *parts = program
        match kind:
            case "subset":
                return self.read(parts[0])
            case "colour":
                return self.named["s"].colours.of(parts[0])
            case "element-colours":
                return element.colours
            case "value-colours":
                return self.value(parts[0], element).colours
            case "gather":
                return self.read(parts[0]).union(lambda e: e.colours, lambda e: e.tired)
        one, other = (self.subset(part, element) for part in parts)
        return one.union(other) if kind == "union" else one.minus(other)

    def value(self, program: Program, element: Any) -> Card:
        kind, *parts = program
        match kind:
            case "value":
                return self.read(parts[0])
            case "new":
                return self.named["new"]
            case "element-top":
                return element if isinstance(element, Card) else element.top
            case "pile-top":
                return self.pile(parts[0], element).top
        return Card.nothing()

    def pile(self, program: Program, element: Any) -> Pile[Card]:
        kind, *parts = program
        match kind:
            case "pile":
                return self.read(parts[0])
            case "element-under":
                return self.named["s"].heap if isinstance(element, Card) else element.under
            case "empty":
                return Pile.empty(Card)
            case "pop":
                return self.pile(parts[0], element).without_top()
            case "join":
                return self.pile(parts[0], element).on(self.pile(parts[1], element))
        pile, value = self.pile(parts[0], element), self.value(parts[1], element)
        return pile.with_top(value) if kind == "push" else pile.with_bottom(value)

    def carry_out(self, program: Program) -> None:
        kind, *parts = program
        outside = self.named["new"]
        match kind:
            case "when":
                before = set(self.left)
                with when(self.truth(parts[0], outside)):
                    for part in parts[1]:
                        self.carry_out(part)
                # one that left under a condition may still be there; a discarded one is not written to again
                self.left = before | self.discarded
            case "leave" if parts[0] not in self.left:
                self.named[parts[0]].leave()
                self.left.add(parts[0])
            case "move" if "mine" not in self.left:
                self.named["mine"].leave()
                self.named["other"].pieces.add(self.named["mine"])
                self.left.add("mine")
            case "update":
                bag, size, colours, top, under, condition = parts
                self.read(bag).update(
                    lambda e: e.replace(
                        size=self.number(size, e),
                        colours=self.subset(colours, e),
                        top=self.value(top, e),
                        under=self.pile(under, e),
                    ),
                    lambda e: self.truth(condition, e),
                )
            case "discard":
                self.read(parts[0]).discard(lambda e: self.truth(parts[1], e))
                self.discarded |= {name for name in MEMBERS if PARAMETERS[name].path == parts[0]}
                self.left |= self.discarded
            case "add-to":
                size = self.number(parts[1], outside)
                top, under = self.value(parts[2], outside), self.pile(parts[3], outside)
                self.read(parts[0]).add(Piece(size=size, tired=outside.tired, top=top, under=under))
            case _ if kind in self.uses and parts[0].partition(".")[0] not in self.left:
                owner, name = self.place(parts[0])
                setattr(owner, name, self.uses[kind](parts[1], outside))

    @property
    def uses(self) -> dict[str, Callable[[Program, Any], Any]]:
        """What each assigning statement makes of its expression."""
        return {
            "set": self.number,
            "tire": self.truth,
            "paint": self.subset,
            "show": self.value,
            "pile-up": self.pile,
        }


def model_of(program: Program) -> Model:
    """A model with the one action that the program is."""
    guards, statements, exchanged = program
    model = Model("random", Board, round_field="turn", over=lambda _: False)

    @model.initial
    def start(_: Board) -> None:
        pass

    @model.action("act", **PARAMETERS)
    def act(s: Board, mine: Piece, second: Piece, theirs: Piece, new: Card, times: Number) -> None:
        run = _Run(s, mine=mine, second=second, theirs=theirs, new=new, times=times)
        for number, guard in enumerate(guards):
            require(run.truth(guard, new), "random", f"guard {number}")
        for statement in statements:
            run.carry_out(statement)
        if exchanged:
            exchange(s.me, s.other)

    return model


CONFIGURATION = Configuration(
    "random",
    "",
    bounds={"Board.score": (-4, 9), "Side.coins": (-4, 9), "Piece.size": (-4, 9)},
    capacities={"Side.pieces": 3, "Board.heap": 4, "Piece.under": 4},
    pools={"Card": [{"size": 1, "colours": ["red"]}, {"size": 2, "tired": True, "colours": ["red", "blue"]}]},
    ranges={"times": (0, 2)},
)
"""Bounds that some steps of random actions leave."""

CARDS = tuple(record(Card, entry) for entry in CONFIGURATION.pools["Card"])
_PILES = st.lists(st.sampled_from(CARDS), max_size=2).map(tuple)
_TOPS = st.sampled_from((Card.zeros(), *CARDS))
PIECES = st.tuples(st.integers(0, 2), st.booleans(), st.integers(0, 3), _TOPS, _PILES)
STATES: st.SearchStrategy[State] = st.tuples(
    st.integers(0, 2),
    st.booleans(),
    st.integers(-1, 2),
    st.integers(0, 3),
    _TOPS,
    _PILES,
    *(
        part
        for fewest in (2, 1)
        for part in (
            st.integers(-1, 2),
            st.lists(PIECES, min_size=fewest, max_size=2).map(lambda bag: tuple(sorted(bag))),
        )
    ),
)
"""States of the board within those bounds, with something to choose in either bag."""


def added(program: Program) -> int:
    """How many elements the program adds to one bag at most."""
    _, statements, _ = program
    inner = [part for kind, *parts in statements if kind == "when" for part in parts[1]]
    return sum(kind in ("add-to", "move") for kind, *_ in [*statements, *inner])


class SymbolicSteps:
    """The steps that z3 finds with every symbol pinned."""

    def __init__(
        self, model: Model, values: Mapping[str, Any], slots: int, capacities: Mapping[str, int] | None = None
    ) -> None:
        self.model = model
        self.symbolic = SymbolicModel(model, values, slots, capacities)
        self.state = self.symbolic.state("s")
        self.shape = self.symbolic.well_formed(self.state)
        self.known: dict[str, tuple[Any, Any, Any]] = {}

    def step(
        self,
        action: str,
        state: State,
        chosen: Parameters,
        settings: Mapping[str, int] | None = None,
        after_it: State | None = None,
    ) -> State | None:
        """The state after the action in this state with these parameters; None where z3 finds no step.

        Members of one bag are pinned to the first slots that hold such elements and are not taken yet. With
        `after_it` the step must lead to that state, as far as its piles are known.
        """
        if action not in self.known:
            frame, conditions, after = self.symbolic.step(self.state, self.model.actions[action], action)
            solver = z3.Solver()
            # with all symbols pinned it is enough to decide what the step hangs on, which takes half the time
            solver.set("auto_config", False)
            solver.set("case_split", 3)
            solver.add(*self.shape, *conditions)
            self.known[action] = frame, solver, after
        frame, solver, after = self.known[action]
        solver.push()
        try:
            solver.add(*(z3.Int(f"setting.{name}") == number for name, number in (settings or {}).items()))
            solver.add(*self._pins(self.state, state, _pinned), *self._chosen(action, frame, state, chosen))
            if after_it is not None:
                solver.add(*self._pins(after, after_it, _same))
            if solver.check() != z3.sat:
                return None
            return self.model.from_dict(read_state(self.symbolic, solver.model(), after))
        finally:
            solver.pop()

    def _pins(
        self, terms: Mapping[str, Any], state: State, pinned: Callable[[Any, Any], list[Any]]
    ) -> list[Any]:
        return [
            c for path, value in zip(self.model.paths, state, strict=True) for c in pinned(terms[path], value)
        ]

    def _chosen(self, action: str, frame: Frame, state: State, chosen: Parameters) -> list[Any]:
        found: list[Any] = []
        taken: set[tuple[str, int]] = set()
        for name, kind in self.model.actions[action].parameters.items():
            term = frame.parameters[name]
            if isinstance(kind, Member):
                bag = enumerate(state[self.model.paths.index(kind.path)])
                same = [slot for slot, element in bag if element == chosen[name]]
                slot = next(slot for slot in same if (kind.path, slot) not in taken)
                taken.add((kind.path, slot))
                found.append(term[0] == slot)
            else:
                found += _pinned(term[1] if isinstance(kind, Pool) else term, chosen[name])
        return found


def _pinned(term: Any, value: Any) -> list[Any]:
    """That a term is this value; of a pile, as far as it is known."""
    if isinstance(term, SymbolicBag):
        found = [here == (number < len(value)) for number, here in enumerate(term.occupied)]
        pairs = zip(term.fields, value, strict=False)
        return found + [c for fields, element in pairs for c in _pinned(fields, element)]
    if isinstance(term, SymbolicPile):
        pairs = zip(term.known, value, strict=False)
        return [term.height == len(value), *(c for fields, card in pairs for c in _pinned(fields, card))]
    if isinstance(term, tuple):
        return [c for part, inner in zip(term, value, strict=True) for c in _pinned(part, inner)]
    return [term == value]


def _same(term: Any, value: Any) -> list[Any]:
    """That a term after a step is this value, whichever slots its elements stand in."""
    if not isinstance(term, SymbolicBag):
        return _pinned(term, value)
    slots = range(len(term.occupied))
    ways = [
        z3.And(
            *(
                c
                for at, e in zip(way, value, strict=True)
                for c in [term.occupied[at], *_pinned(term.fields[at], e)]
            )
        )
        for way in permutations(slots, len(value))
    ]
    return [z3.Or(*ways), z3.Sum([z3.If(here, 1, 0) for here in term.occupied]) == len(value)]


def everything(action: TracedAction, configuration: Configuration) -> list[ParameterChoice]:
    """All that a configuration offers of each parameter."""
    wanted: list[ParameterChoice] = []
    for kind in action.parameters.values():
        if isinstance(kind, Member):
            wanted.append(None)
        elif isinstance(kind, Amount):
            wanted.append(list(configuration.ranges[kind.name]))
        else:
            pool = configuration.pools[kind.record.__name__]
            wanted.append([record(kind.record, entry) for entry in pool])
    return wanted
