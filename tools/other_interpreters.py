"""Run the gate and a quick check on other versions of Python that the machine has.

    python tools/other_interpreters.py 3.12 3.13 --folder build/interpreters

Each version gets a virtual environment in the folder. A version that the machine does not have is said to be
skipped. Exit status 1 where the gate or the check fails on any of them, or where the gate prints other text
than on the version that runs this script.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def interpreter(version: str) -> str | None:
    """The path of a Python of this version, such as 3.12, on the search path or among those of pyenv."""
    pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    candidates = [str(path) for path in pyenv] + [path for path in [shutil.which(f"python{version}")] if path]
    for candidate in candidates:
        answer = _run([candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
        if answer.returncode == 0 and answer.stdout.strip() == version:
            return candidate
    return None


def environment(python: str, folder: Path) -> Path:
    """The `bin` folder of a virtual environment with the project in it. Raises CalledProcessError."""
    if not (folder / "installed").exists():
        subprocess.run([python, "-m", "venv", str(folder)], check=True)
        pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--editable", str(ROOT)], check=True)
        (folder / "installed").touch()
    return folder / "bin"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the gate and the check on each version, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("versions", nargs="+")
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args(arguments)
    expected = _gate(Path(sys.executable).parent)
    failures = expected.returncode
    for version in options.versions:
        python = interpreter(version)
        if python is None:
            print(f"Python {version}: skipped, this machine has none")
            continue
        folder = options.folder.resolve() / version
        commands = environment(python, folder)
        gate = _gate(commands)
        check = _run(
            [str(commands / "rulehound"), "check", "--effort", "quick", "--out", str(folder / "report")]
        )
        same = "as here" if gate.stdout == expected.stdout else "other text than here"
        last = (check.stdout.strip() or check.stderr.strip()).splitlines()[-1]
        print(f"Python {version}: gate {gate.returncode}, {same}; check {check.returncode}: {last}")
        failures += gate.returncode + check.returncode + (gate.stdout != expected.stdout)
    return int(failures > 0)


def _gate(commands: Path) -> subprocess.CompletedProcess[str]:
    return _run([str(commands / "rulehound"), "trace", "--gate"])


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
