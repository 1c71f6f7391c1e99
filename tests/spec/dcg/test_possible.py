"""Cards that can be printed and positions that can come about are all that engines are given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.exploration_starts import exploration_starts
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import Cards, load_vocabulary, position
from rulehound.checker.suite.vectors import vector_scenarios
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.dcg.decks import probe_setup, setup, swarm_setup
from rulehound.spec.dcg.possible import impossible
from rulehound.spec.dcg.prices import prices
from rulehound.spec.dcg.reading.candidate_actions import effects
from rulehound.spec.documents.store import load_store
from rulehound.spec.formats import Adapter, Card, Handshake, Observation, Setup
from rulehound_testing.dcg.values import values_of

WORDS = load_vocabulary(game.directory / "scenarios" / "defaults.toml")


class Watched(DcgAdapter):
    """The reference engine as one that takes possible cards alone, and notes what it is given."""

    given: ClassVar[list[tuple[list[Card], Mapping[str, Any]]]] = []

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        able = [name for name in greeting.capabilities if name != "any-cards"]
        return msgspec.structs.replace(greeting, capabilities=able)

    def new_game(self, setup: Setup) -> Observation:
        self.given.append((list(setup.cards), {}))
        return super().new_game(setup)

    def position(self, *asked: Any) -> Observation:
        self.given.append((list(asked[0]), asked[1]))
        return super().position(*asked)


@pytest.fixture
def watched() -> Iterator[list[tuple[list[Card], Mapping[str, Any]]]]:
    Watched.given = []
    yield Watched.given
    Watched.given = []


@pytest.mark.parametrize("edition", ["manual-2.3", "comprehensive-4.0"])
def test_whatever_a_run_gives_an_engine_is_possible(
    edition: str, watched: list[tuple[list[Card], Mapping[str, Any]]]
) -> None:
    bound = BoundModel(game, edition, values_of(edition))
    make: type[Adapter] = Watched
    target = target_of(bound, "watched", make)
    scenarios = load_store(game.directory).scenarios
    vectors, _ = vector_scenarios(game, bound.values)
    records = [*run_scenarios(target, scenarios, WORDS), *run_scenarios(target, vectors, WORDS)]
    assert {record.verdict for record in records} == {Verdict.PASS, Verdict.UNSUPPORTED}
    unasked = {record.check for record in records if "any-cards" in record.explanation}
    assert unasked
    assert all(check.startswith("scenario:") for check in unasked)
    for start in exploration_starts(target, scenarios, WORDS, 200, 0):
        watched.append((list(start.known.values()), start.position or {}))
    for priced in prices(bound.values):
        cards = Cards(WORDS, {})
        placed = position(priced.given, cards, WORDS)
        watched.append((cards.cards, placed))
    for seed in range(20):
        watched += [(list(one(seed, bound.values).cards), {}) for one in (setup, probe_setup, swarm_setup)]
    assert len(watched) > 500
    assert {why for cards, placed in watched for why in impossible(cards, placed)} == set()


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"kind": "tamer", "play_cost": 3, "colors": ["red"], "level": 3}, "a tamer with level"),
        ({"kind": "digimon", "level": 3, "dp": 1000, "colors": ["red"]}, "a digimon without play_cost"),
        ({"kind": "digimon", "level": 3, "play_cost": 3, "colors": ["red"]}, "a digimon without dp"),
        ({"kind": "option", "play_cost": 1, "colors": []}, "a option without colors"),
        ({"kind": "digi-egg", "level": 2, "colors": ["red"], "play_cost": 0}, "a digi-egg with play_cost"),
        ({"kind": "spell"}, "there is no kind of card 'spell'"),
    ],
)
def test_what_no_printing_can_be_is_told(facts: dict[str, Any], why: str) -> None:
    assert impossible([Card("X-1", "X", facts)], {}) == [why]


def test_no_effect_gives_dp_to_what_has_none() -> None:
    cards = [
        Card("T-1", "T", {"kind": "tamer", "play_cost": 3, "colors": ["red"]}),
        Card("D-1", "D", {"kind": "digimon", "play_cost": 3, "colors": ["red"], "dp": 2000, "level": 3}),
    ]
    changed = {"cards": ["T-1"], "dp_change": 1000}
    assert impossible(cards, {"players": [{"battle": [changed]}]}) == [
        "effects change the DP of what has none"
    ]
    assert impossible(cards, {"players": [{"battle": [{**changed, "cards": ["D-1"]}]}]}) == []
    assert impossible(cards, {"players": [{"breeding": {**changed, "cards": ["D-1"]}}]}) == [
        "effects change the DP of what is in the breeding area"
    ]


def test_no_effect_is_tried_on_what_has_no_dp_nor_after_the_end() -> None:
    """Also of an engine that shows a Tamer with 0 DP, and asks on when the game is over."""
    stack = {"id": "t", "kind": "tamer", "dp": 0, "cards": []}
    seen = {"decision": "main", "winner": None, "players": [{"battle": [stack]}, {"battle": []}]}
    assert {effect["effect"] for effect in effects(seen)} == {"memory"}
    assert effects({**seen, "winner": 0}) == []
