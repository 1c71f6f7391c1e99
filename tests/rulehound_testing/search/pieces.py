"""A model of cards and pieces, for programs of searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulehound.spec.language import (
    Configuration,
    Member,
    Model,
    Record,
    State,
    TracedInvariant,
    bag_field,
    flag_field,
    number_field,
    pile_field,
    subset_field,
    value_field,
)
from rulehound.spec.language.nodes import Sort, walk


def with_invariants(model: Model) -> Model:
    """The model, with conditions over states out of its action's effects as its invariants."""
    conditions = [
        node
        for effect in model.actions["act"].effects
        for node in walk([effect.value])
        if node.sort is Sort.BOOLEAN
        and not node.free
        and not any(inner.op in ("param", "field") for inner in walk([node]))
    ]
    found = {f"{n}": TracedInvariant(f"{n}", (), node) for n, node in enumerate(dict.fromkeys(conditions))}
    model.__dict__["invariants"] = found
    return model


class Card(Record):
    """What values and piles hold."""

    size = number_field()


class Piece(Record):
    """What stands in the bag."""

    size = number_field()
    names = subset_field("a", "b", "c")
    top = value_field(Card)


class Table(Record):
    """A small state with a field of every kind."""

    turn = flag_field()
    count = number_field()
    names = subset_field("a", "b", "c")
    top = value_field(Card)
    heap = pile_field(Card)
    pieces = bag_field(Piece)


ONE, TWO = (1,), (2,)


CARDS = [{"size": 1}, {"size": 2}]


MEMBER = Member("pieces")


def table(
    act: Callable[..., None], over: Callable[[Any], Any] = lambda s: s.turn, **parameters: Any
) -> Model:
    """A model of the table with this one action."""
    model = Model("table", Table, round_field="turn", over=over)
    model.initial(lambda _: None)
    model.action("act", **parameters)(act)
    return model


def bounded(**changed: Any) -> Configuration:
    """A configuration of the table; bounds go by `Table_count`."""
    bounds = {name.replace("_", "."): value for name, value in changed.items()}
    return Configuration(
        "table",
        "",
        bounds={"Table.count": (0, 3), "Piece.size": (0, 3), **bounds},
        capacities={"Table.heap": 2, "Table.pieces": 3},
        pools={"Card": CARDS},
        ranges={"amount": (0, 2, 5)},
        settings={"start": 1},
    )


def state(**changed: Any) -> State:
    """A state of the table; pieces as (size, names, top)."""
    given = {"turn": False, "count": 0, "names": 0, "top": (0,), "heap": (), "pieces": (), **changed}
    return tuple(given.values())
