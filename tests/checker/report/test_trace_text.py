"""A trace as text: a line for each step, and all changes of the step that breaks a rule."""

from __future__ import annotations

import msgspec

from rulehound.checker.records import TraceStep
from rulehound.checker.report.trace_text import trace_lines
from rulehound_testing.made_up_run import trace


def test_a_step_that_breaks_a_rule_names_all_its_changes() -> None:
    changes = {f"field{n}": [n, n + 1] for n in range(10)}
    agreeing = TraceStep({"action": "wait"}, "wait", changes)
    breaking = TraceStep({"action": "wait"}, "wait", changes, rule="total.limit")
    lines = trace_lines(msgspec.structs.replace(trace("total.limit"), steps=[agreeing, breaking]))
    steps = [line for line in lines if "field" in line]
    assert [line.count("→") for line in steps] == [4, 4, 4, 2]
    assert [line.split()[0] for line in steps] == ["1", "2", "field4", "field8"]
    assert ", and 6 more" in steps[0]
    assert "breaks total.limit" in steps[1]
    assert not any("more" in line or "breaks" in line for line in steps[2:])


def test_a_step_without_changes_has_a_line() -> None:
    silent = TraceStep({"action": "wait"}, "wait", {})
    lines = trace_lines(msgspec.structs.replace(trace("total.limit"), steps=[silent]))
    assert [line.split() for line in lines if "wait" in line] == [["1", "wait"]]


def test_a_step_that_is_too_wide_for_columns_has_its_changes_below() -> None:
    changes = {"a field with a long name " * 3: [1, 2], "another field " * 3: [3, 4]}
    wide = TraceStep({"action": "wait"}, "wait for a long time", changes, rule="total.limit")
    lines = trace_lines(msgspec.structs.replace(trace("total.limit"), steps=[wide]))
    first = next(number for number, line in enumerate(lines) if "wait" in line)
    assert lines[first].split(maxsplit=1)[1] == "wait for a long time   breaks total.limit"
    assert "1 → 2" in lines[first + 1]
    assert "wait" not in lines[first + 1]
