"""What effects make of Digimon while they last: DP, checks, keywords, protection, costs; and when it ends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as given_
from hypothesis import strategies as st

from rulehound.engine.dcg import Card, Game, Refused
from rulehound.engine.dcg.attributes import card_dp
from rulehound.engine.dcg.effects.continuous import cannot, counts_as_having
from rulehound_testing.dcg.effect_games import (
    OPPONENT,
    THIS,
    act,
    attack,
    battle,
    dp,
    effect,
    made,
    memory,
    place,
    tamer,
    told,
    use,
)
from rulehound_testing.dcg.probe_cards import hand, offered, stack, stack_id


def constant(target: dict[str, Any], gives: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A continuous effect."""
    return effect("continuous", target=target, gives=gives, **more)


MINE = {"kind": ["digimon"], "count": "all"}


def giving(target: dict[str, Any], gives: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The step that lets something last."""
    return {"do": "give", "target": target, "gives": gives, **more}


def shown(game: Game, player: int = 0) -> list[int | None]:
    """DP of everything in a battle area."""
    return [dp(game, player, index) for index in range(len(game.state.players[player].battle))]


def keywords(game: Game, player: int = 0, index: int = 0) -> list[str]:
    """The keywords that the observation shows of a stack."""
    found: list[str] = game.observe()["players"][player]["battle"][index]["keywords"]
    return found


def test_a_continuous_effect_gives_while_its_source_is_there() -> None:
    """An effect that lasts a turn stays when its source leaves; a continuous one of the same card ends."""
    cards = [
        made(
            "leader",
            constant({**MINE, "role": "other"}, {"dp": 1000}),
            effect("main", giving({"number": "red-3"}, {"dp": 2000})),
        ),
        tamer("killer", effect("main", {"do": "delete", "target": {"number": "leader"}})),
    ]
    game = place(
        cards, {"battle": [stack("leader"), stack("killer"), stack("red-3")]}, {"battle": [stack("red-3")]}
    )
    assert (shown(game), shown(game, 1)) == ([5000, None, 4000], [3000])
    use(game, 1)
    assert shown(game) == [5000, None, 6000]
    use(game, index=1)
    assert shown(game) == [None, 5000]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (("red-5", "below"), 8000),
        (("below", "red-egg"), 5000),
        (("red-5", "above"), 7000),
        (("above", "red-3"), 9000),
    ],
)
def test_inherited_and_own_continuous_effects(cards: tuple[str, ...], expected: int) -> None:
    below = made("below", constant(THIS, {"dp": 1000}, inherited=True))
    above = made("above", constant(THIS, {"dp": 4000}))
    game = place([below, above], {"battle": [stack(*cards)]})
    assert shown(game) == [expected]


def test_a_continuous_effect_of_a_turn_works_in_that_turn() -> None:
    for turn, expected in (("me", 6000), ("opponent", 5000), ("both", 6000)):
        game = place([made("fair", constant(THIS, {"dp": 1000}, turn=turn))], {"battle": [stack("fair")]})
        assert shown(game) == [expected]
        act(game, "pass")
        assert shown(game) == [{"me": 5000, "opponent": 6000, "both": 6000}[turn]]


def test_a_continuous_effect_follows_its_condition() -> None:
    while_low = constant(
        THIS, {"keywords": ["blocker"]}, condition={"counts": [{"which": {"area": "security"}, "at_most": 3}]}
    )
    for security, blocks in ((3, True), (4, False)):
        game = place([made("guard", while_low)], {"battle": [stack("guard")], "security": security})
        assert ("blocker" in keywords(game)) == blocks
        finder = {"do": "memory", "amount": {"which": {"keyword": "blocker"}}}
        finding = place(
            [made("guard", while_low), tamer("finder", effect("main", finder))],
            {"battle": [stack("finder"), stack("guard")], "security": security},
        )
        use(finding)
        assert finding.state.memory == 3 + blocks


def test_effects_do_not_work_in_or_into_the_breeding_area() -> None:
    leader = made("leader", constant(MINE, {"dp": 1000}))
    game = place([leader], {"battle": [stack("red-3")], "breeding": stack("leader")})
    assert shown(game) == [3000]
    assert game.observe()["players"][0]["breeding"]["dp"] == 5000
    game = place([leader], {"battle": [stack("leader")], "breeding": stack("red-3")})
    assert game.observe()["players"][0]["breeding"]["dp"] == 3000


def test_amounts_can_count_what_there_is() -> None:
    tally = {"which": {"area": "trash"}, "each": 1000, "per": 2}
    for trash, expected in ((0, 5000), (1, 5000), (2, 6000), (5, 7000)):
        game = place(
            [made("grave", constant(THIS, {"dp": tally}))],
            {"battle": [stack("grave")], "trash": ["red-3"] * trash},
        )
        assert shown(game) == [expected]


def test_what_an_effect_that_lasts_counts_is_counted_once() -> None:
    tally = {"which": {"area": "hand"}, "each": 1000}
    grower = tamer(
        "grower", effect("main", giving({"number": "red-3"}, {"dp": tally}), {"do": "draw", "count": 2})
    )
    game = place([grower], {"battle": [stack("grower"), stack("red-3")], "hand": ["red-4"]})
    use(game)
    assert shown(game) == [None, 4000]


@given_(st.lists(st.integers(-9, 9), max_size=6))
def test_all_changes_of_dp_are_added_up_before_the_floor(changes: list[int]) -> None:
    lasting = [{"gives": {"dp": change * 1000}, "until": "turn-end"} for change in changes]
    game = place([], {"battle": [stack("red-4", lasting=lasting), stack("red-3")]})
    total = 5000 + 1000 * sum(changes)
    if total > 0:
        assert shown(game) == [total, 3000]
    else:
        assert battle(game) == ["red-3"]


def test_effects_on_all_reach_what_comes_later_and_let_go_of_what_no_longer_fits() -> None:
    """Of two effects one is on a chosen Digimon, one on all of level 3; then that Digimon digivolves."""
    both = [giving({"number": "red-3"}, {"dp": 1000}), giving({"level": 3, "count": "all"}, {"dp": 2000})]
    game = place(
        [tamer("giver", effect("main", *both))],
        {"battle": [stack("giver"), stack("red-3")], "hand": ["red-4", "blue-3"]},
        memory=10,
    )
    use(game)
    assert shown(game) == [None, 6000]
    act(game, "play", card=hand(game, 0, 1))
    assert shown(game) == [None, 6000, 5000]
    act(game, "digivolve", card=hand(game), onto=stack_id(game, 0, 1), requirement=0)
    assert shown(game) == [None, 6000, 5000]
    assert battle(game) == ["giver", "red-4", "blue-3"]


UNTIL: list[tuple[str, list[int]]] = [
    ("turn-end", [1000, 0, 0, 0]),
    ("opponents-turn-end", [1000, 1000, 0, 0]),
    ("my-turn-end", [1000, 0, 0, 0]),
    ("always", [1000, 1000, 1000, 1000]),
    ("attack-end", [1000, 1000, 1000, 1000]),
]


@pytest.mark.parametrize(("until", "expected"), UNTIL)
@pytest.mark.parametrize("overall", [False, True])
def test_what_lasts_until_a_turn_ends(until: str, expected: list[int], overall: bool) -> None:
    target = {"number": "red-3", "count": "all"} if overall else {"number": "red-3"}
    giver = tamer("giver", effect("main", giving(target, {"dp": 1000}, until=until)))
    game = place([giver], {"battle": [stack("giver"), stack("red-3")]})
    use(game)
    seen = []
    for _ in expected:
        seen.append((dp(game, 0, 1) or 0) - 3000)
        act(game, "pass")
        act(game, "skip")
    assert seen == expected


def test_what_a_player_gives_in_the_opponents_turn_ends_with_that_turn_or_the_own_one() -> None:
    """The effect triggers at the start of the opponent's turn, so that the present turn is theirs."""
    for until, expected in (("opponents-turn-end", [1000, 0, 0]), ("my-turn-end", [1000, 1000, 0])):
        giver = tamer(
            "giver",
            effect(
                "start-of-turn",
                giving({"number": "red-3"}, {"dp": 1000}, until=until),
                turn="opponent",
                limit=0,
            ),
        )
        game = place([giver], {"battle": [stack("giver"), stack("red-3")]})
        act(game, "pass")
        seen = []
        act(game, "skip")
        for _ in expected:
            seen.append((dp(game, 0, 1) or 0) - 3000)
            act(game, "pass")
            if game.state.turn == 0:
                act(game, "skip")
            else:
                break
        assert seen == expected[: len(seen)]


def test_what_lasts_for_an_attack_or_a_battle_ends_with_it() -> None:
    for until, checked in (("attack-end", 2), ("battle-end", 2)):
        brave = made(
            "brave", effect("when-attacking", giving(THIS, {"security_attack": 1, "dp": 1000}, until=until))
        )
        game = place(
            [brave], {"battle": [stack("brave")]}, {"security": ["red-option", "red-option", "red-option"]}
        )
        attack(game)
        assert len(game.state.players[1].security) == 3 - checked
        assert shown(game) == [5000]


def test_a_block_does_not_make_an_attack_on_a_player_one_on_a_digimon() -> None:
    bold = made("bold", constant(THIS, {"dp": 3000}, condition={"attack_on": "digimon"}), level=3)
    theirs = {"battle": [stack("red-4-blocker"), stack("red-3", suspended=True)], "security": 1}
    game = place([bold], {"battle": [stack("bold")]}, theirs)
    other = game.clone()
    attack(game)
    act(game, "block", blocker=stack_id(game, 1, 0))
    assert (battle(game), battle(game, 1)) == ([], ["red-4-blocker", "red-3"])
    attack(other, 0, stack_id(other, 1, 1))
    act(other, "no-block")
    assert (battle(other), battle(other, 1)) == (["bold"], ["red-4-blocker"])


def test_changes_that_end_together_end_at_once() -> None:
    """+4000 and -5000 for the turn: were one to end before the other, the Digimon would be deleted."""
    lasting = [{"gives": {"dp": change}, "until": "turn-end"} for change in (4000, -5000)]
    game = place([], {"battle": [stack("red-3", lasting=lasting)]})
    assert shown(game) == [2000]
    act(game, "pass")
    assert shown(game) == [3000]


def test_continuous_effects_may_ask_for_what_others_give() -> None:
    """Strong enough to block, and stronger while there is a blocker: neither asks for itself in the end."""
    strong = made(
        "strong", constant(THIS, {"keywords": ["blocker"]}, condition={"this": {"dp_at_least": 5000}})
    )
    proud = made(
        "proud",
        constant(
            MINE, {"dp": 1000}, condition={"counts": [{"which": {"keyword": "blocker"}, "at_least": 1}]}
        ),
    )
    game = place([strong, proud], {"battle": [stack("strong"), stack("proud")]})
    assert shown(game) == [6000, 6000]
    assert keywords(game) == ["blocker"]


def test_effects_that_only_hold_each_other_up_do_not_begin_to_hold() -> None:
    first = made("first", constant(THIS, {"dp": 1000}, condition={"this": {"dp_at_least": 6000}}))
    second = made(
        "second",
        constant(
            THIS,
            {"keywords": ["rush"]},
            condition={"counts": [{"which": {"keyword": "jamming"}, "at_least": 1}]},
        ),
    )
    third = made(
        "third",
        constant(
            THIS,
            {"keywords": ["jamming"]},
            condition={"counts": [{"which": {"keyword": "rush"}, "at_least": 1}]},
        ),
    )
    game = place([first, second, third], {"battle": [stack("first"), stack("second"), stack("third")]})
    assert shown(game) == [5000, 5000, 5000]
    assert (keywords(game, 0, 1), keywords(game, 0, 2)) == ([], [])


def test_many_effects_that_ask_for_each_other_are_settled() -> None:
    asks = constant(
        MINE,
        {"dp": 100},
        condition={"counts": [{"which": {"kind": ["digimon"], "dp_at_least": 1000}, "at_least": 5}]},
    )
    game = place([made("asker", asks)], {"battle": [stack("asker")] * 6})
    assert shown(game) == [5600] * 6


IMMUNE: list[tuple[str, str, bool]] = [
    ("effects-of-opponent", "tamer", True),
    ("effects-of-opponent", "option", True),
    ("effects-of-opponent", "digimon", True),
    ("effects-of-options", "tamer", False),
    ("effects-of-options", "option", True),
    ("effects-of-options", "digimon", False),
    ("effects-of-digimon", "tamer", False),
    ("effects-of-digimon", "option", False),
    ("effects-of-digimon", "digimon", True),
    ("effects-of-tamers", "tamer", True),
    ("effects-of-tamers", "option", False),
    ("effects-of-tamers", "digimon", False),
]


@pytest.mark.parametrize(("protection", "kind", "safe"), IMMUNE)
@pytest.mark.parametrize("do", ["delete", "suspend", "give", "put", "all"])
def test_protected_digimon_may_be_chosen_and_nothing_happens_to_them(
    protection: str, kind: str, safe: bool, do: str
) -> None:
    steps: dict[str, dict[str, Any]] = {
        "delete": {"do": "delete", "target": OPPONENT},
        "suspend": {"do": "suspend", "target": OPPONENT},
        "give": giving(OPPONENT, {"dp": -1000}),
        "put": {"do": "put", "target": OPPONENT, "to": "hand"},
        "all": giving({**OPPONENT, "count": "all"}, {"dp": -1000}),
    }
    source = {
        "digimon": made("source", effect("when-attacking", steps[do])),
        "tamer": tamer("source", effect("main", steps[do])),
        "option": tamer("source", effect("main", steps[do]), kind="option"),
    }[kind]
    shelter = made("shelter", constant(THIS, {"cannot": [protection]}))
    in_play = [stack("source")] if kind != "option" else [stack("red-3")]
    game = place(
        [source, shelter],
        {"battle": in_play, "hand": ["source"] if kind == "option" else []},
        {"battle": [stack("shelter")]},
    )
    if kind == "digimon":
        attack(game)
    elif kind == "option":
        act(game, "use", card=hand(game))
    else:
        use(game)
    there = game.observe()["players"][1]["battle"]
    untouched = bool(there) and (there[0]["suspended"], there[0]["dp"]) == (False, 5000)
    assert untouched == safe


def test_protection_is_from_the_opponent_alone() -> None:
    shelter = made("shelter", constant(THIS, {"cannot": ["effects-of-opponent"], "dp": 1000}))
    helper = tamer("helper", effect("main", giving({"number": "shelter"}, {"dp": 1000})))
    game = place([shelter, helper], {"battle": [stack("helper"), stack("shelter")]})
    use(game)
    assert shown(game) == [None, 7000]


ALOOF = made(
    "aloof",
    constant(THIS, {"cannot": ["effects-of-digimon"]}, condition={"this": {"suspended": True}}),
)
"""No effect of a Digimon of the other side reaches it while it is suspended."""


@pytest.mark.parametrize(
    "gives",
    [
        {"dp": -1000},
        {"effects": [effect("continuous", gives={"dp": -1000})]},
    ],
)
@pytest.mark.parametrize("source", [["giver"], ["red-5", "heir"]])
def test_what_is_given_to_something_unaffected_waits(gives: dict[str, Any], source: list[str]) -> None:
    """Also what an inherited effect gives: it is one of a Digimon, whatever card has it."""
    give = giving(OPPONENT, gives, until="always")
    cards = [made("giver", effect("main", give)), tamer("heir", effect("main", give, inherited=True))]
    unsuspend = {"do": "unsuspend", "target": OPPONENT}
    cards += [ALOOF, tamer("rouser", effect("main", unsuspend))]
    game = place(
        cards,
        {"battle": [stack(*source), stack("rouser")]},
        {"battle": [stack("aloof", suspended=True)]},
    )
    act(game, "activate", card=game.state.players[0].battle[0].cards[-1], effect=0)
    assert len(game.state.players[1].battle[0].lasting) == 1
    assert shown(game, 1) == [5000]
    use(game, index=1)
    assert shown(game, 1) == [4000]


@pytest.mark.parametrize("suspended", [True, False])
def test_a_keyword_of_an_effect_that_waits_is_not_had(suspended: bool) -> None:
    blitz = {"effects": [effect("when-digivolving", {"do": "blitz"})]}
    giver = made("giver", effect("main", giving(OPPONENT, blitz, until="always")))
    game = place(
        [giver, ALOOF], {"battle": [stack("giver")]}, {"battle": [stack("aloof", suspended=suspended)]}
    )
    use(game)
    (aloof,) = game.state.players[1].battle
    assert counts_as_having(game.state, aloof, "blitz") == (not suspended)


@pytest.mark.parametrize("first", [[], ["weaken"]])
def test_what_protects_is_not_kept_away_by_itself(first: list[str]) -> None:
    """An opponent's effect that fixes a Digimon and protects it holds, whatever else has been given to it."""
    lock = {"cannot": ["suspend", "effects-of-opponent"]}
    cards = [
        tamer("weaken", effect("main", giving(OPPONENT, {"dp": -1000}, until="always"))),
        tamer("lock", effect("main", giving(OPPONENT, lock, until="always"))),
    ]
    used = [*first, "lock"]
    game = place([*cards, made("locked")], {"battle": list(map(stack, used))}, {"battle": [stack("locked")]})
    for index in range(len(used)):
        use(game, index=index)
    (locked,) = game.state.players[1].battle
    assert len(locked.lasting) == len(used)
    assert cannot(game.state, locked, "suspend")
    assert shown(game, 1) == [5000]


def test_dp_that_cannot_be_reduced_can_still_grow() -> None:
    lasting = [{"gives": {"dp": change}, "until": "turn-end"} for change in (-2000, 1000)]
    solid = made("solid", constant(THIS, {"cannot": ["dp-reduction"]}))
    game = place([solid], {"battle": [stack("solid", lasting=lasting)]})
    assert shown(game) == [6000]


def test_a_keyword_at_some_timing_is_had_at_all_times_unless_its_condition_fails() -> None:
    """And an inherited one by the Digimon, a printed one by a card that lies anywhere."""
    if_rich = {"memory_at_least": 9}
    cards = [
        made("swift", effect("when-digivolving", {"do": "blitz"})),
        made("burst", effect("on-play", memory(1), cost=[{"do": "digi-burst", "count": 1}])),
        made("poor", effect("when-digivolving", {"do": "blitz"}, condition=if_rich)),
        made("below", effect("when-attacking", {"do": "draw"}, inherited=True)),
    ]
    game = place(
        cards,
        {
            "battle": [
                stack("swift"),
                stack("burst"),
                stack("poor"),
                stack("red-5", "below"),
                stack("below"),
            ],
            "hand": ["swift"],
        },
    )
    there = game.state.players[0].battle
    assert [counts_as_having(game.state, one, "blitz") for one in there] == [True, False, False, False, False]
    assert [counts_as_having(game.state, one, "digi-burst") for one in there] == [
        False,
        True,
        False,
        False,
        False,
    ]
    assert [counts_as_having(game.state, one, "draw") for one in there] == [False, False, False, True, False]
    assert counts_as_having(game.state, hand(game), "blitz")


def test_security_attack_adds_up_and_is_never_below_nothing() -> None:
    for changes, checked in (([1], 2), ([1, 1], 3), ([-1], 0), ([-3], 0), ([-3, 1], 0), ([], 1)):
        lasting = [{"gives": {"security_attack": change}, "until": "turn-end"} for change in changes]
        game = place([], {"battle": [stack("red-4", lasting=lasting)]}, {"security": ["red-option"] * 5})
        attack(game)
        assert len(game.state.players[1].security) == 5 - checked


def test_security_digimon_have_what_effects_give_them() -> None:
    guard = tamer("guard", constant({"area": "security", "kind": ["digimon"], "count": "all"}, {"dp": 3000}))
    game = place([guard], {"battle": [stack("red-4")]}, {"battle": [stack("guard")], "security": ["red-3"]})
    assert card_dp(game.state, game.state.players[1].security[0]) == 6000
    attack(game)
    assert battle(game) == []


@pytest.mark.parametrize(("change", "left"), [(-2, 7), (0, 5), (2, 3), (-9, 10)])
def test_costs_of_cards_in_the_hand_are_changed(change: int, left: int) -> None:
    helper = tamer("helper", constant({"area": "hand", "level": 4, "count": "all"}, {"play_cost": change}))
    game = place([helper], {"battle": [stack("helper")], "hand": ["red-4", "red-3"]}, memory=10)
    other = game.clone()
    act(game, "play", card=hand(game))
    assert game.state.memory == left
    act(other, "play", card=hand(other, 0, 1))
    assert other.state.memory == 7


def test_a_card_can_lower_its_own_cost() -> None:
    cheap = made("cheap", constant({"role": "this", "area": "hand"}, {"play_cost": -3}))
    game = place([cheap], {"hand": ["cheap"]}, memory=5)
    act(game, "play", card=hand(game))
    assert game.state.memory == 3


def test_a_digimon_can_lower_the_cost_of_digivolving_it() -> None:
    base = made("base", constant(THIS, {"digivolution_cost": -1}), level=3)
    game = place([base], {"battle": [stack("base"), stack("red-3")], "hand": ["red-4"]}, memory=5)
    other = game.clone()
    act(game, "digivolve", card=hand(game), onto=stack_id(game, 0, 0), requirement=0)
    act(other, "digivolve", card=hand(other), onto=stack_id(other, 0, 1), requirement=0)
    assert (game.state.memory, other.state.memory) == (4, 3)


def test_what_a_digimon_had_when_it_was_deleted_counts_for_its_effects() -> None:
    """Retaliation that another Digimon gives it."""
    giver = made("giver", constant({**MINE, "role": "other"}, {"keywords": ["retaliation"]}))
    game = place(
        [giver], {"battle": [stack("red-5")]}, {"battle": [stack("red-3", suspended=True), stack("giver")]}
    )
    attack(game, 0, stack_id(game, 1, 0))
    assert battle(game) == []
    assert battle(game, 1) == ["giver"]
    assert "deleted" in told(game)


def test_a_plain_game_looks_for_nothing() -> None:
    game = place([], {"battle": [stack("red-4")]})
    assert game.state.match.plain
    assert game.state.match.watch.awaited == frozenset()
    assert offered(game, "activate") == []


def test_keywords_that_are_passed_on_may_be_a_fact_of_the_card() -> None:
    """They are there for as long as the card lies under a Digimon, and once after a game was saved."""
    facts = {"kind": "digimon", "level": 3, "dp": 3000, "play_cost": 3, "colors": ["red"]}
    giver = Card("I-3", "Giver", {**facts, "inherited": {"piercing": True, "security_attack": 1}})
    none = Card("I-0", "Keeper", {**facts, "inherited": {}})
    top = Card("I-4", "Heir", {**facts, "level": 4})
    field = [{"cards": ["I-4", "I-3"]}, {"cards": ["I-3"]}, {"cards": ["I-4", "I-0"]}]
    game = Game.at([giver, none, top], {"players": [{"battle": field, "deck": 5}, {"deck": 5}]})
    for same in (game, Game.restore(game.save())):
        there = same.observe()["players"][0]["battle"]
        heirs = [(entry["keywords"], entry["checks"]) for entry in there]
        assert heirs == [(["piercing"], 2), ([], 1), ([], 1)]
    with pytest.raises(Refused, match="inherited: Object contains unknown field `blitz`"):
        Game.at([Card("I-5", "Odd", {**facts, "inherited": {"blitz": True}})], {})


def ladder(length: int) -> list[Card]:
    """Tamers, each of which gives DP to what has as much as the ones before it give."""
    return [
        tamer(f"rung-{step}", constant({**MINE, "dp_at_least": 5000 + 1000 * step}, {"dp": 1000}))
        for step in range(length)
    ]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("length", [1, 2, 3, 4, 8, 15])
def test_a_chain_of_continuous_effects_holds_as_a_whole(length: int, *, turned: bool) -> None:
    rungs = ladder(length)[:: -1 if turned else 1]
    names = [one.number for one in rungs]
    game = place(rungs, {"battle": [stack("red-4"), stack("red-3"), *map(stack, names)]})
    assert shown(game)[:2] == [5000 + 1000 * length, 3000]


def test_what_changes_back_and_forth_is_the_same_however_often_it_is_asked() -> None:
    """Two effects, each of which takes away what the other one needs."""
    weak = constant({**MINE, "dp_at_most": 5000}, {"dp": 1000})
    game = place([tamer("weak", weak)], {"battle": [stack("weak"), stack("red-4"), stack("red-5")]})
    assert shown(game) == shown(game) == [None, 5000, 7000]


def test_effects_that_all_ask_for_each_other_take_no_long_time() -> None:
    """Asked anew in every round, they would take more questions than anybody has time for."""
    keywords_ = ("blocker", "jamming", "rush", "piercing", "reboot", "retaliation")
    watchers = [
        tamer(
            f"watcher-{word}",
            *(
                constant({**MINE, "keyword": other, "dp_at_least": 1000}, {"keywords": [word], "dp": 1000})
                for other in keywords_
            ),
        )
        for word in keywords_
    ]
    starter = made("starter", blocker=True)
    field = [stack("starter"), *(stack(one.number) for one in watchers), *[stack("red-4")] * 6]
    game = place([starter, *watchers], {"battle": field})
    assert shown(game)[0] == 5000 + 36 * 1000
    assert shown(game)[-1] == 5000
