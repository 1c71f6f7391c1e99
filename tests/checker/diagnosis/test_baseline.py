"""A baseline lets pass what it has, as it showed then, and nothing else.

Of engines with planted faults: written from one with a fault, the baseline makes an engine with another fault
as well fail, and lets the engine with the one pass, with another seed too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.diagnosis.baseline import Baseline, read_baseline, with_baseline, write_baseline
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.pipeline import engine_run
from rulehound.checker.pipeline.conform import conform_engines
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.reading import open_game
from rulehound.checker.run_record import Run
from rulehound.spec.formats import Adapter
from rulehound_testing.efforts import LITTLE
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.engines import FaultyAdapter
from rulehound_testing.faults.patching import Fault, together
from rulehound_testing.faults.sets import EXPECTED
from rulehound_testing.made_up_run import record, rule, run, trace
from rulehound_testing.rotating import of_this_run


def broken_run(*signatures: str) -> Run:
    """A run with one violation, which shows in these ways."""
    own = record("guard:add:few", "total.limit", verdict=Verdict.VIOLATION, trace=trace("total.limit"))
    made = run([rule("total.limit")], [own, record("invariant:low", "total.limit")])
    violations = [msgspec.structs.replace(made.violations[0], signatures=list(signatures))]
    return msgspec.structs.replace(made, violations=violations)


@pytest.fixture
def baseline(tmp_path: Path) -> Baseline:
    write_baseline(tmp_path / "known.json", [broken_run("offered, not legal: add", "differs: deck less")])
    return read_baseline(tmp_path / "known.json")


def test_a_violation_is_known_as_long_as_it_shows_as_before(baseline: Baseline) -> None:
    for signatures in (["differs: deck less"], ["offered, not legal: add", "differs: deck less"]):
        (marked,), gone = with_baseline([broken_run(*signatures)], baseline)
        assert marked.violations[0].known
        assert marked.exit_status == 0
        assert gone == []


def test_what_shows_in_another_way_is_new(baseline: Baseline) -> None:
    (marked,), _ = with_baseline([broken_run("differs: deck less", "differs: deck more")], baseline)
    assert not marked.violations[0].known
    assert marked.violations[0].new_signatures == ["differs: deck more"]
    assert marked.exit_status == 1


def test_what_every_check_showed_before_is_known_whatever_the_cause_is_called(tmp_path: Path) -> None:
    def named(fingerprint: str, *checks: str) -> Run:
        made = broken_run("differs: deck less")
        appearances = {check: ["differs: deck less"] for check in checks}
        (violation,) = made.violations
        violation = msgspec.structs.replace(violation, fingerprint=fingerprint, appearances=appearances)
        broken, *others = made.records
        records = [msgspec.structs.replace(broken, violation=fingerprint), *others]
        return msgspec.structs.replace(made, records=records, violations=[violation])

    write_baseline(tmp_path / "known.json", [named("a", "effect:x", "effect:z")])
    known = read_baseline(tmp_path / "known.json")
    (same,), gone = with_baseline([named("b", "effect:x")], known)
    assert (same.violations[0].known, same.exit_status, gone) == (True, 0, [])
    (other,), gone = with_baseline([named("b", "effect:y")], known)
    assert (other.violations[0].known, other.exit_status, gone) == (False, 1, ["a"])


def test_a_record_of_a_violation_that_is_part_of_none_fails(baseline: Baseline) -> None:
    known = broken_run("differs: deck less")
    stray = record("guard:add:many", "total.limit", verdict=Verdict.VIOLATION, trace=trace("total.limit"))
    (marked,), _ = with_baseline([msgspec.structs.replace(known, records=[*known.records, stray])], baseline)
    assert marked.violations[0].known
    assert marked.exit_status == 1


def pairs() -> list[tuple[str, str]]:
    """Faults that conform finds, each with another one from elsewhere in the catalogue."""
    names = list(EXPECTED)
    pairs = [(one, names[(place + 17) % len(names)]) for place, one in enumerate(names)]
    return of_this_run(pairs, len(pairs))


def conformed(names: Sequence[str], seed: int) -> Run:
    """The run of the reference engine with all of these faults."""
    several = Fault("", "several at once", lambda: together(*(FAULTS[name].install() for name in names)))

    def opened() -> Adapter:
        engine = FaultyAdapter("several", several)
        return EngineClient(LocalChannel(engine), engine.handshake())

    settings = RunSettings(effort="quick", seed=seed)
    return conform_engines(open_game("dcg"), [("x", opened)], settings).conformance.runs[0]


@pytest.mark.parametrize(("one", "other"), pairs())
def test_another_fault_is_new_and_the_same_is_not(
    one: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_run, "EFFORTS", {"quick": LITTLE})
    write_baseline(tmp_path / "known.json", [conformed([one], 0)])
    known = read_baseline(tmp_path / "known.json")
    (both,), _ = with_baseline([conformed([one, other], 0)], known)
    assert both.exit_status == 1
    assert any(not violation.known for violation in both.broken)
    (again,), _ = with_baseline([conformed([one], 1)], known)
    new = [(each.rule, each.element, each.new_signatures) for each in again.broken if not each.known]
    assert new == []
    broke = any(record.verdict is Verdict.ERROR for record in again.records)  # no baseline knows that
    assert again.exit_status == (1 if broke else 0)
