"""DigiXros and Assembly: what is placed, where it lies then, what it costs, and when it fails."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.cards import CardFacts, Material
from rulehound.engine.dcg.main_phase.materials import most_placed
from rulehound.spec.formats import Refused
from rulehound_testing.dcg.made_up_cards import events, gain, numbers, playing, red, tamer
from rulehound_testing.dcg.probe_cards import hand, offered, refusal, stack, stack_id

LEFT, MIDDLE, RIGHT = ({"name": name} for name in ("Left", "Middle", "Right"))
CARDS = {
    "Left": red(3),
    "Middle": red(4),
    "Right": red(3, traits=["Crew"]),
    "Fused": red(6, play_cost=9, digixros={"cards": [LEFT, MIDDLE, RIGHT], "reduces": 2}),
    "Dear": red(6, play_cost=15, digixros={"cards": [LEFT, MIDDLE, RIGHT], "reduces": 2}),
    "Cheap": red(6, play_cost=3, digixros={"cards": [LEFT, RIGHT], "reduces": 2}),
    "Crewed": red(6, play_cost=9, digixros={"cards": [{"trait": "Crew"}, {"level": 3}], "reduces": 1}),
    "Assembled": red(6, play_cost=9, assembly={"cards": [LEFT, LEFT, {"level": 4}], "reduces": 5}),
    "Egg": {"kind": "digi-egg", "level": 2, "colors": ["red"]},
}
NEW = ("chapter-7", "comprehensive-4.0")
DONE = {"action": "done"}


def start(me: dict[str, Any], edition: str = "manual-2.3", memory: int = 10) -> Game:
    """The first card of the hand has been shown to be played."""
    game = playing(CARDS, me, memory=memory, edition=edition)
    game.apply({"action": "play", "card": hand(game)})
    return game


def place(card: str, where: int) -> dict[str, Any]:
    return {"action": "place", "card": card, "place": where}


def test_listed_cards_of_hand_and_battle_area_go_under_it_and_lower_the_cost_each() -> None:
    field = [stack("Middle", "red-3", "Egg"), stack("red-5")]
    game = start({"hand": ["Fused", "Right", "Left", "red-3"], "battle": field})
    assert game.state.decision == "materials"
    left, middle, right = hand(game, index=1), stack_id(game), hand(game, index=0)
    assert offered(game, "place") == [place(left, 0), place(middle, 1), place(right, 2)]
    game.apply(place(left, 0))
    game.apply(place(middle, 1))
    assert numbers(game, game.state.players[0].trash) == ["red-3", "Egg"]
    assert events(game) == ["left-battle-area", "material-placed"]
    game.apply(place(right, 2))
    assert game.state.decision == "main"
    assert game.state.memory == 10 - (9 - 3 * 2)
    played = game.state.players[0].battle[-1]
    assert numbers(game, played.cards) == ["Fused", "Left", "Middle", "Right"]
    assert (played.suspended, played.played_this_turn) == (False, True)
    assert numbers(game, game.state.players[0].hand) == ["red-3"]
    assert [numbers(game, one.cards) for one in game.state.players[0].battle[:-1]] == [["red-5"]]
    assert game.state.players[0].revealed == ()


def test_whoever_plays_the_card_decides_what_is_placed() -> None:
    """Also among cards none of which has an effect, where nothing comes between the play and this."""
    plain = {number: facts for number, facts in CARDS.items() if not facts.get("effects")}
    game = playing(plain, {"hand": ["Fused", "Left"]}, memory=10)
    assert game.state.match.plain
    game.apply({"action": "play", "card": hand(game)})
    assert (game.state.decision, game.state.decider, game.observe()["decider"]) == ("materials", 0, 0)
    game.apply(DONE)
    assert (game.state.decision, game.state.decider) == ("main", 0)


def test_a_place_is_filled_once_and_the_list_is_gone_through_from_the_left() -> None:
    game = start({"hand": ["Fused", "Left", "Left", "Middle", "Right"]})
    first, second, middle, right = game.state.players[0].hand
    game.apply(place(middle, 1))
    assert offered(game, "place") == [place(right, 2)]
    assert refusal(game, place(first, 0)) == {"digixros.once"}
    assert refusal(game, place(second, 1)) == {"digixros.listed", "digixros.once"}
    assert refusal(game, place(right, 3)) == {"digixros.listed"}
    assert refusal(game, place("a99", 2)) == {"digixros.areas"}
    game.apply(DONE)
    assert game.state.memory == 10 - (9 - 2)
    assert numbers(game, game.state.players[0].battle[0].cards) == ["Fused", "Middle"]


@pytest.mark.parametrize("edition", ["manual-2.3", *NEW])
def test_a_card_that_lists_others_may_be_played_without_them(edition: str) -> None:
    game = start({"hand": ["Fused", "Left"]}, edition)
    game.apply(DONE)
    assert game.state.memory == 1
    assert numbers(game, game.state.players[0].hand) == ["Left"]


def test_nobody_is_asked_where_nothing_listed_is_there() -> None:
    game = start({"hand": ["Fused", "red-3"], "trash": ["Left"], "battle": [stack("red-4", "Left")]})
    assert game.state.decision == "main"
    assert game.state.memory == 1


def test_a_cost_never_falls_below_zero() -> None:
    game = start({"hand": ["Cheap", "Left", "Right"]}, memory=0)
    for where in (0, 1):
        game.apply(place(hand(game), where))
    assert game.state.memory == 0
    assert game.state.decision == "main"


def test_a_requirement_may_name_a_trait_or_a_level() -> None:
    game = start({"hand": ["Crewed", "Right", "Left"]})
    right, left = game.state.players[0].hand
    assert offered(game, "place") == [place(right, 0), place(right, 1), place(left, 1)]


def test_a_token_is_placed_under_nothing() -> None:
    words = {"do": "token", "name": "Doll", "dp": 1000, "level": 3}
    game = playing(
        {**CARDS, "Maker": tamer({"timing": "main", "steps": [words]})},
        {"hand": ["Crewed"], "battle": [stack("Maker")]},
        memory=10,
    )
    game.apply(offered(game, "activate")[0])
    assert game.state.players[0].battle[-1].token
    game.apply({"action": "play", "card": hand(game)})
    assert game.state.decision == "main"


@pytest.mark.parametrize("edition", ["fan-2020", "detailed-1.0"])
def test_early_editions_know_no_digixros(edition: str) -> None:
    assert start({"hand": ["Fused", "Left"]}, edition).state.decision == "main"


def test_what_can_become_cheap_enough_may_be_declared() -> None:
    for held, payable in ((["Left", "Middle"], False), (["Left", "Middle", "Right"], True)):
        game = playing(CARDS, {"hand": ["Dear", *held]}, memory=0)
        play = {"action": "play", "card": hand(game)}
        assert (play in offered(game, "play")) == payable
        assert refusal(game, play) == (set() if payable else {"memory.affordable"})


def test_where_a_failure_is_refused_enough_has_to_be_placed() -> None:
    game = start({"hand": ["Dear", "Left", "Middle", "Right"]}, memory=1)
    left, middle, right = game.state.players[0].hand
    assert refusal(game, DONE) == {"memory.affordable"}
    assert refusal(game, place(right, 2)) == {"memory.affordable"}
    assert offered(game, "place") == [place(left, 0), place(middle, 1)]
    game.apply(place(left, 0))
    game.apply(place(middle, 1))
    assert offered(game, "done") == [DONE]
    game.apply(DONE)
    assert game.state.memory == 10  # of the opponent, whose turn it is
    assert game.state.turn == 1


@pytest.mark.parametrize("edition", NEW)
def test_a_play_that_fails_goes_back_and_what_was_placed_goes_to_the_trash(edition: str) -> None:
    field = [stack("Middle", "red-3")]
    game = start({"hand": ["Dear", "Left", "Right", "red-3"], "battle": field}, edition, memory=0)
    game.apply(place(stack_id(game), 1))
    game.apply(place(hand(game, index=1), 2))  # nothing is left to the right of it
    me = game.state.players[0]
    assert (game.state.memory, game.state.decision, game.state.turn) == (0, "main", 0)
    assert sorted(numbers(game, me.trash)) == ["Middle", "Right", "red-3"]
    assert numbers(game, me.hand) == ["Left", "red-3", "Dear"]
    assert (me.battle, me.revealed) == ((), ())
    assert events(game, "paid", "played", "failed") == ["failed"]


def test_an_assembly_takes_the_whole_set_from_the_trash_and_lowers_the_cost_once() -> None:
    trash = ["Left", "red-4", "red-4-blocker", "Left"]
    game = start({"hand": ["Assembled", "Left"], "trash": trash}, "chapter-7", memory=0)
    first, plain, blocker, second = game.state.players[0].trash
    assert offered(game, "place") == [place(first, 0), place(second, 0)]
    assert refusal(game, place(plain, 2)) == {"assembly.whole"}
    assert refusal(game, place(hand(game), 0)) == {"assembly.areas"}
    game.apply(place(second, 0))
    assert refusal(game, DONE) == {"assembly.whole"}
    assert refusal(game, place(plain, 1)) == {"assembly.listed"}
    game.apply(place(first, 1))
    game.apply(place(blocker, 2))
    assert game.state.players[0].battle[0].cards[1:] == (second, first, blocker)
    assert numbers(game, game.state.players[0].trash) == ["red-4"]
    assert (game.state.turn, game.state.memory) == (1, 9 - 5)


@pytest.mark.parametrize(
    ("edition", "trash"),
    [("manual-2.3", ["Left", "Left", "red-4"]), ("chapter-7", ["Left", "red-4", "red-4"])],
)
def test_no_assembly_in_early_editions_or_of_a_part(edition: str, trash: list[str]) -> None:
    game = start({"hand": ["Assembled"], "trash": trash}, edition)
    assert game.state.decision == "main"
    assert game.state.memory == 1


def test_an_assembly_is_optional_and_counts_towards_what_can_be_declared() -> None:
    trash = ["Left", "Left", "red-4"]
    dear = {**CARDS, "Assembled": {**CARDS["Assembled"], "play_cost": 14}}
    game = playing(dear, {"hand": ["Assembled"], "trash": trash}, edition="chapter-7", memory=0)
    assert len(offered(game, "play")) == 1
    game.apply({"action": "play", "card": hand(game)})
    assert offered(game, "done") == [DONE]
    game.apply(DONE)
    assert events(game, "failed") == ["failed"]
    assert len(game.state.players[0].trash) == 3


@pytest.mark.parametrize("edition", ["manual-2.3", *NEW])
def test_digixros_and_assembly_go_with_a_play_by_an_effect_that_costs_nothing(edition: str) -> None:
    step = {"do": "play", "target": {"area": "hand", "level": 6}}
    cards = {**CARDS, "Caller": tamer({"timing": "main", "steps": [step]})}
    game = playing(cards, {"hand": ["Fused", "Left"], "battle": [stack("Caller")]}, memory=2, edition=edition)
    game.apply(offered(game, "activate")[0])
    assert game.state.decision == "materials"
    game.apply(offered(game, "place")[0])
    assert game.state.memory == 2
    assert numbers(game, game.state.players[0].battle[-1].cards) == ["Fused", "Left"]


def test_on_play_effects_come_after_what_was_placed() -> None:
    cards = {**CARDS, "Fused": {**CARDS["Fused"], "effects": [gain(timing="on-play")]}}
    game = playing(cards, {"hand": ["Fused", "Left"]}, memory=10)
    game.apply({"action": "play", "card": hand(game)})
    game.apply(offered(game, "place")[0])
    assert game.state.memory == 10 - 7 + 1
    assert events(game, "material-placed", "paid", "played", "memory") == [
        "material-placed",
        "paid",
        "played",
        "memory",
    ]


@pytest.mark.parametrize(
    ("edition", "order"), [("manual-2.3", ["placed", "paid"]), ("chapter-7", ["paid", "placed"])]
)
@pytest.mark.parametrize("with_digixros", [False, True])
def test_paying_and_placing_come_in_the_order_of_the_edition(
    edition: str, order: list[str], with_digixros: bool
) -> None:
    game = start({"hand": ["Fused", "Left"]}, edition)
    game.apply(offered(game, "place")[0] if with_digixros else DONE)
    assert events(game, "placed", "paid", "played") == [*order, "played"]


def test_the_most_places_are_filled_whatever_the_order_of_the_cards() -> None:
    any_red, only_left = Material(level=3), Material(name="Left")
    left, right = CardFacts("digimon", name="Left", level=3), CardFacts("digimon", name="Right", level=3)
    for cards in ([left, right], [right, left]):
        assert most_placed([any_red, only_left], cards) == 2
        assert most_placed([only_left, only_left], cards) == 1
    assert most_placed([only_left], [right]) == most_placed([], [left]) == 0


LEAVING = {"timing": "would", "event": {"happens": "left-battle-area"}}


@pytest.mark.parametrize("edition", ["manual-2.3", *NEW])
def test_effects_come_before_a_digimon_leaves_for_it_and_nothing_is_added_to_the_choice(edition: str) -> None:
    back = {"do": "put", "target": {"area": "under", "name": "Right"}, "to": "hand"}
    cards = {**CARDS, "Left": red(3, {**LEAVING, "steps": [back]})}
    field = [stack("Left", "Right", "red-egg")]
    game = playing(cards, {"hand": ["Fused", "Middle"], "battle": field}, memory=10, edition=edition)
    game.apply({"action": "play", "card": hand(game)})
    game.apply(place(stack_id(game), 0))
    while game.state.decision == "would":
        game.apply(offered(game, "resolve")[0])
    me = game.state.players[0]
    assert numbers(game, me.hand) == ["Middle", "Right"]
    assert offered(game, "place") == [place(hand(game), 1)]
    assert refusal(game, place(hand(game, index=1), 2)) == {"digixros.areas"}
    game.apply(place(hand(game), 1))
    me = game.state.players[0]
    assert numbers(game, me.battle[0].cards) == ["Fused", "Left", "Middle"]
    assert (numbers(game, me.trash), game.state.memory) == (["red-egg"], 10 - 5)


def test_a_digimon_that_an_effect_keeps_where_it_is_is_not_placed() -> None:
    cards = {**CARDS, "Left": red(3, {**LEAVING, "steps": [{"do": "prevent"}]})}
    field = [stack("Left", "Right")]
    game = playing(cards, {"hand": ["Fused", "Middle"], "battle": field}, memory=10)
    game.apply({"action": "play", "card": hand(game)})
    game.apply(place(stack_id(game), 0))
    while game.state.decision == "would":
        game.apply(offered(game, "resolve")[0])
    assert offered(game, "place") == [place(hand(game), 1)]
    game.apply(DONE)
    me = game.state.players[0]
    assert [numbers(game, one.cards) for one in me.battle] == [["Left", "Right"], ["Fused"]]
    assert (me.revealed, game.state.memory) == ((), 1)


def test_a_play_that_placing_has_made_dearer_is_taken_back() -> None:
    cheaper = {"timing": "continuous", "target": {"area": "hand"}, "gives": {"play_cost": -4}}
    cards = {**CARDS, "Left": red(3, cheaper)}
    game = playing(cards, {"hand": ["Dear"], "battle": [stack("Left", "red-egg")]}, memory=0)
    game.apply({"action": "play", "card": hand(game)})
    game.apply(place(stack_id(game), 0))  # 15 - 4 - 2 could be paid; 15 - 2 cannot
    me = game.state.players[0]
    assert sorted(numbers(game, me.hand)) == ["Dear", "Left"]
    assert (me.revealed, me.battle, game.state.memory, game.state.decision) == ((), (), 0, "main")


@pytest.mark.parametrize(
    ("facts", "wrong"),
    [
        ({"digixros": {"cards": [{}], "reduces": 1}}, "a listed card has a name, a trait, a level or a kind"),
        (
            {"digixros": {"cards": [LEFT], "reduces": 1}, "assembly": {"cards": [LEFT], "reduces": 1}},
            "a card lists cards for a DigiXros or for an Assembly, not for both",
        ),
    ],
)
def test_lists_that_make_no_sense_are_refused(facts: dict[str, Any], wrong: str) -> None:
    with pytest.raises(Refused, match=wrong):
        playing({"Odd": red(6, **facts)})


def test_a_part_of_an_assembly_makes_nothing_cheaper() -> None:
    dear = {**CARDS, "Assembled": {**CARDS["Assembled"], "play_cost": 14}}
    for trash, payable in ((["Left", "Left"], False), (["Left", "Left", "red-4"], True)):
        game = playing(dear, {"hand": ["Assembled"], "trash": trash}, edition="chapter-7", memory=0)
        assert bool(offered(game, "play")) == payable


def test_nothing_is_placed_while_nothing_is_being_played() -> None:
    game = playing(CARDS, {"hand": ["Fused", "Left"]}, memory=10)
    assert refusal(game, place(hand(game, index=1), 0)) == {"turn.decider", "showing.set-aside"}
    assert refusal(game, DONE) == {"turn.decider"}


def test_where_nothing_that_can_be_placed_makes_it_cheap_enough_the_play_is_taken_back_at_once() -> None:
    dearer = {"do": "give", "target": {"role": "subject"}, "gives": {"play_cost": 4}}
    event = {"happens": "played", "which": {"of": "opponent", "role": ""}}
    cards = {**CARDS, "Taxer": tamer({"timing": "would", "event": event, "steps": [dearer]})}
    held = {"hand": ["Dear", "Left", "Middle", "Right"]}
    for edition, asked in (("manual-2.3", False), ("chapter-7", True)):
        game = playing(cards, held, {"battle": [stack("Taxer")]}, memory=1, edition=edition)
        game.apply({"action": "play", "card": hand(game)})
        while game.state.decision == "would":
            game.apply(offered(game, "resolve")[0])
        assert (game.state.decision == "materials") == asked
        if not asked:
            me = game.state.players[0]
            assert (len(me.hand), me.revealed, me.battle, game.state.memory) == (4, (), (), 1)
