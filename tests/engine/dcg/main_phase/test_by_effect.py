"""Playing and digivolving by effects, effects that come before either, changes of costs, and tokens."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.game import validate_deck
from rulehound.spec.formats import Deck, Refused
from rulehound_testing.dcg.made_up_cards import (
    events,
    gain,
    made_up,
    numbers,
    option,
    playing,
    red,
    tamer,
)
from rulehound_testing.dcg.probe_cards import deck, hand, offered, refusal, stack, stack_id


def main(*steps: dict[str, Any], **words: Any) -> dict[str, Any]:
    """A [Main] effect."""
    return {"timing": "main", "steps": list(steps), **words}


def caller(**step: Any) -> dict[str, Any]:
    """A Tamer that plays a card."""
    return tamer(main({"do": "play", **step}))


def activate(game: Game) -> Game:
    """The only effect that can be activated has been."""
    (only,) = offered(game, "activate")
    game.apply(only)
    return game


PLAYED = red(5, gain(1, "on-play"), play_cost=7)


@pytest.mark.parametrize("area", ["hand", "trash"])
def test_an_effect_plays_a_card_without_paying(area: str) -> None:
    cards = {"Caller": caller(target={"area": area, "level": 5}), "Played": PLAYED}
    game = playing(cards, {area: ["Played"], "battle": [stack("Caller")]}, memory=0)
    activate(game)
    me = game.state.players[0]
    assert numbers(game, me.battle[1].cards) == ["Played"]
    assert (me.battle[1].suspended, me.battle[1].played_this_turn) == (False, True)
    assert (getattr(me, area), me.revealed, game.state.memory) == ((), (), 1)
    (played,) = [event for event in game.state.events if event.what == "played"]
    assert (played.cause, played.player, played.came_from) == ("effect", 0, area)
    assert played.source == me.battle[0].cards[0]


def test_an_effect_may_play_it_suspended_or_from_under_a_digimon() -> None:
    step = {"target": {"area": "under", "under_of": "this"}, "suspended": True}
    cards = {"Caller": red(6, main({"do": "play", **step})), "Played": PLAYED}
    game = activate(playing(cards, {"battle": [stack("Caller", "Played")]}, memory=0))
    first, second = game.state.players[0].battle
    assert (numbers(game, first.cards), numbers(game, second.cards)) == (["Caller"], ["Played"])
    assert second.suspended
    told = [event for event in game.state.events if event.what in ("set-aside", "placed", "placed-suspended")]
    assert [(event.what, event.cause, event.came_from) for event in told] == [
        ("set-aside", "effect", "under"),
        ("placed", "effect", "under"),
        ("placed-suspended", "effect", "under"),
    ]
    assert [event.subjects for event in told] == [
        second.cards,
        (second.id, *second.cards),
        (second.id,),
    ]


@pytest.mark.parametrize(("memory", "playable"), [(0, False), (1, True)])
def test_an_effect_that_lowers_the_cost_plays_what_can_be_paid(memory: int, playable: bool) -> None:
    cards = {
        "Caller": caller(target={"area": "hand"}, free=False, reduced=2),
        "Dear": red(6, play_cost=13),
    }
    game = activate(playing(cards, {"hand": ["Dear"], "battle": [stack("Caller")]}, memory=memory))
    assert len(game.state.players[0].battle) == 1 + playable
    assert (game.state.turn, game.state.memory) == ((1, 10) if playable else (0, 0))


def test_what_cannot_be_played_is_not_played_by_an_effect() -> None:
    cards = {"Caller": caller(target={"area": "hand"}), "Spark": option()}
    held = ["Spark", "red-egg"]
    game = activate(playing(cards, {"hand": held, "battle": [stack("Caller")]}, memory=0))
    assert numbers(game, game.state.players[0].hand) == held
    assert game.state.decision == "main"


def digivolver(**step: Any) -> dict[str, Any]:
    """A Tamer by whose effect a Digimon digivolves into a card of the hand."""
    words = {"do": "digivolve", "target": {"kind": ["digimon"]}, "into": {"area": "hand"}, **step}
    return tamer(main(words))


TWO_WAYS = [{"color": "red", "level": 3, "cost": 4}, {"color": "red", "level": 3, "cost": 1}]


@pytest.mark.parametrize(
    ("step", "paid"), [({}, 0), ({"free": False}, 1), ({"free": False, "reduced": 3}, 0)]
)
def test_an_effect_has_a_digimon_digivolve_and_the_draw_comes_with_it(
    step: dict[str, Any], paid: int
) -> None:
    cards = {
        "Caller": digivolver(**step),
        "Next": red(4, gain(5, "when-digivolving"), digivolve=TWO_WAYS),
    }
    field = [stack("Caller"), stack("red-3", suspended=True)]
    game = activate(playing(cards, {"hand": ["Next", "blue-4"], "battle": field}, memory=3))
    if game.state.decision == "requirement":
        game.apply({"action": "requirement", "requirement": 1})
    me = game.state.players[0]
    assert numbers(game, me.battle[1].cards) == ["Next", "red-3"]
    assert (me.battle[1].suspended, len(me.hand)) == (True, 2)
    assert game.state.memory == 3 - paid + 5


def test_requirements_hold_unless_they_are_ignored() -> None:
    field = [stack("Caller"), stack("red-3")]
    for ignored in (False, True):
        cards = {"Caller": digivolver(ignore_requirements=ignored)}
        game = activate(playing(cards, {"hand": ["blue-6"], "battle": field}, memory=3))
        assert numbers(game, game.state.players[0].battle[1].cards)[0] == ("blue-6" if ignored else "red-3")


def before(happens: str, *steps: dict[str, Any], **words: Any) -> dict[str, Any]:
    """An effect that comes before something."""
    event = {"happens": happens, "which": {"of": "me", "role": ""}, **words.pop("event", {})}
    return {"timing": "would", "event": event, "steps": list(steps), **words}


CHEAPER = {"do": "give", "target": {"role": "subject"}, "gives": {"play_cost": -3}}
DEARER = {"do": "give", "target": {"role": "subject"}, "gives": {"play_cost": 4}}


def test_an_effect_before_a_play_changes_its_cost_before_anything_is_placed_or_paid() -> None:
    cards = {
        "Helper": tamer(before("played", CHEAPER, optional=True)),
        "Fused": red(6, play_cost=9, digixros={"cards": [{"name": "Left"}], "reduces": 2}),
        "Left": red(3),
    }
    game = playing(cards, {"hand": ["Fused", "Left"], "battle": [stack("Helper")]}, memory=10)
    game.apply({"action": "play", "card": hand(game)})
    assert game.state.decision == "would"
    assert numbers(game, game.state.players[0].revealed) == ["Fused"]
    game.apply(offered(game, "resolve")[0])
    assert game.state.decision == "materials"
    game.apply(offered(game, "place")[0])
    assert game.state.memory == 10 - (9 - 3 - 2)
    assert game.state.now == ()


@pytest.mark.parametrize("edition", ["manual-2.3", "comprehensive-4.0"])
def test_a_play_that_has_become_too_dear_goes_back_and_costs_nothing(edition: str) -> None:
    cards = {"Taxer": tamer(before("played", DEARER, event={"which": {"of": "opponent", "role": ""}}))}
    me = {"hand": ["red-6"], "battle": []}
    game = playing(cards, me, {"battle": [stack("Taxer")]}, memory=3, edition=edition)
    card = hand(game)
    game.apply({"action": "play", "card": card})
    while game.state.decision == "would":
        game.apply(offered(game, "resolve")[0])
    me_now = game.state.players[0]
    assert (me_now.hand, me_now.battle, me_now.revealed) == ((card,), (), ())
    assert (game.state.memory, game.state.turn, game.state.decision) == (3, 0, "main")
    assert events(game, "failed", "paid", "played") == ["failed"]


def test_what_is_to_digivolve_and_has_gone_ends_the_digivolution() -> None:
    gone = {"do": "put", "target": {"role": "", "area": "battle", "level": 3}, "to": "hand"}
    cards = {"Spoiler": tamer(before("digivolved", gone))}
    field = [stack("Spoiler"), stack("red-3")]
    game = playing(cards, {"hand": ["red-4"], "battle": field}, memory=5)
    card = hand(game)
    game.apply(offered(game, "digivolve")[0])
    while game.state.decision == "would":
        game.apply(offered(game, "resolve")[0])
    me = game.state.players[0]
    assert sorted(numbers(game, me.hand)) == ["red-3", "red-4"]
    assert card in me.hand
    assert (game.state.memory, len(me.battle), me.revealed) == (5, 1, ())


def test_an_effect_before_digivolving_lowers_its_cost_once() -> None:
    words = {"do": "give", "target": {"role": "subject"}, "gives": {"digivolution_cost": -1}}
    own = before("digivolved", words, inherited=True, event={"which": {"role": "this"}})
    cards = {"Heir": {"kind": "digi-egg", "level": 2, "colors": ["red"], "effects": [own]}}
    game = playing(cards, {"hand": ["red-4"], "battle": [stack("red-3", "Heir")]}, memory=5)
    game.apply(offered(game, "digivolve")[0])
    while game.state.decision == "would":
        game.apply(offered(game, "resolve")[0])
    assert game.state.memory == 5 - (2 - 1)


def test_costs_follow_effects_that_last_and_so_do_quotes_and_what_can_be_paid() -> None:
    dear = {"timing": "continuous", "target": {"of": "opponent", "area": "hand"}, "gives": {"play_cost": 4}}
    less = {
        "timing": "continuous",
        "target": {"area": "hand", "level": 3},
        "gives": {"play_cost": -5, "digivolution_cost": 1},
    }
    cards = {"Taxer": tamer(dear), "Sponsor": tamer(less), "Spark": option()}
    me = {"hand": ["red-6", "red-3", "Spark"], "battle": [stack("Sponsor")], "breeding": stack("red-egg")}
    game = playing(cards, me, {"battle": [stack("Taxer")]}, memory=4)
    large, small, spark = ({"action": "play", "card": card} for card in game.state.players[0].hand)
    use = {**spark, "action": "use"}
    digivolve = offered(game, "digivolve")[0]
    assert refusal(game, large) == {"memory.affordable"}
    quoted = [(game.quote(one).cost, game.quote(one).payable) for one in (large, small, use, digivolve)]
    assert quoted == [(15, False), (2, True), (6, True), (1, True)]
    for move, cost in ((small, 2), (digivolve, 1), (use, 6)):
        trial = game.clone()
        trial.apply(move)
        assert trial.state.memory == (4 - cost if cost <= 4 else cost - 4)


def test_quotes() -> None:
    cards = {"Fused": red(6, play_cost=12, digixros={"cards": [{"level": 3}], "reduces": 2})}
    game = playing(cards, {"hand": ["Fused", "red-3", "red-option"]}, memory=0)
    fused, small, spark = game.state.players[0].hand
    quoted = game.quote({"action": "play", "card": fused})
    assert (quoted.cost, quoted.payable) == (12, True)
    assert game.quote({"action": "use", "card": spark}).cost == 1
    for action in ({"action": "use", "card": small}, {"action": "play", "card": spark}, {"action": "pass"}):
        with pytest.raises(Refused):
            game.quote(action)


DOLL = {"name": "Doll", "dp": 3000, "level": 4, "colors": ["red"], "keywords": ["blocker"]}
MAKER = tamer(main({"do": "token", **DOLL, "count": 2}))


def test_an_effect_plays_tokens_that_are_no_cards_and_vanish() -> None:
    sweep = tamer(main({"do": "delete", "target": {"token": True, "count": "all"}}))
    cards = {"Maker": MAKER, "Sweep": sweep}
    game = playing(cards, {"battle": [stack("Maker")]}, {"battle": [stack("red-3", suspended=True)]})
    activate(game)
    first, second = game.state.players[0].battle[1:]
    assert (first.token, second.token) == (True, True)
    assert first.cards != second.cards
    shown = game.observe()["players"][0]["battle"][1]
    assert (shown["kind"], shown["dp"], shown["level"], shown["blocker"]) == ("digimon", 3000, 4, True)
    assert (first.played_this_turn, first.suspended) == (True, False)
    attack = {"action": "attack", "attacker": first.id, "target": "player"}
    assert refusal(game, attack) == {"attack.not-same-turn"}
    assert events(game, "token-played") == ["token-played"]
    game = playing(cards, {"battle": [stack("Maker"), stack("Sweep")]})
    game.apply(offered(game, "activate")[0])
    game.apply(offered(game, "activate")[1])
    while game.state.decision == "target":
        game.apply(offered(game, "target")[0])
    me = game.state.players[0]
    assert (len(me.battle), me.trash, me.hand) == (2, (), ())


def test_a_token_neither_digivolves_nor_is_known_to_early_editions() -> None:
    cards = {"Maker": MAKER}
    game = playing(cards, {"hand": ["red-5"], "battle": [stack("Maker")]}, memory=5)
    activate(game)
    move = {"action": "digivolve", "card": hand(game), "onto": stack_id(game, index=1), "requirement": 0}
    assert refusal(game, move) == {"token.no-stack"}
    assert offered(game, "digivolve") == []
    game = activate(playing(cards, {"battle": [stack("Maker")]}, edition="fan-2020"))
    assert len(game.state.players[0].battle) == 1


def test_played_tokens_set_off_effects_on_playing() -> None:
    event = {"happens": "played", "which": {"of": "me", "role": ""}}
    watcher = tamer({"timing": "when", "event": event, "steps": [{"do": "memory", "amount": 1}]})
    cards = {"Maker": MAKER, "Watcher": watcher}
    game = activate(playing(cards, {"battle": [stack("Maker"), stack("Watcher")]}, memory=0))
    assert game.state.memory == 1


def test_a_token_is_no_card_of_a_deck() -> None:
    cards = made_up({"Maker": MAKER})
    piles = {name: list(pile) for name, pile in deck().piles.items()}
    piles["main"][-1] = "Doll"
    reasons = validate_deck(cards, Deck(piles))
    assert [(one.reason, one.rule) for one in reasons] == [("token-in-deck", "deck.kinds")]


@pytest.mark.parametrize(
    ("token", "wrong"),
    [
        ({"name": ""}, "a token has a name"),
        ({"name": "red-3"}, "'red-3' is a card already"),
        ({"keywords": ["decoy"]}, "a token has no decoy; known: blocker"),
        ({"dp": 9000}, "another effect plays another token 'Doll'"),
    ],
)
def test_tokens_that_make_no_sense_are_refused(token: dict[str, Any], wrong: str) -> None:
    step = {"do": "token", "name": "Doll", "dp": 1000, **token}
    gained = {"do": "give", "target": {"role": "this"}, "gives": {"effects": [main(step)]}}
    usual = {"do": "token", "name": "Doll", "dp": 1000}
    with pytest.raises(Refused, match=wrong):
        playing({"Usual": tamer(main(usual)), "Odd": tamer(main(gained))})


def test_of_several_requirements_the_player_chooses_one_that_can_be_paid() -> None:
    ways = [{"color": "red", "level": 3, "cost": cost} for cost in (4, 1, 13)]
    cards = {"Caller": digivolver(free=False, reduced=1), "Next": red(4, digivolve=ways)}
    field = [stack("Caller"), stack("red-3")]
    game = activate(playing(cards, {"hand": ["Next"], "battle": field}, memory=0))
    move = {"action": "requirement"}
    assert game.state.decision == "requirement"
    assert offered(game, "requirement") == [{**move, "requirement": index} for index in (0, 1)]
    assert refusal(game, {**move, "requirement": 2}) == {"memory.affordable"}
    assert refusal(game, {**move, "requirement": 3}) == {"digivolve.requirement"}
    game.apply({**move, "requirement": 0})
    assert (game.state.turn, game.state.memory) == (1, 3)


def test_special_requirements_ask_for_a_name_or_a_trait() -> None:
    ways = [{"name": "Hero", "cost": 1}, {"trait": "Crew", "level": 4, "cost": 2}]
    cards = {
        "Next": red(6, digivolve=ways),
        "Hero": red(3),
        "Sailor": red(4, traits=["Crew", "Sea"]),
        "Cook": red(5, traits=["Crew"]),
    }
    field = [stack("Hero"), stack("Sailor"), stack("Cook"), stack("red-5")]
    game = playing(cards, {"hand": ["Next"], "battle": field}, memory=5)
    found = [(one["onto"], one["requirement"]) for one in offered(game, "digivolve")]
    assert found == [(stack_id(game, index=0), 0), (stack_id(game, index=1), 1)]


@pytest.mark.parametrize("requirement", [{"cost": 1}, {"level": 3, "cost": 1}, {"color": "red", "cost": 1}])
def test_a_requirement_that_asks_for_too_little_is_refused(requirement: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="a requirement has a color and a level, or a name, trait or kind"):
        playing({"Next": red(6, digivolve=[requirement])})


def test_an_effect_before_the_use_of_an_option_changes_its_cost() -> None:
    cards = {"Helper": tamer(before("option-used", CHEAPER)), "Spark": option(gain(), play_cost=4)}
    game = playing(cards, {"hand": ["Spark"], "battle": [stack("Helper")]}, memory=5)
    game.apply(offered(game, "use")[0])
    while game.state.decision == "would":
        game.apply(offered(game, "resolve")[0])
    assert game.state.memory == 5 - 1 + 1


def test_nothing_prevents_a_play() -> None:
    with pytest.raises(Refused, match="`prevent` goes with timing would and one of deleted"):
        playing({"Odd": tamer(before("played", {"do": "prevent"}))})


def test_what_cannot_digivolve_does_not_by_an_effect_either() -> None:
    stuck = red(3, {"timing": "continuous", "gives": {"cannot": ["digivolve"]}})
    cards = {"Caller": digivolver(), "Stuck": stuck, "Spark": option()}
    for field, held in (("Stuck", "red-4"), ("red-3", "Spark"), ("red-3", "red-5"), ("red-tamer", "red-4")):
        game = playing(cards, {"hand": [held], "battle": [stack("Caller"), stack(field)]}, memory=3)
        activate(game)
        while game.state.decision == "target":
            game.apply(game.legal_actions()[0])
        me = game.state.players[0]
        assert (numbers(game, me.battle[1].cards), numbers(game, me.hand)) == ([field], [held])


def test_a_token_does_not_digivolve_by_an_effect() -> None:
    cards = {"Caller": digivolver(ignore_requirements=True), "Maker": MAKER}
    game = playing(cards, {"hand": ["red-4"], "battle": [stack("Maker"), stack("Caller")]}, memory=3)
    game.apply(offered(game, "activate")[0])
    game.apply(offered(game, "activate")[1])
    while game.state.decision == "target":
        game.apply(game.legal_actions()[0])
    assert numbers(game, game.state.players[0].hand) == ["red-4"]


@pytest.mark.parametrize("area", ["trash", "hand", "security", "deck", "under"])
def test_a_play_by_an_effect_that_fails_goes_back_to_where_it_came_from(area: str) -> None:
    dear = {**PLAYED, "effects": [], "play_cost": 10}
    taxer = tamer(before("played", DEARER, event={"which": {"of": "opponent", "role": ""}}))
    step = {"do": "play", "target": {"area": area, "level": 5}, "free": False}
    cards = {"Caller": red(6, main(step)), "Played": dear, "Taxer": taxer}
    lying = ["red-3", "Played", "red-4"]
    field = [stack("Caller", *(lying if area == "under" else []))]
    mine = {"battle": field} if area == "under" else {area: lying, "battle": field}
    game = playing(cards, mine, {"battle": [stack("Taxer")]}, memory=3)
    activate(game)
    me = game.state.players[0]
    there = me.battle[0].cards[1:] if area == "under" else getattr(me, area)
    assert (sorted(numbers(game, there)), me.revealed) == (sorted(lying), ())
    assert area == "hand" or numbers(game, there) == lying
    assert (game.state.memory, len(me.battle)) == (3, 1)


def test_the_other_player_pays_with_memory_of_their_own() -> None:
    step = {"do": "play", "target": {"area": "hand", "level": 3}, "free": False}
    event = {"happens": "played", "which": {"of": "opponent", "role": ""}}
    cards = {"Answer": tamer({"timing": "when", "event": event, "steps": [step]})}
    for memory, left in ((5, 5), (10, 10)):
        other = {"hand": ["red-3"], "battle": [stack("Answer")]}
        game = playing(cards, {"hand": ["red-3"]}, other, memory=memory)
        game.apply({"action": "play", "card": hand(game)})
        assert game.state.memory == left  # 3 less, then 3 more
        assert len(game.state.players[1].battle) == 2


def test_an_option_whose_effect_is_left_out_is_trashed_all_the_same() -> None:
    cards = {"Maybe": option(gain(3, optional=True))}
    game = playing(cards, {"hand": ["Maybe"], "battle": [stack("red-3")]}, memory=5)
    game.apply(offered(game, "use")[0])
    assert game.state.decision == "activate"
    game.apply({"action": "decline"})
    assert (game.state.memory, numbers(game, game.state.players[0].trash)) == (3, ["Maybe"])


def test_ignoring_requirements_a_card_without_any_costs_nothing() -> None:
    cards = {"Caller": digivolver(free=False, ignore_requirements=True), "Next": red(6, digivolve=[])}
    field = [stack("Caller"), stack("red-3")]
    game = activate(playing(cards, {"hand": ["Next"], "battle": field}, memory=3))
    assert numbers(game, game.state.players[0].battle[1].cards) == ["Next", "red-3"]
    assert game.state.memory == 3


@pytest.mark.parametrize("edition", ["fan-2020", "manual-2.3", "comprehensive-4.0"])
def test_costs_lowered_past_0_are_0_and_what_lowers_them_is_told(edition: str) -> None:
    words = {"play_cost": -20, "digivolution_cost": -20}
    sponsor = tamer({"timing": "continuous", "target": {"area": "hand"}, "gives": words})
    cards = {"Sponsor": sponsor, "Spark": option(gain()), "Spare": red(4)}
    me = {"hand": ["Spark", "red-4"], "battle": [stack("Sponsor"), stack("red-3")]}
    for name in ("play", "use", "digivolve"):
        game = playing(cards, me, memory=0, edition=edition)
        (move,) = offered(game, name)
        assert (game.quote(move).cost, game.quote(move).payable) == (0, True)
        game.apply(move)
        assert game.state.memory == (1 if name == "use" else 0)
        assert events(game, "lasting-cost", "paid") == ["lasting-cost"]


def test_nothing_answers_to_digivolving_in_the_breeding_area() -> None:
    words = {"do": "give", "target": {"role": "subject"}, "gives": {"digivolution_cost": -1}}
    cards = {"Helper": tamer(before("digivolved", words)), "Own": red(4, before("digivolved", words))}
    game = playing(
        cards, {"hand": ["Own"], "battle": [stack("Helper")], "breeding": stack("red-3")}, memory=5
    )
    game.apply(offered(game, "digivolve")[0])
    assert (game.state.decision, game.state.memory) == ("main", 3)


@pytest.mark.parametrize(("level", "paid"), [(3, 1), (4, 2)])
def test_the_card_that_is_digivolved_into_is_not_what_digivolves(level: int, paid: int) -> None:
    words = {"do": "give", "target": {"role": "subject"}, "gives": {"digivolution_cost": -1}}
    event = {"which": {"of": "me", "role": "", "level": level}}
    cards = {"Helper": tamer(before("digivolved", words, event=event))}
    game = playing(cards, {"hand": ["red-4"], "battle": [stack("Helper"), stack("red-3")]}, memory=5)
    game.apply(offered(game, "digivolve")[0])
    assert (game.state.decision, game.state.memory) == ("main", 5 - paid)


def test_an_own_effect_of_the_card_that_is_digivolved_into_comes_first() -> None:
    words = {"do": "give", "target": {"role": "subject"}, "gives": {"digivolution_cost": -1}}
    cards = {"Own": red(4, before("digivolved", words, event={"which": {"role": "this"}}))}
    game = playing(cards, {"hand": ["Own"], "battle": [stack("red-3")]}, memory=5)
    game.apply(offered(game, "digivolve")[0])
    assert game.state.memory == 4


def test_what_an_effect_does_next_comes_after_what_it_has_played_or_digivolved() -> None:
    more = {"do": "memory", "amount": 1}
    play = {"do": "play", "target": {"area": "hand", "level": 6}}
    raise_ = {"do": "digivolve", "target": {"kind": ["digimon"]}, "into": {"area": "hand"}, "free": False}
    cards = {
        "Caller": tamer(main(play, more)),
        "Raiser": tamer(main(raise_, more)),
        "Fused": red(6, digixros={"cards": [{"name": "red-3"}, {"level": 4}], "reduces": 1}),
        "Absorber": red(4, digisorption=1, digivolve=[{"color": "red", "level": 3, "cost": 3}]),
        "Left": red(3, name="red-3"),
    }
    for choice in ("done", "place"):
        game = activate(playing(cards, {"hand": ["Fused", "Left"], "battle": [stack("Caller")]}, memory=2))
        game.apply(offered(game, choice)[0])
        assert (game.state.decision, game.state.memory) == ("main", 3)
    for choice, left in (("done", 5 - 3 + 1), ("suspend-for", 5 - 2 + 1)):
        field = [stack("Raiser"), stack("red-3")]
        game = activate(playing(cards, {"hand": ["Absorber"], "battle": field}, memory=5))
        game.apply(offered(game, choice)[0])
        assert (game.state.decision, game.state.memory) == ("main", left)
        (event,) = [event for event in game.state.events if event.what == "digivolved"]
        assert (event.cause, event.source) == ("effect", game.state.players[0].battle[0].cards[0])


def test_what_plays_for_nothing_is_told_to_change_no_cost() -> None:
    sponsor = tamer({"timing": "continuous", "target": {"area": "hand"}, "gives": {"play_cost": -1}})
    cards = {"Caller": caller(target={"area": "hand"}), "Sponsor": sponsor}
    field = [stack("Caller"), stack("Sponsor")]
    game = activate(playing(cards, {"hand": ["red-3"], "battle": field}, memory=2))
    assert len(game.state.players[0].battle) == 3
    assert events(game, "lasting-cost", "paid") == []


def test_a_revealed_card_that_cannot_be_played_after_all_goes_where_the_rest_goes() -> None:
    taxer = tamer(before("played", DEARER, event={"which": {"of": "opponent", "role": ""}}))
    play = {"do": "play", "target": {"role": "revealed"}, "free": False}
    cards = {"Caller": tamer(main({"do": "reveal", "count": 1, "steps": [play], "rest": "deck-bottom"}))}
    me = {"deck": ["red-6", "red-3"], "battle": [stack("Caller")]}
    game = playing({**cards, "Taxer": taxer}, me, {"battle": [stack("Taxer")]}, memory=3)
    activate(game)
    while game.state.decision != "main":
        game.apply(game.legal_actions()[0])
    me_now = game.state.players[0]
    assert (numbers(game, me_now.deck), me_now.revealed) == (["red-3", "red-6"], ())
    assert (events(game, "failed"), game.state.memory) == (["failed"], 3)


def test_what_lasts_on_the_digimon_that_digivolves_changes_its_cost_and_on_no_other() -> None:
    cheap = red(3, {"timing": "continuous", "gives": {"digivolution_cost": -1}})
    game = playing(
        {"Cheap": cheap}, {"hand": ["red-4"], "battle": [stack("Cheap"), stack("red-3")]}, memory=5
    )
    for index, paid in ((0, 1), (1, 2)):
        trial = game.clone()
        trial.apply(offered(game, "digivolve")[index])
        assert trial.state.memory == 5 - paid
        assert game.quote(offered(game, "digivolve")[index]).cost == paid
