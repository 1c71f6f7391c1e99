"""A scenario is asked by the rulesets in which it holds, any other check where one of its rules does."""

from __future__ import annotations

import pytest

from rulehound.checker.evidence.asked import asked_by
from rulehound.checker.suite.catalogue import declared_checks
from rulehound.spec.documents.store import load_store
from rulehound.spec.game import find_game


@pytest.mark.parametrize(
    ("check", "ruleset", "is_asked"),
    [
        ("scenario:rules/setup-security-when/1", "manual-2.3", True),
        ("scenario:rules/setup-security-when/1", "comprehensive-4.0", False),
        ("scenario:rules/turn-carry", "fan-2020", True),
        ("effect:token.played", "manual-2.3", True),
        ("effect:token.played", "fan-2020", False),
        ("effect:turn.carry", "fan-2020", True),
        ("effect:no.check", "fan-2020", True),
    ],
)
def test_asked(check: str, ruleset: str, is_asked: bool) -> None:
    game = find_game("dcg")
    store = load_store(game.directory, tuple(game.rulesets))
    assert asked_by(store, declared_checks(game, store))(check, ruleset) == is_asked
