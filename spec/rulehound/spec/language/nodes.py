"""The expression form: immutable, shared nodes that every backend reads.

Nodes are interned (equal expressions are one object), so that shared subterms are shared in every backend.
Booleans, integers (enumerations are integers with names), subsets of a fixed list of names, records, bags of
records and piles of records. A bag is a multiset: no node speaks of an order of its elements. A pile is a
sequence, the top first. What a pile or a value field holds is a record as it was given to an action (a
printed card, say), never one that was computed, or nothing: the record whose fields are all 0, false, empty.

Operations and their arguments (`n` node, `s` string):

    const value | subset bits width | fact s | switch s reading | setting s | read path | empty path
    param name | field param-name position field-name | element var position field-name
    nothing type-name zeros | attribute record position field-name
    add n n | sub n n | neg n | min n n | max n n | if n n n
    eq n n | lt n n | le n n | and n… | or n… | not n | shares n n | union n n | minus n n
    count bag var cond | total bag var cond value | gather bag var cond subset
    record type-name field-nodes…
    bag_add bag record | bag_replace bag param-name old new | bag_remove bag param-name old
    bag_map bag var cond record | bag_keep bag var cond    (and `if` for every sort)
    pile_none | pile_push pile record | pile_under pile record | pile_pop pile | pile_join upper lower
    pile_top pile nothing | pile_height pile

A `param` is an amount (an integer) or a record from a pool; fields of a record from a pool are `field` nodes,
as are those of an element chosen from a bag. Fields of elements and of records may themselves be records
(value fields) and piles. `gather` is the union of a subset over the elements. `bag_replace` and `bag_remove`
leave a bag as it is that the element is no longer in. `pile_under` puts a record at the bottom, `pile_pop`
takes the top one away and leaves an empty pile empty, whose `pile_top` is its second argument. `zeros` is
nothing as a concrete record: a tuple of 0, false and empty tuples.
"""

from __future__ import annotations

from enum import Enum
from typing import Any


class Sort(Enum):
    """The sort of a node's value."""

    INTEGER = "integer"
    BOOLEAN = "boolean"
    SUBSET = "subset"
    RECORD = "record"
    BAG = "bag"
    PILE = "pile"


class Node:
    """One interned operation. Compare nodes by identity; `uid` orders them by when they were first built."""

    __slots__ = ("args", "free", "nodes", "op", "sort", "uid")

    def __init__(self, op: str, args: tuple[Any, ...], sort: Sort, uid: int) -> None:
        self.op = op
        self.args = args
        self.sort = sort
        self.uid = uid
        self.nodes: tuple[Node, ...] = tuple([arg for arg in args if isinstance(arg, Node)])
        """The arguments that are nodes."""
        free: frozenset[int] = frozenset().union(*(arg.free for arg in self.nodes))
        if op == "element":
            free |= {args[0]}
        elif op in BINDERS:
            free -= {args[1]}
        self.free: frozenset[int] = free
        """Bound variables that stand open in this node; with any it must be computed inside their loops."""

    def __repr__(self) -> str:
        return f"({self.op} {' '.join(map(repr, self.args))})"


BINDERS = frozenset({"count", "total", "gather", "bag_map", "bag_keep"})

_interned: dict[tuple[Any, ...], Node] = {}


def make(op: str, *args: Any, sort: Sort) -> Node:
    """The node for this operation, the same object for the same arguments."""
    key = (
        op,
        sort,
        *(("n", arg.uid) if isinstance(arg, Node) else (type(arg).__name__, arg) for arg in args),
    )
    node = _interned.get(key)
    if node is None:
        node = _interned[key] = Node(op, args, sort, len(_interned))
    return node


def constant(value: bool | int) -> Node:
    """A literal truth value or integer."""
    if isinstance(value, bool):
        return make("const", value, sort=Sort.BOOLEAN)
    return make("const", int(value), sort=Sort.INTEGER)


TRUE = constant(True)
FALSE = constant(False)
ZERO = constant(0)


def conjunction(*parts: Node) -> Node:
    """The node that all parts hold; true where there are none."""
    kept = tuple(dict.fromkeys(part for part in parts if part is not TRUE))
    if FALSE in kept:
        return FALSE
    if len(kept) < 2:
        return kept[0] if kept else TRUE
    return make("and", *kept, sort=Sort.BOOLEAN)


def disjunction(*parts: Node) -> Node:
    """The node that some part holds; false where there are none."""
    kept = tuple(dict.fromkeys(part for part in parts if part is not FALSE))
    if TRUE in kept:
        return TRUE
    if len(kept) < 2:
        return kept[0] if kept else FALSE
    return make("or", *kept, sort=Sort.BOOLEAN)


def negation(part: Node) -> Node:
    """The node that a part does not hold."""
    if part is TRUE or part is FALSE:
        return FALSE if part is TRUE else TRUE
    if part.op == "not":
        inner: Node = part.args[0]
        return inner
    return make("not", part, sort=Sort.BOOLEAN)


def choose(condition: Node, yes: Node, no: Node) -> Node:
    """`yes` where the condition holds, else `no`; of any sort."""
    if condition is TRUE or yes is no:
        return yes
    if condition is FALSE:
        return no
    return make("if", condition, yes, no, sort=yes.sort)


def nothing(type_name: str, zeros: tuple[Any, ...]) -> Node:
    """The value whose fields are all 0, false or empty; `zeros` is that value as a concrete record."""
    return make("nothing", type_name, zeros, sort=Sort.RECORD)


def attribute(record: Node, position: int, name: str, sort: Sort) -> Node:
    """A field of a value."""
    if record.op == "param":
        return make("field", record.args[0], position, name, sort=sort)
    return make("attribute", record, position, name, sort=sort)


def walk(roots: list[Node]) -> list[Node]:
    """Every node below the roots, once, arguments before their users."""
    visited: set[int] = set()
    order: list[Node] = []
    stack: list[tuple[Node, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node.uid not in visited:
            visited.add(node.uid)
            stack.append((node, True))
            stack.extend((arg, False) for arg in reversed(node.nodes))
    return order


def constants_used(roots: list[Node], op: str) -> frozenset[str]:
    """The names of the facts (`op` "fact") or settings ("setting") that stand anywhere below the roots."""
    return frozenset(node.args[0] for node in walk(roots) if node.op == op)
