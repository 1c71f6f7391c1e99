"""Scenarios of witnesses as files of a spec."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.suite.witnesses.files import scenario_toml, write_scenarios
from rulehound.spec.formats import Scenario
from rulehound_testing.dcg.differences import FIRST, answer, scenarios


def test_a_scenario_is_written_as_the_spec_keeps_them() -> None:
    for scenario in scenarios(answer("battle.level-2", FIRST)):
        data = tomllib.loads(scenario_toml(scenario))
        assert msgspec.convert(data, Scenario) == msgspec.convert(msgspec.to_builtins(scenario), Scenario)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="cannot be made"):
        write_scenarios(tmp_path / "file" / "folder", [])
