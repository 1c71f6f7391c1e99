"""The page on strangers tells of every name, check and limit, and of no other."""

from __future__ import annotations

import re

from rulehound.checker.cli.options import ENGINE_MEMORY, ENGINE_SECONDS
from rulehound.checker.engines import EngineLimits, Misbehaviour
from rulehound.checker.engines.bounded_json import DEPTH, DIGITS, VALUES
from rulehound.checker.suite.engine_checks import STARTS_AGAIN
from rulehound.checker.suite.trials import AGAINST_ITSELF
from rulehound_testing.folders import ROOT

PAGE = (ROOT / "docs" / "strangers.md").read_text(encoding="utf-8")


def first_cells(heading: str) -> list[str]:
    """What stands in backquotes at the start of the rows of the table under a heading."""
    part = PAGE.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `([^`]+)` \|", part, re.MULTILINE)


def test_every_name_is_told_once_in_the_order_of_the_source() -> None:
    assert first_cells("name") == [kind.value for kind in Misbehaviour]


def test_every_check_is_told() -> None:
    assert first_cells("check") == list(AGAINST_ITSELF)
    assert f"`{STARTS_AGAIN}`" in PAGE


def test_the_limits_are_those_of_the_source() -> None:
    limits = EngineLimits()
    assert f"| {limits.seconds:g} s | one message" in PAGE
    assert f"| {limits.memory >> 20} MB | the data" in PAGE
    assert f"| {limits.message >> 20} MB | one answer" in PAGE
    assert f"| {limits.ending:g} s | ending" in PAGE
    assert (limits.seconds, limits.memory >> 20) == (ENGINE_SECONDS, ENGINE_MEMORY)
    assert f"nested over {DEPTH} deep, of over {VALUES:,} values" in PAGE
    assert f"or with a number of over {DIGITS} digits" in PAGE
