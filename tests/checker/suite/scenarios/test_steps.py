"""What happened, what is offered, which thing is meant, what is answered by itself; cases."""

from __future__ import annotations

import msgspec
import pytest

from rulehound.checker.records import Verdict
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import Cards
from rulehound.checker.suite.scenarios.places import NamedPlaces, NoSuchThing
from rulehound.spec.documents.scenarios import each_case
from rulehound.spec.formats import Action, Observation
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.play import ALL, WORDS, Heap, opener, target
from rulehound_testing.toy.scenarios import (
    AT_SIX,
    DCG_WORDS,
    TWO_ADDED,
    TWO_DO_NOT,
    Noting,
    judge,
    scenario,
)


@pytest.mark.parametrize(
    ("events", "met"),
    [
        (["added"], True),
        (["touched", "passed"], True),
        (["touched", "added", "passed"], True),
        (["passed", "added"], False),
        (["added", "added"], False),
    ],
)
def test_what_happened_is_compared_in_its_order(events: list[str], met: bool) -> None:
    text = AT_SIX + f'[[step]]\ndo = {{ action = "add", amount = 1 }}\nexpect.events = {events}'
    record = judge(text, Noting)
    assert record.verdict is (Verdict.PASS if met else Verdict.VIOLATION)
    if met:
        assert record.counts == {"steps": 1, "expectations": 2}
    else:
        wanted = ", ".join(events)
        assert record.explanation == (
            f"expected: these happen in this order: {wanted}; observed: touched, added, passed"
        )


def test_what_an_engine_does_not_tell_of_is_not_compared_and_it_is_said() -> None:
    text = AT_SIX + '[[step]]\ndo = { action = "add", amount = 1 }\nexpect.events = ["gone", "added"]'
    record = judge(text, Noting)
    assert record.verdict is Verdict.PASS
    assert record.shown == "1 step, 1 expectation met; not compared: when this happens: gone"


def test_of_an_engine_that_tells_of_no_events_they_are_not_compared_and_it_is_said() -> None:
    text = AT_SIX + '[[step]]\ndo = { action = "add", amount = 1 }\nexpect.events = ["gone"]'
    record = judge(text)
    assert record.verdict is Verdict.PASS
    assert record.shown == "1 step, 1 expectation met; not compared: what happened, in which order"
    alone = judge(AT_SIX + '[[step]]\nexpect.events = ["gone"]')
    assert (alone.verdict, alone.explanation) == (
        Verdict.UNSUPPORTED,
        "the engine does not tell what happened, in which order",
    )


def test_of_an_engine_that_gives_no_rules_the_reason_is_not_compared_and_it_is_said() -> None:
    class Silent(Heap):
        capabilities = tuple(name for name in ALL if name != "reasons")

    class Unsure(Heap):
        def apply(self, action: Action) -> Observation:
            try:
                return super().apply(action)
            except toy.Refused:
                raise toy.Refused([toy.Reason("no")]) from None

    for make in (Silent, Unsure):
        record = judge(TWO_DO_NOT, make)
        assert record.verdict is Verdict.PASS
        assert record.shown == "1 step, 2 expectations met; not compared: why it is refused"
    assert judge(TWO_DO_NOT).shown == "1 step, 2 expectations met"


@pytest.mark.parametrize(
    ("offers", "observed"), [(["add"], ""), ([], "add"), (["add", "wait"], "add"), (["wait"], "add")]
)
def test_what_is_offered_is_compared_by_name(offers: list[str], observed: str) -> None:
    record = judge(AT_SIX + f"[[step]]\nexpect.offers = {offers}")
    assert record.verdict is (Verdict.VIOLATION if observed else Verdict.PASS)
    if observed:
        assert record.explanation.endswith(f"; observed: offered: {observed}")


def test_to_tell_what_is_offered_takes_an_engine_that_lists_its_actions() -> None:
    class Less(Heap):
        capabilities = tuple(name for name in ALL if name != "legal-actions")

    record = judge(AT_SIX + '[[step]]\nexpect.offers = ["add"]', Less)
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, "the engine cannot: legal-actions")


def test_a_thing_is_meant_by_what_it_is_like_or_by_the_name_of_its_card() -> None:
    given = "given.cards = { stone = { size = 9 }, other = { size = 8 } }\ngiven.new_game = { seed = 1 }\n"
    steps = TWO_ADDED.partition("\n[[step]]")[2].replace("amount = 2", "amount = 1", 1)
    text = given + "[[step]]" + steps + "[[step]]\nexpect.state = { %s }"
    met = '"stones[size=2].id" = "s1", "stones[card=RH-01,size=2].id" = "s1", "stones[id=s0].size" = 1'
    assert judge(text % met, Noting).verdict is Verdict.PASS
    assert judge(text % '"stones[size=3]" = "none"', Noting).verdict is Verdict.PASS
    assert judge(text % '"stones[size=1].id" = "s1"', Noting).verdict is Verdict.VIOLATION


