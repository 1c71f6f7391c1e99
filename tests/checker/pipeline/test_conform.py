"""The suite from end to end, on a game of ten lines with engines right and wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import jsonschema
import msgspec
import pytest

from rulehound.checker.diagnosis.baseline import Baseline, read_baseline, write_baseline
from rulehound.checker.engines import EngineStartError
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.errors import UserError
from rulehound.checker.pipeline.conform import conform_engines
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.report.directory import CONFORMANCE_SCHEMA, report_json, write_conformance
from rulehound.checker.report.matrix import NOT_RUN, matrix
from rulehound.checker.run_record import Conformance
from rulehound.checker.suite.replay import read_trace, replay
from rulehound.spec.formats import Adapter, Handshake, Observation, Refused, Setup
from rulehound.spec.game import Game
from rulehound_testing.toy.spec import Engine, toy_game

Make = Callable[[], Engine]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return toy_game(tmp_path / "toy")


class Greedy(Engine):
    """Three may be added."""

    def __init__(self) -> None:
        super().__init__(most=3)


class Full(Engine):
    """The heap goes to 8."""

    def __init__(self) -> None:
        super().__init__(full=8)


def opened(make: Make) -> Callable[[], Adapter]:
    def open_engine() -> Adapter:
        engine = make()
        return EngineClient(LocalChannel(engine), engine.handshake())

    return open_engine


def never() -> Adapter:
    raise EngineStartError("engine 'none' does not exist", "give another")


QUICK = RunSettings("quick")


def conformed(
    game: Game,
    engines: Mapping[str, Callable[[], Adapter]],
    settings: RunSettings = QUICK,
    baseline: Baseline | None = None,
) -> Conformance:
    return conform_engines(game, list(engines.items()), settings, baseline).conformance


def broken(found: Conformance, engine: int = 0) -> list[str]:
    return [violation.rule for violation in found.runs[engine].broken]


def test_a_right_engine_is_met_with_silence(game: Game) -> None:
    found = conformed(game, {"right": opened(Engine)})
    assert found.runs[0].violations == []
    assert found.exit_status == 0
    cells = {row.rule.id: row.cells[0] for row in matrix(found.runs)}
    assert {rule: cell.verdict for rule, cell in cells.items()} == {
        "heap.full": "pass",
        "add.turns": "pass",
        "add.some": "pass",
        "add.few": "pass",
        "add.idle": "not judged",
        "add.other": "not judged",
    }
    assert cells["add.few"].judged == cells["add.few"].passed > 0


@pytest.mark.parametrize(("make", "rule", "steps"), [(Greedy, "add.few", 1), (Full, "heap.full", 4)])
def test_a_fault_is_one_violation_with_the_shortest_trace(
    game: Game, make: Make, rule: str, steps: int
) -> None:
    found = conformed(game, {"wrong": opened(make)})
    assert broken(found)[0] == rule
    first = found.runs[0].violations[0]
    assert first.trace is not None
    assert len(first.trace.steps) <= steps
    assert first.again == "deterministic"
    assert first.times > 1
    assert first.longest >= first.agreed
    assert found.exit_status == 1


def test_the_trace_of_a_violation_replays_on_the_engine_and_not_on_a_right_one(
    game: Game, tmp_path: Path
) -> None:
    found = conformed(game, {"wrong": opened(Greedy)})
    write_conformance(tmp_path / "out", found, {})
    file = found.runs[0].violations[0].file
    assert file == "traces/add.few.json"
    trace = read_trace(tmp_path / "out" / file)
    again = replay(trace, Greedy())
    assert (again.reproduced, again.offers) == (True, ("the engine offers add 3, which is not legal",))
    other = replay(trace, Engine())
    assert not other.reproduced
    assert other.difference == "not shown again: the engine does not offer add 3"


class Fickle(Greedy):
    """Three may be added to the games of every second engine."""

    made = 0

    def __init__(self) -> None:
        super().__init__()
        Fickle.made += 1
        self.most = 3 if Fickle.made % 2 else 2


def test_what_does_not_happen_again_is_flaky(game: Game) -> None:
    Fickle.made = 0
    found = conformed(game, {"fickle": opened(Fickle)})
    again = {violation.again for violation in found.runs[0].violations if violation.rule == "add.few"}
    assert again == {"flaky"}


class StartsFull(Engine):
    """It starts with more than fits."""

    heaps = 9

    def new_game(self, setup: Setup) -> Observation:
        self.count, self.turn = self.heaps, 0
        return self.observe()


class StartsAnyhow(StartsFull):
    """How much more is another matter in every process."""

    made = 0

    def __init__(self) -> None:
        super().__init__()
        StartsAnyhow.made += 1
        self.heaps = 9 + StartsAnyhow.made


@pytest.mark.parametrize(("make", "again"), [(StartsFull, "deterministic"), (StartsAnyhow, "flaky")])
def test_a_wrong_start_is_the_same_again_where_it_shows_the_same(game: Game, make: Make, again: str) -> None:
    found = conformed(game, {"full": opened(make)})
    starts = [one for one in found.runs[0].violations if one.trace and not one.trace.steps]
    assert [(one.rule, one.again) for one in starts] == [("heap.full", again)]


def test_engines_stand_beside_each_other_and_one_that_does_not_start_too(game: Game) -> None:
    found = conformed(game, {"right": opened(Engine), "none": never, "greedy": opened(Greedy)})
    verdicts = {row.rule.id: [cell.verdict for cell in row.cells] for row in matrix(found.runs)}
    assert verdicts["add.few"] == ["pass", NOT_RUN, "violation"]
    assert verdicts["heap.full"][::2] == ["pass", "pass"]
    assert found.runs[1].engine.trouble.startswith("engine 'none' does not exist")
    assert found.exit_status == 1
    assert found.runs[2].violations[0].file == "traces/3-add.few.json"
    with pytest.raises(EngineStartError):
        conformed(game, {"none": never})


class Unwilling(Engine):
    """It says that it does not follow a rule."""

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(super().handshake(), unsupported={"other": ("add.few",)})


def test_what_an_engine_does_not_follow_is_not_judged(game: Game) -> None:
    """An engine that names no edition is judged by the newest, which stands last."""
    found = conformed(game, {"unwilling": opened(Unwilling)})
    assert found.runs[0].edition == "other"
    cells = {row.rule.id: row.cells[0] for row in matrix(found.runs)}
    assert cells["add.few"].verdict == "not judged"
    assert any("add.few" in reason for reason in cells["add.few"].reasons)


def test_only_new_violations_fail(game: Game, tmp_path: Path) -> None:
    found = conformed(game, {"wrong": opened(Greedy)})
    write_baseline(tmp_path / "known.json", found.runs)
    known = read_baseline(tmp_path / "known.json")
    again = conformed(game, {"wrong": opened(Greedy)}, baseline=known)
    assert all(violation.known for violation in again.runs[0].violations)
    assert again.exit_status == 0
    assert again.gone == []
    mended = conformed(game, {"wrong": opened(Engine)}, baseline=known)
    assert mended.gone == sorted({each.fingerprint for each in known.known})
    other = conformed(game, {"wrong": opened(Full)}, baseline=known)
    assert other.exit_status == 1
    assert not other.runs[0].broken[0].known


def test_a_baseline_that_is_none_is_one_clear_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    with pytest.raises(UserError, match="No such file"):
        read_baseline(bad)
    for content in (b"", b"[]", b"\xff", b'{"format": "rulehound-baseline-1", "known": []}'):
        bad.write_bytes(content)
        with pytest.raises(UserError, match="not a baseline"):
            read_baseline(bad)


def test_the_same_run_says_the_same_but_for_its_timing(game: Game) -> None:
    one, other = (conformed(game, {"wrong": opened(Greedy)}) for _ in range(2))
    assert report_json(one) == report_json(other)


def test_the_result_is_as_its_schema_says(game: Game) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(CONFORMANCE_SCHEMA.read_bytes()))
    found = conformed(game, {"right": opened(Engine), "none": never, "greedy": opened(Greedy)})
    validator.validate(json.loads(report_json(found)))
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**json.loads(report_json(found)), "runs": 3})


def test_an_unknown_edition_is_refused(game: Game) -> None:
    settings = RunSettings("quick", edition="third")
    with pytest.raises(UserError, match="no edition third"):
        conformed(game, {"right": opened(Engine)}, settings)


class Deaf(Engine):
    """It refuses to start anything."""

    def new_game(self, setup: object) -> dict[str, object]:
        raise Refused([])


def test_an_engine_that_plays_nothing_is_not_a_pass(game: Game) -> None:
    assert conformed(game, {"deaf": opened(Deaf)}).exit_status != 0
