"""The report's files as views of made-up runs: exact pieces, validity, determinism."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest

from rulehound.checker.records import Verdict
from rulehound.checker.report.directory import SCHEMA, report_json, run_junit, write_report
from rulehound.checker.report.html import page
from rulehound.checker.report.trace_files import own_traces, trace_files
from rulehound.checker.run_record import Run
from rulehound_testing.made_up_run import one_of_each, png, record, rule, run, trace

VOID = {"meta", "img", "input", "link", "br"}


class Page(HTMLParser):
    """Tags, attributes and text of a page; fails on tags that do not close."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Attributes of every such tag, in order."""
        return [attributes for name, attributes in self.tags if name == tag]


def words(html: str) -> str:
    """The text of a page, words apart by one space."""
    return " ".join(" ".join(Page(html).text).split())


@pytest.fixture(scope="module")
def html() -> str:
    return page(one_of_each(), {"1-1": png(40, 20)})


def test_every_rule_in_force_has_its_anchor_and_verdict(html: str) -> None:
    shown = Page(html)
    articles = {a["id"]: a["data-verdict"] for a in shown.all("article")}
    assert articles == {
        "total.limit": "violation",
        "total.floor": "pass",
        "add.one": "inconclusive",
        "add.order": "error",
        "total.shown": "not judged",
        "total.lonely": "not judged",
    }
    assert [a["id"] for a in shown.all("li") if "id" in a] == ["total.old"]


def test_the_page_needs_nothing_but_itself(html: str) -> None:
    shown = Page(html)
    assert shown.all("link") == []
    assert all("src" not in script for script in shown.all("script"))
    assert all((image["src"] or "").startswith("data:image/png;base64,") for image in shown.all("img"))
    assert all((link["href"] or "").startswith("#") for link in shown.all("a"))
    policy = next(m["content"] for m in shown.all("meta") if m.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert "@import" not in html
    assert "http:" not in html
    assert "https:" not in html


def test_clauses_stand_with_text_page_and_picture(html: str) -> None:
    assert "<blockquote>At most 2 &lt;b&gt;counters&lt;/b&gt;.</blockquote>" in html
    images = Page(html).all("img")
    assert len(images) == 6
    assert {image["alt"] for image in images} == {"Page 2 with clause 1-1 marked"}
    assert {(image["width"], image["height"], image["loading"]) for image in images} == {("30", "15", "lazy")}


def test_what_engines_and_documents_say_is_text_and_never_markup() -> None:
    hostile = '<script>alert(1)</script><img src=x onerror="alert(1)">'
    bad = trace("total.limit", expected=hostile, observed=hostile, board=[hostile], engine=hostile)
    records = [
        record(
            "guard:" + hostile,
            "total.limit",
            verdict=Verdict.VIOLATION,
            explanation=hostile,
            shown=hostile,
            trace=bad,
            engine=hostile,
        )
    ]
    shown = Page(page(run([rule("total.limit", says=hostile)], records, edition=hostile), {}))
    assert len(shown.all("script")) == 1
    assert shown.all("img") == []
    assert "".join(shown.text).count("alert(1)") == 2 * "".join(shown.text).count("onerror")


def test_a_violation_shows_its_steps_board_and_replay_command(html: str) -> None:
    text = words(html)
    for piece in (
        "Expected refused Observed carried out",
        'add 2 total 1 → 2 guard "room-left" does not hold, breaks total.limit',
        "rulehound replay traces/total.limit.json --engine 'my-sim --adapter'",
        "Before the last step total 1",
        "After the last step total 2",
    ):
        assert piece in text


def test_bounds_and_gaps_are_on_the_page(html: str) -> None:
    text = words(html)
    assert (
        "1 rule violated, 1 rule with an error, 1 rule inconclusive, 1 rule passed, 2 rules not judged."
        in text
    )
    assert "one-player: total up to 3" in text
    assert "add.step — missing counter-rules 1.0, 1-2 is gone" in text
    assert "all 71,159 states of 1 configuration, bounded" in text
    assert text.count("never seen to fail") == 5


def test_a_page_cut_short_shows_it(html: str) -> None:
    end = "End of report: 7 rules, 5 checks, 2 facts."
    assert end in html
    assert end not in html[:-80]


def test_it_can_be_read_without_its_script(html: str) -> None:
    form = next(f for f in Page(html).all("form"))
    assert "hidden" in form
    assert [d for d in Page(html).all("article") if "hidden" in d] == []
    assert html.index("<noscript>") < html.index("<article")


def test_junit_has_one_case_a_record_with_rules_and_clauses() -> None:
    root = ElementTree.fromstring(run_junit(one_of_each()))
    assert {k: root.get(k) for k in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "errors": "1",
        "skipped": "2",
    }
    cases = [
        (case.get("classname"), case.get("name"), [child.tag for child in case if child.tag != "properties"])
        for case in root.iter("testcase")
    ]
    assert cases == [
        ("total.limit", "guard:add:room-left", ["failure"]),
        ("total.limit", "invariant:total.limit", []),
        ("add.one", "play:add", ["skipped"]),
        ("add.order", "scenario:order", ["error"]),
        ("total.shown", "scenario:shown", ["skipped"]),
    ]
    properties = {p.get("name"): p.get("value") for p in root.iter("property")}
    assert properties["clauses"] == "1-1"
    second = [p.get("value") for p in root.iter("property") if p.get("name") == "rules"][1]
    assert second == "total.limit total.floor"


def test_junit_stays_xml_whatever_an_engine_prints() -> None:
    nasty = "".join(map(chr, range(0x250))) + "\ud800\uffff]]>"
    records = [record("a" + nasty, "r" + nasty, verdict=Verdict.ERROR, explanation=nasty)]
    root = ElementTree.fromstring(run_junit(run([], records)).encode("utf-8"))
    assert len(list(root.iter("error"))) == 1


def test_json_fits_its_schema_and_reads_back() -> None:
    made = one_of_each()
    text = report_json(made)
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_bytes())).validate(json.loads(text))
    assert msgspec.json.decode(text, type=Run) == made


