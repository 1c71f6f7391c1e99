"""What an engine has to offer: every kind of action that is hidden is missed; on a sound one nothing is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.judgements.legal_actions import PERHAPS_FORBIDDEN
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Finding, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play.played_engine import setups
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game
from rulehound.spec.dcg.protocol import ACTIONS, DECISIONS
from rulehound.spec.dcg.reading.candidate_actions import THINKABLE
from rulehound.spec.dcg.reading.owed import RULES, owed
from rulehound.spec.documents.store import load_store
from rulehound.spec.formats import Adapter, Card
from rulehound.spec.reading import Obligation
from rulehound_testing.dcg.contrary_engines import Hiding
from rulehound_testing.dcg.values import values_of

EDITION = "comprehensive-4.0"
STEPS = 150
KINDS = {"plain": 1, "probe": 8}
"""Cards that are played with, and how many games."""

HIDDEN = {
    "redraw": "guard:redraw:setup.redraw",
    "keep": "guard:keep:setup.redraw",
    "hatch": "guard:hatch:egg-deck.kinds",
    "move": "guard:move:battle.level-2",
    "skip": "guard:skip:turn.end",
    "play": "guard:play:memory.affordable",
    "use": "guard:use-option:memory.affordable",
    "digivolve": "guard:digivolve:memory.affordable",
    "activate": "guard:delay:delay.not-same-turn",
    "attack": "guard:attack-player:attack.not-same-turn",
    "pass": "guard:pass:turn.main-phase",
    "block": "guard:block:effects.forbidden",
    "no-block": "guard:no-block:block.blocker",
    "resolve": "observation:effects.order",
    "accept": "observation:effects.optional",
    "decline": "observation:effects.optional",
    "target": "observation:effects.count",
    "place": "guard:assemble:assembly.whole",
    "suspend-for": "observation:digisorption.suspend",
    "done": "guard:settle:assembly.whole",
}
"""What is hidden, to a check that misses it in play; the others are rare there."""

IN_SCENARIOS = {
    "dna-digivolve": "rules/dna-digivolves",
    "requirement": "rules/effects-digivolve-requirement",
}


@cache
def at_hand() -> CompiledModel:
    return CompiledModel(game, values_of(EDITION))


def missed(engine: Adapter, kind: str, seed: int) -> Iterator[Finding]:
    """What a game of this engine, of which nobody asks why it refuses, is found to miss; step by step."""
    setup = msgspec.structs.replace(setups(game, kind)(seed, values_of(EDITION)), edition=EDITION)
    cards = {card.number: card for card in setup.cards}
    judge, chance = Judge(at_hand(), cards), random.Random(seed)
    seen: Any = engine.new_game(setup)
    assert judge.state(seen) == []
    for _ in range(STEPS):
        offered = engine.legal_actions()
        yield from judge.legal(seen, offered)
        if not offered:
            return
        action = chance.choice(offered)
        after = engine.apply(action)
        assert judge.step(seen, action, after) + judge.state(after) == []
        seen = after


def games(engine: Adapter) -> Iterator[Finding]:
    for kind, number in KINDS.items():
        for seed in range(number):
            yield from missed(engine, kind, seed)


def test_every_kind_of_action_is_hidden_in_turn() -> None:
    assert {kind.__struct_config__.tag for kind in ACTIONS} == {*HIDDEN, *IN_SCENARIOS}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_hidden_is_missed_in_play(name: str) -> None:
    assert any(finding.check == HIDDEN[name] for finding in games(Hiding(name)))


@pytest.mark.parametrize("name", IN_SCENARIOS)
def test_what_is_hidden_is_missed_in_scenarios(name: str) -> None:
    wanted = [one for one in load_store(game.directory).scenarios if one.id == IN_SCENARIOS[name]]
    words = load_vocabulary(game.directory / "scenarios" / "defaults.toml")
    rules = BoundModel(game, EDITION, values_of(EDITION))
    hiding = run_scenarios(target_of(rules, "", lambda: Hiding(name)), wanted, words)
    assert Verdict.VIOLATION in {record.verdict for record in hiding}
    assert {record.verdict for record in run_scenarios(target_of(rules, "", create), wanted, words)} == {
        Verdict.PASS
    }


def test_nothing_is_missed_on_a_sound_engine_that_names_no_rules() -> None:
    assert list(games(create())) == []


def test_everything_that_is_offered_could_be_thought_of() -> None:
    """The reference engine's offers are among the candidates; but for attacks that its effects allow."""
    assert set(THINKABLE) == set(DECISIONS)
    asked = set()
    for seed in range(5):
        setup = msgspec.structs.replace(setups(game, "probe")(seed, values_of(EDITION)), edition=EDITION)
        cards = {card.number: card for card in setup.cards}
        engine, chance = create(), random.Random(seed)
        seen: Any = engine.new_game(setup)
        while (offered := engine.legal_actions()) and seen["turn_number"] < 20:
            asked.add(seen["decision"])
            thinkable = game.reader.candidates(seen, cards)
            unthought = {action["action"] for action in offered if action not in thinkable}
            assert unthought <= ({"attack"} if seen["decision"] == "attack" else set())
            seen = engine.apply(chance.choice(offered))
    assert asked >= {"redraw", "breeding", "main", "block", "activate", "order", "target", "would"}


