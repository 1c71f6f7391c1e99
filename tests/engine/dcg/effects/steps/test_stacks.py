"""Steps of effects that turn what is in play, give it something, or take cards from it."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.effect_games import (
    OPPONENT,
    act,
    battle,
    choosable,
    doing,
    dp,
    effect,
    made,
    memory,
    numbers_of,
    place,
    told,
    use,
)
from rulehound_testing.dcg.probe_cards import offered, stack, stack_id


def test_give_lasts_on_what_was_chosen() -> None:
    gives = {"dp": 2000, "security_attack": 1, "keywords": ["blocker"], "cannot": ["attack"]}
    game = doing(
        {"do": "give", "target": {"level": 3}, "gives": gives},
        me={"battle": [stack("red-3"), stack("red-4")]},
    )
    assert (dp(game, 0, 1), dp(game, 0, 2)) == (5000, 5000)
    assert "blocker" in game.observe()["players"][0]["battle"][1]["keywords"]
    assert {answer["attacker"] for answer in offered(game, "attack")} == {stack_id(game, 0, 2)}


@pytest.mark.parametrize("turned", ["suspend", "unsuspend"])
def test_turning_is_told_of_what_has_turned_alone(turned: str) -> None:
    before = turned == "unsuspend"
    battle_area = [stack("red-3", suspended=before), stack("red-4", suspended=not before)]
    game = doing({"do": turned, "target": {**OPPONENT, "count": "all"}}, opponent={"battle": battle_area})
    assert {one.suspended for one in game.state.players[1].battle} == {not before}
    events = [event for event in game.state.events if event.what == f"{turned}ed"]
    assert [event.subjects for event in events] == [(stack_id(game, 1, 0),)]


def test_what_cannot_turn_stays_as_it_is() -> None:
    still = {"do": "give", "target": {"level": 3}, "gives": {"cannot": ["suspend"]}}
    game = doing(
        still,
        {"do": "suspend", "target": {"kind": ["digimon"], "count": "all"}},
        me={"battle": [stack("red-3"), stack("red-4")]},
    )
    assert [one.suspended for one in game.state.players[0].battle] == [False, False, True]


DE_DIGIVOLVE: list[tuple[list[str], int, list[int]]] = [
    (["red-6", "red-5", "red-4", "red-3"], 1, [1]),
    (["red-6", "red-5", "red-4", "red-3"], 2, [1, 2]),
    (["red-6", "red-5", "red-4", "red-3"], 5, [1, 2, 3]),
    (["red-4", "red-3", "red-egg"], 2, [1]),
    (["red-3", "red-egg"], 1, [0]),
    (["red-6"], 1, [0]),
    (["red-5", "red-tamer", "red-3"], 3, [1, 2]),
    (["red-tamer"], 1, [0]),
]


@pytest.mark.parametrize(("cards", "count", "possible"), DE_DIGIVOLVE)
def test_de_digivolve_takes_one_card_at_least_down_to_level_3(
    cards: list[str], count: int, possible: list[int]
) -> None:
    """Everything from one card up to the number is reached by stopping at some time, and nothing else."""
    reached = []
    for stops_after in range(5):
        taken = 0
        game = doing(
            {"do": "de-digivolve", "target": {"of": "opponent"}, "count": count},
            opponent={"battle": [stack(*cards)]},
        )
        while game.state.decision == "target":
            if taken == stops_after:
                act(game, "done")
                break
            taken += 1
            act(game, "target", id=choosable(game)[0])
        there = game.state.players[1].battle[0].cards
        assert numbers_of(game, there) == cards[len(cards) - len(there) :]
        assert numbers_of(game, game.state.players[1].trash) == cards[: len(cards) - len(there)]
        assert "deleted" not in told(game)
        assert ("de-digivolved" in told(game)) == (len(there) < len(cards))
        reached.append(len(cards) - len(there))
    assert sorted(set(reached)) == possible


def test_de_digivolve_of_several_digimon_asks_for_each() -> None:
    theirs = [stack("red-6", "red-5", "red-4"), stack("blue-5", "blue-4", "blue-3")]
    game = doing(
        {"do": "de-digivolve", "target": {**OPPONENT, "count": "all"}, "count": 2},
        opponent={"battle": theirs},
    )
    act(game, "done")
    act(game, "target", id=choosable(game)[0])
    assert battle(game, 1) == ["red-5", "blue-3"]


def test_orientation_and_what_lasts_stay_when_the_top_card_goes() -> None:
    game = doing(
        {"do": "trash-top", "target": {"kind": ["digimon"]}},
        me={"battle": [stack("red-5", "red-4", suspended=True, dp_change=1000)]},
    )
    assert (battle(game), dp(game, 0, 1)) == (["doer", "red-4"], 6000)
    assert game.state.players[0].battle[1].suspended


def test_digi_burst_takes_any_cards_under_the_digimon() -> None:
    burst = made("burst", effect("main", memory(1), cost=[{"do": "digi-burst", "count": 1}]))
    game = place(
        [burst], {"battle": [stack("burst", "red-3", "red-tamer", "red-egg"), stack("red-5", "red-4")]}
    )
    use(game)
    assert numbers_of(game, choosable(game)) == ["red-3", "red-tamer", "red-egg"]
    act(game, "target", id=choosable(game)[1])
    assert numbers_of(game, game.state.players[0].battle[0].cards) == ["burst", "red-3", "red-egg"]
    assert game.state.memory == 4
