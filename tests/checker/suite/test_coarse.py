"""Engines that show little, and decide for the players: silence where they are right, findings where not."""

from __future__ import annotations

import shlex
import sys

import msgspec
import pytest

from rulehound.checker.efforts import Bounds, Scope
from rulehound.checker.engines import open_engine
from rulehound.checker.judging.coverage import STEPS
from rulehound.checker.judging.target import target_of
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.engine_limits import own_choices, positions_led_to
from rulehound.checker.suite.exploration import EXPLORED, explore
from rulehound.checker.suite.leading import with_positions
from rulehound.checker.suite.play import Played, play
from rulehound.checker.suite.play.session import Session
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.checker.suite.scenarios.running import UNASKED
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.documents.store import load_store
from rulehound.spec.formats import (
    Action,
    Adapter,
    Deck,
    Handshake,
    Observation,
    Reason,
    Refused,
    Scenario,
    Setup,
)
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.folders import TESTS
from rulehound_testing.rotating import of_this_run
from rulehound_testing.toy.scenarios import scenario

COARSE = TESTS / "rulehound_testing" / "dcg" / "coarse_engine.py"
RULES = BoundModel(game, "manual-2.3", VALUES)
SCOPE = Scope(games=3, steps=80, examples=0, runs=10, search_steps=20)
WORDS = load_vocabulary(game.directory / "scenarios" / "defaults.toml")


def coarse(fault: str = "") -> Adapter:
    return open_engine(shlex.join([sys.executable, str(COARSE), *([fault] if fault else [])]), "dcg")


def played(fault: str = "", seed: int = 1) -> Played:
    return play(target_of(RULES, "coarse", lambda: coarse(fault)), seed=seed, scope=SCOPE)


def broken(records: list[CheckRecord]) -> set[str]:
    return {record.rules[0] for record in records if record.verdict is Verdict.VIOLATION}


def test_a_coarse_engine_that_is_right_is_played_in_silence() -> None:
    found = played()
    assert {record.verdict for record in found.records} == {Verdict.PASS, Verdict.NOT_EXERCISED}
    judged = found.seen[STEPS] - sum(
        n for why, n in found.not_judged.items() if "could not be followed" in why
    )
    assert judged > 150


@pytest.mark.parametrize(
    ("fault", "rules"),
    of_this_run(
        [("pass-2", {"turn.pass"}), ("no-draw", {"digivolve.draw"}), ("moves-eggs", {"battle.level-2"})], 3
    ),
)
def test_its_faults_are_found(fault: str, rules: set[str]) -> None:
    assert broken(played(fault).records) >= rules


class Chooses(DcgAdapter):
    """The reference engine, which decides on breeding and blocks by itself, and tells all that happened."""

    chosen = ("breeding", "block")

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(super().handshake(), chooses=list(self.chosen))

    def position(self, *given: object) -> Observation:  # type: ignore[override]
        return self.decided(super().position(*given))  # type: ignore[arg-type]

    def apply(self, action: Action) -> Observation:
        return self.decided(super().apply(action))

    def decided(self, seen: Observation) -> Observation:
        events = list(seen["events"])
        while seen["winner"] is None and seen["decision"] in self.chosen:
            seen = super().apply(self.legal_actions()[0])
            events += seen["events"]
        return {**seen, "events": events}


class ChoosesWithoutRules(Chooses):
    """And whoever passes keeps a memory."""

    def decided(self, seen: Observation) -> Observation:
        told = super().decided(seen)
        return {**told, "memory": min(told["memory"], 2)}


def scenarios(*beginnings: str) -> list[Scenario]:
    return [one for one in load_store(game.directory).scenarios if one.id.startswith(beginnings)]


def test_a_scenario_that_goes_otherwise_by_what_the_engine_chooses_is_not_judged() -> None:
    records = run_scenarios(
        target_of(RULES, "coarse", Chooses), scenarios("rules/block-", "rules/breeding-", "bounds/"), WORDS
    )
    verdicts = {record.verdict for record in records}
    assert verdicts == {Verdict.PASS, Verdict.UNSUPPORTED}
    otherwise = [record for record in records if "by what the engine chooses by itself" in record.explanation]
    assert len(otherwise) > 5


