"""Scenarios of the Digimon Card Game on the reference engine, by what a document says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from rulehound.checker.engines import open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game as dcg
from rulehound.spec.formats import Action, Card, Handshake, Observation, Position, Reason, Refused
from rulehound_testing.toy.scenarios import DCG_WORDS, scenario

DCG_VALUES = {"memory.max": 10, "deck.size": 50, "deck.copies": 4, "egg-deck.max": 5, "egg-deck.copies": 4}
DCG_SCENARIOS = {
    "cost": """
[given.position]
me.hand = [{ play_cost = "=memory.max + 1" }]
[[step]]
try = { action = "play", card = "me.hand[0]" }
expect = { illegal = "memory.affordable", state = { memory = 0, "me.hand.count" = 1 } }
""",
    "names": """
[given]
cards = { A = { play_cost = "=memory.max" } }
[given.position]
me = { hand = ["A"], deck = 5, security = 5 }
opponent = { deck = 5, security = 4 }
[[step]]
do = { action = "play", card = "me.hand[0]" }
[step.expect.state]
memory = 10
"me.memory" = -10
"opponent.memory" = 10
decider = "opponent"
"me.battle[0].cards[0].card" = "A"
"opponent.security.count" = 4
"me.breeding" = "none"
""",
    "effect": """
[given.position]
me = { deck = 5, security = 5, battle = [{ cards = [{ dp = 2000 }] }] }
[[step]]
effect = { effect = "dp", target = "me.battle[0]", amount = -2000 }
expect.state = { "me.battle.count" = 0, "me.trash.count" = 1, winner = "none" }
""",
    "deck": """
given.deck.main = [{ count = "=deck.size + 1", copies = "=deck.copies" }]
[[step]]
expect = { illegal = "deck.size" }
""",
    "new-game": """
