"""What lasts beyond the end of a turn, and what is printed on tokens, where no card has an effect: a sound
engine is told nothing, and one in which something ends too early or too late is found."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.traces import take
from rulehound.checker.records import Finding
from rulehound.engine.adapter import create
from rulehound.engine.dcg.effects import durations
from rulehound.spec.dcg import game
from rulehound.spec.dcg.reading.reported_effects.beyond_the_turn import UNTIL_BATTLE, UNTIL_WHEN
from rulehound.spec.formats import Action, Adapter, Card, Observation, Setup
from rulehound_testing.dcg.values import values_of

EDITION = "comprehensive-4.0"
PLAIN = {"kind": "digimon", "level": 3, "dp": 3000, "play_cost": 2, "colors": ["red"]}
CARDS = {
    "D": Card("D", "Ember", PLAIN),
    "S": Card("S", "Blaze", {**PLAIN, "level": 4, "dp": 6000, "play_cost": 5}),
    "Z": Card("Z", "Smoke", {**PLAIN, "dp": 0}),
    "T": Card("T", "Spark", {**PLAIN, "dp": 1000, "token": True, "blocker": True, "reboot": True}),
}


@cache
def compiled() -> CompiledModel:
    return CompiledModel(game, values_of(EDITION))


def lasting(until: str, player: int | None = None, **gives: Any) -> dict[str, Any]:
    """What an effect gives until then; it is that of the player who has the stack unless said."""
    return {"gives": gives, "until": until, **({} if player is None else {"player": player})}


def having(*given: Mapping[str, Any], top: str = "D", **more: Any) -> dict[str, Any]:
    return {"cards": [top], "lasting": list(given), **more}


def position(
    mine: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]] = (), memory: int = 2
) -> dict[str, Any]:
    piles = {"deck": ["D"] * 12, "security": ["D"] * 3, "hand": ["D", "S"]}
    players = [{**piles, "battle": list(mine)}, {**piles, "battle": list(theirs)}]
    return {"turn": 0, "turn_number": 3, "phase": "main", "memory": memory, "players": players}


class Curt:
    """The reference engine, which leaves something out of what it shows."""

    def __init__(self, *, stacks: Sequence[str] = (), whole: Sequence[str] = ()) -> None:
        self._engine, self._stacks, self._whole = create(), stacks, whole

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def _shown(self, seen: Observation) -> Observation:
        for seat in seen["players"]:
            for entry in (*seat["battle"], *((seat["breeding"],) if seat["breeding"] else ())):
                for field in self._stacks:
                    entry.pop(field, None)
        return {name: value for name, value in seen.items() if name not in self._whole}

    def position(self, *given: Any) -> Observation:
        return self._shown(self._engine.position(*given))

    def new_game(self, setup: Setup) -> Observation:
        return self._shown(self._engine.new_game(setup))

    def apply(self, action: Action) -> Observation:
        return self._shown(self._engine.apply(action))

    def effect(self, effect: Action) -> Observation:
        return self._shown(self._engine.effect(effect))


def walk(
    adapter: Any,
    start: Mapping[str, Any],
    wanted: Callable[[Sequence[Action]], Action],
    steps: int = 40,
    judged_with: Mapping[str, Card] = CARDS,
) -> tuple[Judge, list[Finding]]:
    """A game from a position, judged at each step until something is found; the judge knows these cards."""
    engine: Adapter = adapter
    observation = engine.position([*CARDS.values()], dict(start), EDITION)
    judge = Judge(compiled(), judged_with)
    found = judge.state(observation)
    for _ in range(steps):
        offered = engine.legal_actions()
        found += judge.legal(observation, offered)
        if found or not offered:
            break
        action = wanted(offered)
        after = engine.apply(action)
        found += [*judge.step(observation, action, after), *judge.state(after)]
        observation = after
    return judge, found


def at_random(seed: int) -> Callable[[Sequence[Action]], Action]:
    return random.Random(seed).choice


def hurried(offered: Sequence[Action]) -> Action:
    """Passes as soon as that is possible."""
    idle = ("pass", "skip", "no-block")
    return next(one for name in idle for one in offered if one["action"] == name)


OPPONENTS_DP = lasting("opponents-turn-end", dp=2000)
OPPONENTS_KEYWORDS = lasting("opponents-turn-end", keywords=["reboot", "blocker"])

GIVEN: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "more DP until the end of the opponent's turn": [OPPONENTS_DP],
    "more DP until the end of the own turn": [lasting("my-turn-end", dp=2000)],
    "by an effect of the other player, until the end of that player's turn": [
        lasting("my-turn-end", 1, dp=-1000)
    ],
    "by an effect of the other player, until the end of the turn of that player's opponent": [
        lasting("opponents-turn-end", 1, dp=-1000)
    ],
    "keywords": [OPPONENTS_KEYWORDS],
    "two things, of which one ends first": [
        lasting("opponents-turn-end", dp=-4000, keywords=["jamming"]),
        lasting("turn-end", dp=3000, keywords=["blocker"]),
    ],
    "two things that make up for each other": [
        lasting("opponents-turn-end", dp=1000),
        lasting("turn-end", dp=-1000),
    ],
    "without an end": [lasting("always", dp=1000, keywords=["piercing"])],
}


@pytest.mark.parametrize("given", GIVEN.values(), ids=GIVEN)
@pytest.mark.parametrize("engine", [create, lambda: Curt(whole=["events"])], ids=["whole", "no events"])
def test_a_sound_engine_is_told_nothing(
    engine: Callable[[], Any], given: Sequence[Mapping[str, Any]]
) -> None:
    stands = [having(*given), having(), having(*given, suspended=True)]
    for seed in range(3):
        for start in (position(stands), position([having()], stands)):
            assert walk(engine(), start, at_random(seed))[1] == []


@pytest.mark.parametrize("given", GIVEN.values(), ids=GIVEN)
def test_what_lasts_is_followed(given: Sequence[Mapping[str, Any]]) -> None:
    """Also where events are left out, but for Digimon that have left: nobody tells when that was."""
    stands = [having(*given), having(), having(*given, suspended=True)]
    judge, found = walk(create(), position(stands, stands), hurried, steps=8)
    assert found == []
    assert (judge.not_judged.keys(), judge.taken["end-turn"]) == ({STACKS}, 4)
    judge, found = walk(Curt(whole=["events"]), position(stands, stands), hurried, steps=8)
    assert found == []
    assert judge.not_judged.keys() <= {
        STACKS,
        "something has left on which an effect lasts, and nobody tells when",
    }


STACKS = "stacks: some stood there from the start"


def never(_turn: int, _player: int) -> bool:
    return False


def swapped(turn: int, player: int) -> bool:
    """The turn of the wrong player."""
    return turn != player


FAULTS: Mapping[str, tuple[str, Callable[[int, int], bool], Sequence[Mapping[str, Any]]]] = {
    "more DP ends too early": ("opponents-turn-end", lambda _turn, _player: True, [OPPONENTS_DP]),
    "more DP ends too late": ("opponents-turn-end", never, [OPPONENTS_DP]),
    "keywords end too early": ("opponents-turn-end", lambda _turn, _player: True, [OPPONENTS_KEYWORDS]),
    "keywords end too late": ("opponents-turn-end", never, [OPPONENTS_KEYWORDS]),
    "what is the other player's ends with the wrong turn": (
        "my-turn-end",
        swapped,
        [lasting("my-turn-end", 1, dp=-1000)],
    ),
    "what ends with this turn goes on": ("turn-end", never, [lasting("turn-end", dp=2000)]),
    "what lasts makes up for what ends, and ends too": (
        "opponents-turn-end",
        lambda _turn, _player: True,
        GIVEN["two things that make up for each other"],
    ),
    "without an end": ("always", lambda _turn, _player: True, [lasting("always", dp=1000)]),
}


@pytest.mark.parametrize(("until", "ends", "given"), FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("engine", [create, lambda: Curt(whole=["events"])], ids=["whole", "no events"])
def test_what_ends_too_early_or_too_late_is_found(
    engine: Callable[[], Any],
    until: str,
    ends: Callable[[int, int], bool],
    given: Sequence[Mapping[str, Any]],
) -> None:
    start = position([having(*given), having()])
    with patch.dict(durations.ENDS_WITH_TURN, {until: ends}):
        _, found = walk(engine(), start, hurried, steps=8)
    assert {"turn.effects-end", "dp.modify"} & {rule for one in found for rule in one.suspects}
    assert walk(engine(), start, hurried, steps=8)[1] == []


@pytest.mark.parametrize("until", ["opponents-turn-end", "turn-end"])
def test_an_engine_that_does_not_tell_what_lasts_is_told_nothing(until: str) -> None:
    judge, found = walk(
        Curt(stacks=["lasting"]), position([having(lasting(until, dp=2000))]), hurried, steps=8
    )
    assert found == []
    assert (UNTIL_WHEN in judge.not_judged) is (until != "turn-end")


@pytest.mark.parametrize("late", [False, True])
def test_in_a_new_game_nothing_lasts_beyond_the_turn(*, late: bool) -> None:
    """So an engine that does not tell what lasts is found there, where an effect without a card goes on."""
    curt: Any = Curt(stacks=["lasting"])
    engine: Adapter = curt
    chance = random.Random(3)
    setup = msgspec.structs.replace(game.setup(3, values_of(EDITION)), edition=EDITION)
    observation = engine.new_game(setup)
    judge = Judge(compiled(), {card.number: card for card in setup.cards})
    found, given = judge.state(observation), False
    with patch.dict(durations.ENDS_WITH_TURN, {"turn-end": never} if late else {}):
        for _ in range(200):
            there = [one for one in observation["players"][observation["turn"]]["battle"] if one["dp"]]
            if given or not there or observation["decision"] != "main":
                action = chance.choice(engine.legal_actions())
            else:
                action, given = {"effect": "dp", "target": there[0]["id"], "amount": 1000}, True
            after = take(engine, action)
            found += [*judge.step(observation, action, after), *judge.state(after)]
            if found or (given and after["turn"] != observation["turn"]):
                break
            observation = after
    assert given
    assert bool(found) is late


@pytest.mark.parametrize("until", ["battle-end", "attack-end"])
def test_what_lasts_until_a_battle_or_an_attack_ends_is_not_judged(until: str) -> None:
    start = position([having(lasting(until, dp=2000))], [having(suspended=True)])
    judge, found = walk(create(), start, lambda offered: attacking(offered) or hurried(offered), steps=8)
    assert found == []
    assert judge.not_judged[UNTIL_BATTLE] > 0


def attacking(offered: Sequence[Action]) -> Action | None:
    return next((one for one in offered if one["action"] == "attack" and one["target"] != "player"), None)


def test_what_keeps_a_digimon_alive_alone_is_not_judged() -> None:
    start = position([having(lasting("opponents-turn-end", dp=2000), top="Z")])
    judge, found = walk(create(), start, hurried, steps=8)
    assert found == []
    assert judge.not_judged["an effect that lasts alone keeps a Digimon above 0 DP"] == 1


def test_of_digimon_that_are_alike_the_one_with_the_keyword_blocks() -> None:
    start = position([having()], [having(lasting("turn-end", keywords=["blocker"])), having()])
    _, found = walk(create(), start, lambda offered: first_of(offered, "attack", "block", "pass"), steps=3)
    assert found == []


def first_of(offered: Sequence[Action], *names: str) -> Action:
    return next(one for name in names for one in offered if one["action"] == name)


TOKENS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "printed": [having(top="T", token=True)],
    "printed and given": [having(lasting("opponents-turn-end", dp=2000), top="T", token=True)],
    "in two ways": [
        having(lasting("opponents-turn-end", keywords=["jamming"]), top="T", token=True),
        having(top="T", token=True, suspended=True),
    ],
}


@pytest.mark.parametrize("tokens", TOKENS.values(), ids=TOKENS)
@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown to the judge"])
def test_a_sound_engine_with_tokens_is_told_nothing(
    tokens: Sequence[Mapping[str, Any]], *, known: bool
) -> None:
    """Also by a judge to whom nobody has said what is printed on them."""
    described = CARDS if known else {name: card for name, card in CARDS.items() if name != "T"}
    for seed in range(3):
        for start in (position(tokens), position([having()], tokens)):
            assert walk(create(), start, at_random(seed), judged_with=described)[1] == []
    _, found = walk(create(), position(tokens, tokens), hurried, steps=8, judged_with=described)
    assert found == []


def test_what_a_token_has_been_given_is_followed_too() -> None:
    start = position([having(OPPONENTS_DP, top="T", token=True)])
    for wrong in (never, lambda _turn, _player: True):
        with patch.dict(durations.ENDS_WITH_TURN, {"opponents-turn-end": wrong}):
            assert walk(create(), start, hurried, steps=8)[1] != []
