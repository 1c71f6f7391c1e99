"""The rules that each planted fault breaks: of the model, of engines with a fault, of contrary engines."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.checker.suite.catalogue import declared_checks
from rulehound_testing.dcg.contrary_engines import broken_by
from rulehound_testing.faults.catching import faults, rulebook
from rulehound_testing.faults.naming import accepted
from rulehound_testing.model_mutants import EARLY_MUTANTS, GRAPH_MUTANTS, MUTANTS


def broken_rules() -> Mapping[str, tuple[str, ...]]:
    """Fault to the rules that it breaks, sorted by name; a fault that breaks no rule of the game is left out.

    A fault of an engine breaks the rule that it is filed under, and those that a second reader named. A fault
    of the model breaks the rules of the property that it is meant to break.
    """
    book = rulebook()
    properties = {
        check.id.partition(":")[2]: check.rules
        for check in declared_checks(book.game, book.store)
        if check.kind in ("invariant", "graph", "sometimes")
    }
    rules = {
        **{mutant.name: properties[mutant.breaks] for mutant in (*MUTANTS, *EARLY_MUTANTS, *GRAPH_MUTANTS)},
        **broken_by(),
        **{fault: accepted(fault) for fault in faults()},
    }
    return {fault: tuple(sorted(rules[fault])) for fault in sorted(rules) if rules[fault]}
