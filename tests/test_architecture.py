"""The architecture: which package, layer and module imports which, and what the checker may name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import pytest

from rulehound_testing.folders import ROOT
from rulehound_testing.import_graph import (
    cycles,
    import_graph,
    imported_names,
    modules,
    public_classes,
    syntax_tree,
)

MAY_IMPORT = {
    "extract": (),
    "spec": ("rulehound.extract",),
    "engine": ("rulehound.spec.formats",),
    "checker": ("rulehound.spec", "rulehound.extract"),
}
"""Package to what it may import of the others."""

DRAWN = ("drawing", "effect_words", "seats")
"""What games put boards and cards before people with."""

SPEC = {
    "formats": (),
    "language": (),
    "documents": ("formats",),
    "reading": ("formats", "language"),
    "asking": ("formats",),
    "game": ("formats", "language", "reading", "asking"),
    "drawing": (),
    "effect_words": (),
    "seats": (),
    "dcg": ("formats", "language", "documents", "reading", "asking", "game", *DRAWN),
    "dmb": ("formats", "language", "documents", "reading", "asking", "game", *DRAWN),
}
"""Part of `rulehound.spec` to the parts that it may import. Documents know no model, a model no document."""

CHECKER = (
    "processes",
    "rulebook",
    "model",
    "engines",
    "judging",
    "suite",
    "asking",
    "diagnosis",
    "mutation",
    "evidence",
    "report",
    "pipeline",
    "skeleton",
    "serving",
    "cli",
)
"""The layers of `rulehound.checker` in the order of the flow. Each may import those before it, and the
modules at the top level, which import none."""

TOP_LEVEL = 8
"""The most modules of `rulehound.checker` that may be in no layer."""

DOUBLED = {
    "Card",
}
"""Names of public classes that still mean several things. Nothing may be added.

