"""Evidence on disk: written in one order, read back as it was, and refused with its line where it is bad."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.storage import FOLDER, MUTANTS, read_evidence, write_edition, write_mutants
from rulehound_testing.made_up_evidence import MUTANTS as TRIED
from rulehound_testing.made_up_evidence import RUN


def test_there_may_be_no_evidence(tmp_path: Path) -> None:
    evidence = read_evidence(tmp_path)
    assert (evidence.editions, evidence.mutants) == ({}, ())


def test_evidence_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    other = msgspec.structs.replace(RUN, edition="new-sea", checks=())
    assert write_edition(tmp_path, RUN) == tmp_path / FOLDER / "old-sea.jsonl"
    write_edition(tmp_path, other)
    write_mutants(tmp_path, TRIED)
    (tmp_path / FOLDER / "floors.toml").write_text("not evidence")
    evidence = read_evidence(tmp_path)
    assert evidence.editions == {"old-sea": RUN, "new-sea": other}
    assert set(evidence.mutants) == set(TRIED)
    assert len(evidence.mutants) == len(TRIED)


def test_each_check_of_a_run_has_a_line_and_none_stands_in_the_first(tmp_path: Path) -> None:
    head, *checks = map(msgspec.json.decode, write_edition(tmp_path, RUN).read_bytes().splitlines())
    assert (head["edition"], head["checks"]) == ("old-sea", [])
    assert [check["check"] for check in checks] == [check.check for check in RUN.checks]


def test_a_run_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    path = write_edition(tmp_path, RUN)
    shorter = msgspec.structs.replace(RUN, checks=RUN.checks[:1])
    write_edition(tmp_path, shorter)
    assert read_evidence(tmp_path).editions["old-sea"] == shorter
    assert len(path.read_text().splitlines()) == 2
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_mutants_are_in_one_order_whatever_order_they_came_in(tmp_path: Path) -> None:
    written = set()
    for order in permutations(TRIED):
        model, engine = write_mutants(tmp_path, order)
        written.add(model.read_bytes() + b"\n" + engine.read_bytes())
    assert len(written) == 1
    assert (model.name, engine.name) == (MUTANTS["model"], MUTANTS["engine"])
    assert len(model.read_text().splitlines()) == 1
    names = [msgspec.json.decode(line)["mutant"] for line in engine.read_text().splitlines()]
    assert names == sorted(names)


@pytest.mark.parametrize(
    ("name", "line", "number"),
    [("old-sea.jsonl", 1, 1), ("old-sea.jsonl", 3, 3), (MUTANTS["engine"], 2, 2)],
)
def test_a_bad_line_is_named(tmp_path: Path, name: str, line: int, number: int) -> None:
    write_edition(tmp_path, RUN)
    write_mutants(tmp_path, TRIED)
    path = tmp_path / FOLDER / name
    lines = path.read_text().splitlines()
    lines[line - 1] = '{"check": 1}'
    path.write_text("\n".join(lines))
    with pytest.raises(UserError) as caught:
        read_evidence(tmp_path)
    assert caught.value.what.startswith(f"{path}:{number}: is not a line of evidence: ")
    assert caught.value.remedy == "record it again: rulehound trace --record"


def test_an_empty_file_and_one_that_is_no_text(tmp_path: Path) -> None:
    path = write_edition(tmp_path, RUN)
    path.write_text("")
    with pytest.raises(UserError, match=":1: is not a line of evidence"):
        read_evidence(tmp_path)
    path.write_bytes(b"\xff")
    with pytest.raises(UserError, match="cannot be read"):
        read_evidence(tmp_path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be made"):
        write_edition(tmp_path / "missing", RUN)
