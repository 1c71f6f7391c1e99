"""The premise of a condition: where the condition says anything at all.

A condition that holds may hold for want of what it speaks of. "Where P holds, so does Q" says nothing of a
state without P, and "all elements have Q" nothing of an empty bag. The premise of a condition holds in just
those states in which the condition would fail if what it claims were false. That is vacuity as in Beer,
Ben-David, Eisner and Rodeh, "Efficient Detection of Vacuity in Temporal Model Checking" (2001), asked of one
state at a time.
"""

from __future__ import annotations

from rulehound.spec.language.nodes import (
    FALSE,
    TRUE,
    ZERO,
    Node,
    Sort,
    conjunction,
    disjunction,
    make,
    negation,
    walk,
)

_implications: dict[Node, tuple[Node, Node]] = {}
"""Nodes that were written as implications, each with its condition and its consequence. The same node may be
written as "either …"; it means the same."""


def implication(condition: Node, consequence: Node) -> Node:
    """The node that the consequence holds where the condition does; it is remembered which is which."""
    node = disjunction(negation(condition), consequence)
    if node.nodes == (negation(condition), consequence):
        _implications[node] = condition, consequence
    return node


def premise(condition: Node) -> Node:
    """The condition under which a condition over states says anything.

    Of an implication, its own condition holds; of "all elements", there is one of which something is said;
    of several parts, one that has a premise says something, or there is no such part. What reads nothing of a
    state says something only where it is false, since then whatever implies it must not be.
    """
    if not _reads(condition):
        return negation(condition)
    if condition in _implications:
        wanted, claim = _implications[condition]
        return conjunction(wanted, premise(claim)) if _reads(claim) else negation(claim)
    if condition.op == "and":
        premises = [premise(part) for part in condition.nodes]
        return disjunction(*(each for each in premises if each is not TRUE)) if _some(premises) else TRUE
    counted = condition.nodes[0] if condition.op == "eq" and condition.nodes[1:] == (ZERO,) else None
    if counted is not None and counted.op == "count":
        bag, variable, excluded = counted.args
        spoken_of = premise(negation(excluded))
        if spoken_of is FALSE:
            return FALSE
        return make("lt", ZERO, make("count", bag, variable, spoken_of, sort=Sort.INTEGER), sort=Sort.BOOLEAN)
    return TRUE


def _some(premises: list[Node]) -> bool:
    return any(each is not TRUE for each in premises)


def _reads(node: Node) -> bool:
    """Whether a node reads anything of a state."""
    return any(inner.op in ("read", "element") for inner in walk([node]))
