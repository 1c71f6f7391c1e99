"""What is shown of a game: what effects make of it, what waits, what is chosen from, what has happened."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.spec.formats import Card
from rulehound_testing.dcg.probe_cards import at, digimon, stack

GAIN = {"timing": "on-play", "steps": [{"do": "memory", "amount": 1}]}
DRAW = {"timing": "on-play", "steps": [{"do": "draw"}]}
SUSPEND = {"do": "suspend", "target": {"of": "opponent", "kind": ["digimon"], "count": 2}}


def card(number: str, *effects: dict[str, Any], **facts: Any) -> Card:
    """A red Digimon of level 3 with these effects."""
    return Card(number, number, {**digimon("red", 3), "effects": list(effects), **facts})


CARDS = (
    card("plain"),
    card("torn", GAIN, DRAW),
    card("choosy", {"timing": "on-play", "steps": [SUSPEND]}),
    card("perhaps", {**GAIN, "optional": True}),
    Card("Rivet", "Rivet", {"kind": "digimon", "dp": 3000, "level": 3, "colors": ["white"]}),
)


def game(me: dict[str, Any], opponent: dict[str, Any] | None = None, **rest: Any) -> Game:
    """A game at a position of these cards."""
    position = {
        "players": [{"deck": ["plain"] * 3, **me}, {"deck": ["plain"] * 3, **(opponent or {})}],
        **rest,
    }
    return Game.at(CARDS, position)


def test_a_game_in_which_nothing_waits_shows_that_nothing_does() -> None:
    shown = at(memory=3).observe()
    assert (shown["pending"], shown["effect"], shown["choice"], shown["showing"]) == ([], None, None, None)
    assert shown["lasting"] == []


def test_an_observation_is_plain_json_that_shares_nothing_with_the_game() -> None:
    position = game(
        {"hand": ["torn"], "battle": [stack("plain", keywords=["rush"], dp_change=1000)]}, memory=3
    )
    shown = position.observe()
    assert json.loads(json.dumps(shown)) == shown
    shown["players"][0]["battle"][0]["lasting"].clear()
    shown["players"][0]["hand"].clear()
    assert position.observe()["players"][0]["battle"][0]["lasting"]


def test_a_stack_shows_what_effects_make_of_it() -> None:
    lasting = [{"gives": {"dp": -500, "security_attack": 1}, "until": "always", "player": 1}]
    battle = [stack("plain", "torn", keywords=["blocker", "rush"], dp_change=1000, lasting=lasting)]
    (shown,) = game({"battle": battle}).observe()["players"][0]["battle"]
    assert [entry["card"] for entry in shown["cards"]] == ["plain", "torn"]
    assert (shown["name"], shown["kind"], shown["level"], shown["colors"]) == ("plain", "digimon", 3, ["red"])
    assert (shown["dp"], shown["checks"], shown["keywords"]) == (3500, 2, ["blocker", "rush"])
    assert shown["blocker"] is True
    assert shown["lasting"] == [
        {
            "gives": {"dp": 1000, "keywords": ["blocker", "rush"]},
            "until": "turn-end",
            "player": 0,
            "card": "",
        },
        {"gives": {"dp": -500, "security_attack": 1}, "until": "always", "player": 1, "card": ""},
    ]


def test_a_token_of_a_position_is_no_card() -> None:
    position = game({"battle": [stack("Rivet", token=True)]})
    (shown,) = position.observe()["players"][0]["battle"]
    assert (shown["token"], shown["cards"], shown["dp"]) == (
        True,
        [{"id": "Rivet#ap1", "card": "Rivet"}],
        3000,
    )
    assert "Rivet#ap1" not in position.state.match.numbers
    assert Game.restore(position.save()) == position


def test_two_effects_of_one_player_are_shown_by_id_and_chosen_from() -> None:
    position = game({"hand": ["torn"]}, memory=5)
    position.apply({"action": "play", "card": position.state.players[0].hand[0]})
    shown = position.observe()
    assert (shown["decision"], shown["decider"]) == ("order", 0)
    assert [(one["card"], one["timing"], one["effect"], one["player"]) for one in shown["pending"]] == [
        ("torn", "on-play", 0, 0),
        ("torn", "on-play", 1, 0),
    ]
    first, second = shown["pending"]
    assert shown["choice"]["candidates"] == [first["id"], second["id"]]
    (played,) = shown["players"][0]["battle"]
    assert (first["source"], first["stack"], first["on"]) == (
        played["cards"][0]["id"],
        played["id"],
        "played",
    )
    assert first["group"] == second["group"]
    position.apply({"action": "resolve", "effect": second["id"]})
    shown = position.observe()
    assert (shown["memory"], len(shown["players"][0]["hand"])) == (3, 1)
    assert [event["event"] for event in shown["events"]].index("drawn") < [
        event["event"] for event in shown["events"]
    ].index("memory-gained")


def test_what_an_effect_lets_a_player_choose_from_is_shown() -> None:
    others = [stack("plain"), stack("plain"), stack("plain")]
    position = game({"hand": ["choosy"]}, {"battle": others}, memory=5)
    position.apply({"action": "play", "card": position.state.players[0].hand[0]})
    theirs = [one.id for one in position.state.players[1].battle]
    shown = position.observe()
    assert (shown["decision"], shown["choice"]) == (
        "target",
        {"min": 2, "max": 2, "candidates": theirs, "chosen": []},
    )
    assert (shown["effect"]["card"], shown["effect"]["timing"]) == ("choosy", "on-play")
    position.apply({"action": "target", "id": theirs[1]})
    chosen = position.observe()["choice"]
    assert chosen == {"min": 1, "max": 1, "candidates": [theirs[0], theirs[2]], "chosen": [theirs[1]]}
    position.apply({"action": "target", "id": theirs[2]})
    shown = position.observe()
    assert [one["suspended"] for one in shown["players"][1]["battle"]] == [False, True, True]
    (event,) = [event for event in shown["events"] if event["event"] == "suspended"]
    assert (sorted(event["subjects"]), event["cause"], event["player"]) == (theirs[1:], "effect", 0)
    assert event["source"] == position.state.players[0].battle[0].cards[0]


def test_an_optional_effect_that_a_player_is_asked_about_is_shown() -> None:
    position = game({"hand": ["perhaps"]}, memory=5)
    position.apply({"action": "play", "card": position.state.players[0].hand[0]})
    shown = position.observe()
    assert (shown["decision"], shown["decider"], shown["effect"]["card"]) == ("activate", 0, "perhaps")
    position.apply({"action": "accept"})
    assert position.observe()["memory"] == 3


def test_events_are_those_since_the_last_action_began() -> None:
    position = game({"hand": ["plain"]}, memory=6)
    position.apply({"action": "play", "card": position.state.players[0].hand[0]})
    assert "played" in [event["event"] for event in position.observe()["events"]]
    position.apply({"action": "pass"})
    assert "played" not in [event["event"] for event in position.observe()["events"]]


@pytest.mark.parametrize(
    ("phase", "turn_number", "decision", "hand", "suspended"),
    [
        ("unsuspend", 2, "breeding", 1, False),
        ("draw", 2, "breeding", 1, True),
        ("draw", 1, "breeding", 0, True),
        ("breeding", 2, "breeding", 0, True),
        ("main", 2, "main", 0, True),
    ],
)
def test_a_position_begins_in_its_phase(
    phase: str, turn_number: int, decision: str, hand: int, suspended: bool
) -> None:
    position = game({"battle": [stack("plain", suspended=True)]}, phase=phase, turn_number=turn_number)
    shown = position.observe()
    assert shown["decision"] == decision
    assert len(shown["players"][0]["hand"]) == hand
    assert shown["players"][0]["battle"][0]["suspended"] is suspended


def test_security_of_a_position_lies_in_the_order_given() -> None:
    shown = game({"security": ["torn", "plain", "choosy"]}).observe()["hidden"][0]["security"]
    assert [entry["card"] for entry in shown] == ["torn", "plain", "choosy"]


def test_a_retaliation_that_only_the_position_gives_is_looked_for() -> None:
    """No card of this game has anything to look for; the position alone does."""
    mine, theirs = stack("plain", dp_change=1000), stack("plain", suspended=True, keywords=["retaliation"])
    position = Game.at(CARDS[:1], {"players": [{"battle": [mine]}, {"battle": [theirs]}]})
    attacker, target = (player.battle[0].id for player in position.state.players)
    position.apply({"action": "attack", "attacker": attacker, "target": target})
    assert [player.battle for player in position.state.players] == [(), ()]
