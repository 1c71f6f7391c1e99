"""One line says what an engine misses, what costs most checks first, on the terminal and on the page."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from rulehound.checker.cli.terminal import console, print_run
from rulehound.checker.cli.views.conform import print_conformance
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.report.html import site
from rulehound.checker.report.would_lift import would_lift
from rulehound.checker.run_record import Conformance
from rulehound.checker.suite.leading import LOST, NOT_LED_TO
from rulehound.checker.suite.scenarios.objecting import UNASKED
from rulehound.checker.suite.scenarios.running import OTHERWISE
from rulehound_testing.made_up_run import record, rule, run

LINE = (
    "more could be judged with position (3 checks); effects (2); any-cards (1); every decision asked for or, "
    "for some of these, named in `unasked` (1); the decisions of `chooses` asked for (1); "
    "quote and position (1)"
)


def left_open(*reasons: str) -> list[CheckRecord]:
    return [
        record(f"scenario:{number}", "total.limit", verdict=Verdict.UNSUPPORTED, explanation=why)
        for number, why in enumerate(reasons)
    ]


def lacking() -> Any:
    position = f"the engine refuses the position: {NOT_LED_TO} no path to it is known"
    reasons = left_open(
        "the engine cannot: effects",
        "the engine cannot: any-cards (a digimon without dp)",
        UNASKED,
        OTHERWISE.format("block"),
        "no card of the file is like it; the engine cannot: effects",
        "the engine cannot: quote, position; its costs are compared at their boundaries alone (vector:…)",
        position,
        position,
        LOST,
        "the engine does not show a board",
    )
    return run([rule("total.limit")], [*reasons, record("scenario:x", "total.limit")])


def test_what_is_missed_is_named_with_what_it_costs() -> None:
    assert would_lift(lacking()) == LINE


def test_an_engine_that_misses_nothing_is_told_nothing() -> None:
    assert would_lift(run([rule("total.limit")], [record("scenario:x", "total.limit")])) == ""
    assert would_lift(run([rule("total.limit")], left_open("the engine cannot: fly"))) == ""


def test_the_terminal_and_the_page_have_the_line(tmp_path: Path) -> None:
    engine = lacking()
    conformance = Conformance(
        rulehound="1", game="c", game_title="C", seed=0, effort="quick", runs=[engine], exit_status=3
    )
    for show, what in ((print_run, engine), (print_conformance, conformance)):
        stream = io.StringIO()
        show(what, tmp_path, console(stream))  # type: ignore[operator]
        assert f"{engine.engine.name}: {LINE}" in stream.getvalue()
    assert f"<p>M{LINE[1:]}.</p>" in site(engine, {})["index.html"].decode()
