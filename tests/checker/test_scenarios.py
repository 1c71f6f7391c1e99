"""Scenarios on toy engines with and without faults, and on the reference engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

import toy
from checker.toy_play import (
    ALL,
    FULL,
    VALUES,
    WORDS,
    Breaks,
    ForgetsTurns,
    Heap,
    Marking,
    OffersInVain,
    TakesAnything,
    hunt,
    opener,
)
from rulehound.checker.engines import EngineStartError, open_engine
from rulehound.checker.errors import UserError
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.scenarios import RESTARTS, run_scenarios
from rulehound.checker.scenarios.given import (
    BadScenario,
    Cards,
    CardWords,
    UnknownFact,
    Vocabulary,
    load_vocabulary,
    position,
    total,
    worked_out,
)
from rulehound.checker.scenarios.places import NoSuchThing, View
from rulehound.checker.traces import Hunt
from rulehound.spec.dcg import game as dcg
from rulehound.spec.formats import Action, Adapter, Card, Handshake, Observation, Scenario
from rulehound.spec.scenarios import each_case


def scenario(text: str, id: str = "one", rules: str = '["heap.full"]') -> Scenario:
    head = f'id = "{id}"\ntitle = "A title"\nrules = {rules}\n'
    return msgspec.toml.decode(head + text, type=Scenario)


def judge(text: str, make: Callable[[], Adapter] = Heap, **head: Any) -> CheckRecord:
    (record,) = run_scenarios(hunt(), opener(make), [scenario(text, **head)], WORDS)
    return record


AT_SIX = """
[given.position]
count = "=heap.full - 1"
turn = "me"
"""
ONE_FITS = (
    AT_SIX
    + """
[[step]]
do = { action = "add", amount = 1 }
expect = { state = { count = "=heap.full", decider = "none", turn = "opponent", "me.count" = -7 } }
"""
)
TWO_DO_NOT = (
    AT_SIX
    + """
