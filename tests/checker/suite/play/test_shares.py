"""Play in shares: what they are, what they come to together, and that it is the same however it is done."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.checker.efforts import Scope
from rulehound.checker.engines import EngineStartError, open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.processes.kept_answers import Answers
from rulehound.checker.processes.worker_pool import Task, WorkerPool
from rulehound.checker.records import CheckRecord, Trace, TraceStep, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import Played, play
from rulehound.checker.suite.play.playing import NOT_SHORTENED, PriorFindings
from rulehound.checker.suite.play.shares import (
    AHEAD,
    EXAMPLES,
    GAMES,
    STEPS,
    SharedPlay,
    merged,
    rests_on,
    shares,
)
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game as dcg
from rulehound.spec.formats import Adapter
from rulehound_testing.dcg.values import VALUES as VALUES_OF_DCG
from rulehound_testing.toy.play import Breaks, ForgetsTurns, Heap, opener, target

SMALL = Scope(games=12, steps=20, examples=6, example_steps=10, runs=40, search_steps=100)
WORST = [Verdict.VIOLATION, Verdict.ERROR, Verdict.INCONCLUSIVE, Verdict.PASS, Verdict.UNSUPPORTED]


def shared(
    make: Callable[[], Adapter], scope: Scope = SMALL, kept: Answers[Played] | None = None, seed: int = 1
) -> Played:
    """The toy played in shares, in this process."""
    tried = replace(target(), open=opener(make))
    with WorkerPool(1) as workers:
        return SharedPlay(tried, seed=seed, scope=scope, workers=workers, kept=kept).result()


def keeping(file: Path, seed: int = 1) -> Answers[Played]:
    return Answers(file, rests_on(target(), seed), Played, "play")


@given(games=st.integers(1, 60), examples=st.integers(0, 120), first=st.integers(0, 50))
def test_every_game_is_in_one_share(games: int, examples: int, first: int) -> None:
    found = shares(Scope(games=games, examples=examples, first=first))
    numbers = [number for one in found if one.games for number in range(one.first, one.first + one.games)]
    assert numbers == list(range(first, first + games))
    assert all(one.games <= GAMES and one.examples <= EXAMPLES for one in found)
    assert sum(one.examples for one in found) == examples
    assert not any(one.games and one.examples for one in found)
    hypothesis = [one.first for one in found if one.examples]
    assert len(set(hypothesis)) == len(hypothesis)  # each draws others


@given(steps=st.integers(1, 30_000), more=st.integers(0, 30_000))
def test_every_step_is_in_one_share_and_more_steps_are_more_shares(steps: int, more: int) -> None:
    scope = Scope(enough_steps=steps, examples=0)
    found = shares(scope)
    assert sum(one.enough_steps or 0 for one in found) == steps
    assert all(before.first + 1000 <= after.first for before, after in pairwise(found))
    whole = [one for one in found if one.enough_steps == STEPS]
    assert shares(replace(scope, enough_steps=steps + more))[: len(whole)] == whole


def record(check: str, verdict: Verdict, judged: int, steps: int) -> CheckRecord:
    violated = verdict is Verdict.VIOLATION
    trace = Trace(
        game="g",
        edition="e",
        kind="engine",
        rule=f"rule of {check}",
        start={},
        steps=[TraceStep(action={}, text="", changed=[]) for _ in range(steps)],
        expected="",
        observed="",
        values={},
    )
    return CheckRecord(
        check=check,
        rules=[f"rule of {check}"],
        verdict=verdict,
        scope="a share",
        shown="",
        edition="e",
        counts={"times": judged, "steps": steps} if violated else {"judged": judged},
        trace=trace if violated else None,
    )


records = st.builds(
    record,
    st.sampled_from(["a", "b", "c", "d"]),
    st.sampled_from(WORST),
    st.integers(1, 9),
    st.integers(0, 5),
)
counters = st.dictionaries(st.sampled_from(["x", "y", "z"]), st.integers(1, 9))
shares_played = st.builds(
    Played,
    st.lists(records, unique_by=lambda one: one.check),
    st.integers(0, 9),
    st.integers(0, 99),
    taken=counters,
    not_judged=counters,
)


@given(played=st.lists(shares_played, min_size=2, max_size=6), cut=st.integers(1, 5))
def test_shares_come_to_the_same_however_they_are_put_together(played: list[Played], cut: int) -> None:
    cut = min(cut, len(played) - 1)
    whole = merged(played, SMALL)
    parts = merged([merged(played[:cut], SMALL), merged(played[cut:], SMALL)], SMALL)
    assert {one.check: one for one in parts.records} == {one.check: one for one in whole.records}
    assert replace(parts, records=[]) == replace(whole, records=[])


@given(played=st.lists(shares_played, min_size=2, max_size=6))
def test_all_is_counted_once_and_the_worst_is_said(played: list[Played]) -> None:
    whole = merged(played, SMALL)
    assert (whole.games, whole.steps) == (sum(p.games for p in played), sum(p.steps for p in played))
    taken: Counter[str] = Counter()
    for one in played:
        taken.update(one.taken)
    assert whole.taken == taken
    assert len({one.check for one in whole.records}) == len(whole.records)
    for found in whole.records:
        same = [one for p in played for one in p.records if one.check == found.check]
        assert found.verdict is min((one.verdict for one in same), key=WORST.index)
        counting = [one for one in same if one.verdict is found.verdict]
        name = "times" if found.verdict is Verdict.VIOLATION else "judged"
        assert found.counts[name] == sum(one.counts[name] for one in counting)
        if found.trace:
            assert len(found.trace.steps) == min(len(one.trace.steps) for one in counting if one.trace)
            assert found.counts["steps"] == len(found.trace.steps)
        assert found.scope == str(SMALL)


def test_a_fault_that_several_shares_meet_is_one_finding_with_the_shortest_trace() -> None:
    outcome = shared(ForgetsTurns)
    (found,) = [one for one in outcome.records if one.verdict is Verdict.VIOLATION]
    alone = play(target(opener(ForgetsTurns)), seed=1, scope=SMALL)
    (known,) = [one for one in alone.records if one.verdict is Verdict.VIOLATION]
    assert (found.check, found.label) == (known.check, "")
    assert found.trace is not None
    assert known.trace is not None
    assert len(found.trace.steps) == len(known.trace.steps) == 3
    assert found.counts["times"] > 3


def test_a_share_does_not_shorten_what_an_earlier_one_has_shortened() -> None:
    first = play(target(opener(ForgetsTurns)), seed=1, scope=SMALL)
    known = PriorFindings.of([first])
    assert known.broken == ["add.turns"]
    again = play(target(opener(ForgetsTurns)), seed=1, scope=SMALL, prior=known)
    labels = [one.label for one in again.records if one.verdict is Verdict.VIOLATION]
    assert labels
    assert set(labels) == {NOT_SHORTENED}


class Watching(WorkerPool):
    """It says what was begun: what each task was given."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs)
        self.begun: list[tuple[Any, ...]] = []

    def begin(self, function: Callable[..., Any], *arguments: Any) -> Task[Any]:
        self.begun.append(arguments)
        return super().begin(function, *arguments)

    @property
    def scopes(self) -> list[Scope]:
        return [scope for *_, scope, _ in self.begun]


