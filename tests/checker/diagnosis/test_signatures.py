"""What a violation is known by says the direction and what differs, and nothing of a random game."""

from __future__ import annotations

from rulehound.checker.diagnosis.causes import Cause, Occurrence
from rulehound.checker.diagnosis.localisation import causes_of
from rulehound.checker.diagnosis.rerun import Rerun
from rulehound.checker.diagnosis.signatures import appearances, signatures
from rulehound.checker.records import Finding, Offer, Offers, Verdict
from rulehound.checker.suite.play.session import Detection, Oracle
from rulehound_testing.made_up_run import record, trace

WRONG = Offers(wrong=[Offer({"action": "add", "by": 3}, "add 3")])
MISSING = Offers(missing=[Offer({"action": "add", "by": 2}, "add 2")])


def failure(
    check: str, steps: int = 2, differs: list[str] | None = None, offers: Offers | None = None
) -> Occurrence:
    """A failure under rule `a`, which the judge finds again."""
    own = record(check, "a", verdict=Verdict.VIOLATION, trace=trace("a", steps, offers=offers))
    finding = Finding(["a"], check, "this", "that", offers=offers, differs=differs or [])
    return Occurrence(own, Rerun([Detection(finding, Oracle.STEP)], True, 1, ()))


def test_direction_and_what_differs_are_told_apart() -> None:
    assert signatures([failure("guard:add:few", offers=WRONG)]) == ["offered, not legal: add"]
    assert signatures([failure("guard:add:few", offers=MISSING)]) == ["legal, not offered: add"]
    assert signatures([failure("effect:a", differs=["deck less"])]) == ["differs: deck less"]
    assert signatures([failure("invariant:low")]) == ["invariant:low"]


def test_where_a_random_game_shows_it_does_not_count_but_in_a_scenario_it_does() -> None:
    short, long = (failure("effect:a", steps, ["deck less"]) for steps in (1, 9))
    assert signatures([short]) == signatures([long]) == signatures([short, long])
    scenarios = [failure("scenario:s", steps, ["deck less"]) for steps in (1, 2)]
    assert signatures(scenarios) == ["differs: deck less", "scenario:s, step 1", "scenario:s, step 2"]


def test_one_fingerprint_does_not_stand_for_both_directions() -> None:
    both = [failure("guard:add:few", offers=offers) for offers in (WRONG, MISSING)]
    causes = causes_of(both, [])
    assert [(cause.rule, cause.element, cause.withholds) for cause in causes] == [
        ("a", "guard:add:few", False),
        ("a", "guard:add:few", True),
    ]
    assert len({cause.fingerprint("game") for cause in causes}) == 2
    assert Cause("a", "guard:add:few", ()).fingerprint("game") == causes[0].fingerprint("game")


def test_appearances_say_in_which_check_something_shows() -> None:
    wrong, missing = failure("guard:add:few", offers=WRONG), failure("guard:add:many", offers=MISSING)
    expected = {"guard:add:few": ["offered, not legal: add"], "guard:add:many": ["legal, not offered: add"]}
    assert appearances([missing, wrong, wrong]) == expected
