"""Reading JSON from an engine: bounded depth, bounded size, and numbers of bounded length.

All other code may therefore walk through such a value by recursion, keep one for every step of a game,
compute with its numbers and write it to a report.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour, quoted

DEPTH = 64
"""Arrays and objects within each other, at most."""

VALUES = 50_000
"""Values in one message, at most: some fifty times what the board of a card game takes."""

DIGITS = 18
"""Digits in a row outside strings, at most: such whole numbers fit 64 bits."""

_LONG_NUMBER = re.compile(rb"\d{%d}" % (DIGITS + 1))
_NO_BRACKET = bytes(set(range(256)) - set(b"[]{}"))
_SQUARE = bytes.maketrans(b"{}", b"[]")


def json_of_line(line: bytes, what: str) -> Any:
    """The JSON value on a line that an engine wrote; `what` names it in errors.

    Raises EngineError for what is not JSON, or over a bound. Text is valid Unicode: neither lone surrogates
    nor bytes that are not UTF-8 are JSON.
    """
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError):
        text = quoted(line[:1000].decode("utf-8", "replace"))
        raise EngineError(Misbehaviour.NOT_JSON, f"{what} is '{text}'") from None
    bare = _outside_strings(line)
    if _LONG_NUMBER.search(bare):
        raise EngineError(Misbehaviour.MALFORMED, f"{what} has a number of over {DIGITS} digits")
    if bare.count(b",") + bare.count(b"[") + bare.count(b"{") > VALUES:
        raise EngineError(Misbehaviour.MALFORMED, f"{what} has over {VALUES} values")
    if _deeper_than(bare, DEPTH):
        raise EngineError(Misbehaviour.MALFORMED, f"{what} is nested over {DEPTH} deep")
    return value


def _outside_strings(line: bytes) -> bytes:
    """Valid JSON without its strings."""
    if b"\\" in line:
        line = line.replace(b"\\\\", b"").replace(b'\\"', b"")
    return b"".join(line.split(b'"')[::2])


def _deeper_than(bare: bytes, depth: int) -> bool:
    """Whether brackets are nested deeper than this. Each round removes the innermost pairs."""
    brackets = bare.translate(_SQUARE, _NO_BRACKET)
    for _ in range(depth):
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"")
    return bool(brackets)