def test_the_schema_refuses_what_is_no_report() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_bytes()))
    good = json.loads(report_json(one_of_each()))
    for key, value in (("format", "other-1"), ("records", [{"check": "a"}]), ("seed", "0"), ("rules", None)):
        assert not validator.is_valid({**good, key: value})
    assert not validator.is_valid({key: value for key, value in good.items() if key != "not_shown"})


def test_equal_runs_give_equal_files(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write_report(tmp_path / name, one_of_each(), {"1-1": png()})
    files = sorted(p.relative_to(tmp_path / "one") for p in (tmp_path / "one").rglob("*") if p.is_file())
    assert list(map(str, files)) == [
        "index.html",
        "junit.xml",
        "report.json",
        "report.schema.json",
        "traces/total.limit.json",
    ]
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "other" / file).read_bytes()


def test_times_stand_in_the_timing_object_alone(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(one_of_each(), timing={"total": 98765.4321})
    write_report(tmp_path / "report", slow, {})
    for path in (tmp_path / "report").rglob("*.*"):
        if path.name != "report.json":
            assert "98765" not in path.read_text()
    fast, late = json.loads(report_json(one_of_each())), json.loads(report_json(slow))
    assert {**fast, "timing": 0} == {**late, "timing": 0}


def test_the_first_trace_of_a_rule_is_the_shortest_of_an_engine() -> None:
    records = [
        record("a", "r", trace=trace("r", steps=1, kind="model")),
        record("b", "r", trace=trace("r", steps=5)),
        record("c", "r"),
        record("d", "r", trace=trace("r", steps=2)),
        record("e", "s", trace=trace("../s/..", steps=2)),
    ]
    assert trace_files(run([], records)) == {
        3: "traces/r.json",
        1: "traces/r-2.json",
        0: "traces/r-3.json",
        4: "traces/_s_...json",
    }


def test_a_rule_shows_traces_that_break_itself_first_and_refused_starts_last() -> None:
    refused_start = msgspec.structs.replace(trace("r", steps=1), steps=[])
    records = [
        record("a", "r", trace=refused_start),
        record("b", "r", trace=trace("s", steps=1)),
        record("c", "r", trace=trace("r", steps=3)),
        record("d", "s", trace=trace("s", steps=2)),
    ]
    made = run([rule("r"), rule("s")], records)
    assert own_traces(made, "r") == [2, 0, 1]
    assert own_traces(made, "s") == [3]
    assert trace_files(made)[0] == "traces/r-2.json"
