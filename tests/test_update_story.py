"""The story of a new edition, from a clean copy, ends as the documentation tells it.

Of its two checks of the simulator one is played a run: see rotating.py. The checks of the model in it may be
those that another test has made of the same rules.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulehound_testing import kept_model
from rulehound_testing.rotating import of_this_run
from rulehound_testing.update_story import (
    AS_OF_NEW,
    CHECKS,
    NUMBERS,
    PAGE,
    SCENES,
    Told,
    documented,
    markdown,
    play,
)

LEFT_OUT = set(CHECKS) - set(of_this_run(CHECKS, len(CHECKS)))
SOME_OUTPUT = r"(?:(?: {4}.*)?\n)+?"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Told], Path]:
    folder = tmp_path_factory.mktemp("story")
    return list(play(folder, LEFT_OUT, kept_model.COMMAND)), folder


def test_every_command_ends_as_it_should(told: tuple[list[Told], Path]) -> None:
    for one in told[0]:
        assert one.status == one.scene.status, f"{one.scene.command}\n{one.output}"
        assert "Traceback" not in one.output
    assert [one.scene for one in told[0]] == [s for n, s in enumerate(SCENES) if n not in LEFT_OUT]


def test_the_documentation_has_its_real_output(told: tuple[list[Told], Path]) -> None:
    """Of what was left out it has the prose and the command, and some output."""
    played = iter(told[0])
    parts = [
        re.escape(markdown([Told(scene, "", 0)])) + SOME_OUTPUT
        if number in LEFT_OUT
        else re.escape(markdown([next(played)]))
        for number, scene in enumerate(SCENES)
    ]
    right = f"PYTHONPATH=tests python -m rulehound_testing.update_story --write puts {PAGE.name} right"
    assert re.fullmatch("\n".join(parts), documented()), right


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
