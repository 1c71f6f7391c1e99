"""The words of a card, which an engine may list as those that it takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS
from rulehound.checker.suite.play import play
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.dcg.reading.card_words import card_words
from rulehound.spec.documents.store import load_store, read_scenarios
from rulehound.spec.formats import Card, Handshake
from rulehound_testing.dcg.values import VALUES

EFFECT = {
    "timing": "would",
    "event": {"happens": "deleted"},
    "cost": [{"do": "put", "target": {"area": "under"}, "to": "trash"}],
    "if": {"keyword": "rush"},
    "steps": [
        {"do": "if", "then": [{"do": "prevent"}], "else": [{"do": "give", "gives": {"cannot": ["block"]}}]}
    ],
    "says": "timing do happens",
}
WORDS = {"would", "deleted", "cost", "put", "if", "rush", "prevent", "give", "gives", "block"}


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"kind": "digimon", "level": 3, "blocker": True, "security_attack": 1, "digivolve": []}, set()),
        (
            {"piercing": True, "jamming": False, "dna": [{"cost": 0}], "traits": ["Kindled"]},
            {"piercing", "dna"},
        ),
        ({"inherited": {"reboot": True}}, {"inherited", "reboot"}),
        ({"effects": [EFFECT]}, WORDS),
    ],
    ids=["plain", "keywords", "inherited", "effects"],
)
def test_words_are_what_an_engine_has_to_know(facts: dict[str, Any], words: set[str]) -> None:
    assert card_words(Card("C", "Card", facts)) == words


class Limited(DcgAdapter):
    """The reference engine, which says that it takes these words of cards alone."""

    words: tuple[str, ...] = ("piercing", "main", "memory")

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(super().handshake(), card_words=self.words)


SCENARIO = """
id = "made-up/memory"
title = "An effect gives 1 memory"
rules = ["effects.main"]
needs = ["card-effects"]

[given.position]
me.battle = [{ cards = [{ effects = [{ timing = "main", steps = [{ do = "STEP", amount = 1 }] }] }] }]

[[step]]
expect.state = { memory = 0 }
"""


def test_a_card_with_other_words_is_not_given_to_the_engine(tmp_path: Path) -> None:
    rules = BoundModel(game, "manual-2.3", VALUES)
    target = target_of(rules, "reference", Limited)
    words = load_vocabulary(game.directory / SCENARIO_WORDS)
    verdicts = []
    for step in ("memory", "draw"):
        (tmp_path / "one.toml").write_text(SCENARIO.replace("STEP", step), encoding="utf-8")
        scenarios = read_scenarios(tmp_path / "one.toml", load_store(game.directory))
        (record,) = run_scenarios(target, scenarios, words)
        verdicts.append((record.verdict, record.explanation))
    assert verdicts == [
        (Verdict.PASS, ""),
        (Verdict.UNSUPPORTED, "the engine does not take these words of cards: draw"),
    ]


def test_play_with_effects_says_which_words_it_lacks() -> None:
    rules = BoundModel(game, "manual-2.3", VALUES)
    played = play(
        target_of(rules, "reference", Limited), seed=1, scope=Scope(games=1, steps=5, cards="probe")
    )
    (why,) = {record.explanation for record in played.records}
    assert why.startswith("the engine does not take these words of cards: activate, armor-purge, ")
