"""The record of which planted faults each check has been seen to catch, and how it is made."""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rulehound.checker.evidence.basis import judging_content
from rulehound.checker.evidence.judging import AskedAgain, ConfirmedJudging, read_confirmed
from rulehound.checker.evidence.seen_to_fail import CaughtFaults, read_seen_to_fail
from rulehound.checker.judging.target import target_of
from rulehound.checker.model.checks import GRAPH_CHECKS
from rulehound.checker.model.proof_checks import CONSISTENCY
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.catalogue import checks_of_model
from rulehound.checker.suite.costs import price_checks
from rulehound.checker.suite.play.playing import AT_WORK
from rulehound.checker.suite.trials.going_first import going_first
from rulehound.checker.suite.trials.redrawing import redrawing
from rulehound.checker.suite.trials.reshuffling import reshuffling
from rulehound.checker.suite.trials.shuffling import shuffling
from rulehound.engine.adapter import create
from rulehound.spec.dcg.model import model
from rulehound.spec.formats import Refused
from rulehound_testing.dcg.contrary_engines import BREAKS, CONTRARY, HIDING
from rulehound_testing.faults.asking_again import PLAYED, drawn, entries_of, lines_not_caught, not_caught
from rulehound_testing.faults.broken_rules import broken_rules
from rulehound_testing.faults.catching import (
    REDRAWN,
    bound,
    choice_records,
    faults,
    rulebook,
    violated,
    words,
)
from rulehound_testing.faults.catching_in_model import (
    contradictions,
    faults_of_model,
    inconsistent,
    invariants_left,
    with_action,
)
from rulehound_testing.folders import ROOT
from rulehound_testing.model_mutants import EARLY_MUTANTS, GRAPH_MUTANTS, MUTANTS
from rulehound_testing.rotating import SEED, of_this_run


@cache
def tool() -> Any:
    found = importlib.util.spec_from_file_location("record", ROOT / "tools/record_seen_to_fail.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@cache
def recorded() -> dict[str, tuple[str, ...]]:
    return {check: seen.faults for check, seen in read_seen_to_fail(rulebook().game.directory).items()}


def test_every_check_of_the_model_alone_has_been_seen_to_fail() -> None:
    own = {check.id for check in checks_of_model(model) if check.id.startswith(("invariant:", "sometimes:"))}
    own |= {f"graph:{name}" for name in GRAPH_CHECKS} | set(CONSISTENCY)
    assert own <= set(recorded())
    faults = {fault for check in own for fault in recorded()[check] if fault.startswith("model: ")}
    planted = {mutant.name for mutant in (*MUTANTS, *EARLY_MUTANTS, *GRAPH_MUTANTS)}
    assert faults == planted | {f"model: {name}" for name in contradictions(rulebook().bound)}


def test_every_engine_that_contradicts_itself_is_caught() -> None:
    caught = {fault for found in recorded().values() for fault in found}
    assert set(CONTRARY) <= caught


def recorded_of(fault: str) -> set[str]:
    return {check for check, found in recorded().items() if fault in found}


def test_contrary_engines_are_caught_as_recorded() -> None:
    """Two that need no play; the tool runs them all."""
    edition = rulebook().game.default_edition
    rules = BoundModel(rulebook().game, edition, bound(edition))
    alike, overpriced = CONTRARY["every game begins alike"], CONTRARY["quotes one more"]
    by_chance = [shuffling, reshuffling, going_first, lambda target: redrawing(target.under(REDRAWN))]
    found = violated(record for ask in by_chance for record in ask(target_of(rules, "", alike)))
    assert found == recorded_of("every game begins alike") != set()
    assert (
        violated(price_checks(target_of(rules, "", overpriced), words()))
        == recorded_of("quotes one more")
        != set()
    )
    assert (
        violated(
            [*shuffling(target_of(rules, "", create)), *price_checks(target_of(rules, "", create), words())]
        )
        == set()
    )


def test_an_engine_that_keeps_quiet_about_a_choice_is_caught_as_recorded() -> None:
    assert violated(choice_records(HIDING["hides resolve"])) == recorded_of("hides resolve") != set()


def test_what_play_of_a_broken_engine_leaves_open_is_no_catch() -> None:
    played = CheckRecord("effect:a", ["a"], Verdict.INCONCLUSIVE, "games", "judged", "an edition")
    broke = replace(played, explanation="the engine broke (it died)")
    wrong = replace(played, check="effect:b", explanation=f"{AT_WORK}; the first suspect there is a")
    assert violated([broke, wrong]) == {"effect:b"}


def test_an_engine_that_refuses_says_why_and_one_that_offers_more_does_not_do_it() -> None:
    game, edition = rulebook().game, rulebook().game.default_edition
    setup = replace(game.setup(0, bound(edition)), edition=edition)
    refusing, offering = CONTRARY["refuses hatch: turn.end"](), CONTRARY["main phase while breeding"]()
    for engine in (refusing, offering):
        assert engine.new_game(setup)["decision"] == "breeding"
    assert {"action": "hatch"} not in refusing.legal_actions()
    with pytest.raises(Refused) as refusal:
        refusing.apply({"action": "hatch"})
    assert [reason.rule for reason in refusal.value.reasons] == ["turn.end"]
    assert {"action": "pass"} in offering.legal_actions()
    with pytest.raises(Refused):
        offering.apply({"action": "pass"})
    assert {"action": "hatch"} in offering.legal_actions()


@pytest.mark.parametrize("mutant", MUTANTS[::12], ids=lambda mutant: mutant.name)
def test_a_fault_of_the_model_is_caught_as_recorded(mutant: Any) -> None:
    assert invariants_left(rulebook().bound, mutant) == recorded_of(mutant.name) != set()


def test_a_contradiction_is_caught_as_recorded_and_a_sound_model_has_none() -> None:
    usual = rulebook().bound
    for name, (sound, faulty) in of_this_run(contradictions(usual).items(), 2):
        assert inconsistent(usual, sound, faulty) == recorded_of(f"model: {name}") != set()
    only = with_action(model, model.actions["pass"])
    assert inconsistent(usual, only, only) == frozenset()


def asking(asked: list[str], name: str) -> Callable[[], frozenset[str]]:
    def ask() -> frozenset[str]:
        asked.append(name)
        return frozenset({f"check of {name}", "a"})

    return ask


def test_what_is_kept_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool(), "folders_hash", lambda rooms, but: "this tree")
    file, asked = tmp_path / "kept.jsonl", list[str]()
    first = tool().answers(file)
    answers = [first.answer(name, asking(asked, name)) for name in ("one", "two")]
    again = tool().answers(file)
    assert [again.answer(name, asking(asked, name)) for name in ("one", "two", "three")][:2] == answers
    assert asked == ["one", "two", "three"]
    monkeypatch.setattr(tool(), "folders_hash", lambda rooms, but: "another tree")
    tool().answers(file).answer("one", asking(asked, "one"))
    assert asked[3:] == ["one"]


