"""Battles with keywords and effects about: Piercing, Retaliation, who has won, who is saved."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound_testing.dcg.made_up_cards import Facts, events, gain, numbers, playing, red, tamer
from rulehound_testing.dcg.probe_cards import offered, stack, stack_id

CARDS: dict[str, Facts] = {
    "spear": red(4, piercing=True),
    "lance": red(4, piercing=True, security_attack=1),
    "blunt": red(4, piercing=True, security_attack=-1),
    "bomb": red(3, retaliation=True),
    "armoured": red(4, **{"armor-purge": True}),
    "bulwark": red(3, **{"armor-purge": True}),
    "red-decoy": red(3, decoy=["red"]),
}


def battle(mine: Any, *theirs: Any, edition: str = "manual-2.3", **rest: Any) -> Game:
    """Player 0's first stack has attacked player 1's first one, which is suspended."""
    first, *others = (stack(one) if isinstance(one, str) else one for one in theirs)
    opponent = {"battle": [{**first, "suspended": True}, *others], "security": 5, **rest}
    me = [stack(one) if isinstance(one, str) else one for one in (mine if isinstance(mine, list) else [mine])]
    game = playing(CARDS, {"battle": me}, opponent, edition=edition)
    late = game.state.match.rules.attack_target_when == "after-effects"
    aimed = {"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)}
    game.apply({**aimed, "target": ""} if late else aimed)
    if late:
        game.apply(aimed)
    return game


def left(game: Game) -> list[list[str]]:
    """The numbers of the top cards that each player has in the battle area."""
    return [numbers(game, [one.cards[0] for one in player.battle]) for player in game.state.players]


@pytest.mark.parametrize(
    ("mine", "theirs", "checked"),
    [
        ("spear", "blue-3", 1),
        ("lance", "blue-3", 2),
        ("blunt", "blue-3", 0),
        ("red-4", "blue-3", 0),
        ("spear", "blue-6", 0),
        ("spear", "blue-4", 0),
    ],
)
def test_piercing_checks_as_usual_where_it_has_deleted_and_is_there(
    mine: str, theirs: str, checked: int
) -> None:
    assert len(battle(mine, theirs).state.players[1].security) == 5 - checked


@pytest.mark.parametrize(("edition", "checked"), [("detailed-1.0", 1), ("manual-2.3", 0)])
def test_piercing_asks_for_a_survivor_in_later_editions(edition: str, checked: int) -> None:
    game = battle("spear", "blue-4", edition=edition)
    assert left(game) == [[], []]
    assert len(game.state.players[1].security) == 5 - checked


def test_piercing_against_an_empty_stack_does_not_win() -> None:
    game = battle("spear", "blue-3", security=0)
    assert not game.over


@pytest.mark.parametrize(("others", "checked"), [(0, 1), (1, 0)])
def test_piercing_that_the_deletion_itself_brings_about_checks(others: int, checked: int) -> None:
    foes = {"which": {"of": "opponent", "kind": ["digimon"], "count": "all"}, "at_most": 0}
    lonely = {"timing": "continuous", "if": {"counts": [foes]}, "gives": {"keywords": ["piercing"]}}
    theirs = [stack("blue-3", suspended=True), *[stack("blue-3")] * others]
    game = playing(
        {**CARDS, "lonely": red(6, lonely)},
        {"battle": [stack("lonely")]},
        {"battle": theirs, "security": 5},
    )
    game.apply({"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)})
    assert len(game.state.players[1].security) == 5 - checked


def test_piercing_works_on_a_blocker() -> None:
    game = playing(CARDS, {"battle": [stack("spear")]}, {"battle": [stack("blue-3-blocker")], "security": 3})
    game.apply({"action": "attack", "attacker": stack_id(game), "target": "player"})
    game.apply({"action": "block", "blocker": stack_id(game, 1)})
    assert (left(game), len(game.state.players[1].security)) == ([["spear"], []], 2)


def test_piercing_has_nothing_to_follow_where_the_other_digimon_was_saved() -> None:
    game = battle("spear", stack("bulwark", "blue-3"))
    assert (game.state.decision, game.state.decider) == ("would", 1)
    game.apply(offered(game, "resolve")[0])
    assert left(game) == [["spear"], ["blue-3"]]
    assert len(game.state.players[1].security) == 5


def test_the_check_of_piercing_comes_after_all_else_of_the_battle() -> None:
    cards = {**CARDS, "urn": red(3, gain(1, "on-deletion"))}
    game = playing(
        cards, {"battle": [stack("spear")]}, {"battle": [stack("urn", suspended=True)], "security": 5}
    )
    game.apply({"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)})
    assert events(game, "deleted", "memory", "security-checked") == ["deleted", "memory", "security-checked"]


def test_retaliation_deletes_the_winner_before_piercing_checks() -> None:
    game = battle("spear", "bomb")
    assert left(game) == [[], []]
    assert len(game.state.players[1].security) == 5


def test_retaliation_of_the_attacker_deletes_what_has_beaten_it() -> None:
    game = battle("bomb", "blue-6")
    assert left(game) == [[], []]


def test_retaliation_does_not_come_where_both_are_deleted_or_without_a_battle() -> None:
    tied = battle("red-3", "bomb")
    assert left(tied) == [[], []]
    assert events(tied).count("activated") == 0
    game = playing(CARDS, {"battle": [stack("red-4")]}, {"battle": [stack("bomb")]})
    game.effect({"effect": "delete", "target": stack_id(game, 1)})
    assert left(game) == [["red-4"], []]


def test_retaliation_does_not_come_of_a_digimon_that_was_saved() -> None:
    cards = {**CARDS, "mine": red(3, retaliation=True, **{"armor-purge": True})}
    game = playing(cards, {"battle": [stack("red-4")]}, {"battle": [stack("mine", "blue-3", suspended=True)]})
    game.apply({"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)})
    game.apply(offered(game, "resolve")[0])
    assert left(game) == [["red-4"], ["blue-3"]]


def test_retaliation_may_be_given_by_a_card_underneath_or_from_elsewhere() -> None:
    lent = {"timing": "continuous", "gives": {"keywords": ["retaliation"]}}
    cards = {
        **CARDS,
        "fuse": red(3, {**lent, "inherited": True}),
        "master": tamer({**lent, "target": {"kind": ["digimon"], "count": "all"}}),
    }
    for theirs in (
        [stack("blue-4", "fuse", suspended=True)],
        [stack("blue-4", suspended=True), stack("master")],
    ):
        game = playing(cards, {"battle": [stack("red-6")]}, {"battle": theirs})
        game.apply({"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)})
        assert left(game)[0] == []


def test_decoy_saves_from_retaliation_and_piercing_goes_on() -> None:
    game = battle(["spear", "red-decoy"], "bomb")
    assert (game.state.decision, game.state.decider) == ("would", 0)
    game.apply(offered(game, "resolve")[0])
    assert left(game) == [["spear"], []]
    assert len(game.state.players[1].security) == 4


def test_who_wins_and_who_deletes_is_told() -> None:
    cards = {
        "champion": red(4, {**gain(1, "when"), "event": {"happens": "won-battle"}}),
        "killer": red(4, {**gain(1, "when"), "event": {"happens": "deleted-opponent-in-battle"}}),
    }
    for mine, theirs, memory in (
        ("champion", "blue-3", 1),
        ("champion", "blue-4", 0),
        ("champion", "blue-6", 0),
        ("red-3", "champion", -1),
        ("red-4", "champion", 0),
        ("killer", "blue-3", 1),
        ("killer", "blue-4", 0),
    ):
        game = playing(
            cards, {"battle": [stack(mine)]}, {"battle": [stack(theirs, suspended=True)]}, memory=3
        )
        game.apply({"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)})
        assert game.state.memory == 3 + memory, (mine, theirs)
        assert ("won-battle" in events(game)) == (
            theirs != "blue-4" and (mine, theirs) != ("red-4", "champion")
        )


def test_of_a_tie_with_one_saved_the_other_one_alone_was_deleted() -> None:
    cards = {"mine": red(4, **{"armor-purge": True})}
    game = playing(
        cards,
        {"battle": [stack("mine", "red-3")]},
        {"battle": [stack("blue-4", suspended=True)], "security": 2},
    )
    game.apply({"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)})
    game.apply(offered(game, "resolve")[0])
    mine = stack_id(game)
    (told,) = (event for event in game.state.events if event.what == "deleted-opponent-in-battle")
    assert told.subjects == (mine,)
    assert (len(game.state.players[0].battle), game.state.players[1].battle) == (1, ())


def test_what_cannot_be_deleted_in_battle_stays_and_nothing_comes_of_it() -> None:
    lasting = [{"gives": {"cannot": ["deletion-in-battle"]}, "until": "turn-end", "player": 1}]
    game = battle("spear", stack("blue-3", lasting=lasting))
    assert left(game) == [["spear"], ["blue-3"]]
    assert "about-to-be-deleted" not in events(game)
    assert len(game.state.players[1].security) == 5
    by_effect = [{"gives": {"cannot": ["deletion-by-effect"]}, "until": "turn-end", "player": 1}]
    assert left(battle("spear", stack("blue-3", lasting=by_effect))) == [["spear"], []]
