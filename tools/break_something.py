"""Break the tree at random places, and see that the gate goes red each time and names the clauses.

    python tools/break_something.py                      five places
    python tools/break_something.py --count 50 --seed 7  so many others, drawn by that seed

A place is a check (a scenario's file deleted, an invariant taken out), a guard of the model (taken out), or a
line of the engine that cites a rule (changed as a mutant is). Each is broken in a copy of the project, where
`rulehound trace --gate` runs; the copy is mended again before the next. Exit status 1 where the gate stayed
open, or did not name a clause that the broken place stands for.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulehound.checker.mutation.source.engine import read_engine
from rulehound.checker.mutation.source.mutants import SourceMutant, source_mutants
from rulehound.checker.rulebook import load_spec, open_game

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("spec", "extract", "checker", "engine")
GAME = Path("spec/rulehound/spec/dcg")


@dataclass(frozen=True)
class Break:
    """One place, what is done there, and the rules that it stands for."""

    kind: str
    what: str
    file: Path
    """Relative to the project."""
    text: str | None
    """Of the file, broken; None: it is deleted."""
    rules: frozenset[str]


def breaks() -> Iterator[Break]:
    """Every place that can be broken."""
    game = open_game("dcg")
    store = load_spec(game)
    yield from _scenarios()
    for path in sorted((ROOT / GAME / "model").rglob("*.py")):
        yield from _of_model(path, frozenset(store.rules))
    source = read_engine("reference")
    for mutant in source_mutants(source, list(store.rules)):
        text = _changed(mutant)
        if text is not None:
            file = mutant.module.file.relative_to(ROOT)
            yield Break("line", f"{mutant.name} ({mutant.shown})", file, text, frozenset(mutant.rules))


def _scenarios() -> Iterator[Break]:
    for path in sorted((ROOT / GAME / "scenarios").rglob("*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        if "rules" in data:
            name = path.relative_to(ROOT / GAME)
            yield Break("check", f"{name} deleted", path.relative_to(ROOT), None, frozenset(data["rules"]))


def _of_model(path: Path, rules: frozenset[str]) -> Iterator[Break]:
    """Guards (`require(…, "rule")` as a statement) and invariants (a function under `@….invariant(…)`)."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and _called(node.value) == "require":
            cited = _strings(node.value) & rules
            if cited:
                said = f"guard at {path.name}:{node.lineno} taken out ({', '.join(sorted(cited))})"
                yield Break("guard", said, path.relative_to(ROOT), _without(text, node), cited)
        if isinstance(node, ast.FunctionDef) and any(_called(d) == "invariant" for d in node.decorator_list):
            cited = frozenset().union(*(_strings(d) for d in node.decorator_list)) & rules
            if cited:
                said = f"invariant at {path.name}:{node.lineno} taken out ({', '.join(sorted(cited))})"
                yield Break("check", said, path.relative_to(ROOT), _without(text, node), cited)


def _called(node: ast.expr) -> str:
    """Name of the function or method that is called; '' where it is no call."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _strings(node: ast.AST) -> frozenset[str]:
    constants = (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant))
    return frozenset(value for value in constants if isinstance(value, str))


def _without(text: str, node: ast.Expr | ast.FunctionDef) -> str:
    """The text with a statement replaced by one that does nothing."""
    lines = text.splitlines(keepends=True)
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
    assert node.end_lineno is not None
    return "".join([*lines[: first - 1], " " * node.col_offset + "pass\n", *lines[node.end_lineno :]])


def _changed(mutant: SourceMutant) -> str | None:
    """The text of the module with a mutant's change written into it, all else left as it is.

    None where the change is not to an expression or a whole simple statement.
    """
    node: object = mutant.module.tree
    for field, index in mutant.path:
        node = getattr(node, field) if index is None else getattr(node, field)[index]
    simple = isinstance(node, ast.expr) or (isinstance(node, ast.stmt) and not hasattr(node, "body"))
    if not simple or not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None:
        return None
    lines = mutant.module.text.splitlines(keepends=True)
    new = ast.unparse(mutant.new)
    new = f"({new})" if isinstance(mutant.new, ast.expr) else new
    first, last = node.lineno - 1, node.end_lineno - 1
    start, end = lines[first].encode()[: node.col_offset], lines[last].encode()[node.end_col_offset :]
    text = "".join([*lines[:first], start.decode(), new, end.decode(), *lines[last + 1 :]])
    try:
        compile(text, str(mutant.module.file), "exec")
    except SyntaxError:
        return None
    return text


def gate(tree: Path) -> tuple[int, list[str]]:
    """Exit status of the gate in a copy of the project, and the problems that it names."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(tree / room) for room in ROOMS)}
    command = [
        sys.executable,
        "-c",
        "from rulehound.checker.cli import main; main()",
        "trace",
        "--gate",
        "--json",
    ]
    ended = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode not in (0, 1):
        return ended.returncode, ended.stderr.strip().splitlines()[-1:]
    return ended.returncode, json.loads(ended.stdout)["problems"]


def main() -> None:
    """Break one place after the other; print a line each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=5, metavar="N", help="how many places")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which ones")
    given = parser.parse_args()
    kinds: dict[str, list[Break]] = {}
    for one in breaks():
        kinds.setdefault(one.kind, []).append(one)
    lots = random.Random(given.seed)
    chosen = [lots.choice(kinds[kind]) for kind in [*sorted(kinds)] * given.count][: given.count]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "rulehound")
        for room in ROOMS:
            shutil.copytree(ROOT / room, tree / room, ignore=shutil.ignore_patterns("__pycache__"))
        status, problems = gate(tree)
        if status:
            sys.exit(f"the gate is shut before anything is broken: {problems[:3]}")
        for one in chosen:
            file = tree / one.file
            whole = file.read_bytes()
            if one.text is None:
                file.unlink()
            else:
                file.write_text(one.text, encoding="utf-8")
            status, problems = gate(tree)
            file.write_bytes(whole)
            named = [p for p in problems if any(p.startswith(f"rule {rule} ") for rule in one.rules)]
            red = status == 1 and bool(named)
            missed += not red
            said = (named or problems or ["nothing"])[0]
            print(f"{'red' if red else 'MISSED'}: {one.kind}: {one.what}: {said}")
    print(f"{given.count - missed} of {given.count} shown")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
