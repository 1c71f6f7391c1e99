"""The first moments of the command: an interrupt is answered before anything of it is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

INTERRUPTED = "rulehound: interrupted before it began\n"


@pytest.mark.parametrize("module", ["typer", "rulehound.checker.cli.commands.trace"])
def test_an_interrupt_while_modules_are_loaded_is_one_line(module: str) -> None:
    code = (
        "import importlib.abc, signal, sys\n"
        "class Interrupting(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == {module!r}: signal.raise_signal(signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from rulehound.checker.cli.start import main\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "sys.argv = ['rulehound', '--version']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", INTERRUPTED)


def test_whoever_does_not_hear_interrupts_goes_on_not_hearing_them() -> None:
    code = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from rulehound.checker.cli.start import main\n"
        "sys.argv = ['rulehound', '--version']\n"
        "try: main()\n"
        "finally: print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[1:] == ["True"]
