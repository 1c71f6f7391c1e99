"""Two scenarios in one: both positions are there, and the steps of the first are taken in it."""

from __future__ import annotations

import pytest

from rulehound.checker.engines import open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.judging.traces import Start, take
from rulehound.checker.mutation.beside.crossing import crossed, together
from rulehound.checker.rulebook.reading import Rulebook, read_rulebook
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.lockstep.routes import of_scenarios
from rulehound.checker.suite.lockstep.walking import Route
from rulehound.spec.dcg import game
from rulehound.spec.formats import Adapter


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read_rulebook(game, None, None)


def routes(book: Rulebook, *names: str) -> tuple[Adapter, list[Route]]:
    target = target_of(book.bound, "reference", lambda: open_engine("reference", "dcg"))
    adapter = target.open()
    chosen = [scenario for name in names for scenario in book.store.scenarios if scenario.name == name]
    return adapter, list(of_scenarios(target, target, adapter, chosen, words_of(book)))


def test_players_are_put_together_and_the_first_position_goes_first() -> None:
    one = {"memory": 1, "players": [{"hand": ["a"]}, {"deck": 2}]}
    other = {"memory": 2, "turn": 1, "players": [{"hand": ["b"], "deck": ["c"]}, {"deck": ["d"]}]}
    assert together(one, other, "players") == {
        "memory": 1,
        "turn": 1,
        "players": [{"hand": ["a", "b"], "deck": ["c"]}, {"deck": 2}],
    }


def test_the_steps_of_the_first_are_taken_beside_what_the_second_has(book: Rulebook) -> None:
    adapter, (one, other) = routes(book, "rules/block-suspends", "rules/stack-two-go-under")
    for turned in (False, True):
        both = crossed(adapter, one, other, words_of(book), turned=turned)
        assert both is not None
        assert both.name == "rules/block-suspends with rules/stack-two-go-under"
        assert both.start.position is not None
        assert one.start.position is not None
        lists = [len(seat["battle"]) for seat in both.start.position["players"]]
        assert sum(lists) > sum(len(seat["battle"]) for seat in one.start.position["players"])
        assert [action["action"] for action in both.first[:2]] == ["attack", "block"]
        seen = both.start.begin(adapter)
        for action in both.first:
            seen = take(adapter, action)
        assert seen["decision"]


def test_whole_games_are_not_crossed(book: Rulebook) -> None:
    adapter, (one,) = routes(book, "rules/block-suspends")
    assert crossed(adapter, one, Route("a game", Start()), words_of(book)) is None
