"""How the command ends: signals, output that goes nowhere, a run that is ended half way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rulehound_testing.command_line import COMMAND
from rulehound_testing.running_processes import running, wait_for


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=str)
def test_a_signal_while_an_argument_goes_to_a_c_library_ends_the_run(
    number: signal.Signals, status: int
) -> None:
    """As in a call of z3, where what a handler raises comes out as ctypes.ArgumentError."""
    code = (
        "import ctypes, signal, sys\nfrom rulehound.checker.cli import main as cli\n"
        "class Handle:\n"
        "    @classmethod\n"
        f"    def from_param(cls, value): signal.raise_signal({number.value})\n"
        "call = ctypes.pythonapi.PyLong_AsLong\ncall.argtypes = [Handle]\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "cli.app = lambda *arguments, **options: call(1)\ncli.main()\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    told = "rulehound: interrupted; no file was changed\n" if number is signal.SIGINT else ""
    assert (done.returncode, done.stderr) == (status, told)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=str)
def test_a_signal_while_an_engine_of_this_process_answers_is_no_error_of_the_engine(
    number: signal.Signals, status: int
) -> None:
    code = (
        "import signal\nfrom rulehound.checker.cli import main as cli\n"
        "from rulehound.checker.engines.channels import LocalChannel\n"
        "from rulehound.checker.engines.misbehaviour import EngineError\n"
        "class Engine:\n"
        f"    def hello(self): signal.raise_signal({number.value})\n"
        "def command(*arguments, **options):\n"
        "    try:\n"
        "        LocalChannel(Engine()).call('hello', {})\n"
        "    except EngineError:\n"
        "        print('the engine broke')\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "cli.app = command\ncli.main()\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    told = "rulehound: interrupted; no file was changed\n" if number is signal.SIGINT else ""
    assert (done.returncode, done.stdout, done.stderr) == (status, "", told)


PRINTS = {
    "console": "from rulehound.checker.cli.terminal import console; say = console().print",
    "bytes": "from rulehound.checker.cli import standard_output\n"
    "    say = lambda line: standard_output.print_bytes(line.encode())",
    "print": "say = print",
}


@pytest.mark.parametrize("way", PRINTS)
@pytest.mark.parametrize(
    ("to", "status", "complaint"),
    [
        ("| true", 141, ""),
        ("> /dev/full", 2, "rulehound: output cannot be written (No space left on device); make room\n"),
        (">&-", 0, ""),
    ],
)
def test_output_that_goes_nowhere(way: str, to: str, status: int, complaint: str) -> None:
    code = (
        "from rulehound.checker.cli import main as cli\nimport time\n"
        "def command(*arguments, **options):\n"
        f"    {PRINTS[way]}\n"
        "    time.sleep(0.2)\n"  # until the reader has gone
        "    for _ in range(10_000): say('a line of the output')\n"
        "cli.app = command\ncli.main()\n"
    )
    shell = f'set -o pipefail; "$1" -P -c "$2" {to}'
    run = ["bash", "-c", shell, "bash", sys.executable, code]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, complaint)


def children(process: int) -> set[int]:
    """Processes that a process has started."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return {int(child) for task in tasks for child in task.read_text().split()}


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)], ids=str
)
def test_a_run_that_is_ended_half_way_leaves_the_old_report_and_no_process(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("this run was started deaf to the keyboard, and so are its children")
    report = tmp_path / "report"
    report.mkdir()
    (report / "report.json").write_text('{"format": "rulehound-report-1"}')
    run = subprocess.Popen(
        [*COMMAND, "check", "--effort", "deep"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert wait_for(lambda: len(children(run.pid)) >= 1)
    started = children(run.pid)
    if number is signal.SIGINT:
        os.killpg(run.pid, number)  # as a terminal does
    else:
        run.send_signal(number)
    said, complaint = run.communicate()
    assert run.returncode == status
    assert said == ""
    if number is signal.SIGINT:
        assert complaint.startswith("rulehound: interrupted; the last report is as it was; ")
        assert len(complaint.splitlines()) == 1
    elif number is not signal.SIGKILL:
        assert complaint == ""
    assert wait_for(lambda: not any(running(child) for child in started))
    assert os.listdir(tmp_path) == ["report"]
    assert os.listdir(report) == ["report.json"]
