"""The page of a new game, followed in a fresh environment."""

from __future__ import annotations

from pathlib import Path

from rulehound_testing.folders import ROOT
from rulehound_testing.followed_page import follow
from rulehound_testing.installed import install

PAGE = ROOT / "docs" / "new-game.md"


def test_whoever_follows_the_page_has_a_game_that_is_checked(tmp_path: Path) -> None:
    programs = install(tmp_path, with_pip=True)
    kinds = follow(PAGE, tmp_path, programs)
    assert kinds.count("file") == 9
    assert kinds.count("run") >= 16
