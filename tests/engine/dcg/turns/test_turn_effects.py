"""Effects at the start and the end of a turn and of its main phase, Reboot, and turns that go on."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.editions import EDITIONS
from rulehound_testing.dcg.made_up_cards import events, gain, numbers, playing, red, tamer
from rulehound_testing.dcg.probe_cards import hand, offered, refusal, setup, stack

PASS = {"action": "pass"}
LOSE_3 = {"timing": "start-of-turn", "turn": "me", "steps": [{"do": "memory", "amount": -3}]}


def test_start_of_turn_comes_before_unsuspending_and_in_the_turn_that_it_names() -> None:
    cards = {
        "early": tamer(gain(1, "start-of-turn", turn="me")),
        "envious": tamer(gain(1, "start-of-turn", turn="opponent")),
    }
    both = [stack("early", suspended=True), stack("envious")]
    game = playing(cards, {"battle": both}, {"battle": both})
    game.apply(PASS)
    assert [event.player for event in game.state.events if event.what == "memory"] == [1, 0]
    assert events(game, "turn-began", "memory", "unsuspended", "drawn") == [
        "turn-began",
        "memory",
        "memory",
        "unsuspended",
        "drawn",
    ]
    assert game.state.memory == 3


def test_a_turn_may_end_at_its_very_start_before_anything_stands_up() -> None:
    game = playing({"curse": tamer(LOSE_3)}, {}, {"battle": [stack("curse", suspended=True)]})
    game.apply(PASS)
    assert (game.state.turn, game.state.memory, game.state.decision) == (1, 0, "breeding")
    game = playing(
        {"curse": tamer(LOSE_3), "worse": tamer(LOSE_3)}, {}, {"battle": [stack("curse"), stack("worse")]}
    )
    game.apply(PASS)
    assert game.state.decision == "order"
    game.apply(offered(game, "resolve")[0])
    assert (game.state.turn, game.state.memory) == (0, 3), "the other player's turn has come and gone"
    assert events(game, "unsuspended", "drawn") == ["drawn"], "only the one who goes on has drawn"
    assert game.state.turn_number == 3


def test_the_start_of_the_main_phase_comes_whatever_is_done_before_it() -> None:
    cards = {"riser": tamer(gain(1, "start-of-main-phase", turn="me"))}
    for action in ("hatch", "move", "skip"):
        mine = {
            "battle": [stack("riser")],
            "egg_deck": 1,
            "breeding": stack("red-3") if action == "move" else None,
        }
        game = playing(cards, mine, phase="breeding", memory=1)
        game.apply({"action": action})
        assert (game.state.phase, game.state.memory) == ("main", 2)


@pytest.mark.parametrize("turn", [0, 1])
def test_reboot_stands_up_in_either_players_unsuspend_phase_at_once(turn: int) -> None:
    cards = {"riser": red(3, reboot=True)}
    mine = [stack("riser", suspended=True), stack("red-3", suspended=True)]
    game = playing(cards, {"battle": mine}, {"battle": [stack("blue-3", suspended=True)]}, turn=1 - turn)
    game.apply(PASS)
    upright = [[not one.suspended for one in player.battle] for player in game.state.players]
    assert upright == ([[True, True], [False]] if turn == 0 else [[True, False], [True]])
    assert len([event for event in game.state.events if event.what == "unsuspended"]) == 1


def test_reboot_may_be_gained_and_does_nothing_in_the_breeding_area() -> None:
    gained = stack("red-3", suspended=True, lasting=[lasting({"keywords": ["reboot"]})])
    game = playing(
        {"riser": red(3, reboot=True)}, {"battle": [gained], "breeding": stack("riser", suspended=True)}
    )
    game.apply(PASS)
    mine = game.state.players[0]
    assert not mine.battle[0].suspended
    assert mine.breeding is not None
    assert mine.breeding.suspended


def lasting(gives: dict[str, Any], until: str = "always", player: int = 1) -> dict[str, Any]:
    """Something that an effect gives for a while."""
    return {"gives": gives, "until": until, "player": player}


def test_what_cannot_stand_up_does_not() -> None:
    barred = stack("red-3", suspended=True, lasting=[lasting({"cannot": ["unsuspend"]})])
    game = playing({}, {"battle": [barred, stack("red-4", suspended=True)]}, turn=1)
    game.apply(PASS)
    assert [one.suspended for one in game.state.players[0].battle] == [True, False]


def test_reboot_that_cannot_stand_up_does_not() -> None:
    barred = stack("riser", suspended=True, lasting=[lasting({"cannot": ["unsuspend"]})])
    game = playing({"riser": red(3, reboot=True)}, {"battle": [barred]})
    game.apply(PASS)
    assert game.state.players[0].battle[0].suspended


def test_a_new_turn_begins_with_nothing_used_and_nothing_just_played() -> None:
    once = gain(0, limit=1)
    mine = [stack("wise", played_this_turn=True)]
    game = playing(
        {"wise": red(3, once)}, {"battle": mine}, {"battle": [stack("blue-3", played_this_turn=True)]}
    )
    act = offered(game, "activate")[0]
    game.apply(act)
    assert offered(game, "activate") == []
    for _ in range(2):
        game.apply(PASS)
        game.apply({"action": "skip"})
    assert offered(game, "activate") == [act]
    assert [one.played_this_turn for player in game.state.players for one in player.battle] == [False, False]


def test_in_the_first_edition_what_crosses_within_an_attack_may_come_back_in_it() -> None:
    losing = {"timing": "when-attacking", "steps": [{"do": "memory", "amount": -1}]}
    cards = {"swing": red(4, losing, gain(1, "end-of-attack")), "loser": red(4, losing)}
    game = playing(cards, {"battle": [stack("swing"), stack("loser")]}, edition="fan-2020")
    for index, turns in ((0, 0), (1, 1)):
        attacker = game.state.players[0].battle[index].id
        game.apply({"action": "attack", "attacker": attacker, "target": ""})
        game.apply({"action": "attack", "attacker": attacker, "target": "player"})
        assert events(game, "turn-began") == ["turn-began"] * turns


END = {"timing": "end-of-turn", "turn": "me"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_turn_goes_on_where_its_end_brings_memory_back(edition: str) -> None:
    cards = {"anchor": tamer({**END, "limit": 1, "steps": [{"do": "set-memory", "to": 1}]})}
    game = playing(cards, {"battle": [stack("anchor")]}, edition=edition)
    game.apply(PASS)
    if edition == "fan-2020":  # it ends all the same, and the other player's turn with it
        assert events(game, "turn-began") == ["turn-began"] * 2
        return
    assert (game.state.turn, game.state.memory, game.state.decision) == (0, 1, "main")
    assert events(game, "turn-began") == []
    game.apply(PASS)
    assert game.state.turn == 1, "once a turn it comes, so that the turn ends the next time"


@pytest.mark.parametrize(("edition", "goes_on"), [(name, name != "fan-2020") for name in EDITIONS])
def test_memory_that_comes_back_before_the_end_keeps_the_turn(edition: str, goes_on: bool) -> None:
    cards = {"giver": red(3, gain(3, "on-play"))}
    game = playing(cards, {"hand": ["giver"]}, memory=1, edition=edition)
    game.apply({"action": "play", "card": hand(game)})
    assert len(events(game, "turn-began")) == (0 if goes_on else 2)
    assert game.state.memory == 1


def test_the_end_of_the_turn_comes_each_time_that_it_is_reached() -> None:
    cards = {"anchor": tamer({**END, "limit": 2, "steps": [{"do": "set-memory", "to": 0}]})}
    game = playing(cards, {"battle": [stack("anchor")]})
    for turn in (0, 0, 1):
        game.apply(PASS)
        assert game.state.turn == turn


def test_effects_at_the_end_of_a_turn_come_before_what_lasts_until_then_is_over() -> None:
    fitting = {"which": {"dp_at_least": 4000, "kind": ["digimon"]}}
    cards = {"counter": tamer({**END, "steps": [{"do": "draw", "count": fitting}]})}
    boosted = stack("red-3", lasting=[lasting({"dp": 1000}, "turn-end", 0)])
    game = playing(cards, {"battle": [stack("counter"), boosted]})
    game.apply(PASS)
    assert [event.player for event in game.state.events if event.what == "drawn"] == [0, 1]
    assert game.state.players[0].battle[1].lasting == ()


def test_the_end_of_the_opponents_turn_is_another_one() -> None:
    cards = {"watch": tamer({"timing": "end-of-turn", "turn": "opponent", "steps": [{"do": "draw"}]})}
    game = playing(cards, {"battle": [stack("watch")]}, {"battle": [stack("watch")]})
    game.apply(PASS)
    assert [event.player for event in game.state.events if event.what == "drawn"] == [1, 1]


@pytest.mark.parametrize(
    ("until", "player", "turns"),
    [
        ("turn-end", 0, 1),
        ("opponents-turn-end", 0, 2),
        ("my-turn-end", 0, 1),
        ("my-turn-end", 1, 2),
        ("always", 0, 9),
    ],
)
def test_what_lasts_ends_with_the_turn_that_it_names(until: str, player: int, turns: int) -> None:
    game = playing({}, {"battle": [stack("red-3", lasting=[lasting({"dp": 1000}, until, player)])]})
    for passed in range(1, 4):
        if game.state.decision == "breeding":
            game.apply({"action": "skip"})
        game.apply(PASS)
        assert bool(game.state.players[0].battle[0].lasting) == (passed < turns)


def test_all_that_ends_with_the_turn_ends_at_once() -> None:
    """One change alone would delete it."""
    both = [lasting({"dp": 4000}, "turn-end", 0), lasting({"dp": -5000}, "turn-end", 0)]
    game = playing({}, {"battle": [stack("red-3", lasting=both)]})
    game.apply(PASS)
    assert game.observe()["players"][0]["battle"][0]["dp"] == 3000


def test_what_a_lasting_effect_alone_kept_alive_dies_with_the_turn() -> None:
    both = [lasting({"dp": 1000}, "turn-end", 0), lasting({"dp": -3000}, "always", 1)]
    game = playing({}, {"battle": [stack("red-3", lasting=both)]})
    game.apply(PASS)
    assert game.state.players[0].battle == ()
    assert events(game, "turn-began", "deleted") == ["turn-began", "deleted"]


def test_an_effect_at_the_end_of_the_turn_may_attack_before_the_turn_is_over() -> None:
    cards = {"late": red(4, {**END, "steps": [{"do": "attack", "target": {"role": "this"}}]})}
    game = playing(cards, {"battle": [stack("late")]})
    game.apply(PASS)
    assert (game.state.decision, game.state.decider, game.state.turn) == ("attack", 0, 0)
    assert events(game, "end-of-turn") == ["end-of-turn"]
    game.apply(offered(game, "attack")[0])
    assert events(game, "end-of-turn", "turn-began") == ["turn-began"], "its end has come already"
    assert len(game.state.players[1].security) == 1
    assert game.state.turn == 1


def test_what_waits_for_the_turn_stays_in_order_with_saved_games() -> None:
    cards = {
        "one": tamer(gain(1, "start-of-turn", turn="me")),
        "two": tamer(gain(2, "start-of-turn", turn="me")),
    }
    game = playing(cards, {}, {"battle": [stack("one"), stack("two")]})
    game.apply(PASS)
    again = Game.restore(game.save())
    assert again == game
    for each in (game, again):
        each.apply(offered(each, "resolve")[1])
    assert again == game
    assert game.state.memory == 6
    assert refusal(game, PASS) == {"turn.decider", "turn.main-phase"}


def test_the_setup_is_told() -> None:
    game = Game.new(setup(3, "comprehensive-4.0", first=1))
    told = [(event.what, event.player, event.amount) for event in game.state.events]
    assert told == [("first-player", 1, 0), ("opening-hand", 0, 5), ("opening-hand", 1, 5)]
    assert numbers(game, game.state.events[1].subjects) == numbers(game, game.state.players[0].hand)
    game.apply({"action": "redraw"})
    assert [(event.what, event.player) for event in game.state.events] == [("opening-hand", 1)]