CONTENTS = {"check:a": "a2", "check:b": "b1", "check:c": ""}
BEFORE = {
    "check:a": CaughtFaults(("v", "x"), "a1"),
    "check:b": CaughtFaults(("x", "y"), "b1"),
    "check:c": CaughtFaults(("y",)),
    "check:d": CaughtFaults(("x",)),
    "scenario:s": CaughtFaults(("x",), "s0"),
}


def test_a_check_that_changed_loses_what_it_caught_before() -> None:
    found = {"x": frozenset({"check:a"}), "z": frozenset({"check:b", "check:e"})}
    new = tool().merged(BEFORE, found, CONTENTS, lambda check: check.startswith("check:"))
    assert new == {
        "check:a": CaughtFaults(("x",), "a2"),
        "check:b": CaughtFaults(("y", "z"), "b1"),
        "check:c": CaughtFaults(("y",)),
        "check:e": CaughtFaults(("z",)),
        "scenario:s": CaughtFaults(("x",), "s0"),
    }
    assert tool().without_gone(new, ["x", "z"]) == {
        "check:a": CaughtFaults(("x",), "a2"),
        "check:b": CaughtFaults(("z",), "b1"),
        "check:e": CaughtFaults(("z",)),
        "scenario:s": CaughtFaults(("x",), "s0"),
    }


