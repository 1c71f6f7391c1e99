"""Answers in which one field is missing or not what it should be: it is named, and never stumbled over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.engines import EngineError, Misbehaviour
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient, greet
from rulehound.checker.judging.target import target_of
from rulehound.checker.judging.traces import plain
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import play
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Adapter, Observation
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.rotating import SEED

RULES = BoundModel(game, "manual-2.3", VALUES)
SCOPE = Scope(games=1, steps=12, examples=0, runs=2, search_steps=0)

Place = tuple[str | int, ...]
Spoil = Callable[[Any, str | int], None]


def left_out(parent: Any, key: str | int) -> None:
    del parent[key]


def becoming(value: Any) -> Spoil:
    def spoil(parent: Any, key: str | int) -> None:
        parent[key] = deepcopy(value)

    return spoil


SPOILS: dict[str, Spoil] = {
    "left out": left_out,
    "null": becoming(None),
    "a text": becoming("x"),
    "a number": becoming(-7),
    "a list": becoming([]),
    "an object": becoming({}),
}
REQUIRED = ("turn", "decider", "decision", "players")
TRIED = 40
"""Places that are spoiled in one run, each in one way."""
UNFORESEEN = ("KeyError", "IndexError", "TypeError", "ValueError", "AttributeError")


class Spoiled(DcgAdapter):
    """The reference engine, which shows something else at one place from some step on."""

    def __init__(self, place: Place, spoil: str, since: int = 0) -> None:
        super().__init__()
        self.place, self.spoil, self.left = place, SPOILS[spoil], since

    def shown(self, observation: Observation) -> Observation:
        self.left -= 1
        if self.left >= 0:
            return observation
        whole = plain(observation)
        parent = whole
        try:
            for key in self.place[:-1]:
                parent = parent[key]
            self.spoil(parent, self.place[-1])
        except (LookupError, TypeError):
            return observation  # it has no such place here
        return whole

    def new_game(self, *given: Any) -> Observation:
        return self.shown(super().new_game(*given))

    def position(self, *given: Any) -> Observation:
        return self.shown(super().position(*given))

    def observe(self, *given: Any) -> Observation:
        return self.shown(super().observe(*given))

    def apply(self, action: Action) -> Observation:
        return self.shown(super().apply(action))

    def restore(self, token: Any) -> Observation:
        return self.shown(super().restore(token))


def opened(place: Place, spoil: str, since: int = 0) -> Adapter:
    channel = LocalChannel(Spoiled(place, spoil, since))
    return EngineClient(channel, greet(channel, "dcg", over_pipe=False))


@cache
def places() -> tuple[Place, ...]:
    """Every place of what the reference engine shows in two hundred steps, those of lists by their first."""
    engine, chance = DcgAdapter(), Random(1)
    found: dict[Place, None] = {}
    seen = engine.new_game(game.setup(1, VALUES))
    for _ in range(200):
        found.update(dict.fromkeys(_places(plain(seen))))
        if not (offered := engine.legal_actions()):
            break
        seen = engine.apply(chance.choice(offered))
    return tuple(found)


def _places(value: Any, place: Place = ()) -> Iterator[Place]:
    first: list[Any] = value[:1] if isinstance(value, list) else []
    for key, inner in value.items() if isinstance(value, dict) else enumerate(first):
        yield (*place, key)
        yield from _places(inner, (*place, key))


@pytest.mark.parametrize("spoil", ["left out", "an object"])
@pytest.mark.parametrize("field", REQUIRED)
def test_a_field_that_every_observation_has_is_named(field: str, spoil: str) -> None:
    engine = opened((field,), spoil)
    with pytest.raises(EngineError) as error:
        engine.new_game(game.setup(1, VALUES))
    assert error.value.kind is Misbehaviour.MALFORMED
    told = str(error.value)
    assert "answer to new_game: " in told
    assert f"`{field}`" in told or f"`$.{field}" in told
    assert "docs/adapters.md (Observations)" in told


@pytest.mark.parametrize("method", ["observe", "apply", "restore"])
def test_every_answer_that_shows_the_game_is_looked_at(method: str) -> None:
    engine = opened(("decision",), "left out", since=2)
    engine.new_game(game.setup(1, VALUES))
    token, action = engine.save(), engine.legal_actions()[0]
    given = {"apply": (action,), "restore": (token,)}.get(method, ())
    with pytest.raises(EngineError, match=f"answer to {method}: .*`decision`"):
        getattr(engine, method)(*given)


def tried() -> list[tuple[Place, str]]:
    """Other places and other ways for each seed; all of them come up in time."""
    every = [(place, spoil) for place in places() for spoil in SPOILS]
    Random(0).shuffle(every)
    return [every[(SEED * TRIED + number) % len(every)] for number in range(TRIED)]


def test_whatever_is_spoiled_nobody_stumbles_over_it() -> None:
    """What is not of the protocol is an error that names it, never one of the program that reads it."""
    errors = 0
    for place, spoil in tried():
        spoiled = target_of(RULES, "spoiled", partial(opened, place, spoil, 3))
        for record in play(spoiled, seed=1, scope=SCOPE).records:
            told = f"{place} {spoil}: {record.explanation}"
            assert not any(name in told for name in UNFORESEEN), told
            errors += record.verdict is Verdict.ERROR
    assert errors, "some of it is not of the protocol"


def test_a_card_that_nobody_brought_is_named() -> None:
    engine = partial(opened, ("players", 0, "breeding", "cards", 0, "card"), "a text", 3)
    told = [
        record.explanation
        for record in play(target_of(RULES, "spoiled", engine), seed=1, scope=SCOPE).records
    ]
    assert any("x is a card that nobody brought" in explanation for explanation in told)


class SpoiledOffers(DcgAdapter):
    """The reference engine, which spoils one argument of every action of one name that it lists."""

    def __init__(self, name: str, argument: str, spoil: str) -> None:
        super().__init__()
        self.name, self.argument, self.spoil = name, argument, SPOILS[spoil]

    def legal_actions(self) -> list[Action]:
        offered = [dict(action) for action in super().legal_actions()]
        for action in offered:
            if action["action"] == self.name:
                self.spoil(action, self.argument)
        return offered


@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.parametrize(
    ("name", "argument"),
    [("hatch", "action"), ("play", "card"), ("digivolve", "requirement"), ("attack", "target")],
)
def test_whatever_is_spoiled_of_an_offer_nobody_stumbles_over_it(
    name: str, argument: str, spoil: str
) -> None:
    def offering() -> Adapter:
        channel = LocalChannel(SpoiledOffers(name, argument, spoil))
        return EngineClient(channel, greet(channel, "dcg", over_pipe=False))

    records = play(target_of(RULES, "spoiled", offering), seed=1, scope=SCOPE).records
    errors = [record.explanation for record in records if record.verdict is Verdict.ERROR]
    assert not any(other in told for other in UNFORESEEN for told in errors)
    if argument == "action" and spoil != "a text":
        assert any("has no text as `action`; docs/adapters.md (Decisions and actions)" in t for t in errors)
    elif argument == "action" or spoil == "left out":
        assert not errors, "of another name, or known by something else"
