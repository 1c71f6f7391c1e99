"""A whole run, on a game of ten lines with a rulebook, a spec and engines right and wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest

from rulehound.checker.engines import EngineError, Misbehaviour
from rulehound.checker.errors import UserError
from rulehound.checker.pipeline.check import check_game
from rulehound.checker.pipeline.clause_pages import clauses_of_run
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.records import Trace, Verdict
from rulehound.checker.report import summary
from rulehound.checker.report.directory import report_json, write_report
from rulehound.checker.report.html import ClausePages
from rulehound.checker.run_record import Run, RunFact, RunLinks
from rulehound.checker.suite.catalogue import checks_of_model
from rulehound.checker.suite.replay import replay, replay_model
from rulehound.extract import read_document
from rulehound.spec.documents.review import review
from rulehound.spec.documents.spec_records import SpecError
from rulehound.spec.documents.store import load_store
from rulehound.spec.documents.update import record_update
from rulehound.spec.formats import Action, Handshake, Observation
from rulehound.spec.game import Game
from rulehound_testing.documents.typeset import Item, Rulebook, typeset
from rulehound_testing.folders import TESTS
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.spec import CLAUSES, Engine, rules_pdf, toy_game

Factory = Callable[[], Engine]
QUICK = RunSettings(effort="quick")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return toy_game(tmp_path / "toy")


def checked(game: Game, engine: Factory = Engine, settings: RunSettings = QUICK) -> Run:
    """The run of everything, in this process."""
    return check_game(game, "reference", engine, settings, background=False).run


def with_rules(path: Path, **changed: str) -> RunSettings:
    """The settings to go by a rulebook with some clauses worded otherwise."""
    return RunSettings(
        effort="quick",
        rules=rules_pdf(path, {k[1:].replace("_", "-"): v for k, v in changed.items()}),
    )


def verdicts(run: Run) -> dict[str, str]:
    """Rules in force to their verdicts."""
    return {rule.id: rule.verdict.value for rule in run.rules if rule.holds}


def heap_full(run: Run) -> RunFact:
    """The fact that the model needs."""
    return next(fact for fact in run.facts if fact.name == "heap.full")


PASSING = {
    "heap.full": "pass",
    "add.turns": "pass",
    "add.some": "pass",
    "add.few": "pass",
    "add.idle": "not judged",
}


def test_a_right_engine_passes_and_what_was_not_shown_is_said(game: Game) -> None:
    run, pictures, *_ = check_game(game, "reference", Engine, QUICK, background=False)
    assert verdicts(run) == PASSING
    assert run.exit_status == 0
    assert run.not_shown.without_check == ["add.idle"]
    assert run.not_shown.never_taken == []
    assert run.not_shown.not_run == []
    assert run.not_shown.bounds[0] == "small: the whole heap; not followed: nothing"
    passed = {record.check for record in run.records if record.verdict is Verdict.PASS}
    assert sorted(run.not_shown.never_failed) == sorted(passed)
    assert {record.check for record in run.records} - passed == {"engine:ends"}
    assert sorted(pictures) == ["1-1", "1-2", "2-1", "2-2", "2-3"]
    assert heap_full(run).places[0].clause == "1-2"
    kinds = Counter((record.check, record.configuration, record.verdict.value) for record in run.records)
    assert kinds["invariant:heap.full", "induction", "pass"] == 1
    assert kinds["invariant:heap.full", "small", "pass"] == 1
    assert kinds["invariant:heap.full", "", "pass"] == 1
    assert kinds["graph:turn-ends", "small", "pass"] == 1
    assert kinds["scenario:heap/too-many", "", "pass"] == 1


def test_strict_counts_what_was_not_judged(game: Game) -> None:
    assert checked(game, settings=RunSettings(effort="quick", strict=True)).exit_status == 3


@pytest.mark.parametrize(
    ("engine", "rule", "steps"),
    [
        (lambda: Engine(full=8), "heap.full", 4),
        (lambda: Engine(full=6), "heap.full", 4),
        (lambda: Engine(most=3), "add.few", 1),
    ],
    ids=["too full", "not full", "three at once"],
)
def test_a_wrong_engine_is_caught_with_a_short_trace_that_replays(
    game: Game, engine: Factory, rule: str, steps: int
) -> None:
    run = checked(game, engine)
    assert run.exit_status == 1
    assert verdicts(run) == {**PASSING, rule: "violation"}
    traces = [r.trace for r in run.records if r.verdict is Verdict.VIOLATION and r.trace is not None]
    assert min(len(trace.steps) for trace in traces if trace.rule == rule) <= steps
    assert all(replay(trace, engine()).reproduced for trace in traces)
    assert not any(replay(trace, Engine()).reproduced for trace in traces)


@pytest.mark.parametrize(("full", "what"), [("9", "too strict"), ("5", "too lax")])
def test_a_document_that_says_otherwise_makes_the_engine_wrong(
    game: Game, tmp_path: Path, full: str, what: str
) -> None:
    settings = with_rules(
        tmp_path / "other.pdf", _1_2=f"The heap is full at {full} and never grows past that."
    )
    run = checked(game, settings=settings)
    assert verdicts(run) == {**PASSING, "heap.full": "violation"}, what
    assert heap_full(run).value == int(full)
    assert not run.document.exact
    clause = next(rule for rule in run.rules if rule.id == "heap.full").clauses[0]
    assert (clause.number, clause.status) == ("1-2", "suspect")
    values = {r.trace.values["heap.full"] for r in run.records if r.trace is not None}
    assert values == {int(full)}


@pytest.mark.parametrize(
    ("clause", "says"),
    [
        ("The heap is full at some point and never grows past that.", "a number is read"),
        ("The heap is full when it is full, of course.", "no longer states it"),
        ("", "1-2 is gone"),
        (
            "The heap is full at 7 or full at 8, take your pick.",
            "contradictory: 7 at heap-rules 1.0, 1-2, page 1; 8 at",
        ),
    ],
    ids=["no number", "reworded", "gone", "contradictory"],
)
def test_a_fact_that_cannot_be_read_leaves_its_checks_inconclusive(
    game: Game, tmp_path: Path, clause: str, says: str
) -> None:
    run = checked(game, settings=with_rules(tmp_path / "other.pdf", _1_2=clause))
    assert run.exit_status == 3
    assert heap_full(run).value is None
    assert verdicts(run)["heap.full"] == "inconclusive"
    assert {record.verdict for record in run.records if "heap.full" in record.rules} == {Verdict.INCONCLUSIVE}
    assert says in f"{heap_full(run).status}: {heap_full(run).explanation}"
    assert not any(record.verdict is Verdict.PASS and "invariant" in record.check for record in run.records)


def test_a_fact_that_only_one_rule_states_leaves_the_others_judged(game: Game, tmp_path: Path) -> None:
    run = checked(game, settings=with_rules(tmp_path / "other.pdf", _2_3="A player adds a few at most."))
    assert verdicts(run) == {**PASSING, "add.few": "inconclusive"}
    assert run.exit_status == 3
    reasons = {record.explanation for record in run.records if record.rules == ["add.few"]}
    assert reasons == {"add.most is missing: heap-rules 1.0, 2-3 no longer states it in words that are known"}


def test_a_rule_whose_clause_changed_is_suspect_and_not_passed(game: Game, tmp_path: Path) -> None:
    """Also once the new edition is recorded: to record it is not to review it."""
    settings = with_rules(tmp_path / "other.pdf", _2_2="A player adds one at least, singing.")
    unrecorded = checked(game, settings=settings)
    record_update(game.directory, read_document(tmp_path / "other.pdf"), version="1.1")
    recorded = checked(game, settings=settings)
    for run in (unrecorded, recorded):
        assert verdicts(run) == {**PASSING, "add.some": "inconclusive"}
        assert run.exit_status == 3
        assert (run.links.suspect, run.links.orphan, run.links.uncovered) == (["2-2 of add.some"], [], [])
        assert summary.headline(run).endswith(summary.suspects(run))
        assert summary.suspects(run) == " 1 rule rests on clauses that changed since they were reviewed."
        lines = "\n".join(summary.suspect_lines(run))
        assert "suspect link of add.some" in lines
        assert "\n  now: A player adds one at least, singing." in lines
        assert lines.endswith(f"\n  reviewed (1.0, 2-2): {CLAUSES['2-2']}")
    assert not unrecorded.document.exact
    assert recorded.document.exact

    review(load_store(game.directory), ["add.some"])
    reviewed = checked(game, settings=settings)
    assert (verdicts(reviewed), reviewed.exit_status) == (PASSING, 0)
    assert (reviewed.links, summary.suspects(reviewed)) == (RunLinks(), "")


def test_a_changed_number_is_followed_and_still_waits_for_a_review(game: Game, tmp_path: Path) -> None:
    settings = with_rules(tmp_path / "other.pdf", _1_2=CLAUSES["1-2"].replace("7", "9"))
    run = checked(game, lambda: Engine(full=9), settings=settings)
    assert verdicts(run) == {**PASSING, "heap.full": "inconclusive"}
    assert run.exit_status == 3
    assert {record.verdict for record in run.records if "heap.full" in record.rules} == {Verdict.PASS}
    (clause,) = next(rule for rule in run.rules if rule.id == "heap.full").suspect
    assert clause.explanation.endswith("; nothing but its numbers changed: 7 → 9")


def test_a_file_that_is_not_recorded_is_cited_as_itself(game: Game, tmp_path: Path) -> None:
    texts = {**CLAUSES, "1-2": "Nobody touches it in between.", "1-3": CLAUSES["1-2"].replace("7", "9")}
    items = [Item(number, text) for number, text in sorted(texts.items())]
    newer = typeset(Rulebook(items, title=("Rules of the Heap", "Version 1.7")), tmp_path / "newer.pdf")
    run = checked(game, settings=RunSettings(effort="quick", rules=newer))
    rule = next(rule for rule in run.rules if rule.id == "heap.full")
    assert summary.places(run, rule) == ["Rules of the Heap 1.7, 1-3, page 1"]
    assert heap_full(run).explanation.startswith("9 at heap-rules 1.7, 1-3, page 1")
    assert run.document.version == "1.0"


def test_a_clause_that_is_gone_and_one_that_is_new_are_counted(game: Game, tmp_path: Path) -> None:
    settings = with_rules(tmp_path / "other.pdf", _2_2="", _2_4="Whoever yawns has to leave the table.")
    run = checked(game, settings=settings)
    assert (run.links.orphan, run.links.uncovered) == (["2-2 of add.some"], ["2-4"])
    assert run.exit_status == 3
    assert summary.links(run) == "0 suspect, 1 orphan; 1 clause without a rule: 2-4."
    many = msgspec.structs.replace(run.links, uncovered=[f"3-{number}" for number in range(1, 11)])
    assert summary.links(msgspec.structs.replace(run, links=many)).endswith("3-7, 3-8 and 2 more.")


def test_a_new_clause_alone_keeps_a_check_from_passing(game: Game, tmp_path: Path) -> None:
    """Whether it stands below a clause that a rule cites, which it may restrict, or beside all of them. The
    first puts the rule in doubt as well, until somebody has reviewed it; both wait for a rule."""
    below = with_rules(tmp_path / "below.pdf", _2_2_1="On a Sunday nobody has to.")
    beside = with_rules(tmp_path / "beside.pdf", _2_4="Whoever yawns has to leave the table.")
    told = " 1 clause has no rule yet: {}."
    for settings, key, suspect in ((below, "2-2-1", ["2-2 of add.some"]), (beside, "2-4", [])):
        run = checked(game, settings=settings)
        assert (run.links.suspect, run.links.uncovered, run.links.waiting) == (suspect, [key], [key])
        assert verdicts(run)["add.some"] == ("inconclusive" if suspect else "pass")
        assert run.exit_status == 3
        assert summary.headline(run).endswith(told.format(key))
    record_update(game.directory, read_document(tmp_path / "below.pdf"), version="1.1")
    review(load_store(game.directory), ["add.some"])
    reviewed = checked(game, settings=below)
    assert (verdicts(reviewed), reviewed.links.suspect) == (PASSING, [])
    assert (reviewed.exit_status, reviewed.links.waiting) == (3, ["2-2-1"])


def test_a_known_edition_with_clauses_that_nobody_has_sorted_passes(game: Game, tmp_path: Path) -> None:
    """They are counted as before, unless the document must be complete."""
    new = tmp_path / "new.pdf"
    settings = with_rules(new, _2_4="Whoever yawns has to leave the table.")
    record_update(game.directory, read_document(new), version="1.1")
    run = checked(game, settings=settings)
    assert (run.links.uncovered, run.links.waiting, run.exit_status) == (["2-4"], ["2-4"], 3)
    document = game.directory / "documents/heap-rules.toml"
    document.write_text(document.read_text().replace('pdf = "rules.pdf"\n', ""))
    run = checked(game, settings=settings)
    assert (run.links.uncovered, run.links.waiting, run.exit_status) == (["2-4"], [], 0)
    assert "no rule yet" not in summary.headline(run)


def test_a_clause_that_needs_no_check_is_looked_at_again_once_it_changed(game: Game, tmp_path: Path) -> None:
    """It may demand something now. So it is told in the last line, and until somebody reviews it."""
    yawning, singing = "Whoever is tired may yawn while the other player adds.", "Songs are welcome."
    old = with_rules(tmp_path / "old.pdf", _2_4=yawning, _2_5=singing)
    record_update(game.directory, read_document(tmp_path / "old.pdf"), version="1.1")
    (game.directory / "rules/not-checked.toml").write_text(
        '[[clause]]\ndocument = "heap-rules"\nclause = { "1.1" = ["2-4", "2-5"] }\nreason = "physical"\n'
    )
    assert checked(game, settings=old).exit_status == 0
    new = with_rules(tmp_path / "new.pdf", _2_4=yawning.replace("may", "may not"), _2_5=singing)
    run = checked(game, settings=new)
    assert (run.exit_status, run.links.waiting, run.links.excused) == (3, [], ["2-4"])
    assert summary.headline(run).endswith(". 1 clause that needs no check changed: 2-4.")
    assert "1 clause without a check changed, " in summary.engine_headline(run)


def test_a_proof_is_no_verdict_on_an_engine_that_does_not_follow_the_rule(game: Game) -> None:
    class Other(Engine):
        def handshake(self) -> Handshake:
            return msgspec.structs.replace(super().handshake(), unsupported={"only": ["heap.full"]})

    run = checked(game, lambda: Other(full=8))
    proved = [record for record in run.records if record.configuration == "induction"]
    assert [(record.rules, record.verdict) for record in proved] == [(["heap.full"], Verdict.PASS)]
    assert verdicts(run)["heap.full"] == "not judged"


def test_what_the_engine_says_it_does_not_follow_is_not_judged(game: Game) -> None:
    class Honest(Engine):
        def handshake(self) -> Handshake:
            return msgspec.structs.replace(super().handshake(), unsupported={"only": ["add.few"]})

    for engine in (Honest, lambda: Honest(most=3)):
        run = checked(game, engine)
        assert verdicts(run) == {**PASSING, "add.few": "not judged"}
        assert run.not_shown.not_judged == ["add.few"]
        assert run.exit_status == 0
    assert checked(game, Honest, RunSettings(effort="quick", strict=True)).exit_status == 3


def test_an_engine_that_breaks_is_an_error_and_not_our_end(game: Game) -> None:
    class Breaking(Engine):
        def apply(self, action: Action) -> Observation:
            if self.count > 2:
                return {"nothing": "that can be read"}
            return super().apply(action)

    run = checked(game, Breaking)
    assert run.exit_status == 1
    assert any(record.verdict is Verdict.ERROR for record in run.records)
    assert report_json(run)


def clauses_in(pages: ClausePages) -> dict[str, dict[str, Any]]:
    """Every clause on the page of clauses, by its address."""
    cells = re.findall(r'class="cell [\w-]+" id="c(\d+)" href="#([^"]+)"', pages.page)
    told = json.loads(pages.data[pages.data.index("{") : pages.data.rindex("}") + 1])
    judged = told["editions"]
    return {
        at: {**told["clauses"][int(index)], "by": judged[told["clauses"][int(index)]["document"]]}
        for index, at in cells
    }


def test_every_clause_stands_in_the_report_as_this_run_judges_it(game: Game, tmp_path: Path) -> None:
    found = check_game(game, "reference", lambda: Engine(most=3), QUICK, background=False)
    clauses = clauses_of_run(found)
    write_report(tmp_path / "report", found.run, found.pictures, clauses)
    assert (tmp_path / "report/clauses.html").read_text("utf-8") == clauses.page
    assert (tmp_path / "report/look/clauses.js").read_text("utf-8") == clauses.data
    shown = clauses_in(clauses)
    statuses = {clause["status"] for clause in shown.values() if "add.few" in clause["rules"]}
    assert statuses == {"violated"}
    assert "weak" in {clause["status"] for clause in shown.values()}, "nothing is on record as seen to fail"
    page = (tmp_path / "report/rules/add.few.html").read_text("utf-8")
    linked = re.findall(r'href="\.\./clauses\.html(?:#([^"]+))?"', page)
    assert linked[0] == ""
    assert len(linked) > 1
    assert {unquote(at) for at in linked[1:]} <= set(shown)
    assert 'href="index.html"' in clauses.page
    assert sum(each.statuses["violated"] for each in clauses.coverage if "violated" in each.statuses) > 0
    write_report(tmp_path / "report", found.run, found.pictures)
    assert "clauses.html" not in (tmp_path / "report/index.html").read_text("utf-8")
    assert not (tmp_path / "report/clauses.html").exists()


def test_clauses_are_judged_by_the_edition_of_the_run(game: Game) -> None:
    other = check_game(game, "reference", Engine, replace(QUICK, edition="other"), background=False)
    assert {clause["by"] for clause in clauses_in(clauses_of_run(other)).values()} == {"other"}
    record = msgspec.structs.replace(other.run, records=[])
    assert clauses_of_run(other._replace(run=record)).page == ""


def test_a_rule_of_another_edition_is_not_in_force(game: Game) -> None:
    held = {rule.id: rule.holds for rule in checked(game).rules}
    assert held == {**dict.fromkeys(PASSING, True), "add.other": False}
    other = checked(game, settings=RunSettings(effort="quick", edition="other"))
    assert {rule.id: rule.holds for rule in other.rules}["add.other"]
    assert other.edition == "other"
    with pytest.raises(UserError, match="has no edition third; use one of only, other"):
        checked(game, settings=RunSettings(effort="quick", edition="third"))


def test_the_process_of_an_engine_that_fails_in_its_greeting_is_gone_afterwards(game: Game) -> None:
    processes = []

    class NeverGreets(Engine):
        def __init__(self) -> None:
            super().__init__()
            processes.append(
                subprocess.Popen(
                    [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
                )
            )

        def handshake(self) -> Handshake:
            raise EngineError(Misbehaviour.CRASHED, "on its greeting")

        def close(self) -> None:
            processes[-1].communicate()

    with pytest.raises(EngineError, match="on its greeting"):
        check_game(game, "reference", NeverGreets, QUICK, background=False)
    assert [process.poll() for process in processes] == [1], "input() fails at the end of its input"


def test_recorded_faults_stand_beside_their_checks(game: Game) -> None:
    contents = {check.id: check.content for check in checks_of_model(game.model())}
    seen = {"invariant:heap.full": contents["invariant:heap.full"], "guard:add:add.few": "another"}
    lines = [f'"{name}" = {{ content = "{said}", faults = ["full-8"] }}' for name, said in seen.items()]
    (game.directory / "seen_to_fail.toml").write_text("\n".join(["[caught]", *lines]))
    run = checked(game)
    caught = {record.check: record.caught for record in run.records}
    assert caught["invariant:heap.full"] == ["full-8"]
    assert caught["guard:add:add.few"] == []
    assert "invariant:heap.full" not in run.not_shown.never_failed
    (game.directory / "seen_to_fail.toml").write_text("caught = 1\n")
    with pytest.raises(UserError, match=r"seen_to_fail\.toml: "):
        checked(game)


def test_a_check_that_cites_an_unknown_rule_stops_the_run(game: Game) -> None:
    rules = game.directory / "rules/heap.toml"
    rules.write_text(rules.read_text().replace('id = "add.some"', 'id = "add.something"'))
    with pytest.raises(SpecError, match=r"cites unknown rule add\.some"):
        checked(game)


def test_a_model_that_breaks_its_invariant_is_told_with_a_trace_that_replays(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    loose = toy.empty_heap("loose")

    @loose.action("add", amount=toy.Amount("amount"))
    def add(s: toy.Heap, amount: toy.Number) -> None:
        toy.require(s.count <= toy.fact("heap.full"), "heap.full")
        with toy.rule("add.turns"):
            s.count += amount
            s.second = toy.negate(s.second)

    loose.invariant("heap.full")(lambda s: s.count <= toy.fact("heap.full"))
    monkeypatch.setattr(toy, "model", loose)
    run = checked(game)
    broken = next(r for r in run.records if r.check == "invariant:heap.full" and r.configuration == "small")
    assert broken.verdict is Verdict.VIOLATION
    assert broken.trace is not None
    assert [step.action["action"] for step in broken.trace.steps] == ["add"] * 4
    assert broken.trace.steps[-1].changed["count"] in ([6, 8], [7, 8], [7, 9])
    saved = msgspec.json.decode(msgspec.json.encode(broken.trace), type=Trace)
    again = replay_model(saved, game)
    assert again.reproduced
    assert [finding.rule for finding in again.findings] == ["heap.full"]


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.spec import Engine, toy_game
from rulehound.checker.pipeline.check import check_game
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.report.directory import write_report
game = toy_game(Path("toy"))
settings = RunSettings(effort="quick")
run, pictures, *_ = check_game(game, "wrong", lambda: Engine(most=3), settings, background=False)
write_report(Path("report"), run, pictures)
"""


