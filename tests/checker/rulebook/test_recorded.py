"""The records of the bundled editions are what their documents give, whatever document is at hand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.rulebook.recorded import recorded_editions_problems

FINGERPRINT = '"fingerprint":"'


def test_the_records_are_what_the_bundled_documents_give() -> None:
    assert recorded_editions_problems(read_rulebook(open_game("dcg"))) == []


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_an_edited_record_of_a_bundled_edition_is_seen(tmp_path: Path, version: str) -> None:
    game = open_game("dcg")
    spec = tmp_path / "dcg"
    shutil.copytree(game.directory, spec, ignore=shutil.ignore_patterns("*.py", "evidence", "__pycache__"))
    path = spec / f"documents/rulehound-rulebook-{version}.clauses.jsonl"
    before, _, after = path.read_text().partition(FINGERPRINT)
    path.write_text(f"{before}{FINGERPRINT}{'0000' if after[:4] != '0000' else '1111'}{after[4:]}")
    problems = recorded_editions_problems(read_rulebook(open_game("dcg", spec)))
    assert [line.partition(",")[0] for line in problems] == [f"rulehound-rulebook {version}"]
