"""The list of mutants that cannot matter: each with a reason, and none beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.mutation.source.equivalents import EQUIVALENT, equivalents, out_of_order
from rulehound.checker.mutation.tried_mutants import TriedMutant
from rulehound.spec.documents.spec_records import SpecError

ENTRY = '[[mutant]]\nengine = "beach"\nmutant = "{name}"\ncontent = "f1"\nreason = "{reason}"\n'


def tried(name: str, outcome: str, content: str = "f1") -> TriedMutant:
    return TriedMutant(name, "engine", "beach:wait", content, ("tide.wait",), outcome)


def test_an_entry_without_a_reason_is_named(tmp_path: Path) -> None:
    (tmp_path / EQUIVALENT).write_text(ENTRY.format(name="wait:1", reason=" "))
    with pytest.raises(SpecError, match=r"equivalent_mutants\.toml:5: wait:1 is listed without a reason"):
        equivalents(tmp_path, "beach")


def test_entries_that_do_not_hold_and_mutants_that_are_not_listed(tmp_path: Path) -> None:
    names = ("wait:1", "wait:2", "wait:3", "wait:4")
    (tmp_path / EQUIVALENT).write_text("".join(ENTRY.format(name=name, reason="same") for name in names))
    listed = equivalents(tmp_path, "beach")
    mutants = [
        tried("wait:1", "equivalent"),
        tried("wait:2", "caught"),
        tried("wait:3", "survived", "f2"),
        tried("wait:5", "equivalent"),
    ]
    assert out_of_order(listed, mutants) == [
        "wait:2: is listed as equivalent, and is caught",
        "wait:3: is listed as equivalent, and its function has changed since",
        "wait:4: is listed as equivalent, and there is no such mutant",
        "wait:5: is equivalent on record, and is not listed with a reason",
    ]


def test_a_mutant_that_was_not_tried_is_held_against_its_function_alone(tmp_path: Path) -> None:
    names = ("beach:wait:statement 1 never", "beach:swim:statement 1 never", "beach:gone:statement 2 never")
    entries = [*names, "beach:wait:1 never", "beach:gone:1 the other way round"]
    (tmp_path / EQUIVALENT).write_text("".join(ENTRY.format(name=name, reason="same") for name in entries))
    listed = equivalents(tmp_path, "beach")
    assert out_of_order(listed, [], {"beach:wait": "f1", "beach:swim": "f2"}) == [
        "beach:swim:statement 1 never: is listed as equivalent, and its function has changed since",
        "beach:gone:statement 2 never: is listed as equivalent, and there is no such mutant",
        "beach:gone:1 the other way round: is listed as equivalent, and there is no such mutant",
    ]
    assert len(out_of_order(listed, [])) == len(entries)
