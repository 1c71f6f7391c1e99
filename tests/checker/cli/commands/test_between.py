"""`prove --between`: witnesses of the DCG editions, replayed by the interpreter and the reference engine."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.cli.commands import between
from rulehound.checker.cli.commands.between import Answer, answer_of, as_plain, lines, scenario_toml
from rulehound.checker.errors import UserError
from rulehound.checker.model.prove.witness import START, judge, start_of
from rulehound.checker.records import Verdict
from rulehound.engine.adapter import create
from rulehound.spec.documents.differences import RuleDifference, RuleReading, load_differences
from rulehound.spec.formats import Scenario
from rulehound_testing.faults.catching import bound, rulebook, run

MANUAL, CURRENT = "manual-2.3", "comprehensive-4.0"
FIRST = "fan-2020"


@cache
def answer(switch: str, one: str = MANUAL, other: str = CURRENT) -> Answer:
    """What is found about a difference between two editions."""
    book = rulebook()
    found = load_differences(book.game.directory, book.game.rulesets, book.store.clauses)
    (difference,) = (difference for difference in found.differences if difference.id == switch)
    return answer_of(book.game, difference, (one, other), bound(one), bound(other))


def scenarios(found: Answer) -> list[Scenario]:
    return [scenario for shown in found.shown for scenario in shown.scenarios]


@pytest.mark.parametrize(
    ("switch", "one"),
    [
        ("setup.redraw", MANUAL),
        ("setup.security-when", MANUAL),
        ("digixros.none-chosen", MANUAL),
        ("option.colours", FIRST),
        ("turn.memory-back", FIRST),
        ("piercing.needs-survivor", FIRST),
    ],
)
def test_each_witness_is_replayed_under_both_editions(switch: str, one: str) -> None:
    """By the interpreter with all the switches of either, and the two judgements are not the same."""
    found = answer(switch, one)
    assert found.none == ""
    model = rulebook().game.model()
    for shown in found.shown:
        situation = shown.witness.situation
        assert shown.witness.whole
        assert shown.witness.least
        for edition, expected in zip((one, CURRENT), shown.witness.judgements, strict=True):
            if situation.action == START:
                replayed = start_of(model, bound(edition), situation.settings)
                places = shown.witness.differs
                assert {place: replayed.after[place] for place in places} == {
                    place: expected.after[place] for place in places
                }
                continue
            state, parameters = situation.concrete
            action = model.actions[situation.action]
            judged = judge(model, bound(edition), state, action, parameters, situation.settings)
            assert judged.legal == expected.legal
        assert shown.witness.judgements[0] != shown.witness.judgements[1]


@pytest.mark.parametrize("switch", ["battle.level-2", "setup.redraw"])
def test_the_reference_engine_tells_which_edition_it_follows(switch: str) -> None:
    """Under each edition it gives that edition's answer, and under the other one it does not."""
    found = scenarios(answer(switch, FIRST))
    assert [scenario.editions for scenario in found] == [(FIRST,), (CURRENT,)]
    for scenario, edition, other in zip(found, (FIRST, CURRENT), (CURRENT, FIRST), strict=True):
        (record,) = run(create, [scenario], edition)
        assert record.verdict is Verdict.PASS, record.explanation
        exchanged = msgspec.structs.replace(scenario, editions=(other,))
        (record,) = run(create, [exchanged], other)
        assert record.verdict is Verdict.VIOLATION


def test_where_no_scenario_can_show_it_the_reason_is_told() -> None:
    (shown,) = answer("digixros.none-chosen").shown
    assert shown.scenarios == []
    assert shown.no_scenario.startswith("no position of a game shows this state")


def test_a_switch_that_the_model_does_not_read_is_said_to_be_without_witness() -> None:
    readings = (RuleReading("a", "This.", (MANUAL,)), RuleReading("b", "That.", (CURRENT,)))
    difference = RuleDifference("moon", "Which phase.", readings, switch="moon")
    editions = (MANUAL, CURRENT)
    values = ({**bound(MANUAL), "moon": "a"}, {**bound(CURRENT), "moon": "b"})
    found = answer_of(rulebook().game, difference, editions, *values)
    assert (found.shown, found.none) == ([], "the model does not read moon")
    told = list(lines([found], editions))
    assert told[0].endswith("1 differences, 0 with a witness, 1 without, 0 that no action or state can show")
    assert told[-1] == "  no witness: the model does not read moon"


