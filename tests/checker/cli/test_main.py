"""The command line: what it answers to bad input, how it ends, and how little it loads to help."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from rulehound.checker.cli import main as cli
from rulehound.checker.efforts import EFFORTS
from rulehound.checker.model.prove import prove_invariants
from rulehound.spec.dcg import game
from rulehound_testing.command_line import refused
from rulehound_testing.documents.typeset import Item, Rulebook, typeset
from rulehound_testing.folders import ROOT
from rulehound_testing.toy.spec import rules_pdf

RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.1.pdf"

HEAVY = {
    "hypothesis",
    "jinja2",
    "msgspec",
    "networkx",
    "pdfplumber",
    "pdfminer",
    "PIL",
    "pypdfium2",
    "rapidfuzz",
    "rich",
    "z3",
    "multiprocessing",
    "rulehound.spec",
    "rulehound.extract",
    "rulehound.engine",
}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def bad_files(folder: Path) -> None:
    """Files of every kind that is no rulebook."""
    (folder / "empty.pdf").write_bytes(b"")
    (folder / "text.pdf").write_text("1-1. This is no PDF.\n")
    whole = RULEBOOK.read_bytes()
    (folder / "cut.pdf").write_bytes(whole[: len(whole) // 2])
    typeset(Rulebook([Item("", "No clause here has a number.")]), folder / "unnumbered.pdf")
    typeset(Rulebook([Item("1", "Heap"), Item("1-1", "One heap.")]), folder / "locked.pdf", encrypt="secret")
    picture = Canvas(str(folder / "textless.pdf"), invariant=True)
    picture.rect(100, 100, 200, 200)
    picture.save()
    rules_pdf(folder / "other-game.pdf")
    (folder / "folder.pdf").mkdir()


@pytest.mark.parametrize("command", ["check", "extract", "show"])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing.pdf", "no such file"),
        ("empty.pdf", "empty"),
        ("text.pdf", "not a PDF"),
        ("cut.pdf", "cut short"),
        ("locked.pdf", "encrypted"),
        ("textless.pdf", "no text"),
        ("unnumbered.pdf", "resembles no recorded document"),
        ("folder.pdf", "directory"),
        ("other-game.pdf", "resembles no recorded document"),
    ],
)
def test_a_document_that_cannot_be_used(
    command: str, name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad_files(tmp_path)
    before = sorted(os.listdir(tmp_path))
    arguments = {
        "check": ["check", "--rules", name],
        "extract": ["extract", name, "--out", "clauses.jsonl"],
        "show": ["show", "memory.limit", "--rules", name, "--picture", "place.png"],
    }
    if command == "extract" and name in ("unnumbered.pdf", "other-game.pdf"):
        assert cli.run(arguments[command]) == 0
        return
    said = refused(arguments[command], capsys)
    assert said.startswith(f"{name}: ")
    assert why in said
    assert "; " in said
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "No such command"),
        (["check", "--seed", "many"], "--seed"),
        (["check", "--seed", "-1"], "--seed"),
        (["check", "--effort", "some"], "--effort"),
        (["check", "--nonsense"], "--nonsense"),
        (["check", "surplus"], "surplus"),
        (["extract"], "DOC"),
        (["check", "--game", "chess"], "no game 'chess'; there is dcg"),
        (["check", "--edition", "first"], "has no edition first; use one of fan-2020, "),
        (["check", "--engine", "no-such-engine"], "'no-such-engine' does not exist"),
        (["check", "--engine", ""], "the engine command is empty"),
        (["check", "--engine", "false"], "did not complete its handshake: crashed"),
        (
            ["check", "--engine", "sh -c 'echo garbage; exec cat >/dev/null'"],
            "did not complete its handshake: not JSON",
        ),
        (["check", "--engine", "'"], "cannot be read"),
        (["check", "--out", "taken"], "taken: is a file, and a report is a folder"),
        (["check", "--out", "."], "holds taken, which is no part of a report"),
        (["show", "no.such.rule"], "neither a rule, nor a clause"),
        (["explore", "--configuration", "vast"], "no configuration vast; use one of counters, "),
        (
            ["explore", "--graph", "states.png"],
            "states.png: unknown kind of graph file; end its name in .graphml or .dot or .svg",
        ),
        (["replay", "missing.json"], "missing.json: "),
        (["replay", "taken"], "taken: not a trace"),
        (["extract", "missing.pdf", "--format", "xml"], "--format"),
        (["check", "--engine-memory", "99999999999999999999"], "--engine-memory"),
        (["check", "--engine-seconds", "1e300"], "--engine-seconds"),
        *(
            ([*command, "--engine", "no-such-engine"], "there is no installed engine 'no-such-engine'; give")
            for command in (["trace"], ["show", "memory.limit"], ["impact", "old", "new"])
        ),
        (["scenario", "check", "."], ". holds no scenario"),
        (["scenario", "run", ""], "neither a file nor the id of a scenario"),
        *(
            (["conform", option, "nowhere/file"], f"(no such folder); name a file with {option}")
            for option in ("--junit", "--sarif", "--write-baseline")
        ),
        (["conform", "--junit", "."], ".: cannot be written (is a folder)"),
    ],
    ids=" ".join,
)
def test_bad_usage_is_one_line(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("mine")
    assert says in refused(arguments, capsys)
    assert os.listdir(tmp_path) == ["taken"]
    assert (tmp_path / "taken").read_text() == "mine"


def test_names_in_a_file_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cards.toml").write_text(r'"a\u001b[31m\u202e" = 1')
    assert "unknown key `a\\x1b[31m\\u202e`" in refused(["play", "--cards", "cards.toml"], capsys)


def test_extract_writes_the_file_whole_or_prints(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    rules_pdf(tmp_path / "heap.pdf")
    assert cli.run(["extract", "heap.pdf"]) == 0
    printed = capfdbinary.readouterr().out
    assert cli.run(["extract", "heap.pdf", "--out", "heap.jsonl"]) == 0
    assert (tmp_path / "heap.jsonl").read_bytes() == printed
    clauses = [json.loads(line) for line in printed.splitlines()]
    assert [clause["number"] for clause in clauses] == ["1", "1-1", "1-2", "2", "2-1", "2-2", "2-3"]
    assert clauses[2]["text"] == "The heap is full at 7 and never grows past that."
    assert {"number", "key", "parent", "kind", "text", "page", "bbox", "changed"} <= clauses[0].keys()
    capfdbinary.readouterr()
    assert cli.run(["extract", "heap.pdf", "--json"]) == 0
    whole = json.loads(capfdbinary.readouterr().out)
    assert whole["clauses"] == clauses
    assert whole["title"] == "Rules of the Heap"


def test_show_tells_of_a_rule_and_of_a_clause(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["show", "memory.limit", "--picture", "place.png"]) == 0
    rule = capfd.readouterr().out
    assert rule.startswith("rule: memory.limit\n")
    assert "invariant:memory.limit" in rule
    assert "memory.max: 10 at rulehound-rulebook 1.1" in rule
    assert (tmp_path / "place.png").read_bytes().startswith(b"\x89PNG")
    number = next(line for line in rule.splitlines() if line.strip().startswith("clause: ")).split(": ")[1]
    assert cli.run(["show", number, "--json"]) == 0
    clause = json.loads(capfd.readouterr().out)
    assert (clause["clause"], clause["link"], clause["status"]) == (number, "ok", "checked")
    assert "memory.limit" in clause["rules"]


def test_prove_prints_json(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one action; the others are the test of induction's."""
    monkeypatch.setattr("rulehound.checker.efforts.EFFORTS", {"normal": EFFORTS["quick"]})
    others = [name for name in game.model().actions if name != "pass"]
    proved = partial(prove_invariants, without=others)
    monkeypatch.setattr("rulehound.checker.model.proof_checks.prove_invariants", proved)
    assert cli.run(["prove", "--json"]) == 0
    proofs = json.loads(capfd.readouterr().out)
    assert {record["verdict"] for record in proofs["records"]} == {"pass"}
    assert len(proofs["records"]) >= 12


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom rulehound.checker.cli import main as cli\n"
        "assert cli.run(['--help']) == 0\nassert cli.run(['check', '--help']) == 0\n"
        "print('loaded', *sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    commands = "adapter check extract explore prove play trace show diff impact review lint replay scenario"
    for command in commands.split():
        assert f"  {command} " in done.stdout
    loaded = set(done.stdout.splitlines()[-1].split()[1:])
    assert "typer" in loaded
    assert loaded & HEAVY == set()
    light = {"rulehound.checker", "rulehound.checker.errors"}
    own = {name for name in loaded if name.startswith("rulehound.")} - light
    assert {name for name in own if not name.startswith("rulehound.checker.cli")} == set()


