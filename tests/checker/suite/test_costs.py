"""Costs of an engine over a whole domain: the reference engine is right, faulty ones are caught."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from rulehound.checker.engines import EngineError, open_engine
from rulehound.checker.engines.misbehaviour import Misbehaviour
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.costs import price_checks
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.engine.dcg.main_phase import quoting
from rulehound.spec.dcg import game
from rulehound.spec.dcg.prices import prices
from rulehound.spec.formats import Action, Handshake, Quote, Reason, Refused
from rulehound_testing.dcg.values import VALUES, values_of
from rulehound_testing.faults.patching import rewritten
from rulehound_testing.toy.game import HeapEngine
from rulehound_testing.toy.game import game as toy

WORDS = load_vocabulary(game.directory / "scenarios" / "defaults.toml")


NAMES = (
    "play",
    "play-for-less",
    "play-for-more",
    "digivolve",
    "digivolve-by-the-second",
    "digivolve-in-breeding",
    "digivolve-for-less",
    "digivolve-into-for-less",
    "dna-digivolve",
    "dna-digivolve-by-the-second",
    "dna-digivolve-for-less",
    "dna-digivolve-into-for-less",
    "use-option",
    "use-option-for-less",
)


def compared(opened: Callable[[], Any], edition: str = "manual-2.3") -> dict[str, CheckRecord]:
    records = price_checks(target_of(BoundModel(game, edition, values_of(edition)), "it", opened), WORDS)
    return {record.check: record for record in records}


def test_the_domain_is_every_pair_of_a_cost_and_a_place_of_the_counter() -> None:
    asked = {
        (each.name, each.given["memory"], number)
        for each in prices(VALUES)
        for number, _ in enumerate(each.quotes)
    }
    assert asked == {(name, counter, cost) for name in NAMES for counter in range(11) for cost in range(23)}


def test_what_is_payable_follows_the_gauge() -> None:
    """Against the arithmetic of the rules, done here once more: not below the other end of the gauge."""
    for most in (10, 12):
        for each in prices({**VALUES, "memory.max": most}):
            for printed, quoted in enumerate(each.quotes):
                changed = printed + {"less": -2, "more": 13}.get(each.name.rpartition("-for-")[2], 0)
                cost = max(0, changed)
                assert (quoted.cost, quoted.payable) == (cost, each.given["memory"] - cost >= -most)


@pytest.mark.parametrize("edition", ["manual-2.3", "comprehensive-4.0"])
def test_the_reference_engine_quotes_every_cost_rightly(edition: str) -> None:
    records = compared(DcgAdapter, edition)
    assert list(records) == [f"cost:{name}" for name in NAMES]
    for record in records.values():
        assert record.verdict is Verdict.PASS, record.explanation
        assert record.counts == {"quotes": 253, "equal": 253}
        assert "printed cost 0 to 22, counter 0 to 10" in record.scope


def test_the_same_over_a_pipe() -> None:
    records = compared(lambda: open_engine(f"{sys.executable} -P -m rulehound.engine", "dcg"))
    assert {record.verdict for record in records.values()} == {Verdict.PASS}


class Faulty(DcgAdapter):
    """Quotes otherwise in one corner of the domain."""

    def __init__(self, fault: Callable[[Action, Quote], Quote]) -> None:
        super().__init__()
        self.fault = fault

    def quote(self, action: Action) -> Quote:
        return self.fault(action, super().quote(action))


@pytest.mark.parametrize(
    ("fault", "check", "told"),
    [
        (lambda _, q: Quote(q.cost, q.cost < 20 and q.payable), "cost:play", "costs 20 and can be paid"),
        (lambda _, q: Quote(q.cost, q.payable or q.cost == 21), "cost:play", "costs 21 and cannot be paid"),
        (lambda _, q: Quote(max(q.cost, 1), q.payable), "cost:play", "costs 0 and can be paid"),
        (
            lambda a, q: Quote(q.cost + (a["action"] == "digivolve"), q.payable),
            "cost:digivolve-in-breeding",
            "the engine quotes 1",
        ),
        (
            lambda a, q: Quote(q.cost + (a["action"] == "dna-digivolve" and q.cost == 20), q.payable),
            "cost:dna-digivolve-for-less",
            "costs 20 and can",
        ),
        (lambda a, q: Quote(q.cost, q.payable or a["action"] == "use"), "cost:use-option", "cannot be paid"),
    ],
)
def test_one_wrong_corner_is_found(fault: Any, check: str, told: str) -> None:
    record = compared(lambda: Faulty(fault))[check]
    assert record.verdict is Verdict.VIOLATION
    assert told in record.explanation
    assert record.counts["equal"] < record.counts["quotes"]


def test_an_engine_that_quotes_nothing_is_no_pass() -> None:
    def refuse(_: Action, __: Quote) -> Quote:
        raise Refused([Reason("no", text="never")])

    record = compared(lambda: Faulty(refuse))["cost:play"]
    assert record.verdict is Verdict.VIOLATION
    assert "the engine quotes nothing: never" in record.explanation


class Fragile(DcgAdapter):
    """Breaks where it is asked about a Digimon that is not there."""

    def quote(self, action: Action) -> Quote:
        if "nothing-there" in (action.get("onto"), action.get("right")):
            raise EngineError(Misbehaviour.FAILED, "no such stack")
        return super().quote(action)


def test_an_engine_that_breaks_on_what_is_not_there_is_found() -> None:
    records = compared(Fragile)
    broken = {check: record for check, record in records.items() if record.verdict is not Verdict.PASS}
    assert list(broken) == [f"cost:{name}" for name in NAMES if "digivolve" in name]
    for record in broken.values():
        assert (record.verdict, record.counts["equal"]) == (Verdict.ERROR, 23)
        assert "no such stack" in record.explanation


class Silent(DcgAdapter):
    """Does not say that it can do one thing."""

    def __init__(self, lacking: str) -> None:
        super().__init__()
        self.lacking = lacking

    def handshake(self) -> Handshake:
        full = super().handshake()
        kept = tuple(name for name in full.capabilities if name != self.lacking)
        return Handshake(full.protocol, full.game, full.engine, full.version, kept, full.editions)


def test_the_record_says_that_only_boundaries_are_compared() -> None:
    for record in compared(lambda: Silent("quote")).values():
        assert record.verdict is Verdict.UNSUPPORTED
        assert record.shown == "nothing"
        assert (
            "the engine cannot: quote; its costs are compared at their boundaries alone" in record.explanation
        )


def test_an_engine_without_effects_of_cards_is_asked_for_printed_costs_alone() -> None:
    records = compared(lambda: Silent("card-effects"))
    asked = [check for check, record in records.items() if record.verdict is Verdict.PASS]
    assert asked == [
        "cost:play",
        "cost:digivolve",
        "cost:digivolve-by-the-second",
        "cost:digivolve-in-breeding",
    ]
    for check in records.keys() - asked:
        assert records[check].verdict is Verdict.UNSUPPORTED
        assert "the engine cannot: card-effects" in records[check].explanation


def test_a_game_without_costs_has_no_such_checks() -> None:
    assert price_checks(target_of(BoundModel(toy, "only", {"heap.full": 7}), "it", HeapEngine), WORDS) == []


def test_an_action_that_costs_nothing_is_refused() -> None:
    engine = DcgAdapter()
    engine.position((), {"turn": 0, "phase": "main", "memory": 2, "players": [{}, {}]}, "manual-2.3")
    for action in ({"action": "pass"}, {"action": "play", "card": "nothing"}):
        with pytest.raises(Refused, match="nothing to pay"):
            engine.quote(action)
    assert engine.observe()["memory"] == 2


@pytest.mark.parametrize(("of", "kind"), [("digivolve", "digivolve"), ("dna", "dna-digivolve")])
def test_a_quote_by_another_requirement_than_the_one_named_is_seen(of: str, kind: str) -> None:
    """The first requirement of two is neither met nor named."""
    named, first = f"card.{of}[action.requirement].cost", f"card.{of}[0].cost"
    with rewritten(quoting.cost_now, named, first)():
        records = compared(DcgAdapter)
    wrong = [check for check, record in records.items() if record.verdict is not Verdict.PASS]
    assert wrong == [f"cost:{kind}-by-the-second"]
