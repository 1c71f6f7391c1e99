"""What an engine answers is checked as it comes: types, and events against what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulehound.checker.engines.client import EngineClient
from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour
from rulehound.spec.formats import Handshake


class Answering:
    """A channel that gives prepared answers, one after the other."""

    ending = None

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def call(self, _method: str, _parameters: Mapping[str, Any]) -> Any:
        return self.answers.pop(0)

    def close(self) -> None:
        self.answers.clear()


def client(*answers: Any) -> EngineClient:
    return EngineClient(
        Answering(*answers), Handshake(protocol="1.0", game="dcg", engine="made up", version="1")
    )


def shown(*events: Mapping[str, Any]) -> dict[str, Any]:
    stack = {"id": "p1", "cards": [{"id": "a1", "card": "X-1"}], "suspended": False}
    seats = [{"battle": [stack], "breeding": None}, {"battle": [], "breeding": None}]
    return {"turn": 0, "decider": 0, "decision": "main", "players": seats, "events": list(events)}


SUSPENDED = {
    "event": "suspended", "subjects": ["p1"], "cause": "player", "player": 0, "source": "", "amount": 0,
}  # fmt: skip


def test_an_event_that_contradicts_what_is_shown_is_malformed() -> None:
    engine = client(shown(), shown(SUSPENDED))
    engine.observe()
    with pytest.raises(EngineError) as error:
        engine.apply({"action": "pass"})
    assert error.value.kind is Misbehaviour.MALFORMED
    assert "event 0 (`suspended`) names p1, which is shown unsuspended" in str(error.value)
    assert "docs/adapters.md (Events)" in str(error.value)


def test_events_of_an_effect_that_was_asked_for_need_no_source() -> None:
    engine = client(shown(), shown({**SUSPENDED, "event": "memory", "subjects": [], "cause": "effect"}))
    engine.observe()
    assert engine.effect({"effect": "memory", "player": 0, "amount": 0})["turn"] == 0


def test_the_view_of_one_player_is_not_what_the_events_are_held_against() -> None:
    seen_by_one = {**shown(), "players": [{"battle": []}, {"battle": []}]}
    engine = client(shown(), seen_by_one, shown({**SUSPENDED, "player": 1}))
    engine.observe()
    engine.observe(player=1)
    with pytest.raises(EngineError, match="p1 is of player 0"):
        engine.apply({"action": "pass"})


def test_fields_of_an_engine_of_its_own_are_left_out_of_the_whole_game_alone() -> None:
    own = {**shown(), "clock": 1}
    own["players"][0]["battle"][0]["mood"] = "grim"
    assert client(own).observe() == shown()
    assert client({**shown(), "clock": 1}).observe(0)["clock"] == 1
