"""`rulehound scenario`: scenarios run, looked through, shown and begun; what is printed, and how it ends."""

from __future__ import annotations

import json
import re
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.report.schemas import HERE
from rulehound.checker.suite.scenarios.choosing import chosen_scenarios
from rulehound.checker.suite.scenarios.writing import faults
from rulehound.spec.documents.scenarios import each_case
from rulehound.spec.formats import Scenario
from rulehound_testing.command_line import refused
from rulehound_testing.faults.catching import rulebook, words
from rulehound_testing.folders import ROOT

ID = "rulings/main-phase-14"
"""A ruling of two cases."""
NOT_EXECUTABLE = """\
id = "mine/nobody-knows"
title = "What nobody can be asked"
rules = ["attack.suspends"]
not_executable = "nobody can be asked this"
"""
WRONG = """\
id = "mine/wrong"
title = "A Digimon that attacks stays as it was"
rules = ["attack.suspends"]

[given.position]
me = { battle = [{ cards = [{}] }] }
opponent = { security = [{ kind = "option", count = 3 }] }

[[step]]
do = { action = "attack", attacker = "me.battle[0]", target = "player" }
expect.state = { "me.battle[0].suspended" = false }
"""

TEMPLATES = sorted((ROOT / "spec/rulehound/spec").glob("*/scenario_templates/*.toml"))

