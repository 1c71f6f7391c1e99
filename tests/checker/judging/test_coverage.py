"""What was covered by several judgements is summed; a check is exercised only where it could have failed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rulehound.checker.efforts import Scope
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.coverage import OFFERS, STEPS, Coverage, counts_of, how_often
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import play
from rulehound.checker.suite.play.own_cards import with_own_cards
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game as dcg
from rulehound_testing.dcg.strange_cards import PRINTED, Stranger
from rulehound_testing.dcg.values import VALUES as DCG_VALUES
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.play import VALUES


def test_counts_are_summed_in_the_order_in_which_they_came_up() -> None:
    first = Coverage.of_checks(("guard:b", "guard:a", "guard:b")) + Coverage(taken={"pass": 1})
    first += Coverage(seen={STEPS: 1})
    second = Coverage.of_checks(("guard:c", "guard:a")) + Coverage(seen={OFFERS: 3})
    second += Coverage.without("why", 2)
    first += second
    assert list(first.judged.items()) == [("guard:b", 2), ("guard:a", 2), ("guard:c", 1)]
    assert (first.taken, first.seen) == ({"pass": 1}, {STEPS: 1, OFFERS: 3})
    assert first.not_judged == {"why": 2}
    assert second.judged == {"guard:c": 1, "guard:a": 1}, "what is added stays as it was"


SHORT = Scope(games=2, steps=80, examples=0)

SOME, FEW, FULL = (f"guard:add:{rule}" for rule in ("add.some", "add.few", "heap.full"))


@pytest.mark.parametrize(
    ("count", "exercised", "forbade"),
    [
        # adding 1 and 2 is legal, 3 is more than one may add
        (0, {SOME: 2, FEW: 3, FULL: 2}, {FEW: 1}),
        # only 1 fits: 2 is forbidden by that alone, 3 by two guards, of which neither decides
        (5, {SOME: 1, FEW: 1, FULL: 2}, {FULL: 1}),
    ],
)
def test_a_guard_is_exercised_where_it_alone_decides(
    count: int, exercised: dict[str, int], forbade: dict[str, int]
) -> None:
    judge = Judge(CompiledModel(toy.game, {**VALUES, "heap.full": 6}), {})
    observation: dict[str, Any] = {"count": count, "turn": 0, "winner": None}
    offered = [{"action": "add", "amount": n} for n in (1, 2) if count + n <= 6]
    assert judge.state(observation) == judge.legal(observation, offered) == []
    of_guards = {check: times for check, times in judge.coverage.exercised.items() if ":add:" in check}
    assert (of_guards, judge.coverage.forbade) == (exercised, forbade)
    assert judge.coverage.judged[FULL] == 3


def test_how_often_is_said_in_words() -> None:
    coverage = Coverage(
        {FULL: 1200, "invariant:a": 7, "effect:b": 2}, {FULL: 40, "invariant:a": 3}, {FULL: 28}
    )
    coverage += Coverage(exercised={"effect:b": 2})
    assert counts_of(FULL, coverage) == {"judged": 1200, "exercised": 40, "forbade": 28}
    assert [how_often(counts_of(check, coverage)) for check in (*coverage.judged, "effect:c", FEW)] == [
        "decided 40 times (12 allowed, 28 forbidden), judged 1,200 times",
        "premise met 3 times, judged 7 times",
        "judged 2 times",
        "never came up",
        "never came up",
    ]


def test_a_check_passes_only_where_its_premise_was_met() -> None:
    """Plain cards have no Piercing, so no battle is fought with it, however often that is looked for."""
    rules = BoundModel(dcg, "comprehensive-4.0", {**DCG_VALUES, **dcg.rulesets["comprehensive-4.0"]})
    played = play(target_of(rules, "reference", DcgAdapter), seed=1, scope=SHORT)
    records = {record.check: record for record in played.records}
    piercing, counter = records["invariant:keyword.piercing"], records["invariant:attack.counter-timing"]
    assert piercing.verdict is counter.verdict is Verdict.NOT_EXERCISED
    assert piercing.counts["judged"] == counter.counts["judged"] > 100
    assert piercing.explanation == "it takes a state that it says something of, which hangs on piercing"
    assert counter.explanation == "no state of this edition could break it"
    assert records["guard:dna-digivolve:dna.two"].explanation == (
        "it takes a position in which dna.two alone decides whether dna-digivolve is legal"
    )
    limit = records["invariant:memory.limit"]
    assert (limit.verdict, limit.counts["exercised"]) == (Verdict.PASS, limit.counts["judged"])
    attack = records["guard:attack-player:attack.unsuspended"]
    assert attack.verdict is Verdict.PASS
    assert 0 < attack.counts["forbade"] < attack.counts["exercised"] < attack.counts["judged"]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("<Somersault 3>", Verdict.NOT_EXERCISED), ("[All Turns] It stays.", Verdict.PASS)],
)
def test_what_a_text_leaves_in_doubt_is_not_exercised(text: str, verdict: Verdict, tmp_path: Path) -> None:
    """A guard that nothing could be found against is not exercised, however often it is looked at."""
    path = tmp_path / "cards.json"
    path.write_bytes(msgspec.json.encode([replace(card, text=text) for card in PRINTED]))
    rules = BoundModel(with_own_cards(dcg, path), "manual-2.3", DCG_VALUES)
    played = play(target_of(rules, "stranger", Stranger), seed=1, scope=SHORT)
    (affordable,) = (one for one in played.records if one.check == "guard:play:memory.affordable")
    assert affordable.verdict is verdict
    assert (affordable.counts["exercised"] > 0) == (verdict is Verdict.PASS)
    assert affordable.counts["judged"] > 100
