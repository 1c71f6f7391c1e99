"""`rulehound diff`: files and recorded editions, what it writes, and what it answers to bad input."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.report.difference import pictures
from rulehound.checker.report.schemas import SCHEMAS
from rulehound.extract.processes.isolation import ChildFailed
from rulehound_testing.command_line import COMMAND, refused
from rulehound_testing.documents.typeset import Item, Rulebook, typeset
from rulehound_testing.folders import ROOT
from rulehound_testing.toy.spec import rules_pdf

SPEC = ROOT / "spec/rulehound/spec/dcg"
OLD, NEW = "rulehound-rulebook@1.0", "rulehound-rulebook@1.1"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def two_files() -> None:
    """The toy's rulebook, and one in which a number is another and two clauses stand the other way round."""
    rules_pdf(Path("old.pdf"))
    changed = {
        "1-2": "The heap is full at 9 and never grows past that.",
        "2-2": "A player adds two at most.",
        "2-3": "A player adds one at least.",
    }
    rules_pdf(Path("new.pdf"), changed)


def spec_without_pdfs() -> Path:
    """A copy of the game's spec of which only the records are left."""
    copy = Path("spec")
    shutil.copytree(SPEC, copy, ignore=shutil.ignore_patterns("*.py", "*.pdf", "__pycache__"))
    return copy


def test_two_files_are_compared_on_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    two_files()
    assert cli.run(["diff", "old.pdf", "new.pdf"]) == 0
    said = capfd.readouterr()
    assert said.err == ""
    assert "reworded    1 of 7" in said.out
    assert "The heap is full at [-7-] {+9+} and never grows past that." in said.out
    assert "number: 7 → 9" in said.out
    assert "2-3 → 2-2" in said.out
    assert "1-1 " not in said.out
    assert cli.run(["diff", "old.pdf", "new.pdf", "--all"]) == 0
    assert "\n1-1   unchanged   page 1\n" in capfd.readouterr().out


def test_a_pairing_may_be_forced(capfd: pytest.CaptureFixture[str]) -> None:
    two_files()
    assert cli.run(["diff", "old.pdf", "new.pdf", "--force", "2-2=2-2", "--force", "2-3="]) == 0
    output = capfd.readouterr().out
    assert "Paired by somebody's decision (--force): 2-2=2-2, 2-3=" in output
    assert "2-2   reworded" in output
    assert "2-3   removed" in output
    assert "--force: '7=2-2': the old edition has no clause 7" in refused(
        ["diff", "old.pdf", "new.pdf", "--force", "7=2-2"], capfd
    )


def test_json_follows_the_schema_and_the_page_is_written(capfd: pytest.CaptureFixture[str]) -> None:
    two_files()
    assert cli.run(["diff", "old.pdf", "new.pdf", "--json", "--html", "page.html"]) == 0
    told = json.loads(capfd.readouterr().out)
    jsonschema.validate(told, json.loads(SCHEMAS["report/difference/difference.schema.json"]()))
    assert (told["old"]["file"], told["new"]["file"]) == ("old.pdf", "new.pdf")
    changed = [one for one in told["aligned"] if "reworded" in one["changes"]]
    assert [[(n["old"], n["new"]) for n in one["numbers"]] for one in changed] == [[("7", "9")]]
    page = Path("page.html").read_text(encoding="utf-8")
    assert "<del>7</del>" in page.replace(" </del>", "</del>")
    assert page.count("data:image/png;base64,") >= 2


