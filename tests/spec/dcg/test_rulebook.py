"""The bundled rulebook: its PDFs are what the source says, and its editions differ as real ones do."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pypdfium2
import pytest

from rulehound.extract import Clause, Document, read_document
from rulehound.extract.cache import read_cached
from rulehound_testing.folders import ROOT

BUNDLED = ROOT / "spec/rulehound/spec/dcg/rulebook"
SOURCE = BUNDLED / "rulehound-rulebook.txt"
EDITIONS = ("1.0", "1.1")


def committed(version: str) -> Path:
    return BUNDLED / f"rulehound-rulebook-{version}.pdf"


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    """The build script as a module."""
    sys.path.append(str(ROOT / "tools"))
    return importlib.import_module("build_rulebook")


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    """Both committed editions as read."""
    return {version: read_cached(committed(version)) for version in EDITIONS}


def clauses(document: Document) -> dict[str, Clause]:
    return {clause.number: clause for clause in document.clauses}


def page_texts(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


@pytest.mark.parametrize("version", EDITIONS)
def test_the_source_builds_the_committed_pdf(builder: ModuleType, tmp_path: Path, version: str) -> None:
    rebuilt = tmp_path / "rebuilt.pdf"
    assert builder.main(["--edition", version, "--out", str(rebuilt)]) == 0
    assert page_texts(rebuilt) == page_texts(committed(version))
    assert read_document(rebuilt).clauses == read_document(committed(version)).clauses


def test_the_same_source_gives_the_same_bytes(builder: ModuleType, tmp_path: Path) -> None:
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    for out in (one, other):
        assert builder.main(["--out", str(out)]) == 0
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("version", EDITIONS)
def test_every_item_of_the_source_is_read_from_the_page(
    builder: ModuleType, documents: dict[str, Document], version: str
) -> None:
    rulebook = builder.read_rulebooks(SOURCE)[version]
    written = [
        (
            item.number,
            "heading" if item.heading else "clause",
            item.text,
            item.changed or any(run.changed for run in item.runs),
        )
        for item in rulebook.items
    ]
    document = documents[version]
    assert [(c.number, c.kind, c.text, c.changed) for c in document.clauses] == written
    assert (document.title, document.version, document.date) == (
        rulebook.title,
        rulebook.version,
        rulebook.date,
    )
    assert document.warnings == ()


@pytest.mark.parametrize("version", EDITIONS)
def test_its_size(documents: dict[str, Document], version: str) -> None:
    items = documents[version].clauses
    assert Counter(item.kind for item in items) == {"heading": 73, "clause": 230}
    assert Counter(item.number.count("-") + 1 for item in items) == {1: 17, 2: 56, 3: 196, 4: 32, 5: 2}
    assert documents[version].pages == 7


def test_how_the_editions_differ(documents: dict[str, Document]) -> None:
    old, new = clauses(documents["1.0"]), clauses(documents["1.1"])
    old_numbers = {clause.text: number for number, clause in old.items()}
    new_numbers = {clause.text: number for number, clause in new.items()}
    assert len(old_numbers) == len(old), "two clauses say the same"
    assert len(new_numbers) == len(new), "two clauses say the same"

    only_old = {number for text, number in old_numbers.items() if text not in new_numbers}
    only_new = {number for text, number in new_numbers.items() if text not in old_numbers}
    elsewhere = {
        old_number: new_numbers[text]
        for text, old_number in old_numbers.items()
        if new_numbers.get(text, old_number) != old_number
    }
    changed_number, extended, reworded, removed, added = "6-2-1-3", "4-1-4", "12-2-1", "1-2-8", "7-3-2"
    assert only_old == {changed_number, extended, reworded, removed}
    assert only_new == {changed_number, extended, reworded, added}
    moved = {"1-2-6": "17-1-4"}
    after_removed = {"1-2-7": "1-2-6"}
    after_added = {"7-3-2": "7-3-3", "7-3-3": "7-3-4", "17-1-4": "17-1-5", "17-1-5": "17-1-6"}
    assert elsewhere == moved | after_removed | after_added

    assert new[changed_number].text == old[changed_number].text.replace("four", "five")
    assert new[extended].text.startswith(old[extended].text)
    assert {number for number, clause in new.items() if clause.changed} == {*only_new, *moved.values()}
    assert not any(clause.changed for clause in old.values())


def test_another_number_reaches_the_page(builder: ModuleType, tmp_path: Path) -> None:
    written = SOURCE.read_text(encoding="utf-8")
    changed = written.replace("the highest number is 10,", "the highest number is 12,")
    assert changed != written
    source, out = tmp_path / "changed.txt", tmp_path / "changed.pdf"
    source.write_text(changed, encoding="utf-8")
    assert builder.main(["--source", str(source), "--out", str(out)]) == 0
    bundled, rebuilt = clauses(read_document(committed("1.1"))), clauses(read_document(out))
    assert [n for n in rebuilt if rebuilt[n].text != bundled[n].text] == ["3-3-2"]
    assert "number is 12," in rebuilt["3-3-2"].text


DEEP = "# A\n## B\n### C\n#### D\n##### E\n###### F.\n"
HEAD = "title: T\nsubtitle: S\nnotice: N\nedition: 1.0 2020-01-01\nedition: 1.1 2020-02-02\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("# A\n### B.\n", "7: 3 # have no parent above; go one step deeper only"),
        (DEEP, "11: 6 # have no parent above; go one step deeper only"),
        ("# A\n## [b] B.\n## [b] C.\n", "8: the name b is taken; choose another one"),
        ("# A\n## See <b>.\n", "7: nothing is named b; name an item so, in []"),
        ("# A\n+## [b] B.\n## See <1.0:b>.\n", "8: nothing is named b; name an item so, in []"),
        ("# A\n## B {C.\n", "7: a stray {; write {old|new} or <name>"),
        ("# A\nB.\n", "7: is no item; write #, a blank and the text"),
        ("", "5: the source lacks items; see the head of the bundled source"),
        ("# A\nhistory:\n2.0 B.\n", "8: is no line of the update history; start it with a version"),
    ],
)
def test_a_source_that_is_wrong_is_one_line(
    builder: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str, message: str
) -> None:
    source, out = tmp_path / "wrong.txt", tmp_path / "wrong.pdf"
    source.write_text(HEAD + body, encoding="utf-8")
    assert builder.main(["--source", str(source), "--out", str(out)]) == 2
    assert capsys.readouterr().err == f"build_rulebook: {source}:{message}\n"
    assert not out.exists()


def test_a_source_without_its_head_or_file(
    builder: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "headless.txt"
    assert builder.main(["--source", str(source)]) == 2
    assert "headless.txt" in capsys.readouterr().err
    source.write_text("title: T\n# A\n", encoding="utf-8")
    assert builder.main(["--source", str(source)]) == 2
    lacks = "2: the source lacks notice, subtitle; see the head of the bundled source"
    assert capsys.readouterr().err == f"build_rulebook: {source}:{lacks}\n"
    assert builder.main(["--edition", "3.0"]) == 2
    problem = f"build_rulebook: {SOURCE}: has no edition 3.0; choose one of 1.0, 1.1\n"
    assert capsys.readouterr().err == problem