`Card` stays: engines import the message of that name, and expressions of the model hold the record's name.
"""

GAMES = frozenset({"dcg", "dmb"})
"""The games of the spec. A class of one may be called like one of another: nothing imports both."""

WORDS_OF_GAMES = re.compile(
    r"\b(memory|breeding|digimon|digi-?eggs?|digivolv\w*|digivolution\w*|digixros|dna|security|tamers?|trash"
    r"|(?:un)?suspend\w*|battles?|hatch(?:es|ed)?(?!\.)|blocker|piercing|blitz|reboot|dcg|dp"
    r"|dmb|mulligans?|destiny|evolv\w*|evolutions?|jamming|ko'?d?|ko points?|hp|abnormal|rookies?|champions?"
    r"|mega|firewalls?|rack(?:s|ed|ing)?|revival|shatter|misfire[sd]?|triangle|circle|first[ -]attacks?)\b",
    re.IGNORECASE,
)
"""Words of both games, and their names. Memory is also what a machine has. Words of them that mean something
else to everybody (counter, cross, crash, drain, void, partner, support) are left out."""

DEFAULTS = "checker/rulehound/checker/cli/options.py"
"""The one module of the checker that may name a game: the defaults of the command line."""


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_what_it_may(package: str) -> None:
    own = f"rulehound.{package}"
    for path in modules(package).values():
        for name in imported_names(path):
            allowed = name == own or name.startswith(f"{own}.")
            allowed |= any(name == other or name.startswith(f"{other}.") for other in MAY_IMPORT[package])
            # `from rulehound.spec import formats` reads as rulehound.spec and rulehound.spec.formats
            allowed |= package == "engine" and name == "rulehound.spec"
            assert allowed, f"{path.relative_to(ROOT)} imports {name}"


def test_the_namespace_has_no_module_of_its_own() -> None:
    assert not [package for package in MAY_IMPORT if (ROOT / package / "rulehound" / "__init__.py").exists()]


def layer(module: str) -> str:
    """The layer of a module, by its dotted name: its folder in the package, or the module itself."""
    return (*module.split("."), "")[2]


def arrows(package: str) -> list[tuple[str, str]]:
    """The imports between different layers of a package, by the names of the modules within the package."""
    own = f"rulehound.{package}."
    return sorted(
        (one.removeprefix(own), other.removeprefix(own))
        for one, other in import_graph().edges
        if one.startswith(own) and other.startswith(own) and layer(one) != layer(other)
    )


def test_a_part_of_the_spec_imports_only_what_it_may() -> None:
    wrong = [
        f"{one} -> {other}"
        for one, other in arrows("spec")
        if other.split(".")[0] not in SPEC[one.split(".")[0]]
    ]
    assert not wrong, f"imports that the table SPEC does not allow: {', '.join(wrong)}"


def test_the_layers_of_the_checker_import_down_their_order() -> None:
    heights = {name: height for height, name in enumerate(CHECKER, 1)}
    upwards = {
        f"{one} -> {other}"
        for one, other in arrows("checker")
        if heights.get(other.split(".")[0], 0) > heights.get(one.split(".")[0], 0)
    }
    assert not upwards, f"imports against the order: {', '.join(sorted(upwards))}"


def test_every_folder_of_the_checker_is_a_layer_and_few_modules_are_in_none() -> None:
    top = ROOT / "checker/rulehound/checker"
    assert {path.parent.name for path in top.glob("*/__init__.py")} == set(CHECKER)
    flat = sorted(path.stem for path in top.glob("*.py") if path.stem != "__init__")
    assert len(flat) <= TOP_LEVEL, f"{len(flat)} modules are in no layer: {', '.join(flat)}"


def test_no_modules_import_one_another() -> None:
    """Imports within functions and under TYPE_CHECKING count."""
    wrong = cycles()
    assert not wrong, f"cycles of imports: {'; '.join(', '.join(sorted(cycle)) for cycle in wrong)}"


def each_of_another_game(modules: Sequence[str]) -> bool:
    """Whether no two modules can be meant at once: there is one alone, or each is of another game."""
    games = [name.split(".")[2] for name in modules]
    return len(modules) == 1 or (len(set(games)) == len(games) and GAMES.issuperset(games))


@pytest.mark.parametrize("packages", [("checker", "spec", "extract"), ("engine",)], ids=" ".join)
def test_a_name_of_a_public_class_means_one_thing(packages: tuple[str, ...]) -> None:
    """The engine is a program of its own, which shares no types with the others."""
    owners: dict[str, list[str]] = defaultdict(list)
    for package in packages:
        for name, module in public_classes(package):
            owners[name].append(module)
    doubled = {name: places for name, places in owners.items() if not each_of_another_game(places)}
    wrong = [f"{name} ({', '.join(places)})" for name, places in doubled.items() if name not in DOUBLED]
    assert not wrong, f"names of several classes: {'; '.join(sorted(wrong))}"


@pytest.mark.parametrize("package", ["extract", "checker"])
def test_packages_that_know_no_game_name_nothing_of_one(package: str) -> None:
    """Identifiers and strings, but not docstrings and comments, which may give examples; nor the defaults."""
    for path in modules(package).values():
        tree = syntax_tree(path)
        bodies = [node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list)]
        documentation = {
            id(statement.value)
            for body in bodies
            for statement in body
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        }
        for node in ast.walk(tree):
            text = ""
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in documentation
            ):
                text = node.value
            elif isinstance(node, ast.Name):
                text = node.id.replace("_", " ")
            elif isinstance(node, ast.Attribute):
                text = node.attr.replace("_", " ")
            elif isinstance(node, ast.arg | ast.keyword):
                text = (node.arg or "").replace("_", " ")
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", node.name).replace("_", " ")
            if path != ROOT / DEFAULTS:
                found = WORDS_OF_GAMES.search(text)
                assert not found or "memory" in text.lower(), (
                    f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)} names {found and found.group()}"
                )


@pytest.mark.parametrize("package", ["extract", "checker"])
def test_templates_of_packages_that_know_no_game_name_nothing_of_one(package: str) -> None:
    files = [path for ending in ("j2", "jinja") for path in (ROOT / package).rglob(f"*.{ending}")]
    assert files or package == "extract"
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = WORDS_OF_GAMES.search(line.replace("Content-Security-Policy", ""))
            assert not found, f"{path.relative_to(ROOT)}:{number} names {found and found.group()}"


def test_the_words_of_games_are_those_of_every_game() -> None:
    """Each game's own name among them, and whatever its engine calls its actions."""
    for name in GAMES:
        assert WORDS_OF_GAMES.search(name)
    for text in ("digivolve it", "two Tamers", "is KO'd", "KO points 3", "a forced mulligan", "First attack"):
        assert WORDS_OF_GAMES.search(text), text
    for text in ("across", "counter", "megabytes", "a circular import", "hpack", "tracked"):
        assert not WORDS_OF_GAMES.search(text), text


