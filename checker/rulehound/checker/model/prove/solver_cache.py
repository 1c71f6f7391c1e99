"""What a solver found, kept in the user's cache folder: the same question is not put to it twice.

A solver's answer may hang on what it was asked before in the same process, so that a question is best put to
one that was asked nothing (`begun`). Only inputs are kept, never verdicts. The key holds everything that the
answer rests on: the source of the spec and of this folder, the version of z3, and the question, in which the
caller says what of its own source the answer rests on (`source_of`).
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import z3

import rulehound.spec.language
from rulehound.checker.errors import UserError
from rulehound.checker.files import write_whole
from rulehound.checker.processes.worker_pool import WorkerError, WorkerPool
from rulehound.extract.cache import default_folder

Answer = TypeVar("Answer")

SPEC = Path(rulehound.spec.language.__file__).parent.parent
SOURCES = (SPEC, Path(__file__).parent)


def source_of(*functions: Callable[..., Any]) -> str:
    """A hash of the modules of these functions, for a question whose answer rests on them."""
    files = (Path(inspect.getfile(function)) for function in functions)
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def kept(kind: Any, question: object, code: Callable[..., Any], compute: Callable[[], Answer]) -> Answer:
    """What was computed for this question before, else what is now.

    `kind` is the type of the answer, which is read back the same whether it was kept or not. `code` is a
    function of the game that the question is about: nothing is kept where it is not of the spec of this
    package, since the key does not know it. A file that cannot be read back is computed again.
    """
    if not _is_ours(code):
        return compute()
    path = _place(kind, question)
    known = _read(path, kind)
    answer: Answer = _written(path, kind, compute()) if known is None else known
    return answer


def begun(
    workers: WorkerPool,
    kind: Any,
    question: object,
    code: Callable[..., Any],
    solve: Callable[..., Any],
    *given: Any,
) -> Callable[[], Any]:
    """The same, solved from now on in a process of its own; what is given back waits for the answer.

    In this process, once it is asked for, where the code is not of the spec of this package: another process
    would not find it. Raises UserError then where that process was ended.
    """
    if not _is_ours(code):
        return lambda: solve(*given)
    path = _place(kind, question)
    known = _read(path, kind)
    if known is not None:
        return lambda: known
    task = workers.begin_apart(solve, *given)

    def answer() -> Any:
        try:
            return _written(path, kind, task.result())
        except WorkerError as error:
            raise UserError(f"the solver was ended: {error}", "try again, or with --effort quick") from None

    return cache(answer)


def _place(kind: Any, question: object) -> Path | None:
    """The file of a question; None where nothing is kept."""
    folder = default_folder()
    if folder is None:
        return None
    key = hashlib.sha256(f"{_version()}\0{kind}\0".encode() + msgspec.json.encode(question, order="sorted"))
    return folder / f"{key.hexdigest()}.solved.json"


def _read(path: Path | None, kind: Any) -> Any:
    """What is kept there; None where nothing is, or nothing that can be read."""
    if path is not None:
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            return msgspec.json.decode(path.read_bytes(), type=kind)
    return None


def _written(path: Path | None, kind: Any, answer: Any) -> Any:
    """An answer, kept from now on, as it reads back."""
    written = msgspec.json.encode(answer)
    if path is not None:
        with contextlib.suppress(OSError, UserError):  # a folder that cannot be written keeps nothing
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, written)
    return msgspec.json.decode(written, type=kind)


def _is_ours(code: Callable[..., Any]) -> bool:
    """Whether a function is of the spec of this package."""
    try:
        return Path(inspect.getfile(code)).resolve().is_relative_to(SPEC.resolve())
    except TypeError:  # it has no source of its own
        return False


@cache
def _version() -> str:
    """Another for every change of what answers are made with."""
    source = hashlib.sha256(z3.get_version_string().encode())
    for place in SOURCES:
        for path in sorted(place.rglob("*.py")):
            source.update(path.relative_to(place.parent).as_posix().encode() + b"\0" + path.read_bytes())
    return source.hexdigest()
