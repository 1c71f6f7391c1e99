"""A card that an effect takes away while it is shown: it stays where it went, and is not placed as well."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import EDITIONS, Game
from rulehound.spec.formats import Card
from rulehound_testing.dcg.effect_games import effect, made, memory, numbers_of, place, tamer
from rulehound_testing.dcg.probe_cards import stack
from rulehound_testing.dcg.probe_games import cards

PLACES = {"deck-bottom": "deck", "security-top": "security", "hand": "hand", "trash": "trash"}


def runaway(happens: str, to: str) -> dict[str, Any]:
    """An effect by which a card goes somewhere just before something happens to it."""
    step = {"do": "put", "target": {"role": "this", "area": "hand"}, "to": to}
    return effect("would", step, event={"happens": happens})


def play(to: str) -> tuple[Card, dict[str, Any]]:
    """A Digimon that will not be played."""
    return made("runaway", runaway("played", to)), {"action": "play", "card": "a1"}


def use(to: str) -> tuple[Card, dict[str, Any]]:
    """An Option that will not be used."""
    option = tamer("runaway", runaway("option-used", to), effect("main", memory(1)), kind="option")
    return option, {"action": "use", "card": "a1"}


def digivolve(to: str) -> tuple[Card, dict[str, Any]]:
    """A Digimon that will not be digivolved into."""
    way = {"color": "red", "level": 4, "cost": 1}
    card = made("runaway", runaway("digivolved", to), level=5, digivolve=[way])
    return card, {"action": "digivolve", "card": "a1", "onto": "p1", "requirement": 0}


def dna_digivolve(to: str) -> tuple[Card, dict[str, Any]]:
    """A Digimon that two will not be put together under."""
    half = {"color": "red", "level": 4}
    dna = [{"left": half, "right": half}]
    card = made("runaway", runaway("digivolved", to), level=5, dna=dna)
    return card, {"action": "dna-digivolve", "card": "a1", "left": "p1", "right": "p2", "requirement": 0}


WAYS = [
    (way, edition)
    for way in (play, use, digivolve, dna_digivolve)
    for edition, rules in EDITIONS.items()
    if rules.dna_known or way is not dna_digivolve
]
"""What is tried, and in which edition that knows it."""


def taken_away(way: Any, to: str, edition: str) -> Game:
    """A game in which this has been tried."""
    card, action = way(to)
    me = {"hand": ["runaway"], "battle": [stack("red-4"), stack("red-4")], "deck": 3}
    game = place([card], me, {"deck": 3}, memory=8, edition=edition)
    before = cards(game.state)
    game.apply(action)
    assert cards(game.state) == before
    return game


@pytest.mark.parametrize("to", PLACES)
@pytest.mark.parametrize(("way", "edition"), WAYS)
def test_a_card_that_has_gone_elsewhere_is_there_and_nowhere_else(way: Any, to: str, edition: str) -> None:
    game = taken_away(way, to, edition)
    me = game.state.players[0]
    assert "runaway" in numbers_of(game, getattr(me, PLACES[to]))
    assert (len(me.battle), me.revealed, game.state.memory) == (2, (), 8)
    assert game.decision == "main"
    told = [event.what for event in game.state.events]
    assert "failed" not in told
    assert not {"paid", "placed", "played", "digivolved", "option-used"} & set(told)
