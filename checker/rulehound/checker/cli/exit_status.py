"""The exit status of the command, however it ends, and one line for bad input.

2: bad input or usage; else 1: a violation or an engine error; else 3: anything inconclusive, or nothing
judged at all; else 0. An interrupt ends with 130 and a termination with 143; both leave every file as it was,
and a line on standard error says what is kept.
Where nobody reads the output any more (`| head`) the status is 141.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Callable, Mapping
from types import FrameType
from typing import NoReturn

import typer
from typer import TyperException

from rulehound.checker.errors import Terminated, printable

UNDER_WATCH = "RULEHOUND_UNDER_WATCH"
"""Variable that tells a run that another process begins it whenever a file changes."""

USER_ERROR = 2
INTERRUPTED = 128 + signal.SIGINT
TERMINATED = 128 + signal.SIGTERM
NOBODY_READS = 128 + 13
"""As of a program that SIGPIPE ends."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a system that has no room for what is written."""

_OF_RUNS = "the last report is as it was; what was read and solved is kept for the next run"

KEPT: Mapping[str, str] = {
    "check": _OF_RUNS,
    "conform": _OF_RUNS,
    "explore": "with --checkpoint, what was searched until the last one is kept: --resume goes on from there",
    "mutate": "with --keep, the faults that were tried are kept: the same command goes on from there",
    "serve": "games that were saved are kept",
    "extract": "nothing was recorded",
    "review": "nothing was recorded",
}
"""What is left of a command that is interrupted; of others, nothing was begun that could be left."""

_signal_statuses: list[int] = []
"""The exit status of each signal that came to end the run. An exception that a signal handler raises may not
get far: C libraries that were called turn it into errors of their own."""


def prepare_process() -> None:
    """Let signals end this program in order, and let its output streams take any character."""
    signal.signal(signal.SIGTERM, _terminate)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupt)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  # the parent process closed it
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def exit_status_of(command: Callable[[], object], name: str = "") -> int:
    """Run a command and give its exit status: the number that it returns, else 0.

    An error that the user can mend is printed as one line, and so is what an interrupt leaves of the command
    of that name. Raises every other error.
    """
    try:
        status = command()
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        _say_interrupted(name)
        return INTERRUPTED
    except Terminated:
        return TERMINATED
    except BrokenPipeError:
        _drop_output()
        return NOBODY_READS
    except Exception as error:
        if _signal_statuses:
            if _signal_statuses[0] == INTERRUPTED:
                _say_interrupted(name)
            return _signal_statuses[0]
        if isinstance(error, OSError) and error.errno in FULL:
            _drop_output()
            print(f"rulehound: output cannot be written ({error.strerror}); make room", file=sys.stderr)
            return USER_ERROR
        if not _is_of_the_user(error):
            raise
        text = error.format_message() if isinstance(error, TyperException) else str(error)
        print(f"rulehound: {printable(' '.join(text.split()))}", file=sys.stderr)
        return USER_ERROR
    if status == INTERRUPTED:  # typer has caught it
        _say_interrupted(name)
    return status if isinstance(status, int) else 0


def _say_interrupted(name: str) -> None:
    if UNDER_WATCH not in os.environ:  # else whoever watches says it
        print(f"rulehound: interrupted; {KEPT.get(name, 'no file was changed')}", file=sys.stderr)


def _drop_output() -> None:
    """Send the rest of the output nowhere: Python would try to write it once more as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _is_of_the_user(error: Exception) -> bool:
    """Whether something is wrong with what the user gave, rather than with the checker."""
    if isinstance(error, TyperException):
        return True
    from rulehound.checker.errors import UserError
    from rulehound.extract import DocumentError
    from rulehound.spec.documents.spec_records import SpecError

    return isinstance(error, UserError | DocumentError | SpecError)


def _terminate(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
    _signal_statuses.append(TERMINATED)
    raise Terminated


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
    _signal_statuses.append(INTERRUPTED)
    raise KeyboardInterrupt
