"""What a solver found, kept in the user's cache folder: the same question is not put to it twice.

A solver's answer may depend on the questions before it in the same process, so a question is best put to a
process of its own (`solve_in_background`). Only inputs are kept, never verdicts. The key holds everything
that the answer rests on: the source of the spec and of this folder, the version of z3, and the question, in
which the caller says what of its own source the answer rests on (`source_of`).
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
from rulehound.checker.processes.worker_pool import WorkerError, WorkerPool
from rulehound.extract.kept_files import KeptFiles, cache_folder
from rulehound.extract.source_hash import folders_hash

Answer = TypeVar("Answer")

SPEC = Path(rulehound.spec.language.__file__).parent.parent
SOURCES = (SPEC, Path(__file__).parent)
MOST_BYTES = 50 << 20
"""Of all kept answers together."""


def source_of(*functions: Callable[..., Any]) -> str:
    """A hash of the modules of these functions, for a question whose answer depends on them."""
    files = (Path(inspect.getfile(function)) for function in functions)
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def cached_answer(
    kind: Any, question: object, code: Callable[..., Any], compute: Callable[[], Answer]
) -> Answer:
    """The answer that was computed for this question before; else it is computed now, and kept.

    `kind` is the type of the answer, which is read back the same whether it was kept or not. `code` is a
    function of the game that the question is about: nothing is kept where it is not of the spec of this
    package, since the key does not know it. A file that cannot be read back is computed again.
    """
    if not _is_ours(code):
        return compute()
    key = _key(kind, question)
    known = _read(key, kind)
    answer: Answer = _written(key, kind, compute()) if known is None else known
    return answer


def solve_in_background(
    workers: WorkerPool,
    kind: Any,
    question: object,
    code: Callable[..., Any],
    solve: Callable[..., Any],
    *arguments: Any,
) -> Callable[[], Any]:
    """Begin to solve a question in a process of its own, unless its answer is kept.

    The function that is returned waits for the answer. Where the code is not of the spec of this package,
    another process would not find it: the question is then solved in this process when its answer is first
    asked for. Raises UserError, when the answer is asked for, where the other process was ended.
    """
    if not _is_ours(code):
        return lambda: solve(*arguments)
    key = _key(kind, question)
    known = _read(key, kind)
    if known is not None:
        return lambda: known
    task = workers.begin_apart(solve, *arguments)

    def answer() -> Any:
        try:
            return _written(key, kind, task.result())
        except WorkerError as error:
            raise UserError(f"the solver was ended: {error}", "try again, or with --effort quick") from None

    return cache(answer)


def _files() -> KeptFiles:
    return KeptFiles(cache_folder(), ".solved", MOST_BYTES)


def _key(kind: Any, question: object) -> str:
    return f"{_version()}\0{kind}\0{msgspec.json.encode(question, order='sorted').decode()}"


def _read(key: str, kind: Any) -> Any:
    """The answer that is kept under a key; None where there is none, or none that can be read."""
    content = _files().read(key)
    if content is not None:
        with contextlib.suppress(msgspec.MsgspecError):
            return msgspec.json.decode(content, type=kind)
    return None


def _written(key: str, kind: Any, answer: Any) -> Any:
    """An answer after it was written to its file and read back."""
    content = msgspec.json.encode(answer)
    _files().write(key, content)
    return msgspec.json.decode(content, type=kind)


def _is_ours(code: Callable[..., Any]) -> bool:
    """Whether a function is of the spec of this package."""
    try:
        return Path(inspect.getfile(code)).resolve().is_relative_to(SPEC.resolve())
    except TypeError:  # it has no source of its own
        return False


@cache
def _version() -> str:
    """A text that changes with everything that makes answers."""
    return f"{z3.get_version_string()} {folders_hash(SOURCES, endings=('.py',))}"
