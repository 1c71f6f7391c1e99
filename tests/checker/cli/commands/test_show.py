"""`rulehound show` of clauses: in documents that the spec knows and in others, with pictures and without."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from PIL import Image

from rulehound.checker.cli import main as cli
from rulehound.checker.pipeline import linked
from rulehound_testing.documents.typeset import Item, Rulebook, Style, typeset
from rulehound_testing.folders import SHARED

ITEMS = [Item("1", "Lanterns"), *(Item(f"1-{n}", f"Lantern {n} is lit at dusk. " * 4) for n in range(1, 40))]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shown(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert cli.run(["show", *arguments, "--json"]) == 0
    said = capfd.readouterr()
    assert said.err == ""
    answer: dict[str, object] = json.loads(said.out)
    return answer


def refused(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    before = sorted(os.listdir("."))
    assert cli.run(["show", *arguments]) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert sorted(os.listdir(".")) == before
    return said.err


def width_of(path: str) -> int:
    return Image.open(io.BytesIO(Path(path).read_bytes())).width


def test_a_clause_of_a_document_that_the_spec_does_not_know(capfd: pytest.CaptureFixture[str]) -> None:
    typeset(Rulebook(ITEMS, style=Style(columns=2, height=300)), Path("other.pdf"))
    clause = shown(["1-3", "--rules", "other.pdf", "--picture", "place.png"], capfd)
    assert (clause["clause"], clause["under"], clause["kind"]) == ("1-3", "1 Lanterns", "clause")
    assert "link" not in clause
    assert width_of("place.png") == 2 * 420
    chapter = shown(["1", "--rules", "other.pdf"], capfd)
    assert chapter["holds"] == [f"1-{n}" for n in range(1, 40)]
    assert "resembles no recorded document" in refused(["1-99", "--rules", "other.pdf"], capfd)


def test_a_clause_over_pages(capfd: pytest.CaptureFixture[str]) -> None:
    typeset(Rulebook(ITEMS, style=Style(columns=2, height=300)), Path("other.pdf"))
    assert cli.run(["extract", "other.pdf"]) == 0
    clauses = [json.loads(row) for row in capfd.readouterr().out.splitlines()]
    broken = next(row["key"] for row in clauses if len({box[0] for box in row["boxes"]}) == 2)
    shown([broken, "--rules", "other.pdf", "--picture", "place.png"], capfd)
    assert width_of("place.png") == 2 * 420 + 12 + 2 * 420


def test_a_text_has_no_picture(capfd: pytest.CaptureFixture[str]) -> None:
    Path("rules.txt").write_text("1. Lanterns\n1-1. They are lit.\n1-2. They go out.\n")
    assert shown(["1-1", "--rules", "rules.txt"], capfd)["text"] == "They are lit."
    said = refused(["1-1", "--rules", "rules.txt", "--picture", "place.png"], capfd)
    assert said == "rulehound: rules.txt: there are no pictures of a file that is not a PDF; name the PDF\n"


def test_a_picture_that_cannot_be_written(capfd: pytest.CaptureFixture[str]) -> None:
    assert "none/place.png: cannot be written" in refused(
        ["memory.limit", "--picture", "none/place.png"], capfd
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no.such.rule"], "no.such.rule is neither a rule"),
        ([""], "an empty name is neither a rule"),
        (["memory.limit", "--picture", "folder"], "folder: cannot be written (is a folder)"),
        (["invariant:attack.counter-timing", "--picture", "place.png"], "counter-timing has no clause"),
    ],
)
def test_what_cannot_be_shown_is_refused_before_anything_is_traced(
    arguments: list[str], said: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("folder").mkdir()
    monkeypatch.setattr(linked, "traceability", None)
    assert said in refused(arguments, capfd)


def test_the_nearest_names_are_told(capfd: pytest.CaptureFixture[str]) -> None:
    assert "the nearest are memory.limit" in refused(["memory.limits"], capfd)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")
def test_a_clause_without_a_number(capfd: pytest.CaptureFixture[str]) -> None:
    path = str(SHARED / "documents/dcg-rule-manual-2.3-qa.pdf")
    clause = shown(["main-phase/8", "--rules", path, "--picture", "place.png"], capfd)
    assert (clause["clause"], clause["kind"]) == ("main-phase/8", "ruling")
    assert str(clause["under"]).startswith("main-phase ")
    assert Path("place.png").read_bytes().startswith(b"\x89PNG")


def test_a_document_that_does_not_state_a_rule_is_not_named(capfd: pytest.CaptureFixture[str]) -> None:
    stated = shown(["keyword.armor-purge"], capfd)["elsewhere"]
    assert isinstance(stated, list)
    assert stated
    assert [line for line in stated if line.endswith(": ")] == []
