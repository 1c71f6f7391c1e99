"""Limits, silence, and no interrupts, which a process imposes on itself before risky work.

POSIX only.
"""

import contextlib
import ctypes
import os
import resource
import signal
from collections.abc import Mapping

_PARENT_DIED = 1
"""PR_SET_PDEATHSIG of prctl(2): Linux ends a process when its parent ends."""


def limit_resources(limits: Mapping[int, int]) -> None:
    """Have the system end this process at these limits (RLIMIT_…), and write no image of a crash.

    A limit that the system knows but does not set is left out; none is raised above the hard limit.
    """
    for kind, most in {**limits, resource.RLIMIT_CORE: 0}.items():
        _, hard = resource.getrlimit(kind)
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (soft, hard))


def be_silent() -> None:
    """Print nothing and read nothing, and leave interrupts from the keyboard to the parent."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_with(parent: int) -> None:
    """Have Linux kill this process when its parent ends, however that ends; end now where it is gone."""
    with contextlib.suppress(AttributeError, OSError):  # a system that is not Linux has no prctl
        ctypes.CDLL(None).prctl(_PARENT_DIED, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
