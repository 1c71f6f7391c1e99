"""Only rules of the spec pass as rules, whatever an engine names."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.engines.reasons import known_rules
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import play
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Card, Deck, Observation, Reason, Refused
from rulehound_testing.dcg.values import VALUES

STRANGE = Reason("late", "house.rules<b>", "too late")
KNOWN = Reason("late", "turn.phases", "too late")


def test_a_rule_of_the_spec_passes_and_any_other_becomes_words() -> None:
    strange, known = known_rules([STRANGE, KNOWN], "dcg")
    assert known == KNOWN
    assert (strange.rule, strange.reason) == ("", "late")
    assert strange.text == "too late (by house.rules<b>, which is no rule of the spec)"
    assert known_rules([Reason("no")], "dcg") == (Reason("no"),)


def test_of_a_game_that_is_not_installed_nothing_is_known() -> None:
    assert known_rules([STRANGE], "chess") == (STRANGE,)


class Strange(DcgAdapter):
    """It refuses to pass, and names a rule that nobody knows."""

    def legal_actions(self) -> list[Action]:
        return [action for action in super().legal_actions() if action["action"] != "pass"]

    def apply(self, action: Action) -> Observation:
        if action["action"] == "pass":
            raise Refused([STRANGE])
        return super().apply(action)

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        return (STRANGE,)


def strange() -> EngineClient:
    engine = Strange()
    return EngineClient(LocalChannel(engine), engine.handshake())


def test_no_record_and_no_check_has_a_rule_that_an_engine_made_up() -> None:
    scope = Scope(games=1, steps=12, examples=0, runs=2, search_steps=5)
    found = play(target_of(BoundModel(game, "manual-2.3", VALUES), "strange", strange), seed=0, scope=scope)
    broken = [record for record in found.records if record.verdict is Verdict.VIOLATION]
    assert [(record.check, record.rules) for record in broken] == [
        ("guard:pass:turn.main-phase", ["turn.pass"])
    ]
    assert "by house.rules<b>, which is no rule of the spec" in broken[0].explanation


def test_refusals_and_decks_are_held_to_it() -> None:
    engine = strange()
    assert [reason.rule for reason in engine.validate_deck([], Deck({}), "manual-2.3")] == [""]
    setup = game.setup(0, VALUES)
    engine.new_game(setup)
    with pytest.raises(Refused) as refusal:
        engine.apply({"action": "pass"})
    assert [reason.rule for reason in refusal.value.reasons] == [""]
