"""Runs rest on the judging that there was; another one is confirmed by faults that were caught again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.edition_evidence import EditionEvidence
from rulehound.checker.evidence.judging import (
    NAME,
    AskedAgain,
    ConfirmedJudging,
    judging_notes,
    judging_problems,
    read_confirmed,
    write_confirmed,
)
from rulehound_testing.made_up_evidence import BASIS, RUN

NOW = msgspec.structs.replace(BASIS, judging="j2", questions="q")
BASES = {"old-sea": NOW, "new-sea": NOW}
ASKED = (AskedAgain('scenario:"tide"', "one shell less"),)
NONE = ConfirmedJudging()


def run_by(judging: str, edition: str = "old-sea") -> EditionEvidence:
    basis = msgspec.structs.replace(BASIS, judging=judging)
    return msgspec.structs.replace(RUN, edition=edition, basis=basis)


def test_runs_by_the_judging_that_there_is() -> None:
    runs = {"old-sea": run_by("j2")}
    assert (judging_problems(runs, BASES, NONE), judging_notes(runs, BASES, NONE)) == ([], [])


def test_another_judging_is_a_problem_until_it_is_confirmed() -> None:
    runs = {"old-sea": run_by("j1"), "new-sea": run_by("j2", "new-sea")}
    [problem] = judging_problems(runs, BASES, NONE)
    assert problem.startswith("the judging has changed since the run of old-sea; put a sample")
    confirmed = ConfirmedJudging("j2", 3, ASKED)
    assert judging_problems(runs, BASES, confirmed) == []
    assert judging_notes(runs, BASES, confirmed) == [
        "1 run by an earlier judging (old-sea); the one now is confirmed by 1 fault on record that were "
        "asked again"
    ]
    for other in (ConfirmedJudging("j1", 3, ASKED), ConfirmedJudging("j2", 3)):
        assert judging_problems(runs, BASES, other) == [problem], "confirmed was another, or by nothing"


def test_runs_recorded_before_there_were_hashes_count_only_while_all_are() -> None:
    old, new = run_by(""), run_by("j2", "new-sea")
    assert judging_problems({"old-sea": old}, BASES, NONE) == []
    [note] = judging_notes({"old-sea": old}, BASES, NONE)
    assert note.startswith("1 run on record without the cards, configurations, words of rules and judging")
    both = {"old-sea": old, "new-sea": new}
    assert judging_problems(both, BASES, NONE) == [
        "the run of old-sea does not say by which judging it was, and the other runs do; record it again"
    ]
    assert judging_notes(both, BASES, NONE) == []


def test_a_confirmation_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read_confirmed(tmp_path) == NONE
    (tmp_path / "evidence").mkdir()
    confirmed = ConfirmedJudging("j2", 3, (*ASKED, AskedAgain("cost:play", "a 'quoted' one")))
    path = write_confirmed(tmp_path, confirmed)
    assert read_confirmed(tmp_path) == confirmed
    path.write_text('judging = "j2"\nasked = 3\n')
    with pytest.raises(UserError, match=NAME):
        read_confirmed(tmp_path)
