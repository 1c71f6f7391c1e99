"""Whether an effect is activated: conditions, costs, what may be left out."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dcg.effect_games import (
    OPPONENT,
    THIS,
    act,
    answers,
    attack,
    battle,
    choosable,
    dp,
    effect,
    made,
    memory,
    pending,
    place,
    resolve,
    tamer,
    told,
    use,
)
from rulehound_testing.dcg.probe_cards import hand, refusal, stack, stack_id

IF_DRAWN = {"counts": [{"which": {"area": "hand"}, "at_least": 1}]}


def test_a_condition_is_asked_when_an_effect_would_be_activated() -> None:
    """Both effects trigger with the attack; the one that needs a card in the hand finds what was drawn."""
    cards = [
        made(
            "rich",
            effect("when-attacking", memory(5), condition=IF_DRAWN),
            effect("when-attacking", {"do": "draw"}),
        )
    ]
    for first, expected in ((0, 3), (1, 8)):
        game = place(cards, {"battle": [stack("rich")]}, {"security": 3})
        attack(game)
        act(game, "resolve", effect=[one.id for one in game.state.triggered[0]][first])
        assert game.state.memory == expected
        assert len(game.state.players[0].hand) == 1


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({}, True),
        ({"turn": "me"}, True),
        ({"turn": "opponent"}, False),
        ({"memory_at_least": 3}, True),
        ({"memory_at_least": 4}, False),
        ({"memory_at_most": 3}, True),
        ({"memory_at_most": 2}, False),
        ({"counts": [{"which": {"kind": ["digimon"]}, "at_least": 2}]}, True),
        ({"counts": [{"which": {"kind": ["digimon"]}, "at_least": 3}]}, False),
        ({"counts": [{"which": {"kind": ["digimon"]}, "at_most": 1}]}, False),
        ({"counts": [{"which": {"of": "opponent", "area": "security"}, "at_most": 2}]}, True),
        ({"counts": [{"which": {"of": "both", "area": "battle", "kind": ["digimon"]}, "at_least": 3}]}, True),
        ({"counts": [{"which": {"area": "breeding"}, "at_least": 1}]}, True),
        ({"this": {"kind": ["tamer"]}}, True),
        ({"this": {"kind": ["digimon"]}}, False),
        ({"this": {"suspended": True}}, False),
        ({"any_of": [{"turn": "opponent"}, {"memory_at_least": 1}]}, True),
        ({"any_of": [{"turn": "opponent"}, {"memory_at_least": 9}]}, False),
        ({"none_of": [{"turn": "opponent"}, {"memory_at_least": 9}]}, True),
        ({"none_of": [{"turn": "opponent"}, {"memory_at_least": 1}]}, False),
        ({"attack_on": "player"}, False),
    ],
)
def test_a_condition_is_everything_that_it_says(condition: dict[str, Any], holds: bool) -> None:
    game = place(
        [tamer("judge", effect("main", memory(1), condition=condition))],
        {"battle": [stack("judge"), stack("red-3"), stack("red-4")], "breeding": stack("red-3")},
        {"battle": [stack("blue-3")]},
    )
    offered = any(answer["action"] == "activate" for answer in answers(game))
    assert offered == holds
    if holds:
        use(game)
        assert game.state.memory == 4
    else:
        action = {"action": "activate", "card": game.state.players[0].battle[0].cards[0], "effect": 0}
        assert refusal(game, action) == {"effects.condition"}


@pytest.mark.parametrize(("target", "attack_on"), [("player", "player"), ("p2", "digimon")])
def test_a_condition_can_ask_what_is_attacked(target: str, attack_on: str) -> None:
    gains = [
        effect("when-attacking", memory(amount), condition={"attack_on": on})
        for on, amount in (("player", 1), ("digimon", 2))
    ]
    game = place(
        [made("hunter", *gains)], {"battle": [stack("hunter")]}, {"battle": [stack("red-3", suspended=True)]}
    )
    attack(game, 0, target)
    resolve(game, "hunter")
    assert game.state.memory == 3 + {"player": 1, "digimon": 2}[attack_on]


def test_a_condition_can_ask_of_what_it_has_happened_to() -> None:
    suspended = {"happens": "suspended", "which": {"of": "both", "role": ""}}
    cards = [
        made("watcher", effect("when", memory(1), event=suspended, condition={"subject": {"level": 3}})),
        tamer("spinner", effect("main", {"do": "suspend", "target": {"kind": ["digimon"], "role": "other"}})),
    ]
    for chosen, gained in ((2, 1), (3, 0)):
        game = place(cards, {"battle": [stack("spinner"), stack("watcher"), stack("red-3"), stack("red-5")]})
        use(game)
        act(game, "target", id=stack_id(game, 0, chosen))
        assert game.state.memory == 3 + gained


def test_an_optional_effect_is_asked_about_and_may_be_left_out() -> None:
    game = place(
        [made("hunter", effect("when-attacking", memory(1), optional=True))], {"battle": [stack("hunter")]}
    )
    attack(game)
    assert answers(game) == [{"action": "accept"}, {"action": "decline"}]
    assert game.state.decider == 0
    undone = game.clone()
    act(undone, "decline")
    assert undone.state.memory == 3
    act(game, "accept")
    assert game.state.memory == 4


def test_a_mandatory_effect_is_not_asked_about() -> None:
    game = place([made("hunter", effect("when-attacking", memory(1)))], {"battle": [stack("hunter")]})
    attack(game)
    assert (game.state.decision, game.state.memory) == ("main", 4)


COSTS = {
    "suspend 2": [{"do": "suspend", "target": {"kind": ["digimon"], "role": "other", "count": 2}}],
    "suspend this": [{"do": "suspend", "target": THIS}],
    "trash 2": [{"do": "put", "target": {"area": "hand", "count": 2}, "to": "trash"}],
    "delete 1": [{"do": "delete", "target": {"role": "other", "kind": ["digimon"]}}],
    "digi-burst 2": [{"do": "digi-burst", "count": 2}],
    "13 memory": [{"do": "memory", "amount": -13}],
    "14 memory": [{"do": "memory", "amount": -14}],
}


@pytest.mark.parametrize(
    ("cost", "others", "under", "held", "payable"),
    [
        ("suspend 2", [stack("red-3"), stack("red-4")], [], [], True),
        ("suspend 2", [stack("red-3"), stack("red-4", suspended=True)], [], [], False),
        ("suspend this", [], [], [], False),  # its attack has suspended it
        ("trash 2", [], [], ["red-3", "red-4"], True),
        ("trash 2", [], [], ["red-3"], False),
        ("delete 1", [stack("red-3")], [], [], True),
        ("delete 1", [], [], [], False),
        ("digi-burst 2", [], ["red-3", "red-egg"], [], True),
        ("digi-burst 2", [], ["red-3"], [], False),
        ("13 memory", [], [], [], True),
        ("14 memory", [], [], [], False),
    ],
)
@pytest.mark.parametrize("edition", ["chapter-7", "comprehensive-4.0"])
def test_a_cost_is_paid_in_full_or_the_effect_is_not_to_be_had(
    cost: str, others: list[dict[str, Any]], under: list[str], held: list[str], payable: bool, edition: str
) -> None:
    payer = made("payer", effect("when-attacking", {"do": "draw"}, cost=COSTS[cost]))
    game = place([payer], {"battle": [stack("payer", *under), *others], "hand": held}, edition=edition)
    attack(game)
    if not payable and edition == "comprehensive-4.0":
        before = len(game.state.players[0].battle), game.state.memory
        act(game, "accept")
        assert (len(game.state.players[0].battle), game.state.memory) == before
    if not payable:
        assert (game.state.decision, len(game.state.players[0].deck)) == ("main", 5)
        assert len(game.state.players[0].hand) == len(held)
        return
    assert game.state.decision == "activate"
    act(game, "accept")
    while game.state.decision == "target":
        act(game, "target", id=choosable(game)[0])
    assert len(game.state.players[0].deck) == 4


def test_the_cost_comes_before_the_rest_and_declining_it_leaves_out_both() -> None:
    burst = made("burst", effect("when-attacking", {"do": "draw"}, cost=COSTS["digi-burst 2"]))
    game = place([burst], {"battle": [stack("burst", "red-3", "red-egg")]})
    attack(game)
    declined = game.clone()
    act(declined, "decline")
    assert len(declined.state.players[0].battle[0].cards) == 3
    assert declined.state.players[0].hand == ()
    act(game, "accept")
    assert told(game).index("under-card-trashed") < told(game).index("drawn")
    assert len(game.state.players[0].battle[0].cards) == 1
    assert len(game.state.players[0].trash) == 2


def test_where_the_cost_is_prevented_the_rest_does_not_come() -> None:
    """A deletion is the cost, and the Digimon to be deleted saves itself with Armor Purge."""
    payer = tamer(
        "payer", effect("main", memory(5), cost=[{"do": "delete", "target": {"kind": ["digimon"]}}])
    )
    armored = made("armored", **{"armor-purge": True})
    for saved, gained in ((True, 0), (False, 5)):
        game = place([payer, armored], {"battle": [stack("payer"), stack("armored", "red-3")]})
        use(game)
        assert game.state.decision == "would"
        if saved:
            act(game, "resolve", effect=answers(game)[0]["effect"])
        else:
            act(game, "decline")
        assert battle(game) == (["payer", "red-3"] if saved else ["payer"])
        assert game.state.memory == 3 + gained


def test_a_cost_that_something_is_protected_from_is_not_paid() -> None:
    home = {"do": "put", "target": {"kind": ["digimon"]}, "to": "hand"}
    payer = tamer("payer", effect("main", memory(5), cost=[home]))
    stays = [{"gives": {"cannot": ["return-to-hand"]}, "until": "turn-end"}]
    for lasting, gained in ((stays, 0), ([], 5)):
        game = place([payer], {"battle": [stack("payer"), stack("red-3", lasting=lasting)]})
        use(game)
        assert game.state.memory == 3 + gained
        assert len(game.state.players[0].battle) == (2 if lasting else 1)


def test_the_first_part_is_done_though_the_second_can_do_nothing() -> None:
    payer = made(
        "payer",
        effect("when-attacking", {"do": "delete", "target": OPPONENT}, cost=COSTS["trash 2"], limit=1),
    )
    game = place([payer], {"battle": [stack("payer")], "hand": ["red-3", "red-4"]})
    attack(game)
    act(game, "accept")
    assert len(game.state.players[0].trash) == 2
    assert game.state.players[0].battle[0].used != ()


def test_the_second_of_two_parts_comes_though_the_first_can_do_nothing() -> None:
    """X. Then, Y."""
    both = tamer("both", effect("main", {"do": "delete", "target": OPPONENT}, memory(2)))
    game = place([both], {"battle": [stack("both")]})
    use(game)
    assert game.state.memory == 5


def test_the_first_part_may_make_the_second_possible() -> None:
    grown = {
        "do": "if",
        "if": {"counts": [{"which": {**OPPONENT, "suspended": True}, "at_least": 1}]},
        "then": [memory(4)],
        "else": [memory(1)],
    }
    both = tamer("both", effect("main", {"do": "suspend", "target": OPPONENT}, grown))
    for theirs, gained in (([stack("red-3")], 4), ([], 1)):
        game = place([both], {"battle": [stack("both")]}, {"battle": theirs})
        use(game)
        assert game.state.memory == 3 + gained


def test_a_part_may_be_left_out_alone() -> None:
    may = {
        "do": "may",
        "steps": [memory(1)],
        "cost": [{"do": "put", "target": {"area": "hand"}, "to": "trash"}],
    }
    part = tamer("part", effect("main", may, memory(2)))
    for held, answer, gained, left in (
        (["red-3"], "accept", 3, 0),
        (["red-3"], "decline", 2, 1),
        ([], None, 2, 0),
    ):
        game = place([part], {"battle": [stack("part")], "hand": held})
        use(game)
        if answer is not None:
            assert game.state.decision == "activate"
            act(game, answer)
        assert game.state.memory == 3 + gained
        assert len(game.state.players[0].hand) == left


def test_an_activation_of_a_main_effect_is_no_longer_asked_about() -> None:
    asker = tamer("asker", effect("main", memory(1), optional=True, limit=1))
    game = place([asker], {"battle": [stack("asker")]})
    use(game)
    assert (game.state.decision, game.state.memory) == ("main", 4)
    card = game.state.players[0].battle[0].cards[0]
    assert refusal(game, {"action": "activate", "card": card, "effect": 0}) == {"effects.limit"}


def test_a_main_effect_is_offered_where_its_cost_can_be_paid() -> None:
    payer = tamer("payer", effect("main", memory(1), cost=[{"do": "suspend", "target": THIS}]))
    game = place([payer], {"battle": [stack("payer"), stack("payer", suspended=True)]})
    offered = [answer["card"] for answer in answers(game) if answer["action"] == "activate"]
    assert offered == [game.state.players[0].battle[0].cards[0]]
    use(game)
    assert game.state.players[0].battle[0].suspended
    assert [answer for answer in answers(game) if answer["action"] == "activate"] == []


def test_dp_is_never_below_nothing_not_even_in_the_middle_of_an_effect() -> None:
    steps = [
        {"do": "give", "target": {**OPPONENT, "level": 3}, "gives": {"dp": -9000}},
        {"do": "suspend", "target": OPPONENT},
    ]
    game = place(
        [tamer("tide", effect("main", *steps))],
        {"battle": [stack("tide")]},
        {"battle": [stack("red-3"), stack("red-4")]},
    )
    use(game)
    assert game.state.decision == "target"
    assert dp(game, 1, 0) == 0
    act(game, "target", id=choosable(game)[0])
    assert battle(game, 1) == ["red-4"]


def test_an_effect_can_activate_another_one_of_its_card() -> None:
    doubled = made(
        "doubled",
        effect("on-play", memory(1)),
        effect("when-attacking", {"do": "activate", "timing": "on-play"}, memory(1)),
    )
    game = place([doubled], {"battle": [stack("doubled")]})
    attack(game)
    assert game.state.memory == 5


def test_the_player_orders_what_an_effect_activates() -> None:
    """And what comes after it waits for both."""
    more = effect("on-play", {"do": "set-memory", "to": 1}), effect("on-play", memory(4))
    both = made("both", *more, effect("when-attacking", {"do": "activate", "timing": "on-play"}, memory(2)))
    for first, gained in ((0, 7), (1, 3)):
        game = place([both], {"battle": [stack("both")]})
        attack(game)
        assert (game.state.decision, game.state.decider) == ("order", 0)
        shown = game.observe()["pending"]
        assert [one["index"] if "index" in one else one["effect"] for one in shown] == [0, 1]
        assert refusal(game, {"action": "resolve", "effect": "e999"}) == {"effects.order"}
        act(game, "resolve", effect=shown[first]["id"])
        assert game.state.memory == gained


def test_rules_are_not_processed_in_the_middle_of_an_effect() -> None:
    """DP is at 0 between two steps; the second brings it back, so that the Digimon stays."""
    give = [{"do": "give", "target": {"level": 3}, "gives": {"dp": change}} for change in (-5000, 6000)]
    game = place([tamer("tide", effect("main", *give))], {"battle": [stack("tide"), stack("red-3")]})
    use(game)
    assert battle(game) == ["tide", "red-3"]
    assert dp(game, 0, 1) == 4000


def test_the_turn_goes_on_until_all_effects_are_over() -> None:
    late = made("late", effect("on-play", memory(3)))
    game = place([late], {"hand": ["late"]}, memory=4)
    act(game, "play", card=hand(game))
    assert (game.state.turn, game.state.memory) == (0, 2)
    assert pending(game) == []
