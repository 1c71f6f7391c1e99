"""What the engine tells that no effect waits for, so that whoever follows a game knows what has happened."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.spec.formats import Card
from rulehound_testing.dcg.effect_games import OPPONENT, act, attack, effect, made, place, tamer, use
from rulehound_testing.dcg.probe_cards import stack, stack_id


def happened(game: Game, what: str) -> list[tuple[tuple[str, ...], str]]:
    """Of the events of this name since the last action: the subjects and what brought them about."""
    return [(event.subjects, event.cause) for event in game.state.events if event.what == what]


def doing(*steps: dict[str, Any], theirs: list[Any], edition: str = "manual-2.3", **rest: Any) -> Game:
    """A game in which player 0 has used an effect of these steps against what the other has there."""
    doer = tamer("doer", effect("main", *steps))
    hatched = Card("hatched", "Hatched", {"kind": "digi-egg", "level": 2, "dp": 1000, "colors": ["red"]})
    game = place([doer, hatched], {"battle": [stack("doer")]}, {"battle": theirs}, edition=edition, **rest)
    use(game)
    return game


@pytest.mark.parametrize("led", [True, False])
def test_of_what_comes_into_play_is_told_what_is_not_printed(led: bool) -> None:
    gives = effect("continuous", target={"kind": ["digimon"], "count": "all"}, gives={"dp": 1000})
    there = [stack("leader")] if led else [stack("red-tamer")]
    game = place([tamer("leader", gives)], {"battle": there, "hand": ["red-3"]})
    game.reports = True
    act(game, "play", card=game.state.players[0].hand[0])
    assert happened(game, "changed") == ([((stack_id(game, 0, 1),), "effect")] if led else [])


def test_what_is_not_affected_is_told() -> None:
    immune = made(
        "immune", effect("continuous", target={"role": "this"}, gives={"cannot": ["effects-of-digimon"]})
    )
    doer = made("doer", effect("main", {"do": "delete", "target": OPPONENT}))
    for there, spared in (("immune", True), ("red-3", False)):
        game = place([immune, doer], {"battle": [stack("doer")]}, {"battle": [stack(there)]})
        one = stack_id(game, 1)
        use(game)
        assert happened(game, "unaffected") == [((one,), "effect")] * spared
        assert happened(game, "about-to-be-deleted") == [((one,), "effect")] * (not spared)


@pytest.mark.parametrize(
    ("gone", "to", "edition", "told"),
    [
        (stack("red-3"), "trash", "manual-2.3", "put-into-trash"),
        (stack("red-3"), "hand", "manual-2.3", "returned-to-hand"),
        (stack("hatched"), "hand", "comprehensive-4.0", "egg-returned"),
        (stack("hatched"), "trash", "comprehensive-4.0", "put-into-trash"),
    ],
)
def test_where_something_has_gone_is_told(gone: Any, to: str, edition: str, told: str) -> None:
    put = {"do": "put", "target": {"of": "opponent"}, "to": to}
    game = doing(put, theirs=[gone], edition=edition)
    names = {"put-into-trash", "returned-to-hand", "egg-returned", "token-gone"}
    assert [(event.what, event.cause) for event in game.state.events if event.what in names] == [
        (told, "effect")
    ]


def test_that_a_token_is_gone_is_told() -> None:
    token = {"do": "token", "name": "Sprite", "dp": 3000}
    game = doing(token, {"do": "put", "target": {"token": True}, "to": "hand"}, theirs=[])
    assert [cause for _, cause in happened(game, "token-gone")] == ["effect"]
    assert happened(game, "returned-to-hand") == []


def test_what_an_attack_is_turned_to_is_told_and_what_turned_it() -> None:
    turn = {"do": "change-target", "target": {**OPPONENT, "suspended": True}}
    herald = made("herald", effect("when-attacking", turn), level=6)
    game = place([herald], {"battle": [stack("herald")]}, {"battle": [stack("blue-3", suspended=True)]})
    target = stack_id(game, 1)
    attack(game)
    (turned,) = [event for event in game.state.events if event.what == "attack-target-changed"]
    assert (turned.to, turned.cause, bool(turned.source)) == (target, "effect", True)


def test_an_attack_that_has_no_target_yet_is_not_turned() -> None:
    turn = {"do": "change-target", "target": {**OPPONENT, "suspended": True}}
    herald = made("herald", effect("when-attacking", turn), level=6)
    theirs = {"battle": [stack("blue-3", suspended=True)]}
    game = place([herald], {"battle": [stack("herald")]}, theirs, edition="fan-2020")
    attack(game, target="")
    assert (happened(game, "attack-target-changed"), game.state.decision) == ([], "attack")


def test_that_an_effect_ends_an_attack_is_told() -> None:
    ending = made("ending", effect("when-attacking", {"do": "end-attack"}))
    game = place([ending], {"battle": [stack("ending")]})
    attacker = stack_id(game, 0)
    attack(game)
    assert happened(game, "attack-ended") == [((attacker,), "effect")]


def test_that_an_effect_leaves_an_attack_without_a_target_is_told() -> None:
    barred = made("barred", effect("when-attacking", {"do": "memory", "amount": 1}))
    lasting = [{"gives": {"cannot": ["attack-player"]}, "until": "turn-end"}]
    game = place([barred], {"battle": [stack("barred", lasting=lasting)]}, edition="fan-2020")
    attacker = stack_id(game, 0)
    attack(game, target="")
    assert happened(game, "kept-from-attacking") == [((attacker,), "effect")]
    assert game.state.attack is None


@pytest.mark.parametrize("step", [{"do": "blitz"}, {"do": "attack", "target": {"role": "this"}}])
def test_whether_it_is_blitz_that_lets_attack_is_shown(step: dict[str, Any]) -> None:
    eager = made("eager", effect("when-digivolving", step), level=4)
    mine = {"battle": [stack("red-3")], "hand": ["eager"]}
    game = place([eager], mine, memory=0)
    act(game, "digivolve", card=game.state.players[0].hand[0], onto=stack_id(game, 0), requirement=0)
    if game.state.decision == "activate":
        act(game, "accept")
    shown = game.observe()
    assert (shown["decision"], shown["effect"]["keyword"]) == (
        "attack",
        "blitz" if step["do"] == "blitz" else "",
    )


def test_where_an_effect_begins_and_ends_is_told_and_what_comes_before_something() -> None:
    """The effect that prevents is a part of the one that deletes: it ends with that."""
    saved = effect(
        "would",
        {"do": "prevent", "target": {"role": "this"}},
        event={"happens": "deleted", "which": {"role": "this"}},
    )
    doer = tamer("doer", effect("main", {"do": "delete", "target": OPPONENT}, {"do": "memory", "amount": 1}))
    game = place([made("lucky", saved), doer], {"battle": [stack("doer")]}, {"battle": [stack("lucky")]})
    use(game)
    told = [(event.what, event.to) for event in game.state.events]
    names = {"activated", "about-to-be-deleted", "prevented", "memory", "resolved"}
    assert [one for one in told if one[0] in names] == [
        ("activated", ""),
        ("about-to-be-deleted", ""),
        ("activated", "before"),
        ("prevented", ""),
        ("memory", ""),
        ("resolved", ""),
    ]
