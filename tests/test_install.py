"""The package as a user gets it: installed from its wheel, with nothing of the checkout on the path.

Whole checks with it and with the command of the checkout say the same; one that is killed spoils nothing. The
checks of the model in them may be those that another test has made; the wheel searches one configuration.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulehound_testing import kept_model
from rulehound_testing.folders import ROOT, TESTS
from rulehound_testing.installed import install

COMMAND = Path(sys.executable).parent / "rulehound"
KEEP = "__import__('rulehound_testing.kept_model').kept_model.keep_model()"
PACKAGES = ("extract", "spec", "engine", "checker")
KEEPS_MODEL = "RULEHOUND_TESTS_KEEP_MODEL"
"""The variable that has the installed command keep the checks of the model, where it is set."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in a fresh environment. Where `KEEPS_MODEL` is set, it has the checks of the model kept."""
    keep = f"import os; {KEEPS_MODEL!r} in os.environ and {KEEP}"
    return install(tmp_path_factory.mktemp("installed"), str(TESTS), keep) / "rulehound"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder like a simulator author's, with packages of the same names as our rooms."""
    for name in ("spec", "checker", "extract"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')\n")
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "__init__.py").write_text("raise SystemExit('the wrong package')\n")
    return tmp_path


def run(
    command: Path | list[str], folder: Path, *arguments: str, keeps_model: bool = False
) -> subprocess.CompletedProcess[str]:
    environment = {
        key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")
    }
    if keeps_model:
        environment[KEEPS_MODEL] = "yes"
    return subprocess.run(
        [*(command if isinstance(command, list) else [str(command)]), *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def test_the_wheel_comes_from_the_wheel_and_not_from_the_checkout(installed: Path) -> None:
    done = run(
        installed.parent / "python",
        Path("/"),
        "-c",
        "import rulehound.checker.cli as m, rulehound.spec.dcg as s; print(m.__file__); print(s.__file__)",
    )
    assert done.returncode == 0, done.stderr
    assert all("site-packages/rulehound" in line for line in done.stdout.splitlines())
    assert str(ROOT) not in done.stdout


def test_the_wheel_has_every_file_of_the_packages(installed: Path) -> None:
    def files(folder: Path) -> set[str]:
        every = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
        return {path.as_posix() for path in every if "__pycache__" not in path.parts}

    (wheel,) = installed.parents[1].glob("lib/python*/site-packages/rulehound")
    assert files(wheel) == set().union(*(files(ROOT / name / "rulehound") for name in PACKAGES))


def test_the_installed_command_searches_the_model(installed: Path, hostile: Path) -> None:
    done = run(installed, hostile, "explore", "--configuration", "checks", "--backend", "python", "--json")
    search = json.loads(done.stdout)["searches"]["checks"]
    assert (search["states"], search["complete"]) == (104, True)
    broken = {
        record["check"] for record in json.loads(done.stdout)["records"] if record["verdict"] == "violation"
    }
    assert broken == set()


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a check of the reference engine by the bundled rulebook, with the checkout's command.

    The checks of the model may be those that another test of this run has made of the same rules.
    """
    folder = tmp_path_factory.mktemp("bundled")
    done = run(kept_model.COMMAND, folder, "check", "--effort", "quick", "--seed", "3")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return folder / "report"


def test_the_installed_command_checks_in_a_hostile_folder_and_two_runs_give_the_same_report(
    installed: Path, hostile: Path, bundled: Path
) -> None:
    arguments = ("check", "--effort", "quick", "--seed", "3", "--json")
    done = run(installed, hostile, *arguments, keeps_model=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert json.loads(done.stdout)["records"]
    assert (hostile / "report" / "index.html").exists()
    reports = []
    for folder in (bundled, hostile / "report"):
        report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        assert report.pop("timing")
        reports.append(json.dumps(report))
    assert reports[0] == reports[1]


def test_killing_a_check_leaves_the_report_before_it_whole(tmp_path: Path, bundled: Path) -> None:
    shutil.copytree(bundled, tmp_path / "report")
    before = {
        path.name: path.read_bytes() for path in sorted((tmp_path / "report").iterdir()) if path.is_file()
    }
    going = subprocess.Popen(
        [str(COMMAND), "check", "--effort", "quick"],
        cwd=tmp_path,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(3)
    os.killpg(going.pid, signal.SIGKILL)
    going.wait()
    after = {
        path.name: path.read_bytes() for path in sorted((tmp_path / "report").iterdir()) if path.is_file()
    }
    assert after == before


def test_the_reference_engine_runs_as_a_process_of_its_own(installed: Path, hostile: Path) -> None:
    greeting = (
        '{"jsonrpc": "2.0", "id": 1, "method": "handshake", "params": {"protocol": "1.0", "game": "dcg"}}\n'
    )
    done = subprocess.run(
        [str(installed.parent / "python"), "-P", "-m", "rulehound.engine"],
        cwd=hostile,
        input=greeting,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert json.loads(done.stdout.splitlines()[0])["result"]["game"] == "dcg", done.stderr


def test_the_editable_command_works_in_a_hostile_folder(hostile: Path) -> None:
    done = run(COMMAND, hostile, "trace", "--json")
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout)
