"""Demands are read, or refused in one line; the same words carry them to other editions."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulehound.spec.documents.demands import (
    ClauseDemand,
    Demand,
    carried_demands,
    translated_demands,
    unasked_checks,
    unknown_checks,
)
from rulehound.spec.documents.lineage import Lineage
from rulehound.spec.documents.spec_records import RecordedClause, SpecError
from rulehound.spec.documents.store import load_store
from rulehound.spec.documents.update import record_update
from rulehound_testing.made_up_spec import UPDATE, document, write_spec

HEAD = 'document = "shells"\nedition = "1.0"\n'

TWO = """
[[demand]]
clause = "1-1-2"
says = "The tide stops at the highest mark."
checks = ["invariant:tide", "guard:wait:tide"]

[[demand]]
clause = "1-1-2"
says = "The highest mark is 10."
lacks = "no check reads the gauge"
"""

ONE = """
[[demand]]
clause = "1-1-3"
says = "Waiting costs 3."
untestable = "nobody sees it"
"""

STOPS = Demand("1-1-2", "The tide stops at the highest mark.", ("invariant:tide", "guard:wait:tide"))
IS_TEN = Demand("1-1-2", "The highest mark is 10.", lacks="no check reads the gauge")
COSTS = Demand("1-1-3", "Waiting costs 3.", untestable="nobody sees it")


BASE = "shells 1.0, "


def spec_with(root: Path, text: str = HEAD + TWO + ONE, name: str = "1.toml") -> Path:
    file = root / "demands/shells" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return root


def test_a_spec_without_demands_has_none(tmp_path: Path) -> None:
    assert load_store(write_spec(tmp_path)).demands == {}


def test_demands_of_several_files_keep_their_order(tmp_path: Path) -> None:
    spec_with(write_spec(tmp_path), HEAD + TWO)
    spec_with(tmp_path, HEAD + ONE, "2.toml")
    assert load_store(tmp_path).demands == {
        ("shells", "1.0"): {
            "1-1-2": (ClauseDemand(STOPS), ClauseDemand(IS_TEN)),
            "1-1-3": (ClauseDemand(COSTS),),
        }
    }


A_DEMAND = '[[demand]]\nclause = "2-1"\nsays = "x"\n'

IN_COMMON = '["The highest mark is 10."]'
A_SAME = f'[[same]]\nclause = "2-1"\nas = "shells@1.0/1-1-2"\nsays = {IN_COMMON}\n'

WRONG = {
    A_DEMAND.replace("2-1", "9") + 'lacks = "y"': ":4: the edition has no clause 9; correct the number",
    A_DEMAND.replace('"x"', '" "') + 'lacks = "y"': ":5: a demand of 2-1 says nothing; say what",
    A_DEMAND: ':3: 2-1, "x" has no check and no reason; name `checks`, or',
    A_DEMAND + 'checks = ["a"]\nlacks = "y"': ":3: .* has checks and lacks; name",
    A_DEMAND + 'lacks = "y"\nuntestable = "z"': ":3: .* has lacks and untestable; name",
    A_DEMAND + 'checks = ["a", "a"]': ":6: 2-1 names a check twice; name it once",
    2 * (A_DEMAND + 'lacks = "y"\n'): ':9: 2-1 has two demands that say "x"; join them',
    A_DEMAND + 'lack = "y"': ":6: unknown key `lack`; the keys here are clause, says",
    '[[demand]]\nclause = "2-1"\nlacks = "y"': ":3: `says` is missing; add it",
    '[[demands]]\nclause = "2-1"': ":3: unknown key `demands`",
    TWO + A_SAME.replace('"2-1"', '"9"'): ":14: the edition has no clause 9; correct the number",
    TWO + A_SAME.replace("shells@1.0/", ""): ":15: `as` is '1-1-2'; write DOCUMENT@EDITION/CLAUSE",
    A_SAME: ":5: no demands are written for shells@1.0/1-1-2; name a clause with demands of its own",
    TWO
    + A_SAME.replace("10", "12"): ':16: no demand of shells@1.0/1-1-2 says "The highest mark is 12."; read',
    TWO + A_SAME.replace(IN_COMMON, "[]"): ":16: 2-1 names no demand; name each",
    TWO + A_SAME.replace("10.", '10.", "The highest mark is 10.'): ":16: 2-1 names a demand twice",
    TWO + A_SAME + A_SAME: ':17: 2-1 has two demands that say "The highest mark is 10."; name it once',
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_demand_is_one_clear_line(tmp_path: Path, text: str) -> None:
    spec_with(write_spec(tmp_path), HEAD + text)
    with pytest.raises(SpecError, match=r"demands/shells/1\.toml:\d+: ") as raised:
        load_store(tmp_path)
    assert "\n" not in str(raised.value)
    raised.match(WRONG[text])


def test_the_same_words_may_be_demanded_by_two_clauses(tmp_path: Path) -> None:
    text = TWO + '[[demand]]\nclause = "2-1"\nsays = "The highest mark is 10."\nlacks = "y"'
    spec_with(write_spec(tmp_path), HEAD + text)
    assert list(load_store(tmp_path).demands["shells", "1.0"]) == ["1-1-2", "2-1"]


@pytest.mark.parametrize("head", ['document = "shells"\n', HEAD.replace("1.0", "3.0"), ""])
def test_the_edition_has_to_be_recorded(tmp_path: Path, head: str) -> None:
    spec_with(write_spec(tmp_path), head + ONE)
    with pytest.raises(
        SpecError, match=r"1\.toml:\d+: edition .* is not recorded; .* recorded are shells 1\.0"
    ):
        load_store(tmp_path)


def test_the_same_words_carry_a_demand_and_other_words_put_it_in_doubt(tmp_path: Path) -> None:
    """By the update 1-1-3 became 1-1-4 with the same words; the highest mark of 1-1-2 is another."""
    spec_with(write_spec(tmp_path))
    record_update(tmp_path, document(UPDATE, version="1.1"))
    doubt = "its words are not those of 1.0, 1-1-2"
    assert load_store(tmp_path).demands["shells", "1.1"] == {
        "1-1-2": (ClauseDemand(STOPS, doubt, BASE + "1-1-2"), ClauseDemand(IS_TEN, doubt, BASE + "1-1-2")),
        "1-1-4": (ClauseDemand(COSTS, "", BASE + "1-1-3"),),
    }


def test_what_is_written_for_an_edition_takes_the_place_of_what_is_carried(tmp_path: Path) -> None:
    spec_with(write_spec(tmp_path))
    record_update(tmp_path, document(UPDATE, version="1.1"))
    new = '[[demand]]\nclause = "1-1-2"\nsays = "The highest mark is 12."\nchecks = ["invariant:tide"]'
    spec_with(tmp_path, HEAD.replace("1.0", "1.1") + new, "later.toml")
    demands = load_store(tmp_path).demands
    assert [one.doubt for one in demands["shells", "1.1"]["1-1-2"]] == [""]
    assert demands["shells", "1.1"]["1-1-4"] == (ClauseDemand(COSTS, "", BASE + "1-1-3"),)
    assert demands["shells", "1.0"]["1-1-2"] == (ClauseDemand(STOPS), ClauseDemand(IS_TEN))


def test_a_clause_has_those_demands_in_common_with_another_that_it_names(tmp_path: Path) -> None:
    """Also where the other one stands in a later file, and beside demands of its own."""
    own = '\n[[demand]]\nclause = "2-1"\nsays = "It is before sunrise."\nlacks = "no check knows the hour"\n'
    spec_with(write_spec(tmp_path), HEAD + own + A_SAME, "0.toml")
    spec_with(tmp_path)
    hour = Demand("2-1", "It is before sunrise.", lacks="no check knows the hour")
    assert load_store(tmp_path).demands["shells", "1.0"]["2-1"] == (
        ClauseDemand(hour),
        ClauseDemand(IS_TEN, "", BASE + "1-1-2"),
    )


def test_a_translation_demands_what_the_clause_of_the_same_number_and_place_demands(tmp_path: Path) -> None:
    spec_with(write_spec(tmp_path))
    before = load_store(tmp_path)
    demands, clauses = before.demands, dict(before.clauses)
    clauses["muscheln", "1.0"] = {
        "1-1-2": clauses["shells", "1.0"]["1-1-2"],
        "1-1-3": msgspec.structs.replace(clauses["shells", "1.0"]["1-1-3"], parent="2"),
    }
    muscheln = msgspec.structs.replace(before.documents["shells"], id="muscheln", translates="shells")
    more = translated_demands(demands, {**before.documents, "muscheln": muscheln}, clauses)
    assert more["shells", "1.0"] == demands["shells", "1.0"]
    assert more["muscheln", "1.0"] == {
        "1-1-2": (ClauseDemand(STOPS, "", BASE + "1-1-2"), ClauseDemand(IS_TEN, "", BASE + "1-1-2"))
    }


def test_a_check_that_the_edition_does_not_ask_is_named_where_the_demand_is_written(tmp_path: Path) -> None:
    two = TWO.replace(', "guard:wait:tide"', "")
    same = '[[same]]\nclause = "1-1-1"\nas = "shells@1.0/1-1-2"\n'
    says = f'says = ["{STOPS.says}"]\n'
    store = load_store(spec_with(write_spec(tmp_path), HEAD + two + same + says))
    assert list(unasked_checks(store.demands, store.rulesets, lambda check, ruleset: True)) == []
    assert list(
        unasked_checks(store.demands, store.rulesets, lambda check, ruleset: ruleset != "old-sea")
    ) == [
        'shells 1.0, 1-1-2: the demand "The tide stops at the highest mark." names invariant:tide, '
        "not asked by old-sea"
    ]


def test_demands_are_not_carried_to_a_heading_of_other_words() -> None:
    clause = RecordedClause("1@v1", "1", "clause", 1, (), "waves", "")
    heading = msgspec.structs.replace(clause, kind="heading", fingerprint="swell")
    written = {("shells", "v1"): {"1": (ClauseDemand(Demand("1", "It waves.")),)}}
    for later, carried in ((heading, False), (msgspec.structs.replace(heading, fingerprint="waves"), True)):
        lineage = Lineage({"v1": {"1": clause}, "v2": {"1": later}})
        assert (("shells", "v2") in carried_demands(written, {"shells": lineage})) == carried


def test_of_several_editions_the_nearest_older_one_counts() -> None:
    clause = RecordedClause("1@v1", "1", "clause", 1, (), "waves", "")
    lineage = Lineage({version: {"1": clause} for version in ("v1", "v2", "v3")})
    written = {("shells", v): {"1": (ClauseDemand(Demand("1", f"as of {v}")),)} for v in ("v1", "v2")}
    demands = carried_demands(written, {"shells": lineage})
    assert [demands["shells", v]["1"][0].demand.says for v in ("v1", "v2", "v3")] == [
        "as of v1",
        "as of v2",
        "as of v2",
    ]


def test_checks_that_nobody_declares_are_named(tmp_path: Path) -> None:
    demands = load_store(spec_with(write_spec(tmp_path))).demands
    assert list(unknown_checks(demands, {"invariant:tide", "guard:wait:tide"})) == []
    assert list(unknown_checks(demands, {"invariant:tide"})) == [
        'shells 1.0, 1-1-2: the demand "The tide stops at the highest mark." names guard:wait:tide, which is '
        "no check"
    ]
