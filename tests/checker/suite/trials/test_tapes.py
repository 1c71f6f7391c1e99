"""Games recorded and played again: an engine that goes another way the second time is caught in the act."""

from __future__ import annotations

from random import Random

from rulehound.checker.judging.traces import Start
from rulehound.checker.suite.trials.tapes import Kind, Tape, again, back_again, record
from rulehound.spec.formats import Action, Observation, Refused, Setup
from rulehound_testing.toy.game import HeapEngine, HeapReader

START = Start(setup=Setup(cards=(), decks=(), seed=0))
READER = HeapReader()


def tape_of(engine: HeapEngine, steps: int = 20, seed: int = 1) -> Tape:
    return record(engine, START, Random(seed), steps)


class Forgetful(HeapEngine):
    """Restores a game with one less on the heap."""

    def restore(self, token: list[int]) -> Observation:
        return super().restore([max(0, token[0] - 1), token[1]])


class Tiring(HeapEngine):
    """Refuses every action of its second game."""

    games = 0

    def new_game(self, setup: Setup) -> Observation:
        self.games += 1
        return super().new_game(setup)

    def apply(self, action: Action) -> Observation:
        if self.games > 1:
            raise Refused([])
        return super().apply(action)


def test_a_tape_has_every_choice_and_moment() -> None:
    tape = tape_of(HeapEngine())
    assert len(tape.moments) == len(tape.choices) + 1
    assert tape.moments[0].observation["count"] == 0
    assert tape.moments[-1].offered == []
    for before, choice, after in zip(tape.moments, tape.choices, tape.moments[1:], strict=False):
        amount = before.offered[choice]["amount"]
        assert after.observation["count"] == before.observation["count"] + amount


def test_a_tape_is_no_longer_than_asked_and_follows_the_seed() -> None:
    assert len(tape_of(HeapEngine(full=50), steps=4).choices) == 4
    assert len(tape_of(HeapEngine(), steps=0).moments) == 1
    assert tape_of(HeapEngine(), seed=3) == tape_of(HeapEngine(), seed=3)
    assert len({tuple(tape_of(HeapEngine(full=20), seed=seed).choices) for seed in range(5)}) > 1


def test_a_sound_engine_goes_the_same_way_again_and_back() -> None:
    engine = HeapEngine()
    tape = tape_of(engine)
    assert again(engine, tape, READER) == ""
    assert all(back_again(engine, tape, READER, every, set()) == "" for every in (1, 2, 100))


def test_an_engine_that_offers_something_else_the_second_time() -> None:
    difference = again(HeapEngine(most=1), tape_of(HeapEngine()), READER)
    assert difference.startswith("after 0 steps what it offers was [")


def test_an_engine_that_refuses_what_it_carried_out() -> None:
    engine = Tiring()
    difference = again(engine, tape_of(engine), READER)
    assert difference.startswith("after 0 steps it refuses what it had carried out")


def test_an_engine_that_restores_another_game() -> None:
    engine = Forgetful()
    difference = back_again(engine, tape_of(engine, steps=4), READER, 1, set())
    assert difference.startswith("saved after 1 step and restored, count was 1 and is 0")


def test_a_game_is_saved_where_something_new_is_shown_as_well() -> None:
    engine = Forgetful()
    tape = tape_of(engine, steps=4)
    found, known = "saved after 1 step and restored, count was 1 and is 0", set[Kind]()
    assert back_again(engine, tape, READER, 100, known).startswith(found)
    assert len(known) > 1
    assert back_again(engine, tape, READER, 100, known) == ""


class Wary(HeapEngine):
    """Refuses what it has saved."""

    def restore(self, token: list[int]) -> Observation:
        del token
        raise Refused([])


def test_an_engine_that_refuses_what_it_has_saved() -> None:
    engine = Wary()
    difference = back_again(engine, tape_of(engine, steps=4), READER, 1, set())
    assert difference.startswith("saved after 0 steps, it refuses to restore that")
