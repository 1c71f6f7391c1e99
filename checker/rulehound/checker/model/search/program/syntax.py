"""A model under one configuration as a small imperative program over integers, which printers turn into C,
Promela or Murphi.

There are only integers (truth is 0 or 1), arrays of constant size, and structured statements: assign, if,
a loop over a constant range, and the two ends of a step, `Emit` and `Cut`. No statement leaves a loop early.

**Cells.** The state is a row of arrays, read-only inside an action:

- a number, truth value, subset or value at a path is one cell, `Cell("memory")`;
- a pile at a path is so many cells, `Cell("deck.0")`, `Cell("deck.1")`, …: the top first, zeros after the
  last;
- a bag at a path is so many slots. Slot i of the bag "me.battle" is occupied where `me.battle.here[i]` is 1;
  its field `level` is `me.battle.level[i]`; a pile among its fields is `me.battle.under.0[i]`, ….
  In a state the occupied slots come first, in a local bag they may stand anywhere. The cells of an empty slot
  may hold anything or never have been given a value; they are copied with the others, but decide nothing.

A value is an index in the configured pool of its record: 0 is nothing, entry i of the pool is i + 1. Its
fields are looked up in constant tables, `Lookup("Card.level", index)`.

**Actions.** An action is a nest of `choices`, one a parameter, each followed by the guards that need no later
parameter; inside all of them stands its `effect`, whose every path ends in exactly one `Emit` or `Cut`. Each
`Emit` or `Cut` reached is one transition. A choice from a bag runs over the slots, tries equal elements once
(`condition` says so) and never takes a slot that an earlier choice took.

**Locals.** A name is assigned before it is read on every path; locals of a guard's `before` stay readable in
whatever stands inside of it. Names are unique in an action. Loop variables are locals too.

Every expression has bounds, found by interval arithmetic; nothing ever leaves 32 bits, else building the
program raises ValueError.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rulehound.spec.language import By


@dataclass(frozen=True, slots=True)
class Constant:
    """An integer."""

    value: int


@dataclass(frozen=True, slots=True)
class Local:
    """A local integer of an action or condition, or a loop variable; always within low and high."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class StateCell:
    """A cell of the state or of a local bag: an array, and which of its cells (None: its only one)."""

    array: str
    index: Expression | None
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Lookup:
    """An entry of a constant table; the index is always within the table."""

    table: str
    index: Expression
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SameSlot:
    """Whether two occupied slots of a bag of the state hold equal elements (all their cells are equal)."""

    bag: str
    first: Expression
    second: Expression


@dataclass(frozen=True, slots=True)
class Operation:
    """`kind` is one of KINDS. `and` and `or` stop at the first argument that decides (what stands after it
    may read cells of an empty slot); `select` may evaluate both branches."""

    kind: str
    args: tuple[Expression, ...]
    low: int
    high: int


Expression: TypeAlias = Constant | Local | StateCell | Lookup | SameSlot | Operation

KINDS = {
    "add": 2,
    "sub": 2,
    "neg": 1,
    "min": 2,
    "max": 2,
    "eq": 2,
    "lt": 2,
    "le": 2,
    "not": 1,
    "and": None,
    "or": None,
    "select": 3,
    "bits-and": 2,
    "bits-or": 2,
    "bits-without": 2,
}
"""The operations and how many arguments they take (None: two or more). `select` is condition, yes, no;
`bits-…` are for subsets, `bits-without` the bits of the first that the second has not."""


def cell_arrays(name: str, cells: int | None) -> list[str]:
    """The arrays of a field that is called this: one, or one a cell of a pile."""
    return [name] if cells is None else [f"{name}.{number}" for number in range(cells)]


@dataclass(frozen=True)
class FieldLayout:
    """A field of a bag's elements, and the bounds of its cells; a pile has `cells` of them, others None.

    `bits` tells that it is a subset: then `high` is the mask of the bits that there may be, and low is 0.
    """

    name: str
    cells: int | None
    low: int
    high: int
    bits: bool = False


@dataclass(frozen=True)
class BagLayout:
    """A bag of the state (by its path) or a local one: its slots, and the fields of an element in order."""

    name: str
    capacity: int
    parts: tuple[FieldLayout, ...]

    @property
    def arrays(self) -> list[str]:
        """The names of its arrays, `here` first."""
        inner = (
            f"{self.name}.{array}" for part in self.parts for array in cell_arrays(part.name, part.cells)
        )
        return [f"{self.name}.here", *inner]


