"""Positions: what lasts in one, the names of cards and tokens, and what makes no sense."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Card, Game
from rulehound.spec.formats import Refused
from rulehound_testing.dcg.effect_games import OPPONENT, effect, made, memory, place, tamer, use
from rulehound_testing.dcg.probe_cards import offered, stack

DOLL = {"do": "token", "name": "Do#ll", "dp": 1000}


def constant(gives: dict[str, Any]) -> dict[str, Any]:
    """A continuous effect on what has it."""
    return effect("continuous", gives=gives)


def lasting_on(*effects: dict[str, Any], cards: tuple[Card, ...] = (), **gives: Any) -> Game:
    """A game in which a Digimon has something that lasts."""
    lasting = [{"gives": {**({"effects": list(effects)} if effects else {}), **gives}}]
    return place(list(cards), {"battle": [stack("red-3", lasting=lasting)], "deck": 3})


@pytest.mark.parametrize(
    ("gives", "says"),
    [
        ({"effects": [effect("when", memory(1))]}, ".effects[0]: `event` says what an effect with timing"),
        (
            {"effects": [effect("main", {"do": "delete", "target": {"role": "prey"}})]},
            ".effects[0].steps[0].target: nothing is called 'prey'",
        ),
        (
            {"effects": [constant({"dp": {"which": {"top": 2}}})]},
            ".effects[0].gives.dp.which: `top` goes with area",
        ),
        ({"dp": {"which": {"dp_at_least": 1}}}, ".dp: what lasts has been counted: write a number"),
    ],
)
@pytest.mark.parametrize("area", ["battle", "breeding"])
def test_what_lasts_and_makes_no_sense_is_refused_with_its_place(
    area: str, gives: dict[str, Any], says: str
) -> None:
    one = stack("red-3", lasting=[{"gives": {"dp": 1000}}, {"gives": gives}])
    with pytest.raises(Refused) as refusal:
        place([], {}, {area: one if area == "breeding" else [stack("red-3"), one]})
    (reason,) = refusal.value.reasons
    where = "breeding" if area == "breeding" else "battle[1]"
    assert reason.reason == "bad-effect"
    assert reason.text.startswith(f"players[1].{where}.lasting[1].gives{says}")


def test_what_lasts_may_play_a_token() -> None:
    game = lasting_on(effect("main", DOLL))
    game.apply(offered(game, "activate")[0])
    (_, token) = game.observe()["players"][0]["battle"]
    assert (token["token"], token["dp"], token["cards"][0]["card"]) == (True, 1000, "Do#ll")
    assert Game.restore(game.save()) == game


def test_what_lasts_may_play_the_token_of_a_card_and_no_other_one() -> None:
    maker = tamer("maker", effect("main", DOLL))
    assert offered(lasting_on(effect("main", DOLL), cards=(maker,)), "activate")
    with pytest.raises(Refused, match="another effect plays another token 'Do#ll'"):
        lasting_on(effect("main", {**DOLL, "dp": 2000}), cards=(maker,))
    with pytest.raises(Refused, match="'red-3' is a card already"):
        lasting_on(effect("main", {**DOLL, "name": "red-3"}))


@pytest.mark.parametrize("number", ["X#1", "#", "a1#b2", "X#a5", "", "p1", "a1", "player"])
def test_a_card_number_is_any_text(number: str) -> None:
    """Also one that looks like an id, or has the sign that parts the ids of tokens."""
    odd = made(number, effect("main", {"do": "delete", "target": OPPONENT}))
    seat = {"battle": [stack(number), stack(number, token=True)], "hand": [number], "deck": 2}
    game = place([odd], seat, seat)
    for player in (0, 1):
        shown = game.observe()["players"][player]
        assert [one["card"] for one in (*shown["hand"], *shown["battle"][1]["cards"])] == [number, number]
        assert [one["dp"] for one in shown["battle"]] == [5000, 5000]
    assert Game.restore(game.save()) == game
    use(game)
    game.apply(offered(game, "target")[1])
    mine, theirs = (game.observe()["players"][player] for player in (0, 1))
    assert (len(mine["battle"]), len(theirs["battle"]), theirs["trash"]) == (2, 1, [])
