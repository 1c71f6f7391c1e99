"""What is made of the records of play, exploration and the other checks of one engine."""

from __future__ import annotations

from rulehound.checker.records import Verdict
from rulehound.checker.suite.engine_checks import exercised_or_not
from rulehound_testing.made_up_run import record

MISSED = Verdict.NOT_EXERCISED


def test_what_anything_has_exercised_is_exercised() -> None:
    played = [
        record("effect:a", "a", verdict=MISSED, shown="plain"),
        record("effect:b", "b", verdict=MISSED, shown="plain"),
        record("effect:c", "c", verdict=MISSED, shown="plain"),
        record("effect:d", "d", verdict=Verdict.UNSUPPORTED, shown="plain"),
        record("effect:a", "a", shown="with effects"),
        record("effect:b", "b", verdict=MISSED, shown="with effects"),
        record("effect:c", "c", verdict=MISSED, shown="with effects"),
        record("effect:d", "d", verdict=MISSED, shown="with effects"),
    ]
    explored = [record("effect:a", "a", shown="explored"), record("effect:b", "b", shown="explored")]
    came = exercised_or_not(played, explored, [record("scenario:x", "x")])
    assert [(one.check, one.verdict.value, one.shown) for one in came] == [
        ("effect:c", "not exercised", "plain"),
        ("effect:d", "unsupported", "plain"),
        ("effect:a", "pass", "with effects"),
        ("effect:d", "not exercised", "with effects"),
        ("scenario:x", "pass", "all 12 states"),
        ("effect:b", "pass", "explored"),
    ]


def test_a_violation_of_exploration_stays_beside_a_pass_of_play() -> None:
    violation = record("effect:a", "a", verdict=Verdict.VIOLATION)
    assert exercised_or_not([record("effect:a", "a")], [violation], []) == [
        record("effect:a", "a"),
        violation,
    ]


def test_a_check_that_was_not_exercised_names_what_could_not_be_asked() -> None:
    missed = record("guard:a:b", "b", verdict=MISSED, explanation="it takes a position")
    unasked = [
        record(
            f"scenario:{name}", "b", verdict=Verdict.UNSUPPORTED, explanation="the engine cannot: position"
        )
        for name in ("one", "two")
    ]
    other = record("scenario:three", "c", verdict=Verdict.UNSUPPORTED, explanation="the engine cannot: fly")
    (came, *_) = exercised_or_not([missed], [], [*unasked, other])
    said = "it takes a position; 2 scenarios of its rule could not be asked: the engine cannot: position"
    assert came.explanation == said
    (alone, *_) = exercised_or_not([missed], [], [other])
    assert alone == missed
