"""What a run rests on: whatever changes what is asked, or how it is judged, changes its hashes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulehound.checker.evidence import basis as module
from rulehound.checker.evidence.basis import judging_content, questions_content
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound_testing.faults.catching import rulebook
from rulehound_testing.toy.game import game as toy


def questions(**changed: Any) -> str:
    bound = rulebook().bound
    return questions_content(replace(bound, game=replace(bound.game, **changed)))


def test_questions_are_the_same_every_time() -> None:
    assert questions() == questions() != ""


def test_a_configuration_a_card_or_an_effort_changes_the_questions() -> None:
    game = rulebook().game
    everything = questions()

    def narrower(values: Any) -> Any:
        configurations = dict(game.configurations(values))
        name = next(iter(configurations))
        bounds = {**configurations[name].bounds, "State.memory": (0, 1)}
        return {**configurations, name: replace(configurations[name], bounds=bounds)}

    assert questions(configurations=narrower) != everything
    assert questions(searched={**game.searched, "quick": ()}) != everything
    assert questions(decks={}) != everything
    setup = game.decks["probe"](0, rulebook().values)
    fewer = msgspec.structs.replace(setup, cards=setup.cards[1:])
    assert questions(decks={"probe": lambda *_: fewer}) != everything


def test_words_of_scenarios_change_the_questions(tmp_path: Path) -> None:
    directory = rulebook().game.directory
    words = tmp_path / module.SCENARIO_WORDS
    words.parent.mkdir()
    (tmp_path / "cards").symlink_to(directory / "cards")
    text = (directory / module.SCENARIO_WORDS).read_text("utf-8")
    words.write_text(text)
    assert questions(directory=tmp_path) == questions()
    words.write_text(text.replace("dp = 3000", "dp = 2000", 1))
    assert questions(directory=tmp_path) != questions()


def test_a_fact_that_could_not_be_read_is_no_error() -> None:
    bound = rulebook().bound
    assert questions_content(BoundModel(bound.game, bound.edition, {})) != questions_content(bound)


def test_code_that_judges_counts_and_comments_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHECKER", tmp_path)
    for name in ("judging", "suite", "model", "report"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.py").write_text("same = 1\n")
    (tmp_path / "records.py").write_text("verdict = 1\n")

    def content() -> str:
        module._code_of.cache_clear()
        return judging_content(toy)

    first = content()
    (tmp_path / "report/one.py").write_text("same = 2\n")
    (tmp_path / "suite/one.py").write_text('"""Words."""\n\nsame = 1  # the same\n')
    assert content() == first
    for path in ("suite/one.py", "judging/one.py", "model/one.py", "records.py"):
        text = (tmp_path / path).read_text()
        (tmp_path / path).write_text(text + "other = 2\n")
        assert content() != first, path
        (tmp_path / path).write_text(text)
    assert judging_content(rulebook().game) != first
    module._code_of.cache_clear()
