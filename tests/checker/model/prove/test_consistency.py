"""Rules that contradict each other, that nothing follows or that say nothing are found, with a core."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.checker.model.proof_checks import records_of
from rulehound.checker.model.prove.consistency import Flaw, Inconsistency, consistency
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.language import Member, Model, either, require, rule, switch, when
from rulehound_testing.kernel import kernel
from rulehound_testing.made_up_model import Board, Piece, model_with
from rulehound_testing.toy.game import game as toy_game
from rulehound_testing.toy.game import model as toy


def found(model: Model, flaw: Flaw, values: dict[str, Any] | None = None, **more: Any) -> list[Inconsistency]:
    result = consistency(model, values or {}, **more)
    assert not result.unanswered
    return [finding for finding in result.findings if finding.flaw is flaw]


def test_sound_models_have_no_flaw_but_what_follows() -> None:
    for model, values in ((toy, {"heap.full": 7}), (kernel, {})):
        flaws = {finding.flaw for finding in consistency(model, values).findings}
        assert flaws <= {Flaw.FOLLOWS}


def test_guards_that_cannot_hold_together_are_named_and_no_others() -> None:
    def act(s: Board) -> None:
        require(s.turn, "whose")
        require(s.score >= 3, "rich")
        require(s.score < 2, "poor")
        s.score += 1

    (finding,) = found(model_with(act), Flaw.IMPOSSIBLE)
    assert finding == Inconsistency(
        Flaw.IMPOSSIBLE, "act", ("guard rich", "guard poor"), ("rich", "poor"), by_edition=False
    )


def test_a_guard_that_an_invariant_forbids_names_it() -> None:
    def act(s: Board) -> None:
        require(s.score < 0, "debt")
        s.score += 1

    model = model_with(act)
    model.invariant("never-below", "no-debt")(lambda s: s.score >= 0)
    (finding,) = found(model, Flaw.IMPOSSIBLE)
    assert finding.core == ("guard debt", "invariant never-below")
    assert finding.rules == ("debt", "no-debt")


def test_an_action_that_needs_two_is_possible_where_there_is_room() -> None:
    def act(s: Board, one: Piece, other: Piece) -> None:
        require(one.size > other.size, "larger")
        s.score += 1

    model = model_with(act, one=Member("me.pieces"), other=Member("me.pieces"))
    assert not found(model, Flaw.IMPOSSIBLE, slots=2)
    (finding,) = found(model, Flaw.IMPOSSIBLE, slots=1)
    assert finding.where == "act"


def test_an_effect_against_an_invariant_is_found() -> None:
    def act(s: Board) -> None:
        require(s.score >= 1, "some")
        with rule("payment"):
            s.score = -s.score

    model = model_with(act)
    model.invariant("never-below")(lambda s: s.score >= 0)
    (finding,) = found(model, Flaw.ALWAYS_BREAKS)
    assert finding.where == "act"
    assert finding.core == ("guard some", "invariant never-below afterwards")


def test_invariants_that_no_state_keeps_together() -> None:
    model = model_with(lambda s: setattr(s, "turn", True))
    model.invariant("low")(lambda s: s.score <= 1)
    model.invariant("beside")(lambda s: s.me.coins >= 0)
    model.invariant("high")(lambda s: s.score >= 2)
    (finding,) = found(model, Flaw.NO_STATE)
    assert finding.core == ("invariant low", "invariant high")


def test_an_invariant_of_everything_says_nothing() -> None:
    model = model_with(lambda s: setattr(s, "score", 1))
    model.invariant("always")(lambda s: either(s.score > 0, s.score <= 0))
    model.invariant("by-switch")(lambda s: either(switch("strict", "false"), s.score <= 9))
    lax = found(model, Flaw.SAYS_NOTHING, {"strict": False})
    assert [(finding.where, finding.by_edition) for finding in lax] == [
        ("invariant always", False),
        ("invariant by-switch", True),
    ]
    assert [finding.where for finding in found(model, Flaw.SAYS_NOTHING, {"strict": True})] == [
        "invariant always"
    ]


def test_a_rule_whose_effect_never_happens() -> None:
    def act(s: Board) -> None:
        require(s.score >= 0, "some")
        with when(s.score < 0), rule("dead"):
            s.turn = True
        with rule("alive"):
            s.score += 1

    assert [finding.where for finding in found(model_with(act), Flaw.NEVER_HAPPENS)] == ["dead"]


def test_what_follows_from_other_guards() -> None:
    def act(s: Board) -> None:
        require(s.score >= 3, "three")
        require(s.score >= 1, "one")
        s.score -= 1

    (finding,) = found(model_with(act), Flaw.FOLLOWS)
    assert (finding.where, finding.core) == ("act: guard one", ("guard three",))


@pytest.mark.parametrize(("effort", "verdict"), [(20_000_000, Verdict.VIOLATION), (1, Verdict.INCONCLUSIVE)])
def test_records_claim_no_more_than_was_answered(effort: int, verdict: Verdict) -> None:
    def act(s: Board) -> None:
        require(s.score >= 3, "rich")
        require(s.score < 2, "poor")
        s.score += 1

    model = model_with(act)
    model.invariant("low")(lambda s: s.score + s.me.coins <= 1)
    records = {
        record.check: record
        for record in records_of(BoundModel(toy_game, "only", {}), consistency(model, {}, effort=effort))
    }
    told = records["consistency:actions"]
    assert told.verdict is verdict
    assert told.rules == (["rich", "poor"] if verdict is Verdict.VIOLATION else [])


@pytest.mark.parametrize(("effort", "verdict"), [(20_000_000, Verdict.PASS), (1, Verdict.INCONCLUSIVE)])
def test_a_rule_of_which_the_solver_does_not_say_whether_it_happens_is_no_flaw(
    effort: int, verdict: Verdict
) -> None:
    def act(s: Board) -> None:
        with when(s.score > 3), rule("rich"):
            s.turn = True
        with when(s.score > 4), rule("rich"):
            s.turn = False

    result = consistency(model_with(act), {}, effort=effort)
    records = {each.check: each for each in records_of(BoundModel(toy_game, "only", {}), result)}
    assert records["consistency:effects"].verdict is verdict
    assert len(result.unanswered) == len(set(result.unanswered))
