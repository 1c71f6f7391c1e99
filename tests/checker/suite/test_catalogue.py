"""What a check is when it runs: its content is another once what it asks is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as replaced

from rulehound.checker.model.graph.properties import check_graph
from rulehound.checker.rulebook.reading import load_spec, open_game
from rulehound.checker.suite import catalogue as declared
from rulehound.checker.suite.catalogue import declared_checks
from rulehound.checker.suite.trials.shuffling import shuffling
from rulehound.spec.game import Game, Shuffled
from rulehound.spec.language import Model
from rulehound_testing.toy import game as toy

GRAPHED = replace(
    toy.game, graph_rules={"game-ends": ("heap.full",)}, shuffled=Shuffled("heap.start", lambda _: ())
)


def contents(game: Game) -> dict[str, str]:
    store = load_spec(open_game("dcg"))
    kinds = ("graph", "setup")
    return {check.id: check.content for check in declared_checks(game, store) if check.kind in kinds}


def ending(round_field: str, over: Callable[[Any], Any]) -> Game:
    """The toy's graph over another model, that ends otherwise."""
    model = Model("toy", toy.Heap, round_field=round_field, over=over)
    return replace(GRAPHED, model=lambda: model)


def test_every_check_of_the_game_has_a_content() -> None:
    game = open_game("dcg")
    assert [check.id for check in declared_checks(game, load_spec(game)) if not check.content] == []


def test_a_graph_is_another_check_where_turns_or_games_end_otherwise() -> None:
    now = contents(GRAPHED)
    assert list(now) == ["graph:game-ends", "setup:shuffles"]
    same = contents(ending("second", lambda s: s.count == toy.fact("heap.full")))
    assert same == now
    for other in (ending("second", lambda s: s.count == 6), ending("count", toy.model._over)):
        told = contents(other)
        assert told["graph:game-ends"] != now["graph:game-ends"]
        assert told["setup:shuffles"] == now["setup:shuffles"]


@pytest.mark.parametrize(
    ("asked", "check"), [(check_graph, "graph:game-ends"), (shuffling, "setup:shuffles")]
)
def test_a_check_is_another_where_the_file_that_asks_is(
    asked: Callable[..., Any], check: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    now, read = contents(GRAPHED), declared.source_content
    mine = tmp_path / "changed.py"
    mine.write_text("another")
    file = Path(asked.__code__.co_filename)
    monkeypatch.setattr(declared, "source_content", lambda path: read(mine if path == file else path))
    changed = contents(GRAPHED)
    assert [name for name in now if changed[name] != now[name]] == [check]


def test_a_scenario_is_the_same_check_by_whatever_rules_it_expects_something() -> None:
    store = load_spec(open_game("dcg"))
    scenario = next(each for each in store.scenarios if any(step.expect.rules for step in each.steps))
    silent = [
        replaced(step, expect=replaced(step.expect, rule="", rules={})) if step.expect.rules else step
        for step in scenario.steps
    ]
    other = [replaced(step, expect=replaced(step.expect, state={"memory": 9})) for step in scenario.steps]
    one, same, another = (
        declared._of_scenario(store, frozenset(), replaced(scenario, steps=steps)).content
        for steps in (scenario.steps, silent, other)
    )
    assert one == same != another
