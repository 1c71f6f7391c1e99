"""What tells missing actions from offered ones, made up and on faulty engines that give no reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from rulehound.checker.diagnosis.causes import Cause
from rulehound.checker.diagnosis.missing_actions import candidates
from rulehound.checker.diagnosis.naming_causes import causes_by_edition
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.judging.judgements.grounds import Feature, Grounds
from rulehound.checker.judging.target import target_of
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.checker.suite.scenarios.running import run_scenario
from rulehound.spec.formats import Action, Adapter, Handshake, Observation, Reason, Refused
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.engines import FaultyAdapter

MOVE, FAR, SHORT = Feature("move", "moving"), Feature("move.far", "moving far"), Feature("pay", "coins")


def grounds(action: str = "move", *granting: Feature, coins: int = 5, **values: Any) -> Grounds:
    found = tuple((Feature(name, f"{name}/0"), value) for name, value in values.items())
    return Grounds(action, granting, found, ((SHORT, coins),))


def rules(missing: Sequence[Grounds], *offered: Grounds) -> list[tuple[str, ...]]:
    named = candidates(missing, offered)
    return [named[each].rules for each in missing]


def test_what_is_granted_to_the_missing_alone_is_the_rule() -> None:
    far = [grounds("move", FAR, MOVE, coins=n) for n in (3, 6)]
    assert rules(far, grounds("move", MOVE, coins=2)) == [("move.far",)] * 2


def test_a_guard_lacks_where_it_is_met_as_in_nothing_that_is_offered() -> None:
    assert rules([grounds("move", MOVE, level=4)], grounds("move", MOVE, level=3)) == [("level",)]
    assert rules([grounds("move", MOVE, coins=0)], grounds("move", MOVE, coins=1)) == [("pay",)]


def test_what_other_actions_are_offered_for_clears_a_guard_first() -> None:
    missing, other = [grounds("jump", FAR, level=4)], grounds("move", MOVE, level=4)
    assert rules(missing, other) == [("move.far",)]
    # all that it rests on others have: then it is compared with its own kind
    missing = [grounds("jump", MOVE, level=4)]
    assert rules(missing, other, grounds("jump", MOVE, level=3)) == [("level",)]


def test_two_faults_are_told_apart_by_what_most_of_the_missing_share() -> None:
    far, dear = [grounds("move", FAR, coins=n) for n in (5, 6)], grounds("move", MOVE, coins=1)
    assert rules([*far, dear], grounds("move", MOVE, coins=4)) == [("move.far",)] * 2 + [("pay",)]


def test_several_rules_stay_where_several_fit() -> None:
    missing = [grounds("move", FAR, MOVE, level=4)]
    assert rules(missing, grounds("move", MOVE, level=3)) == [("move.far", "level")]


def test_two_features_together_where_none_does_alone() -> None:
    missing = grounds("move", level=4, size=1)
    offered = [grounds("move", level=4, size=2), grounds("move", level=3, size=1)]
    assert rules([missing], *offered) == [("level", "size")]
    assert not candidates([missing], offered)[missing].told_apart


def test_all_rules_stay_where_nothing_tells_the_actions_apart() -> None:
    same = grounds("move", MOVE, level=4)
    assert rules([same], same) == [("move", "level", "pay")]


class Terse(FaultyAdapter):
    """An engine with a fault that refuses without a reason."""

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        able = [each for each in greeting.capabilities if each != "reasons"]
        return msgspec.structs.replace(greeting, capabilities=able)

    def apply(self, action: Action) -> Observation:
        try:
            return super().apply(action)
        except Refused:
            raise Refused([Reason("no")]) from None


GAME = open_game("dcg")
EDITION = "comprehensive-4.0"
BOOK = read_rulebook(GAME, None, EDITION)
WORDS = load_vocabulary(GAME.directory / "scenarios/defaults.toml")
FIRST: Mapping[str, tuple[str, Sequence[str]]] = {
    "eggs-stay-eggs": ("digivolve.breeding", ("digivolve.breeding", "digivolve.draw")),
    "by-colour-and-level-alone": ("digivolve.special", ("digivolve.special",)),
    "colours-of-the-battle-area": ("option.colours", ("option.colours",)),
    "colours-of-digimon": ("option.colours", ("option.colours", "option.cost")),
    "memory-limit-9": ("memory.affordable", ("memory.affordable",)),
}
"""Fault to the rule that is to be named, and the rules whose scenarios are asked."""


def causes_of(fault: str, asked: Sequence[str]) -> list[Cause]:
    """The causes that scenarios about these rules show of a terse engine with this fault."""
    scenarios = [
        each
        for each in BOOK.store.scenarios
        if set(each.rules) & set(asked) and EDITION in (each.editions or [EDITION])
    ]

    def opened() -> Adapter:
        return Terse(fault, FAULTS[fault])

    target = target_of(BoundModel(GAME, EDITION, BOOK.values), "x", opened)
    engine = target.open()
    records = [run_scenario(target, engine, each, WORDS) for each in scenarios]
    return causes_by_edition(records, target, OtherEditions(target, (), WORDS))[""]


@pytest.mark.parametrize("fault", FIRST)
def test_an_engine_that_gives_no_reasons_is_understood(fault: str) -> None:
    rule, asked = FIRST[fault]
    causes = causes_of(fault, asked)
    assert causes
    assert causes[0].rule == rule, [(cause.rule, cause.element) for cause in causes]
