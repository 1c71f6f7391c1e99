"""What is saved and restored: games, and what a position gives that games seldom come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials import checks
from rulehound.engine.dcg import cards
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.dcg.kept import KEPT
from rulehound.spec.formats import Card, Observation, Reason, Refused
from rulehound_testing.dcg.values import values_of
from rulehound_testing.faults.patching import rewritten

EDITION = "manual-2.3"


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of cards with effects take long, and are not what is asked about here."""
    monkeypatch.setattr(checks, "GAMES_WITH_EFFECTS", 0)


def saved(opened: Callable[[], Any]) -> CheckRecord:
    """The record of saving and restoring."""
    target = target_of(BoundModel(game, EDITION, values_of(EDITION)), "it", opened)
    records = {record.check: record for record in checks.trials(target)}
    return records[checks.SAVE_RESTORES]


@pytest.mark.parametrize("edition", game.rulesets)
def test_every_edition_has_the_position(edition: str) -> None:
    seen = DcgAdapter().position(KEPT.cards, KEPT.position, edition)
    stacks = [[stack["checks"] for stack in seat["battle"]] for seat in seen["players"]]
    assert stacks == [[2, 0, 1, 1, 1, 1]] * 2


def test_what_a_position_gives_is_restored() -> None:
    record = saved(DcgAdapter)
    assert (record.verdict, record.shown.partition(",")[0]) == (Verdict.PASS, "2 games")


def test_an_engine_that_counts_inherited_keywords_again_is_found() -> None:
    forced = 'msgspec.structs.force_setattr(self, "inherited", None)'
    cards._read.cache_clear()  # cards that were read before have no such fact left
    with rewritten(cards.CardFacts.__post_init__, forced, "pass")():
        record = saved(DcgAdapter)
    cards._read.cache_clear()
    assert record.verdict is Verdict.VIOLATION
    assert "checks was 2 and is 3" in record.explanation


class Simple(DcgAdapter):
    """Refuses every position."""

    def position(self, _cards: Sequence[Card], _position: Any, _edition: str) -> Observation:
        raise Refused([Reason("no", text="too much at once")])


def test_an_engine_that_refuses_the_position_is_judged_by_its_games() -> None:
    record = saved(Simple)
    assert (record.verdict, record.shown.partition(",")[0]) == (Verdict.PASS, "1 game")
