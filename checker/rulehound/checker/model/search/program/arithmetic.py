"""Expressions of the program with their bounds: interval arithmetic, and folding by the bounds.

Subsets are masks: their bounds are 0 and the mask of all bits that may be set.
"""

from __future__ import annotations

from collections.abc import Callable

from rulehound.checker.model.search.program.syntax import (
    Constant,
    Expression,
    Local,
    Lookup,
    Operation,
    SameSlot,
    StateCell,
)

Bounds = tuple[int, int]

LEAST, MOST = -(1 << 31), (1 << 31) - 1
"""Every number of a program fits into 32 bits."""

NO, YES = Constant(0), Constant(1)


def bounds_of(expression: Expression) -> Bounds:
    """The least and largest value of an expression."""
    if isinstance(expression, Constant):
        return expression.value, expression.value
    if isinstance(expression, SameSlot):
        return 0, 1
    return expression.low, expression.high


def hull(*bounds: Bounds, bits: bool = False) -> Bounds:
    """The smallest interval that holds all given ones; with `bits`, the smallest mask of their bits."""
    if bits:
        mask = 0
        for _, high in bounds:
            mask |= high
        return 0, mask
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def operation(kind: str, *args: Expression, bits: bool = False) -> Expression:
    """An operation with its bounds; where these decide it, a constant or one of its arguments.

    `bits` says that a `select` chooses between subsets. Raises ValueError where numbers leave 32 bits.
    """
    if kind in ("and", "or"):
        return _connective(kind, args)
    if kind == "select":
        return _select(args, bits)
    if kind in ("add", "sub", "bits-or", "bits-without") and args[1] == NO:
        return args[0]
    if kind in ("add", "bits-or") and args[0] == NO:
        return args[1]
    if all(isinstance(arg, Constant) for arg in args):
        value = _VALUE[kind](*(bounds_of(arg)[0] for arg in args))
        return _bounded(kind, args, value, value)
    return _bounded(kind, args, *_RANGE[kind](*map(bounds_of, args)))


def check_width(what: str, *numbers: int) -> None:
    """Raises ValueError where one of the numbers does not fit."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    if low < LEAST or high > MOST:
        raise ValueError(f"{what} may leave 32 bits ({low} to {high}); narrow what the configuration allows")


def truth(expression: Expression) -> bool | None:
    """The truth value that a condition always has; None where that depends on the state."""
    low, high = bounds_of(expression)
    return bool(low) if low == high else None


def is_atom(expression: Expression) -> bool:
    """Whether an expression is so short that writing it twice costs nothing."""
    return (
        isinstance(expression, Constant | Local)
        or (isinstance(expression, StateCell) and isinstance(expression.index, None | Constant | Local))
        or (isinstance(expression, Lookup) and isinstance(expression.index, Constant | Local))
    )


def _bounded(kind: str, args: tuple[Expression, ...], low: int, high: int) -> Expression:
    check_width(kind, low, high)
    return Constant(low) if low == high else Operation(kind, args, low, high)


def _connective(kind: str, args: tuple[Expression, ...]) -> Expression:
    decides = kind == "or"
    kept = []
    for arg in args:
        known = truth(arg)
        if known is None:
            kept.append(arg)
        elif known is decides:
            kept.append(Constant(int(decides)))
            break
    if kept and truth(kept[-1]) is decides:
        return Constant(int(decides))  # nothing before it has an effect
    if len(kept) < 2:
        return kept[0] if kept else Constant(int(not decides))
    return Operation(kind, tuple(kept), 0, 1)


def _select(args: tuple[Expression, ...], bits: bool) -> Expression:
    condition, yes, no = args
    known = truth(condition)
    if known is not None or yes == no:
        return no if known is False else yes
    if (yes, no) == (YES, NO):
        return condition
    return _bounded("select", args, *hull(bounds_of(yes), bounds_of(no), bits=bits))


def _compared(holds: bool, fails: bool) -> Bounds:
    return int(holds), int(not fails)


_RANGE: dict[str, Callable[..., Bounds]] = {
    "add": lambda a, b: (a[0] + b[0], a[1] + b[1]),
    "sub": lambda a, b: (a[0] - b[1], a[1] - b[0]),
    "neg": lambda a: (-a[1], -a[0]),
    "min": lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    "max": lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
    "eq": lambda a, b: _compared(a == b and a[0] == a[1], a[1] < b[0] or b[1] < a[0]),
    "lt": lambda a, b: _compared(a[1] < b[0], a[0] >= b[1]),
    "le": lambda a, b: _compared(a[1] <= b[0], a[0] > b[1]),
    "not": lambda a: (int(a[1] == 0), int(a[0] == 0)),
    "bits-and": lambda a, b: (0, a[1] & b[1]),
    "bits-or": lambda a, b: (0, a[1] | b[1]),
    "bits-without": lambda a, _: (0, a[1]),
}

_VALUE: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "neg": lambda a: -a,
    "min": min,
    "max": max,
    "eq": lambda a, b: int(a == b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "not": lambda a: int(not a),
    "bits-and": lambda a, b: a & b,
    "bits-or": lambda a, b: a | b,
    "bits-without": lambda a, b: a & ~b,
}
