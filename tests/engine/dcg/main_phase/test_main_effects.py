"""[Main] effects of Digimon and Tamers."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dcg.made_up_cards import events, gain, numbers, option, playing, red, tamer
from rulehound_testing.dcg.probe_cards import offered, refusal, stack

BURST = gain(cost=[{"do": "digi-burst", "count": 2}])
CARDS = {
    "Giver": tamer(gain(), gain(2)),
    "Limited": tamer(gain(limit=1)),
    "Rich": tamer(gain(**{"if": {"memory_at_least": 5}})),
    "Payer": tamer(gain(5, cost=[{"do": "suspend", "target": {"role": "this"}}])),
    "Heir": red(3, gain(inherited=True), gain(2)),
    "Top": red(4),
    "Burster": red(5, BURST),
    "Placed": option(gain()),
}


def activate(game: Any, number: str, effect: int = 0, player: int = 0) -> dict[str, Any]:
    """Activating an effect of the first card of this number in a player's field."""
    there = game.state.players[player]
    stacks = [*there.battle, *([there.breeding] if there.breeding else [])]
    cards = (card for one in stacks for card in one.cards)
    card = next(card for card in cards if game.state.match.numbers[card] == number)
    return {"action": "activate", "card": card, "effect": effect}


def test_main_effects_are_activated_one_at_a_time_as_often_as_one_likes() -> None:
    game = playing(CARDS, {"battle": [stack("Giver")]}, memory=0)
    assert offered(game, "activate") == [activate(game, "Giver", 0), activate(game, "Giver", 1)]
    for gained, effect in ((1, 0), (3, 1), (4, 0)):
        game.apply(activate(game, "Giver", effect))
        assert game.state.memory == gained
    assert not game.state.players[0].battle[0].suspended


def test_limits_conditions_and_costs_are_asked_for_before() -> None:
    field = [stack("Limited"), stack("Rich"), stack("Payer")]
    game = playing(CARDS, {"battle": field}, memory=0)
    assert refusal(game, activate(game, "Rich")) == {"effects.condition"}
    game.apply(activate(game, "Limited"))
    assert refusal(game, activate(game, "Limited")) == {"effects.limit"}
    game.apply(activate(game, "Payer"))  # nobody asks whether it is wanted
    assert (game.state.decision, game.state.memory) == ("main", 6)
    assert game.state.players[0].battle[2].suspended
    assert refusal(game, activate(game, "Payer")) == {"effects.by-cost"}
    assert offered(game, "activate") == [activate(game, "Rich")]


def test_an_inherited_effect_is_activated_from_under_a_digimon_and_only_from_there() -> None:
    game = playing(CARDS, {"battle": [stack("Top", "Heir")]})
    assert offered(game, "activate") == [activate(game, "Heir", 0)]
    assert refusal(game, activate(game, "Heir", 1)) == {"effects.main"}
    game = playing(CARDS, {"battle": [stack("Heir", "red-egg")]})
    assert offered(game, "activate") == [activate(game, "Heir", 1)]


def test_neither_the_breeding_area_nor_the_opponent_nor_a_placed_option_has_main_effects() -> None:
    me = {"breeding": stack("Heir"), "battle": [stack("Placed")]}
    game = playing(CARDS, me, {"battle": [stack("Giver")]})
    assert offered(game, "activate") == []
    for number, player in (("Heir", 0), ("Placed", 0), ("Giver", 1)):
        assert refusal(game, activate(game, number, 1 * (number == "Heir"), player)) == {"effects.main"}


@pytest.mark.parametrize(("under", "possible"), [(["red-4"], False), (["red-4", "red-3"], True)])
@pytest.mark.parametrize("suspended", [False, True])
def test_digi_burst_takes_all_of_its_cards_or_is_not_used(
    under: list[str], possible: bool, suspended: bool
) -> None:
    others = stack("red-5", "red-4", "red-3")
    game = playing(CARDS, {"battle": [stack("Burster", *under, suspended=suspended), others]}, memory=0)
    burst = activate(game, "Burster")
    assert refusal(game, burst) == (set() if possible else {"digi-burst.cards"})
    if possible:
        game.apply(burst)
        while game.state.decision == "target":
            game.apply(offered(game, "target")[0])
        me = game.state.players[0]
        assert sorted(numbers(game, me.trash)) == sorted(under)
        assert (me.battle[0].suspended, game.state.memory) == (suspended, 1)
        assert refusal(game, burst) == {"digi-burst.cards"}
        assert len(me.battle[1].cards) == 3


def test_activating_is_reported() -> None:
    game = playing(CARDS, {"battle": [stack("Giver")]}, memory=0)
    game.apply(activate(game, "Giver"))
    assert events(game, "activated", "memory") == ["activated", "memory"]
