"""The trace counts what is there, and its gate names what is not."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rulehound.spec.documents.at_hand import at_hand
from rulehound.spec.documents.facts import read_facts
from rulehound.spec.documents.matrix import Matrix, build_matrix, counts, matrix_problems, totals
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.documents.store import load_store
from rulehound.spec.documents.update import record_update
from rulehound_testing.made_up_spec import (
    BASKET_TOML,
    DOCUMENT_TOML,
    NOT_CHECKED_TOML,
    RULEBOOK,
    RULES_TOML,
    UPDATE,
    document,
    write_spec,
)

CHECKS = (
    CheckDeclaration("setup:basket", ("basket.start",), ("basket.start",), "setup"),
    CheckDeclaration("invariant:tide", ("tide.limit",), ("tide.max",), "invariant"),
    CheckDeclaration("guard:wait:tide", ("tide.wait", "tide.limit"), ("tide.wait",), "guard"),
)


def traced(
    tmp_path: Path,
    rulebook: dict[str, str] | None = None,
    checks: tuple[CheckDeclaration, ...] = CHECKS,
    **files: str,
) -> Matrix:
    store = load_store(write_spec(tmp_path, **files))
    if rulebook is None:
        return build_matrix(store, checks)
    hands = [at_hand(store, document(rulebook))]
    return build_matrix(store, checks, hands, read_facts(store, hands), {"tide.limit": "pass"})


def test_rows_say_what_stands_for_each_clause(tmp_path: Path) -> None:
    matrix = traced(tmp_path)
    [edition] = matrix.editions
    assert (edition.document, edition.version, edition.ruleset, edition.complete) == (
        "shells",
        "1.0",
        "old-sea",
        True,
    )
    assert {row.clause: (row.status, row.rules, row.checks, row.reason) for row in edition.clauses} == {
        "1": ("no-demand", (), (), ""),
        "1-1": ("no-demand", (), (), ""),
        "1-1-1": ("checked", ("tide.limit",), ("guard:wait:tide", "invariant:tide"), ""),
        "1-1-2": ("checked", ("tide.limit",), ("guard:wait:tide", "invariant:tide"), ""),
        "1-1-3": ("checked", ("tide.wait",), ("guard:wait:tide",), ""),
        "2": ("no-demand", (), (), ""),
        "2-1": ("checked", ("basket.start",), ("setup:basket",), ""),
        "2-2": ("not-checked", (), (), "physical"),
        "2-3": ("not-checked", (), (), "physical"),
    }
    assert {row.link for row in edition.clauses} == {"recorded"}
    assert [(row.rule, row.checks) for row in matrix.rules] == [
        ("basket.start", ("setup:basket",)),
        ("tide.limit", ("guard:wait:tide", "invariant:tide")),
        ("tide.wait", ("guard:wait:tide",)),
    ]
    assert [(row.fact, row.rules, row.checks, row.status) for row in matrix.facts] == [
        ("basket.start", ("basket.start",), ("setup:basket",), "not read"),
        ("tide.max", ("tide.limit",), ("invariant:tide",), "not read"),
        ("tide.wait", ("tide.wait",), ("guard:wait:tide",), "not read"),
    ]
    assert matrix_problems(matrix) == []


def test_counts_have_denominators(tmp_path: Path) -> None:
    matrix = traced(tmp_path, RULEBOOK)
    assert [(c.name, c.count, c.of) for c in counts(matrix.editions[0])] == [
        ("headings and the like", 3, 9),
        ("clauses", 6, 9),
        ("clauses linked to a rule with a check", 4, 6),
        ("clauses linked to rules without a check", 0, 6),
        ("clauses with a reason why not", 2, 6),
        ("clauses with both a rule and a reason", 0, 6),
        ("clauses without a status", 0, 6),
        ("suspect links", 0, 6),
        ("split links", 0, 6),
        ("moved links", 0, 6),
        ("orphan links", 0, 6),
    ]
    assert [(c.name, c.count, c.of) for c in totals(matrix)] == [
        ("rules with a check", 3, 3),
        ("rules with a source", 3, 3),
        ("facts with a check", 3, 3),
        ("facts read", 3, 3),
    ]
    assert [row.verdict for row in matrix.rules] == ["", "pass", ""]


def test_the_order_of_declarations_does_not_show(tmp_path: Path) -> None:
    one, other = traced(tmp_path / "a"), traced(tmp_path / "b", checks=tuple(reversed(CHECKS)))
    assert msgspec.json.encode(one) == msgspec.json.encode(other)


def test_a_deleted_check_is_named_with_its_clauses(tmp_path: Path) -> None:
    assert matrix_problems(traced(tmp_path, checks=CHECKS[1:])) == [
        "shells 1.0, 2-1: no rule that it supports has a check (basket.start)",
        "rule basket.start: no check stands for it",
        "fact basket.start: no check rests on it",
    ]


def test_a_clause_without_a_status_is_named(tmp_path: Path) -> None:
    matrix = traced(tmp_path, not_checked=NOT_CHECKED_TOML.replace('    "2-2",\n', ""))
    assert matrix_problems(matrix) == ["shells 1.0, 2-2: no rule cites it, and no reason is given"]
    assert [c.count for c in counts(matrix.editions[0]) if c.name == "clauses without a status"] == [1]


def test_a_clause_with_a_rule_and_a_reason_is_named(tmp_path: Path) -> None:
    basket = BASKET_TOML.replace('"2-1"', '["2-1", "2-2"]')
    assert matrix_problems(traced(tmp_path, basket=basket)) == [
        "shells 1.0, 2-2: is a source of basket.start and also listed as not checked (physical)"
    ]


def test_a_document_that_need_not_be_complete_may_have_open_clauses(tmp_path: Path) -> None:
    entry = (write_spec(tmp_path) / "documents/shells.toml").read_text(encoding="utf-8")
    entry = entry.replace('pdf = "shells-1.0.pdf"\n', "")
    matrix = traced(tmp_path, not_checked="", document=entry)
    assert not matrix.editions[0].complete
    assert matrix_problems(matrix) == []
    assert [c.count for c in counts(matrix.editions[0]) if c.name == "clauses without a status"] == [2]


def test_a_document_without_a_pdf_may_have_to_be_complete_as_well(tmp_path: Path) -> None:
    text = DOCUMENT_TOML.format(sha256="0" * 64).replace('pdf = "shells-1.0.pdf"\n', "")
    text = text.replace('language = "en"\n', 'language = "en"\ncomplete = true\n')
    matrix = traced(tmp_path, document=text, not_checked="")
    assert matrix.editions[0].complete
    assert matrix_problems(matrix) == [
        f"shells 1.0, {key}: no rule cites it, and no reason is given" for key in ("2-2", "2-3")
    ]


def test_a_changed_word_turns_exactly_the_links_of_its_clause_suspect(tmp_path: Path) -> None:
    matrix = traced(tmp_path, {**RULEBOOK, "1-1-3": RULEBOOK["1-1-3"].replace("waits", "rests")})
    assert matrix_problems(matrix) == [
        "shells 1.0, 1-1-3: suspect: its words changed since they were reviewed",
        "fact tide.wait: suspect: shells 1.0, 1-1-3 has not the words that were reviewed (1.0, 1-1-3)",
    ]


def test_gone_moved_and_new_clauses_of_the_document_at_hand(tmp_path: Path) -> None:
    rulebook = {key: text for key, text in RULEBOOK.items() if key != "1-1-3"}
    rulebook |= {"2-3": "The judge counts aloud.", "2-4": RULEBOOK["2-3"]}
    matrix = traced(tmp_path, rulebook)
    assert matrix_problems(matrix) == [
        "shells 1.0, 1-1-3: orphan: it is gone",
        "shells 1.0, 2-3: is new in the document at hand and has no status",
        "fact tide.wait: missing: shells 1.0, 1-1-3 is gone",
    ]
    [moved] = [row for row in matrix.editions[0].clauses if row.link == "moved"]
    assert (moved.clause, moved.found) == ("2-3", "2-4")


def test_links_in_doubt_in_any_recorded_edition_are_named_and_counted(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    newer = {key: text for key, text in UPDATE.items() if key != "2-1"}
    record_update(root, document(newer, version="1.1"))
    matrix = build_matrix(load_store(root), CHECKS)
    assert matrix_problems(matrix) == [
        "shells 1.1, 1-1-3: no rule cites it, and no reason is given",
        "shells 1.1: orphan link of basket.start: 1.0, 2-1 is gone in 1.1",
        "shells 1.1, 1-1-2: suspect link of tide.limit: its words are not those of 1.0, 1-1-2",
    ]
    [old, new] = matrix.editions
    assert {row.link for row in old.clauses} == {"recorded"}
    assert {row.clause: row.link for row in new.clauses if row.link != "recorded"} == {
        "1-1-2": "suspect",
        "1-1-4": "moved",
        "2-2": "moved",
    }
    assert [(c.name, c.count, c.of) for c in counts(new) if c.name.endswith("links")] == [
        ("suspect links", 1, 4),
        ("split links", 0, 4),
        ("moved links", 2, 4),
        ("orphan links", 1, 5),
    ]


def test_a_document_at_hand_is_judged_beside_the_record(tmp_path: Path) -> None:
    """Of an unrecorded printing of 1.1, 1-1-2 is as recorded, in doubt; 1-1-4 has words of its own."""
    root = write_spec(tmp_path)
    record_update(root, document(UPDATE, version="1.1"))
    store = load_store(root)
    printing = document({**UPDATE, "1-1-4": UPDATE["1-1-4"].replace("waits", "rests")}, version="1.1")
    matrix = build_matrix(store, CHECKS, [at_hand(store, printing)])
    assert matrix_problems(matrix) == [
        "shells 1.1, 1-1-3: no rule cites it, and no reason is given",
        "shells 1.1, 1-1-4: suspect: its words changed since they were reviewed",
        "shells 1.1, 2-1: suspect link of basket.start: its words are not those of 1.0, 2-1",
        "shells 1.1, 1-1-2: suspect link of tide.limit: its words are not those of 1.0, 1-1-2",
    ]


def test_checks_that_stand_for_nothing_are_named(tmp_path: Path) -> None:
    checks = (
        *CHECKS,
        CheckDeclaration("invariant:ebb", ("tide.ebb",), ("tide.min",)),
        CheckDeclaration("invariant:idle", ()),
        CHECKS[0],
    )
    assert matrix_problems(traced(tmp_path, checks=checks)) == [
        "check invariant:ebb: cites unknown rule tide.ebb",
        "check invariant:ebb: cites unknown fact tide.min",
        "check invariant:idle: cites no rule",
        "check setup:basket: declared twice",
    ]


def test_a_rule_that_no_recorded_document_states_is_named(tmp_path: Path) -> None:
    stray = '\n[[rule]]\nid = "tide.ebb"\nkind = "invariant"\nsays = "The tide ebbs."\n'
    checks = (*CHECKS, CheckDeclaration("invariant:ebb", ("tide.ebb",)))
    assert matrix_problems(traced(tmp_path, checks=checks, rules=RULES_TOML + stray)) == [
        "rule tide.ebb: no recorded document states it"
    ]
    elsewhere = stray + 'editions = ["new-sea"]\n'
    assert matrix_problems(traced(tmp_path, checks=checks, rules=RULES_TOML + elsewhere)) == []
