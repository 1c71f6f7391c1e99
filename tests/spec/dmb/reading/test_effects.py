"""What engines report of effects, in the words of the model."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dmb import Game
from rulehound.spec.dmb.model import model
from rulehound.spec.dmb.protocol import EVENTS
from rulehound.spec.dmb.reading.effects import PARAMETERS, TURN, action_of
from rulehound.spec.dmb.reading.reader import DmbReader
from rulehound.spec.reading import Move, ReportedEffects
from rulehound_testing.dmb.table import CARDS, ROOKIE, active, table

READER = DmbReader()
BY_NUMBER = {card.number: card for card in CARDS}


def reported(*events: dict[str, Any]) -> ReportedEffects:
    game: Game = table("evolve", {"active": active("Rookie")}, {"active": active("Rookie")})
    before = game.observe()
    views = (READER.view(one, BY_NUMBER) for one in (before, {**before, "events": list(events)}))
    first, second = views
    return READER.step(first, {"action": "no-evolution"}, second).reported


def test_every_event_is_read() -> None:
    assert {TURN, *PARAMETERS} == {kind.__struct_config__.tag for kind in EVENTS}


def test_an_event_is_about_a_side_of_the_turn_player() -> None:
    mine, theirs = ({"event": "draw", "player": player, "amount": 2} for player in (0, 1))
    assert reported(mine, theirs).moves == [
        Move("effect-draw-mine", {"amount": 2}),
        Move("effect-draw-theirs", {"amount": 2}),
    ]


def test_sides_change_with_the_turn() -> None:
    draw = {"event": "draw", "player": 0, "amount": 1}
    found = reported(draw, {"event": "turn", "player": 1}, draw)
    assert [move.action for move in found.moves if isinstance(move, Move)] == [
        "effect-draw-mine",
        "effect-draw-theirs",
    ]
    assert found.before_round == 1


def test_cards_and_flags_are_parameters() -> None:
    event = {"event": "place-under", "player": 0, "card": {"card": ROOKIE.number}, "abnormal": True}
    (move,) = reported(event).moves
    assert isinstance(move, Move)
    assert move.parameters["valid"] == 0


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({"event": "explode", "player": 0}, "no action of the model is the event explode"),
        ({"event": "draw", "player": 0}, "the event draw does not tell enough"),
        ({"event": "attack", "player": 0, "attack": None}, "the event attack does not tell enough"),
    ],
)
def test_what_cannot_be_read_is_said(event: dict[str, Any], why: str) -> None:
    assert reported(event).unknown == why


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_is_an_action_of_the_model(kind: type) -> None:
    name = kind.__struct_config__.tag  # type: ignore[attr-defined]
    if name == TURN:
        return
    wordings = {"ignore": [{"requirement": one} for one in ("cost", "level", "type")]}
    wordings["attach"] = [{"source": one} for one in ("hand", "deck", "trash", "support")]
    for more in wordings.get(name, [{}]):
        for player in (0, 1):
            assert action_of({"event": name, "player": player, **more}, 0) in model.actions
