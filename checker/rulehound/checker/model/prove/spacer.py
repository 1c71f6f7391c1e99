"""Strengthening of invariants by Spacer: a formula that entails the invariant and that induction can prove.

Spacer is property-directed reachability over Horn clauses (Komuravelli, Gurfinkel, Chaki: "SMT-based model
checking for recursive programs", 2014), as z3's `Fixedpoint` offers it. Its answer is not believed: a formula
is returned, and the caller proves it by induction on the relation that all proofs use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import z3

from rulehound.checker.model.prove.terms import Term, flat

Rule: TypeAlias = tuple[Sequence[Term], Mapping[str, Any]]
"""The conditions of a step (or of the start), and the state that it leads to."""

REACHABLE = "reachable"
"""The answer where legal play within the same bounds reaches a state that breaks the invariant."""

MILLISECONDS = 20_000
"""Time limit of one question."""


def strengthening(
    state: Mapping[str, Any],
    constants: Sequence[Term],
    start: Rule,
    steps: Sequence[Rule],
    broken: Sequence[Term],
    effort: int,
) -> Term | str:
    """A formula over the terms of `state` that the start meets, that steps keep and that excludes `broken`.

    Where there is none, REACHABLE, or the reason why there is no answer. `constants` (settings) never change;
    `effort` is in z3's steps. The question is asked in a context of its own, so that its answer does not
    depend on earlier questions of this process. Spacer does not always count its steps, so there is a limit
    of time as well, which gives no answer.
    """
    context = z3.Context()

    def moved(terms: Iterable[Term]) -> list[Term]:
        return [term.translate(context) for term in terms]

    arguments = moved([*flat(state), *constants])
    constant = moved(constants)
    reached = z3.Function("reached", *(term.sort() for term in arguments), z3.BoolSort(context))
    breaks = z3.Function("breaks", z3.BoolSort(context))
    engine = z3.Fixedpoint(ctx=context)
    engine.set(engine="spacer", rlimit=effort, timeout=MILLISECONDS)
    engine.set("spacer.random_seed", 0)
    for transformation in ("xform.slice", "xform.inline_linear", "xform.inline_eager"):
        engine.set(transformation, False)  # the answer is wanted over the arguments as they are here
    engine.register_relation(reached, breaks)
    known: set[str] = set()

    def horn(head: Term, *body: Term) -> None:
        for symbol in symbols([head, *body]):
            if symbol.decl() != breaks and str(symbol) not in known:
                known.add(str(symbol))
                engine.declare_var(symbol)
        engine.rule(head, list(body))

    here = reached(*arguments)
    horn(reached(*moved(flat(start[1])), *constant), *moved(start[0]))
    for conditions, after in steps:
        horn(reached(*moved(flat(after)), *constant), here, *moved(conditions))
    horn(breaks(), here, *moved(broken))
    try:
        answer = engine.query(breaks)
    except z3.Z3Exception as error:
        return str(error)
    if answer == z3.sat:
        return REACHABLE
    if answer != z3.unsat:
        return str(engine.reason_unknown())
    definition = _definition(engine.get_answer(), reached, arguments)
    return definition if isinstance(definition, str) else definition.translate(z3.main_ctx())


def _definition(answer: Term, relation: Term, arguments: Sequence[Term]) -> Term | str:
    """The relation in Spacer's answer as a formula over these arguments."""
    pending = [answer]
    while pending:
        part = pending.pop()
        if z3.is_and(part):
            pending.extend(part.children())
        elif z3.is_quantifier(part) and z3.is_eq(part.body()):
            defined, meaning = part.body().children()
            if z3.is_app(defined) and defined.decl() == relation:
                # the n-th argument of the relation is some bound variable, not always the n-th
                variables = map(z3.get_var_index, defined.children())
                places = dict(zip(variables, arguments, strict=True))
                filled = [places[number] for number in range(part.num_vars())]
                return z3.substitute_vars(meaning, *filled)
    return "the answer of Spacer cannot be read"


def symbols(roots: Iterable[Term]) -> list[Term]:
    """The free symbols of terms, in the order of their names."""
    visited: set[int] = set()
    by_name: dict[str, Term] = {}
    pending = list(roots)
    while pending:
        term = pending.pop()
        if term.get_id() not in visited:
            visited.add(term.get_id())
            if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                by_name[str(term)] = term
            pending.extend(term.children())
    return [by_name[name] for name in sorted(by_name)]
