"""`rulehound impact`: what a new edition touches, where code cites it, and what it answers to bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.cli import main as cli
from rulehound_testing.command_line import refused
from rulehound_testing.toy.spec import rules_pdf
from rulehound_testing.update_story import NUMBERS, prepare

OLD = "rulehound-rulebook@1.0"
NEW = "rulebook-1.1.pdf"


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """my-spec, which knows the edition 1.0, my-sim and the PDF of 1.1."""
    folder = tmp_path_factory.mktemp("impact")
    prepare(folder)
    return folder


@pytest.fixture(autouse=True)
def _there(laid_out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(laid_out)


def told(capfd: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert cli.run(["impact", *arguments, "--spec", "my-spec", "--json"]) == 0
    found: dict[str, Any] = json.loads(capfd.readouterr().out)
    return found


def test_a_changed_fact_comes_first_with_its_checks_and_lines(capfd: pytest.CaptureFixture[str]) -> None:
    found = told(capfd, OLD, NEW, "--code", "my-sim")
    first = found["impact"]["affected"][0]
    assert (first["rule"], first["concern"]) == ("setup.security", "fact")
    assert [(f["fact"], f["old"], f["new"]) for f in first["facts"]] == [("setup.security", 4, 5)]
    assert "scenario:bounds/setup-security" in first["checks"]
    assert NUMBERS in {place["file"] for place in first["code"]}
    assert found["suspect"] == ["setup.security", "block.optional", "breeding.move"]


def test_without_a_folder_the_installed_engine_is_looked_in(capfd: pytest.CaptureFixture[str]) -> None:
    found = told(capfd, OLD, NEW)
    files = {place["file"] for one in found["impact"]["affected"] for place in one["code"]}
    assert any(file.endswith("engine/dcg/editions.py") for file in files)
    assert not any("my-sim" in file for file in files)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([NEW, NEW], f"{NEW} is not a recorded edition, so no rule is linked to it; record it with"),
        ([OLD, "missing.pdf"], "missing.pdf: no such file; "),
        ([OLD, "rulehound-rulebook@9"], "rulehound-rulebook@9: neither a file nor a recorded edition; "),
        ([OLD, NEW, "--code", "nowhere"], "nowhere does not exist; "),
        ([OLD, NEW, "--rules", "missing.pdf"], "missing.pdf: no such file; "),
        (["heap.pdf", NEW], "heap.pdf is not a recorded edition"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules_pdf(Path("heap.pdf"))
    assert says in refused(["impact", *arguments, "--spec", "my-spec"], capsys)


def test_a_folder_that_is_no_spec_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(["impact", OLD, NEW, "--spec", "my-sim"], capsys).startswith("my-sim: holds no rules/; ")


def test_an_edition_that_was_recorded_otherwise_is_to_be_recorded_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = Path("my-spec/documents/rulehound-rulebook-1.0.clauses.jsonl")
    whole = record.read_bytes()
    lines = [line for line in whole.splitlines(keepends=True) if b'"key":"1-1"' not in line]
    assert len(lines) == whole.count(b"\n") - 1
    try:
        record.write_bytes(b"".join(lines))
        said = refused(["impact", OLD, NEW, "--spec", "my-spec"], capsys)
    finally:
        record.write_bytes(whole)
    assert said.startswith(f"{OLD} has other clauses than were recorded of it")
    assert said.endswith("record it again with rulehound extract --update")


def test_another_spec_brings_its_own_rulebook(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["show", "setup.security", "--spec", "my-spec"]) == 0
    assert "setup.security: 4 at rulehound-rulebook 1.0" in capfd.readouterr().out
    assert cli.run(["show", "setup.security"]) == 0
    assert "setup.security: 5 at rulehound-rulebook 1.1" in capfd.readouterr().out


def test_what_is_to_be_done_is_told_in_order(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["impact", OLD, NEW, "--spec", "my-spec"]) == 0
    output = capfd.readouterr().out
    draft = output.partition("  draft for rules/")[2]
    assert 'clause = { "1.1" = "7-3-2" }' in draft
    steps = output.partition("To do, in this order:\n")[2].splitlines()
    assert [step[:22] for step in steps] == [
        "  1. read 3 suspect ru",
        "  2. cite 1 new clause",
        "  3. rulehound review ",
        "  4. rulehound trace -",
    ]
    assert steps[2].endswith("setup.security block.optional breeding.move --spec my-spec")
    suggestions = told(capfd, OLD, NEW)["suggestions"]
    assert [one["clause"] for one in suggestions] == ["7-3-2"]
    assert suggestions[0]["rules"]
