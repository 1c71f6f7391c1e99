"""What another edition allows is a violation where the engine has said which edition it follows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rulehound.checker.diagnosis import naming_causes
from rulehound.checker.diagnosis.causes import Cause, Occurrence
from rulehound.checker.diagnosis.violations import violations
from rulehound.checker.records import Verdict
from rulehound_testing.made_up_run import record


class Engine:
    """It is not asked anything."""

    def close(self) -> None:
        pass


def causes(monkeypatch: pytest.MonkeyPatch, estimated: bool) -> dict[str, list[Cause]]:
    allowed = Occurrence(record("effect:a", "a", verdict=Verdict.VIOLATION))
    broken = Occurrence(record("effect:b", "b", verdict=Verdict.VIOLATION))
    monkeypatch.setattr(naming_causes, "reproduced", lambda *_: {"": [broken], "other": [allowed]})
    monkeypatch.setattr(naming_causes, "with_candidates", lambda found, _: found)
    monkeypatch.setattr(naming_causes, "with_explanations", lambda found, _: found)
    others: Any = SimpleNamespace(estimated=estimated)
    target: Any = None
    return naming_causes.causes_by_edition([], target, others)


def test_of_an_edition_that_was_estimated_another_may_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    by_edition = causes(monkeypatch, estimated=True)
    assert {edition: [each.rule for each in own] for edition, own in by_edition.items()} == {
        "": ["b"],
        "other": ["a"],
    }


def test_of_an_edition_that_the_engine_names_it_is_a_violation_with_a_remark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_edition = causes(monkeypatch, estimated=False)
    assert [(each.rule, each.allowed_by) for each in by_edition[""]] == [("b", ""), ("a", "other")]
    game = SimpleNamespace(name="counter", depiction=SimpleNamespace(picture=None))
    target: Any = SimpleNamespace(game=game, open=Engine)
    told = violations(target, by_edition[""])
    assert [each.allowed_by for each in told] == ["", "other"]
    assert told[1].observed.endswith("; other allows that")
    assert [each.follows for each in told] == ["", ""]


def test_what_checks_take_for_granted_is_left_out_once_causes_are_named() -> None:
    failed = record("scenario:a", "r", verdict=Verdict.VIOLATION, built_on={"tool": "tool"})
    passed = record("scenario:b", "r", built_on={"tool": "tool"})
    cause = Cause("r", "expectation", (Occurrence(failed),))
    for edition in ("", "first"):
        records = naming_causes.attributed([failed, passed], {edition: [cause]}, "toy")
        assert [each.built_on for each in records] == [{}, {}]
