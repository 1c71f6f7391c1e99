"""The planted faults on which checks have been seen to fail: `seen_to_fail.toml` of a game's directory.

[caught]
"invariant:memory.limit" = { content = "9f0c…", faults = ["memory-limit-11"] }

[breaks]
"memory-limit-11" = ["memory.limit"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.spec.documents.spec_records import CheckDeclaration

NAME = "seen_to_fail.toml"


class CaughtFaults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The planted faults that one check was seen to catch."""

    faults: tuple[str, ...]
    content: str = ""
    """Hash of the check as it was then, as `CheckDeclaration.content`; '' for a check that has none."""


class SeenToFailRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file: the caught faults of each check, and the rules that each fault breaks."""

    caught: dict[str, CaughtFaults]
    breaks: dict[str, tuple[str, ...]] = {}


@dataclass(frozen=True)
class SeenToFail:
    """The record, compared with the checks as they are now."""

    caught: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Unchanged checks, each with the planted faults that it was seen to catch."""
    changed: Sequence[str] = ()
    """Checks that were seen to catch faults, and have changed since."""
    rules: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The rules that each of the faults breaks."""


def read_seen_to_fail(directory: Path) -> Mapping[str, CaughtFaults]:
    """The faults on record for each check; empty without a file. Raises UserError for a bad file."""
    return _read(directory).caught


def rules_of_faults(directory: Path) -> Mapping[str, tuple[str, ...]]:
    """The rules that each fault on record breaks; empty without a file. Raises UserError for a bad file."""
    return _read(directory).breaks


def _read(directory: Path) -> SeenToFailRecord:
    path = directory / NAME
    if not path.exists():
        return SeenToFailRecord({})
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), SeenToFailRecord)
    except (OSError, ValueError) as error:
        remedy = "write a table [caught] of checks to their content and a list of faults"
        raise UserError(f"{path}: {error}", remedy) from None


def seen_to_fail(directory: Path, checks: Iterable[CheckDeclaration]) -> SeenToFail:
    """A game's record, compared with these checks. Raises UserError for a bad file."""
    contents = {check.id: check.content for check in checks}
    record = _read(directory)
    changed = [
        check for check, entry in record.caught.items() if contents.get(check, entry.content) != entry.content
    ]
    caught = {check: entry.faults for check, entry in record.caught.items() if check not in set(changed)}
    return SeenToFail(caught, changed, record.breaks)
