"""The package as a user gets it: installed from its wheel, with nothing of the checkout on the path."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in a fresh environment that holds our wheel; libraries are lent by that of the tests.

    A .pth file lends them; the .pth files among them are not followed, so the editable checkout stays out.
    """
    place = tmp_path_factory.mktemp("installed")
    built = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--disable-pip-version-check",
            "--wheel-dir",
            str(place),
            str(ROOT),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = place.glob("rulehound-*.whl")
    venv.create(place / "env", with_pip=False)
    python = place / "env" / "bin" / "python"
    packages = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            "--disable-pip-version-check",
            str(wheel),
        ],
        check=True,
    )
    (Path(packages) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place / "env" / "bin" / "rulehound"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder like a simulator author's, with packages of the same names as our rooms."""
    for name in ("spec", "checker", "extract"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')\n")
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "__init__.py").write_text("raise SystemExit('the wrong package')\n")
    return tmp_path


def run(command: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")
    }
    return subprocess.run(
        [str(command), *arguments],
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


def test_the_installed_command_checks_in_a_hostile_folder(installed: Path, hostile: Path) -> None:
    done = run(installed, hostile, "check", "--effort", "quick", "--json")
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout)["records"]
    assert (hostile / "report" / "index.html").exists()


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
    command = Path(sys.executable).parent / "rulehound"
    done = run(command, hostile, "trace", "--json")
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout)