def test_two_runs_give_the_same_bytes_but_for_the_times(tmp_path: Path) -> None:
    files = []
    for number, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        folder = tmp_path / number
        folder.mkdir()
        surroundings = {**os.environ, "PYTHONHASHSEED": number, "TZ": zone, "LC_ALL": "C"}
        code = SCRIPT.format(tests=str(TESTS))
        subprocess.run([sys.executable, "-P", "-c", code], cwd=folder, env=surroundings, check=True)
        report = folder / "report"
        contents = {str(p.relative_to(report)): p.read_bytes() for p in report.rglob("*") if p.is_file()}
        decoded = msgspec.json.decode(contents["report.json"])
        assert sum(decoded.pop("timing").values()) > 0
        contents["report.json"] = msgspec.json.encode(decoded)
        files.append(contents)
    assert "traces/add.few.json" in files[0]
    assert files[0] == files[1]


def test_the_words_of_the_rulebook_are_in_the_report_and_its_folder_is_not(game: Game) -> None:
    text = report_json(checked(game)).decode()
    assert CLAUSES["2-3"] in text
    assert str(game.directory) not in text


def test_progress_is_told_of_every_stage(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEHOUND_CACHE", str(tmp_path))  # nothing was read before
    told = []
    check_game(game, "reference", Engine, QUICK, lambda *news: told.append(news[0]), background=False)
    assert {
        "reading the rules",
        "proving the invariants",
        "searching small",
        "shares of play",
        "running scenarios",
    } <= set(told)