OTHERWISE = "expected: me.battle[0].suspended is false; observed: me.battle[0].suspended is true"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def lines(capfd: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


def test_each_case_is_one_object_of_json(capfd: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text(NOT_EXECUTABLE, encoding="utf-8")
    assert cli.run(["scenario", "run", ID, "mine.toml", "--json"]) == 0
    told = lines(capfd)
    assert [(case["id"], case["case"], case["verdict"]) for case in told] == [
        (ID, 1, "pass"),
        (ID, 2, "pass"),
        ("mine/nobody-knows", 1, "unsupported"),
    ]
    assert [bool(case["reason"]) for case in told] == [False, False, True]
    assert {(case["edition"], case["engine"]) for case in told} == {("manual-2.3", "reference")}


def test_a_failing_case_makes_the_exit_status_1_and_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    Path("wrong.toml").write_text(WRONG, encoding="utf-8")
    assert cli.run(["scenario", "run", "wrong.toml", ID, "--json"]) == 1
    first, *others = lines(capfd)
    assert (first["id"], first["case"], first["verdict"]) == ("mine/wrong", 1, "violation")
    assert first["reason"] == OTHERWISE
    assert [case["verdict"] for case in others] == ["pass", "pass"]
    assert cli.run(["scenario", "run", "wrong.toml"]) == 1
    printed = capfd.readouterr().out
    assert "scenario:mine/wrong" in printed
    assert printed.rstrip().endswith("1 case: 1 violation; edition manual-2.3")


def test_what_cannot_be_executed_alone_judges_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text(NOT_EXECUTABLE, encoding="utf-8")
    assert cli.run(["scenario", "run", "mine.toml"]) == 3
    assert "mine/nobody-knows: unsupported: nobody can be asked this" in capfd.readouterr().out


def test_a_case_of_another_edition_is_listed_and_not_run(capfd: pytest.CaptureFixture[str]) -> None:
    wanted = ["scenario", "run", "rules/option-colours-one", "rules/option-kind", "--json"]
    assert cli.run(wanted) == 0
    first, second = lines(capfd)
    assert (first["verdict"], second["verdict"]) == ("unsupported", "pass")
    assert first["reason"] == "it holds under fan-2020, detailed-1.0, not under manual-2.3"
    assert cli.run([*wanted, "--edition", "fan-2020"]) == 0
    assert [case["verdict"] for case in lines(capfd)] == ["pass", "pass"]


def test_a_beginning_of_ids_names_all_that_have_it_and_a_number_one_case(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["scenario", "run", "rulings/main-phase-1", "--json"]) == 0
    assert [case["id"][-2:] for case in lines(capfd)] == [
        *["10", "11", "12", "13", "14", "14", "15", "16", "17", "18", "19"]
    ]
    assert cli.run(["scenario", "run", f"{ID}/2", "--json"]) == 0
    assert [(case["id"], case["case"]) for case in lines(capfd)] == [(ID, 2)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "rulings/nothing"], "rulings/nothing is neither a file nor the id of a scenario"),
        (["run", "nothing.toml"], "nothing.toml: cannot be read"),
        (["check", "broken.toml"], "broken.toml:2: is not valid TOML"),
        (["run", "unknown.toml"], "unknown.toml:3: unknown rule attack.suspend"),
        (["run", ID, "--engine", "no-such-engine"], "engine command 'no-such-engine' does not exist"),
        (["show", ID, "--svg", "a.svg"], f"{ID} stands for several cases: {ID}/1, {ID}/2"),
        (["show", ID, "--svg", "folder"], "folder: cannot be written (is a folder)"),
        (["new", ""], "'' is no id of a scenario; write letters"),
        (["new", "mine/../first"], "'mine/../first' is no id"),
        (["new", "/first"], "'/first' is no id"),
        (["new", 'a"b'], "'a\"b' is no id"),
        (["new", "a\nb"], r"'a\nb' is no id"),
        (["check", "unnamed.toml"], "unnamed.toml:1: 'a b' is no id of a scenario"),
        (["new", "mine/first", "--out", "broken.toml"], "broken.toml is there already"),
        (["new", "mine/first", "--out", "no/such/folder.toml"], "cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(
    arguments: list[str], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("folder").mkdir()
    Path("unnamed.toml").write_text(WRONG.replace("mine/wrong", "a b"), encoding="utf-8")
    Path("broken.toml").write_text('id = "a"\n[[[\n', encoding="utf-8")
    Path("unknown.toml").write_text(WRONG.replace("attack.suspends", "attack.suspend"), encoding="utf-8")
    assert said in refused(["scenario", *arguments], capfd)


def test_an_engine_by_its_command_gives_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    served = f"{sys.executable} -P -m rulehound.engine"
    assert cli.run(["scenario", "run", ID, "--engine", served, "--json"]) == 0
    assert [case["verdict"] for case in lines(capfd)] == ["pass", "pass"]


LATER = """
import msgspec
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.engine.server import serve


class Later(DcgAdapter):
    def handshake(self):
        return msgspec.structs.replace(super().handshake(), editions=("chapter-7", "comprehensive-4.0"))


serve(lambda game: Later())
"""


@pytest.mark.parametrize(
    ("asked", "edition", "verdict"),
    [
        ((), "comprehensive-4.0", "pass"),
        (("--edition", "manual-2.3"), "manual-2.3", "unsupported"),
        (("--edition", "chapter-7"), "chapter-7", "unsupported"),
    ],
)
def test_an_engine_of_other_editions_is_judged_by_the_newest_that_it_names(
    asked: tuple[str, ...], edition: str, verdict: str, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("later.py").write_text(LATER, encoding="utf-8")
    engine = f"{sys.executable} -P later.py"
    assert cli.run(["scenario", "run", "rules/setup-redraw", "--engine", engine, "--json", *asked]) in (0, 3)
    assert {(case["edition"], case["verdict"]) for case in lines(capfd)} == {(edition, verdict)}
    assert cli.run(["play", "--engine", engine, "--steps", "20", "--jobs", "1", *asked]) in (0, 3)
    told = capfd.readouterr().out
    assert f"; edition {edition}" in told
    assert ("0 games, 0 steps" in told) == (edition == "manual-2.3")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            ("me.battle[0].suspended", "me.battle[0]suspended"),
            "step 1: 'me.battle[0]suspended' is not a path",
        ),
        (('attacker = "me.battle[0]"', 'attacker = "me.battle[x]"'), "step 1: 'me.battle[x]' is not a path"),
        (("count = 3", 'count = "=no.fact"'), "the fact no.fact has no value"),
        (("[given.position]", "[given.place]"), "it is given one of position, new_game, deck"),
        (("cards = [{}]", 'cards = ["nobody"]'), "no card is called 'nobody'"),
        (("expect.state = {", "expect.legal = false\nexpect.state = {"), "step 1: a step has one of do"),
        (('do = { action = "attack"', 'effect = { action = "attack"'), "step 1: it does not name its effect"),
    ],
)
def test_what_is_not_well_written_is_told_without_an_engine(change: tuple[str, str], fault: str) -> None:
    assert WRONG.count(change[0]) == 1
    assert any(fault in said for said in found_wrong(WRONG.replace(*change)))


def test_nothing_is_wrong_with_what_is_well_written() -> None:
    assert found_wrong(WRONG) == []


def test_a_scenario_that_expects_nothing_is_not_well_written() -> None:
    assert found_wrong(WRONG.partition("[[step]]")[0]) == ["it expects nothing"]


def test_steps_of_what_cannot_be_executed_are_not_well_written() -> None:
    text = 'not_executable = "why not"\n' + WRONG
    assert found_wrong(text) == ["it has steps, and a reason why it cannot be executed"]


def found_wrong(text: str) -> list[str]:
    book = rulebook()
    (scenario,) = each_case(msgspec.toml.decode(text, type=Scenario))
    return list(faults(scenario, book.bound, words()))


