"""Break the tree at random places, and see that the gate goes red each time and names the clauses.

    python tools/break_something.py                      five places
    python tools/break_something.py --count 50 --seed 7  so many others, drawn by that seed
    python tools/break_something.py --named              those of named_breaks.py, which are not drawn
    python tools/break_something.py --named 4 --seed 7   so many of them, drawn by that seed

A place is a check (a scenario, an invariant, an entry of a table of checks taken out), a guard of the model
(taken out), or a line of the engine that cites a rule (changed as a mutant is). Of checks first a kind is
drawn, then one of it: there are hundreds of scenarios, and one check that decks are shuffled. Each is broken
in a copy of the project, where `rulehound trace --gate` runs; the copy is mended again before the next. Exit
status 1 where the gate stayed open, or named no clause of a rule that the broken place stands for.
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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from named_breaks import GATE, NAMED_BREAKS, NamedBreak

from rulehound.checker.engines.source.modules import read_engine
from rulehound.checker.mutation.source.mutants import SourceMutant, source_mutants
from rulehound.checker.rulebook.reading import load_spec, open_game

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("spec", "extract", "checker", "engine")
GAME = Path("spec/rulehound/spec/dcg")
DECORATED = ("invariant", "sometimes")
"""Decorators of the model that declare a check each."""

TABLES = {
    "__init__.py": {
        "graph_rules": "graph",
        "watched": "observation",
        "shuffled": "setup",
        "hidden": "sight",
        "stacks": "stacking",
        "chains": "vector",
    },
    "prices.py": {"RULES": "cost"},
    "reading/owed.py": {"CHOSEN": "observation", "NOTHING_CHOSEN": "observation"},
}
"""File of the game to its keywords and tables whose entries are checks, and the kind of these."""


@dataclass(frozen=True)
class Break:
    """One place, what is done there, and the rules that it stands for."""

    kind: str
    """check, guard or line."""
    family: str
    """The kind of the check, as its id begins; else the same as `kind`."""
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
    for name, tables in TABLES.items():
        yield from _of_tables(ROOT / GAME / name, tables, frozenset(store.rules))
    for path in sorted((ROOT / GAME / "model").rglob("*.py")):
        yield from _of_model(path, frozenset(store.rules))
    source = read_engine("reference", "dcg")
    for mutant in source_mutants(source, list(store.rules)):
        text = _changed(mutant)
        if text is not None:
            file = mutant.module.file.relative_to(ROOT)
            yield Break(
                "line", "line", f"{mutant.name} ({mutant.shown})", file, text, frozenset(mutant.rules)
            )


def _scenarios() -> Iterator[Break]:
    """Files of a scenario deleted; of those with several cases one case."""
    for path in sorted((ROOT / GAME / "scenarios").rglob("*.toml")):
        text = path.read_text("utf-8")
        rules = frozenset(tomllib.loads(text).get("rules", ()))
        name, file = path.relative_to(ROOT / GAME), path.relative_to(ROOT)
        head, *cases = text.split("\n[[case]]\n")
        if len(cases) > 1:
            for at in range(len(cases)):
                left = "\n[[case]]\n".join([head, *cases[:at], *cases[at + 1 :]])
                yield Break("check", "scenario", f"case {at + 1} of {name} deleted", file, left, rules)
        elif rules:
            yield Break("check", "scenario", f"{name} deleted", file, None, rules)


def _of_tables(path: Path, tables: Mapping[str, str], rules: frozenset[str]) -> Iterator[Break]:
    """Entries of tables taken out; a keyword that is one check by itself as a whole."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        name = _name(node)
        for first, last in _entries(node) if name in tables else ():
            cited = _strings(last) & rules
            said = f"entry of {name} at {path.name}:{first.lineno} taken out ({', '.join(sorted(cited))})"
            left = _without_entry(text, first, last)
            yield Break("check", tables[name], said, path.relative_to(ROOT), left, cited)


def _name(node: ast.AST) -> str:
    """What a keyword or assignment gives a value to."""
    if isinstance(node, ast.keyword):
        return node.arg or ""
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return getattr(target, "id", "")


def _entries(node: ast.AST) -> list[tuple[ast.expr | ast.keyword, ast.expr]]:
    """Where each entry of the value begins, and where it ends."""
    value = getattr(node, "value", None)
    if isinstance(value, ast.Dict):
        return [(key, each) for key, each in zip(value.keys, value.values, strict=True) if key is not None]
    if isinstance(value, ast.Tuple):
        return [(each, each) for each in value.elts]
    return [(node, node.value)] if isinstance(node, ast.keyword) else []


def _without_entry(text: str, first: ast.expr | ast.keyword, last: ast.expr) -> str:
    """The text without what stands from one node to another, and the comma after it."""
    lines = text.encode().splitlines(keepends=True)
    assert last.end_lineno is not None
    before = [*lines[: first.lineno - 1], lines[first.lineno - 1][: first.col_offset]]
    rest = lines[last.end_lineno - 1][last.end_col_offset :].removeprefix(b",")
    return b"".join([*before, rest, *lines[last.end_lineno :]]).decode()


