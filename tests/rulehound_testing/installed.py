"""A fresh environment that holds our wheel; libraries are lent to it by that of the tests."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from rulehound_testing.folders import ROOT


def install(place: Path, *lent: str, with_pip: bool = False) -> Path:
    """Make the environment under a folder; returns the folder of its commands.

    A .pth file lends the libraries, and has the lines of `lent`; the .pth files among the libraries are not
    followed, so the editable checkout stays out.
    """
    built = pip("wheel", "--no-deps", "--wheel-dir", str(place), str(ROOT))
    assert built.returncode == 0, built.stderr
    (wheel,) = place.glob("rulehound-*.whl")
    venv.create(place / "env", with_pip=with_pip)
    python = place / "env" / "bin" / "python"
    packages = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    put = pip("--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
    assert put.returncode == 0, put.stderr
    (Path(packages) / "lent.pth").write_text("\n".join([sysconfig.get_path("purelib"), *lent, ""]))
    return python.parent


def pip(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the installer of the tests' own environment."""
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)