def test_a_scenario_that_breaks_a_rule_whatever_was_chosen_is_a_violation() -> None:
    records = run_scenarios(
        target_of(RULES, "coarse", ChoosesWithoutRules), scenarios("bounds/memory-pass"), WORDS
    )
    assert [record.verdict for record in records] == [Verdict.VIOLATION]
    assert (
        run_scenarios(target_of(RULES, "coarse", Chooses), scenarios("bounds/memory-pass"), WORDS)[0].verdict
        is Verdict.PASS
    )


class ChoosesHands(Chooses):
    """It decides on the exchange of hands alone, and knows no end of an attack."""

    chosen = ("redraw",)

    def apply(self, action: Action) -> Observation:
        with FAULTS["ends-of-attacks-set-off-nothing"].install():
            return super().apply(action)


class ChoosesBlocks(ChoosesHands):
    """It decides on blocks alone."""

    chosen = ("block",)


def test_what_it_chooses_excuses_what_that_can_have_changed_and_nothing_more() -> None:
    """No hand is exchanged in an attack, and nobody can block where nothing stands."""
    for engine in (ChoosesHands, ChoosesBlocks):
        records = run_scenarios(target_of(RULES, "coarse", engine), scenarios("rulings/main-phase-16"), WORDS)
        assert [record.verdict for record in records] == [Verdict.VIOLATION]


class Numbers(DcgAdapter):
    """The reference engine, known by the numbers of its actions alone.

    It says that it does not ask for the breeding phase where that has one answer alone.
    """

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(super().handshake(), unasked=["breeding"])

    def legal_actions(self) -> list[Action]:
        return [{**action, "number": number} for number, action in enumerate(super().legal_actions())]

    def apply(self, action: Action) -> Observation:
        offered = super().legal_actions()
        if action.get("number", len(offered)) >= len(offered):
            raise Refused([Reason("no-such-number")])
        return self.decided(super().apply(offered[action["number"]]))

    def decided(self, seen: Observation) -> Observation:
        while seen["decision"] == "breeding" and len(offered := super().legal_actions()) == 1:
            seen = super().apply(offered[0])
        return seen


def test_an_engine_is_spoken_to_by_its_own_numbers_and_what_it_does_not_ask_is_left_out() -> None:
    asked = scenarios("rules/draw-first-turn", "rules/attack-", "bounds/")
    records = run_scenarios(target_of(RULES, "coarse", Numbers), asked, WORDS)
    told = {record.check: record.verdict for record in records if record.verdict is not Verdict.PASS}
    assert told == {}


class WithoutEggs(Numbers):
    """And its decks have no Digi-Eggs."""

    def new_game(self, setup: Setup) -> Observation:
        decks = [Deck({"main": deck.piles["main"], "eggs": []}) for deck in setup.decks]
        return self.decided(super().new_game(msgspec.structs.replace(setup, decks=decks)))


class SkipsTheFirst(Numbers):
    """And the first breeding phase is left out, whatever there is to hatch."""

    def new_game(self, setup: Setup) -> Observation:
        super().new_game(setup)
        return DcgAdapter.apply(self, {"action": "skip"})


def test_a_scenario_does_not_expect_to_be_asked_for_what_has_one_answer_alone() -> None:
    asked = scenarios("rules/setup-first-player")
    (told, *_) = run_scenarios(target_of(RULES, "coarse", WithoutEggs), asked, WORDS)
    assert (told.verdict, told.explanation) == (Verdict.PASS, "")
    assert broken(run_scenarios(target_of(RULES, "coarse", SkipsTheFirst), asked, WORDS)) == {
        "setup.first-player"
    }


class LeavesOutAtTheStart(Numbers):
    """And does so in positions."""

    def position(self, *given: object) -> Observation:  # type: ignore[override]
        return self.decided(super().position(*given))  # type: ignore[arg-type]


def test_a_scenario_that_goes_otherwise_by_what_is_not_asked_is_not_judged() -> None:
    at_the_start, later, *_ = scenarios("rules/turn-main-phase-not-in-breeding", "rulings/draw-phase-01")
    asked = [at_the_start, later]
    records = run_scenarios(target_of(RULES, "coarse", LeavesOutAtTheStart), asked, WORDS)
    assert [(one.verdict, one.explanation) for one in records] == [(Verdict.UNSUPPORTED, UNASKED)] * 2
    assert {one.verdict for one in run_scenarios(target_of(RULES, "coarse", DcgAdapter), asked, WORDS)} == {
        Verdict.PASS
    }


