"""Differences between editions as data: what is read, and what is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.spec.documents.differences import Differences, load_differences
from rulehound.spec.documents.spec_records import SpecError

RULESETS = {"old-sea": {"tide": "low"}, "new-sea": {"tide": "high"}, "dry-land": {"tide": "high"}}
RECORDED = {("sea-rules", "1"): {"1-1", "1-2"}, ("sea-rules", "2"): {"2-1"}}

TIDE = """\
[[difference]]
id = "sea.tide"
says = "How far the sea comes."
switch = "tide"
entries = ["X1", "X2"]
[[difference.reading]]
name = "low"
says = "Not far."
rulesets = ["old-sea"]
clauses."sea-rules@1" = ["1-1", "1-2"]
[[difference.reading]]
name = "high"
says = "Up to the door."
rulesets = ["new-sea", "dry-land"]
clauses."sea-rules@2" = ["2-1"]

[[difference]]
id = "sea.salt"
says = "Whether it is salt."
cannot_show = "Nobody tastes it."
[[difference.reading]]
name = "unsaid"
says = "Not said."
rulesets = ["old-sea", "new-sea"]
[[difference.reading]]
name = "salt"
says = "It is."
rulesets = ["dry-land"]

[[no_difference]]
reason = "terminology"
why = "Sea was ocean."
entries = ["X3"]

[[agreed]]
id = "sea.wet"
says = "It is wet."
clauses."sea-rules@1" = ["1-2"]

[[not_modelled]]
name = "ships"
clauses."sea-rules@2" = ["2-1"]

[[settled]]
id = "sea.edge"
says = "Is the beach sea?"
taken = "No."
why = "One can walk there."
rules = ["sea.wet"]
scenarios = ["walk"]
clauses."sea-rules@1" = ["1-1"]
"""


def load(tmp_path: Path, text: str) -> Differences:
    (tmp_path / "differences.toml").write_text(text, encoding="utf-8")
    return load_differences(tmp_path, RULESETS, RECORDED)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    found = load(tmp_path, TIDE)
    tide, salt = found.differences
    assert (tide.switch, tide.entries, tide.reading("new-sea").name) == ("tide", ("X1", "X2"), "high")
    assert tide.reading("old-sea").clauses == {"sea-rules@1": ("1-1", "1-2")}
    assert (salt.switch, salt.cannot_show, salt.reading("old-sea").clauses) == ("", "Nobody tastes it.", {})
    assert [entry.reason for entry in found.no_difference] == ["terminology"]
    assert [entry.id for entry in found.agreed] == ["sea.wet"]
    assert [entry.name for entry in found.not_modelled] == ["ships"]
    assert [(entry.id, entry.taken, entry.scenarios) for entry in found.settled] == [
        ("sea.edge", "No.", ("walk",))
    ]


def test_two_rulesets_differ_where_they_follow_different_readings(tmp_path: Path) -> None:
    found = load(tmp_path, TIDE)
    assert [entry.id for entry in found.between("old-sea", "new-sea")] == ["sea.tide"]
    assert [entry.id for entry in found.between("old-sea", "dry-land")] == ["sea.tide", "sea.salt"]
    assert found.between("new-sea", "new-sea") == []


def test_without_a_file_each_switch_is_a_difference(tmp_path: Path) -> None:
    (tide,) = load_differences(tmp_path, RULESETS, {}).differences
    assert (tide.id, tide.switch) == ("tide", "tide")
    assert [(reading.name, reading.rulesets) for reading in tide.readings] == [
        ("low", ("old-sea",)),
        ("high", ("new-sea", "dry-land")),
    ]
    assert load_differences(tmp_path, {"old-sea": {"tide": 1}, "new-sea": {"tide": 1}}, {}) == Differences()


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ('switch = "tide"', "", 1, "sea.tide has both or neither of switch and cannot_show"),
        ('switch = "tide"', 'switch = "tide"\ncannot_show = "so"', 1, "sea.tide has both or neither"),
        ("cannot_show", 'scenarios = ["walk"]\ncannot_show', 20, "sea.salt has scenarios, which are for"),
        ('"tide"\n', '"tide"\nmodel = "Up."\nscenarios = ["walk"]\n', 6, "sea.tide has scenarios"),
        ('switch = "tide"', 'switch = "moon"', 4, "the ruleset old-sea does not set the switch moon"),
        ('name = "low"', 'name = "ebb"', 1, "sea.tide reads ebb for old-sea, whose switch stands at low"),
        ('["new-sea", "dry-land"]', '["new-sea"]', 1, "sea.tide has 0 readings for the ruleset dry-land"),
        ('["old-sea"]', '["old-sea", "new-sea"]', 1, "sea.tide has 2 readings for the ruleset new-sea"),
        ('rulesets = ["dry-land"]', 'rulesets = ["dry-land", "moon"]', 28, "unknown ruleset moon"),
        ('["1-1", "1-2"]', '["1-1", "1-9"]', 10, "sea-rules@1 has no clause 1-9"),
        ('"sea-rules@2" = ["2-1"]', '"sea-rules@3" = ["2-1"]', 15, "no recorded edition sea-rules@3"),
        ('entries = ["X3"]', 'entries = ["X2"]', 30, "X2 stands twice"),
        ('id = "sea.salt"', 'id = "sea.tide"', 17, "sea.tide stands twice"),
        ('id = "sea.wet"', 'id = "sea.salt"', 35, "sea.salt stands twice"),
        ('name = "ships"', 'name = "ships"\nsize = 3', 42, "unknown key `size`"),
        ('id = "sea.edge"', 'id = "sea.wet"', 44, "sea.wet stands twice"),
        ('["walk"]', "[]", 50, "`scenarios`: expected `array` of length >= 1"),
        ('= ["1-1"]', '= ["1-7"]', 51, "sea-rules@1 has no clause 1-7"),
        ("[[agreed]]", "[[agreements]]", 35, "unknown key `agreements`"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, what: str
) -> None:
    assert old in TIDE
    with pytest.raises(SpecError) as refused:
        load(tmp_path, TIDE.replace(old, new, 1))
    assert refused.value.what.startswith(what)
    assert refused.value.line == line


def test_every_switch_needs_its_difference(tmp_path: Path) -> None:
    (tmp_path / "differences.toml").write_text(TIDE, encoding="utf-8")
    with pytest.raises(SpecError, match="no difference has the switch moon"):
        load_differences(
            tmp_path, {name: {**switches, "moon": "full"} for name, switches in RULESETS.items()}, RECORDED
        )
