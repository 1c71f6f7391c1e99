"""Reading TOML files into records, with errors that name the line.

`tomli` keeps no line numbers. They are needed only for errors, and are then found by parsing ever longer
beginnings of the file: a statement makes a value if the value is there after it and not before. A beginning
that ends between two statements is valid TOML, so no TOML grammar is needed here.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec
import tomli

from rulehound.spec.documents.spec_records import NOT_CHECKED_REASONS, RULE_KINDS, SpecError

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys and indices from the top of a TOML document to a value."""

Record = TypeVar("Record", bound=msgspec.Struct)

CLOSED_LISTS: Mapping[str, Sequence[str]] = {"kind": RULE_KINDS, "reason": tuple(NOT_CHECKED_REASONS)}

_VALIDATION = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(?P<key>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")


class TomlSource:
    """One TOML file: its text and its parsed data. Raises SpecError where it is not readable TOML."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise SpecError(str(path), None, f"cannot be read ({error.strerror})", "check the file") from None
        except UnicodeDecodeError as error:
            line = path.read_bytes()[: error.start].count(b"\n") + 1
            raise SpecError(str(path), line, "is not UTF-8 text", "save it as UTF-8") from None
        try:
            self.data: dict[str, Any] = pickle.loads(_pickled(self.text))
        except tomli.TOMLDecodeError as error:
            what, line = self._syntax(error)
            raise SpecError(str(path), line, f"is not valid TOML: {what}", "correct the syntax") from None

    def records(self, table: str, record: type[Record]) -> list[Record]:
        """The array of tables `[[table]]` as records. Raises SpecError where one does not fit."""
        tables = self.data.get(table, [])
        if not isinstance(tables, list):
            raise self.error((table,), f"`{table}` must be an array of tables", f"write [[{table}]]")
        return [self.record((table, index), record) for index in range(len(tables))]

    def record(self, path: KeyPath, record: type[Record]) -> Record:
        """The table at a path as a record. Raises SpecError where it does not fit."""
        data = _value(self.data, path)
        try:
            return msgspec.convert(data, record)
        except msgspec.ValidationError as error:
            raise self._misfit(path, data, record, str(error)) from None

    def only(self, *tables: str) -> None:
        """Raise SpecError where the file has a key at its top other than these."""
        for key in self.data:
            if key not in tables:
                names = " and ".join(f"[[{table}]]" for table in tables)
                raise self.error((key,), f"unknown key `{key}`", f"this file takes {names}")

    def error(self, path: KeyPath, what: str, remedy: str) -> SpecError:
        """An error about the value at a path, with its line."""
        return SpecError(str(self.path), self.line(path), what, remedy)

    def line(self, path: KeyPath) -> int:
        """1-based line of the statement that first writes the value at a path.

        Within a statement of several lines, a string is looked for by its quotes. A path that is not in the
        file is taken as its longest part that is.
        """
        while path and _value(self.data, path) is None:
            path = path[:-1]
        value = _value(self.data, path)
        for first, lines, data in self._statements():
            if path and _value(data, path) is not None:
                quoted = (f'"{value}"', f"'{value}'")
                inside = (n for n, line in enumerate(lines, first) if any(q in line for q in quoted))
                return next(inside, first)
        return 1

    def _statements(self) -> Iterator[tuple[int, list[str], dict[str, Any]]]:
        """For each statement in turn: its first line, its lines, and the data of the file up to its end."""
        lines = self.text.split("\n")
        start = 0
        for end in range(1, len(lines) + 1):
            try:
                data = tomli.loads("\n".join(lines[:end]))
            except tomli.TOMLDecodeError:
                continue
            yield start + 1, lines[start:end], data
            start = end

    def _syntax(self, error: tomli.TOMLDecodeError) -> tuple[str, int]:
        what, _, place = str(error).rpartition(" (at ")
        at = re.match(r"line (\d+)", place)
        return what[:1].lower() + what[1:], int(at[1]) if at else max(1, len(self.text.rstrip().split("\n")))

    def _misfit(self, path: KeyPath, data: Any, record: type[Record], message: str) -> SpecError:
        """An error of msgspec about a table, worded for the author of a spec."""
        match = _VALIDATION.fullmatch(message)
        assert match is not None
        what = match["what"]
        inner = _inner_path(data, match["path"] or "$", record)
        place: KeyPath = (*path, *inner)
        name = str(next((step for step in reversed(inner) if isinstance(step, str)), "the file"))
        quoted = re.search(r"`([^`]*)`", what)
        if "unknown field" in what and quoted:
            keys = ", ".join(_fields(record, inner))
            return self.error((*place, quoted[1]), f"unknown key `{quoted[1]}`", f"the keys here are {keys}")
        if "missing required field" in what and quoted:
            return self.error(place, f"`{quoted[1]}` is missing", "add it")
        if "Invalid enum value" in what:
            choices = ", ".join(CLOSED_LISTS.get(name, ()))
            return self.error(place, f"unknown {name} {_value(data, inner)!r}", f"use one of {choices}")
        return self.error(place, f"`{name}`: {what[:1].lower() + what[1:]}", "correct the value")


@lru_cache(maxsize=2048)
def _pickled(text: str) -> bytes:
    """The pickled data of a text. It is cached, because a process reads a spec several times."""
    return pickle.dumps(tomli.loads(text))


def _value(data: Any, path: KeyPath) -> Any:
    """The value at a path, None where there is none (TOML has no null)."""
    for step in path:
        entries = dict(enumerate(data)) if isinstance(data, list) else data
        if not isinstance(entries, dict) or step not in entries:
            return None
        data = entries[step]
    return data


def _inner_path(data: Any, printed: str, record: type[msgspec.Struct]) -> KeyPath:
    """The path that msgspec prints as `$.source[0].clause[...]`. Each unnamed key is found by trying all."""
    path: KeyPath = ()
    for step in _STEP.finditer(printed):
        if step["any"] is None:
            path = (*path, step["key"] if step["index"] is None else int(step["index"]))
            continue
        for key in _value(data, path):
            if not _fits(_with_only(data, path, key), record):
                path = (*path, key)
                break
    return path


def _with_only(data: Any, path: KeyPath, key: str) -> Any:
    """The data with all entries of the table at a path dropped but one."""
    if not path:
        return {key: data[key]}
    if isinstance(data, list):
        return [_with_only(v, path[1:], key) if i == path[0] else v for i, v in enumerate(data)]
    return {k: _with_only(v, path[1:], key) if k == path[0] else v for k, v in data.items()}


def _fits(data: Any, record: type[msgspec.Struct]) -> bool:
    try:
        msgspec.convert(data, record)
    except msgspec.ValidationError:
        return False
    return True


def _fields(record: type[msgspec.Struct], path: KeyPath) -> tuple[str, ...]:
    """Names of the keys that the table at a path within a record takes."""
    known: Any = msgspec.inspect.type_info(record)
    for step in path:
        if isinstance(known, msgspec.inspect.StructType):
            known = next(f.type for f in known.fields if f.encode_name == step)
        else:
            known = getattr(known, "item_type", known)
    return tuple(f.encode_name for f in known.fields)
