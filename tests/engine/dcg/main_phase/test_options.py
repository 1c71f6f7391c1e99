"""Using Options, placing them, and their Delay."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.editions import EDITIONS
from rulehound_testing.dcg.made_up_cards import events, gain, numbers, option, playing, red, tamer
from rulehound_testing.dcg.probe_cards import hand, offered, refusal, stack, stack_id

PLACE_ITSELF = {"timing": "main", "steps": [{"do": "put", "target": {"role": "this"}, "to": "battle"}]}
DRAW = {"do": "draw"}
CARDS = {
    "Spark": option(gain(2)),
    "Dear": option(gain(), play_cost=11),
    "Free": option(gain(), play_cost=0),
    "Blue": option(gain(), colors=["blue"]),
    "Purple-Red": option(gain(), colors=["purple", "red"]),
    "Costless": {"kind": "option", "colors": ["red"]},
    "Silent": option(),
    "Delayed": option(PLACE_ITSELF, gain(3, "delay"), delay=True, play_cost=1),
    "Purple-Delay": option(gain(3, "delay"), delay=True, colors=["purple"], play_cost=5),
    "Watcher": tamer(
        {
            "timing": "when",
            "event": {"happens": "option-used", "which": {"of": "me"}},
            "steps": [{"do": "draw"}],
        }
    ),
    "Both": red(4, colors=["red", "purple"]),
    "Egg": {"kind": "digi-egg", "level": 2, "colors": ["blue"]},
}
NO_AREA = "comprehensive-4.0"


def use(game: Game, index: int = 0) -> dict[str, Any]:
    """Using a card of the hand."""
    return {"action": "use", "card": hand(game, index=index)}


def activate(game: Game, index: int = 0, effect: int = 0) -> dict[str, Any]:
    """Activating an effect of the top card of a stack."""
    return {"action": "activate", "card": game.state.players[0].battle[index].cards[0], "effect": effect}


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_option_is_paid_for_takes_effect_and_goes_to_the_trash(edition: str) -> None:
    game = playing(CARDS, {"hand": ["Spark"], "battle": [stack("red-3")]}, memory=5, edition=edition)
    assert offered(game, "use") == [use(game)]
    game.apply(use(game))
    me = game.state.players[0]
    assert game.state.memory == 5 - 2 + 2
    assert numbers(game, me.trash) == ["Spark"]
    assert me.hand == me.revealed == ()
    assert len(me.battle) == 1


@pytest.mark.parametrize(
    ("edition", "order"),
    [("fan-2020", ["paid", "option-used", "memory"]), (NO_AREA, ["paid", "option-used", "memory"])],
)
def test_the_effect_comes_after_the_payment(edition: str, order: list[str]) -> None:
    game = playing(CARDS, {"hand": ["Spark"], "battle": [stack("red-3")]}, memory=5, edition=edition)
    game.apply(use(game))
    assert events(game, "paid", "option-used", "memory") == order


@pytest.mark.parametrize(
    ("edition", "area"), [("fan-2020", "battle"), ("manual-2.3", "battle"), (NO_AREA, "no area")]
)
def test_where_an_option_is_during_its_effect(edition: str, area: str) -> None:
    step = {"do": "suspend", "target": {"of": "opponent", "area": "battle"}}
    cards = {"Trick": option({"timing": "main", "steps": [step]})}
    there = {"battle": [stack("red-3"), stack("red-4")]}
    game = playing(cards, {"hand": ["Trick"], "battle": [stack("red-3")]}, there, memory=5, edition=edition)
    game.apply(use(game))
    assert game.state.decision == "target"
    me = game.state.players[0]
    assert len(me.battle) == (2 if area == "battle" else 1)
    assert len(me.revealed) == (0 if area == "battle" else 1)
    game.apply(offered(game, "target")[0])
    me = game.state.players[0]
    assert (numbers(game, me.trash), len(me.battle), me.revealed) == (["Trick"], 1, ())


@pytest.mark.parametrize(
    ("edition", "card", "field", "met"),
    [
        ("manual-2.3", "Spark", {"battle": [stack("red-3")]}, True),
        ("manual-2.3", "Spark", {"battle": [stack("red-tamer")]}, True),
        ("manual-2.3", "Spark", {"breeding": stack("red-egg")}, True),
        ("manual-2.3", "Spark", {"breeding": stack("Egg"), "battle": [stack("blue-3", "red-3")]}, False),
        ("manual-2.3", "Spark", {"battle": [stack("Delayed")]}, False),
        ("manual-2.3", "Spark", {}, False),
        ("manual-2.3", "Blue", {"breeding": stack("Egg")}, True),
        ("manual-2.3", "Purple-Red", {"battle": [stack("red-3")]}, False),
        ("fan-2020", "Purple-Red", {"battle": [stack("red-3")]}, True),
        ("fan-2020", "Purple-Red", {"battle": [stack("blue-3")]}, False),
        (NO_AREA, "Purple-Red", {"battle": [stack("red-3")]}, False),
        (NO_AREA, "Purple-Red", {"battle": [stack("Both")]}, True),
    ],
)
def test_colours(edition: str, card: str, field: dict[str, Any], met: bool) -> None:
    game = playing(CARDS, {"hand": [card], **field}, {"battle": [stack("Both")]}, edition=edition)
    assert refusal(game, use(game)) == (set() if met else {"option.colours"})
    assert bool(offered(game, "use")) == met


def test_what_else_speaks_against_a_use() -> None:
    field = [stack("red-3")]
    game = playing(CARDS, {"hand": ["Dear", "red-3", "Costless"], "battle": field, "trash": ["Spark"]})
    assert refusal(game, use(game)) == {"memory.affordable"}
    assert refusal(game, use(game, 1)) == {"option.kind"}
    assert refusal(game, use(game, 2)) == {"option.cost"}
    trashed = {"action": "use", "card": game.state.players[0].trash[0]}
    assert refusal(game, trashed) == {"option.from-hand"}
    assert offered(game, "use") == []


def test_an_option_without_a_target_or_an_effect_may_be_used_all_the_same() -> None:
    game = playing(CARDS, {"hand": ["Silent"], "battle": [stack("red-3")]}, memory=5)
    game.apply(use(game))
    assert numbers(game, game.state.players[0].trash) == ["Silent"]
    assert game.state.memory == 3


def test_the_effect_comes_even_with_the_counter_on_the_other_side() -> None:
    game = playing(CARDS, {"hand": ["Spark"], "battle": [stack("red-3")]}, memory=1)
    game.apply(use(game))
    assert (game.state.turn, game.state.memory) == (0, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_effects_on_the_use_come_once_the_option_is_in_the_trash(edition: str) -> None:
    field = [stack("Watcher"), stack("Watcher")]
    game = playing(CARDS, {"hand": ["Free"], "battle": field}, memory=5, edition=edition)
    game.apply(use(game))
    assert game.state.decision == "order"
    assert numbers(game, game.state.players[0].trash) == ["Free"]
    assert game.state.memory == 6
    game.apply(offered(game, "resolve")[0])
    assert len(game.state.players[0].hand) == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_option_that_places_itself_stays_and_its_delay_comes_in_a_later_turn(edition: str) -> None:
    field = [stack("red-3"), stack("Watcher")]
    game = playing(CARDS, {"hand": ["Delayed"], "battle": field}, memory=5, edition=edition)
    game.apply(use(game))
    me = game.state.players[0]
    assert numbers(game, me.battle[2].cards) == ["Delayed"]
    assert (me.battle[2].played_this_turn, me.trash, me.revealed) == (True, (), ())
    assert len(me.hand) == 1  # it was used
    assert events(game, "placed", "paid", "option-used") == ["paid", "option-used", "placed"]
    assert refusal(game, activate(game, 2, 1)) == {"delay.not-same-turn"}
    assert refusal(game, activate(game, 2, 0)) == {"effects.main"}
    assert offered(game, "activate") == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_delay_trashes_the_option_for_neither_memory_nor_colours_and_is_no_use_of_it(edition: str) -> None:
    field = [stack("Purple-Delay"), stack("Watcher"), stack("Purple-Delay")]
    game = playing(CARDS, {"battle": field}, memory=1, edition=edition)
    assert offered(game, "activate") == [activate(game, 0), activate(game, 2)]
    game.apply(activate(game, 0))
    me = game.state.players[0]
    assert (game.state.memory, numbers(game, me.trash)) == (4, ["Purple-Delay"])
    assert (len(me.battle), me.hand) == (2, ())
    assert events(game, "left-battle-area", "memory") == ["left-battle-area", "memory"]
    game.apply(offered(game, "activate")[0])
    assert game.state.memory == 7


def test_a_delay_is_wanted_by_whoever_activates_it() -> None:
    cards = {"Maybe": option(gain(3, "delay", optional=True), delay=True)}
    game = playing(cards, {"battle": [stack("Maybe")]}, memory=1)
    game.apply(activate(game))
    assert (game.state.decision, game.state.memory) == ("main", 4)


def test_an_option_that_lies_there_is_not_attacked_and_not_played() -> None:
    game = playing(CARDS, {"battle": [stack("red-3")]}, {"battle": [stack("Purple-Delay")]})
    attack = {"action": "attack", "attacker": stack_id(game), "target": stack_id(game, 1)}
    assert refusal(game, attack) == {"attack.targets"}
    assert refusal(game, activate(game, 0)) == {"effects.main"}


def test_a_security_effect_is_not_activated_by_using_the_card() -> None:
    cards = {"Trap": option(gain(5, "security"), gain(1, "main"))}
    game = playing(cards, {"hand": ["Trap"], "battle": [stack("red-3")]}, memory=3)
    game.apply(use(game))
    assert game.state.memory == 3 - 2 + 1