def test_a_file_that_cannot_be_drawn_leaves_a_page_without_its_pictures(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    two_files()

    def crash(*arguments: object) -> None:
        raise ChildFailed("crash", "made the process crash that read it (SIGSEGV)")

    monkeypatch.setattr(pictures, "in_child", crash)
    assert cli.run(["diff", "old.pdf", "new.pdf", "--html", "page.html"]) == 0
    remarks = capfd.readouterr().err.splitlines()
    assert [remark.partition(" (")[0] for remark in remarks] == [
        "old.pdf: no pictures",
        "new.pdf: no pictures",
    ]
    page = Path("page.html").read_text(encoding="utf-8")
    assert all(remark in page for remark in remarks)
    assert "data:image" not in page


def test_the_same_files_give_the_same_bytes_wherever_it_runs(tmp_path: Path) -> None:
    two_files()
    written = []
    for seed, folder in (("1", "here"), ("2", "there")):
        (tmp_path / folder).mkdir()
        done = subprocess.run(
            [*COMMAND, "diff", "../old.pdf", "../new.pdf", "--json", "--html", "page.html"],
            cwd=tmp_path / folder,
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": f"UTC{seed}"},
            capture_output=True,
            check=True,
        )
        written.append((done.stdout, (tmp_path / folder / "page.html").read_bytes()))
    assert written[0] == written[1]


def test_recorded_editions_are_read_from_the_pdfs_that_come_with_the_spec(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["diff", OLD, NEW, "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["old"]["words"], told["new"]["words"]) == (True, True)
    assert (told["old"]["document"], told["old"]["version"]) == ("rulehound-rulebook", "1.0")
    assert told["resemblance"] > 0.9


def test_of_recorded_editions_without_words_it_says_what_can_be_said(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.run(["diff", OLD, NEW, "--json"]) == 0
    with_words = json.loads(capfd.readouterr().out)
    spec = spec_without_pdfs()
    monkeypatch.setenv("RULEHOUND_CACHE", str(Path("nothing-read-yet").resolve()))
    assert cli.run(["diff", OLD, NEW, "--json", "--spec", str(spec), "--html", "page.html"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["old"]["words"], told["new"]["words"]) == (False, False)
    assert not any(one["words"] for one in told["aligned"])
    assert "words not at hand" in Path("page.html").read_text(encoding="utf-8")

    def unchanged(difference: dict[str, list[dict[str, list[dict[str, str]]]]]) -> list[str]:
        return [one["new"][0]["key"] for one in difference["aligned"] if not one["changes"]]

    assert unchanged(told) == unchanged(with_words)


def test_files_that_hardly_resemble_each_other_are_compared_with_a_warning(
    capfd: pytest.CaptureFixture[str],
) -> None:
    rules_pdf(Path("heap.pdf"))
    cooking = [
        "Soups",
        "Boil water in a pot of iron.",
        "Cut every carrot lengthwise.",
        "Pour, and serve hot.",
    ]
    items = [Item("1", cooking[0]), *(Item(f"1-{n}", text) for n, text in enumerate(cooking[1:], 1))]
    typeset(Rulebook(items, title=("Cooking",)), Path("soups.pdf"))
    assert cli.run(["diff", "heap.pdf", "soups.pdf"]) == 0
    assert (
        capfd.readouterr().err
        == "heap.pdf and soups.pdf hardly resemble each other; are they one document?\n"
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["heap.pdf"], "NEW"),
        (["missing.pdf", "heap.pdf"], "missing.pdf: no such file; "),
        (["heap.pdf", "missing.pdf"], "missing.pdf: no such file; "),
        (["heap.pdf", "heap@9"], "heap@9: neither a file nor a recorded edition; name a file, or one of "),
        (["heap.pdf", "heap@9"], OLD),
        (["heap.pdf", OLD, "--game", "chess"], "no game 'chess'"),
        (["heap.pdf", OLD, "--spec", "nowhere"], "nowhere: holds no rules/; "),
        (["heap.pdf", "heap.pdf", "--html", "nowhere/page.html"], "nowhere/page.html: cannot be written"),
        (["heap.pdf", "heap.pdf", "--html", "."], ".: cannot be written"),
        (["heap.pdf", "empty.pdf"], "empty.pdf: "),
        (["heap.pdf", "heap.pdf", "--numbering", "roman"], "no numbering roman; use one of "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules_pdf(Path("heap.pdf"))
    Path("empty.pdf").touch()
    assert says in refused(["diff", *arguments], capsys)
    assert sorted(os.listdir()) == ["empty.pdf", "heap.pdf"]
