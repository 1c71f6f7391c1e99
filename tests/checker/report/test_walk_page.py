"""The page of a finding in a real browser: one step at a time, by keys, buttons and addresses."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulehound.checker.report.directory import write_report
from rulehound.checker.report.html import site
from rulehound.checker.run_record import Run, ShownWalk, WalkCard, WalkStep
from rulehound_testing.browser import Browser, NoBrowser
from rulehound_testing.made_up_run import one_of_each
from rulehound_testing.sites import Page, led_to

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="9">{}</text></svg>'
WALK = ShownWalk(
    SVG.format("start"),
    [
        WalkStep("add 1", ["one is counted", "one is shown"], SVG.format("one")),
        WalkStep("add 2", [], SVG.format("two"), "no room"),
    ],
    cards=[WalkCard("One", ["<b>1</b>"])],
    expected="player 1, total 1",
    observed="player 1, total 2",
    other=SVG.format("other"),
    other_engine="second",
)
PAGE = "findings/total.limit.html"


def walked() -> Run:
    made = one_of_each()
    violations = [msgspec.structs.replace(each, walk=WALK) for each in made.violations]
    return msgspec.structs.replace(made, violations=violations)


def test_every_step_stands_on_the_page_with_its_boards() -> None:
    made = site(walked(), {})
    page = Page(made[PAGE])
    stops = [attributes for attributes in page.all("li") if str(attributes.get("id")).startswith("step-")]
    assert [stop["id"] for stop in stops] == [f"step-{number}" for number in range(6)]
    assert [stop["class"] for stop in stops] == ["start", "action", "between", "between", "after", "wrong"]
    files = {file for file, _ in led_to(PAGE, page) if file.startswith("boards/")}
    assert len(files) == 4
    assert all(file in made for file in files)
    for said in ("Expected player 1, total 1", "no room", "<b>1</b>", "engine “second”"):
        assert said in page.words


def test_a_browser_goes_from_step_to_step(tmp_path: Path) -> None:
    write_report(tmp_path / "report", walked(), {})
    shown = "[...document.querySelectorAll('.stop')].flatMap((one, at) => one.hidden ? [] : [at])"
    now = "document.querySelector('.timeline [aria-current]').textContent"
    address = (tmp_path / "report" / PAGE).as_uri()
    try:
        browser = Browser(tmp_path / "profile")
    except NoBrowser as error:
        pytest.skip(str(error))
    with browser:
        browser.look(390)
        browser.go(address)
        assert (browser.value(shown), browser.value(now)) == ([5], "add 2")
        browser.press("ArrowLeft", 37)
        assert (browser.value(shown), browser.value("location.hash")) == ([4], "#step-4")
        browser.press("ArrowLeft", 37)
        assert (browser.value(shown), browser.value(now)) == ([1], "one is shown")
        browser.press("ArrowRight", 39)
        browser.open("button", "Next")
        assert browser.text("output") == "6 of 6"
        browser.go(f"{address}?again#step-0")
        assert browser.value(shown) == [0]
        assert browser.value("document.querySelector('img.board').naturalWidth") == 40
        assert browser.value("document.documentElement.scrollWidth") <= 390
        browser.go((tmp_path / "report/rules.html").as_uri() + "#verdict=pass")
        rows = "[...document.querySelectorAll('tbody tr[id]:not([hidden])')].map((row) => row.id)"
        assert browser.value(rows) == ["total.floor"]
        browser.go((tmp_path / "report/index.html").as_uri() + "#total.floor")
        browser.go((tmp_path / "report/rules.html").as_uri() + "?#find=order")
        assert browser.value(rows) == ["add.order"]
        problems = [
            each for each in browser.events if each["method"] in ("Log.entryAdded", "Runtime.exceptionThrown")
        ]
        assert problems == []
