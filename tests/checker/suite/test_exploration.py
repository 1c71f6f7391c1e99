"""Bounded exploration of engines: exact counts on the toy, faults by the shortest way, and its limits."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rulehound.checker.efforts import Bounds
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.exploration import EXPLORED, explore
from rulehound.spec.formats import Action, Handshake, Observation, Refused, Setup
from rulehound_testing.toy.play import ALL, Heap, opener, target

NEW = Start(setup=Setup(cards=(), decks=()), edition="only")
WIDE = Bounds(states=100, depth=20, starts=1)


def explored(make: Callable[[], Heap] = Heap, bounds: Bounds = WIDE, *starts: Start) -> list[CheckRecord]:
    return explore(target(opener(make)), starts or (NEW,), bounds)


def whole(records: list[CheckRecord]) -> CheckRecord:
    return next(record for record in records if record.check == EXPLORED)


def test_every_state_is_looked_at_once() -> None:
    """The counts are those of the search of the model: 14 states, 22 transitions, 5 of them ends."""
    record = whole(explored())
    assert (record.counts["states"], record.counts["steps"]) == (14, 22)
    assert record.verdict is Verdict.PASS
    assert "cut short" not in record.shown


class NoSave(Heap):
    """It cannot save."""

    capabilities = tuple(name for name in ALL if name != "save")


def test_an_engine_that_cannot_save_is_led_to_each_state_again() -> None:
    record = whole(explored(NoSave))
    assert (record.counts["states"], record.counts["steps"]) == (14, 22)


class NewNames(NoSave):
    """Its heap has another id in every game, by which actions name it."""

    games = 0

    def new_game(self, setup: Setup) -> Observation:
        self.games += 1
        return super().new_game(setup)

    def observe(self) -> Observation:
        return {**super().observe(), "heap": {"id": f"heap-{self.games}"}}

    def legal_actions(self) -> list[Action]:
        return [{**action, "heap": f"heap-{self.games}"} for action in super().legal_actions()]


def test_an_engine_whose_ids_are_others_in_every_game_is_led_to_each_state_again() -> None:
    record = whole(explored(NewNames))
    assert (record.verdict, record.explanation) == (Verdict.PASS, "")
    assert (record.counts["states"], record.counts["steps"]) == (14, 22)


def test_what_was_not_looked_at_is_said() -> None:
    assert "cut short at 1 of the starts" in whole(explored(Heap, Bounds(states=3, depth=20))).shown
    assert whole(explored(Heap, Bounds(states=100, depth=2))).counts["deepest"] == 2


class Slow(Heap):
    """One heap too high."""

    def __init__(self) -> None:
        super().__init__(full=8)


def test_a_fault_is_found_by_the_shortest_way() -> None:
    found = {record.check: record for record in explored(Slow) if record.verdict is Verdict.VIOLATION}
    # two by two: after three moves of two a wrong offer is there, after four the heap is at 8
    assert found["invariant:heap.full"].counts["steps"] == 4
    assert whole(explored(Slow)).verdict is Verdict.PASS, "the exploration itself was done"


def test_positions_are_starts_too() -> None:
    at_six = Start(position={"count": 6, "turn": 1}, edition="only")
    record = whole(explored(Heap, Bounds(states=100, depth=20, starts=2), at_six, NEW))
    assert record.counts["states"] == 2 + 14


class Fickle(Heap):
    """What it restores is not what was saved."""

    def restore(self, token: object) -> Observation:
        super().restore(token)
        self.turn = 0
        return self.observe()


def test_an_engine_that_is_not_the_same_again_is_inconclusive() -> None:
    record = whole(explored(Fickle))
    assert record.verdict is Verdict.INCONCLUSIVE
    assert "led to another state" in record.explanation


class Breaking(Heap):
    """It breaks at 4."""

    def apply(self, action: Action) -> Observation:
        if self.count + action["amount"] == 4:
            raise RuntimeError("four!")
        return super().apply(action)


def test_an_engine_that_breaks_is_inconclusive_and_the_next_start_is_tried() -> None:
    at_five = Start(position={"count": 5}, edition="only")
    record = whole(explored(Breaking, Bounds(states=100, depth=20, starts=2), NEW, at_five))
    assert record.verdict is Verdict.INCONCLUSIVE
    assert "four!" in record.explanation
    assert " from 2 starts" in record.shown


class Blind(Heap):
    """It does not list legal actions."""

    capabilities = tuple(name for name in ALL if name != "legal-actions")


class Elsewhere(Heap):
    """It follows another edition, and says so."""

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(super().handshake(), editions=("other",))


class Closed(Heap):
    """It starts no game."""

    def new_game(self, setup: Setup) -> Observation:
        raise Refused([])


def test_where_nothing_was_looked_at_nothing_passes() -> None:
    told = [whole(explored(make)) for make in (Elsewhere, Closed)]
    assert [record.verdict for record in told] == [Verdict.UNSUPPORTED] * 2
    assert [record.explanation for record in told] == [
        "the engine does not follow only",
        "no start that the engine takes",
    ]


def test_what_an_engine_must_have() -> None:
    assert whole(explored(Blind)).verdict is Verdict.UNSUPPORTED
    assert whole(explore(target(opener(Heap)), (), WIDE)).verdict is Verdict.UNSUPPORTED


def test_the_same_comes_of_it_again() -> None:
    assert explored(Slow) == explored(Slow)
