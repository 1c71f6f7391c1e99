"""The exit status of the command, however it ends, and one line for a user whose input cannot be used.

2: bad input or usage; else 1: a violation or an engine error; else 3: anything inconclusive, or nothing
judged at all; else 0. An interrupt ends with 130 and a termination with 143; both leave every file as it was.
Where nobody reads the output any more (`| head`) the status is 141.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

import typer
from typer import TyperException

USER_ERROR = 2
INTERRUPTED = 128 + signal.SIGINT
TERMINATED = 128 + signal.SIGTERM
NOBODY_READS = 128 + 13
"""As of a program that SIGPIPE ends."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a system that has no room for what is written."""

_signal_statuses: list[int] = []
"""The exit status of each signal that came to end the run. An exception that a signal handler raises may not
get far: C libraries that were called turn it into errors of their own."""


def prepare_process() -> None:
    """Let signals end this program in order, and let its output streams take any character."""
    signal.signal(signal.SIGTERM, _terminate)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  # the parent process closed it
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def exit_status_of(command: Callable[[], object]) -> int:
    """Run a command and give its exit status: the number that it returns, else 0.

    An error that the user can mend is printed as one line. Raises every other error.
    """
    try:
        status = command()
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return NOBODY_READS
    except Exception as error:
        if _signal_statuses:
            return _signal_statuses[0]
        if isinstance(error, OSError) and error.errno in FULL:
            _drop_output()
            print(f"rulehound: output cannot be written ({error.strerror}); make room", file=sys.stderr)
            return USER_ERROR
        if not _is_of_the_user(error):
            raise
        text = error.format_message() if isinstance(error, TyperException) else str(error)
        from rulehound.checker.errors import printable

        print(f"rulehound: {printable(' '.join(text.split()))}", file=sys.stderr)
        return USER_ERROR
    return status if isinstance(status, int) else 0


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
    raise SystemExit(TERMINATED)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
    _signal_statuses.append(INTERRUPTED)
    raise KeyboardInterrupt
