"""Starts child processes fast: by fork, from a process that has imported the parser and runs no thread.

A fresh interpreter costs 0.3 s, a fork of one that waits a few milliseconds. The launcher is started with the
first child and ends with this process, and its children end with it. Forking this process itself would be
unsafe where a progress bar runs a thread, and multiprocessing would import the caller's `__main__` once more.
POSIX only.
"""

import atexit
import os
import socket
import struct
import subprocess
import sys
import threading

START, END = b"s", b"e"
ORDER = struct.Struct("=cq")
"""START with 0 and a socket for the child, or END with the number of a process."""
ANSWER = struct.Struct("=q")
"""The number of the process started, or -1 if there can be none; or the exit status of the one ended."""

_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]; from rulehound.extract.processes import child; child.launch()"
)


class Launcher:
    """The process that starts the others. Its methods raise OSError if it is gone."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._lock = threading.Lock()
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _PROGRAM, *sys.path],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                process_group=0,  # an interrupt from the keyboard is this process's to handle
            )

    def start(self) -> tuple[int, socket.socket]:
        """A new child: the number of its process, and the socket that it listens to."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                number = self._ask(START, 0, theirs)
                if number < 0:
                    raise BlockingIOError("no process to be had")
            except OSError:
                ours.close()
                raise
        return number, ours

    def end(self, number: int) -> int:
        """End a child, whatever it is doing; its exit status, negative for a signal."""
        return self._ask(END, number)

    def close(self) -> None:
        """End the launcher with all children."""
        if os.getpid() == self.owner:
            self._control.close()
            self._process.wait()

    def _ask(self, order: bytes, number: int, *passed: socket.socket) -> int:
        with self._lock:
            try:
                message = ORDER.pack(order, number)
                socket.send_fds(self._control, [message], [each.fileno() for each in passed])
                answer = self._control.recv(ANSWER.size, socket.MSG_WAITALL)
            except BaseException:  # an interrupt, say: the next answer would be taken for another's
                self._control.close()
                raise
        if len(answer) < ANSWER.size:
            raise ConnectionResetError("the launcher is gone")
        return int(ANSWER.unpack(answer)[0])


_current: list[Launcher] = []
_current_lock = threading.Lock()


def start_child() -> tuple[Launcher, int, socket.socket]:
    """Start a child on the launcher of this process, or on a new one. Raises OSError where it cannot be."""
    with _current_lock:
        if _current and _current[0].owner == os.getpid():
            try:
                return _current[0], *_current[0].start()
            except BlockingIOError:
                raise
            except OSError:  # somebody ended it
                pass
        launcher = Launcher()
        atexit.register(launcher.close)
        _current[:] = [launcher]
        return launcher, *launcher.start()
