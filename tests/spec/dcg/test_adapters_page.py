"""docs/adapters.md names the capabilities, methods, decisions and fields that the code has, and no others."""

from __future__ import annotations

import re

import msgspec

from rulehound.spec.dcg import game
from rulehound.spec.dcg.protocol import DECISIONS, GivenSeat, GivenStack, Position
from rulehound.spec.formats import CAPABILITIES, METHODS, Handshake
from rulehound_testing.folders import ROOT

PAGE = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")


def rows(head: str) -> list[list[str]]:
    """The cells of the table that begins with this line."""
    table = PAGE.partition(f"{head}\n")[2].partition("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in table]


def names(cell: str) -> list[str]:
    return re.findall(r"`([a-z_-]+)`", cell)


def test_every_capability_is_listed_with_its_meaning() -> None:
    told = {names(name)[0]: meaning for name, meaning in rows("| capability | the engine |")}
    assert told == dict(CAPABILITIES)


def test_every_method_is_listed_with_its_capability() -> None:
    told = {names(row[0])[0]: (names(row[3]) or [""])[0] for row in rows(METHODS_HEAD)}
    assert told == {name: method.capability for name, method in METHODS.items()}


METHODS_HEAD = "| method | parameters | result | capability |"


def test_every_field_of_the_handshake_is_listed() -> None:
    (answer,) = (row[2] for row in rows(METHODS_HEAD) if names(row[0]) == ["handshake"])
    assert set(names(answer)) == set(Handshake.__struct_fields__)


def test_every_decision_is_listed() -> None:
    told = [names(row[0])[0] for row in rows("| `decision` | question | actions |")]
    assert sorted(told) == sorted(DECISIONS)
    assert set(game.reader.conventions.choices) | set(game.reader.conventions.unasked) <= set(told)


def test_every_field_of_a_position_is_listed() -> None:
    told = rows("| part | field | left out |")
    fields = {name for row in told for name in names(row[1].partition(":")[0].partition("(")[0])}
    fields |= {
        name for row in told for part in row[1].split("; ") for name in names(part.partition(":")[0])[:2]
    }
    declared = {name for kind in (Position, GivenSeat, GivenStack) for name in kind.__struct_fields__}
    assert declared <= fields
    assert fields - declared <= {"unsuspend", "draw", "main"}
    assert {one.name for one in msgspec.structs.fields(GivenStack) if one.required} == {"cards"}
