"""A rule that was not exercised is counted apart from what passed, in every view."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulehound.checker.cli.terminal import console, print_records
from rulehound.checker.cli.views.conform import print_conformance
from rulehound.checker.records import CheckRecord, RuleVerdict, Verdict
from rulehound.checker.report import summary
from rulehound.checker.report.directory import report_json
from rulehound.checker.report.html import conformance_site
from rulehound.checker.report.junit import junit
from rulehound.checker.report.matrix import matrix
from rulehound.checker.report.sarif import sarif
from rulehound.checker.run_record import Conformance, NotShown, Run, exit_status_of_runs
from rulehound_testing.made_up_run import record, rule, run, trace

WHY = "it takes a position in which few alone decides whether add is legal"


def missed(check: str, name: str, **more: int) -> CheckRecord:
    """A record of a check that was not exercised."""
    return record(check, name, verdict=Verdict.NOT_EXERCISED, explanation=WHY, engine="my-sim", counts=more)


def of_two_rules() -> Run:
    """One rule of which something passed, one of which nothing was exercised."""
    records = [
        record("guard:add:one", "add.one", engine="my-sim"),
        missed("guard:add:one-more", "add.one", judged=3, exercised=0, forbade=0),
        missed("guard:add:few", "add.few", judged=7, exercised=0, forbade=0),
        record("invariant:add.few", "add.few"),
    ]
    unshown = NotShown(not_exercised=["add.few"])
    return run([rule("add.one"), rule("add.few")], records, not_shown=unshown, exit_status=0)


def conformance() -> Conformance:
    return Conformance(
        rulehound="1", game="c", game_title="C", seed=0, effort="quick", runs=[of_two_rules()], exit_status=0
    )


def test_the_rule_did_not_pass() -> None:
    shown = of_two_rules()
    assert [one.verdict for one in shown.rules] == [RuleVerdict.PASS, RuleVerdict.NOT_EXERCISED]
    one, few = (row.cells[0] for row in matrix([shown]))
    assert (one.word, one.counts) == ("passed", "1 passed, 1 not exercised")
    assert (few.word, few.counts, few.counted_reasons) == (
        "not exercised",
        "1 passed, 1 not exercised",
        [WHY],
    )
    assert summary.engine_headline(shown) == "0 violations, 1 rule passed, 1 not exercised, 0 not judged"
    assert summary.headline(shown) == "1 rule passed, 1 rule not exercised."


def test_only_a_strict_exit_status_tells_it_from_a_pass() -> None:
    shown = of_two_rules()
    assert (exit_status_of_runs([shown]), exit_status_of_runs([shown], strict=True)) == (0, 3)


def test_every_view_has_it(tmp_path: Path) -> None:
    shown, stream = conformance(), io.StringIO()
    print_conformance(shown, tmp_path, console(stream))
    assert "my-sim: 1 rule not exercised: add.few" in stream.getvalue()
    cases = ElementTree.fromstring(junit("c", shown.runs)).iter("testcase")
    skipped = {case.get("name"): case.find("skipped") for case in cases}
    (reason,) = [each for name, each in skipped.items() if each is not None and "few" in str(name)]
    assert WHY in (reason.get("message") or reason.text or "")
    assert json.loads(sarif(shown))["runs"][0]["results"] == []
    matrix_page = conformance_site(shown, {})["matrix.html"].decode()
    assert '<span class="chip not-exercised">not exercised</span>' in matrix_page
    (told,) = json.loads(report_json(shown))["runs"]
    assert {one["id"]: one["verdict"] for one in told["rules"]}["add.few"] == "not exercised"
    assert told["not_shown"]["not_exercised"] == ["add.few"]


@pytest.mark.parametrize("judged", [0, 7])
def test_the_table_of_checks_leaves_out_what_never_came_up(judged: int) -> None:
    stream = io.StringIO()
    records = [missed("guard:add:few", "add.few", judged=judged), record("guard:add:one", "add.one")]
    print_records(records, console(stream))
    shown = stream.getvalue()
    assert ("1 check never came up: guard:add:few" in shown) == (judged == 0)
    assert ("not exercised" in shown) == (judged > 0)


@pytest.mark.parametrize("more", [False, True])
def test_rules_that_another_violation_alone_leaves_open_share_a_line(more: bool, tmp_path: Path) -> None:
    broken = record(
        "scenario:both",
        "add.one",
        "add.few",
        verdict=Verdict.VIOLATION,
        trace=trace("add.one"),
        engine="my-sim",
    )
    records = [broken, record("guard:add:few", "add.few", engine="my-sim")]
    if more:
        records.append(record("guard:add:odd", "add.few", verdict=Verdict.INCONCLUSIVE, engine="my-sim"))
    shown, stream = run([rule("add.one"), rule("add.few")], records), io.StringIO()
    one, few = matrix([shown])
    assert one.ended_by == frozenset()
    assert few.ended_by == (frozenset() if more else {"add.one"})
    of_one = Conformance(
        rulehound="1", game="c", game_title="C", seed=0, effort="quick", runs=[shown], exit_status=1
    )
    print_conformance(of_one, tmp_path, console(stream))
    line = "1 more rule inconclusive where checks ended at a violation of add.one (1)"
    assert (line in stream.getvalue()) == (not more)
    assert ("1 rule inconclusive: ended when add.one was violated (1); " in stream.getvalue()) == more