def test_where_another_switch_leaves_no_room_the_second_edition_is_where_it_is_flipped() -> None:
    """The first edition has no DigiXros at all, so there it is no matter how few cards one takes."""
    (shown,) = answer("digixros.none-chosen", FIRST).shown
    assert [judgement.legal for judgement in shown.witness.judgements] == [True, False]
    assert not shown.witness.whole
    assert shown.scenarios == []


def test_what_nothing_can_show_has_its_reason() -> None:
    found = answer("play.no-attack")
    assert (found.shown, found.none) == ([], found.difference.cannot_show)


def test_a_person_reads_readings_clauses_position_and_both_judgements() -> None:
    found = answer("battle.level-2", FIRST)
    told = "\n".join(lines([found], (FIRST, CURRENT)))
    for part in (
        "comprehensive-4.0: no-dp.",
        "dcg-comprehensive-rules-en@4.0 4-16-2, 17-1-3-2-1",
        "witness: move (a player)",
        "stage breeding",
        "comprehensive-4.0: legal",
        "stage: breeding → main",
        "fan-2020: not legal, by battle.level-2",
        "scenario between:battle.level-2:move:comprehensive-4.0",
    ):
        assert part in told


def test_a_scenario_is_written_as_the_spec_keeps_them() -> None:
    for scenario in scenarios(answer("battle.level-2", FIRST)):
        data = tomllib.loads(scenario_toml(scenario))
        assert msgspec.convert(data, Scenario) == msgspec.convert(msgspec.to_builtins(scenario), Scenario)


def test_the_result_for_machines_has_all_of_it() -> None:
    plain: dict[str, Any] = json.loads(
        msgspec.json.encode(as_plain(answer("setup.redraw"), (MANUAL, CURRENT)))
    )
    assert (plain["switch"], plain["none"]) == ("setup.redraw", "")
    (witness,) = plain["witnesses"]
    assert set(witness["judgements"]) == {MANUAL, CURRENT}
    assert [scenario["editions"] for scenario in witness["scenarios"]] == [[MANUAL], [CURRENT]]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--between", MANUAL, "tomorrow"], "has no edition tomorrow"),
        (["--between", MANUAL, MANUAL], "manual-2.3 is compared with itself"),
        (["--out", "there"], "--out is for the scenarios of --between"),
        (["--between", MANUAL, CURRENT, "--consistency"], "are different questions"),
    ],
)
def test_bad_usage_is_told_in_one_line(
    arguments: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["prove", *arguments]) == 2
    told = capsys.readouterr().err
    assert what in told
    assert told.count("\n") == 1


def test_the_command_writes_scenarios_and_says_that_all_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [answer("setup.redraw"), answer("play.no-attack"), answer("battle.level-2", FIRST)]
    monkeypatch.setattr(between, "compare", lambda options, editions, report: found)
    folder = tmp_path / "deep" / "scenarios"
    assert cli.run(["prove", "--between", MANUAL, CURRENT, "--out", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [entry["id"] for entry in told["differences"]] == [each.difference.id for each in found]
    written = {path.name: tomllib.loads(path.read_text("utf-8"))["id"] for path in folder.iterdir()}
    assert sorted(written.values()) == sorted(s.id for each in found for s in scenarios(each))
    assert len(written) == 4


def test_a_switch_left_without_witness_makes_it_inconclusive(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [Answer(answer("setup.redraw").difference, (), [], "the model does not read it")]
    monkeypatch.setattr(between, "compare", lambda options, editions, report: found)
    assert cli.run(["prove", "--between", MANUAL, CURRENT]) == 3
    assert "no witness: the model does not read it" in capsys.readouterr().out


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="cannot be made"):
        between.write_scenarios(tmp_path / "file" / "folder", [])


def test_an_engine_without_the_action_is_not_judged_by_it() -> None:
    """The reference engine uses no Options, so that it is silent on them and breaks nothing."""
    found = scenarios(answer("option.colours", FIRST))
    assert len(found) == 2
    for scenario, edition in zip(found, (FIRST, CURRENT), strict=True):
        (record,) = run(create, [scenario], edition)
        assert record.verdict is Verdict.UNSUPPORTED