@pytest.mark.parametrize(
    ("mode", "wanted"), [("changed", ["new", "x", "v"]), ("changed-scenarios", ["new", "x"])]
)
def test_faults_are_asked_till_each_changed_check_has_caught_one(mode: str, wanted: list[str]) -> None:
    record = {**BEFORE, "check:b": CaughtFaults(("x", "y"), "b0"), "check:f": CaughtFaults(("gone",), "f0")}
    contents = {**CONTENTS, "check:f": "f1", "scenario:s": "s1"}
    asked: list[str] = []
    catching = {
        "x": frozenset({"check:b", "scenario:s"}),
        "v": frozenset({"check:a"}),
        "new": frozenset({"check:c"}),
    }

    def ask(fault: str) -> frozenset[str]:
        asked.append(fault)
        return catching[fault]

    found = tool().asked_of_changed(record, contents, ["new", "v", "x", "y"], ask, tool().MODES[mode][1])
    assert asked == wanted
    assert found == {fault: catching[fault] for fault in wanted}


def test_a_fault_that_nothing_else_caught_is_asked_though_the_check_has_caught_one() -> None:
    record = {
        "check:a": CaughtFaults(("also", "most", "only"), "a0"),
        "check:b": CaughtFaults(("also", "most"), "b1"),
    }
    found = tool().asked_of_changed(
        record, CONTENTS, ["also", "most", "only"], lambda fault: frozenset({"check:a"}), lambda _: True
    )
    assert set(found) == {"also", "only"}


def test_a_changed_check_is_asked_alone_of_what_it_caught_and_keeps_what_it_catches_still() -> None:
    record = {
        "check:a": CaughtFaults(("x", "y"), "a0"),
        "check:b": CaughtFaults(("x",), "b1"),
        "check:c": CaughtFaults(("z",), "c0"),
        "scenario:s": CaughtFaults(("x",), "s0"),
    }
    contents = {"check:a": "a1", "check:b": "b1", "check:c": "c1", "scenario:s": "s1"}
    asked: list[tuple[str, str]] = []

    def is_caught(check: str, fault: str) -> bool:
        asked.append((check, fault))
        return fault == "y"

    after = tool().with_changed_asked_alone(
        record, contents, lambda check: check.startswith("check:"), is_caught
    )
    assert sorted(asked) == [("check:a", "x"), ("check:a", "y"), ("check:c", "z")]
    assert after == {
        "check:a": CaughtFaults(("y",), "a1"),
        "check:b": CaughtFaults(("x",), "b1"),
        "scenario:s": CaughtFaults(("x",), "s0"),
    }


def test_one_kind_is_asked_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names, out = faults()[:3], tmp_path / "record.toml"
    before = {"cost:play": CaughtFaults((names[0],)), "scenario:old": CaughtFaults((names[0],), "s")}
    asks = {name: partial(frozenset, [f"scenario:{name}"]) for name in names}
    monkeypatch.setattr(tool(), "read_seen_to_fail", lambda game: before)
    monkeypatch.setattr(tool(), "contents_now", lambda _: {f"scenario:{names[1]}": "now"})
    monkeypatch.setitem(tool().MODES, "scenarios", (lambda: asks, tool().is_scenario))
    kept = ["record", "--scenarios", "--out", str(out), "--keep", str(tmp_path / "kept.jsonl")]
    monkeypatch.setattr("sys.argv", [*kept, "--share", "2/2"])
    tool().main()
    assert not out.exists()
    monkeypatch.setattr("sys.argv", kept)
    tool().main()
    assert tomllib.loads(out.read_text())["caught"] == {
        "cost:play": {"faults": [names[0]]},
        f"scenario:{names[0]}": {"faults": [names[0]]},
        f"scenario:{names[1]}": {"content": "now", "faults": [names[1]]},
        f"scenario:{names[2]}": {"faults": [names[2]]},
    }, "what was asked again and caught nothing is gone"
    monkeypatch.setattr("sys.argv", [*kept, "--compare"])
    with pytest.raises(SystemExit) as ended:
        tool().main()
    assert ended.value.code == 1
    assert "scenario:old: on record, and has caught nothing" in capsys.readouterr().err


def test_the_record_is_written_in_an_order_of_its_own() -> None:
    caught = {"check:a": CaughtFaults(("z",)), "check:b": CaughtFaults(("y", "z"), "b1")}
    text = tool().as_toml(caught, {"z": ("rule.a", "rule.b"), "gone": ("rule.a",)})
    assert text.splitlines()[-6:] == [
        '"check:a" = { faults = ["z"] }',
        '"check:b" = { content = "b1", faults = ["y", "z"] }',
        "",
        "# Planted fault to the rules that it breaks; a fault that is not listed breaks none.",
        "[breaks]",
        '"z" = ["rule.a", "rule.b"]',
    ]
    assert list(recorded()) == sorted(recorded())
    directory = rulebook().game.directory
    assert tool().as_toml(read_seen_to_fail(directory), broken_rules()) == (
        directory / "seen_to_fail.toml"
    ).read_text("utf-8")


