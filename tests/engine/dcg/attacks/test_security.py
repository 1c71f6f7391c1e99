"""Security checks with effects about: what a checked card does, what is counted anew, what goes where."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound_testing.dcg.made_up_cards import (
    Facts,
    events,
    gain,
    numbers,
    option,
    playing,
    red,
    tamer,
)
from rulehound_testing.dcg.probe_cards import offered, stack, stack_id


def security(*steps: Facts, **words: Any) -> dict[str, Any]:
    """A [Security] effect."""
    return {"timing": "security", "steps": list(steps), **words}


DULL = {"do": "give", "target": {"of": "opponent", "role": "attacker"}, "gives": {"security_attack": -1}}
CARDS: dict[str, Facts] = {
    "twice": red(4, security_attack=1),
    "thrice": red(6, security_attack=2),
    "heir": red(3, {"timing": "continuous", "inherited": True, "gives": {"security_attack": 1}}),
    "jammer": red(3, jamming=True, security_attack=1),
    "spark": option(security({"do": "memory", "amount": 2})),
    "dimmer": option(security(DULL)),
    "purge": option(
        security(
            {
                "do": "put",
                "target": {"of": "opponent", "area": "under", "under_of": "attacker"},
                "to": "trash",
            }
        )
    ),
    "to-hand": option(security({"do": "put", "target": {"role": "this"}, "to": "hand"})),
    "enters": red(3, security({"do": "play", "target": {"role": "this"}})),
    "tamer": tamer(security({"do": "play", "target": {"role": "this"}})),
    "again": option(
        {"timing": "main", "steps": [{"do": "draw", "count": 2}]},
        security({"do": "activate", "timing": "main"}),
    ),
    "bolt": option(security({"do": "delete", "target": {"of": "opponent"}})),
    "bounce": option(security({"do": "put", "target": {"of": "opponent"}, "to": "hand"})),
    "heal": option(security({"do": "recovery", "count": 1})),
    "pair": option(security({"do": "memory", "amount": 1}), security({"do": "draw", "count": 1})),
    "careful": option(security({"do": "memory", "amount": 1}, **{"if": {"memory_at_least": 1}})),
    "choice": option(security({"do": "memory", "amount": 1}, optional=True)),
}


def checking(attacker: Any, *cards: str, edition: str = "manual-2.3", **rest: Any) -> Game:
    """An attack on a player with these security cards, top first."""
    mine = attacker if isinstance(attacker, dict) else stack(attacker)
    game = playing(CARDS, {"battle": [mine]}, {"security": list(cards), "deck": 5}, edition=edition, **rest)
    game.apply({"action": "attack", "attacker": stack_id(game), "target": "player"})
    return game


def lies(game: Game, pile: str, player: int = 1) -> list[str]:
    """The card numbers in a pile."""
    return numbers(game, getattr(game.state.players[player], pile))


def test_the_effect_of_a_checked_card_comes_whoever_attacks() -> None:
    for attacker in ("red-4", "jammer"):
        game = checking(attacker, "spark", "blue-3", "blue-3", memory=1)
        assert lies(game, "trash")[0] == "spark"
        assert events(game, "memory") == ["memory"]


def test_the_attack_goes_on_though_the_counter_crosses() -> None:
    game = checking("twice", "spark", "blue-3", "blue-3", memory=1)
    assert lies(game, "security") == ["blue-3"]
    assert (game.state.turn, game.state.memory) == (1, 1)


@pytest.mark.parametrize(
    ("attacker", "first", "checked"),
    [
        (stack("red-4", "heir"), "blue-3", 2),
        (stack("red-4", "heir"), "dimmer", 1),
        (stack("red-4", "heir"), "purge", 1),
        (stack("red-4"), "dimmer", 1),
        (stack("thrice"), "dimmer", 2),
    ],
)
def test_what_the_attacker_has_counts_anew_at_each_check(
    attacker: dict[str, Any], first: str, checked: int
) -> None:
    game = checking(attacker, first, "blue-3", "blue-3", "blue-3")
    assert len(game.state.players[1].security) == 4 - checked


def test_more_cards_may_come_to_be_checked_in_the_middle() -> None:
    game = checking("twice", "heal", edition="manual-2.3")
    assert lies(game, "security") == []
    assert len(game.state.players[1].trash) == 2, "the card that was recovered has been checked too"
    assert not game.over


@pytest.mark.parametrize(
    ("card", "area"), [("to-hand", "hand"), ("spark", "trash"), ("again", "trash"), ("blue-3", "trash")]
)
def test_a_checked_card_goes_to_the_trash_unless_its_effect_has_put_it_somewhere(
    card: str, area: str
) -> None:
    game = checking("red-4", card)
    assert card in lies(game, area)
    assert game.state.players[1].revealed == ()
    assert sum(card in lies(game, pile) for pile in ("hand", "trash")) == 1


@pytest.mark.parametrize("card", ["enters", "tamer"])
def test_a_card_that_plays_itself_neither_battles_nor_goes_to_the_trash(card: str) -> None:
    game = checking("red-3", card)
    assert numbers(game, [one.cards[0] for one in game.state.players[1].battle]) == [card]
    assert lies(game, "trash") == []
    assert len(game.state.players[0].battle) == 1, "there was no battle to tie"
    assert game.state.memory == 0


def test_a_security_effect_may_activate_the_main_effect_of_the_card() -> None:
    game = checking("red-4", "again")
    assert len(game.state.players[1].hand) == 2
    assert "option-used" not in events(game)


@pytest.mark.parametrize("card", ["bolt", "bounce"])
def test_nothing_is_checked_once_the_attacker_has_left(card: str) -> None:
    game = checking("thrice", card, "blue-3", "blue-3")
    assert lies(game, "security") == ["blue-3", "blue-3"]
    assert lies(game, "trash") == [card]
    assert game.state.players[0].battle == ()


def test_jamming_keeps_from_deletion_and_the_checks_go_on() -> None:
    game = checking("jammer", "blue-6", "blue-3", "blue-3")
    assert lies(game, "security") == ["blue-3"]
    assert len(game.state.players[0].battle) == 1


def test_jamming_is_of_no_use_against_a_digimon_of_the_battle_area() -> None:
    game = playing(CARDS, {"battle": [stack("jammer")]}, {"battle": [stack("blue-6", suspended=True)]})
    game.apply({"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)})
    assert game.state.players[0].battle == ()


def test_several_security_effects_are_ordered_by_their_player() -> None:
    game = checking("red-4", "pair", memory=3)
    assert (game.state.decision, game.state.decider) == ("order", 1)
    first, second = (action["effect"] for action in offered(game, "resolve"))
    game.apply({"action": "resolve", "effect": second})
    assert events(game, "memory", "drawn") == ["drawn", "memory"]
    assert first != second


def test_a_security_effect_comes_ahead_of_what_else_the_check_sets_off() -> None:
    watching = {**gain(1, "when"), "event": {"happens": "security-checked", "which": {"of": "opponent"}}}
    cards = {**CARDS, "watcher": tamer(watching)}
    game = playing(
        cards, {"battle": [stack("red-4"), stack("watcher")]}, {"security": ["spark"], "deck": 5}, memory=5
    )
    game.apply({"action": "attack", "attacker": stack_id(game), "target": "player"})
    assert [event.player for event in game.state.events if event.what == "memory"] == [1, 0]


def test_a_check_is_told_and_so_is_who_has_won() -> None:
    waits = {"security-removed": {"which": {"of": "opponent"}}, "won-battle": {}}
    for happening, words in waits.items():
        watcher = red(4, {**gain(1, "when"), "event": {"happens": happening, **words}})
        won = [
            playing({"watcher": watcher}, {"battle": [stack("watcher")]}, {"security": [checked, "blue-3"]})
            for checked in ("blue-3", "blue-option")
        ]
        for game in won:
            game.apply({"action": "attack", "attacker": stack_id(game), "target": "player"})
        assert [game.state.memory for game in won] == [1, 1 if happening == "security-removed" else 0]


def test_a_security_effect_has_its_condition_and_may_be_optional() -> None:
    assert events(checking("red-4", "careful", memory=2), "memory") == [], "seen from its player it is -2"
    game = checking("red-4", "choice", memory=3)
    assert (game.state.decision, game.state.decider) == ("activate", 1)
    game.apply({"action": "decline"})
    assert game.state.memory == 3
    assert lies(game, "trash") == ["choice"]


def test_a_tied_or_lost_battle_against_security_deletes_the_attacker_alone() -> None:
    game = checking("red-3", "blue-3", "blue-4")
    assert game.state.players[0].battle == ()
    assert [event.subjects for event in game.state.events if event.what == "deleted"] == [("p1",)]


def test_a_deletion_by_a_security_digimon_may_be_prevented() -> None:
    cards = {**CARDS, "armoured": red(3, security_attack=1, **{"armor-purge": True})}
    game = playing(
        cards, {"battle": [stack("armoured", "red-4-twice")]}, {"security": ["blue-3", "blue-3", "blue-3"]}
    )
    game.apply({"action": "attack", "attacker": stack_id(game), "target": "player"})
    assert (game.state.decision, game.state.decider) == ("would", 0)
    game.apply(offered(game, "resolve")[0])
    assert numbers(game, game.state.players[0].battle[0].cards) == ["red-4-twice"]
    assert len(game.state.players[1].security) == 1, "what is on top now checks a second card"
