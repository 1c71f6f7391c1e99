"""`rulehound extract --update` and `rulehound review`: a new edition, what is in doubt, and its review."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulehound.checker.cli import main as cli
from rulehound_testing.command_line import refused
from rulehound_testing.toy.spec import rules_pdf, toy_game


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def spec() -> Path:
    """The toy's spec directory, by the names of rulesets of an installed game."""
    root = Path("spec")
    toy_game(root)
    for path in (root / "documents/heap-rules.toml", root / "rules/heap.toml"):
        text = path.read_text(encoding="utf-8")
        text = text.replace('"only"', '"manual-2.3"').replace('"other"', '"comprehensive-4.0"')
        path.write_text(text, encoding="utf-8")
    return root


def new_edition(changed: dict[str, str]) -> Path:
    return rules_pdf(Path("new.pdf"), changed)


def update(*more: str) -> int:
    return cli.run(["extract", "new.pdf", "--update", "--spec", "spec", "--version", "2.0", *more])


FULL = {"1-2": "The heap is full at 9, whatever the players do, and nothing is added to it then."}


def test_a_new_edition_is_recorded_and_what_changed_is_in_doubt_until_reviewed(
    spec: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    new_edition(FULL)
    assert update("--date", "2021-01-01") == 0
    said = capfd.readouterr().out.splitlines()
    assert said[0].startswith("heap-rules@2.0: new edition, 7 clauses, 7 of them known from 1.0")
    assert said[1] == (
        "ruleset manual-2.3, as 1.0 has it; where it states another: documents/heap-rules.toml"
    )
    assert said[2] == "next: rulehound impact heap-rules@1.0 new.pdf --spec spec"
    assert (spec / "documents/heap-rules-2.0.clauses.jsonl").is_file()
    entry = (spec / "documents/heap-rules.toml").read_text(encoding="utf-8")
    assert 'version = "2.0"\ndate = "2021-01-01"' in entry

    assert cli.run(["review", "heap.full", "add.some", "--spec", "spec", "--json"]) == 0
    results = json.loads(capfd.readouterr().out)["results"]
    assert [(result["name"], result["outcome"]) for result in results] == [
        ("heap.full", "reviewed"),
        ("add.some", "nothing in doubt"),
    ]
    assert cli.run(["review", "--all", "--spec", "spec"]) == 0
    assert capfd.readouterr().out == "0 links reviewed\n"


def test_everything_in_doubt_may_be_reviewed_at_once_or_within_one_edition(
    spec: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    new_edition(FULL | {"2-3": "Nobody who has a turn may ever add more than three counters."})
    assert update() == 0
    assert cli.run(["review", "--all", "--spec", "spec", "--version", "1.0"]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == "0 links reviewed"
    everything = ["review", "--all", "--spec", "spec", "--document", "heap-rules"]
    assert cli.run(everything) == 0
    shown = capfd.readouterr().out.splitlines()
    assert [line.split("   ")[:2] for line in shown[:-1]] == [
        ["heap.full", "to review"],
        ["add.few", "to review"],
    ]
    assert shown[-1] == "2 links to review, none reviewed: give --yes once somebody has looked at all of them"
    assert not (spec / "reviews.toml").exists()
    assert cli.run([*everything, "--yes", "--by", "Kai", "--why", "says the same"]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == "2 links reviewed"
    kept = (spec / "reviews.toml").read_text(encoding="utf-8")
    assert kept.count('by = "Kai"\nwhy = "says the same"') == 2
    assert cli.run(["review", "--all", "--spec", "spec"]) == 0
    assert capfd.readouterr().out == "0 links reviewed\n"


def test_what_is_gone_cannot_be_reviewed(spec: Path, capfd: pytest.CaptureFixture[str]) -> None:
    new_edition({"2-3": ""})
    assert update() == 0
    capfd.readouterr()
    assert cli.run(["review", "add.few", "--spec", "spec"]) == 1
    said = capfd.readouterr().out
    assert said.startswith("add.few   gone   ")
    assert "spec/rules/heap.toml:" in said
    assert not (spec / "reviews.toml").exists()


def test_recording_the_same_file_again_changes_nothing(spec: Path, capfd: pytest.CaptureFixture[str]) -> None:
    new_edition(FULL)
    assert update() == 0
    before = {path: path.read_bytes() for path in spec.rglob("*") if path.is_file()}
    capfd.readouterr()
    assert cli.run(["extract", "new.pdf", "--update", "--spec", "spec"]) == 0
    said = capfd.readouterr().out
    assert said == "heap-rules@2.0 is recorded already, with 7 clauses; nothing to do\n"
    assert cli.run(["extract", "new.pdf", "--update", "--spec", "spec", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["what"], told["document"], told["files"]) == ("unchanged", "heap-rules", [])
    assert {path: path.read_bytes() for path in spec.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["review", "--spec", "spec"], "no rule is named; name rules, or give --all"),
        (["review", "heap.full", "--all", "--spec", "spec"], "both rules and --all are given; "),
        (["review", "heap.full", "--yes", "--spec", "spec"], "--yes is given without --all; leave it out"),
        (["review", "heap.ful", "--spec", "spec"], "unknown rule heap.ful; did you mean heap.full?"),
        (
            ["review", "--all", "--spec", "spec", "--document", "soup"],
            "soup is not recorded; the editions are",
        ),
        (["review", "--all", "--spec", "nowhere"], "nowhere: holds no rules/; give the spec directory"),
        (["extract", "new.pdf", "--update", "--spec", "nowhere"], "nowhere: holds no rules/; "),
        (["extract", "missing.pdf", "--update", "--spec", "spec"], "missing.pdf: no such file; "),
        (
            ["extract", "new.pdf", "--update", "--spec", "spec"],
            "heap-rules 1.0 is recorded from another file",
        ),
        (
            ["extract", "new.pdf", "--update", "--spec", "spec", "--version", "2", "--date", "today"],
            "'today' is no date; write ",
        ),
        (
            ["extract", "new.pdf", "--update", "--spec", "spec", "--version", "2", "--ruleset", "x"],
            "unknown ruleset x; ",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_changes_nothing(
    arguments: list[str], says: str, spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_edition(FULL)
    before = {path: path.read_bytes() for path in spec.rglob("*") if path.is_file()}
    assert says in refused(arguments, capsys)
    assert {path: path.read_bytes() for path in spec.rglob("*") if path.is_file()} == before


def test_a_record_that_cannot_be_written_leaves_the_spec_as_it_was(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_edition(FULL)
    (spec / "documents/heap-rules-2.0.clauses.jsonl").mkdir()
    before = {path: path.read_bytes() for path in spec.rglob("*") if path.is_file()}
    said = refused(["extract", "new.pdf", "--update", "--spec", "spec", "--version", "2.0"], capsys)
    assert said.startswith("spec/documents/heap-rules-2.0.clauses.jsonl: cannot be written")
    assert said.endswith(" with --spec")
    assert {path: path.read_bytes() for path in spec.rglob("*") if path.is_file()} == before