def test_the_rules_that_faults_break_exist_and_most_faults_break_one() -> None:
    """Engines that break promises of the protocol alone, and contradictions of the model, break no rule."""
    rules = broken_rules()
    assert {rule for broken in rules.values() for rule in broken} <= set(rulebook().store.rules)
    unnamed = {fault for caught in recorded().values() for fault in caught} - set(rules)
    of_model = {f"model: {name}" for name in contradictions(rulebook().bound)}
    assert unnamed <= of_model | set(CONTRARY) - set(BREAKS)
    assert len(unnamed) < 12


def test_every_fault_there_is_can_be_asked() -> None:
    """Model, engines that contradict themselves, engines with a fault; no name is given twice."""
    names = [*faults_of_model(rulebook().bound), *CONTRARY, *faults()]
    assert list(tool().of_others()) == list(tool().of_all()) == names
    assert len(set(names)) == len(names)
    assert {fault for found in recorded().values() for fault in found} <= set(names)


def test_a_sample_of_the_record_is_caught_again() -> None:
    """Others with every seed: the fault is planted, and the check that is recorded to catch it fails."""
    record = read_seen_to_fail(rulebook().game.directory)
    # which boundary inputs the solver gives depends on what it was asked before in the process
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        assert fresh.submit(lines_not_caught, drawn(record, SEED)).result() == []


def test_a_fault_that_nobody_planted_and_one_that_a_check_does_not_catch() -> None:
    asked = [
        AskedAgain("cost:play", "a fault that there is not"),
        AskedAgain("cost:play", "block-twice"),
        AskedAgain("cost:play", "quotes one more"),
        AskedAgain("scenario:rules/hand-unlimited", "block-twice"),
        AskedAgain("vector:play:memory.affordable", "memory-limit-9"),
    ]
    assert list(not_caught(asked)) == [
        "cost:play: there is no fault 'a fault that there is not'",
        "cost:play does not catch 'block-twice', which it is recorded to",
        "scenario:rules/hand-unlimited does not catch 'block-twice', which it is recorded to",
    ]


def test_a_sample_has_checks_of_every_kind_and_is_another_with_another_seed() -> None:
    record = read_seen_to_fail(rulebook().game.directory)
    kinds = {one.check.partition(":")[0] for seed in range(len(PLAYED)) for one in drawn(record, seed)}
    assert kinds == {check.partition(":")[0] for check in record} - {"sometimes", "graph"}
    assert drawn(record, 1) == drawn(record, 1) != drawn(record, 2)
    every = [(one.check, one.fault) for one in entries_of(record)]
    assert set(every) == {(check, fault) for check, seen in record.items() for fault in seen.faults}
    assert len(every) == len(set(every))


def test_what_is_caught_no_more_comes_off_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "record.toml"
    before = {
        "cost:play": CaughtFaults(("block-twice", "quotes one more"), "c"),
        "cost:digivolve": CaughtFaults(("block-twice",), "d"),
    }
    monkeypatch.setattr(tool(), "read_seen_to_fail", lambda game: before)
    monkeypatch.setattr("sys.argv", ["record", "--again", "--out", str(out)])
    with pytest.raises(SystemExit) as ended:
        tool().main()
    assert ended.value.code == 1
    assert tomllib.loads(out.read_text())["caught"] == {
        "cost:play": {"content": "c", "faults": ["quotes one more"]}
    }
    assert "cost:digivolve does not catch 'block-twice'" in capsys.readouterr().err


def test_judging_is_confirmed_where_the_whole_sample_is_caught_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "evidence").mkdir()
    monkeypatch.setattr(tool(), "GAME", tmp_path)
    record = {"cost:play": CaughtFaults(("quotes one more",), "c")}
    assert tool().confirm(record, 7) == 0
    confirmed = read_confirmed(tmp_path)
    assert (confirmed.seed, confirmed.asked) == (7, (AskedAgain("cost:play", "quotes one more"),))
    assert confirmed.judging == judging_content(rulebook().game)
    (tmp_path / "evidence/judging.toml").unlink()
    assert tool().confirm({"cost:play": CaughtFaults(("block-twice",), "c")}, 7) == 1
    assert read_confirmed(tmp_path) == ConfirmedJudging()
    assert "does not catch" in capsys.readouterr().err
