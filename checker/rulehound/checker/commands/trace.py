"""`rulehound trace`: what every clause, rule and fact is traced to, with denominators."""

from __future__ import annotations

from rich.console import Console

from rulehound.checker.declared import declared_checks
from rulehound.checker.output import print_json
from rulehound.checker.rulebook import BookOptions, Rulebook
from rulehound.checker.terminal import console, print_table, progress
from rulehound.checker.vectors import vector_scenarios
from rulehound.spec.matrix import Matrix, build_matrix, counts, gate, totals
from rulehound.spec.records import CheckDeclaration


def run(options: BookOptions, gated: bool, json: bool) -> int:
    """Print the matrix's counts and problems. With `gated`, any problem makes the exit status 1."""
    with progress() as report:
        book = options.read(report)
    matrix = trace_matrix(book)
    problems = gate(matrix)
    if json:
        print_json({"matrix": matrix, "problems": problems})
    else:
        _print(matrix, problems, gated, console())
    return 1 if gated and problems else 0


def trace_matrix(book: Rulebook) -> Matrix:
    """The matrix of a spec, with the links judged on the document at hand."""
    return build_matrix(book.store, all_checks(book), (book.hand,), book.facts)


def all_checks(book: Rulebook) -> list[CheckDeclaration]:
    """Every check that is declared. Raises SpecError where one cites what the spec does not have."""
    vectors, _ = ([], []) if book.needed_unread else vector_scenarios(book.game, book.values)
    checks = declared_checks(book.game, book.store, vectors)
    book.store.require_known(checks)
    return checks


def _print(matrix: Matrix, problems: list[str], gated: bool, to: Console) -> None:
    rows = [(f"{e.document} {e.version}", count) for e in matrix.editions for count in counts(e)]
    rows += [("all documents", count) for count in totals(matrix)]
    print_table(to, ("Of", "What", "Count"), [(of, c.name, f"{c.count:,} of {c.of:,}") for of, c in rows])
    to.print()
    for problem in problems:
        to.print(problem, soft_wrap=True)
    if problems:
        to.print(f"{len(problems)} problems" + ("; the gate is closed" if gated else ""))
    else:
        to.print("No problem: every clause has a status, every rule and fact a check, every link is ok.")
