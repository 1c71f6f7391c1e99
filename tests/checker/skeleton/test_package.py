"""The package of a new game is written whole or not at all, and its files say what they should."""

from __future__ import annotations

import ast
import json
import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.errors import UserError
from rulehound.checker.skeleton.package import (
    WIDTH,
    GamePackage,
    filled_in,
    one_line_of_words,
    quotation,
    require_free,
    write_package,
)
from rulehound.extract import Document, read_document
from rulehound.spec.documents.store import load_store
from rulehound_testing.toy.spec import CLAUSES, rules_pdf


@pytest.fixture(scope="module")
def rulebook(tmp_path_factory: pytest.TempPathFactory) -> Document:
    return read_document(rules_pdf(tmp_path_factory.mktemp("rulebook") / "rules.pdf"))


@pytest.fixture
def game(rulebook: Document) -> GamePackage:
    return GamePackage("zzheap", "The Heap", rulebook)


def test_the_files_are_there_and_the_rulebook_is_recorded_without_its_text(
    game: GamePackage, tmp_path: Path
) -> None:
    folder = tmp_path / "zzheap"
    files = write_package(game, folder)
    assert files == sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    store = load_store(folder / "zzheap", ("current",))
    assert list(store.clauses) == [("zzheap-rulebook", "1.0")]
    assert set(store.clauses["zzheap-rulebook", "1.0"]) == set(CLAUSES)
    assert [path.name for path in (folder / "zzheap" / "rulebook").iterdir()] == ["zzheap-rulebook-1.0.pdf"]
    written = "".join(
        path.read_text("utf-8") for path in folder.rglob("*") if path.is_file() and path.suffix != ".pdf"
    )
    assert not any(text in written for number, text in CLAUSES.items() if "-" in number)


def test_every_clause_that_may_demand_something_is_open(game: GamePackage, tmp_path: Path) -> None:
    write_package(game, tmp_path / "zzheap")
    store = load_store(tmp_path / "zzheap" / "zzheap")
    excused = [key for entry in store.not_checked for key in entry.clauses("1.0")]
    assert sorted(excused) == ["1-1", "1-2", "2-1", "2-2", "2-3"]
    assert {entry.reason for entry in store.not_checked} == {"open"}


def test_nothing_is_left_where_the_rulebook_demands_nothing(game: GamePackage, tmp_path: Path) -> None:
    headings = tuple(clause for clause in game.rulebook.clauses if clause.kind == "heading")
    empty = GamePackage("zzheap", "The Heap", msgspec.structs.replace(game.rulebook, clauses=headings))
    with pytest.raises(UserError, match="no clause of it can demand anything"):
        write_package(empty, tmp_path / "zzheap")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_where_the_rulebook_has_gone(game: GamePackage, tmp_path: Path) -> None:
    gone = GamePackage("zzheap", "", msgspec.structs.replace(game.rulebook, path=str(tmp_path / "gone.pdf")))
    with pytest.raises(UserError, match="cannot be read"):
        write_package(gone, tmp_path / "zzheap")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="exists already"):
        require_free("zzheap", tmp_path)
    with pytest.raises(UserError, match="no such folder"):
        require_free("zzheap", tmp_path / "deeper" / "zzheap")


TITLES = st.text(st.characters(codec="utf-8"), max_size=60)


@settings(max_examples=30, deadline=None)
@given(title=TITLES)
def test_any_title_makes_files_that_can_be_read(rulebook: Document, title: str) -> None:
    files = dict(filled_in(GamePackage("zzheap", title, rulebook)))
    for path, text in files.items():
        if path.suffix == ".py":
            tree = ast.parse(text)
            assert ast.get_docstring(tree)
        elif path.suffix == ".toml":
            tomllib.loads(text)
    module = ast.parse(files[Path("zzheap/__init__.py")])
    keywords = [node for node in ast.walk(module) if isinstance(node, ast.keyword) and node.arg == "title"]
    assert [ast.literal_eval(node.value) for node in keywords] == [title]
    assert one_line_of_words(title).isprintable()


@given(st.lists(TITLES, min_size=1, max_size=30))
def test_a_list_of_texts_is_read_back_from_short_lines(texts: list[str]) -> None:
    written = quotation(texts)
    assert tomllib.loads(f"key = {written}")["key"] == texts
    longest = max(len(json.dumps(text, ensure_ascii=False)) for text in texts)
    assert max(map(len, written.split("\n"))) <= WIDTH + longest


def test_classes_of_the_package_are_called_like_the_game(rulebook: Document) -> None:
    files = dict(filled_in(GamePackage("zz_heap_2", "Heap", rulebook)))
    assert "class ZzHeap2Reader(Reader)" in files[Path("zz_heap_2/reading.py")]
    assert 'zz_heap_2 = "zz_heap_2:game"' in files[Path("pyproject.toml")]
