"""`rulehound trace`: what every clause, rule and fact is traced to, with denominators."""

from __future__ import annotations

from rich.console import Console

from rulehound.checker.declared import declared_checks
from rulehound.checker.output import print_json
from rulehound.checker.rulebook import BookOptions, Rulebook
from rulehound.checker.terminal import console, print_table, progress
from rulehound.checker.vectors import vector_scenarios
from rulehound.spec.matrix import EditionMatrix, Matrix, build_matrix, counts, gate, totals
from rulehound.spec.records import CheckDeclaration


def run(options: BookOptions, gated: bool, json: bool) -> int:
    """Print the matrix's counts and problems. With `gated`, any problem makes the exit status 1."""
    with progress() as report:
        book = options.read(report)
    matrix = trace_matrix(book)
    problems = gate(matrix)
    if json:
        tallies = {f"{e.document} {e.version}": counts(e) for e in matrix.editions}
        print_json({"matrix": matrix, "counts": tallies, "totals": totals(matrix), "problems": problems})
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


_COLUMNS = {
    "clauses": ("clauses",),
    "with a check": ("clauses linked to a rule with a check",),
    "with a reason": ("clauses with a reason why not",),
    "without a status": ("clauses without a status",),
    "links to look at": ("suspect links", "split links", "orphan links"),
}
"""Of each edition, the counts that people look for; the others are in the JSON."""


def _print(matrix: Matrix, problems: list[str], gated: bool, to: Console) -> None:
    print_table(to, ("Document", *_COLUMNS), [_row(edition) for edition in matrix.editions])
    to.print()
    for count in totals(matrix):
        to.print(f"{count.name}: {count.count:,} of {count.of:,}")
    to.print()
    for problem in problems:
        to.print(problem, soft_wrap=True)
    if problems:
        to.print(f"{len(problems)} problems" + ("; the gate is closed" if gated else ""))
    else:
        complete = list(dict.fromkeys(edition.document for edition in matrix.editions if edition.complete))
        whole = f", every clause of {', '.join(complete)} a status" if complete else ""
        to.print(f"No problem: every rule and fact has a check{whole}, and no link waits to be looked at.")


def _row(edition: EditionMatrix) -> tuple[str, ...]:
    found = {count.name: count for count in counts(edition)}
    cells = []
    for names in _COLUMNS.values():
        of, count = max(found[name].of for name in names), sum(found[name].count for name in names)
        cells.append(f"{count:,}" if names == ("clauses",) else f"{count:,} of {of:,}")
    return (f"{edition.document} {edition.version}", *cells)
