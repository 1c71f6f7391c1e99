"""The code that runs in the processes that `launcher` starts: the launcher itself, and its forks."""

import contextlib
import gc
import os
import pickle
import resource
import signal
import socket
from importlib import import_module
from typing import Any, BinaryIO, NoReturn

import rulehound.extract.assembly
import rulehound.extract.pdf.serving  # noqa: F401  (so that every child has them)
from rulehound.extract.processes.confinement import be_silent, limit_resources
from rulehound.extract.processes.isolation import Reply
from rulehound.extract.processes.launcher import ANSWER, ORDER, START

_NONE = -1


def launch() -> None:
    """Fork a child for every order on standard input, until the process that gives the orders ends."""
    control = socket.socket(fileno=os.dup(0))
    be_silent()  # what a library prints must not reach the user; the parent ends its children on Ctrl-C
    gc.freeze()
    children: set[int] = set()
    try:
        while True:
            order, passed, _, _ = socket.recv_fds(control, ORDER.size, 1)
            if len(order) < ORDER.size:
                return
            kind, number = ORDER.unpack(order)
            if kind == START:
                answer = _fork(control, passed[0])
                children |= {answer} - {_NONE}
            else:
                children.remove(number)  # no other process is ever ended
                answer = _end(number)
            control.sendall(ANSWER.pack(answer))
    except (OSError, KeyError):  # whoever gave the orders is gone, or not to be understood
        return
    finally:
        for child in children:
            _end(child)


def _fork(control: socket.socket, passed: int) -> int:
    """The number of a new process that serves the socket with the descriptor; _NONE if there can be none."""
    try:
        number = os.fork()
    except OSError:
        number = _NONE
    if number == 0:
        control.close()
        _be_child(socket.socket(fileno=passed))
    os.close(passed)
    return number


def _end(number: int) -> int:
    """Kill a child, if it is still there, and return its exit status."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)
    _, status = os.waitpid(number, 0)
    return os.waitstatus_to_exitcode(status)


def _be_child(parent: socket.socket) -> NoReturn:
    """Serve the parent, and end without a way back into the launcher."""
    try:
        _serve(parent.makefile("rb"), parent.makefile("wb"))
        os._exit(0)
    finally:
        os._exit(1)


def _serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Serve requests: first the directory, limits, target, its arguments, and whether it runs only once; then
    tasks.
    """
    directory, limits, target, arguments, once = pickle.load(requests)
    if directory is not None:
        os.chdir(directory)
    try:
        module, _, name = target.partition(":")
        function: Any = import_module(module)
        for part in name.split("."):
            function = getattr(function, part)
        # kept by the system, even where the parent is gone by then
        limit_resources(
            {resource.RLIMIT_AS: limits.memory, resource.RLIMIT_CPU: int(limits.document_seconds) + 1}
        )
        if once:
            _reply(replies, "result", function(*arguments))
            return
        server = function(*arguments)
        _reply(replies, "result", next(server))
        while True:
            _reply(replies, "result", server.send(pickle.load(requests)))
    except MemoryError:
        _reply(replies, "memory", None)
    except Exception as error:
        _reply(replies, "raised", error)


def _reply(replies: BinaryIO, reply: Reply, content: object) -> None:
    replies.write(pickle.dumps((reply, content), pickle.HIGHEST_PROTOCOL))
    replies.flush()
