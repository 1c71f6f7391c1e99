"""The reference engine and the model agree, step by step, in random games of cards with effects."""

from __future__ import annotations

import pytest

from rulehound.checker.engines import open_engine
from rulehound.checker.judge import BY_EFFECT, OFFERS, STEPS, Judge
from rulehound.checker.model_at_hand import ModelAtHand
from rulehound.checker.play import Played, Scope, play
from rulehound.checker.play.ground import Ground
from rulehound.checker.play.notes import Notes
from rulehound.checker.play.walks import walk
from rulehound.checker.records import Verdict
from rulehound.checker.traces import Hunt
from rulehound.spec.dcg import game
from rulehound.spec.dcg.rulesets import RULESETS
from spec.dcg.law import values_of

STEPS_EACH = 1_050
"""Steps under each of the five editions, so that 5,000 are judged in all."""

SCOPE = Scope(steps=200, enough=STEPS_EACH, offers_every=10, cards="probe", examples=0, findings=0)


def played(edition: str, scope: Scope = SCOPE, seed: int = 1) -> Played:
    hunt = Hunt(game, edition, values_of(edition), "reference")
    return play(hunt, lambda: open_engine("reference", "dcg"), seed=seed, scope=scope)


@pytest.mark.parametrize("edition", RULESETS)
def test_every_step_of_random_games_is_one_of_the_model(edition: str) -> None:
    outcome = played(edition)
    wrong = [(record.check, record.explanation) for record in outcome.records if record.verdict is not Verdict.PASS]
    assert wrong == []
    assert outcome.seen[STEPS] >= 1_000
    assert outcome.seen[OFFERS] > 10 * outcome.games
    unjudged = sum(
        times for why, times in outcome.not_judged.items() if not why.startswith(("stacks: ", "offered: "))
    )
    assert unjudged < 0.02 * outcome.seen[STEPS], outcome.not_judged
    assert outcome.given_up == {}
    # effects are at work in many steps, and the rules alone in many others
    assert 0.1 < outcome.seen[BY_EFFECT] / outcome.seen[STEPS] < 0.8