GAME = {"decider": 0, "winner": None, "ended_by": None, "decision": "main"}


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (GAME, [Obligation("turn.decider")]),
        ({**GAME, "winner": 1, "decider": None}, []),
        ({**GAME, "ended_by": "endless-loop", "decider": None}, []),
        ({**GAME, "decider": None, "decision": None}, [Obligation("turn.decider")]),
        ({"decider": None, "decision": None, "winner": None}, []),
        ({**GAME, "decision": "target"}, [Obligation("turn.decider")]),
        (
            {**GAME, "decision": "target", "choice": {"min": 0, "max": 1, "candidates": ["a"], "chosen": []}},
            [
                Obligation("turn.decider"),
                Obligation("effects.count", "target", "id", "a"),
                Obligation("effects.count", "done"),
            ],
        ),
        (
            {
                **GAME,
                "decision": "order",
                "pending": [
                    {"id": "1", "player": 1, "group": 0},
                    {"id": "2", "player": 0, "group": 0},
                    {"id": "3", "player": 0, "group": 1},
                ],
            },
            [Obligation("turn.decider"), Obligation("effects.order", "resolve", "effect", "2")],
        ),
        ({**GAME, "decision": "order", "pending": [{"id": "1", "player": 0}]}, [Obligation("turn.decider")]),
    ],
    ids=[
        *("somebody decides", "somebody has won", "a draw", "nobody decides and nobody has won"),
        *("whether it is over is not told", "nothing is told of a choice", "a choice"),
        *("effects that triggered together", "effects of which nothing is told"),
    ],
)
def test_what_is_shown_is_owed(seen: dict[str, Any], expected: list[Obligation]) -> None:
    assert owed(seen) == expected
    assert {one.rule for one in expected} <= set(RULES) == set(game.reader.conventions.obligations)


def test_what_is_owed_is_met_by_any_offer_of_that_name_and_argument() -> None:
    attack = Obligation("attack.targets", "attack", "target", "player")
    assert attack.is_met({"action": "attack", "attacker": "a", "target": "player", "number": 7})
    assert not attack.is_met({"action": "attack", "attacker": "a", "target": "b"})
    assert not Obligation("effects.optional", "decline").is_met({"action": "accept"})
    assert Obligation("turn.decider").is_met({"action": "pass"})
    assert (str(attack), str(Obligation("turn.decider"))) == ("attack player", "anything at all")


def test_who_names_no_rule_may_have_an_effect_that_forbids() -> None:
    """Of a card that keeps Digimon from attacking; without such a card a missing attack is found."""
    for cannot, expected in (((), 1), (("attack",), 0)):
        given = {"timing": "continuous", "target": {"count": "all"}, "gives": {"cannot": list(cannot)}}
        watch = Card("W-1", "Watch", {"kind": "tamer", "play_cost": 3, "effects": [given]})
        fighter = Card("F-1", "Fighter", {"kind": "digimon", "level": 3, "dp": 1000, "play_cost": 3})
        judge = Judge(at_hand(), {"W-1": watch, "F-1": fighter})
        engine = create()
        there = {"battle": [{"cards": ["F-1"]}, {"cards": ["W-1"]}], "security": 5, "deck": 5}
        there |= {"security": ["F-1"] * 5, "deck": ["F-1"] * 5}
        position = {"turn_number": 3, "players": [there, {**there, "battle": []}]}
        seen = engine.position([watch, fighter], position, EDITION)
        assert judge.state(seen) == []
        found = judge.legal(seen, [{"action": "pass"}])
        assert len(found) == expected
        assert (PERHAPS_FORBIDDEN in judge.not_judged) == bool(cannot)
