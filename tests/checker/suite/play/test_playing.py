"""Play of toy engines and of the reference engine: faults are found, shortened, told apart, and replayed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.engines import RESTARTS, RestartedEngine, open_engine
from rulehound.checker.errors import UserError
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import target_of
from rulehound.checker.judging.traces import Start, Taken
from rulehound.checker.records import CheckRecord, Finding, Trace, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import Played, play
from rulehound.checker.suite.play.hypothesis_machine import hypothesis_run
from rulehound.checker.suite.play.play_log import PlayLog
from rulehound.checker.suite.play.played_engine import PlayedEngine, Stop
from rulehound.checker.suite.play.random_games import kind_of, liked, walk
from rulehound.checker.suite.play.session import Detection, Oracle
from rulehound.checker.suite.play.shrinking import FailingGame, action_again, reduced, rerun_steps, shortest
from rulehound.checker.suite.replay import read_trace, replay, replay_model
from rulehound.checker.wording import counted
from rulehound.spec.dcg import game as dcg
from rulehound.spec.formats import Action, Adapter, Card, Observation, Reason, Refused, Setup
from rulehound_testing.dcg.values import VALUES as VALUES_OF_DCG
from rulehound_testing.faults.engines import create as faulty_engine
from rulehound_testing.folders import TESTS
from rulehound_testing.rotating import of_this_run
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.play import (
    ALL,
    VALUES,
    Breaks,
    ForgetsTurns,
    Heap,
    Marking,
    OffersInVain,
    TakesAnything,
    opener,
    target,
)

SMALL = Scope(games=6, steps=20, examples=6, example_steps=10, runs=40, search_steps=100)


def played(make: Callable[[], Adapter], scope: Scope = SMALL, values: Mapping[str, Any] = VALUES) -> Played:
    return play(target(opener(make), values), seed=1, scope=scope)


def violations(outcome: Played) -> dict[str, CheckRecord]:
    return {record.check: record for record in outcome.records if record.verdict is Verdict.VIOLATION}


def judge_for(_: Mapping[str, Card]) -> Judge:
    return Judge(CompiledModel(toy.game, VALUES), {})


def toy_ground(make: Callable[[], Adapter], values: Mapping[str, Any] = VALUES) -> PlayedEngine:
    toy_target = target(opener(make), values)
    return PlayedEngine(toy_target, RestartedEngine(toy_target.open), 1, None, PlayLog())


def test_a_sound_engine_breaks_nothing_and_every_check_says_how_often_it_was_judged() -> None:
    outcome = played(Heap)
    assert {record.verdict for record in outcome.records} == {Verdict.PASS}
    rules = {record.check: record.rules for record in outcome.records}
    assert rules["invariant:heap.full"] == ["heap.full"]
    assert rules["effect:add.turns"] == ["add.turns"]
    assert rules["engine:accepts-offered"] == rules["engine:refusal-changes-nothing"] == []
    for record in outcome.records:
        assert record.counts["judged"] > 0
        assert (
            f"judged {counted(record.counts['judged'], 'time')} in {counted(outcome.games, 'game')}"
            in record.shown
        )
        assert record.scope == str(SMALL)
    assert outcome.games >= 6 + 6  # a game that is over makes room for another
    assert outcome.actions.keys() == {"add"}
    assert sum(outcome.actions.values()) + sum(outcome.effects.values()) == outcome.steps


FAULTS: list[Any] = [
    # 6 can be reached in three steps, and then the offer of 2 is wrong; the trace ends with it
    (lambda: Heap(full=8), "guard:add:heap.full", "heap.full", 4),
    # the offer of 3 is wrong at once
    (lambda: Heap(most=3), "guard:add:add.few", "add.few", 1),
    # 6 can be reached in three steps, and then 1 is refused
    (lambda: Heap(full=6), "guard:add:heap.full", "heap.full", 4),
    (TakesAnything, "guard:add:add.few", "add.few", 1),
    # 5 takes three steps
    (ForgetsTurns, "effect:add.turns", "add.turns", 3),
    # 4 takes two steps, and then all that is offered is refused
    (OffersInVain, "engine:accepts-offered", "add.turns", 3),
    (Marking, "engine:refusal-changes-nothing", "", 1),
]
"""An engine with a fault, the check that finds it, its rule, and the fewest steps that show it."""


@pytest.mark.parametrize(
    "scope",
    [
        replace(SMALL, games=20, examples=0),
        replace(SMALL, games=0, examples=40),
    ],
    ids=["random-games", "Hypothesis"],
)
@pytest.mark.parametrize(("make", "check", "rule", "steps"), FAULTS, ids=[fault[1] for fault in FAULTS])
def test_a_fault_is_found_under_its_rule_by_the_fewest_steps(
    make: Callable[[], Adapter], check: str, rule: str, steps: int, scope: Scope
) -> None:
    found = violations(played(make, scope))
    assert check in found, sorted(found)
    record = found[check]
    trace = record.trace
    assert trace is not None
    assert record.rules == ([rule] if rule else [])
    assert (trace.rule, len(trace.steps)) == (rule, steps)
    assert record.counts["times"] >= 1
    assert record.label == ""
    again = replay(trace, opener(make)(), judge_for)
    assert (again.reproduced, again.steps, again.difference) == (True, steps, "")
    sound = replay(trace, opener(Heap)(), judge_for)
    assert not sound.reproduced or not sound.findings


@pytest.mark.parametrize("make", [lambda: Heap(most=3), lambda: Heap(full=6), ForgetsTurns])
def test_a_trace_of_a_fault_differs_on_a_sound_engine_at_its_last_step(make: Callable[[], Adapter]) -> None:
    shortened = [record for record in violations(played(make)).values() if not record.label]
    assert shortened
    for record in shortened:
        assert record.trace is not None
        sound = replay(record.trace, opener(Heap)())
        assert (sound.reproduced, sound.steps) == (False, len(record.trace.steps) - 1)
        assert sound.difference


def test_a_document_that_allows_more_is_violated_by_an_engine_that_is_too_strict() -> None:
    found = violations(played(Heap, values={"heap.full": 8}))
    assert {record.rules[0] for record in found.values()} == {"heap.full"}
    assert {record.trace.steps[-1].refused for record in found.values() if record.trace} == {True}


def test_without_a_needed_fact_or_capability_nothing_passes() -> None:
    class Less(Heap):
        capabilities = tuple(name for name in ALL if name != "legal-actions")

    class Other(Heap):
        editions = ("another",)

    for make, values, verdict, why in [
        (Heap, {}, Verdict.INCONCLUSIVE, "no value for heap.full"),
        (Less, VALUES, Verdict.UNSUPPORTED, "the engine cannot: legal-actions"),
        (Other, VALUES, Verdict.UNSUPPORTED, "the engine does not follow only"),
    ]:
        outcome = played(make, values=values)
        assert {(record.verdict, record.explanation) for record in outcome.records} == {(verdict, why)}
        assert "invariant:heap.full" in {record.check for record in outcome.records}
        assert outcome.games == outcome.steps == 0


def test_rules_that_the_engine_does_not_follow_are_not_judged() -> None:
    class Partly(Heap):
        unsupported: Mapping[str, tuple[str, ...]] = {"only": ("heap.full",)}

    outcome = played(lambda: Partly(full=8))
    verdicts = {record.check: record.verdict for record in outcome.records}
    assert verdicts["invariant:heap.full"] is Verdict.UNSUPPORTED
    assert verdicts["guard:add:add.few"] is Verdict.PASS
    assert Verdict.VIOLATION not in verdicts.values()


def test_an_engine_that_breaks_is_an_error_and_nothing_else_passes() -> None:
    made = []

    def make() -> Adapter:
        made.append(1)
        return Breaks()

    tried = target(opener(make))
    made.clear()
    outcome = play(tried, seed=1, scope=SMALL)
    errors = [record for record in outcome.records if record.verdict is Verdict.ERROR]
    assert len(errors) == RESTARTS + 1 == len(made)
    assert errors[0].check == "engine:answers:1"
    assert errors[0].explanation == "failed: apply: RuntimeError: four!"
    assert {record.label for record in errors} == {"failed"}
    assert errors[0].trace is not None
    assert {record.verdict for record in outcome.records} == {Verdict.ERROR, Verdict.INCONCLUSIVE}


def test_an_observation_that_cannot_be_read_is_an_error_of_no_rule() -> None:
    class Odd(Heap):
        def observe(self) -> Observation:
            seen = super().observe()
            return seen if self.count < 3 else {"count": "many"}

    outcome = played(Odd)
    errors = [record for record in outcome.records if record.verdict is Verdict.ERROR]
    assert errors
    assert errors[0].explanation.startswith("malformed result: what it shows cannot be read")
    assert errors[0].label == "malformed result"


def test_an_engine_that_breaks_under_hypothesis_ends_it() -> None:
    outcome = played(Breaks, replace(SMALL, games=0))
    assert [record.verdict for record in outcome.records].count(Verdict.ERROR) == 1


def test_time_that_is_over_is_inconclusive() -> None:
    outcome = played(Heap, replace(SMALL, seconds=0.0))
    assert outcome.records == []
    ticks = iter(range(1000))

    class Late(Heap):
        def new_game(self, setup: Setup) -> Observation:
            if next(ticks) == 3:
                engine.until = time.monotonic()
            return super().new_game(setup)

    engine = toy_ground(Late)
    for number in range(3):
        walk(engine, number, 20)
    with pytest.raises(Stop):
        walk(engine, 3, 20)
    assert engine.log.unfinished == "the time for playing was over"


def test_a_start_that_is_refused_is_a_finding() -> None:
    class Closed(Heap):
        def new_game(self, _: Any) -> Observation:
            raise Refused([Reason("closed", "heap.full", "no game today")])

    found = violations(played(Closed))
    record = found["engine:accepts-start"]
    assert (record.rules, record.explanation) == (
        ["heap.full"],
        "expected: a legal game is started; observed: refused: no game today",
    )
    assert record.trace is not None
    assert replay(record.trace, opener(Closed)()).reproduced
    assert not replay(record.trace, opener(Heap)()).reproduced


def test_a_start_that_is_refused_for_what_the_engine_cannot_do_is_not_judged() -> None:
    class Closed(Heap):
        def new_game(self, setup: Setup) -> Observation:
            raise Refused([Reason("cannot", text="it takes no heaps")])

    outcome = played(Closed)
    why = "the engine refuses to start a game: it takes no heaps"
    assert {(record.verdict, record.explanation) for record in outcome.records} == {
        (Verdict.UNSUPPORTED, why)
    }
    assert set(outcome.not_judged) == {f"games: {why}"}


def test_hypothesis_alone_finds_what_is_not_muted() -> None:
    engine = toy_ground(lambda: Heap(full=8))
    key = hypothesis_run(engine, 30, 12, 5, frozenset())
    assert key is not None
    assert key[1] == "heap.full"
    # the offer of 2 at a heap of 6 is wrong; until no step can be left out, which leaves six at most
    failure = reduced(engine.adapter, judge_for, engine.log.failures[key], 100)
    assert [step.after["count"] for step in failure.steps][-1] == 6
    assert len(failure.steps) <= 6
    assert hypothesis_run(engine, 30, 12, 5, {"heap.full"}) is None


def test_an_engine_that_is_not_deterministic_does_not_break_play() -> None:
    calls = [0]

    class Moody(Heap):
        def apply(self, action: Action) -> Observation:
            calls[0] += 1
            super().apply(action)
            if calls[0] % 7 == 0:
                self.turn = 1 - self.turn
            return self.observe()

    outcome = played(Moody)
    assert Verdict.VIOLATION in {record.verdict for record in outcome.records}


def test_a_finding_that_does_not_come_again_is_said_to_be_as_it_was_met() -> None:
    calls = [0]

    class Once(Heap):
        def apply(self, action: Action) -> Observation:
            calls[0] += 1
            super().apply(action)
            if calls[0] == 9:
                self.turn = 1 - self.turn
            return self.observe()

    (record,) = violations(played(Once)).values()
    assert record.label == "trace not shortened"


# --- shortening


def seen(check: str, rule: str, oracle: Oracle) -> Detection:
    return Detection(Finding([rule], check, "", ""), oracle)


def way_of(adapter: Adapter, amounts: Sequence[int], sought: Detection) -> FailingGame:
    start = Start(setup=toy.game.setup(0, VALUES), edition="only")
    start.begin(adapter)
    steps = []
    for amount in amounts:
        before = adapter.observe()
        after = adapter.apply({"action": "add", "amount": amount})
        steps.append(Taken({"action": "add", "amount": amount}, before, after))
    return FailingGame(start, tuple(steps), sought)


OVERFULL = seen("invariant:heap.full", "heap.full", Oracle.STATE)


def test_steps_are_left_out_as_long_as_the_finding_stays() -> None:
    adapter = opener(lambda: Heap(full=9))()
    long = way_of(adapter, [1] * 8, OVERFULL)
    assert len(reduced(adapter, judge_for, long, 100).steps) == 8
    mixed = way_of(adapter, [1, 2, 1, 2, 1, 2], OVERFULL)
    assert len(reduced(adapter, judge_for, mixed, 100).steps) == 5
    assert reduced(adapter, judge_for, mixed, 0) is mixed
    assert rerun_steps(adapter, judge_for, mixed, mixed.steps[:2]) is None


@pytest.mark.parametrize(("steps", "begun"), [(15, 12), (60, 5)])
def test_a_long_way_counts_for_several_runs(steps: int, begun: int) -> None:
    games = []

    class Counting(Heap):
        def new_game(self, setup: Any) -> Observation:
            games.append(setup)
            return super().new_game(setup)

    adapter = opener(lambda: Counting(full=99))()
    never = way_of(adapter, [1] * steps, seen("other", "other", Oracle.STATE))
    games.clear()
    assert reduced(adapter, judge_for, never, 12) is never
    assert len(games) == begun


def test_a_search_finds_the_shortest_way_and_says_nothing_of_what_it_could_not_reach() -> None:
    adapter = opener(lambda: Heap(full=9))()
    long = way_of(adapter, [1] * 8, OVERFULL)
    found = shortest(adapter, judge_for, long, lambda _: (), 1000)
    assert [step.action["amount"] for step in found.steps] == [2, 2, 2, 2]
    assert shortest(adapter, judge_for, long, lambda _: (), 5) is long
    assert shortest(adapter, judge_for, found, lambda _: (), 1000) is found


def test_a_step_follows_the_thing_that_it_was_about() -> None:
    def board(*stacks: tuple[str, Sequence[str]]) -> Observation:
        return {"battle": [{"id": id, "cards": [{"id": card} for card in cards]} for id, cards in stacks]}

    step = Taken(
        {"action": "attack", "attacker": "p2", "target": "player", "card": "a9"},
        board(("p1", ["a1"]), ("p2", ["a3", "a2"])),
        {},
    )
    now = board(("p1", ["a4", "a2"]))
    assert action_again(step, now) == {"action": "attack", "attacker": "p1", "target": "player", "card": "a9"}
    assert action_again(step, board(("p2", ["a7"])))["attacker"] == "p2"


def test_every_game_has_its_taste_and_takes_everything_some_time() -> None:
    for seed in range(5):
        tastes: dict[str, float] = {}
        chance = Random(seed)
        assert {liked("aabc", tastes, chance) for _ in range(3000)} == {"a", "b", "c"}
    assert {liked("abc", {}, Random(seed)) for seed in range(30)} == {"a", "b", "c"}


def test_actions_are_of_one_kind_where_what_they_are_done_with_looks_alike() -> None:
    known: dict[str, dict[str, Any]] = {
        "p1": {"id": "p1", "dp": 1, "cards": [{"id": "a"}]},
        "p2": {"id": "p2", "dp": 1, "cards": []},
        "p3": {"id": "p3", "dp": 2},
    }
    kinds = [kind_of({"action": "attack", "attacker": id, "target": "player"}, known) for id in known]
    assert kinds[0] == kinds[1] != kinds[2]


# --- replay


def test_a_saved_trace_reads_back_as_it_was(tmp_path: Path) -> None:
    for record in violations(played(lambda: Heap(full=8))).values():
        path = tmp_path / "trace.json"
        path.write_bytes(msgspec.json.encode(record.trace))
        assert read_trace(path) == record.trace


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"game": 1}', "\xff"])
def test_what_is_no_trace_is_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "trace.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(UserError, match="not a trace") as caught:
        read_trace(path)
    assert "\n" not in str(caught.value)
    with pytest.raises(UserError, match="No such file"):
        read_trace(tmp_path / "none.json")


def trace_of(**other: Any) -> Trace:
    whole: dict[str, Any] = {
        "game": "toy",
        "edition": "only",
        "kind": "engine",
        "rule": "heap.full",
        "start": {},
        "steps": [],
        "expected": "",
        "observed": "",
        "values": VALUES,
        **other,
    }
    return msgspec.convert(whole, Trace)


def test_a_trace_without_a_start_is_refused() -> None:
    for trace in (trace_of(), trace_of(start={"new_game": 5}), trace_of(kind="model")):
        with pytest.raises(UserError):
            replay(trace, opener(Heap)())


def test_a_deck_is_replayed_by_its_verdict() -> None:
    deck = {"deck": {"piles": {"cards": ["x"] * 8}}, "cards": []}
    refused = trace_of(start=deck, observed="refused: 8 cards")
    assert replay(refused, opener(Heap)()).reproduced
    lax = replay(refused, opener(lambda: Heap(full=9))())
    assert (lax.reproduced, lax.difference) == (False, "the deck is accepted")


def model_steps(*amounts: int) -> list[dict[str, Any]]:
    steps, count, second = [], 0, False
    for amount in amounts:
        changed = {"count": [count, count + amount], "second": [second, not second]}
        action = {"action": "add", "parameters": {"amount": amount}}
        steps.append({"action": action, "text": f"add {amount}", "changed": changed})
        count, second = count + amount, not second
    return steps


def test_a_trace_of_the_model_is_run_against_the_model() -> None:
    start = {"configuration": "small"}
    good = trace_of(kind="model", start=start, steps=model_steps(2, 2, 2, 1))
    assert (replay_model(good, toy.game).reproduced, replay_model(good, toy.game).steps) == (True, 4)
    over = trace_of(kind="model", start=start, steps=model_steps(2, 2, 2, 2))
    ended = replay_model(over, toy.game)
    assert (ended.reproduced, ended.steps) == (False, 3)
    assert "heap.full" in ended.difference
    other = trace_of(kind="model", start=start, steps=[{**model_steps(2)[0], "changed": {}}])
    assert not replay_model(other, toy.game).reproduced
    empty = replay_model(trace_of(kind="model", start=start), toy.game)
    assert (empty.reproduced, empty.compared) == (False, False), "nothing was run"
    with pytest.raises(UserError):
        replay_model(trace_of(kind="model", start={"configuration": "none"}), toy.game)


# --- the reference engine


def dcg_open(fault: str = "") -> Callable[[], Adapter]:
    if not fault:
        return lambda: open_engine("reference", "dcg")
    return opener(lambda: faulty_engine(fault))


def dcg_play(fault: str = "", scope: Scope | None = None, seed: int = 1) -> Played:
    chosen = scope or Scope(games=5, steps=120, examples=2, example_steps=10, runs=40, search_steps=60)
    rules = BoundModel(dcg, "manual-2.3", VALUES_OF_DCG)
    return play(target_of(rules, fault or "reference", dcg_open(fault)), seed=seed, scope=chosen)


def test_the_reference_engine_plays_by_the_rules() -> None:
    outcome = dcg_play()
    assert violations(outcome) == {}
    assert {record.verdict for record in outcome.records} == {Verdict.PASS, Verdict.NOT_EXERCISED}
    assert outcome.actions.keys() >= {"hatch", "move", "skip", "play", "digivolve", "attack", "pass"}
    assert outcome.effects.keys() == {"memory", "dp", "delete"}


@pytest.mark.parametrize(
    ("fault", "rule"),
    of_this_run(
        [
            ("memory-limit-11", "memory.affordable"),
            ("pass-2", "turn.pass"),
            ("no-digivolve-draw", "digivolve.draw"),
            ("level-2-moves", "breeding.move-dp"),
        ],
        2,
    ),
)
def test_a_planted_fault_is_found_and_its_trace_replays(fault: str, rule: str) -> None:
    found = violations(dcg_play(fault, seed=2))
    records = [record for record in found.values() if rule in record.rules]
    assert records, {check: record.rules for check, record in found.items()}
    shortened = [record for record in found.values() if not record.label]
    assert shortened
    for record in shortened:
        assert record.trace is not None
        trace = msgspec.json.decode(msgspec.json.encode(record.trace), type=Trace)
        assert replay(trace, dcg_open(fault)()).reproduced
        assert not replay(trace, dcg_open()()).reproduced


def test_what_was_at_work_in_a_wrong_step_does_not_pass() -> None:
    records = {record.check: record for record in dcg_play("turn-goes-on-below-zero", seed=2).records}
    assert records["effect:turn.end"].verdict is Verdict.VIOLATION
    doubted = records["effect:battle.unlimited"]
    assert doubted.verdict is Verdict.INCONCLUSIVE
    assert doubted.explanation.endswith("the first suspect there is turn.end")
    assert records["effect:turn.pass"].verdict is Verdict.PASS


SAME = """
import sys
sys.path.insert(0, {tests!r})
from checker.suite.play.test_playing import *
outcome = dcg_play("pass-2", Scope(games=1, steps=30, examples=3, example_steps=8, runs=20, search_steps=20))
sys.stdout.write(msgspec.json.encode([outcome.records, outcome.actions, outcome.effects]).decode())
"""


def test_the_same_seed_gives_the_same_bytes_whatever_the_hashes(tmp_path: Path) -> None:
    outcomes = []
    for hashes in ("1", "2"):
        command = [sys.executable, "-c", SAME.format(tests=str(TESTS))]
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "TZ": "Asia/Tokyo"}
        folder = tmp_path / hashes
        folder.mkdir()
        outcomes.append(subprocess.run(command, capture_output=True, check=True, env=environment, cwd=folder))
        assert list(folder.iterdir()) == []
    assert outcomes[0].stdout == outcomes[1].stdout
    assert len(outcomes[0].stdout) > 1000
