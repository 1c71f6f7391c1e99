"""Answers kept in a file, so that a run which was ended goes on from them; several runs may
share it.

One JSON object a line: a hash of what the answer rests on, the question, the answer. Answers that rest on
something else stay in the file and are ignored. Processes take turns at the file.
"""

from __future__ import annotations

import fcntl
import hashlib
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import IO, Generic, Self, TypeVar

import msgspec

from rulehound.checker.errors import Terminated, UserError, printable
from rulehound.extract.source_hash import folders_hash

Answer = TypeVar("Answer")

DECIDING = ("hypothesis", "z3-solver")
"""Libraries whose version may change an answer."""


BEGINNING = b'{"of":"'
"""Beginning of every line."""


class AnswerLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the file."""

    of: str
    """A hash of what the answer rests on."""
    asked: str
    answer: msgspec.Raw


class Answers(Generic[Answer]):
    """Known answers by question, and the file that holds them; without a file, those of this run.

    `kind` is the type of the answers: structs, dataclasses or plain values. `of` is a hash of everything that
    they rest on besides the question (`program_hash`, and the user's input that matters). `command` names the
    command that wrote the file, for messages. An incomplete last line is dropped: its run was ended while it
    wrote. As a context it prints, where a signal ends the run, that the answers are kept. Raises UserError
    where the file holds anything else, or cannot be read or written.
    """

    def __init__(self, path: Path | None, of: str, kind: type[Answer], command: str) -> None:
        self._path, self._of, self._kind, self._command = path, of, kind, command
        self._known: dict[str, Answer] = {}
        if path is not None and path.exists():
            with self._file("r+b", "read") as file:
                whole = 0
                for number, line in enumerate(file, 1):
                    if not line.endswith(b"\n") and line[: len(BEGINNING)] == BEGINNING[: len(line)]:
                        file.truncate(whole)
                        break
                    whole += len(line)
                    self._read(line, number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._path is not None and kind in (KeyboardInterrupt, Terminated):
            kept = f"parts kept in {printable(str(self._path))}: {len(self._known):,}"
            print(
                f"rulehound: {self._command} was interrupted; {kept}; the same command continues the run",
                file=sys.stderr,
            )

    def get(self, asked: str) -> Answer | None:
        """The answer to a question, where it is known."""
        return self._known.get(asked)

    def add(self, asked: str, answer: Answer) -> Answer:
        """Keep an answer."""
        self._known[asked] = answer
        if self._path is not None:
            line = AnswerLine(
                self._of, asked, msgspec.Raw(msgspec.json.encode(answer, order="deterministic"))
            )
            with self._file("ab", "written") as file:
                file.write(msgspec.json.encode(line) + b"\n")
        return answer

    def answer(self, asked: str, ask: Callable[[], Answer]) -> Answer:
        """The known answer to a question, or else the result of `ask`, which is kept."""
        known = self.get(asked)
        return self.add(asked, ask()) if known is None else known

    def _read(self, line: bytes, number: int) -> None:
        try:
            entry = msgspec.json.decode(line, type=AnswerLine)
            if entry.of == self._of:
                self._known[entry.asked] = msgspec.json.decode(entry.answer, type=self._kind)
        except msgspec.MsgspecError:
            what = f"{self._path}:{number}: is not what {self._command} keeps"
            raise UserError(what, "give another file") from None

    @contextmanager
    def _file(self, mode: str, done: str) -> Iterator[IO[bytes]]:
        """The file, open while no other process writes to it."""
        assert self._path is not None
        try:
            with self._path.open(mode) as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                yield file
        except OSError as error:
            why = error.strerror or str(error)
            raise UserError(f"{self._path}: cannot be {done} ({why})", "give another file") from None


@cache
def program_hash() -> str:
    """A hash of this program: its files, Python, and the libraries whose version may change an answer."""
    digest = hashlib.sha256(platform.python_version().encode())
    digest.update(repr([(name, version(name)) for name in DECIDING]).encode())
    digest.update(folders_hash(map(Path, import_module("rulehound").__path__)).encode())
    return digest.hexdigest()
