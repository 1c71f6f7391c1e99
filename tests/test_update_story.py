"""The story of a new edition, from a clean copy, ends as the documentation tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from update_story import AS_OF_NEW, NUMBERS, PAGE, SCENES, Told, documented, markdown, play


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Told], Path]:
    folder = tmp_path_factory.mktemp("story")
    return list(play(folder)), folder


def test_every_command_ends_as_it_should(told: tuple[list[Told], Path]) -> None:
    for one in told[0]:
        assert one.status == one.scene.status, f"{one.scene.command}\n{one.output}"
        assert "Traceback" not in one.output
    assert len(told[0]) == len(SCENES)


def test_the_documentation_has_its_real_output(told: tuple[list[Told], Path]) -> None:
    assert markdown(told[0]) == documented(), f"python tests/update_story.py --write puts {PAGE.name} right"


def test_the_impact_names_the_line_that_has_to_change(told: tuple[list[Told], Path]) -> None:
    played, folder = told
    lines = (folder / NUMBERS).read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if AS_OF_NEW in text)
    impact = next(one.output for one in played if one.scene.command.startswith("rulehound impact"))
    assert impact.splitlines()[2].startswith("setup.security   a fact changed   suspect")
    assert "fact setup.security: 4 → 5" in impact
    assert f"{NUMBERS}:{line}" in impact


def test_only_what_was_reworded_is_left_to_a_person(told: tuple[list[Told], Path]) -> None:
    played, folder = told
    closed = next(one.output for one in played if "--gate" in one.scene.command)
    suspects = [line for line in closed.splitlines() if ": suspect link of " in line]
    assert len(suspects) == 3
    assert (folder / "my-spec/reviews.toml").read_text(encoding="utf-8").count("[[review]]") == 3
    assert (folder / "difference.html").stat().st_size > 10_000
