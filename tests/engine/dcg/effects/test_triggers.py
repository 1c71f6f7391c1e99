"""Which effects trigger on what, in which order they come, and when they are lost."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound_testing.dcg.effect_games import (
    OPPONENT,
    THIS,
    act,
    answers,
    attack,
    battle,
    choosable,
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
from rulehound_testing.dcg.probe_cards import hand, stack, stack_id

ON_PLAY = made("arrives", effect("on-play", memory(1)))
GAINS_2 = memory(2)


def test_on_play_comes_with_being_played() -> None:
    game = place([ON_PLAY], {"hand": ["arrives"]}, memory=9)
    act(game, "play", card=hand(game))
    assert game.state.memory == 9 - 5 + 1


def test_on_play_comes_neither_with_digivolving_nor_with_moving_out() -> None:
    game = place([ON_PLAY], {"hand": ["arrives"], "battle": [stack("red-3")]}, memory=9)
    act(game, "digivolve", card=hand(game), onto=stack_id(game), requirement=0)
    assert game.state.memory == 9 - 2
    game = place([ON_PLAY], {"breeding": stack("arrives")}, phase="breeding", memory=3)
    act(game, "move")
    assert battle(game) == ["arrives"]
    assert game.state.memory == 3


@pytest.mark.parametrize(("area", "gained"), [("battle", 1), ("breeding", 0)])
def test_when_digivolving_comes_in_the_battle_area_after_the_bonus_draw(area: str, gained: int) -> None:
    grown = made("grown", effect("when-digivolving", memory(1)))
    given: dict[str, Any] = {"battle": [stack("red-3")]} if area == "battle" else {"breeding": stack("red-3")}
    game = place([grown], {"hand": ["grown"], **given}, memory=5)
    base = stack_id(game) if area == "battle" else game.observe()["players"][0]["breeding"]["id"]
    act(game, "digivolve", card=hand(game), onto=base, requirement=0)
    assert game.state.memory == 3 + gained
    if gained:
        assert told(game).index("drawn") < told(game).index("activated")


@pytest.mark.parametrize("timing", ["when-attacking", "end-of-attack"])
def test_effects_of_an_attack_are_of_the_attacker_alone(timing: str) -> None:
    hunter = made("hunter", effect(timing, memory(1)))
    game = place([hunter], {"battle": [stack("hunter"), stack("red-3")]})
    attack(game, 1)
    assert game.state.memory == 3
    attack(game, 0)
    assert game.state.memory == 4


@pytest.mark.parametrize(
    ("cards", "gained"),
    [(("red-5", "below"), 1), (("below", "red-3"), 0), (("red-5", "above"), 0), (("above", "red-3"), 4)],
)
def test_inherited_effects_work_from_under_a_digimon_and_others_from_its_top(
    cards: tuple[str, ...], gained: int
) -> None:
    below = made("below", effect("when-attacking", memory(1), inherited=True))
    above = made("above", effect("when-attacking", memory(4)))
    game = place([below, above], {"battle": [stack(*cards)]})
    attack(game)
    assert game.state.memory == 3 + gained


def test_on_deletion_comes_from_the_trash_with_the_inherited_ones() -> None:
    cards = [
        made("doomed", effect("on-deletion", memory(1))),
        made("below", effect("on-deletion", memory(2), inherited=True)),
        made("other", effect("on-deletion", memory(4), inherited=True)),
        tamer("killer", effect("main", {"do": "delete", "target": {"kind": ["digimon"]}})),
    ]
    game = place(cards, {"battle": [stack("killer"), stack("doomed", "below", "red-3")]})
    use(game)
    assert pending(game) == ["doomed", "below"]
    resolve(game, "below")
    assert game.state.memory == 3 + 3
    assert len(game.state.players[0].trash) == 3


@pytest.mark.parametrize(
    ("edition", "returned", "left"),
    [
        ("manual-2.3", "doomed", 3),
        ("manual-2.3", "below", 4),
        ("comprehensive-4.0", "doomed", 3),
        ("comprehensive-4.0", "below", 6),
    ],
)
def test_on_deletion_is_lost_when_the_card_that_it_waits_with_leaves_the_trash(
    edition: str, returned: str, left: int
) -> None:
    """Either waits with the former top card; in earlier editions the inherited one with its own card, too."""
    back = {"do": "put", "target": {"area": "trash", "number": returned}, "to": "hand"}
    cards = [
        made("doomed", effect("on-deletion", memory(1))),
        made("below", effect("on-deletion", memory(2), inherited=True)),
        made("saver", effect("when", back, event={"happens": "deleted", "which": {"role": "other"}})),
        tamer("killer", effect("main", {"do": "delete", "target": {"number": "doomed"}})),
    ]
    mine = {"battle": [stack("killer"), stack("doomed", "below"), stack("saver")]}
    game = place(cards, mine, edition=edition)
    use(game)
    resolve(game, "saver")
    if game.state.decision == "order":
        resolve(game, "below")
    assert game.state.memory == left


def test_an_effect_is_lost_when_its_digimon_leaves_first() -> None:
    """Two effects trigger at the same attack; the one carried out first deletes the Digimon of the other."""
    shy = made("shy", effect("when", memory(5), event={"happens": "attacks", "which": {"role": "other"}}))
    killer = made("killer", effect("when-attacking", {"do": "delete", "target": {"number": "shy"}}))
    game = place([shy, killer], {"battle": [stack("killer"), stack("shy")]})
    attack(game)
    assert pending(game) == ["killer", "shy"]
    resolve(game, "killer")
    assert game.state.memory == 3
    assert battle(game) == ["killer"]


def test_an_effect_is_lost_when_another_card_comes_on_top_of_it() -> None:
    shy = made("shy", effect("when-attacking", memory(5)), level=3)
    cover = {"do": "digivolve", "target": {"number": "shy"}, "into": {"area": "hand", "level": 4}}
    helper = tamer(
        "helper", effect("when", cover, event={"happens": "attacks", "which": {"of": "me", "role": ""}})
    )
    game = place([shy, helper], {"battle": [stack("shy"), stack("helper")], "hand": ["red-4"]})
    attack(game)
    resolve(game, "helper")
    assert battle(game) == ["red-4", "helper"]
    assert game.state.memory == 3


WATCHER = {"happens": "deleted", "which": {"of": "opponent", "role": "", "level_at_least": 4}}


@pytest.mark.parametrize(("which", "expected"), [("red-3", 0), ("red-4", 1), ("blue-5", 1)])
def test_an_effect_waits_for_what_it_describes_as_it_was_when_it_left(which: str, expected: int) -> None:
    cards = [
        made("watcher", effect("when", memory(1), event=WATCHER)),
        tamer("killer", effect("main", {"do": "delete", "target": {**OPPONENT, "number": which}})),
    ]
    game = place(
        cards,
        {"battle": [stack("killer"), stack("watcher")]},
        {"battle": [stack("red-3"), stack("red-4"), stack("blue-5")]},
    )
    use(game)
    assert game.state.memory == 3 + expected


def test_several_deletions_at_once_trigger_an_effect_once() -> None:
    cards = [
        made("watcher", effect("when", memory(1), event=WATCHER)),
        tamer("killer", effect("main", {"do": "delete", "target": {**OPPONENT, "count": "all"}})),
    ]
    game = place(
        cards,
        {"battle": [stack("killer"), stack("watcher")]},
        {"battle": [stack("red-4"), stack("red-5")]},
    )
    use(game)
    assert battle(game, 1) == []
    assert game.state.memory == 4


@pytest.mark.parametrize(
    ("by", "expected"), [("", 1), ("effect", 1), ("my-effect", 1), ("opponents-effect", 0), ("battle", 0)]
)
def test_an_effect_waits_for_what_brings_it_about(by: str, expected: int) -> None:
    cards = [
        made("watcher", effect("when", memory(1), event={**WATCHER, "by": by})),
        tamer("killer", effect("main", {"do": "delete", "target": OPPONENT})),
    ]
    game = place(cards, {"battle": [stack("killer"), stack("watcher")]}, {"battle": [stack("red-4")]})
    use(game)
    assert game.state.memory == 3 + expected


def test_an_effect_of_the_opponent_is_told_apart_from_a_battle_and_from_ones_own() -> None:
    """The other player's Digimon sees the same deletion as done by an opponent's effect."""
    grudge = {"happens": "deleted", "which": {"role": "other", "of": "me"}, "by": "opponents-effect"}
    cards = [
        made("grudge", effect("when", memory(2), event=grudge)),
        tamer("killer", effect("main", {"do": "delete", "target": {**OPPONENT, "level": 5}})),
    ]
    game = place(cards, {"battle": [stack("killer")]}, {"battle": [stack("grudge"), stack("red-5")]})
    use(game)
    assert game.state.memory == 3 - 2


@pytest.mark.parametrize(("turn", "gained"), [("me", 1), ("both", 1), ("opponent", 0)])
def test_an_effect_of_a_turn_triggers_in_that_turn_alone(turn: str, gained: int) -> None:
    game = place(
        [made("hunter", effect("when-attacking", memory(1), turn=turn))], {"battle": [stack("hunter")]}
    )
    attack(game)
    assert game.state.memory == 3 + gained


@pytest.mark.parametrize(("limit", "gained"), [(0, 3), (1, 1), (2, 2)])
def test_a_limit_counts_the_activations_of_a_turn(limit: int, gained: int) -> None:
    again = effect("when-attacking", memory(1), {"do": "unsuspend", "target": THIS}, limit=limit)
    game = place([made("again", again)], {"battle": [stack("again")]}, {"security": 5})
    for attacks in range(3):
        if game.state.players[0].battle[0].suspended:
            break
        attack(game)
        assert attacks < 3
    assert game.state.memory == 3 + gained


def test_a_limit_is_kept_by_each_copy_of_a_card_and_begins_anew_with_the_turn() -> None:
    turned = {"happens": "suspended", "which": {"role": "other"}}
    once = made("once", effect("when", {"do": "draw"}, limit=1, event=turned))
    spin = [{"do": do, "target": {"number": "red-3"}} for do in ("suspend", "unsuspend")]
    game = place(
        [once, tamer("spinner", effect("main", *spin))],
        {"battle": [stack("spinner"), stack("once"), stack("once"), stack("red-3")], "deck": 9},
        {"deck": 9},
    )
    for drawn in (2, 0):
        held = len(game.state.players[0].hand)
        use(game)
        if game.state.decision == "order":
            act(game, "resolve", effect=game.state.triggered[0][0].id)
        assert len(game.state.players[0].hand) == held + drawn
    turns(game)
    turns(game)
    held = len(game.state.players[0].hand)
    use(game)
    act(game, "resolve", effect=game.state.triggered[0][0].id)
    assert len(game.state.players[0].hand) == held + 2


@pytest.mark.parametrize("more", [{"limit": 1}, {"turn": "opponent"}])
def test_an_effect_that_cannot_come_does_not_even_wait(more: dict[str, Any]) -> None:
    """With two effects that waited there would be an order to choose."""
    never = effect("when-attacking", memory(1), **more)
    always = effect("when-attacking", {"do": "unsuspend", "target": THIS})
    game = place([made("twin", never, always)], {"battle": [stack("twin")]}, {"security": 5})
    if "limit" in more:
        attack(game)
        act(game, "resolve", effect=game.state.triggered[0][0].id)
        assert game.state.memory == 4
    attack(game)
    assert game.state.decision == "main"


def test_what_leaves_together_sees_nothing_but_its_own_leaving() -> None:
    watched = {"happens": "deleted", "which": {"of": "both", "role": ""}}
    cards = [
        made("watcher", effect("when", memory(5), event=watched), effect("on-deletion", memory(1))),
        tamer("killer", effect("main", {"do": "delete", "target": {"kind": ["digimon"], "count": "all"}})),
    ]
    game = place(cards, {"battle": [stack("killer"), stack("watcher"), stack("red-3")]})
    use(game)
    assert battle(game) == ["killer"]
    assert game.state.memory == 4


def test_a_declined_effect_uses_up_nothing() -> None:
    again = effect("when-attacking", memory(1), optional=True, limit=1)
    freed = effect("main", {"do": "unsuspend", "target": {"kind": ["digimon"]}})
    game = place(
        [made("again", again), tamer("helper", freed)],
        {"battle": [stack("again"), stack("helper")]},
        {"security": 5},
    )
    attack(game)
    act(game, "decline")
    assert game.state.memory == 3
    use(game, index=1)
    attack(game)
    act(game, "accept")
    assert game.state.memory == 4
    use(game, index=1)
    attack(game)
    assert game.state.decision == "main"
    assert game.state.memory == 4


def test_the_turn_players_effects_come_first_and_each_player_orders_their_own() -> None:
    seen = {"happens": "attacks", "which": {"of": "both", "role": ""}}
    cards = [
        made(name, effect("when", memory(amount), event=seen))
        for name, amount in (("one", 1), ("two", 1), ("three", 1), ("theirs", 1), ("also", 1))
    ]
    game = place(
        cards,
        {"battle": [stack("one"), stack("two"), stack("three")]},
        {"battle": [stack("theirs"), stack("also")]},
        edition="comprehensive-4.0",
    )
    attack(game)
    assert (game.state.decision, game.state.decider) == ("order", 0)
    assert [answer["action"] for answer in answers(game)] == ["resolve"] * 3
    resolve(game, "two")
    assert pending(game) == ["one", "three", "theirs", "also"]
    resolve(game, "three")  # the last own one just comes, and then it is for the other player
    assert (game.state.decision, game.state.decider) == ("order", 1)
    assert pending(game) == ["theirs", "also"]
    assert game.state.memory == 6


def test_effects_that_others_set_off_come_before_those_that_waited() -> None:
    """Of two effects that wait, the one taken first suspends a Digimon; what waits for that comes next."""
    seen = {"happens": "attacks", "which": {"role": "other"}}
    cards = [
        made("one", effect("when", {"do": "suspend", "target": {"number": "red-3"}}, event=seen)),
        made("two", effect("when", memory(1), event=seen)),
        made(
            "derived",
            effect(
                "when", memory(10), event={"happens": "suspended", "which": {"number": "red-3", "role": ""}}
            ),
        ),
        made("three", effect("when", memory(1), event=seen)),
    ]
    game = place(
        cards,
        {
            "battle": [
                stack("red-4"),
                stack("one"),
                stack("two"),
                stack("three"),
                stack("derived"),
                stack("red-3"),
            ]
        },
        memory=0,
    )
    attack(game)
    resolve(game, "one")
    assert game.state.memory == 10
    assert pending(game) == ["two", "three"]


def test_a_derived_effect_of_the_other_player_comes_before_older_ones_of_the_turn_player() -> None:
    seen = {"happens": "attacks", "which": {"role": "other"}}
    cards = [
        made("one", effect("when", {"do": "suspend", "target": {**OPPONENT, "level": 3}}, event=seen)),
        made("two", effect("when", memory(1), event=seen)),
        made("three", effect("when", memory(1), event=seen)),
        made(
            "theirs",
            effect("when", memory(3), event={"happens": "suspended", "which": {"role": "other", "of": "me"}}),
        ),
    ]
    game = place(
        cards,
        {"battle": [stack("red-4"), stack("one"), stack("two"), stack("three")]},
        {"battle": [stack("theirs"), stack("red-3")]},
    )
    attack(game)
    resolve(game, "one")
    assert game.state.memory == 0
    assert pending(game) == ["two", "three"]


def test_what_triggers_on_the_parts_of_one_effect_is_one_group() -> None:
    """A mandatory effect with two steps; each step sets something off, and their player orders the two."""
    cards = [
        made("first", effect("when", memory(1), event={"happens": "suspended", "which": {"role": "other"}})),
        made(
            "second", effect("when", memory(2), event={"happens": "drawn", "which": {"of": "me", "role": ""}})
        ),
        tamer("both", effect("main", {"do": "suspend", "target": {"number": "red-3"}}, {"do": "draw"})),
    ]
    game = place(cards, {"battle": [stack("both"), stack("first"), stack("second"), stack("red-3")]})
    use(game)
    assert pending(game) == ["first", "second"]
    assert len(game.state.triggered) == 1


def test_effects_that_a_digimon_has_gained_trigger() -> None:
    gained = effect("when-attacking", memory(2))
    giver = tamer(
        "giver", effect("main", {"do": "give", "target": {"number": "red-3"}, "gives": {"effects": [gained]}})
    )
    game = place([giver], {"battle": [stack("giver"), stack("red-3"), stack("red-4")]})
    use(game)
    attack(game, 2)
    assert game.state.memory == 3
    attack(game, 1)
    assert game.state.memory == 5


def test_what_is_in_the_breeding_area_sees_and_does_nothing() -> None:
    seen = {"happens": "attacks", "which": {"of": "both", "role": ""}}
    watcher = made("watcher", effect("when", memory(1), event=seen))
    below = made("below", effect("when", memory(1), event=seen, inherited=True), level=3)
    game = place([watcher, below], {"battle": [stack("red-4")], "breeding": stack("watcher", "below")})
    attack(game)
    assert game.state.memory == 3


def test_an_effect_of_a_card_trashed_from_the_hand_triggers_for_that_card() -> None:
    tossed = made("tossed", effect("when", memory(1), event={"happens": "card-trashed-from-hand"}))
    step = {"do": "put", "target": {"area": "hand", "number": "tossed"}, "to": "trash"}
    for held, gained in ((["tossed"], 1), (["tossed", "tossed"], 1), (["red-3"], 0)):
        game = place(
            [tossed, tamer("tosser", effect("main", step))], {"battle": [stack("tosser")], "hand": held}
        )
        use(game)
        if game.state.decision == "target":
            act(game, "target", id=hand(game))
        assert game.state.memory == 3 + gained


@pytest.mark.parametrize(("which", "gained"), [({"role": "this"}, 1), ({}, 0), ({"kind": ["tamer"]}, 0)])
@pytest.mark.parametrize(
    ("happens", "to"), [("card-trashed-from-hand", "trash"), ("security-added", "security-top")]
)
def test_a_card_that_is_not_in_play_answers_to_what_it_says_of_itself_alone(
    which: dict[str, Any], gained: int, happens: str, to: str
) -> None:
    mover = tamer(
        "mover", effect("main", {"do": "put", "target": {"area": "hand", "number": "moved"}, "to": to})
    )
    moved = tamer("moved", effect("when", memory(1), event={"happens": happens, "which": which}))
    game = place([moved, mover], {"battle": [stack("mover")], "hand": ["moved"]})
    use(game)
    assert game.state.memory == 3 + gained


@pytest.mark.parametrize(("which", "lowered"), [({"role": "this"}, 1), ({"area": "hand"}, 0)])
def test_a_card_answers_to_being_played_before_it_is_in_play_only_of_itself(
    which: dict[str, Any], lowered: int
) -> None:
    less = {"do": "give", "target": {"role": "subject"}, "gives": {"play_cost": -1}}
    card = made("cheap", effect("would", less, event={"happens": "played", "which": which}), play_cost=2)
    game = place([card], {"hand": ["cheap"]})
    act(game, "play", card=hand(game))
    assert game.state.memory == 1 + lowered


def test_nothing_is_asked_where_nothing_waits() -> None:
    game = place([], {"battle": [stack("red-4")]})
    attack(game)
    assert game.state.triggered == ()
    assert game.state.next_effect == 1


def turns(game: Game) -> None:
    """Pass, and go on to the next main phase."""
    act(game, "pass")
    act(game, "skip")


@pytest.mark.parametrize(
    ("timing", "turn", "moments"),
    [
        ("start-of-turn", "me", [0, 1]),
        ("start-of-turn", "opponent", [1, 1]),
        ("start-of-turn", "both", [1, 2]),
        ("start-of-main-phase", "me", [0, 1]),
        ("end-of-turn", "me", [1, 1]),
        ("end-of-turn", "opponent", [0, 1]),
        ("end-of-turn", "both", [1, 2]),
    ],
)
def test_effects_of_a_moment_of_a_turn_come_in_the_turns_that_they_name(
    timing: str, turn: str, moments: list[int]
) -> None:
    """Counted by cards drawn: after one's own turn has passed, and after the opponent's has passed back."""
    clock = tamer("clock", effect(timing, {"do": "draw"}, turn=turn))
    game = place([clock], {"battle": [stack("clock")], "deck": 9}, {"deck": 9})
    turns(game)
    held = [len(game.state.players[0].hand)]
    turns(game)
    held.append(len(game.state.players[0].hand) - 1)
    assert held == moments


def test_a_blitz_at_its_timing_is_a_choice_of_attack() -> None:
    swift = made("swift", effect("when-digivolving", {"do": "blitz"}))
    game = place([swift], {"hand": ["swift"], "battle": [stack("red-3")]}, memory=1)
    act(game, "digivolve", card=hand(game), onto=stack_id(game), requirement=0)
    assert (game.state.decision, game.state.memory) == ("attack", -1)
    assert {"action": "decline"} in answers(game)
    assert choosable(game) == []


TAMERS = {"counts": [{"which": {"kind": ["tamer"], "count": "all"}, "at_least": 2}]}
"""Two Tamers or more: the one that deletes is one of them."""

COMES = {"do": "play", "target": {"area": "hand", "kind": ["tamer"]}, "free": True}
GOES = {"do": "put", "target": {"number": "blue-tamer"}, "to": "hand"}


@pytest.mark.parametrize(("timing", "leaving"), [("on-deletion", True), ("on-play", False)])
@pytest.mark.parametrize(("first", "there"), [(COMES, False), (GOES, True)])
def test_leaving_fixes_what_a_condition_asks_for(
    timing: str, leaving: bool, first: dict[str, Any], there: bool
) -> None:
    """A second Tamer comes, or goes, before the effect that asks for two does."""
    asks = effect(timing, memory(1), condition=TAMERS)
    doomed = made("doomed", effect(timing, first), asks, play_cost=0)
    doer = tamer("doer", effect("main", {"do": "delete", "target": {"number": "doomed"}}))
    battle = [stack("doer"), *([stack("blue-tamer")] if there else [])]
    own = {
        "hand": [*([] if leaving else ["doomed"]), *([] if there else ["blue-tamer"])],
        "battle": [*battle, *([stack("doomed")] if leaving else [])],
    }
    game = place([doomed, doer], own)
    if leaving:
        use(game)
    else:
        act(game, "play", card=hand(game))
    act(game, "resolve", effect=game.state.triggered[0][0].id)
    two_counted = there if leaving else not there
    assert game.state.memory == 3 + two_counted


@pytest.mark.parametrize(("under", "gained"), [(["red-3", "red-3"], 1), (["red-3"], 0), ([], 0)])
@pytest.mark.parametrize("asked_by", ["this", "subject"])
def test_a_condition_counts_what_lay_under_something_that_has_left(
    under: list[str], gained: int, asked_by: str
) -> None:
    count = {"which": {"area": "under", "under_of": asked_by, "count": "all"}, "at_least": 2}
    asks = {"counts": [count]}
    gone = effect("on-deletion", memory(1), condition=asks)
    seen = effect("when", memory(1), event={"happens": "deleted", "which": {}}, condition=asks)
    killer = effect("main", {"do": "delete", "target": {"number": "doomed"}})
    cards = [
        made("doomed", *([gone] if asked_by == "this" else []), level=4),
        tamer("killer", killer, *([seen] if asked_by == "subject" else [])),
    ]
    game = place(cards, {"battle": [stack("killer"), stack("doomed", *under)]})
    use(game)
    assert game.state.memory == 3 + gained


@pytest.mark.parametrize(("first", "gained"), [("digger", 0), ("scrap", 2)])
def test_an_effect_of_a_trashed_card_is_lost_when_that_leaves_the_trash(first: str, gained: int) -> None:
    seen = {"happens": "card-trashed-from-hand"}
    back = {"do": "put", "target": {"area": "trash", "number": "scrap"}, "to": "hand"}
    toss = {"do": "put", "target": {"area": "hand", "count": "all"}, "to": "trash"}
    cards = [
        made("scrap", effect("when", memory(2), event=seen)),
        made("digger", effect("when", back, event=seen)),
        tamer("tosser", effect("main", toss)),
    ]
    game = place(cards, {"battle": [stack("tosser")], "hand": ["scrap", "digger"]})
    use(game)
    resolve(game, first)
    assert game.state.memory == 3 + gained
    assert len(game.state.players[0].hand) == 1
