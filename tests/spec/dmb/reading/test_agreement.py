"""Steps of the reference engine that play seldom reaches: the model says the same of them."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.spec.dmb import game
from rulehound.spec.formats import Card
from rulehound_testing.dmb.table import CARDS, active, digimon, held, seat, table, with_ability
from rulehound_testing.dmb.values import VALUES

BADGE = Card(
    "Badge",
    "Badge",
    {
        "kind": "option",
        "support": True,
        "effects": [
            {"timing": "passive", "steps": [{"do": "bonus", "amount": 30}]},
            {"timing": "support", "steps": [{"do": "attach", "zone": "this"}]},
        ],
    },
)


@pytest.mark.parametrize("hp", [10, 90])
def test_what_was_attached_leaves_with_shatter_though_its_digimon_is_knocked_out(hp: int) -> None:
    """The bonus is taken back between the hit and the KO."""
    user, target = with_ability("User", "shatter", shatter=10), digimon("Target")
    mine = {"active": active("User"), "choice": "cross", "deck": 5}
    theirs = {"active": active("Target", hp=hp), "choice": "cross", "deck": 5, "hand": ["Badge"]}
    played = table("support", mine, theirs, more=[user, target, BADGE])
    judge = Judge(CompiledModel(game, VALUES), {card.number: card for card in (*CARDS, user, target, BADGE)})
    assert judge.state(played.observe()) == []

    def agreed(action: dict[str, Any]) -> list[str]:
        """What effects did in a step that the model agrees to."""
        before = played.observe()
        played.apply(action)
        assert judge.step(before, action, played.observe()) == []
        return [event["event"] for event in played.observe()["events"]]

    agreed({"action": "support-from-hand", "card": held(played, "Badge", 1)})
    assert agreed({"action": "no-support"}) == ["bonus", "attach"]
    events = agreed({"action": "choose", "card": played.observe()["choices"][0]["id"]})
    assert events == ["detach", "bonus", "turn"]
    assert (seat(played, 1)["active"] is None) == (hp == 10)
    assert not judge.not_judged
    assert judge.taken["effect-bonus-theirs"] == 2
