"""DNA digivolution, Digisorption, the bonus draw and its effects, and what forbids to digivolve."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.editions import EDITIONS
from rulehound_testing.dcg.made_up_cards import events, gain, numbers, playing, red, tamer
from rulehound_testing.dcg.probe_cards import hand, offered, refusal, stack, stack_id

DNA = {"left": {"color": "red", "level": 4}, "right": {"color": "blue", "level": 4}, "cost": 1}
SAME = {"left": {"color": "red", "level": 4}, "right": {"color": "red", "level": 4}, "cost": 11}
CARDS = {
    "Fused": red(6, dna=[DNA, SAME], digivolve=[]),
    "Absorber": red(4, digisorption=2, digivolve=[{"color": "red", "level": 3, "cost": 3}]),
    "Glutton": red(4, digisorption=5, digivolve=[{"color": "red", "level": 3, "cost": 3}]),
    "Waker": red(4, gain(timing="when-digivolving"), gain(5, "on-play")),
    "Stuck": red(3, {"timing": "continuous", "gives": {"cannot": ["digivolve"]}}),
    "Upright": red(3, {"timing": "continuous", "gives": {"cannot": ["suspend"]}}),
    "Fixed": red(6, gain(timing="when-digivolving"), dna=[DNA]),
}
KNOWN = ("manual-2.3", "chapter-7", "comprehensive-4.0")


def dna(card: str, left: str, right: str, requirement: int = 0) -> dict[str, Any]:
    return {
        "action": "dna-digivolve",
        "card": card,
        "left": left,
        "right": right,
        "requirement": requirement,
    }


@pytest.mark.parametrize("edition", KNOWN)
def test_dna_digivolution_makes_one_new_digimon_of_two(edition: str) -> None:
    field = [
        stack("red-4", "red-3", suspended=True, played_this_turn=True, dp_change=1000),
        stack("red-5"),
        stack("blue-4", "blue-3", "red-egg", suspended=True),
    ]
    game = playing(CARDS, {"hand": ["Fused"], "battle": field}, memory=3, edition=edition)
    left, other, right = (one.id for one in game.state.players[0].battle)
    assert offered(game, "dna-digivolve") == [dna(hand(game), left, right)]
    game.apply(dna(hand(game), left, right))
    me = game.state.players[0]
    old, made = me.battle
    assert numbers(game, made.cards) == ["Fused", "red-4", "red-3", "blue-4", "blue-3", "red-egg"]
    assert (old.id, me.revealed) == (other, ())
    assert made.id not in (left, right, other)
    assert (made.suspended, made.played_this_turn, made.lasting, made.used) == (False, False, (), ())
    assert game.state.memory == 2
    assert len(me.hand) == 1
    assert {"action": "attack", "attacker": made.id, "target": "player"} in offered(game, "attack")
    assert events(game, "unsuspended", "left-battle-area", "deleted") == []


def test_what_speaks_against_a_dna_digivolution() -> None:
    field = [stack("red-4"), stack("blue-4"), stack("red-4"), stack("red-tamer"), stack("blue-3")]
    me = {"hand": ["Fused", "red-4"], "battle": field, "breeding": stack("blue-4")}
    game = playing(CARDS, me, {"battle": [stack("blue-4")]}, memory=0)
    first, blue, second, keeper, low = (one.id for one in game.state.players[0].battle)
    bred, theirs, fused = game.state.players[0].breeding, stack_id(game, 1), hand(game)
    assert bred is not None
    assert refusal(game, dna(fused, first, blue)) == set()
    assert refusal(game, dna(fused, blue, first)) == {"dna.requirement"}
    assert refusal(game, dna(fused, first, low)) == {"dna.requirement"}
    assert refusal(game, dna(fused, first, first)) == {"dna.two", "dna.requirement"}
    for other in (bred.id, theirs, keeper, "p99"):
        assert refusal(game, dna(fused, first, other)) == {"dna.two"}
    assert refusal(game, dna(fused, first, blue, 2)) == {"dna.requirement"}
    assert refusal(game, dna(fused, first, second, 1)) == {"memory.affordable"}
    assert refusal(game, dna(hand(game, index=1), first, blue)) == {"dna.requirement"}
    assert refusal(game, dna("a99", first, blue)) == {"digivolve.from-hand"}
    assert len(offered(game, "dna-digivolve")) == 2  # either red one


@pytest.mark.parametrize("edition", ["fan-2020", "detailed-1.0"])
def test_early_editions_know_no_dna_digivolution(edition: str) -> None:
    field = [stack("red-4"), stack("blue-4")]
    game = playing(CARDS, {"hand": ["Fused"], "battle": field}, edition=edition)
    assert offered(game, "dna-digivolve") == []
    assert refusal(game, dna(hand(game), *(one.id for one in game.state.players[0].battle))) == {"dna.two"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_draw_comes_before_the_effects_of_digivolving(edition: str) -> None:
    game = playing(CARDS, {"hand": ["Waker"], "battle": [stack("red-3")]}, memory=5, edition=edition)
    game.apply(offered(game, "digivolve")[0])
    assert events(game, "drawn", "digivolved", "memory", "played") == ["drawn", "digivolved", "memory"]
    assert game.state.memory == 5 - 2 + 1


def test_dna_digivolution_sets_off_effects_of_digivolving() -> None:
    field = [stack("red-4"), stack("blue-4")]
    game = playing(CARDS, {"hand": ["Fixed"], "battle": field}, memory=3)
    game.apply(offered(game, "dna-digivolve")[0])
    assert events(game, "drawn", "digivolved", "memory") == ["drawn", "digivolved", "memory"]


def test_effects_of_digivolving_stay_silent_in_the_breeding_area_and_the_draw_does_not() -> None:
    game = playing(CARDS, {"hand": ["Waker"], "breeding": stack("red-3")}, memory=5)
    game.apply(offered(game, "digivolve")[0])
    assert (game.state.memory, len(game.state.players[0].hand)) == (3, 1)


@pytest.mark.parametrize(
    ("edition", "order"), [("manual-2.3", ["placed", "paid"]), ("comprehensive-4.0", ["paid", "placed"])]
)
@pytest.mark.parametrize("action", ["digivolve", "dna-digivolve"])
def test_paying_and_placing_come_in_the_order_of_the_edition(
    edition: str, order: list[str], action: str
) -> None:
    field = [stack("red-3"), stack("red-4"), stack("blue-4")]
    game = playing(CARDS, {"hand": ["red-4", "Fused"], "battle": field}, memory=5, edition=edition)
    game.apply(offered(game, action)[0])
    assert events(game, "placed", "paid", "drawn") == [*order, "drawn"]


def test_who_cannot_digivolve_does_not() -> None:
    game = playing(CARDS, {"hand": ["red-4"], "battle": [stack("Stuck")]}, memory=5)
    move = {"action": "digivolve", "card": hand(game), "onto": stack_id(game), "requirement": 0}
    assert refusal(game, move) == {"effects.continuous"}
    assert offered(game, "digivolve") == []


def absorb(field: list[Any], card: str = "Absorber", memory: int = 10, **areas: Any) -> Game:
    """The card of the hand has been shown to digivolve what it can."""
    game = playing(CARDS, {"hand": [card], "battle": field, **areas}, memory=memory)
    game.apply(offered(game, "digivolve")[0])
    return game


def test_digisorption_suspends_an_own_digimon_and_lowers_the_cost() -> None:
    lying = {"suspended": True}
    game = absorb([stack("red-3", **lying), stack("blue-5"), stack("red-tamer"), stack("red-5", **lying)])
    ally = stack_id(game, index=1)
    assert offered(game, "suspend-for") == [{"action": "suspend-for", "digimon": ally}]
    assert offered(game, "done") == [{"action": "done"}]
    for index in (0, 2, 3):
        move = {"action": "suspend-for", "digimon": stack_id(game, index=index)}
        assert refusal(game, move) == {"digisorption.suspend"}
    game.apply({"action": "suspend-for", "digimon": ally})
    battle = game.state.players[0].battle
    assert [one.suspended for one in battle] == [True, True, False, True]
    assert numbers(game, battle[0].cards) == ["Absorber", "red-3"]
    assert game.state.memory == 10 - (3 - 2)
    assert events(game, "suspended", "paid") == ["suspended", "paid"]


def test_what_digivolves_may_be_suspended_for_its_own_digisorption() -> None:
    game = absorb([stack("red-3")])
    game.apply({"action": "suspend-for", "digimon": stack_id(game)})
    assert game.state.players[0].battle[0].suspended
    assert game.state.memory == 9


def test_digisorption_is_optional_and_never_brings_memory() -> None:
    game = absorb([stack("red-3")], "Glutton")
    game.apply({"action": "done"})
    assert (game.state.memory, game.state.players[0].battle[0].suspended) == (7, False)
    game = absorb([stack("red-3")], "Glutton")
    game.apply({"action": "suspend-for", "digimon": stack_id(game)})
    assert game.state.memory == 10


@pytest.mark.parametrize("area", ["breeding", "all suspended", "cannot be suspended"])
def test_digisorption_is_not_asked_for_where_it_cannot_be_used(area: str) -> None:
    if area == "breeding":
        game = absorb([stack("blue-5")], breeding=stack("red-3"))
    elif area == "all suspended":
        game = absorb([stack("red-3", suspended=True)])
    else:
        game = absorb([stack("Upright")])
    assert (game.state.decision, game.state.memory) == ("main", 7)


def test_digisorption_goes_with_dna_digivolution() -> None:
    cards = {**CARDS, "Fused": {**CARDS["Fused"], "digisorption": 1}}
    field = [stack("red-4"), stack("blue-4")]
    game = playing(cards, {"hand": ["Fused"], "battle": field}, memory=3)
    game.apply(offered(game, "dna-digivolve")[0])
    assert numbers(game, game.state.players[0].revealed) == ["Fused"]
    game.apply(offered(game, "suspend-for")[0])
    assert game.state.memory == 3
    assert not game.state.players[0].battle[0].suspended


def test_a_cost_lowered_past_0_is_0() -> None:
    keeper = tamer({"timing": "continuous", "target": {"area": "hand"}, "gives": {"digivolution_cost": -9}})
    game = playing(
        {"Keeper": keeper}, {"hand": ["red-4"], "breeding": stack("red-3"), "battle": [stack("Keeper")]}
    )
    game.apply(offered(game, "digivolve")[0])
    assert (game.state.memory, game.state.turn) == (0, 0)


def test_a_dna_digivolution_of_which_one_half_has_gone_is_taken_back() -> None:
    gone = {"do": "put", "target": {"area": "battle", "colors": ["blue"]}, "to": "hand"}
    event = {"happens": "digivolved", "which": {"of": "me", "role": "", "colors": ["red"]}}
    cards = {
        **CARDS,
        "Spoiler": tamer({"timing": "would", "event": event, "steps": [gone]}, colors=["green"]),
    }
    field = [stack("Spoiler"), stack("red-4", suspended=True), stack("blue-4")]
    game = playing(cards, {"hand": ["Fused"], "battle": field}, memory=3)
    game.apply(offered(game, "dna-digivolve")[0])
    me = game.state.players[0]
    assert sorted(numbers(game, me.hand)) == ["Fused", "blue-4"]
    assert [(numbers(game, one.cards), one.suspended) for one in me.battle[1:]] == [(["red-4"], True)]
    assert (game.state.memory, me.revealed, events(game, "failed", "drawn")) == (3, (), ["failed"])
