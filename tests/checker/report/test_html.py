"""The report's files as views of made-up runs: exact pieces, validity, determinism."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest

from rulehound.checker.records import Verdict
from rulehound.checker.report.directory import SCHEMA, report_json, run_junit, write_report
from rulehound.checker.report.html import ClausePages, Site, site
from rulehound.checker.report.printed import PrintedClause, PrintedPage
from rulehound.checker.report.trace_files import own_traces, trace_files
from rulehound.checker.run_record import Run
from rulehound_testing.made_up_run import one_of_each, png, record, rule, run, trace
from rulehound_testing.sites import Page, led_to, pages, text_of

RULES = ("add.one", "add.order", "total.floor", "total.limit", "total.lonely", "total.shown")


@pytest.fixture(scope="module")
def made() -> Site:
    return site(one_of_each(), {"1-1": png(40, 20)})


@pytest.fixture(scope="module")
def shown(made: Site) -> dict[str, Page]:
    return pages(made)


def test_every_rule_in_force_has_its_row_its_page_and_its_verdict(made: Site, shown: dict[str, Page]) -> None:
    rows = {row["id"]: row["data-verdict"] for row in shown["rules.html"].all("tr") if "id" in row}
    assert rows == {
        "total.limit": "violation",
        "total.floor": "pass",
        "add.one": "inconclusive",
        "add.order": "error",
        "total.shown": "not judged",
        "total.lonely": "not judged",
    }
    assert {f"rules/{name}.html" for name in RULES} == {name for name in made if name.startswith("rules/")}
    assert [a["id"] for a in shown["rules.html"].all("li") if "id" in a] == ["total.old"]


def test_every_link_leads_to_a_file_and_a_place_of_the_site(made: Site, shown: dict[str, Page]) -> None:
    places = {name: {attributes.get("id") for _, attributes in page.tags} for name, page in shown.items()}
    for name, page in shown.items():
        for file, place in led_to(name, page):
            assert file in made or file.startswith("traces/"), (name, file)
            assert not place or "=" in place or place in places[file], (name, file, place)


def test_the_site_needs_nothing_but_itself(made: Site, shown: dict[str, Page]) -> None:
    for page in shown.values():
        policies = [
            m["content"] for m in page.all("meta") if m.get("http-equiv") == "Content-Security-Policy"
        ]
        assert [str(policy).startswith("default-src 'none'") for policy in policies] == [True]
        assert not [script for script in page.all("script") if "src" not in script]
    assert "://" not in text_of(made)
    assert b"@import" not in made["look/report.css"]


def test_the_rulebook_as_printed_leads_from_each_clause_to_what_stands_behind_it() -> None:
    clause = PrintedClause(
        "1-1", "not testable", True, "clauses.html#counter@1/1-1", [(10.0, 20.0, 30.0, 8.0)]
    )
    page = PrintedPage(2, png(60, 90), 40.0, 60.0, [clause])
    made = site(one_of_each(), {}, ClausePages("<!doctype html>", (), [page]))
    shown = Page(made["rulebook.html"])
    assert made["printed/2.png"] == page.png
    (link,) = [each for each in shown.all("a") if "counter@1" in str(each["href"])]
    assert link["aria-label"] == "1-1, not testable, changed"
    (mark,) = shown.all("rect")
    assert (mark["x"], mark["y"], mark["width"], mark["height"]) == ("10.0", "20.0", "30.0", "8.0")
    assert mark["class"] == "not-testable newer"
    assert [each["viewbox"] for each in shown.all("svg")] == ["0 0 40.0 60.0"]
    assert ("rulebook.html", "") in led_to("index.html", Page(made["index.html"]))
    assert "rulebook.html" not in text_of(site(one_of_each(), {}))


def test_the_first_page_is_small_and_leads_to_each_finding() -> None:
    rules = [rule(f"total.r{number}") for number in range(1000)]
    failed = [
        record(f"guard:{each.id}", each.id, verdict=Verdict.VIOLATION, trace=trace(each.id)) for each in rules
    ]
    many = site(run(rules, failed), {"1-1": png(40, 20)})
    assert len(many["index.html"]) < 500_000
    assert len([name for name in many if name.startswith("findings/")]) == 1000
    linked = {file for file, _ in led_to("index.html", Page(many["index.html"]))}
    assert {name for name in many if name.startswith("findings/")} <= linked


def test_clauses_stand_with_text_page_and_picture(made: Site, shown: dict[str, Page]) -> None:
    page = shown["rules/add.one.html"]
    assert "<blockquote>At most 2 &lt;b&gt;counters&lt;/b&gt;.</blockquote>" in text_of(made)
    (image,) = page.all("img")
    assert image["alt"] == "Page 2 with clause 1-1 marked"
    assert (image["width"], image["height"], image["loading"]) == ("30", "15", "lazy")
    assert made["pictures/1-1.png"] == png(40, 20)


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
    for page in pages(site(run([rule("total.limit", says=hostile)], records, edition=hostile), {})).values():
        assert all(set(script) <= {"defer", "src"} for script in page.all("script"))
        assert page.all("img") == []
        assert "".join(page.text).count("alert(1)") == 2 * "".join(page.text).count("onerror")


def test_a_violation_shows_its_steps_board_and_replay_command(shown: dict[str, Page]) -> None:
    text = shown["findings/total.limit.html"].words
    for piece in (
        "Expected refused Observed carried out",
        'add 2 total 1 → 2 guard "room-left" does not hold, breaks total.limit',
        "rulehound replay traces/total.limit.json --engine 'my-sim --adapter'",
        "Before the last step total 1",
        "After the last step total 2",
    ):
        assert piece in text


def test_bounds_and_gaps_are_on_their_pages(shown: dict[str, Page]) -> None:
    said = "1 rule violated, 1 rule with an error, 1 rule inconclusive, 1 rule passed, 2 rules not judged."
    assert said in shown["index.html"].words
    conditions = shown["conditions.html"].words
    assert "one-player: total up to 3" in conditions
    assert "add.step — missing counter-rules 1.0, 1-2 is gone" in conditions
    assert "total.wraps no" in conditions
    assert "total.wraps" not in shown["index.html"].words
    assert "all 71,159 states of 1 configuration, bounded" in shown["rules.html"].words
    assert sum(shown[f"rules/{name}.html"].words.count("never seen to fail") for name in RULES) == 4


def test_a_page_cut_short_shows_it(made: Site, shown: dict[str, Page]) -> None:
    end = b"End of report: 7 rules, 5 checks, 2 facts."
    assert end in made["index.html"]
    assert end not in made["index.html"][:-80]
    assert all(page.words.endswith("A page without this line is cut short.") for page in shown.values())


def test_it_can_be_read_without_its_script(shown: dict[str, Page]) -> None:
    (form,) = shown["rules.html"].all("form")
    assert "hidden" in form
    assert not [row for row in shown["rules.html"].all("tr") if "hidden" in row]


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
        *("conditions.html", "findings/total.limit.html", "index.html", "junit.xml", "look/report.css"),
        *("look/report.js", "look/walk.js", "pictures/1-1.png", "report.json", "report.schema.json"),
        *(f"rules/{name}.html" for name in RULES),
        "rules.html",
        "traces/total.limit.json",
    ]
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "other" / file).read_bytes()


def test_times_stand_in_the_timing_object_alone(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(one_of_each(), timing={"total": 98765.4321})
    write_report(tmp_path / "report", slow, {})
    for path in (tmp_path / "report").rglob("*.*"):
        if path.is_file() and path.name != "report.json":
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
