"""A spec directory is loaded whole, or refused with one line that names the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.spec.documents.editions import record_edition
from rulehound.spec.documents.spec_records import CheckDeclaration, SpecError
from rulehound.spec.documents.store import load_store, read_scenarios, rule_ids
from rulehound_testing.made_up_spec import (
    BASKET_TOML,
    DOCUMENT_TOML,
    NOT_CHECKED_TOML,
    RULEBOOK,
    RULES_TOML,
    SCENARIO_TOML,
    document,
    write_spec,
)

RULESETS = ("old-sea", "new-sea")
SHA = document(RULEBOOK).sha256
DOCUMENT = DOCUMENT_TOML.format(sha256=SHA)
KEYS_OF_RULE = "the keys here are id, kind, says, source, editions"
KINDS = "invariant, transition, ordering, setup, deck, definition, numeric-bound, visibility"
REASONS = "no-behaviour, physical, hidden, open, other-players-choice"

CASES_TOML = """\
id = "cases"
title = "Waiting"
rules = ["tide.wait"]
editions = ["old-sea"]
given.position = { tide = 3, moon = { full = true, high = false } }

[[case]]
title = "by night"
given.position = { moon = { full = false } }
[[case.step]]
do = { action = "wait" }

[[case]]
title = "by day"
editions = ["new-sea"]
not_executable = "nobody waits by day"
"""


def test_a_right_spec_loads_whole(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path), RULESETS)
    assert list(store.rules) == ["basket.start", "tide.limit", "tide.wait"]
    assert rule_ids(tmp_path) == store.rules.keys()
    assert store.facts() == ("basket.start", "tide.max", "tide.wait")
    assert store.rules["tide.limit"].sources[0].clauses("1.0") == ("1-1-1", "1-1-2")
    assert store.rules["tide.wait"].sources[0].clauses("1.0") == ("1-1-3",)
    assert store.rules["tide.wait"].sources[0].clauses("2.0") == ()
    assert [pattern.fact for pattern in store.fact_patterns("shells", "1.0")] == [
        "basket.start",
        "tide.max",
        "tide.wait",
    ]
    assert list(store.clauses["shells", "1.0"]) == list(RULEBOOK)
    assert store.clauses["shells", "1.0"]["1-1-2"].parent == "1-1"
    assert [scenario.id for scenario in store.scenarios] == ["waiting"]
    assert store.not_checked[0].clauses("1.0") == ("2-2", "2-3")
    assert store.edition("shells", "1.0").ruleset == "old-sea"


def test_sources_of_another_document_are_kept_apart(tmp_path: Path) -> None:
    write_spec(tmp_path)
    pebbles = document({"7": "In winter a gatherer takes two shells."}, title="Pebbles")
    entry = DOCUMENT.replace(SHA, pebbles.sha256).replace('"shells"', '"pebbles"')
    (tmp_path / "documents/pebbles.toml").write_text(entry, encoding="utf-8")
    record_edition(tmp_path, "pebbles", "1.0", pebbles)
    second = BASKET_TOML[BASKET_TOML.index("[[rule.source]]") :].replace("shells", "pebbles", 1)
    path = tmp_path / "rules/basket.toml"
    path.write_text(BASKET_TOML + second.replace("2-1", "7"), encoding="utf-8")
    store = load_store(tmp_path)
    assert [(p.fact, p.clauses) for p in store.fact_patterns("pebbles", "1.0")] == [("basket.start", ("7",))]
    assert ("7",) not in [p.clauses for p in store.fact_patterns("shells", "1.0")]


def test_origins_name_the_file_and_the_line_of_rules_and_scenarios(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    places = {name: (Path(origin.file).name, origin.line) for name, origin in store.origins.items()}
    assert places == {
        "basket.start": ("basket.toml", 1),
        "tide.limit": ("tide.toml", 3),
        "tide.wait": ("tide.toml", 13),
        "scenario:waiting": ("waiting.toml", 1),
    }


def test_editions_stand_by_date_and_where_they_are_listed_without_one(tmp_path: Path) -> None:
    entry = DOCUMENT
    for number, (version, date) in enumerate([("1.2", "2022-01-01"), ("1.3", ""), ("1.1", "2021-01-01")]):
        entry += (
            f'\n[[edition]]\nversion = "{version}"\ndate = "{date}"\nsha256 = "{str(number) * 64}"\n'
            'ruleset = "old-sea"\n'
        )
    store = load_store(write_spec(tmp_path, document=entry))
    assert [edition.version for edition in store.documents["shells"].by_age] == ["1.0", "1.1", "1.2", "1.3"]
    assert store.lineages["shells"].versions == ("1.0",)


def test_defaults_of_scenarios_are_no_scenario(tmp_path: Path) -> None:
    assert load_store(write_spec(tmp_path)).scenario_defaults == {}
    (tmp_path / "scenarios/defaults.toml").write_text('[shell]\ncolour = "grey"\n', encoding="utf-8")
    store = load_store(tmp_path)
    assert store.scenario_defaults == {"shell": {"colour": "grey"}}
    assert [scenario.id for scenario in store.scenarios] == ["waiting"]


WRONG = {
    "broken TOML": (
        {"rules": RULES_TOML.replace('"1-1-3" }', '"1-1-3"')},
        "rules/tide.toml:22: is not valid TOML: unclosed inline table; correct the syntax",
    ),
    "TOML that ends too early": (
        {"basket": BASKET_TOML + "says = '''on and on\n"},
        "rules/basket.toml:9: is not valid TOML: expected \"'''\"; correct the syntax",
    ),
    "unknown key of a rule": (
        {"rules": RULES_TOML.replace('says = "The tide', 'sais = "The tide')},
        f"rules/tide.toml:6: unknown key `sais`; {KEYS_OF_RULE}",
    ),
    "unknown key of a source": (
        {"rules": RULES_TOML.replace('clause = { "1.0" = "1-1-3" }', 'clauses = { "1.0" = "1-1-3" }')},
        "rules/tide.toml:21: unknown key `clauses`; the keys here are document, clause, facts",
    ),
    "unknown table": (
        {
            "basket": BASKET_TOML.replace("[[rule]]", "[[rules]]", 1).replace(
                "[[rule.source]]", "[[rules.source]]"
            )
        },
        "rules/basket.toml:1: unknown key `rules`; this file takes [[rule]] and [[clause]]",
    ),
    "a table where an array is due": (
        {"basket": '[rule]\nid = "basket.start"\n'},
        "rules/basket.toml:1: `rule` must be an array of tables; write [[rule]]",
    ),
    "missing key": (
        {"rules": RULES_TOML.replace('kind = "transition"\n', "")},
        "rules/tide.toml:13: `kind` is missing; add it",
    ),
    "wrong type": (
        {"rules": RULES_TOML.replace('"The tide stays at or below its highest mark."', "10")},
        "rules/tide.toml:6: `says`: expected `str`, got `int`; correct the value",
    ),
    "wrong type of one fact among others": (
        {"basket": BASKET_TOML + 'facts."a.b" = \'(?P<int>x)\'\nfacts."c.d" = 5\n'},
        "rules/basket.toml:10: `c.d`: expected `str`, got `int`; correct the value",
    ),
    "wrong type of a clause number": (
        {"not_checked": NOT_CHECKED_TOML.replace('"2-3"', "23")},
        "rules/not-checked.toml:4: `1.0`: expected `str`, got `int`; correct the value",
    ),
    "unknown kind": (
        {"rules": RULES_TOML.replace('"transition"', '"transaction"')},
        f"rules/tide.toml:15: unknown kind 'transaction'; use one of {KINDS}",
    ),
    "unknown reason": (
        {"not_checked": NOT_CHECKED_TOML.replace('"physical"', '"too-hard"')},
        f"rules/not-checked.toml:3: unknown reason 'too-hard'; use one of {REASONS}",
    ),
    "duplicate rule": (
        {"basket": BASKET_TOML.replace("basket.start", "tide.wait")},
        "rules/tide.toml:13: tide.wait is already in ROOT/rules/basket.toml:1; ids are unique",
    ),
    "unknown document": (
        {"basket": BASKET_TOML.replace('"shells"', '"pebbles"')},
        "rules/basket.toml:6: unknown document pebbles; the documents are shells",
    ),
    "unknown edition": (
        {"basket": BASKET_TOML.replace("1.0", "1.1")},
        "rules/basket.toml:7: shells has no edition 1.1; its editions are 1.0",
    ),
    "edition that is not recorded": (
        {
            "document": DOCUMENT
            + DOCUMENT[DOCUMENT.index("[[edition]]") :].replace("1.0", "1.1").replace(SHA, "a" * 64),
            "basket": BASKET_TOML.replace("1.0", "1.1"),
        },
        "rules/basket.toml:7: edition 1.1 of shells is not recorded; record its clauses first",
    ),
    "link to a clause that is not there": (
        {"rules": RULES_TOML.replace('"1-1-2"', '"1-1-9"')},
        "rules/tide.toml:10: shells 1.0 has no clause 1-1-9; correct the number",
    ),
    "link to one clause that is not there": (
        {"rules": RULES_TOML.replace('"1-1-3"', '"3"')},
        "rules/tide.toml:21: shells 1.0 has no clause 3; correct the number",
    ),
    "link to no clause": (
        {"rules": RULES_TOML.replace('"1-1-3"', "[]")},
        "rules/tide.toml:21: names no clause; name one in one edition at least",
    ),
    "reason for a clause that is not there": (
        {"not_checked": NOT_CHECKED_TOML.replace('"2-3"', '"2-4"')},
        "rules/not-checked.toml:6: shells 1.0 has no clause 2-4; correct the number",
    ),
    "two reasons for a clause": (
        {
            "not_checked": NOT_CHECKED_TOML
            + NOT_CHECKED_TOML.replace('    "2-2",\n', "").replace("physical", "hidden")
        },
        "rules/not-checked.toml:12: shells 1.0, 2-3 already has a reason; give one only",
    ),
    "bad pattern": (
        {"basket": BASKET_TOML.replace(r"\w+)", r"\w+")},
        "rules/basket.toml:8: the pattern for basket.start is no regular expression: "
        "missing ), unterminated subpattern at position 6; correct the pattern",
    ),
    "pattern without its group": (
        {"basket": BASKET_TOML.replace("?P<int>", "")},
        "rules/basket.toml:8: the pattern for basket.start has no group `int`; "
        "mark the number with (?P<int>…)",
    ),
    "unknown ruleset of a rule": (
        {
            "basket": BASKET_TOML.replace(
                "[[rule.source]]", 'editions = ["new-sea", "dry-land"]\n[[rule.source]]'
            )
        },
        "rules/basket.toml:5: unknown ruleset dry-land; the rulesets are new-sea, old-sea",
    ),
    "scenario without rules": (
        {"scenario": SCENARIO_TOML.replace('["tide.wait", "tide.limit"]', "[]")},
        "scenarios/tide/waiting.toml:3: cites no rule; name the rules that the scenario stands for",
    ),
    "scenario citing an unknown rule": (
        {"scenario": SCENARIO_TOML.replace('"tide.wait", ', '"tide.ebb", ')},
        "scenarios/tide/waiting.toml:3: unknown rule tide.ebb; name a rule of rules/*.toml",
    ),
    "refusal by an unknown rule": (
        {"scenario": SCENARIO_TOML.replace('illegal = "tide.limit"', 'illegal = "tide.ebb"')},
        "scenarios/tide/waiting.toml:10: unknown rule tide.ebb; name a rule of rules/*.toml",
    ),
    "an expectation by another rule": (
        {"scenario": SCENARIO_TOML.replace("expect = { illegal", 'expect = { rule = "tide.ebb", illegal')},
        "scenarios/tide/waiting.toml:10: not a rule of this scenario: tide.ebb; add it to `rules`",
    ),
    "an expectation at a place by another rule": (
        {
            "scenario": SCENARIO_TOML.replace(
                "expect = { illegal", 'expect = { rules = { a = "tide.ebb" }, illegal'
            )
        },
        "scenarios/tide/waiting.toml:10: not a rule of this scenario: tide.ebb; add it to `rules`",
    ),
    "a rule for a place of which nothing is expected": (
        {
            "scenario": SCENARIO_TOML.replace(
                "expect = { illegal", 'expect = { rules = { a = "tide.wait" }, illegal'
            )
        },
        "scenarios/tide/waiting.toml:10: expects nothing of a; leave it out of `rules`",
    ),
    "unknown key of a step": (
        {"scenario": SCENARIO_TOML.replace("try =", "attempt =")},
        "scenarios/tide/waiting.toml:9: unknown key `attempt`; the keys here are do, try, effect, expect",
    ),
    "unknown rule in a case": (
        {
            "scenario": SCENARIO_TOML.split("[[step]]")[0]
            + '[[case]]\n[[case.step]]\ntry = { action = "wait" }\nexpect = { illegal = "tide.ebb" }\n'
        },
        "scenarios/tide/waiting.toml:8: unknown rule tide.ebb; name a rule of rules/*.toml",
    ),
    "unknown ruleset of a case": (
        {"scenario": CASES_TOML.replace('"new-sea"', '"dry-land"')},
        "scenarios/tide/waiting.toml:15: unknown ruleset dry-land; the rulesets are new-sea, old-sea",
    ),
    "steps beside cases": (
        {"scenario": SCENARIO_TOML + "[[case]]\n"},
        "scenarios/tide/waiting.toml:5: has steps beside its cases; write them into a [[case]]",
    ),
    "a case with a number of its own": (
        {"scenario": "number = 2\n" + SCENARIO_TOML},
        "scenarios/tide/waiting.toml:1: numbers itself; leave `number` out: cases are counted",
    ),
    "unknown ruleset of a scenario": (
        {"scenario": 'editions = ["dry-land"]\n' + SCENARIO_TOML},
        "scenarios/tide/waiting.toml:1: unknown ruleset dry-land; the rulesets are new-sea, old-sea",
    ),
    "edition listed twice": (
        {"document": DOCUMENT + DOCUMENT[DOCUMENT.index("[[edition]]") :]},
        "documents/shells.toml:11: edition 1.0 is listed twice; remove one",
    ),
    "bad hash": (
        {"document": DOCUMENT.replace(SHA, "none yet")},
        "documents/shells.toml:8: `sha256` is not 64 hexadecimal digits; copy the hash of the file",
    ),
    "hash given twice": (
        {"document": DOCUMENT + DOCUMENT[DOCUMENT.index("[[edition]]") :].replace("1.0", "1.1")},
        "documents/shells.toml:14: shells 1.1 has the same hash as shells 1.0; correct one of the two",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_spec_is_refused_with_its_line(case: str, tmp_path: Path) -> None:
    files, expected = WRONG[case]
    write_spec(tmp_path, **files)
    with pytest.raises(SpecError) as refused:
        load_store(tmp_path, RULESETS)
    message = str(refused.value).replace(str(tmp_path), "ROOT")
    assert message == f"ROOT/{expected}"


def test_a_second_document_of_the_same_id_is_refused(tmp_path: Path) -> None:
    write_spec(tmp_path)
    (tmp_path / "documents/zz.toml").write_text("\n# again\n" + DOCUMENT, encoding="utf-8")
    with pytest.raises(SpecError) as refused:
        load_store(tmp_path)
    first = tmp_path / "documents/shells.toml"
    assert str(refused.value) == (
        f"{tmp_path}/documents/zz.toml:3: document shells is already in {first}; choose another id"
    )


def test_a_scenario_of_several_cases_is_one_for_each(tmp_path: Path) -> None:
    first, second = load_store(write_spec(tmp_path, scenario=CASES_TOML), RULESETS).scenarios
    assert [first.name, second.name] == ["cases/1", "cases/2"]
    assert [first.id, first.title, first.editions] == ["cases", "Waiting: by night", ["old-sea"]]
    assert [second.id, second.title, second.editions] == ["cases", "Waiting: by day", ["new-sea"]]
    assert first.given == {"position": {"tide": 3, "moon": {"full": False, "high": False}}}
    assert second.given == {"position": {"tide": 3, "moon": {"full": True, "high": False}}}
    assert [step.do for step in first.steps] == [{"action": "wait"}]
    assert (first.not_executable, second.not_executable) == ("", "nobody waits by day")
    assert first.rules == second.rules == ["tide.wait"]


def test_scenarios_of_a_file_outside_the_spec_are_held_to_the_same(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path / "spec"), RULESETS)
    path = tmp_path / "mine.toml"
    path.write_text(CASES_TOML, encoding="utf-8")
    assert [scenario.name for scenario in read_scenarios(path, store, RULESETS)] == ["cases/1", "cases/2"]
    path.write_text(CASES_TOML.replace("tide.wait", "tide.ebb"), encoding="utf-8")
    with pytest.raises(SpecError, match=r"mine\.toml:3: unknown rule tide\.ebb"):
        read_scenarios(path, store, RULESETS)


def test_a_second_scenario_of_the_same_id_is_refused(tmp_path: Path) -> None:
    write_spec(tmp_path)
    (tmp_path / "scenarios/zz.toml").write_text("\n" + SCENARIO_TOML, encoding="utf-8")
    with pytest.raises(SpecError) as refused:
        load_store(tmp_path)
    assert str(refused.value) == (
        f"{tmp_path}/scenarios/zz.toml:2: scenario:waiting is already in "
        f"{tmp_path}/scenarios/tide/waiting.toml:1; ids are unique"
    )


def test_a_file_that_is_not_text_is_refused_with_its_line(tmp_path: Path) -> None:
    write_spec(tmp_path)
    (tmp_path / "rules/basket.toml").write_bytes(BASKET_TOML.encode() + b"\n# caf\xe9\n")
    with pytest.raises(SpecError) as refused:
        load_store(tmp_path)
    assert str(refused.value) == f"{tmp_path}/rules/basket.toml:10: is not UTF-8 text; save it as UTF-8"


def test_a_missing_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as refused:
        load_store(tmp_path / "nowhere")
    assert str(refused.value) == (
        f"{tmp_path}/nowhere: is not a directory; name the directory of a game's spec"
    )


RECORD = "documents/shells-1.0.clauses.jsonl"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b'"key":"1-1"', b'"key":"1"', "clause 1 is recorded twice"),
        (b'"id":"1-1@1.0"', b'"id":"1@1.0"', "permanent id 1@1.0 is recorded twice"),
        (
            b'"id":"1-1@1.0"',
            b'"changed":false',
            "is not a recorded clause: Object missing required field `id`",
        ),
        (
            b'"id":"1-1@1.0"',
            b'"odd":1,"id":"1-1@1.0"',
            "is not a recorded clause: Object contains unknown field `odd`",
        ),
        (b'"key":"1-1",', b'"key":"1-1"', "is not a recorded clause: JSON is malformed"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(
    old: bytes, new: bytes, expected: str, tmp_path: Path
) -> None:
    path = write_spec(tmp_path) / RECORD
    lines = path.read_bytes().split(b"\n")
    assert old in lines[1]
    lines[1] = lines[1].replace(old, new)
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(SpecError) as refused:
        load_store(tmp_path)
    assert str(refused.value).startswith(f"{path}:2: {expected}")
    assert str(refused.value).endswith("; restore it, or remove the file and record the edition again")


def test_a_check_that_cites_what_is_not_there_is_refused(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    store.require_known([CheckDeclaration("invariant:tide", ("tide.limit",), ("tide.max",))])
    with pytest.raises(SpecError) as refused:
        store.require_known([CheckDeclaration("invariant:tide", ("tide.ebb",), origin="model.py:7")])
    assert str(refused.value) == "model.py:7: invariant:tide cites unknown rule tide.ebb; declare the rule"
    with pytest.raises(SpecError) as refused:
        store.require_known([CheckDeclaration("invariant:tide", ("tide.limit",), ("tide.min",))])
    assert str(refused.value) == (
        f"{tmp_path}/rules: invariant:tide cites unknown fact tide.min; declare the fact"
    )
