"""What each step of an effect does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.effects.resolving import STEPS
from rulehound.spec.formats import Card
from rulehound_testing.dcg.effect_games import (
    OPPONENT,
    THIS,
    Step,
    act,
    answers,
    attack,
    battle,
    choosable,
    dp,
    effect,
    made,
    memory,
    numbers_of,
    place,
    tamer,
    told,
    use,
)
from rulehound_testing.dcg.probe_cards import offered, stack, stack_id


def doing(
    *steps: Step,
    me: Mapping[str, Any] | None = None,
    opponent: Mapping[str, Any] | None = None,
    cards: tuple[Card, ...] = (),
    **rest: Any,
) -> Game:
    """A game in which a Tamer has just carried out these steps."""
    mine = {**(me or {})}
    mine["battle"] = [stack("doer"), *mine.get("battle", [])]
    game = place([tamer("doer", effect("main", *steps)), *cards], mine, opponent, **rest)
    use(game)
    return game


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (memory(2), 5),
        (memory(9), 10),
        (memory(-3), 0),
        ({"do": "memory", "amount": -2, "of": "opponent"}, 5),
        ({"do": "memory", "amount": {"which": {"area": "deck"}, "each": 2, "per": 2}}, 7),
        ({"do": "set-memory", "to": 7}, 7),
        ({"do": "set-memory", "to": 0}, 0),
    ],
)
def test_memory_moves_within_the_gauge(step: Step, expected: int) -> None:
    assert doing(step).state.memory == expected


def test_memory_of_the_opponent_ends_the_turn_after_the_effect() -> None:
    game = doing({"do": "memory", "amount": 5, "of": "opponent"}, {"do": "draw"})
    assert (game.state.turn, game.state.memory) == (1, 2)
    assert len(game.state.players[0].hand) == 1


@pytest.mark.parametrize(("deck", "drawn"), [(5, 2), (2, 2), (1, 1), (0, 0)])
def test_draw_takes_what_there_is(deck: int, drawn: int) -> None:
    game = doing({"do": "draw", "count": 2}, me={"deck": deck})
    assert len(game.state.players[0].hand) == drawn
    assert not game.over


@pytest.mark.parametrize(("deck", "recovered"), [(["red-3", "red-4", "red-5"], 2), (["red-3"], 1), ([], 0)])
def test_recovery_lays_one_card_on_the_other(deck: list[str], recovered: int) -> None:
    game = doing({"do": "recovery", "count": 2}, me={"deck": deck, "security": ["blue-3"]})
    assert numbers_of(game, game.state.players[0].security) == [*reversed(deck[:recovered]), "blue-3"]
    assert len(game.state.players[0].deck) == len(deck) - recovered


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


def test_delete_trashes_the_whole_stack() -> None:
    game = doing(
        {"do": "delete", "target": OPPONENT}, opponent={"battle": [stack("red-4", "red-3", "red-egg")]}
    )
    assert battle(game, 1) == []
    assert numbers_of(game, game.state.players[1].trash) == ["red-4", "red-3", "red-egg"]


def test_deletions_by_one_effect_are_one_event() -> None:
    game = doing(
        {"do": "delete", "target": {**OPPONENT, "count": "all"}},
        opponent={"battle": [stack("red-3"), stack("red-4")]},
    )
    deleted = [event for event in game.state.events if event.what == "deleted"]
    assert [len(event.subjects) for event in deleted] == [2]
    assert (deleted[0].cause, deleted[0].player) == ("effect", 0)


PLACES: list[tuple[str, str]] = [
    ("hand", "hand"),
    ("trash", "trash"),
    ("deck-top", "deck"),
    ("deck-bottom", "deck"),
    ("security-top", "security"),
    ("security-bottom", "security"),
]


@pytest.mark.parametrize(("to", "pile"), PLACES)
@pytest.mark.parametrize("edition", ["manual-2.3", "comprehensive-4.0"])
def test_what_is_in_play_goes_to_its_owners_place_and_what_lay_under_it_to_the_trash(
    to: str, pile: str, edition: str
) -> None:
    theirs = {
        "battle": [stack("blue-4", "blue-3")],
        "deck": ["red-3"],
        "security": ["red-5"],
        "hand": ["red-6"],
        "trash": ["red-4"],
    }
    game = doing({"do": "put", "target": OPPONENT, "to": to}, opponent=theirs, edition=edition)
    player = game.state.players[1]
    assert battle(game, 1) == []
    assert numbers_of(game, player.trash)[:2] == ["red-4", "blue-3"]
    there = numbers_of(game, getattr(player, pile))
    assert "blue-4" in there
    if to.endswith(("-top", "-bottom")):
        assert there.index("blue-4") == (0 if to.endswith("-top") else 1)
    assert "left-battle-area" in told(game)
    assert ("returned-to-hand" in told(game)) == (to == "hand")


@pytest.mark.parametrize("source", ["hand", "trash", "deck", "security", "egg-deck"])
@pytest.mark.parametrize(("to", "pile"), PLACES)
def test_a_card_goes_from_every_area_to_every_other_one(source: str, to: str, pile: str) -> None:
    given: dict[str, Any] = {
        "deck": [],
        source.replace("-", "_"): ["red-egg" if source == "egg-deck" else "red-3"],
    }
    game = doing({"do": "put", "target": {"area": source}, "to": to}, me=given)
    player = game.state.players[0]
    held = {name: len(getattr(player, name)) for name in ("hand", "trash", "deck", "security", "egg_deck")}
    assert {name for name, count in held.items() if count} == {pile}


def test_the_top_cards_of_a_pile_are_taken_and_no_others() -> None:
    step = {
        "do": "put",
        "target": {"area": "security", "of": "opponent", "top": 2, "count": "all"},
        "to": "trash",
    }
    game = doing(step, opponent={"security": ["red-3", "red-4", "red-5"]})
    assert numbers_of(game, game.state.players[1].security) == ["red-5"]
    assert numbers_of(game, game.state.players[1].trash) == ["red-3", "red-4"]


def test_a_digi_egg_card_goes_where_it_is_told_or_to_the_digi_egg_deck() -> None:
    for edition, pile in (("manual-2.3", "hand"), ("comprehensive-4.0", "egg_deck")):
        game = doing(
            {"do": "put", "target": {"area": "trash"}, "to": "hand"},
            me={"trash": ["red-egg"]},
            edition=edition,
        )
        assert numbers_of(game, getattr(game.state.players[0], pile)) == ["red-egg"]


@pytest.mark.parametrize(
    ("to", "expected"), [("under", ["red-4", "red-3", "blue-3"]), ("under-top", ["red-4", "blue-3", "red-3"])]
)
def test_cards_go_under_a_digimon(to: str, expected: list[str]) -> None:
    step = {"do": "put", "target": {"area": "hand"}, "to": to, "onto": {"kind": ["digimon"]}}
    game = doing(step, me={"battle": [stack("red-4", "red-3")], "hand": ["blue-3"]})
    assert numbers_of(game, game.state.players[0].battle[1].cards) == expected


def test_a_digimon_goes_under_another_with_its_top_card_alone() -> None:
    step = {"do": "put", "target": {"level": 5}, "to": "under", "onto": {"level": 4}}
    game = doing(step, me={"battle": [stack("red-4", "red-3"), stack("blue-5", "blue-4")]})
    assert numbers_of(game, game.state.players[0].battle[1].cards) == ["red-4", "red-3", "blue-5"]
    assert numbers_of(game, game.state.players[0].trash) == ["blue-4"]
    assert len(game.state.players[0].battle) == 2


def sprite(**more: Any) -> Step:
    """The step that plays a token."""
    return {"do": "token", "name": "Sprite", "dp": 3000, **more}


def test_a_token_is_played_and_gone_when_it_leaves() -> None:
    game = doing(sprite(count=2), memory(1))
    assert [one.token for one in game.state.players[0].battle] == [False, True, True]
    assert dp(game, 0, 1) == 3000
    for to in ("hand", "deck-top", "trash", "security-top"):
        gone = doing(sprite(), {"do": "put", "target": {"token": True}, "to": to}, me={"deck": 0})
        player = gone.state.players[0]
        assert (len(player.battle), player.hand, player.deck, player.trash, player.security) == (
            1,
            (),
            (),
            (),
            (),
        )


def test_nothing_goes_under_a_token_nor_a_token_under_anything() -> None:
    under = {"do": "put", "target": {"area": "hand"}, "to": "under", "onto": {"token": True}}
    game = doing(sprite(), under, me={"hand": ["red-3"]})
    assert len(game.state.players[0].hand) == 1
    under = {"do": "put", "target": {"token": True}, "to": "under", "onto": {"level": 4}}
    game = doing(sprite(), under, me={"battle": [stack("red-4")]})
    assert [len(one.cards) for one in game.state.players[0].battle] == [1, 1]


@pytest.mark.parametrize("suspended", [False, True])
def test_a_card_is_played_without_paying(suspended: bool) -> None:
    arrives = made("arrives", effect("on-play", memory(1)))
    game = doing(
        {"do": "play", "target": {"area": "trash"}, "suspended": suspended},
        me={"trash": ["arrives"]},
        cards=(arrives,),
    )
    assert battle(game) == ["doer", "arrives"]
    assert game.state.memory == 4
    assert game.state.players[0].battle[1].suspended == suspended
    assert offered(game, "attack") == []


def test_a_card_is_played_for_less() -> None:
    game = doing(
        {"do": "play", "target": {"area": "hand"}, "free": False, "reduced": 3}, me={"hand": ["red-4"]}
    )
    assert (battle(game), game.state.memory) == (["doer", "red-4"], 1)


def test_what_cannot_be_played_is_not_chosen() -> None:
    game = doing(
        {"do": "play", "target": {"area": "trash"}}, me={"trash": ["red-option", "red-egg", "red-3"]}
    )
    assert battle(game) == ["doer", "red-3"]


def test_a_digimon_digivolves_by_an_effect_and_draws() -> None:
    step = {"do": "digivolve", "target": {"kind": ["digimon"]}, "into": {"area": "hand", "kind": ["digimon"]}}
    game = doing(step, me={"battle": [stack("red-3"), stack("red-5")], "hand": ["red-4", "blue-4"]})
    assert battle(game) == ["doer", "red-4", "red-5"]
    assert (game.state.memory, len(game.state.players[0].hand)) == (3, 2)


def test_a_digimon_digivolves_whatever_the_requirements() -> None:
    step = {
        "do": "digivolve",
        "target": {"kind": ["digimon"]},
        "into": {"area": "hand"},
        "ignore_requirements": True,
    }
    game = doing(step, me={"battle": [stack("red-3")], "hand": ["blue-6"]})
    assert battle(game) == ["doer", "blue-6"]


REVEALED = ["red-3", "red-4", "blue-3", "red-5"]


def test_revealed_cards_are_used_and_the_rest_goes_back_in_an_order_of_choice() -> None:
    keep = {"do": "put", "target": {"role": "revealed", "colors": ["red"]}, "to": "hand"}
    game = doing({"do": "reveal", "count": 3, "steps": [keep], "rest": "deck-bottom"}, me={"deck": REVEALED})
    assert numbers_of(game, choosable(game)) == ["red-3", "red-4"]
    assert numbers_of(game, game.state.players[0].revealed) == REVEALED[:3]
    act(game, "target", id=choosable(game)[1])
    assert numbers_of(game, game.state.players[0].hand) == ["red-4"]
    assert numbers_of(game, choosable(game)) == ["red-3", "blue-3"]
    act(game, "target", id=choosable(game)[1])
    assert numbers_of(game, game.state.players[0].deck) == ["red-5", "blue-3", "red-3"]
    assert game.state.players[0].revealed == ()


@pytest.mark.parametrize(("deck", "left"), [([], []), (["red-3"], [])])
def test_as_many_cards_are_revealed_as_there_are(deck: list[str], left: list[str]) -> None:
    game = doing({"do": "reveal", "count": 3, "steps": [], "rest": "trash"}, me={"deck": deck})
    assert numbers_of(game, game.state.players[0].trash) == deck
    assert list(game.state.players[0].deck) == left


def test_what_is_revealed_and_trashed_has_not_been_trashed_from_the_hand() -> None:
    watcher = made(
        "watcher",
        effect(
            "when",
            memory(1),
            event={"happens": "card-trashed-from-hand", "which": {"of": "both", "role": ""}},
        ),
    )
    for step, gained in (
        ({"do": "reveal", "count": 1, "steps": [], "rest": "trash"}, 0),
        ({"do": "put", "target": {"area": "hand"}, "to": "trash"}, 1),
    ):
        game = doing(step, me={"battle": [stack("watcher")], "hand": ["red-3"]}, cards=(watcher,))
        assert game.state.memory == 3 + gained


def test_an_effect_lets_its_player_attack_or_not() -> None:
    game = doing({"do": "attack", "target": {"level": 3}}, me={"battle": [stack("red-3"), stack("red-4")]})
    assert game.state.decision == "attack"
    assert {answer.get("attacker") for answer in answers(game)} == {stack_id(game, 0, 1), None}
    act(game, "decline")
    assert game.state.decision == "main"


def test_an_attack_ends_by_an_effect() -> None:
    coward = made("coward", effect("when-attacking", {"do": "end-attack"}))
    game = place([coward], {"battle": [stack("coward")]}, {"security": 2})
    attack(game)
    assert len(game.state.players[1].security) == 2
    assert game.state.attack is None


def test_an_attack_is_switched_by_an_effect() -> None:
    lure = made("lure", effect("when-attacking", {"do": "change-target", "target": OPPONENT}))
    game = place([lure], {"battle": [stack("lure")]}, {"battle": [stack("red-3")], "security": 2})
    attack(game)
    assert battle(game, 1) == []
    assert len(game.state.players[1].security) == 2


def test_a_pile_is_shuffled_by_seed() -> None:
    game = doing({"do": "shuffle"}, me={"deck": ["red-3", "red-4", "red-5", "red-6", "blue-3", "blue-4"]})
    again = doing({"do": "shuffle"}, me={"deck": ["red-3", "red-4", "red-5", "red-6", "blue-3", "blue-4"]})
    assert game == again
    assert game.state.shuffles == 1
    assert sorted(game.state.players[0].deck) == sorted(f"a{index}" for index in range(1, 7))


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


def test_this_can_be_put_under_another_digimon() -> None:
    game = place(
        [
            made(
                "humble",
                effect("main", {"do": "put", "target": THIS, "to": "under", "onto": {"role": "other"}}),
            )
        ],
        {"battle": [stack("humble"), stack("red-4")]},
    )
    use(game)
    assert numbers_of(game, game.state.players[0].battle[0].cards) == ["red-4", "humble"]


def test_every_step_of_the_language_is_carried_out_by_something() -> None:
    from rulehound.engine.dcg.effects import language

    listed = {
        one for one in vars(language).values() if isinstance(one, type) and issubclass(one, language.Step)
    }
    assert set(STEPS) == listed - {language.Step}