class NoEggs(DcgAdapter):
    """The reference engine with decks that have no Digi-Eggs."""

    def new_game(self, setup: Setup) -> Observation:
        decks = [Deck({"main": deck.piles["main"], "eggs": []}) for deck in setup.decks]
        return super().new_game(msgspec.structs.replace(setup, decks=decks))


class NeverHatches(DcgAdapter):
    """The reference engine, which does not let eggs hatch."""

    def legal_actions(self) -> list[Action]:
        return [action for action in super().legal_actions() if action["action"] != "hatch"]


def test_what_is_offered_with_the_engines_own_cards_hangs_on_their_decks() -> None:
    asked, own = scenarios("rulings/game-setup-02"), msgspec.structs.replace(WORDS, own={"QX-001": "cinder"})
    assert [one.verdict for one in run_scenarios(target_of(RULES, "coarse", NoEggs), asked, own)] == [
        Verdict.PASS
    ]
    for engine, words in ((NoEggs, WORDS), (NeverHatches, own)):
        assert [one.verdict for one in run_scenarios(target_of(RULES, "coarse", engine), asked, words)] == [
            Verdict.VIOLATION
        ]


class NumbersAndPassesTwo(Numbers):
    """And whoever passes gives the other player two memory."""

    def decided(self, seen: Observation) -> Observation:
        shown = super().decided(seen)
        return {**shown, "memory": min(shown["memory"], 2)}


def test_what_such_an_engine_gets_wrong_is_a_violation() -> None:
    asked = scenarios("bounds/memory-pass", "bounds/breeding-capacity")
    records = run_scenarios(target_of(RULES, "coarse", NumbersAndPassesTwo), asked, WORDS)
    assert {record.verdict for record in records} == {Verdict.VIOLATION}


class PassesTwoLater(Numbers):
    """And whoever passes for the second time gives the other player two memory."""

    passed = 0

    def apply(self, action: Action) -> Observation:
        passes = self.legal_actions()[action.get("number", -1)]["action"] == "pass"
        shown = super().apply(action)
        self.passed += passes
        return {**shown, "memory": min(shown["memory"], 2)} if self.passed > 1 else shown


def test_what_breaks_a_rule_where_something_is_not_asked_is_a_violation() -> None:
    asked = [*scenarios("rulings/draw-phase-01")[:1], *scenarios("bounds/breeding-capacity")]
    assert broken(run_scenarios(target_of(RULES, "coarse", NumbersAndPassesTwo), asked[:1], WORDS)) == {
        "draw.one"
    }
    assert broken(run_scenarios(target_of(RULES, "coarse", PassesTwoLater), asked[1:], WORDS)) == {
        "breeding.capacity"
    }


def test_an_action_is_taken_again_by_the_number_that_it_has_by_then() -> None:
    session = Session(Numbers(), Start(setup=game.setup(1, VALUES)), target_of(RULES, "x", Numbers).judge)
    [skip] = [action for action in session.offered() if action["action"] == "skip"]
    assert session.listed({"action": "skip", "number": skip["number"] + 1}) == skip
    assert session.listed({"action": "play", "card": "a1", "number": 0}) == {"action": "play", "card": "a1"}


class NoPositions(DcgAdapter):
    """The reference engine, which sets up no positions and saves nothing."""

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        able = [name for name in greeting.capabilities if name not in ("position", "save")]
        return msgspec.structs.replace(greeting, capabilities=able)


class NumbersWithoutPositions(Numbers):
    """And sets up no positions."""

    def handshake(self) -> Handshake:
        return NoPositions().handshake()


def test_an_engine_is_led_past_what_it_does_not_ask() -> None:
    asked = scenarios("bounds/memory-max", "rules/play-from-hand", "rules/attack-suspends")
    engines = NoPositions, NumbersWithoutPositions
    told = [run_scenarios(with_positions(target_of(RULES, "coarse", one)), asked, WORDS) for one in engines]
    passed, by_numbers = ([record.check for record in one if record.verdict is Verdict.PASS] for one in told)
    assert by_numbers == passed != []


def starts(*ids: str) -> list[Start]:
    greeting = DcgAdapter().handshake()
    return [arrange(one, RULES, WORDS, greeting).start for one in scenarios(*ids)]


def test_an_engine_that_is_led_is_explored_from_where_it_is_led_to() -> None:
    led = with_positions(target_of(RULES, "coarse", NoPositions))
    there = starts("bounds/memory-max-play", "bounds/digivolve-draw", "rules/play-from-hand")
    records = explore(led, there, Bounds(states=60, depth=3))
    assert {record.verdict for record in records} == {Verdict.PASS}
    (explored,) = [record for record in records if record.check == EXPLORED]
    assert "starts that the engine does not take, is not led to or shows broken" in explored.shown
    assert explored.counts["states"] > 3


