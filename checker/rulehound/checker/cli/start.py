"""The entry point of the command, which answers an interrupt before anything else is loaded."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NoReturn


def main() -> NoReturn:
    """Load the command and run it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted_at_start)
    from rulehound.checker.cli.main import main as run

    run()


def _interrupted_at_start(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
    """End at once: nothing has been begun that would have to be cleared away."""
    os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, b"rulehound: interrupted before it began\n")
    os._exit(128 + signal.SIGINT)
