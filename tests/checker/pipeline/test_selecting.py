"""The checks that a run is of: of rules, of clauses, and of what failed the last time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.pipeline.selecting import RequestedChecks, selection
from rulehound_testing.faults.catching import rulebook


def test_a_clause_stands_for_the_rules_that_cite_it() -> None:
    chosen = selection(rulebook(), RequestedChecks(clauses=["3-3-2"]))
    assert "memory.limit" in chosen.rules
    assert chosen.takes("invariant:memory.limit", ["memory.limit"])
    assert not chosen.takes("scenario:rulings/rush-01", ["keyword.rush"])
    both = selection(rulebook(), RequestedChecks(rules=["keyword.rush"], clauses=["3-3-2"]))
    assert both.rules == chosen.rules | {"keyword.rush"}
    assert selection(rulebook(), RequestedChecks()).everything


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (
            RequestedChecks(rules=["memory.limt"]),
            "there is no rule 'memory.limt'; the nearest are memory.limit, ",
        ),
        (RequestedChecks(clauses=["99-9"]), "rulehound-rulebook-1.1.pdf has no clause '99-9'; "),
        (RequestedChecks(clauses=[""]), "has no clause ''; "),
        (RequestedChecks(report=Path("none.json")), "none.json: cannot be read"),
    ],
)
def test_what_there_is_not_is_refused(asked: RequestedChecks, says: str) -> None:
    with pytest.raises(UserError, match=r"^.*;") as refusal:
        selection(rulebook(), asked)
    assert says in str(refusal.value)


def test_a_clause_without_a_rule_says_where_to_look() -> None:
    book = rulebook()
    cited = {key for links in book.links_by_rule.values() for link in links for key in link.places}
    free = next(clause for clause in book.hand.document.clauses if clause.number and clause.key not in cited)
    with pytest.raises(UserError, match=f"^no rule cites clause {free.number} of .*; rulehound show"):
        selection(book, RequestedChecks(clauses=[free.number]))


def test_the_effort_of_a_part_is_less_and_that_of_a_report_is_its_own(tmp_path: Path) -> None:
    assert RequestedChecks().effort() == "normal"
    assert RequestedChecks(rules=["memory.limit"]).effort() == "brief"
    assert RequestedChecks(clauses=["3-3-2"]).effort() == "brief"
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"format": "rulehound-report-1"}))
    with pytest.raises(UserError, match=r"report\.json"):
        RequestedChecks(report=report).effort()