def test_the_name_of_a_card_stands_for_its_number_and_for_the_ids_of_such_cards() -> None:
    shown = {
        "hand": [{"id": "a1", "card": "RH-01"}, {"id": "a2", "card": "RH-02"}],
        "waiting": [{"id": "e1", "card": "RH-02", "from": "a2"}, {"id": "e2", "card": "RH-01", "from": "a1"}],
    }
    view = NamedPlaces(shown, DCG_WORDS, Cards(DCG_WORDS, {"A": {"dp": 9000}, "B": {"dp": 8000}}))
    assert view.cards.numbers("A") == ["RH-01"]
    assert view.argument("waiting[card=A]") == "e2"
    assert view.argument("waiting[from=B]") == "e1"
    assert view.argument("waiting[from=a2]") == "e1"
    assert view.argument(["waiting[card=A]", "hand[0]", "me", 3]) == ["e2", "a1", 0, 3]
    assert view.wanted(["A", "waiting[1]", "none", 3]) == ["RH-01", "e2", None, 3]
    with pytest.raises(NoSuchThing):
        view.argument("waiting[from=e1]")


def test_an_action_may_name_an_effect_and_is_an_action_all_the_same() -> None:
    asked = []

    class Chooser(Noting):
        def legal_actions(self) -> list[Action]:
            return [{"action": "resolve", "effect": 0}]

        def apply(self, action: Action) -> Observation:
            asked.append(action)
            return self.observe()

    text = AT_SIX + '[[step]]\ndo = { action = "resolve", effect = "me" }\nexpect.state = { count = 6 }'
    assert judge(text, Chooser).verdict is Verdict.PASS
    assert asked == [{"action": "resolve", "effect": 0}]


class Asks(Heap):
    """Asks who is next after each addition, though there is only one to say so; twice, and then two."""

    asking = 0
    ways = 1

    def legal_actions(self) -> list[Action]:
        nods = [{"action": "nod", "way": way} for way in range(self.ways)]
        return nods if self.asking else super().legal_actions()

    def observe(self) -> Observation:
        return {**super().observe(), "asks": "nod" if self.asking else "add"}

    def apply(self, action: Action) -> Observation:
        if self.asking and action in self.legal_actions():
            self.asking -= 1
            return self.observe()
        super().apply(action)
        self.asking = 2
        return self.observe()


class AsksForAWay(Asks):
    ways = 2


def test_what_can_be_answered_in_one_way_is_answered() -> None:
    words = msgspec.structs.replace(WORDS, asked="asks", forced=("nod",))
    text = """
given.new_game = { seed = 1 }
[[step]]
do = { action = "add", amount = 1 }
expect.state = { asks = "add" }
[[step]]
do = { action = "add", amount = 2 }
expect.state = { count = 3 }
"""
    (record,) = run_scenarios(target(opener(Asks)), [scenario(text)], words)
    assert (record.verdict, record.counts["steps"]) == (Verdict.PASS, 6)
    for make, known in ((AsksForAWay, words), (Asks, WORDS)):
        (record,) = run_scenarios(target(opener(make)), [scenario(text)], known)
        assert record.explanation == 'expected: asks is "add"; observed: asks is "nod"'


def test_each_case_is_a_check_of_its_own() -> None:
    text = """
[[case]]
given.position = { count = 6, turn = "me" }
[[case.step]]
do = { action = "add", amount = 1 }

[[case]]
title = "too much"
given.position = { count = 6, turn = "me" }
[[case.step]]
do = { action = "add", amount = 2 }
"""
    records = run_scenarios(target(opener(Heap)), each_case(scenario(text)), WORDS)
    assert [(record.check, record.scope, record.verdict) for record in records] == [
        ("scenario:one/1", "A title", Verdict.PASS),
        ("scenario:one/2", "A title: too much", Verdict.VIOLATION),
    ]


MORE_THAN_THERE_IS = """
given.position = { count = 6, turn = "me" }
[[step]]
do = { action = "add", amount = 1 }
expect.state = { count = 6 }
"""


def test_an_example_of_several_rules_suspects_the_one_that_it_expects_something_by() -> None:
    assert suspects(MORE_THAN_THERE_IS) == ["add.turns", "heap.full"]
    assert suspects(MORE_THAN_THERE_IS + 'expect.rule = "heap.full"') == ["heap.full"]


def test_a_place_with_a_rule_of_its_own_suspects_that_one() -> None:
    by_place = 'expect.rule = "add.turns"\nexpect.rules = { count = "heap.full" }'
    assert suspects(MORE_THAN_THERE_IS + by_place) == ["heap.full"]
    assert suspects(
        MORE_THAN_THERE_IS.replace("count = 6 }\n", 'count = 7, turn = "me" }\n')
        + 'expect.rule = "add.turns"\nexpect.rules = { count = "heap.full" }'
    ) == ["add.turns"]


def suspects(text: str) -> list[str]:
    record = judge(text, rules='["add.turns", "heap.full"]')
    assert record.verdict is Verdict.VIOLATION
    assert record.trace is not None
    assert record.trace.rule == record.trace.suspects[0]
    return record.trace.suspects
