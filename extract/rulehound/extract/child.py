"""What runs inside the processes of `rulehound.extract.isolation`: one function, under limits."""

import contextlib
import os
import pickle
import sys
from importlib import import_module
from typing import Any, BinaryIO

from rulehound.extract.isolation import Limits, Reply

if sys.platform != "win32":
    import resource


def main() -> None:
    """Serve the parent over standard input and output until it closes them.

    First come the limits, the target, its arguments, and whether it runs only once; then, for a generator,
    its tasks.
    """
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    # What a library prints must neither mix with the replies nor reach the user.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    # Ctrl-C reaches the parent as well, which ends its children.
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        _serve(requests, replies)


def _serve(requests: BinaryIO, replies: BinaryIO) -> None:
    limits, target, arguments, once = pickle.load(requests)
    try:
        module, _, name = target.partition(":")
        function: Any = import_module(module)
        for part in name.split("."):
            function = getattr(function, part)
        _limit(limits)
        if once:
            _reply(replies, "result", function(*arguments))
            return
        server = function(*arguments)
        _reply(replies, "result", next(server))
        while (task := _next(requests)) is not None:
            _reply(replies, "result", server.send(task))
    except MemoryError:
        _reply(replies, "memory", None)
    except Exception as error:
        _reply(replies, "raised", error)


def _next(requests: BinaryIO) -> object | None:
    """The next task; None where the parent has no more."""
    try:
        task: object = pickle.load(requests)
    except EOFError:
        return None
    return task


def _reply(replies: BinaryIO, reply: Reply, content: object) -> None:
    replies.write(pickle.dumps((reply, content), pickle.HIGHEST_PROTOCOL))
    replies.flush()


def _limit(limits: Limits) -> None:
    """Have the system end this process at its limits, even where the parent is gone by then."""
    if sys.platform == "win32":
        return
    wanted = {
        resource.RLIMIT_AS: limits.memory,
        resource.RLIMIT_CPU: int(limits.document_seconds) + 1,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in wanted.items():
        _, hard = resource.getrlimit(kind)
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(ValueError, OSError):  # a system that knows the limit but does not set it
            resource.setrlimit(kind, (soft, hard))
