"""Recordings outside of a run as pages: links lead somewhere, nothing runs, equal walks give equal sites."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.report.directory import OutputError
from rulehound.checker.report.walk_site import (
    WALKS,
    CitedRule,
    RecordedStep,
    Recording,
    Recordings,
    walk_site,
    write_walks,
)
from rulehound.checker.run_record import WalkCard
from rulehound_testing.browser import Browser, NoBrowser
from rulehound_testing.made_up_run import png
from rulehound_testing.sites import Page, led_to, pages

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="9">{}</text></svg>'
STOPS = [
    RecordedStep("start", "Given", [("The start", SVG.format("one"))]),
    RecordedStep("action", "add 2", [("Before it", SVG.format("one"))]),
    RecordedStep("between", "one is counted"),
    RecordedStep(
        "wrong", "After: add 2", [("First", SVG.format("two")), ("Second", "")], ["expected: refused"]
    ),
]
WALK = Recording(
    "sums/two",
    "Two <b>are</b> added",
    STOPS,
    group="sums",
    outcome="not as demanded",
    good=False,
    rules=[CitedRule("total.limit", "At most two.", [("1-1", 2, "1-1"), ("1-2", 2, "1-2")])],
    cards=[WalkCard("One", ["adds 1"])],
    files=[("sums-two.toml", 'id = "sums/two"\n')],
)
WALKS_OF_TWO = Recordings(
    "Sums", ["All of them."], [WALK, WALK._replace(stops=STOPS[:1])], "Book 1", [("three", "too many")]
)


def test_every_link_leads_to_a_file_and_a_place() -> None:
    made = walk_site(WALKS_OF_TWO, {"1-1": png(40, 20)})
    assert {"walks/sums_two.html", "walks/sums_two-2.html", "scenarios/sums-two.toml", WALKS} <= set(made)
    shown = pages(made)
    places = {name: {attributes.get("id") for _, attributes in page.tags} for name, page in shown.items()}
    for name, page in shown.items():
        for file, place in led_to(name, page):
            assert file in made, (name, file)
            assert not place or place in places[file], (name, file, place)


def test_a_board_that_cannot_be_drawn_is_left_out() -> None:
    made = walk_site(WALKS_OF_TWO, {})
    assert [name for name in made if name.startswith("boards/sums_two-") and "-2-" not in name] == [
        f"boards/sums_two-{number}.svg" for number in (1, 2, 3)
    ]
    page = Page(made["walks/sums_two.html"])
    assert "Second" not in page.words
    assert "Two <b>are</b> added" in page.words
    assert "expected: refused" in page.words


def test_equal_walks_give_equal_sites_and_a_strange_folder_is_left_alone(tmp_path: Path) -> None:
    assert walk_site(WALKS_OF_TWO, {}) == walk_site(WALKS_OF_TWO, {})
    write_walks(tmp_path / "out", WALKS_OF_TWO, {})
    write_walks(tmp_path / "out", WALKS_OF_TWO, {})
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"notes\.txt"):
        write_walks(tmp_path / "mine", WALKS_OF_TWO, {})
    assert (tmp_path / "mine" / "notes.txt").read_text() == "mine"


def test_a_browser_steps_through_it_and_prints_all_of_it(tmp_path: Path) -> None:
    write_walks(tmp_path / "out", WALKS_OF_TWO, {})
    try:
        browser = Browser(tmp_path / "profile")
    except NoBrowser as error:
        pytest.skip(str(error))
    with browser:
        browser.look(390)
        browser.go((tmp_path / "out/walks/sums_two.html").as_uri())
        seen = "[...document.querySelectorAll('.stop img')].filter((one) => one.checkVisibility()).length"
        assert browser.text("output") == "4 of 4"
        assert browser.value(seen) == 1
        browser.press("Home", 36)
        assert browser.text("output") == "1 of 4"
        at = "document.activeElement.closest('.timeline > li')?.id"
        browser.value("document.querySelector('.timeline a').focus(); 0")
        browser.press("ArrowRight", 39)
        assert (browser.text("output"), browser.value(at)) == ("2 of 4", "step-1")
        browser.press("Enter", 13)
        assert (browser.value("location.hash"), browser.value(at)) == ("#step-1", "step-1")
        browser.press("Tab", 9)
        assert browser.value(at) is None
        browser.press("Home", 36)
        browser.value("dispatchEvent(new Event('beforeprint')); 0")
        steps = "[...document.querySelectorAll('.timeline > li')]"
        held = f"{steps}.map((one) => one.querySelectorAll('img').length)"
        assert browser.value(held) == [1, 1, 0, 1]
        browser.value("dispatchEvent(new Event('afterprint')); 0")
        assert browser.value(held) == [0, 0, 0, 0]
        told = [
            each for each in browser.events if each["method"] in ("Log.entryAdded", "Runtime.exceptionThrown")
        ]
        assert told == []
