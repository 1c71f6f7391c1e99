"""Both players choose before either choice is shown: such a game is played and judged."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import play
from rulehound.spec.formats import Action
from rulehound_testing.toy import secret
from rulehound_testing.toy.play import opener
from rulehound_testing.toy.secret import SecretEngine

SCOPE = Scope(games=8, steps=20, examples=0, runs=20, search_steps=0)


class ShowsAnother(SecretEngine):
    """It shows 2 for what player 0 has chosen, and counts as if that were so."""

    def show(self) -> None:
        self.chosen[0] = 2
        super().show()


class OneAfterTheOther(SecretEngine):
    """It lets player 1 choose once player 0 has chosen."""

    def legal_actions(self) -> list[Action]:
        actions = super().legal_actions()
        return [action for action in actions if action["player"] == 0] or actions


def records_of(make: Callable[[], SecretEngine]) -> list[CheckRecord]:
    rules = BoundModel(secret.game, "only", {})
    return play(target_of(rules, "secret", opener(make)), seed=1, scope=SCOPE).records


def test_a_sound_engine_breaks_nothing() -> None:
    records = records_of(SecretEngine)
    assert {record.verdict for record in records} == {Verdict.PASS}
    judged = {record.check for record in records}
    assert {"effect:choose.secret", "effect:show.point", "effect:show.chosen"} <= judged


@pytest.mark.parametrize(("make", "rule"), [(ShowsAnother, "show.chosen"), (OneAfterTheOther, "choose.once")])
def test_a_faulty_engine_is_found(make: Callable[[], SecretEngine], rule: str) -> None:
    violations = [record for record in records_of(make) if record.verdict is Verdict.VIOLATION]
    assert any(rule in record.rules for record in violations), violations
    players = {step.action["player"] for record in violations for step in record.trace.steps if record.trace}
    assert players <= {0, 1}


def test_a_choice_that_nobody_was_seen_to_make_may_be_any() -> None:
    engine = SecretEngine()
    engine.apply({"action": "choose", "player": 1, "value": 2})
    judge = Judge(CompiledModel(secret.game, {}), {})
    first = engine.observe()
    assert judge.state(first) == []
    action = {"action": "choose", "player": 0, "value": 2}
    assert judge.step(first, action, engine.apply(action)) == []
    assert [state[2:4] for state in judge.belief.states] == [(2, 2)]
