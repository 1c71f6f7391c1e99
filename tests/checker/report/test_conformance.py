"""JUnit, SARIF and the page of made-up runs of several engines: what they must have, whatever these say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.records import Verdict
from rulehound.checker.report import summary
from rulehound.checker.report.directory import (
    CONFORMANCE,
    OutputError,
    conformance_junit,
    require_output,
    write_conformance,
)
from rulehound.checker.report.html import conformance_site
from rulehound.checker.report.matrix import FOLLOWS, NOT_HELD, matrix
from rulehound.checker.report.sarif import FINGERPRINT, sarif
from rulehound.checker.report.trace_files import with_files
from rulehound.checker.run_record import Conformance, NotShown, Run, RunEngine, Violation, exit_status_of_runs
from rulehound_testing.made_up_run import record, rule, run, trace
from rulehound_testing.sarif_structure import STRUCTURE
from rulehound_testing.sites import pages


def violation(name: str = "total.limit", **more: Any) -> Violation:
    filled: dict[str, Any] = {
        "fingerprint": "0123456789abcdef",
        "rule": name,
        "element": f"guard:add:{name}",
        "expected": "refused",
        "observed": "carried out",
        "times": 10_000,
        "checks": [f"guard:add:{name}"],
        "trace": trace(name),
        "pictures": ['<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'] * 2,
        **more,
    }
    return Violation(**filled)


def engine(name: str = "my-sim", *violations: Violation) -> Run:
    """An engine with a rule that passes, one that is not judged, one that does not hold, and violations."""
    broken = [
        record(
            check,
            each.rule,
            verdict=Verdict.VIOLATION,
            trace=each.trace,
            explanation="expected: refused",
            violation=each.fingerprint,
        )
        if not each.follows
        else record(check, each.rule, verdict=Verdict.UNSUPPORTED, explanation="follows second here")
        for each in violations
        for check in each.checks
    ]
    records = [
        record("scenario:fine", "total.fine"),
        record("scenario:odd", "total.odd", verdict=Verdict.UNSUPPORTED, explanation="the engine cannot"),
        *broken,
    ]
    names = ["total.fine", "total.odd", *(each.rule for each in violations)]
    rules = [*(rule(each) for each in dict.fromkeys(names)), rule("total.none", holds=False)]
    own = run(records=records, rules=rules, violations=[*violations], edition_reason="as asked for")
    introduced = msgspec.structs.replace(own.engine, name=name)
    return msgspec.structs.replace(own, engine=introduced)


def gone(name: str, trouble: str = "gone") -> Run:
    """An engine that did not start."""
    engine = RunEngine(command=name, name=name, version="", capabilities=[], trouble=trouble)
    return msgspec.structs.replace(run([], []), engine=engine, not_shown=NotShown())


def conformance(*engines: Run) -> Conformance:
    named = with_files(engines)
    return Conformance(
        rulehound="1",
        game="counter",
        game_title="Counter",
        seed=0,
        effort="normal",
        runs=named,
        exit_status=exit_status_of_runs(named),
    )


def test_the_matrix_says_what_became_of_every_rule_on_every_engine() -> None:
    broken = engine("a", violation())
    other = engine("b", violation(follows="second"))
    rows = {row.rule.id: row for row in matrix([broken, other, gone("c")])}
    assert [cell.verdict for cell in rows["total.limit"].cells] == ["violation", FOLLOWS, "did not start"]
    fine = rows["total.fine"].cells[0]
    assert (fine.judged, fine.passed, fine.violated, fine.not_judged) == (1, 1, 0, 0)
    odd = rows["total.odd"].cells[0]
    assert (odd.verdict, odd.judged, odd.reasons) == ("not judged", 0, {"the engine cannot": 1})
    assert "total.none" not in rows
    alone = matrix([engine("a"), broken])
    assert [cell.verdict for cell in alone[-1].cells] == [NOT_HELD, "violation"]


@pytest.mark.parametrize(
    ("violations", "status"),
    [((), 0), ((violation(),), 1), ((violation(known=True),), 0), ((violation(follows="second"),), 0)],
)
def test_what_fails(violations: tuple[Violation, ...], status: int) -> None:
    assert exit_status_of_runs([engine("a", *violations)]) == status
    assert exit_status_of_runs([engine("a", *violations), gone("b")]) == 1


def test_strict_counts_other_editions_and_what_was_not_judged() -> None:
    assert exit_status_of_runs([engine("a")], strict=True) == 3
    assert exit_status_of_runs([engine("a", violation(follows="second"))], strict=True) == 3


def test_junit_has_a_case_for_every_check_with_its_clauses() -> None:
    root = ElementTree.fromstring(conformance_junit(conformance(engine("a", violation()), engine("b"))))
    assert {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "errors": "0",
        "skipped": "2",
    }
    for case in root.iter("testcase"):
        named = {each.get("name"): each.get("value") for each in case.iter("property")}
        assert named["clauses"], "also on skipped ones"
    failed = next(case for case in root.iter("testcase") if case.find("failure") is not None)
    assert failed.get("classname") == "a: total.limit"
    assert "traces/1-total.limit.json" in (failed.find("failure").text or "")  # type: ignore[union-attr]


def test_junit_does_not_fail_for_what_is_known_but_for_engines_that_do_not_start() -> None:
    known = ElementTree.fromstring(conformance_junit(conformance(engine("a", violation(known=True)))))
    assert (known.get("failures"), known.get("skipped")) == ("0", "2")
    missing = conformance(gone("b\x00<", "not there \x1b[31m"))
    assert ElementTree.fromstring(conformance_junit(missing)).get("errors") == "1"


def of_sarif(found: Conformance) -> dict[str, Any]:
    """A SARIF log, held to what the standard demands of the parts that we write (sections in brackets)."""
    log: dict[str, Any] = json.loads(sarif(found))
    STRUCTURE.validate(log)
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    categories = [part["automationDetails"]["id"] for part in log["runs"]]
    assert len(set(categories)) == len(categories)  # code scanning takes one run of a category
    for part in log["runs"]:  # [3.14]
        driver = part["tool"]["driver"]  # [3.18, 3.19]
        assert driver["name"]
        identifiers = [each["id"] for each in driver["rules"]]  # [3.49]
        assert len(set(identifiers)) == len(identifiers)
        for described in ("shortDescription", "fullDescription", "help"):  # code scanning asks for all three
            assert all(each[described]["text"] for each in driver["rules"])
        assert part["automationDetails"]["id"].endswith("/")  # [3.17.3]: a name without a run of its own
        for result in part["results"]:  # [3.27]
            assert result["message"]["text"]
            assert result["ruleId"] == identifiers[result["ruleIndex"]]
            assert (result["level"] == "none") == (result["kind"] != "fail")  # [3.27.10]
            assert len(result["locations"]) == 1  # code scanning shows the first, and no result without one
            for location in result["locations"]:
                place = location["physicalLocation"]
                assert not place["artifactLocation"]["uri"].startswith("/")
    return log


def test_sarif_is_as_the_standard_says() -> None:
    found = conformance(
        engine("a", violation(), violation("total.other", follows="second"), violation(name="")),
        engine("b", violation(known=True)),
        gone("c"),
    )
    log = of_sarif(found)
    assert [len(part["results"]) for part in log["runs"]] == [3, 1, 0]
    alike = of_sarif(conformance(engine("a/b"), engine("a/b"), engine("a/b", violation(trace=None))))
    names = [part["automationDetails"]["id"].split("/")[2] for part in alike["runs"]]
    assert names == ["a_b", "a_b-2", "a_b-3"]
    (without_trace,) = alike["runs"][2]["results"]
    assert without_trace["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "conformance.json"
    first = log["runs"][0]["results"][0]
    assert first["partialFingerprints"] == {FINGERPRINT: "0123456789abcdef"}
    assert "1-1" not in json.dumps(first["partialFingerprints"])
    assert [result["baselineState"] for part in log["runs"][:2] for result in part["results"][::2]] == [
        "new",
        "new",
        "unchanged",
    ]


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [
        ("runs.0", "columKind", "unicodeCodePoints"),
        ("runs.0", "columnKind", "bytes"),
        ("runs.0.tool.driver", "name", None),
        ("runs.0.tool.driver.rules.0", "id", None),
        ("runs.0.tool.driver.rules.0.help", "text", None),
        ("runs.0.invocations.0", "executionSuccessful", None),
        ("runs.0.results.0", "kind", "failed"),
        ("runs.0.results.0", "level", "fatal"),
        ("runs.0.results.0", "message", None),
        ("runs.0.results.0", "occurrenceCount", 0),
        ("runs.0.results.0", "partialFingerprints", {"a": 1}),
        ("runs.0.results.0", "baselineState", "known"),
        ("runs.0.results.0.locations.0.physicalLocation", "artifactLocation", None),
        ("runs.0.results.0.locations.0.physicalLocation.region", "startLine", 0),
        ("runs.0.results.0.locations.0.logicalLocations.0", "rule", "total.limit"),
        ("runs.2.invocations.0.toolExecutionNotifications.0", "message", None),
    ],
)
def test_what_the_standard_does_not_have_is_seen(path: str, name: str, value: Any) -> None:
    found = conformance(engine("a", violation()), engine("b"), gone("c"))
    log = of_sarif(found)
    place: Any = log
    for part in path.split("."):
        place = place[int(part) if part.isdigit() else part]
    place[name] = value
    if value is None:
        del place[name]
    with pytest.raises(jsonschema.ValidationError):
        STRUCTURE.validate(log)


def test_the_page_holds_everything_and_ends_with_its_footer() -> None:
    found = conformance(engine("a", violation()), engine("b"), gone("c"))
    made = pages(conformance_site(found, {}))
    text = " ".join(page.words for page in made.values())
    for said in ("total.limit", "seen 10,000 times", "as asked for", "the engine cannot", "gone", "replay"):
        assert said in text
    assert made["findings/1-total.limit.html"].words.count("Before the last step") == 1
    assert summary.closing(found.runs) == "End of report: 2 of 3 engines ran, 5 checks."
    assert summary.closing(found.runs) in made["index.html"].words
    for page in made.values():
        (script,) = page.all("script")
        assert str(script["src"]).rpartition("/")[2] in ("report.js", "walk.js")
        assert not [link for link in page.all("a") if "://" in str(link["href"])]


HOSTILE = st.text(max_size=20) | st.sampled_from(
    (
        "<script>alert(1)</script>",
        "]]>",
        "\x1b[31m",
        "\x00",
        "\ud800",
        "../../etc/passwd",
        '"><img onerror=x>',
    )
)


@settings(max_examples=25)
@given(HOSTILE, HOSTILE, HOSTILE)
def test_nothing_that_an_engine_says_breaks_a_view(name: str, observed: str, svg: str) -> None:
    broken = violation(
        observed=observed, pictures=[f"<svg>{svg}</svg>"], trace=trace("total.limit", observed=observed)
    )
    found = conformance(engine(name, broken), gone(name, observed or "gone"))
    for page in pages(conformance_site(found, {})).values():
        assert len(page.all("script")) == 1
        assert not any("onerror" in each for each in page.all("img"))
    ElementTree.fromstring(conformance_junit(found).encode("utf-8", "backslashreplace"))
    of_sarif(found)


@given(st.text(max_size=200))
def test_file_names_are_plain(name: str) -> None:
    file = with_files([engine("a", violation(name))])[0].violations[0].file
    folder, _, plain = file.partition("/")
    assert folder == "traces"
    assert plain.endswith(".json")
    assert "/" not in plain
    assert not plain.startswith(".")
    assert len(plain) < 100


def test_the_folder_is_whole_and_replaces_only_its_like(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for _ in range(2):
        write_conformance(out, conformance(engine("a", violation())), {})
        assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*")) == [
            *("boards", "boards/total.limit-1.svg", "boards/total.limit-2.svg"),
            *("conditions.html", "conformance.json", "conformance.schema.json"),
            *("findings", "findings/total.limit.html", "index.html", "junit.xml"),
            *("look", "look/report.css", "look/report.js", "look/walk.js", "matrix.html", "results.sarif"),
            *("traces", "traces/total.limit.json"),
        ]
    (out / "mine.txt").write_text("keep")
    with pytest.raises(OutputError, match=r"mine\.txt"):
        require_output(out, CONFORMANCE)
