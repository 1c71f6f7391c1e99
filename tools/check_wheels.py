"""Check that every dependency has a wheel for the Python versions that are claimed but not run here.

usage: check_wheels.py VERSION [VERSION …]

Asks pip to resolve the project's dependencies for each version with wheels alone, and installs nothing.
Exits 1 where a dependency has none.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def resolves(version: str, requirements: list[str]) -> bool:
    """Whether pip finds a wheel of every requirement, and of what those require, for this Python."""
    with tempfile.TemporaryDirectory() as target:
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--dry-run",
            "--quiet",
            "--disable-pip-version-check",
            "--ignore-installed",
            "--only-binary=:all:",
            "--python-version",
            version,
            "--target",
            target,
        ]
        done = subprocess.run([*command, *requirements], capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "pip failed without a word")
    return done.returncode == 0


def main(versions: list[str]) -> int:
    """Check each version; 0 where all resolve."""
    requirements = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "dependencies"
    ]
    failed = False
    for version in versions:
        good = resolves(version, requirements)
        print(f"Python {version}: {'every dependency has a wheel' if good else 'a dependency has no wheel'}")
        failed |= not good
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