def test_a_coarse_engine_is_not_led_and_that_is_told() -> None:
    led = with_positions(target_of(RULES, "coarse", coarse))
    records = run_scenarios(led, scenarios("bounds/memory-max-play", "bounds/digivolve-draw"), WORDS)
    assert {record.verdict for record in records} == {Verdict.UNSUPPORTED}
    count, why = positions_led_to(records)
    assert count.startswith(f"0 of {len(records)} positions led to and judged there")
    assert why.startswith(
        f"{len(records)} positions not led to: the engine does not show ids: scenario:bounds/"
    )


def test_it_is_told_how_many_positions_an_engine_was_led_to() -> None:
    ids = ("bounds/memory-pass", "rules/game-deck-out", "rulings/delay-01")
    asked = scenarios(*ids)
    count, *others = positions_led_to(run_scenarios(target_of(RULES, "coarse", NoPositions), asked, WORDS))
    assert count.startswith(f"1 of {len(asked)} positions led to and judged there")
    assert sorted(others) == [
        "1 position led to and not judged, since what came next depended on something beyond the position: "
        "scenario:rules/game-deck-out",
        "1 position not led to: it comes about by effects alone: an Option lies on the field: "
        "scenario:rulings/delay-01",
    ]
    assert positions_led_to(run_scenarios(target_of(RULES, "coarse", DcgAdapter), asked, WORDS)) == []


def test_what_an_engine_chooses_is_told() -> None:
    greeting = msgspec.structs.replace(DcgAdapter().handshake(), chooses=["block", "weather"])
    chosen, strange = own_choices(game, greeting)
    assert chosen.endswith(": block")
    assert strange.endswith(": weather")
    assert own_choices(game, DcgAdapter().handshake()) == []


class Undeclared(WithoutEggs):
    """And it neither says what it does not ask nor sets up positions, in which that would be seen."""

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        able = [name for name in greeting.capabilities if name != "position"]
        return msgspec.structs.replace(greeting, unasked=[], capabilities=able)


def test_what_is_left_to_an_engine_is_counted_and_left_to_nobody_who_does_not_say_so() -> None:
    asked = scenarios("rules/setup-first-player")[:1]
    (told,) = run_scenarios(target_of(RULES, "coarse", WithoutEggs), asked, WORDS)
    assert told.counts["left to the engine"] == 1
    assert told.shown.endswith("; left to the engine: breeding")
    (told,) = run_scenarios(target_of(RULES, "coarse", Undeclared), asked, WORDS)
    assert (told.verdict, told.explanation) == (Verdict.UNSUPPORTED, UNASKED)
    (told,) = run_scenarios(target_of(RULES, "reference", DcgAdapter), asked, WORDS)
    assert "left to the engine" not in told.counts


ATTACKS_WHILE_ASKED = """
[given.cards.striker]
effects = [
  { timing = "when-attacking", steps = [{ do = "memory", amount = 1 }] },
  { timing = "when-attacking", steps = [{ do = "draw", count = 1 }] },
]
[given.position]
memory = 2
me = { battle = [{ cards = ["striker"] }, { cards = [{}] }], deck = 5 }
opponent = { security = 3, deck = 5 }
[[step]]
do = { action = "attack", attacker = "me.battle[0]", target = "player" }
[[step]]
do = { action = "attack", attacker = "me.battle[1]", target = "player" }
"""


def test_an_action_out_of_its_turn_is_not_passed_over_while_an_effect_asks() -> None:
    class Says(DcgAdapter):
        def handshake(self) -> Handshake:
            return msgspec.structs.replace(super().handshake(), unasked=["main", "breeding"])

    at_main = ATTACKS_WHILE_ASKED.rpartition("[[step]]")[0] + 'expect.state = { decision = "main" }'
    asked = [scenario(ATTACKS_WHILE_ASKED), scenario(at_main)]
    for make in (DcgAdapter, Says):
        told = run_scenarios(target_of(RULES, "reference", make), asked, WORDS)
        assert [one.verdict for one in told] == [Verdict.VIOLATION] * 2
        assert told[1].explanation == 'expected: decision is "main"; observed: decision is "order"'
