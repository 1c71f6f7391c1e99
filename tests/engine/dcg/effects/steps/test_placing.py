"""Steps of effects that delete, and that move cards from one place to another."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dcg.effect_games import (
    OPPONENT,
    THIS,
    battle,
    doing,
    effect,
    made,
    numbers_of,
    place,
    sprite,
    told,
    use,
)
from rulehound_testing.dcg.probe_cards import stack


def test_delete_trashes_the_whole_stack() -> None:
    game = doing(
        {"do": "delete", "target": OPPONENT}, opponent={"battle": [stack("red-4", "red-3", "red-egg")]}
    )
    assert battle(game, 1) == []
    assert numbers_of(game, game.state.players[1].trash) == ["red-4", "red-3", "red-egg"]


def test_deletions_by_one_effect_are_one_event() -> None:
    game = doing(
        {"do": "delete", "target": {**OPPONENT, "count": "all"}},
        opponent={"battle": [stack("red-3"), stack("red-4")]},
    )
    deleted = [event for event in game.state.events if event.what == "deleted"]
    assert [len(event.subjects) for event in deleted] == [2]
    assert (deleted[0].cause, deleted[0].player) == ("effect", 0)


PLACES: list[tuple[str, str]] = [
    ("hand", "hand"),
    ("trash", "trash"),
    ("deck-top", "deck"),
    ("deck-bottom", "deck"),
    ("security-top", "security"),
    ("security-bottom", "security"),
]


@pytest.mark.parametrize(("to", "pile"), PLACES)
@pytest.mark.parametrize("edition", ["manual-2.3", "comprehensive-4.0"])
def test_what_is_in_play_goes_to_its_owners_place_and_what_lay_under_it_to_the_trash(
    to: str, pile: str, edition: str
) -> None:
    theirs = {
        "battle": [stack("blue-4", "blue-3")],
        "deck": ["red-3"],
        "security": ["red-5"],
        "hand": ["red-6"],
        "trash": ["red-4"],
    }
    game = doing({"do": "put", "target": OPPONENT, "to": to}, opponent=theirs, edition=edition)
    player = game.state.players[1]
    assert battle(game, 1) == []
    assert numbers_of(game, player.trash)[:2] == ["red-4", "blue-3"]
    there = numbers_of(game, getattr(player, pile))
    assert "blue-4" in there
    if to.endswith(("-top", "-bottom")):
        assert there.index("blue-4") == (0 if to.endswith("-top") else 1)
    assert "left-battle-area" in told(game)
    assert ("returned-to-hand" in told(game)) == (to == "hand")


@pytest.mark.parametrize("source", ["hand", "trash", "deck", "security", "egg-deck"])
@pytest.mark.parametrize(("to", "pile"), PLACES)
def test_a_card_goes_from_every_area_to_every_other_one(source: str, to: str, pile: str) -> None:
    given: dict[str, Any] = {
        "deck": [],
        source.replace("-", "_"): ["red-egg" if source == "egg-deck" else "red-3"],
    }
    game = doing({"do": "put", "target": {"area": source}, "to": to}, me=given)
    player = game.state.players[0]
    held = {name: len(getattr(player, name)) for name in ("hand", "trash", "deck", "security", "egg_deck")}
    assert {name for name, count in held.items() if count} == {pile}


def test_the_top_cards_of_a_pile_are_taken_and_no_others() -> None:
    step = {
        "do": "put",
        "target": {"area": "security", "of": "opponent", "top": 2, "count": "all"},
        "to": "trash",
    }
    game = doing(step, opponent={"security": ["red-3", "red-4", "red-5"]})
    assert numbers_of(game, game.state.players[1].security) == ["red-5"]
    assert numbers_of(game, game.state.players[1].trash) == ["red-3", "red-4"]


def test_a_digi_egg_card_goes_where_it_is_told_or_to_the_digi_egg_deck() -> None:
    for edition, pile in (("manual-2.3", "hand"), ("comprehensive-4.0", "egg_deck")):
        game = doing(
            {"do": "put", "target": {"area": "trash"}, "to": "hand"},
            me={"trash": ["red-egg"]},
            edition=edition,
        )
        assert numbers_of(game, getattr(game.state.players[0], pile)) == ["red-egg"]


@pytest.mark.parametrize(
    ("to", "expected"), [("under", ["red-4", "red-3", "blue-3"]), ("under-top", ["red-4", "blue-3", "red-3"])]
)
def test_cards_go_under_a_digimon(to: str, expected: list[str]) -> None:
    step = {"do": "put", "target": {"area": "hand"}, "to": to, "onto": {"kind": ["digimon"]}}
    game = doing(step, me={"battle": [stack("red-4", "red-3")], "hand": ["blue-3"]})
    assert numbers_of(game, game.state.players[0].battle[1].cards) == expected


def test_a_digimon_goes_under_another_with_its_top_card_alone() -> None:
    step = {"do": "put", "target": {"level": 5}, "to": "under", "onto": {"level": 4}}
    game = doing(step, me={"battle": [stack("red-4", "red-3"), stack("blue-5", "blue-4")]})
    assert numbers_of(game, game.state.players[0].battle[1].cards) == ["red-4", "red-3", "blue-5"]
    assert numbers_of(game, game.state.players[0].trash) == ["blue-4"]
    assert len(game.state.players[0].battle) == 2


def test_nothing_goes_under_a_token_nor_a_token_under_anything() -> None:
    under = {"do": "put", "target": {"area": "hand"}, "to": "under", "onto": {"token": True}}
    game = doing(sprite(), under, me={"hand": ["red-3"]})
    assert len(game.state.players[0].hand) == 1
    under = {"do": "put", "target": {"token": True}, "to": "under", "onto": {"level": 4}}
    game = doing(sprite(), under, me={"battle": [stack("red-4")]})
    assert [len(one.cards) for one in game.state.players[0].battle] == [1, 1]


def test_this_can_be_put_under_another_digimon() -> None:
    game = place(
        [
            made(
                "humble",
                effect("main", {"do": "put", "target": THIS, "to": "under", "onto": {"role": "other"}}),
            )
        ],
        {"battle": [stack("humble"), stack("red-4")]},
    )
    use(game)
    assert numbers_of(game, game.state.players[0].battle[0].cards) == ["red-4", "humble"]
