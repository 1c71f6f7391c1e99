"""Scenarios on an engine's own cards that have what a scenario says of its cards, and other facts besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play.own_cards import with_own_cards
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.checker.suite.scenarios.standing_in import OTHERWISE, UNTOLD
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Adapter, Card, Handshake, Observation, Position, Scenario
from rulehound_testing.dcg.values import VALUES

BLUE = {"kind": "digimon", "colors": ["blue"]}
OWN = {
    "S-1": Card("S-1", "Wall", {**BLUE, "level": 5, "dp": 7000, "play_cost": 6}),
    "S-2": Card("S-2", "Pup", {**BLUE, "level": 3, "dp": 2000, "play_cost": 3}),
}
"""None of them is what scenarios have where they say nothing."""


class Own(DcgAdapter):
    """The reference engine with these cards alone, which it sets up positions of."""

    def handshake(self) -> Handshake:
        whole = super().handshake()
        able = [name for name in whole.capabilities if name not in ("card-facts", "card-effects")]
        return msgspec.structs.replace(whole, capabilities=able)

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        return super().position([OWN[card.number] for card in cards if card.number in OWN], position, edition)


class PassesTwo(Own):
    """And whoever passes gives the other player two memory."""

    def apply(self, action: Action) -> Observation:
        seen = super().apply(action)
        return {**seen, "memory": 2} if action["action"] == "pass" else seen


class Attacks(Own):
    """And what was played this turn may attack."""

    def apply(self, action: Action) -> Observation:
        if action["action"] == "attack":
            for stack in self.observe()["players"][0]["battle"]:
                if stack["id"] == action["attacker"] and stack["played_this_turn"]:
                    return {**self.observe(), "memory": 0}
        return super().apply(action)


class GivesNoReasons(Own):
    """And it does not say why it refuses."""

    def handshake(self) -> Handshake:
        whole = super().handshake()
        return msgspec.structs.replace(whole, capabilities=[c for c in whole.capabilities if c != "reasons"])


def told(make: Callable[[], Adapter], folder: Path, given: Mapping[str, Any], *steps: Any) -> CheckRecord:
    """What a scenario from this position comes to on an engine with these cards."""
    path = folder / "cards.json"
    entries = [{"number": card.number, "name": card.name, **card.facts} for card in OWN.values()]
    path.write_bytes(msgspec.json.encode(entries))
    own = with_own_cards(game, path)
    words = load_vocabulary(game.directory / "scenarios" / "defaults.toml", own)
    written = {"id": "rules/own", "title": "Own", "rules": ["turn.pass"], "given": {"position": given}}
    scenario = msgspec.convert({**written, "step": steps}, Scenario)
    (record,) = run_scenarios(
        target_of(BoundModel(own, "manual-2.3", VALUES), "own", make), [scenario], words
    )
    return record


PASS = {"do": {"action": "pass"}, "expect": {"state": {"memory": "=memory.pass"}}}
STANDING = {"me": {"battle": [{"cards": [{}]}]}, "opponent": {"deck": 5}}


def test_a_scenario_is_put_to_cards_that_have_what_it_says(tmp_path: Path) -> None:
    assert told(Own, tmp_path, STANDING, PASS).verdict is Verdict.PASS
    level = {"me": {"battle": [{"cards": [{"level": 6}]}]}, "opponent": {"deck": 5}}
    missed = told(Own, tmp_path, level, PASS)
    assert missed.explanation == "no card of the file is like it; the engine cannot: card-facts"


def test_what_breaks_a_rule_is_found_by_the_model(tmp_path: Path) -> None:
    wrong = told(PassesTwo, tmp_path, STANDING, PASS)
    assert wrong.trace is not None
    assert (wrong.verdict, wrong.trace.rule) == (Verdict.VIOLATION, "turn.pass")


PLAYED = {"memory": 3, "me": {"hand": [{}]}, "opponent": {"deck": 5}}
PLAY = {"action": "play", "card": "me.hand[0]"}


@pytest.mark.parametrize("memory", [1, 0])
def test_what_goes_otherwise_by_the_model_as_well_says_nothing(tmp_path: Path, memory: int) -> None:
    """A card for 2 would leave a memory; the engine's costs 3, and it is right."""
    expected = told(Own, tmp_path, PLAYED, {"do": PLAY, "expect": {"state": {"me.memory": memory}}})
    verdict = (Verdict.UNSUPPORTED, OTHERWISE) if memory == 1 else (Verdict.PASS, "")
    assert (expected.verdict, expected.explanation) == verdict


FRESH = {"me": {"battle": [{"cards": [{}], "played_this_turn": True}]}, "opponent": {"deck": 5}}
TRY = {"action": "attack", "attacker": "me.battle[0]", "target": "player"}


def test_what_is_illegal_has_to_be_so_by_the_model_and_under_that_rule(tmp_path: Path) -> None:
    asked = {"try": TRY, "expect": {"illegal": "attack.not-same-turn"}}
    assert told(Own, tmp_path, FRESH, asked).verdict is Verdict.PASS
    for engine in (Own, GivesNoReasons):
        other = told(engine, tmp_path, FRESH, {"try": TRY, "expect": {"illegal": "attack.unsuspended"}})
        assert (other.verdict, other.explanation) == (Verdict.UNSUPPORTED, OTHERWISE)
    legal = told(Own, tmp_path, {**STANDING, "opponent": {"security": 1, "deck": 5}}, asked)
    assert (legal.verdict, legal.explanation) == (Verdict.UNSUPPORTED, OTHERWISE)
    wrong = told(Attacks, tmp_path, FRESH, asked)
    assert wrong.trace is not None
    assert (wrong.verdict, wrong.trace.rule) == (Verdict.VIOLATION, "attack.not-same-turn")


def test_what_the_model_cannot_name_is_not_judged(tmp_path: Path) -> None:
    strange = {"try": {**TRY, "target": "nobody"}, "expect": {"illegal": "attack.targets"}}
    nameless = told(Own, tmp_path, STANDING, strange)
    assert (nameless.verdict, nameless.explanation) == (Verdict.UNSUPPORTED, UNTOLD)