def test_a_share_knows_of_the_first_and_of_those_that_are_far_enough_before_it_and_of_no_others() -> None:
    with (workers := Watching(1)):
        scope = replace(SMALL, games=GAMES * (AHEAD + 3), examples=0)
        SharedPlay(target(opener(ForgetsTurns)), seed=1, scope=scope, workers=workers).result()
    given = [known for *_, known in workers.begun]
    assert [one.broken for one in given] == [[]] + [["add.turns"]] * (AHEAD + 2)


def test_the_first_share_is_there_before_the_rest_and_is_played_once() -> None:
    with (workers := Watching(1)):
        play = SharedPlay(target(opener(ForgetsTurns)), seed=1, scope=SMALL, workers=workers)
        assert workers.scopes == shares(SMALL)[:1], "it is played alone"
        first = play.first()
        assert (first.games, play.first()) == (GAMES, first)
        assert workers.scopes == shares(SMALL), "and the others are under way once it is over"
        assert play.result() == shared(ForgetsTurns)


def test_play_with_other_cards_does_not_shorten_what_play_before_it_has_shortened() -> None:
    first = shared(ForgetsTurns)
    with WorkerPool(1) as workers:
        begin = partial(SharedPlay, target(opener(ForgetsTurns)), seed=2, scope=SMALL, workers=workers)
        alone, after = begin().result(), begin(before=[first]).result()
    labels = [
        [one.label for one in play.records if one.verdict is Verdict.VIOLATION] for play in (alone, after)
    ]
    assert labels == [[""], [NOT_SHORTENED]]


