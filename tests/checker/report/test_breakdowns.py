"""What an engine's crash costs stands first, with its words, the trace and the command that replays it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree

from rulehound.checker.cli.terminal import console, print_run
from rulehound.checker.cli.views.conform import print_conformance
from rulehound.checker.records import Verdict
from rulehound.checker.report.breakdowns import breakdowns, replay_of
from rulehound.checker.report.directory import report_json
from rulehound.checker.report.html import conformance_site, site
from rulehound.checker.report.junit import junit
from rulehound.checker.report.sarif import sarif
from rulehound.checker.run_record import Conformance, Run
from rulehound_testing.made_up_run import record, rule, run, trace

CRASH = "crash: it ended with exit status 1: TypeError: no card {}"


def crashing() -> Run:
    """A run of an engine that crashes in two scenarios, is not asked a third, and was cut off in play."""
    told = [
        ("scenario:a", Verdict.ERROR, CRASH.format(7), trace("total.limit", 3)),
        ("scenario:b", Verdict.ERROR, CRASH.format(12), trace("total.limit", 1)),
        ("scenario:c", Verdict.ERROR, f"not asked: {CRASH.format(12)}", None),
        ("guard:add:few", Verdict.INCONCLUSIVE, f"the engine broke ({CRASH.format(7)})", None),
        ("scenario:d", Verdict.ERROR, "silence: no answer", None),
        ("scenario:e", Verdict.INCONCLUSIVE, "the time was over", None),
    ]
    records = [
        record(check, "total.limit", verdict=verdict, explanation=why, trace=way, engine="my-sim --adapter")
        for check, verdict, why, way in told
    ]
    return run([rule("total.limit")], records)


def conformance() -> Conformance:
    return Conformance(
        rulehound="1", game="c", game_title="C", seed=0, effort="quick", runs=[crashing()], exit_status=1
    )


def test_one_kind_of_crash_is_one_with_all_that_it_costs() -> None:
    crash, silence = breakdowns(crashing())
    assert crash.checks == ["scenario:a", "scenario:b", "scenario:c", "guard:add:few"]
    assert crash.trace is not None
    assert len(crash.trace.steps) == 1
    assert crash.file in replay_of(crash)
    assert f"rulehound replay out/{crash.file} " in replay_of(crash, "out")
    assert (silence.checks, silence.trace, replay_of(silence)) == (["scenario:d"], None, "")


def test_an_engine_that_answers_has_none() -> None:
    assert breakdowns(run([rule("total.limit")], [record("scenario:a", "total.limit")])) == []


def test_the_views_have_it_first(tmp_path: Path) -> None:
    stream = io.StringIO()
    print_conformance(conformance(), tmp_path, console(stream))
    lines = stream.getvalue().splitlines()
    breaks = lines.index(f'engine "my-sim" breaks: {CRASH.format(7)}')
    assert not any("   violated   " in line for line in lines[:breaks])
    assert any(line.startswith("Links: ") for line in lines[:breaks])
    assert "costs the verdict of 4 checks: scenario:a, " in stream.getvalue()
    assert "replay: rulehound replay" in stream.getvalue()
    page = conformance_site(conformance(), {})["index.html"].decode()
    assert 0 < page.index("TypeError: no card 7") < page.index('id="violations"')
    (log,) = json.loads(sarif(conformance()))["runs"]
    notes = log["invocations"][0]["toolExecutionNotifications"]
    assert notes[0]["message"]["text"] == f"{CRASH.format(7)}; costs 4 checks"


def test_the_views_of_check_have_it_before_the_rules(tmp_path: Path) -> None:
    stream = io.StringIO()
    print_run(crashing(), tmp_path, console(stream))
    told = stream.getvalue()
    assert 0 < told.index(f'engine "my-sim" breaks: {CRASH.format(7)}') < told.index("Clause")
    html = site(crashing(), {})["index.html"].decode()
    assert 0 < html.index("TypeError: no card 7") < html.index('id="findings"')


def test_it_is_an_error_of_its_own_for_a_ci_and_stands_in_the_json() -> None:
    root = ElementTree.fromstring(junit("conform", [crashing()]))
    suite = root[0]
    assert (suite.get("name"), suite.get("errors")) == ("the engine breaks", "2")
    error = suite[0].find("error")
    assert error is not None
    assert error.get("message") == f"{CRASH.format(7)}; costs the verdict of 4 checks"
    assert "replay: rulehound replay traces/" in (error.text or "")
    crash, _ = json.loads(report_json(crashing()))["breakdowns"]
    assert (crash["message"], crash["file"]) == (CRASH.format(7), crashing().breakdowns[0].file)
