"""What a solver found, kept in the user's cache folder: the same question is not put to it twice.

Only inputs are kept, never verdicts. The key holds everything that the answer rests on: the source of the
spec and of the solver's part of this package, the version of z3, and the question.
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

import rulehound.checker.prove
import rulehound.spec.language
from rulehound.checker.errors import UserError
from rulehound.checker.output import write_whole
from rulehound.extract.cache import default_folder

Answer = TypeVar("Answer")

SPEC = Path(rulehound.spec.language.__file__).parent.parent
SOURCES = (SPEC, Path(rulehound.checker.prove.__file__).parent, Path(__file__).with_name("vectors.py"))


def kept(kind: Any, question: object, code: Callable[..., Any], compute: Callable[[], Answer]) -> Answer:
    """What was computed for this question before, else what is now.

    `kind` is the type of the answer, which is read back the same whether it was kept or not. `code` is a
    function of the game that the question is about: nothing is kept where it is not of the spec of this
    package, since the key does not know it. A file that cannot be read back is computed again.
    """
    folder = default_folder()
    if folder is None or not _is_ours(code):
        return compute()
    key = hashlib.sha256(f"{_version()}\0{kind}\0".encode() + msgspec.json.encode(question, order="sorted"))
    path = folder / f"{key.hexdigest()}.solved.json"
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        known: Answer = msgspec.json.decode(path.read_bytes(), type=kind)
        return known
    written = msgspec.json.encode(compute())
    with contextlib.suppress(OSError, UserError):  # a folder that cannot be written keeps nothing
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, written)
    answer: Answer = msgspec.json.decode(written, type=kind)
    return answer


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
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            source.update(path.relative_to(place.parent).as_posix().encode() + b"\0" + path.read_bytes())
    return source.hexdigest()
