"""Cards that pass keywords on are judged as exactly as others: a keyword that is forgotten is found, and an
engine that forgets none is told nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Finding, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import play
from rulehound.checker.suite.play.own_cards import with_own_cards
from rulehound.spec.dcg import game
from rulehound.spec.dcg.printed import PrintedCard, as_card
from rulehound_testing.dcg.heirs import CARDS, PURGING, WORDS, Curt, Heirs, heirs_of
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.rotating import of_this_run

STRONG, FAIR, WEAK, HEIR = "P-60", "P-40", "P-30", "H-30"


def standing(top: str, **more: Any) -> Mapping[str, Any]:
    """A Digimon above the card that passes something on."""
    return {"cards": [top, HEIR], **more}


def alone(top: str, **more: Any) -> Mapping[str, Any]:
    """A Digimon above nothing."""
    return {"cards": [top], **more}


FOES = {
    "blocker": ("attack-player", [alone(WEAK)], [standing(FAIR)]),
    "piercing": ("attack-digimon", [standing(STRONG)], [alone(WEAK, suspended=True)]),
    "jamming": ("attack-player", [standing(WEAK)], []),
    "reboot": ("pass", [standing(FAIR, suspended=True)], []),
    "retaliation": ("attack-digimon", [alone(STRONG)], [standing(FAIR, suspended=True)]),
    "rush": ("", [standing(FAIR, played_this_turn=True)], []),
    "security_attack": ("attack-player", [standing(STRONG)], []),
}
"""Keyword to the action with which it shows, and what stands on both sides then."""


def judged(engine: Heirs, keyword: str) -> list[Finding]:
    """What is found of an engine where this keyword is inherited and matters."""
    named = {fact: word for word, fact in WORDS.items()}
    cards = {card.number: as_card(card) for card in heirs_of(named[keyword])}
    wanted, mine, theirs = FOES[keyword]
    piles = {"deck": [WEAK] * 5, "security": [FAIR] * 3}
    players = [{**piles, "battle": mine}, {**piles, "battle": theirs}]
    position = {"turn": 0, "turn_number": 3, "phase": "main", "memory": 3, "players": players}
    seen = engine.position([*cards.values()], position, "manual-2.3")
    judge = Judge(CompiledModel(game, VALUES), cards)
    offered = engine.legal_actions()
    found = [*judge.state(seen), *judge.legal(seen, offered)]
    if wanted:
        action = next(action for action in offered if named_like(action) == wanted)
        after = engine.apply(action)
        found += [*judge.step(seen, action, after), *judge.state(after)]
        found += judge.legal(after, engine.legal_actions())
    assert (judge.given_up, judge.not_judged.keys() - STACKS) == ("", set())
    return found


def named_like(action: Mapping[str, Any]) -> str:
    """What an action is, without what it names but the kind of target."""
    if action["action"] != "attack":
        return str(action["action"])
    return "attack-player" if action["target"] == "player" else "attack-digimon"


STACKS = {"stacks: some stood there from the start"}


@pytest.mark.parametrize("engine", [Heirs, Curt])
@pytest.mark.parametrize("keyword", FOES)
def test_a_keyword_that_is_not_passed_on_is_found(keyword: str, engine: type[Heirs]) -> None:
    assert judged(engine(), keyword) == []
    assert judged(engine(keyword), keyword) != []


@pytest.mark.parametrize(
    ("engine", "cards", "seed"),
    of_this_run([(Curt, CARDS, 1), (Heirs, CARDS, 2), (Heirs, PURGING, 4), (Curt, PURGING, 3)], 2),
)
def test_an_engine_that_passes_everything_on_is_told_nothing(
    engine: type[Heirs], cards: Sequence[PrintedCard], seed: int, tmp_path: Path
) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(msgspec.json.encode(cards))
    rules = BoundModel(with_own_cards(game, path), "manual-2.3", VALUES)
    played = play(target_of(rules, "heirs", engine), seed=seed, scope=Scope(games=2, steps=150, examples=0))
    assert {record.verdict for record in played.records} == {Verdict.PASS, Verdict.NOT_EXERCISED}
    assert played.steps > 150
