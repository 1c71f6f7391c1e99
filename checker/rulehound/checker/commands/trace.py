"""`rulehound trace`: what every clause, rule and fact is traced to, with denominators."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console

from rulehound.checker.declared import declared_checks
from rulehound.checker.output import print_bytes
from rulehound.checker.rulebook import Rulebook, open_game, read_rulebook
from rulehound.checker.terminal import console, print_table, progress
from rulehound.spec.matrix import Matrix, build_matrix, counts, gate, totals


def run(game: str, rules: Path | None, gated: bool, json: bool) -> int:
    """Print the matrix's counts and problems. With `gated`, any problem makes the exit status 1."""
    with progress() as report:
        book = read_rulebook(open_game(game), rules, report=report)
    matrix = trace_matrix(book)
    problems = gate(matrix)
    if json:
        print_bytes(msgspec.json.format(msgspec.json.encode({"matrix": matrix, "problems": problems})) + b"\n")
    else:
        _print(matrix, problems, gated, console())
    return 1 if gated and problems else 0


def trace_matrix(book: Rulebook) -> Matrix:
    """The matrix of a spec, with the links judged on the document at hand."""
    values = None if book.unread else book.values
    checks = declared_checks(book.game, book.store, values)
    book.store.require_known(checks)
    return build_matrix(book.store, checks, (book.hand,), book.facts)


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
