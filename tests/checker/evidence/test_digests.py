"""Evidence that somebody has edited by hand is told from what a command has written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.digests import NAME, edited, keep_digests, read_digests
from rulehound.checker.evidence.storage import files_of_evidence, write_edition, write_mutants
from rulehound_testing.made_up_evidence import MUTANTS, RUN


def test_evidence_is_as_it_was_written_until_somebody_edits_it(tmp_path: Path) -> None:
    run = write_edition(tmp_path, RUN)
    write_mutants(tmp_path, MUTANTS)
    assert list(edited(tmp_path, files_of_evidence(tmp_path))) == []
    run.write_text(run.read_text().replace('"pass"', '"inconclusive"', 1))
    [line] = edited(tmp_path, files_of_evidence(tmp_path))
    assert line.startswith("evidence/old-sea.jsonl is not as it was put on record: record it again")
    write_edition(tmp_path, RUN)
    assert list(edited(tmp_path, files_of_evidence(tmp_path))) == []


def test_a_file_that_no_command_wrote_and_one_that_is_gone(tmp_path: Path) -> None:
    run = write_edition(tmp_path, RUN)
    (tmp_path / "seen_to_fail.toml").write_text("[caught]\n")
    (tmp_path / "evidence/floors.toml").write_text("citations = 0.5\n")
    run.unlink()
    lines = list(edited(tmp_path, files_of_evidence(tmp_path)))
    assert [line.partition(" ")[0] for line in lines] == ["seen_to_fail.toml", "evidence/old-sea.jsonl"]
    assert lines[1].endswith("was put on record, and is gone")


def test_digests_of_other_files_stay_and_a_bad_file_is_named(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text(name)
        keep_digests(tmp_path, [tmp_path / name])
    assert list(read_digests(tmp_path)) == ["one", "two"]
    (tmp_path / NAME).write_text('"one" = 1\n')
    with pytest.raises(UserError, match=NAME):
        read_digests(tmp_path)