def test_what_is_kept_is_not_played_again_and_comes_to_the_same(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    whole = shared(Heap, kept=keeping(file))
    assert whole == shared(Heap)
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == len(shares(SMALL)) == 4

    def nothing_is_played() -> Adapter:
        raise AssertionError

    assert shared(nothing_is_played, kept=keeping(file)) == whole
    file.write_bytes(b"".join(lines[:2]) + lines[2][:100])  # its run was ended while it wrote
    assert shared(Heap, kept=keeping(file)) == whole
    assert file.read_bytes() == b"".join(lines)


def test_what_is_kept_of_another_seed_or_another_scope_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    shared(Heap, kept=keeping(file))
    assert shared(Heap, kept=keeping(file, seed=2), seed=2) == shared(Heap, seed=2)
    longer = replace(SMALL, steps=30)
    assert shared(Heap, longer, keeping(file)) == shared(Heap, longer)
    assert len(file.read_bytes().splitlines()) == 3 * len(shares(SMALL))


def test_a_share_that_did_not_come_to_an_end_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    broken = shared(Breaks, kept=keeping(file))
    assert {one.verdict for one in broken.records} == {Verdict.ERROR, Verdict.INCONCLUSIVE}
    assert not file.exists()


RULES = BoundModel(dcg, "manual-2.3", {**VALUES_OF_DCG, **dcg.rulesets["manual-2.3"]})
FEW = Scope(games=7, steps=15, examples=3, example_steps=6, cards="probe")


def played_by(jobs: int, opened: Callable[[], Adapter]) -> Played:
    tried = replace(target_of(RULES, "reference", create), open=opened)
    with WorkerPool(jobs) as workers:
        return SharedPlay(tried, seed=3, scope=FEW, workers=workers).result()


def test_any_number_of_processes_comes_to_the_same_to_the_byte() -> None:
    one, two = (
        msgspec.json.encode(played_by(jobs, partial(open_engine, "reference", "dcg"))) for jobs in (1, 2)
    )
    assert one == two


def killed_when_it_is_opened() -> Adapter:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_an_engine_that_takes_its_process_with_it_is_an_error_and_nothing_passes() -> None:
    outcome = played_by(2, killed_when_it_is_opened)
    errors = [one for one in outcome.records if one.verdict is Verdict.ERROR]
    assert [one.check for one in errors] == ["engine:answers:1"]
    assert "was killed by signal 9, 2 times" in errors[0].explanation
    assert {one.verdict for one in outcome.records} == {Verdict.ERROR, Verdict.INCONCLUSIVE}
    assert len(outcome.records) > 100


def test_an_engine_that_does_not_start_is_the_user_s_to_mend() -> None:
    with pytest.raises(EngineStartError, match="does not exist"):
        played_by(2, partial(open_engine, "no-such-program", "dcg"))