def _of_model(path: Path, rules: frozenset[str]) -> Iterator[Break]:
    """Guards (`require(…, "rule")` as a statement), invariants and wishes (a function under `@….invariant(…)`
    or `@….sometimes(…)`), and effects (the head of a block of `with rule(…)`, which stays as it is)."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and _called(node.value) == "require":
            cited = _strings(node.value) & rules
            if cited:
                said = f"guard at {path.name}:{node.lineno} taken out ({', '.join(sorted(cited))})"
                yield Break("guard", "guard", said, path.relative_to(ROOT), _without(text, node), cited)
        if isinstance(node, ast.FunctionDef):
            family = next((_called(d) for d in node.decorator_list if _called(d) in DECORATED), "")
            cited = frozenset().union(*(_strings(d) for d in node.decorator_list)) & rules
            if family and cited:
                said = f"{family} at {path.name}:{node.lineno} taken out ({', '.join(sorted(cited))})"
                yield Break("check", family, said, path.relative_to(ROOT), _without(text, node), cited)
        if isinstance(node, ast.With) and [_called(item.context_expr) for item in node.items] == ["rule"]:
            cited = _strings(node.items[0].context_expr) & rules
            if cited:
                said = f"effects at {path.name}:{node.lineno} under no rule ({', '.join(sorted(cited))})"
                yield Break("check", "effect", said, path.relative_to(ROOT), _unruled(text, node), cited)


def _called(node: ast.expr) -> str:
    """Name of the function or method that is called; '' where it is no call."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _strings(node: ast.AST) -> frozenset[str]:
    constants = (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant))
    return frozenset(value for value in constants if isinstance(value, str))


def _without(text: str, node: ast.stmt) -> str:
    """The text with a statement replaced by one that does nothing."""
    lines = text.splitlines(keepends=True)
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
    assert node.end_lineno is not None
    return "".join([*lines[: first - 1], " " * node.col_offset + "pass\n", *lines[node.end_lineno :]])


def _unruled(text: str, node: ast.With) -> str:
    """The text with the head of a block replaced by one that says nothing."""
    lines = text.splitlines(keepends=True)
    head = " " * node.col_offset + "if True:\n"
    return "".join([*lines[: node.lineno - 1], head, *lines[node.body[0].lineno - 1 :]])


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


def draw(count: int, seed: int) -> list[Break]:
    """So many places, of each kind in turn."""
    kinds: dict[str, dict[str, list[Break]]] = {}
    for one in breaks():
        kinds.setdefault(one.kind, {}).setdefault(one.family, []).append(one)
    lots = random.Random(seed)
    chosen = []
    for number in range(count):
        families = kinds[sorted(kinds)[number % len(kinds)]]
        chosen.append(lots.choice(families[lots.choice(sorted(families))]))
    return chosen


def gate(tree: Path) -> tuple[int, list[str]]:
    """Exit status of the gate in a copy of the project, and the problems that it names."""
    command = [
        sys.executable,
        "-c",
        "from rulehound.checker.cli.main import main; main()",
        "trace",
        "--gate",
        "--json",
    ]
    ended = _run(tree, command)
    if ended.returncode not in (0, 1):
        return ended.returncode, ended.stderr.strip().splitlines()[-1:]
    return ended.returncode, json.loads(ended.stdout)["problems"]


def _run(tree: Path, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in a copy of the project, with the packages of the copy."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(tree / room) for room in ROOMS)}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def what_sees(tree: Path, one: NamedBreak) -> str:
    """What goes red of a named break in a copy of the project, in words; '' where nothing does."""
    file = tree / one.file
    whole = file.read_bytes()
    file.write_text(one.broken(tree), encoding="utf-8")
    try:
        if one.seen_by == GATE:
            status, problems = gate(tree)
            return (problems or [f"exit status {status}"])[0] if status in (1, 2) else ""
        tests = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", one.seen_by]
        ended = _run(tree, tests)
        failed = [line for line in ended.stdout.splitlines() if line.startswith("FAILED")]
        return failed[0] if ended.returncode == 1 and failed else ""
    finally:
        file.write_bytes(whole)


def drawn_by_name(count: int, seed: int) -> list[NamedBreak]:
    """So many of the named breaks in their order; all where there are no more."""
    lots = random.Random(seed)
    numbers = sorted(lots.sample(range(len(NAMED_BREAKS)), min(count, len(NAMED_BREAKS))))
    return [NAMED_BREAKS[number] for number in numbers]


def copied(tree: Path) -> Path:
    """A copy of the project, with its tests and tools."""
    for room in (*ROOMS, "tests", "tools"):
        shutil.copytree(ROOT / room, tree / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    return tree


def main() -> None:
    """Break one place after the other; print a line each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=5, metavar="N", help="how many places")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which ones")
    parser.add_argument("--named", type=int, nargs="?", const=len(NAMED_BREAKS), metavar="N", help="these")
    given = parser.parse_args()
    chosen = [] if given.named else draw(given.count, given.seed)
    named_breaks = drawn_by_name(given.named, given.seed) if given.named else []
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = copied(Path(folder, "rulehound"))
        status, problems = gate(tree)
        if status:
            sys.exit(f"the gate is shut before anything is broken: {problems[:3]}")
        for one in named_breaks:
            seen = what_sees(tree, one)
            missed += not seen
            print(f"{'red' if seen else 'MISSED'}: {one.name}: {seen or 'nothing'}", flush=True)
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
            print(f"{'red' if red else 'MISSED'}: {one.kind}: {one.what}: {said}", flush=True)
    count = len(chosen) + len(named_breaks)
    print(f"{count - missed} of {count} shown")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
