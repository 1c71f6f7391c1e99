"""Exports hold every clause, and other tools read them."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import msgspec
from reqif.parser import ReqIFParser

from rulehound.checker.evidence.standings import ClauseStanding
from rulehound.checker.evidence.status import Status
from rulehound.checker.report.clauses.export.cases import cases
from rulehound.checker.report.clauses.export.requirements import requirements
from rulehound.checker.report.clauses.export.table import table
from rulehound_testing.made_up_evidence import shells, standing_of

KEYS = ["1-1-1", "1-1-2", "1-1-3", "2-1", "2-2", "2-3"]


def clauses(folder: Path) -> tuple[ClauseStanding, ...]:
    return tuple(standing_of(shells(folder)).clauses)


def with_why(clause: ClauseStanding, why: str) -> ClauseStanding:
    return msgspec.structs.replace(clause, why=why, status=Status.STALE)


def test_a_row_a_clause(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(table(clauses(tmp_path)), newline="")))
    assert [row["clause"] for row in rows] == KEYS
    assert rows[0]["rules"] == "tide.limit"
    assert [row["status"] for row in rows] == [*["verified"] * 4, *["not testable"] * 2]


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    first, *_ = clauses(tmp_path)
    [row] = csv.DictReader(io.StringIO(table([with_why(first, '=HYPERLINK("x")\n,"')]), newline=""))
    assert row["why"] == '\'=HYPERLINK("x")\n,"'


def test_a_case_a_clause(tmp_path: Path) -> None:
    first, *others = clauses(tmp_path)
    root = ElementTree.fromstring(cases("shells", [with_why(first, "]]><\x00&"), *others]))
    assert [case.get("name") for case in root.iter("testcase")] == KEYS
    assert (root.get("tests"), root.get("failures"), root.get("skipped")) == ("6", "1", "2")
    [failure] = root.iter("failure")
    assert failure.get("message") == "stale: ]]><\ufffd&"


def test_requirements_are_read_back(tmp_path: Path) -> None:
    store = shells(tmp_path)
    first, *others = standing_of(store).clauses
    text = requirements("Shells", [with_why(first, '<b> & "\x01'), *others], store.rules)
    (tmp_path / "shells.reqif").write_text(text, encoding="utf-8")
    bundle = ReqIFParser.parse(str(tmp_path / "shells.reqif"))
    content = bundle.core_content.req_if_content
    assert not bundle.exceptions
    assert len(content.spec_objects) == len(KEYS) + len(store.rules)
    by_document = {s.long_name: s for s in content.specifications}
    assert list(by_document) == ["shells 1.0", "rules"]
    told = []
    for place in bundle.iterate_specification_hierarchy(by_document["shells 1.0"]):
        clause = bundle.get_spec_object_by_ref(place.spec_object)
        told.append([attribute.value for attribute in clause.attributes])
    assert [values[0] for values in told] == KEYS
    assert told[0][3:5] == ["stale", '<b> & "\ufffd']
    relations = {
        (
            bundle.get_spec_object_by_ref(relation.source).attributes[0].value,
            bundle.get_spec_object_by_ref(relation.target).attributes[0].value,
        )
        for relation in content.spec_relations
    }
    assert relations == {
        ("1-1-1", "tide.limit"),
        ("1-1-2", "tide.limit"),
        ("1-1-3", "tide.wait"),
        ("2-1", "basket.start"),
    }
    assert requirements("Shells", [with_why(first, '<b> & "\x01'), *others], store.rules) == text
