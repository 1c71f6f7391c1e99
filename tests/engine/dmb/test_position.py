"""Positions: what they stand at, and what no game comes to."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dmb import Game, Refused
from rulehound_testing.dmb.table import CARDS, active, numbers, seat, table

MINE: dict[str, Any] = {"active": active("Rookie")}
CHOSEN: dict[str, Any] = {**MINE, "choice": "cross"}


@pytest.mark.parametrize(
    ("decision", "mine", "theirs", "decider"),
    [
        ("mulligan", {"hand": ["Option"]}, {"hand": ["Option"]}, None),
        ("hand", {"hand": ["Option"]}, {}, 0),
        ("place", {"hand": ["Rookie"]}, {}, 0),
        ("partner", {**MINE, "partner": "Rookie", "destiny": ["Champion"]}, {}, 0),
        ("partner", {**MINE, "partner": ["Rookie"], "destiny": ["Champion"]}, {}, 0),
        ("rack", MINE, {}, 0),
        ("evolve", MINE, {}, 0),
        ("attack", MINE, MINE, None),
        ("support", CHOSEN, CHOSEN, 1),
        ("discard", {"hand": ["Option"] * 7}, {}, 0),
    ],
)
def test_a_position_stands_at_its_decision(
    decision: str, mine: dict[str, Any], theirs: dict[str, Any], decider: int | None
) -> None:
    game = table(decision, mine, theirs)
    assert (game.decision, game.decider) == (decision, decider)


@pytest.mark.parametrize(
    ("decision", "mine", "theirs", "reason"),
    [
        ("evolve", {}, {}, "no-digimon"),
        ("place", MINE, {}, "digimon-there"),
        ("partner", MINE, {}, "no-partner"),
        ("attack", MINE, {}, "nobody-opposite"),
        ("support", CHOSEN, MINE, "no-choice"),
        ("rack", CHOSEN, {}, "early-choice"),
        ("rack", {**MINE, "ko_points": 4}, {}, "game-over"),
        ("rack", {"active": active("Rookie", attachments=["Option"] * 2)}, {}, "attachments"),
        ("rack", {"active": active("Option")}, {}, "not-a-digimon"),
        ("rack", {"active": active("?")}, {}, "unknown-card"),
        ("rack", {**MINE, "partner": "Mega"}, {}, "no-partner"),
        ("lunch", MINE, {}, "bad-position"),
    ],
)
def test_what_cannot_be_is_refused(
    decision: str, mine: dict[str, Any], theirs: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Refused) as refused:
        table(decision, mine, theirs)
    assert [each.reason for each in refused.value.reasons] == [reason]


def test_a_mega_on_the_zone_came_from_the_destiny_zone_and_a_count_is_of_fillers() -> None:
    game = table("rack", {"active": active("Mega", "Ultimate", hp=7), "deck": 3, "trash": ["Option"]})
    shown = seat(game, 0)
    assert [card["destiny"] for card in shown["active"]["cards"]] == [True, False]
    assert (shown["active"]["hp"], shown["deck"], numbers(shown["trash"])) == (7, 3, ["Option"])
    assert Game.at(CARDS[1:2], {"decision": "hand", "players": [{"deck": 2}]}).state.players[0].deck