@dataclass(frozen=True)
class NumberLayout:
    """A field of the state that is no bag: its path, how many cells where it is a pile, their bounds."""

    name: str
    cells: int | None
    low: int
    high: int
    bits: bool = False


@dataclass(frozen=True)
class Assign:
    """Give a local, or a cell of a local bag, a value."""

    target: Local | StateCell
    value: Expression


@dataclass(frozen=True)
class If:
    """Carry out one of two rows of statements."""

    condition: Expression
    then: Body
    otherwise: Body = ()


@dataclass(frozen=True)
class Loop:
    """Carry out the body with the variable at 0, 1, … count - 1."""

    variable: Local
    count: int
    body: Body


@dataclass(frozen=True)
class After:
    """The state after a step: what is not named stays as it is.

    All values and bags are those before the step; a printer that writes the new state over the old one must
    take care that nothing is read after it was written. Bags are given by the name of a bag of the state or
    of a local one, whose slots the printer puts in canonical order.
    """

    numbers: tuple[tuple[str, tuple[Expression, ...]], ...]
    """Path of a number or pile, and the values of its cells (where it is cut, there may be more of them)."""
    bags: tuple[tuple[str, str], ...]
    """Path of a bag, and the bag that it becomes."""


@dataclass(frozen=True)
class Emit:
    """A step of the action to a state within the bounds."""

    after: After


@dataclass(frozen=True)
class Cut:
    """A step to a state outside the bounds; `bound` is the place in `Program.bounds` of the first violated.

    Its bags may hold more than their capacity and its cells lie outside their bounds; invariants are judged
    on it all the same.
    """

    bound: Expression
    after: After


Statement: TypeAlias = Assign | If | Loop | Emit | Cut
Body: TypeAlias = tuple[Statement, ...]


@dataclass(frozen=True)
class Choice:
    """A parameter of an action: the variable takes these values in turn, where the condition holds.

    From a bag the values are slots, from a pool indices of values, else the numbers themselves.
    """

    parameter: str
    variable: Local
    values: tuple[int, ...]
    condition: Expression
    bag: str = ""


@dataclass(frozen=True)
class ProgramGuard:
    """A condition under which an action is legal, with what must be computed before it.

    `number` counts the guards of all actions, in the order of the model.
    """

    number: int
    name: str
    before: Body
    condition: Expression


@dataclass(frozen=True)
class Level:
    """The guards that stand inside the choices made so far; `choice` is None at the first level alone."""

    choice: Choice | None
    guards: tuple[ProgramGuard, ...]


@dataclass(frozen=True)
class Action:
    """One action of the model; `number` is its place among `Program.actions`."""

    number: int
    name: str
    by: By
    levels: tuple[Level, ...]
    locals: tuple[Local, ...]
    bags: tuple[BagLayout, ...]
    """The local bags."""
    effect: Body


@dataclass(frozen=True)
class Condition:
    """A condition over a state: what must be computed first, and the truth value."""

    name: str
    locals: tuple[Local, ...]
    bags: tuple[BagLayout, ...]
    before: Body
    value: Expression


@dataclass(frozen=True)
class StateLayout:
    """The arrays of a state: numbers and piles, bags, and the paths of all in the order of the model."""

    paths: tuple[str, ...]
    numbers: tuple[NumberLayout, ...]
    bags: tuple[BagLayout, ...]


@dataclass(frozen=True)
class Program:
    """All of a model under one configuration."""

    name: str
    state: StateLayout
    """States within the bounds: what actions and conditions read."""
    outside: StateLayout
    """States just outside: the same paths, with room for all that a step may leave there before it is cut."""
    tables: dict[str, tuple[int, ...]]
    bounds: tuple[str, ...]
    """The bounds that a step may leave, by the names that the configuration gives them."""
    actions: tuple[Action, ...]
    """Those of the model that the configuration does not leave out."""
    guards: tuple[tuple[str, str], ...]
    """Action and name of every guard of these actions."""
    invariants: tuple[Condition, ...]
    invariants_outside: tuple[Condition, ...]
    """The same, over the cells of `outside`."""
    sometimes: tuple[Condition, ...]
    over: Condition
