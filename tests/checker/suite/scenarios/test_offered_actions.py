"""What a scenario has a player do must be among the offers of the engine: scenarios of the toy game."""

from __future__ import annotations

import pytest

from rulehound.checker.records import Verdict
from rulehound.spec.formats import Action
from rulehound_testing.toy.play import ALL, Heap, TakesAnything
from rulehound_testing.toy.scenarios import AT_SIX, judge

ADDS = AT_SIX + '[[step]]\ndo = { action = "add", amount = 1 }\nexpect.state = { count = "=heap.full" }\n'
TRIES = AT_SIX + '[[step]]\ntry = { action = "add", amount = 1 }\nexpect.state = { count = "=heap.full" }\n'


class OffersNothing(TakesAnything):
    """It carries out what it does not offer."""

    def legal_actions(self) -> list[Action]:
        return []


class OffersOthers(TakesAnything):
    """It offers a larger amount than it should."""

    def legal_actions(self) -> list[Action]:
        return [{**one, "amount": one["amount"] + 1} for one in super().legal_actions()]


class OffersWithNumbers(TakesAnything):
    """Its offers have numbers of its own."""

    def legal_actions(self) -> list[Action]:
        return [{**one, "number": place} for place, one in enumerate(super().legal_actions())]


class OffersInShort(TakesAnything):
    """Its offers leave out what goes without saying."""

    def legal_actions(self) -> list[Action]:
        return [{"action": "add"}]


class Silent(OffersNothing):
    """It says that it lists no actions."""

    capabilities = tuple(each for each in ALL if each != "legal-actions")


@pytest.mark.parametrize("engine", [OffersNothing, OffersOthers])
def test_what_is_done_and_not_offered_is_a_violation(engine: type[Heap]) -> None:
    record = judge(ADDS, engine)
    assert record.verdict is Verdict.VIOLATION
    assert record.explanation == "expected: offered: add 1; observed: it is not offered, and was carried out"
    assert record.trace is not None
    assert record.trace.offers is not None
    assert [offer.action for offer in record.trace.offers.missing] == [{"action": "add", "amount": 1}]
    assert record.trace.offers.after == 0


@pytest.mark.parametrize("engine", [Heap, OffersWithNumbers, OffersInShort, Silent])
def test_offers_may_say_more_or_less_and_need_not_be_listed(engine: type[Heap]) -> None:
    assert judge(ADDS, engine).verdict is Verdict.PASS


def test_what_is_only_tried_need_not_be_offered() -> None:
    assert judge(TRIES, OffersNothing).verdict is Verdict.PASS