[[step]]
try = { action = "add", amount = 2 }
expect = { illegal = "heap.full", state = { count = 6 } }
"""
)
TWO_THEN_THREE = """
given = { new_game = { seed = 1 } }
[[step]]
do = { action = "add", amount = 2 }
[[step]]
do = { action = "add", amount = 2 }
[[step]]
try = { action = "add", amount = 3 }
expect = { illegal = "add.few" }
"""


def test_a_sound_engine_passes_and_what_was_shown_is_counted() -> None:
    record = judge(ONE_FITS)
    assert (record.verdict, record.check, record.rules) == (Verdict.PASS, "scenario:one", ["heap.full"])
    assert record.counts == {"steps": 1, "expectations": 5}
    assert (record.scope, record.shown) == ("A title", "1 step, 5 expectations met")
    assert judge(TWO_DO_NOT).verdict is Verdict.PASS
    assert judge(TWO_THEN_THREE).verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("text", "make", "rule", "expected", "observed", "refused"),
    [
        (ONE_FITS, lambda: Heap(full=6), "heap.full", "the action is legal", "refused: full", True),
        (
            TWO_DO_NOT,
            lambda: Heap(full=8),
            "heap.full",
            "the action is refused under heap.full",
            "it was carried out",
            False,
        ),
        (
            TWO_DO_NOT,
            lambda: Heap(full=8, most=1),
            "heap.full",
            "the action is refused under heap.full",
            "refused: too many",
            True,
        ),
        (
            TWO_DO_NOT,
            Marking,
            "heap.full",
            "a refused action changes nothing",
            "the refusal changed the game",
            True,
        ),
        (
            TWO_THEN_THREE,
            TakesAnything,
            "add.few",
            "the action is refused under add.few",
            "it was carried out",
            False,
        ),
        (ONE_FITS.replace("- 1", "- 3"), ForgetsTurns, "heap.full", "count is 7", "count is 5", False),
        (
            TWO_THEN_THREE,
            OffersInVain,
            "add.few",
            "the action is refused under add.few",
            "refused: no more today",
            True,
        ),
    ],
)
def test_each_way_to_break_a_scenario_is_a_violation_with_its_trace(
    text: str, make: Callable[[], Adapter], rule: str, expected: str, observed: str, refused: bool
) -> None:
    record = judge(text, make)
    assert record.verdict is Verdict.VIOLATION
    trace = record.trace
    assert trace is not None
    assert (trace.rule, trace.expected, trace.observed) == (rule, expected, observed)
    assert (trace.kind, trace.game, trace.edition, trace.engine) == ("engine", "toy", "only", "heap")
    assert trace.values == VALUES
    assert (trace.steps[-1].rule, trace.steps[-1].refused) == (rule, refused)
    assert all(not step.rule for step in trace.steps[:-1])
    assert trace.steps[0].text.startswith("add ")
    assert record.explanation == f"expected: {expected}; observed: {observed}"


def test_a_trace_tells_what_each_step_changed() -> None:
    record = judge(TWO_THEN_THREE, TakesAnything)
    assert record.trace is not None
    assert record.trace.steps[0].changed == {"count": [0, 2], "turn": [0, 1], "decider": [0, 1]}
    assert record.trace.board == ["heap of 4", "heap of 7"]
    assert set(record.trace.start) == {"new_game"}


def test_a_fact_that_was_not_read_is_inconclusive_and_named() -> None:
    (record,) = run_scenarios(hunt({}), opener(Heap), [scenario(ONE_FITS)], WORDS)
    assert (record.verdict, record.explanation) == (Verdict.INCONCLUSIVE, "the fact heap.full has no value")


def test_expectations_follow_the_facts() -> None:
    records = run_scenarios(hunt({"heap.full": 9}), opener(Heap), [scenario(ONE_FITS)], WORDS)
    assert [record.verdict for record in records] == [Verdict.VIOLATION]
    records = run_scenarios(hunt({"heap.full": 9}), opener(lambda: Heap(full=9)), [scenario(ONE_FITS)], WORDS)
    assert [record.verdict for record in records] == [Verdict.VIOLATION]  # "me.count" = -7 is no sum
    assert "me.count is -7" in records[0].explanation


@pytest.mark.parametrize("capability", ["position", "apply"])
def test_a_missing_capability_is_unsupported(capability: str) -> None:
    class Less(Heap):
        capabilities = tuple(name for name in ALL if name != capability)

    record = judge(ONE_FITS, Less)
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, f"the engine cannot: {capability}")


def test_an_engine_that_refuses_to_answer_is_unsupported() -> None:
    class Shut(Heap):
        def legal_actions(self) -> Any:
            raise toy.Refused([toy.Reason("shut", text="closed today")])

        def validate_deck(self, *_: Any) -> Any:
            return self.legal_actions()

    for text in (
        AT_SIX + '[[step]]\nexpect.offers = ["add"]',
        "given.deck.cards = [{ size = 2 }]\n[[step]]\nexpect = { legal = true }\n",
    ):
        record = judge(text, Shut)
        assert (record.verdict, record.explanation) == (
            Verdict.UNSUPPORTED,
            "the engine refuses: closed today",
        )


def test_what_the_scenario_needs_is_asked_for_too() -> None:
    record = judge('needs = ["clairvoyance"]\n' + ONE_FITS)
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, "the engine cannot: clairvoyance")


def test_an_engine_that_takes_no_made_up_cards_is_unsupported() -> None:
    class Less(Heap):
        capabilities = tuple(name for name in ALL if name != "card-facts")

    text = "given.deck.cards = [{ size = 2 }]\n[[step]]\nexpect = { legal = true }\n"
    assert judge(text).verdict is Verdict.PASS
    assert judge(text, Less).explanation == "the engine cannot: card-facts"


def test_editions_and_rules_that_an_engine_does_not_follow_are_unsupported() -> None:
    class Other(Heap):
        editions = ("another",)

    class Partly(Heap):
        unsupported: Mapping[str, tuple[str, ...]] = {"only": ("heap.full",)}

    assert judge(ONE_FITS, Other).explanation == "the engine does not follow only"
    assert judge(ONE_FITS, Partly).verdict is Verdict.UNSUPPORTED
    assert judge(ONE_FITS, Partly, rules='["add.few"]').verdict is Verdict.PASS


def test_a_scenario_of_another_edition_is_not_run_and_one_that_cannot_be_says_why() -> None:
    other = scenario('editions = ["another"]\n' + ONE_FITS)
    mine = scenario('editions = ["only", "another"]\n' + ONE_FITS, id="setup:two")
    hidden = scenario('not_executable = "nobody can see it"')
    records = run_scenarios(hunt(), opener(Breaks), [other, mine, hidden], WORDS)
    assert [(record.check, record.verdict) for record in records] == [
        ("setup:two", Verdict.PASS),
        ("scenario:one", Verdict.UNSUPPORTED),
    ]
    assert records[1].explanation == "nobody can see it"


def test_what_an_engine_does_not_show_is_not_held_against_it() -> None:
    record = judge(AT_SIX + '[[step]]\nexpect = { state = { colour = "red" } }')
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, "the engine does not show colour")


def test_a_scenario_that_expects_nothing_does_not_pass() -> None:
    assert judge(AT_SIX).verdict is Verdict.INCONCLUSIVE
    optional = AT_SIX + '[[step]]\ntry = { action = "add", amount = 2 }'
    assert judge(optional).verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "and has 0"),
        ("given = { position = {}, deck = {} }", "and has 2"),
        ("given = { position = {}, weather = 1 }", "nothing is given as weather"),
        ('given.position.count = "=heap.full+1"', "the fact heap.full+1 has no value"),
        ('given.position.count = "=heap.full +"', "is no sum"),
        ('given.deck.cards = ["A"]', "no card is called 'A'"),
        ('given.deck.cards = [{ kind = "odd" }]', "'odd' is not a sort of card"),
        ("given.new_game.weather = 1", "a new game is not given weather"),
        (AT_SIX + '[[step]]\ndo = { action = "add" }\ntry = { action = "add" }', "one of do, try and effect"),
        (AT_SIX + '[[step]]\ndo = { action = "add", amount = 1 }\nexpect = { legal = false }', "is legal"),
        (AT_SIX + '[[step]]\neffect = { action = "add", amount = 1 }', "is no effect"),
        (AT_SIX + '[[step]]\nexpect = { state = { "a..b" = 1 } }', "'a..b' is not a path"),
    ],
)
def test_a_scenario_that_is_not_well_written_is_no_verdict_on_the_engine(text: str, said: str) -> None:
    record = judge(text)
    assert record.verdict in (Verdict.ERROR, Verdict.INCONCLUSIVE)
    assert said in record.explanation


def test_effects_are_carried_out_and_may_be_refused() -> None:
    text = AT_SIX + '[[step]]\neffect = { effect = "less", amount = %d }\nexpect = %s'
    assert judge(text % (2, "{ state = { count = 4 } }")).verdict is Verdict.PASS
    assert judge(text % (9, '{ illegal = "add.some" }')).verdict is Verdict.PASS
    assert judge(text % (9, "{ legal = true }")).verdict is Verdict.VIOLATION


@pytest.mark.parametrize(("count", "verdict"), [(FULL, Verdict.PASS), (FULL + 1, Verdict.VIOLATION)])
def test_decks_are_judged_without_a_game(count: int, verdict: Verdict) -> None:
    record = judge(f"given.deck.cards = [{{ count = {count} }}]\n[[step]]\nexpect = {{ legal = true }}")
    assert record.verdict is verdict
    refused = judge(
        f"given.deck.cards = [{{ count = {count} }}]\n[[step]]\nexpect = {{ illegal = 'heap.full' }}"
    )
    assert (refused.verdict is Verdict.PASS) == (verdict is Verdict.VIOLATION)
    if record.trace:
        assert record.trace.start["deck"] == {"piles": {"cards": ["RH-00"] * count}}
        assert record.trace.observed == "refused: 8 cards"


def test_an_engine_that_breaks_is_an_error_and_started_again_for_the_next() -> None:
    made = []

    def make() -> Adapter:
        made.append(1)
        return Breaks()

    scenarios = [scenario(TWO_THEN_THREE, id="breaks"), scenario(ONE_FITS, id="sound")] * 2
    records = run_scenarios(hunt(), opener(make), scenarios, WORDS)
    assert [record.verdict for record in records] == [Verdict.ERROR, Verdict.PASS] * 2
    assert records[0].explanation == "failed: apply: RuntimeError: four!"
    assert records[0].trace is not None
    assert [step.text for step in records[0].trace.steps] == ["add 2"]
    assert len(made) == 3
    made.clear()
    records = run_scenarios(hunt(), opener(make), [scenarios[0]] * 6, WORDS)
    assert [record.verdict for record in records] == [Verdict.ERROR] * 6
    assert len(made) == 1 + RESTARTS
    assert records[-1].explanation.startswith("not asked: failed")


def test_an_engine_that_does_not_start_again_is_an_error_for_the_rest() -> None:
    calls = []

    def open_adapter() -> Adapter:
        calls.append(1)
        if len(calls) > 1:
            raise EngineStartError("the engine is gone", "buy another")
        return opener(Breaks)()

    records = run_scenarios(hunt(), open_adapter, [scenario(TWO_THEN_THREE), scenario(ONE_FITS)], WORDS)
    assert [record.verdict for record in records] == [Verdict.ERROR] * 2
    assert records[1].explanation == "not asked: the engine is gone; buy another"


def test_a_position_that_is_refused_under_a_rule_of_the_scenario_breaks_it() -> None:
    class Narrow(Heap):
        rule = ""

        def position(self, *_: Any) -> Any:
            raise toy.Refused([toy.Reason("no", self.rule)])

    class Rule(Narrow):
        rule = "heap.full"

    assert judge(ONE_FITS, Rule).verdict is Verdict.VIOLATION
    assert judge(ONE_FITS, Narrow).verdict is Verdict.UNSUPPORTED


# --- what happened, what is offered, which thing is meant


class Noting(Heap):
    """Tells what has happened since the last action, and shows what was added as things of a list."""

    capabilities = (*ALL, "card-effects")
    added: tuple[int, ...] = ()
    happened: tuple[str, ...] = ()

    def apply(self, action: Action) -> Observation:
        super().apply(action)
        self.added = (*self.added, action["amount"])
        self.happened = ("touched", "added", "passed")
        return self.observe()

    def observe(self) -> Observation:
        stones = [{"id": f"s{n}", "size": size, "card": "RH-01"} for n, size in enumerate(self.added)]
        told = [{"event": name} for name in self.happened]
        return {**super().observe(), "stones": stones, "events": told}


TWO_ADDED = TWO_THEN_THREE.partition("[[step]]\ntry")[0]


@pytest.mark.parametrize(
    ("events", "met"),
    [
        (["added"], True),
        (["touched", "passed"], True),
        (["touched", "added", "passed"], True),
        (["passed", "added"], False),
        (["added", "added"], False),
        (["gone"], False),
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
    view = View(shown, DCG_WORDS, Cards(DCG_WORDS, {"A": {"dp": 9000}, "B": {"dp": 8000}}))
    assert view.cards.numbers("A") == ["RH-01"]
    assert view.argument("waiting[card=A]") == "e2"
    assert view.argument("waiting[from=B]") == "e1"
    assert view.argument("waiting[from=a2]") == "e1"
    assert view.wanted(["A", "waiting[1]", "none", 3]) == ["RH-01", "e2", None, 3]
    with pytest.raises(NoSuchThing):
        view.argument("waiting[from=e1]")


def test_an_action_may_name_an_effect_and_is_an_action_all_the_same() -> None:
    asked = []

    class Chooser(Noting):
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
    (record,) = run_scenarios(hunt(), opener(Asks), [scenario(text)], words)
    assert (record.verdict, record.counts["steps"]) == (Verdict.PASS, 6)
    for make, known in ((AsksForAWay, words), (Asks, WORDS)):
        (record,) = run_scenarios(hunt(), opener(make), [scenario(text)], known)
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
    records = run_scenarios(hunt(), opener(Heap), each_case(scenario(text)), WORDS)
    assert [(record.check, record.scope, record.verdict) for record in records] == [
        ("scenario:one/1", "A title", Verdict.PASS),
        ("scenario:one/2", "A title: too much", Verdict.VIOLATION),
    ]


# --- what is given


def test_cards_that_ask_for_more_are_for_engines_that_take_it() -> None:
    words = msgspec.structs.replace(WORDS, needs={"glows": "card-effects"})
    text = "given.deck.cards = [{ glows = true }]\n[[step]]\nexpect = { legal = true }\n"
    (able,) = run_scenarios(hunt(), opener(Noting), [scenario(text)], words)
    assert able.verdict is Verdict.PASS
    (unable,) = run_scenarios(hunt(), opener(Heap), [scenario(text)], words)
    assert (unable.verdict, unable.explanation) == (
        Verdict.UNSUPPORTED,
        "the engine cannot: card-effects",
    )


PRINTED = {"X-1": Card("X-1", "Printed", {"kind": "plain", "size": 4})}


def with_own_cards(cards: Mapping[str, str], *capabilities: str) -> Handshake:
    return Handshake("1.0", "toy", "heap", "1", capabilities, cards=cards)


def test_an_engine_with_cards_of_its_own_is_given_those() -> None:
    words = msgspec.structs.replace(WORDS, printed=PRINTED, needs={"glows": "card-effects"})
    named = {"known": {"size": 9, "known": ["Y-1", "Y-2"]}, "printed": {"card": "X-1"}, "odd": {"size": 8}}
    own = Cards(words, named, with_own_cards({"Y-2": "their-y2", "X-1": "their-x1"}))
    assert [own.numbers(name) for name in named] == [["their-y2"], ["their-x1"], ["RH-03"]]
    assert own.unresolved == {"RH-03": "the engine cannot: card-facts"}
    assert own.unresolved == {"RH-03": "the engine cannot: card-facts"}
    by_facts = Cards(words, named, with_own_cards({"Y-2": "their-y2", "X-1": "their-x1"}, "card-facts"))
    assert [by_facts.numbers(name) for name in named] == [["RH-01"], ["X-1"], ["RH-03"]]
    assert by_facts.unresolved == {}


def test_a_printed_card_that_has_the_facts_will_do_once() -> None:
    printed = {
        "P-1": Card("P-1", "Glowing", {"kind": "plain", "size": 4, "glows": True}),
        "P-2": Card("P-2", "Round", {"kind": "plain", "size": 4, "shape": "round"}),
        "P-3": Card("P-3", "Square", {"kind": "plain", "size": 4, "shape": "square"}),
        "P-4": Card("P-4", "Small", {"kind": "plain", "size": 3}),
    }
    words = msgspec.structs.replace(WORDS, printed=printed, needs={"glows": "card-effects"})
    cards = Cards(words, {}, with_own_cards({number: f"their-{number}" for number in printed}))
    assert cards.numbers({"size": 4}) == ["their-P-2"]
    assert cards.numbers({"size": 4, "copy": "another"}) == ["their-P-3"]
    assert cards.numbers({"size": 4, "glows": True}) == ["their-P-1"]
    assert cards.unresolved == {}
    cards.numbers({"size": 4, "copy": "a third"})
    cards.numbers({"without": ["size"]})
    assert list(cards.unresolved.values()) == ["the engine cannot: card-facts"] * 2


def test_the_card_without_facts_counts_as_unresolved_only_where_it_is_used() -> None:
    cards = Cards(WORDS, {}, with_own_cards({}))
    assert cards.unresolved == {}
    assert cards.numbers({}) == ["RH-00"]
    assert list(cards.unresolved) == ["RH-00"]


@pytest.mark.parametrize(
    ("requirement", "said"),
    [({"card": "X-2"}, "those at hand"), ({"card": "X-1", "size": 3}, "more of it: size")],
)
def test_a_printed_card_is_asked_for_by_a_known_number_alone(requirement: Any, said: str) -> None:
    words = msgspec.structs.replace(WORDS, printed=PRINTED)
    with pytest.raises(BadScenario, match=said):
        Cards(words, {"it": requirement}).numbers("it")


def test_printed_cards_are_read_from_the_files_that_the_words_name(tmp_path: Any) -> None:
    words, cards = tmp_path / "words" / "defaults.toml", tmp_path / "cards.toml"
    words.parent.mkdir()
    text = 'card_files = ["../cards.toml"]\npiles = []\n[card]\nby = "k"\ndefault = "d"\n[card.facts]\n'
    words.write_text(text)
    cards.write_text('[[card]]\nnumber = "N-1"\nname = "One"\nsize = 3\n')
    assert load_vocabulary(words).printed == {"N-1": Card("N-1", "One", {"size": 3})}
    for wrong in ('[[card]]\nname = "One"\n', "card = 3\n", "[[card\n"):
        cards.write_text(wrong)
        with pytest.raises(UserError, match=r"cards\.toml"):
            load_vocabulary(words)


DCG_WORDS = Vocabulary(
    CardWords(
        "kind",
        "digimon",
        {
            "digimon": {"level": 3, "dp": 3000, "play_cost": 3, "colors": ["red"]},
            "digi-egg": {"level": 2, "colors": ["red"]},
        },
    ),
    ("hand", "deck", "security", "egg_deck", "trash", "cards", "main", "eggs"),
    sided={"memory": "turn"},
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("memory.max + 1", 11),
        ("egg-deck.max - memory.max - 2", -7),
        ("3", 3),
        ("-3 + 1", -2),
        (" memory.max ", 10),
    ],
)
def test_sums_of_facts(text: str, value: int) -> None:
    assert total(text, {"memory.max": 10, "egg-deck.max": 5}) == value


@pytest.mark.parametrize("text", ["", "memory.max +", "1 2", "1 * 2", "+ 1"])
def test_what_is_no_sum_is_refused(text: str) -> None:
    with pytest.raises((BadScenario, UnknownFact)):
        total(text, {"memory.max": 10})


@pytest.mark.parametrize("value", [True, "10", None, 1.5])
def test_a_fact_that_is_no_whole_number_is_unknown(value: Any) -> None:
    with pytest.raises(UnknownFact, match=r"memory\.max"):
        worked_out({"a": [{"b": "=memory.max"}]}, {"memory.max": value})


def test_equal_requirements_are_one_card_in_the_order_first_met() -> None:
    cards = Cards(DCG_WORDS, {"A": {"dp": 9000}, "B": {"dp": 9000}})
    numbers = [cards.number({"play_cost": 5}), cards.number({}), cards.number({"level": 3, "play_cost": 5})]
    assert numbers == ["RH-01", "RH-00", "RH-01"]
    assert cards.number({"play_cost": 5, "copy": "b"}) == "RH-02"
    assert cards.numbers("A") != cards.numbers("B")
    assert cards.numbers("A") == cards.numbers("A")
    egg, bare = cards.number({"kind": "digi-egg"}), cards.number({"without": ["dp"]})
    facts = {card.number: card.facts for card in cards.cards}
    assert facts[egg] == {"kind": "digi-egg", "level": 2, "colors": ["red"]}
    assert facts[bare] == {key: value for key, value in facts["RH-00"].items() if key != "dp"}


def test_piles_are_filled_with_so_many_copies_of_each_card() -> None:
    cards = Cards(DCG_WORDS, {})
    numbers = cards.numbers({"count": 10, "copies": 4})
    assert [numbers.count(number) for number in dict.fromkeys(numbers)] == [4, 4, 2]


def test_a_position_is_written_for_me_and_my_opponent() -> None:
    cards = Cards(DCG_WORDS, {"A": {"dp": 9000}})
    given = {"turn": "opponent", "me": {"battle": [{"cards": ["A", {}]}], "deck": 5, "breeding": "none"}}
    assert position(given, cards, DCG_WORDS) == {
        "turn": 1,
        "players": [{"battle": [{"cards": ["RH-01", "RH-00"]}], "deck": 5, "breeding": None}, {}],
    }


def test_words_that_are_not_well_written_are_one_line(tmp_path: Any) -> None:
    path = tmp_path / "defaults.toml"
    for text in ("piles = 3", "[card", "piles = []\n[card]\nby = 'k'\ndefault = 'd'\nodd = 1\n[card.facts]"):
        path.write_text(text)
        with pytest.raises(UserError) as caught:
            load_vocabulary(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(UserError):
        load_vocabulary(tmp_path / "none.toml")


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
    hunted = Hunt(dcg, "manual-2.3", {**dcg.rulesets["manual-2.3"], **values}, "reference")
    scenarios = [scenario(text, id=id) for id, text in DCG_SCENARIOS.items()]
    records = run_scenarios(hunted, lambda: open_engine("reference", "dcg"), scenarios, DCG_WORDS)
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