def test_faults_are_listed_and_make_the_exit_status_1(capfd: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text(WRONG.partition("[[step]]")[0], encoding="utf-8")
    assert cli.run(["scenario", "check", "mine.toml"]) == 1
    assert capfd.readouterr().out == "mine/wrong: it expects nothing\n1 fault in 1 case\n"
    assert cli.run(["scenario", "check", "mine.toml", "--json"]) == 1
    assert lines(capfd) == [{"id": "mine/wrong", "case": 1, "faults": ["it expects nothing"]}]


def test_the_scenarios_of_the_game_are_well_written(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["scenario", "check"]) == 0
    assert capfd.readouterr().out.startswith("0 faults in ")


def test_a_new_scenario_is_well_written_and_passes(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["scenario", "new", "mine/first", "--out", "first.toml"]) == 0
    assert cli.run(["scenario", "new", "mine/first"]) == 0
    assert capfd.readouterr().out == Path("first.toml").read_text(encoding="utf-8")
    assert cli.run(["scenario", "check", "first.toml"]) == 0
    assert capfd.readouterr().out == "0 faults in 1 case\n"
    assert cli.run(["scenario", "run", "first.toml", "--json"]) == 0
    (told,) = lines(capfd)
    assert (told["id"], told["verdict"], told["reason"]) == ("mine/first", "pass", "")


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_new_scenario_about_something_passes_and_can_fail(
    template: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    game, topic = ["--game", template.parts[-3]], template.stem.replace("-", " ").upper()
    assert cli.run(["scenario", "new", "mine/first", "--about", topic, *game]) == 0
    text = capfd.readouterr().out
    Path("first.toml").write_text(text, encoding="utf-8")
    assert cli.run(["scenario", "check", "first.toml", *game]) == 0
    capfd.readouterr()
    assert cli.run(["scenario", "run", "first.toml", "--json", *game]) == 0
    assert [told["verdict"] for told in lines(capfd)] == ["pass"]
    places = re.compile(r'("[\w.\[\]]*(?:count|memory|hp)" = )\d+')
    wrong, changed = places.subn(r"\g<1>9", text)
    assert changed
    Path("wrong.toml").write_text(wrong, encoding="utf-8")
    assert cli.run(["scenario", "run", "wrong.toml", "--json", *game]) == 1


def test_a_topic_that_there_is_not_is_answered_with_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = refused(["scenario", "new", "mine/first", "--about", "chess"], capsys)
    topics = "blocking, digivolving, end-of-turn, security-check, would"
    assert said == f"there is no template about 'chess'; there are {topics}"
    said = refused(["scenario", "new", "mine/first", "--about", "chess", "--game", "dmb"], capsys)
    topics = "evolution, ko-and-revival, partner, strategy-choice, support"
    assert said == f"there is no template about 'chess'; there are {topics}"


def test_a_step_is_shown_with_effects_what_waits_and_what_failed(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["scenario", "new", "mine/first", "--about", "would", "--out", "first.toml"]) == 0
    assert cli.run(["scenario", "show", "first.toml"]) == 0
    printed = capfd.readouterr().out.splitlines()
    assert "card survivor: digimon · Lv.4 · 3000 DP · cost 2 · red" in printed
    assert "       before this Digimon is deleted: trash the card under it, and it stays" in printed
    assert "     > pending: the would effect of survivor, player 1" in printed
    assert "     > to be chosen: 0 to 1 of 1" in printed
    assert "     . survivor is about to be deleted, by an effect" in printed
    assert printed[-1] == "nothing failed"
    text = Path("first.toml").read_text().replace('"me.battle.count" = 1 }', '"me.battle.count" = 2 }')
    Path("first.toml").write_text(text)
    assert cli.run(["scenario", "show", "first.toml"]) == 0
    printed = capfd.readouterr().out.splitlines()
    assert "1  use strike (cost 0)   FAILED" in printed
    assert "     FAILED: expected: me.battle.count is 2; observed: me.battle.count is 1" in printed
    assert printed[-1] == "FAILED at step 1"


def test_cases_that_pass_are_counted_and_listed_where_they_are_asked_for(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [one for one in chosen_scenarios(rulebook(), []) if one.id.startswith("rulings/rush-")]
    monkeypatch.setattr("rulehound.checker.suite.scenarios.choosing.chosen_scenarios", lambda *_: few)
    assert cli.run(["scenario", "run"]) == 0
    short = capfd.readouterr().out.splitlines()
    assert not any("rush" in line for line in short)
    assert re.fullmatch(r"\d+ cases: \d+ pass.*; edition manual-2\.3", short[-1])
    for options in (["-v"], ["rulings/rush"]):
        assert cli.run(["scenario", "run", *options]) == 0
        assert "scenario:rulings/rush-01" in capfd.readouterr().out


def test_a_scenario_is_shown_step_by_step(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["scenario", "show", f"{ID}/1", "--svg", "boards.svg"]) == 0
    printed = capfd.readouterr().out.splitlines()
    assert (
        printed[0]
        == f"{ID}/1   Of the opponent's Digimon only the suspended ones can be attacked: a suspended one"
    )
    assert printed[1].startswith("  attack.targets   ")
    first = printed.index("1  attack Card RH-00 with Card RH-01")
    assert printed.index("given") < first
    assert "     opponent.battle.count is 1" in printed[first:]
    boards = [line for line in printed if "memory 0 on the turn player's side; main" in line]
    assert len(boards) == 2
    picture = ET.parse("boards.svg").getroot()
    assert picture.tag.endswith("svg")
    words = [text.text for text in picture.iter() if text.tag.endswith("text")]
    assert words.count("9000 DP") == 2
    assert words.count("3000 DP") == 3, "the attacked one is gone after the step"


def test_of_what_goes_otherwise_it_is_shown_how_far_it_went(capfd: pytest.CaptureFixture[str]) -> None:
    Path("wrong.toml").write_text(WRONG, encoding="utf-8")
    assert cli.run(["scenario", "show", "wrong.toml"]) == 0
    printed = capfd.readouterr().out
    assert f"     FAILED: {OTHERWISE}" in printed


def test_what_cannot_be_executed_is_shown_with_its_reason(capfd: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text(NOT_EXECUTABLE, encoding="utf-8")
    assert cli.run(["scenario", "show", "mine.toml"]) == 0
    assert "  not executable: nobody can be asked this" in capfd.readouterr().out


SCHEMA = HERE / "suite" / "scenarios" / "scenario.schema.json"
PAGE = ROOT / "docs" / "scenarios.md"


def test_every_scenario_of_the_game_fits_the_schema_and_others_do_not() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_bytes()))
    files = list((rulebook().store.root / "scenarios").glob("*/*.toml"))
    assert files
    for path in files:
        validator.validate(tomllib.loads(path.read_text(encoding="utf-8")))
    for wrong in (
        "number = 1\n" + WRONG,
        WRONG.replace("[[step]]", "[[steps]]"),
        WRONG.replace("do =", "does ="),
    ):
        assert not validator.is_valid(tomllib.loads(wrong))


def test_the_page_on_scenarios_names_every_key_of_the_schema() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, record in json.loads(SCHEMA.read_bytes())["$defs"].items():
        for key in record["properties"]:
            assert f"`{key}`" in page, f"{name}: {key}"


SILENT = LATER.replace('editions=("chapter-7", "comprehensive-4.0")', "editions=()")
ONE_EDITION = """
from rulehound.spec.formats import Setup


class Older(Later):
    def new_game(self, setup):
        return super().new_game(msgspec.structs.replace(setup, edition="chapter-7"))

    def position(self, cards, position, edition):
        return super().position(cards, position, "chapter-7")


serve(lambda game: Older())
"""


def test_the_edition_of_an_engine_that_names_none_is_found_out_as_conform_does(
    capfd: pytest.CaptureFixture[str],
) -> None:
    Path("silent.py").write_text(SILENT.rpartition("serve(")[0] + ONE_EDITION, encoding="utf-8")
    engine = f"{sys.executable} -P silent.py"
    assert cli.run(["scenario", "run", "rules/setup-redraw", "--engine", engine]) in (0, 3)
    first = capfd.readouterr().out.splitlines()[0]
    assert first.startswith("judged by edition chapter-7, which it agrees with in ")
    assert cli.run(["play", "--engine", engine, "--steps", "20", "--jobs", "1"]) in (0, 3)
    assert capfd.readouterr().out.splitlines()[0] == first


def test_the_edition_is_told_before_anything_is_asked(capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["scenario", "run", "rules/setup-redraw"]
    assert cli.run(asked) in (0, 3)
    assert capfd.readouterr().out.startswith("judged by edition manual-2.3, as the engine says\n")
    assert cli.run([*asked, "--edition", "comprehensive-4.0"]) == 0
    assert capfd.readouterr().out.startswith("judged by edition comprehensive-4.0, as asked for\n")


def test_a_spec_without_a_template_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules").mkdir()
    said = refused(["scenario", "new", "my/first", "--spec", str(tmp_path)], capsys)
    assert said.startswith(f"{tmp_path / 'scenario.template.toml'}: cannot be read")