[given.new_game]
seed = 4
first = "opponent"
[[step]]
expect.state = { turn = "opponent", decider = "opponent" }
[[step]]
do = { action = "skip" }
""",
}


def dcg_records(values: dict[str, Any]) -> dict[str, CheckRecord]:
    rules = BoundModel(dcg, "manual-2.3", {**dcg.rulesets["manual-2.3"], **values})
    scenarios = [scenario(text, id=id) for id, text in DCG_SCENARIOS.items()]
    records = run_scenarios(
        target_of(rules, "reference", lambda: open_engine("reference", "dcg")), scenarios, DCG_WORDS
    )
    return dict(zip(DCG_SCENARIOS, records, strict=True))


def test_the_reference_engine_passes_scenarios_of_its_game() -> None:
    records = dcg_records(DCG_VALUES)
    seen = {id: (record.verdict, record.explanation) for id, record in records.items()}
    assert seen == dict.fromkeys(DCG_SCENARIOS, (Verdict.PASS, ""))
    assert records["names"].counts == {"steps": 1, "expectations": 8}


def test_a_document_that_says_otherwise_is_violated_in_both_directions() -> None:
    lax = dcg_records({**DCG_VALUES, "memory.max": 8, "deck.size": 49})
    assert lax["cost"].verdict is Verdict.VIOLATION
    assert lax["cost"].trace is not None
    assert lax["cost"].trace.observed == "it was carried out"
    assert lax["deck"].verdict is Verdict.VIOLATION
    strict = dcg_records({**DCG_VALUES, "memory.max": 12})
    assert strict["names"].verdict is Verdict.VIOLATION
    assert strict["names"].trace is not None
    assert strict["names"].trace.steps[-1].refused


WON = """
[given.position]
me = { deck = 5, battle = [{ cards = [{}] }] }
opponent = { deck = 5 }
[[step]]
do = { action = "attack", attacker = "me.battle[0]", target = "player" }
expect.state = { winner = "me", ended_by = "attack" }
"""


@pytest.mark.parametrize(
    ("ended_by", "verdict", "shown"),
    [
        (None, Verdict.PASS, "1 step, 2 expectations met; not compared: ended_by"),
        ("deck-out", Verdict.VIOLATION, "1 step, 2 expectations met"),
    ],
)
def test_a_null_that_says_nothing_is_no_violation(ended_by: str | None, verdict: Verdict, shown: str) -> None:
    class Silent(DcgAdapter):
        def apply(self, action: Action) -> Observation:
            return {**super().apply(action), "ended_by": ended_by}

    rules = BoundModel(dcg, "manual-2.3", {**dcg.rulesets["manual-2.3"], **DCG_VALUES})
    words = load_vocabulary(dcg.directory / SCENARIO_WORDS)
    (record,) = run_scenarios(target_of(rules, "reference", Silent), [scenario(WON)], words)
    assert record.verdict is verdict
    assert record.shown == shown


def test_what_is_not_offered_rests_on_the_rule_that_grants_it() -> None:
    class Peaceful(DcgAdapter):
        def legal_actions(self) -> list[Action]:
            return [one for one in super().legal_actions() if one["action"] != "attack"]

    values = {**dcg.rulesets["manual-2.3"], **DCG_VALUES}
    adapted = target_of(BoundModel(dcg, "manual-2.3", values), "reference", Peaceful)
    words = load_vocabulary(dcg.directory / SCENARIO_WORDS)
    (record,) = run_scenarios(adapted, [scenario(WON, rules='["game.over"]')], words)
    assert record.trace is not None
    assert record.trace.suspects == ["attack.targets"]


TWICE_FORBIDDEN = """
[given.position]
me = { deck = 5, battle = [{ cards = [{}], suspended = true, played_this_turn = true }] }
opponent = { deck = 5 }
[[step]]
try = { action = "attack", attacker = "me.battle[0]", target = "player" }
expect.illegal = "attack.not-same-turn"
"""


@pytest.mark.parametrize(
    ("named", "verdict"),
    [("attack.unsuspended", Verdict.PASS), ("memory.affordable", Verdict.VIOLATION)],
)
def test_of_several_rules_that_forbid_something_an_engine_may_name_any(named: str, verdict: Verdict) -> None:
    class Terse(DcgAdapter):
        def apply(self, action: Action) -> Observation:
            try:
                return super().apply(action)
            except Refused:
                raise Refused([Reason("no", rule=named)]) from None

    values = {**dcg.rulesets["manual-2.3"], **DCG_VALUES}
    adapted = target_of(BoundModel(dcg, "manual-2.3", values), "reference", Terse)
    words = load_vocabulary(dcg.directory / SCENARIO_WORDS)
    (record,) = run_scenarios(adapted, [scenario(TWICE_FORBIDDEN)], words)
    assert record.verdict is verdict, record.explanation


DRAWING = """
[given.position]
memory = 3
me = { hand = [{ play_cost = 1, effects = [{ timing = "on-play", steps = [{ do = "draw" }] }] }], deck = 3 }
[[step]]
do = { action = "play", card = "me.hand[0]" }
expect.state = { "me.hand.count" = 1 }
"""


@pytest.mark.parametrize(
    ("named", "refused", "verdict", "explanation"),
    [
        ((), "words", Verdict.ERROR, "withheld: it names no `card_words`, so it takes all of them"),
        (("on-play", "draw"), "words", Verdict.UNSUPPORTED, "the engine refuses the position: no such word"),
        ((), "positions", Verdict.UNSUPPORTED, "the engine refuses the position: no such word"),
        ((), "hands", Verdict.UNSUPPORTED, "the engine refuses the position: no such word"),
    ],
)
def test_an_engine_that_takes_all_words_refuses_no_card_for_its_words(
    named: tuple[str, ...], refused: str, verdict: Verdict, explanation: str
) -> None:
    """One that names some may take them in part; and a position may be refused for something else."""

    class Choosy(DcgAdapter):
        def handshake(self) -> Handshake:
            return msgspec.structs.replace(super().handshake(), card_words=named)

        def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
            has_words = any("effects" in card.facts for card in cards)
            if {"words": has_words, "positions": True, "hands": "players" in position}[refused]:
                raise Refused([Reason("bad-card", text="no such word")])
            return super().position(cards, position, edition)

    rules = BoundModel(dcg, "manual-2.3", {**dcg.rulesets["manual-2.3"], **DCG_VALUES})
    (record,) = run_scenarios(target_of(rules, "choosy", Choosy), [scenario(DRAWING)], DCG_WORDS)
    assert record.verdict is verdict
    assert record.explanation.startswith(explanation)
