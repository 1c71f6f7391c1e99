"""What a user sees: documents that say otherwise, engines that do otherwise, bad input.

Of what takes longest a part is asked a run: see turns.toml.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.pipeline import check as checking
from rulehound.checker.pipeline import engine_run
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.stage_results import Results
from rulehound.checker.suite.vectors import Found, solved_vectors
from rulehound.spec.formats import Ruleset
from rulehound.spec.game import Game
from rulehound.spec.language import Model
from rulehound_testing.efforts import LITTLE
from rulehound_testing.folders import ROOT, SHARED
from rulehound_testing.kept_model import kept_model_checks

COMMAND = Path(sys.executable).parent / "rulehound"
RULEBOOK = ROOT / "spec" / "rulehound" / "spec" / "dcg" / "rulebook"
SOURCE = RULEBOOK / "rulehound-rulebook.txt"
LIMIT = "the highest number is 10,"

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
Judged = Callable[..., tuple[Done, dict[str, Any]]]


def run(*arguments: str | Path, folder: Path) -> Done:
    return subprocess.run(
        [str(COMMAND), *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Judged:
    """A quick check into the folder of the test, by this process: how it ended, and its report.json.

    The engine is judged with a little effort; the model beside it as always, or as another test has done it.
    """

    def judged(*arguments: str | Path) -> tuple[Done, dict[str, Any]]:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(engine_run, "EFFORTS", {"quick": LITTLE})
        monkeypatch.setattr(checking, "check_model_of", kept_model_checks)
        command = ["check", "--effort", "quick", *map(str, arguments)]
        status = cli.run(command)
        printed = capfd.readouterr()
        assert "Traceback" not in printed.err, printed.err
        report = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
        return subprocess.CompletedProcess(command, status, printed.out, printed.err), report

    return judged


@pytest.fixture
def engine_judged(checked: Judged, monkeypatch: pytest.MonkeyPatch) -> Judged:
    """A quick check without the checks of the model itself, which ask no engine.

    A wrong engine with those of the model beside it stands in the story of an update.
    """

    @contextmanager
    def nothing(*_: object) -> Iterator[Callable[[], Results]]:
        yield Results

    monkeypatch.setattr(checking, "_model_checks", nothing)
    return checked


def inputs_of(*names: str) -> Callable[[WorkerPool, Game, Ruleset], Callable[[], Found]]:
    """A search for the boundary inputs of these actions alone: for numbers that nobody else asks about."""

    def begun(_: WorkerPool, game: Game, values: Ruleset) -> Callable[[], Found]:
        assert game.vectors is not None
        models = [with_actions(model, names) for model in game.vectors.models()]
        return cache(lambda: solved_vectors(replace(game.vectors, models=lambda: models, chains=()), values))

    return begun


def with_actions(model: Model, names: tuple[str, ...]) -> Model:
    """A model with no more than these of its actions."""
    smaller = copy.copy(model)
    smaller.__dict__["actions"] = {name: model.actions[name] for name in names if name in model.actions}
    return smaller


def violated(report: dict[str, Any]) -> set[str]:
    return {rule["id"] for rule in report["rules"] if rule["verdict"] == "violation"}


def rulebook_with(folder: Path, old: str, new: str) -> Path:
    """Our rulebook with a change of its source, built to another place."""
    text = SOURCE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    source, pdf = folder / "changed.txt", folder / "changed.pdf"
    source.write_text(text.replace(old, new), encoding="utf-8")
    subprocess.run(
        [
            sys.executable,
            str(ROOT / "tools" / "build_rulebook.py"),
            "--edition",
            "1.1",
            "--source",
            str(source),
            "--out",
            str(pdf),
        ],
        check=True,
    )
    return pdf


@pytest.mark.parametrize(("limit", "way"), [(12, "strict"), (8, "lax")])
def test_a_changed_number_in_the_document_changes_what_is_demanded(
    tmp_path: Path, engine_judged: Judged, monkeypatch: pytest.MonkeyPatch, limit: int, way: str
) -> None:
    monkeypatch.setattr(engine_run, "vectors_in_background", inputs_of("play"))
    pdf = rulebook_with(tmp_path, LIMIT, LIMIT.replace("10", str(limit)))
    done, report = engine_judged("--rules", pdf)
    assert done.returncode == 1
    fact = next(fact for fact in report["facts"] if fact["name"] == "memory.max")
    assert fact["value"] == limit
    assert violated(report) == {"memory.limit"}
    assert "3-3-2" in done.stdout
    plays = [
        record["trace"]["steps"][-1].get("refused", False)
        for record in report["records"]
        if (record["check"], record["verdict"]) == ("vector:play:memory.affordable", "violation")
    ]
    # too strict: a play that the document allows is refused; too lax: one that it forbids is carried out
    assert plays == [way == "strict"]


def test_a_number_that_cannot_be_read_leaves_its_checks_inconclusive(tmp_path: Path, checked: Judged) -> None:
    pdf = rulebook_with(tmp_path, LIMIT, "the end is the highest number,")
    done, report = checked("--rules", pdf)
    assert done.returncode == 3
    verdicts = {rule["id"]: rule["verdict"] for rule in report["rules"]}
    assert verdicts["memory.limit"] == "inconclusive"
    assert "violation" not in verdicts.values()
    fact = next(fact for fact in report["facts"] if fact["name"] == "memory.max")
    assert (fact["status"], fact["value"]) == ("missing", None)


def test_a_clause_that_is_gone_leaves_its_rule_inconclusive(tmp_path: Path, engine_judged: Judged) -> None:
    pdf = rulebook_with(tmp_path, "### [hand-unlimited] A hand may hold any number of cards.\n", "")
    done, report = engine_judged("--rules", pdf)
    assert done.returncode == 3
    verdicts = {rule["id"]: rule["verdict"] for rule in report["rules"]}
    assert verdicts["hand.unlimited"] == "inconclusive"
    assert verdicts["battle.unlimited"] == "pass"
    assert "violation" not in verdicts.values()


def test_the_older_edition_of_our_rulebook_is_violated_where_its_number_differs(
    engine_judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_run, "vectors_in_background", inputs_of())  # scenarios show it
    done, report = engine_judged("--rules", RULEBOOK / "rulehound-rulebook-1.0.pdf")
    assert done.returncode == 1
    assert "setup.security" in violated(report)


@pytest.mark.skipif(
    not SHARED.is_dir(), reason="the publisher's documents are not ours to ship; none is beside the checkout"
)
def test_the_comprehensive_rules_pass_as_they_stand(checked: Judged) -> None:
    done, report = checked("--rules", SHARED / "documents" / "dcg-comprehensive-rules-en-4.0.pdf")
    assert done.returncode == 0, done.stdout[-3000:]
    assert report["document"]["clauses"] == 1103
    assert report["edition"] == "comprehensive-4.0"
    assert all(fact["status"] == "ok" for fact in report["facts"])


@pytest.mark.parametrize(
    ("fault", "rule", "steps"),
    [
        ("memory-limit-11", "memory.limit", 1),
        ("level-2-moves", "breeding.move-dp", 1),
        ("check-after-attacker-died", "security.attacker-gone", 1),
    ],
)
def test_an_engine_with_a_planted_fault_is_caught_and_its_trace_replays(
    tmp_path: Path,
    engine_judged: Judged,
    fault: str,
    rule: str,
    steps: int,
) -> None:
    engine = f"{sys.executable} -P {ROOT / 'tests' / 'faulty_engines.py'} {fault}"
    done, report = engine_judged("--engine", engine)
    assert done.returncode == 1
    assert rule in violated(report)
    traces = [
        record["trace"]
        for record in report["records"]
        if record["verdict"] == "violation" and record.get("trace", {}).get("rule") == rule
    ]
    assert min(len(trace["steps"]) for trace in traces) <= steps
    replay = next(line.strip() for line in done.stdout.splitlines() if line.strip().startswith("replay: "))
    again = subprocess.run(
        replay.removeprefix("replay: ").replace("rulehound", str(COMMAND), 1),
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 1, again.stdout + again.stderr


def here(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """The command in a folder, run by this process."""

    def ran(*arguments: str) -> Done:
        monkeypatch.chdir(folder)
        status = cli.run(list(arguments))
        printed = capfd.readouterr()
        return subprocess.CompletedProcess(arguments, status, printed.out, printed.err)

    return ran


@pytest.mark.parametrize(
    ("name", "content", "apart"),
    [
        ("missing.pdf", None, True),
        ("empty.pdf", b"", False),
        ("text.pdf", b"no document at all", False),
    ],
)
def test_bad_documents_get_one_line_and_leave_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
    apart: bool,
) -> None:
    """One of them by a process of its own, which ends as it should, too."""
    if content is not None:
        (tmp_path / name).write_bytes(content)
    ran = partial(run, folder=tmp_path) if apart else here(tmp_path, monkeypatch, capfd)
    done = ran("check", "--rules", name)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stderr.startswith("rulehound: ")
    assert name in done.stderr
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize(
    ("engine", "apart"),
    [
        ("no-such-command-anywhere", False),
        (f"{sys.executable} -c pass", True),
        (f"{sys.executable} -c \"print('hello')\"", False),
    ],
)
def test_engines_that_do_not_start_get_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    engine: str,
    apart: bool,
) -> None:
    """One of them by a process of its own, which ends as it should, too."""
    ran = partial(run, folder=tmp_path) if apart else here(tmp_path, monkeypatch, capfd)
    done = ran("check", "--engine", engine)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stderr.startswith("rulehound: ")
    assert not (tmp_path / "report").exists()
