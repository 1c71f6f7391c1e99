"""What checks have been seen to fail on: `seen_to_fail.toml` of a game's directory, held against its checks.

[caught]
"invariant:memory.limit" = { content = "9f0c…", faults = ["memory-limit-11"] }
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.spec.documents.records import CheckDeclaration

NAME = "seen_to_fail.toml"


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The planted faults that one check was seen to catch."""

    faults: tuple[str, ...]
    content: str = ""
    """Hash of what the check was then, as `CheckDeclaration.content`; '' of one that has none."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    caught: dict[str, Seen]


@dataclass(frozen=True)
class SeenToFail:
    """The record as far as it is about the checks of today."""

    caught: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Check to the planted faults that it was seen to catch, and is what it was then."""
    changed: Sequence[str] = ()
    """Checks that were seen to catch some, and have changed since."""


def read_record(directory: Path) -> Mapping[str, Seen]:
    """What is on record of each check; empty where nothing is. Raises UserError for a bad file."""
    path = directory / NAME
    if not path.exists():
        return {}
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Record).caught
    except (OSError, ValueError) as error:
        remedy = "write a table [caught] of checks to their content and a list of faults"
        raise UserError(f"{path}: {error}", remedy) from None


def seen_to_fail(directory: Path, checks: Iterable[CheckDeclaration]) -> SeenToFail:
    """What of a game's record is about these checks as they are. Raises UserError for a bad file."""
    contents = {check.id: check.content for check in checks}
    record = read_record(directory)
    changed = [check for check, seen in record.items() if contents.get(check, seen.content) != seen.content]
    caught = {check: seen.faults for check, seen in record.items() if check not in set(changed)}
    return SeenToFail(caught, changed)