def given_values(node: ast.AST) -> Iterator[ast.AST | None]:
    """What a function takes where an argument is left out, and what a name is set to."""
    if isinstance(node, ast.arguments):
        yield from (*node.defaults, *node.kw_defaults)
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) or (
        isinstance(node, ast.keyword) and node.arg == "default"
    ):
        yield node.value


def test_the_defaults_of_the_command_line_alone_name_a_game_and_nothing_names_an_engine() -> None:
    places = [
        (path.relative_to(ROOT).as_posix(), value.value)
        for path in modules("checker").values()
        for node in ast.walk(syntax_tree(path))
        for value in given_values(node)
        if isinstance(value, ast.Constant) and value.value in ("dcg", "dmb", "reference")
    ]
    assert places == [(DEFAULTS, "dcg")]


def test_modules_stay_readable() -> None:
    for package in MAY_IMPORT:
        for path in modules(package).values():
            length = len(path.read_text(encoding="utf-8").splitlines())
            assert length <= 600, f"{path.relative_to(ROOT)} has {length} lines; is it still one idea?"


def test_a_test_imports_no_other_test_and_support_stands_in_one_package() -> None:
    """Whatever is not a test, a fixture for a folder or an engine to start, is in `rulehound_testing`."""
    tests = ROOT / "tests"
    for path in sorted(tests.rglob("*.py")):
        place = path.relative_to(tests)
        supports = place.parts[0] == "rulehound_testing"
        assert supports or re.fullmatch(r"(test_\w+|conftest|faulty_engines)\.py", place.name), place
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                file = tests.joinpath(*name.split("."))
                is_test = not name.startswith("rulehound_testing") and (
                    file.is_dir() or file.with_suffix(".py").exists()
                )
                assert not is_test, f"{place} imports {name}: what tests share stands in rulehound_testing"


def definitions(tree: ast.AST, prefix: str = "") -> set[str]:
    """The functions and classes of a module or class by their qualified names."""
    names = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names |= {prefix + node.name} | definitions(node, f"{prefix}{node.name}.")
    return names


def test_the_functions_that_the_page_names_exist() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    places = re.findall(r"`((?:checker|engine|extract|spec)\.[\w.]+):([\w.]+)`", page)
    assert len(places) > 40
    unknown = []
    for module, name in places:
        path = modules(module.split(".")[0]).get(f"rulehound.{module}")
        if path is None or name not in definitions(syntax_tree(path)):
            unknown.append(f"{module}:{name}")
    assert not unknown, f"docs/architecture.md names what does not exist: {', '.join(unknown)}"


def test_the_modules_that_the_page_names_exist() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    layers = page[page.index("### The layers of `checker`") : page.index("### The parts of `spec`")]
    rows = [row.split("|") for row in layers.splitlines() if row.startswith(("| `", "| top level"))]
    assert len(rows) == len(CHECKER) + 1
    places = {
        f"{'' if 'top level' in row[1] else row[1].strip(' `')}{name}"
        for row in rows
        for name in re.findall(r"`([\w/]+)`", row[3])
    }
    top = ROOT / "checker/rulehound/checker"
    unknown = {place for place in places if not (top / place).exists() and not (top / f"{place}.py").exists()}
    files = [
        path.relative_to(ROOT).as_posix() for package in MAY_IMPORT for path in (ROOT / package).rglob("*.*")
    ]
    unknown |= {
        name
        for name in re.findall(r"`([\w./]+\.(?:py|toml|c))`", page)
        if not any(f"/{file}".endswith(f"/{name}") for file in files) and not (ROOT / name).exists()
    }
    assert not unknown, f"docs/architecture.md names what does not exist: {', '.join(sorted(unknown))}"
