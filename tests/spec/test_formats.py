"""Records that engines and the checker exchange: the table of a game's rulesets."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulehound.spec import formats
from rulehound.spec.formats import Rulesets, read_rulesets

TABLE = """
default = "second"
[rulesets.first]
"shells.most" = "three"
"tide.turns" = false
[rulesets.second]
"tide.turns" = true
"""


@pytest.fixture
def beach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of rulesets of a game called beach."""
    monkeypatch.setattr(formats, "__file__", str(tmp_path / "formats.py"))
    (tmp_path / "beach").mkdir()
    return tmp_path / "beach" / "rulesets.toml"


def test_a_ruleset_follows_the_one_before_it_in_what_it_leaves_out(beach: Path) -> None:
    beach.write_text(TABLE, encoding="utf-8")
    first = {"shells.most": "three", "tide.turns": False}
    second = {"shells.most": "three", "tide.turns": True}
    assert read_rulesets("beach") == Rulesets("second", {"first": first, "second": second})


def test_a_game_without_rulesets_and_a_file_that_is_none_are_errors(beach: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_rulesets("beach")
    beach.write_text('usual = "second"', encoding="utf-8")
    with pytest.raises(msgspec.ValidationError, match="usual"):
        read_rulesets("beach")