@pytest.mark.parametrize(
    ("arguments", "beginning"),
    [
        (["help"], "Usage: rulehound [OPTIONS]"),
        (["help", "check"], "Usage: rulehound check"),
        (["help", "scenario", "run"], "Usage: rulehound scenario run"),
        (["scenario"], "Usage: rulehound scenario"),
        (["adapter"], "Usage: rulehound adapter"),
        (["-h"], "Usage: rulehound [OPTIONS]"),
        (["check", "-h"], "Usage: rulehound check"),
        (["scenario", "run", "-h"], "Usage: rulehound scenario run"),
    ],
)
def test_help_is_a_page_for_whoever_asks_or_names_no_command(
    arguments: list[str], beginning: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments) == 0
    page = capsys.readouterr()
    assert page.out.startswith(beginning)
    assert len(page.out.splitlines()) > 5
    assert page.err == ""


def test_without_a_command_there_is_help_and_version_has_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([]) == 0
    assert capsys.readouterr().out.startswith("Usage: rulehound")
    for version in ("--version", "-V"):
        assert cli.run([version]) == 0
        assert capsys.readouterr().out.startswith("rulehound ")


def test_a_shell_completes_commands_and_options() -> None:
    def completed(words: str, number: int) -> list[str]:
        given = {"COMP_WORDS": words, "COMP_CWORD": str(number), "_RULEHOUND_COMPLETE": "complete_bash"}
        code = "from rulehound.checker.cli.start import main; main()"
        run = [sys.executable, "-P", "-c", code]
        return subprocess.run(
            run, capture_output=True, text=True, check=True, env={**os.environ, **given}
        ).stdout.split()

    assert completed("rulehound con", 1) == ["conform"]
    assert completed("rulehound check --last", 2) == ["--last-failed"]
    assert completed("rulehound check --effort ", 3) == ["brief", "quick", "normal", "deep"]
