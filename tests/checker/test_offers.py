"""A trace that ends with a wrong offer says what was offered, and shows it again or not by that alone."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import msgspec
import pytest

from rulehound.checker import engines
from rulehound.checker.cli.commands.replay import UNDECIDED
from rulehound.checker.cli.commands.replay import replay as replay_command
from rulehound.checker.cli.terminal import console, print_run
from rulehound.checker.efforts import Scope
from rulehound.checker.errors import UserError
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.records import TRACE_FORMAT, Offer, Offers, Trace, TraceStep, Verdict
from rulehound.checker.report.directory import run_junit
from rulehound.checker.report.html import site
from rulehound.checker.report.schemas import SCHEMAS
from rulehound.checker.rulebook import reading
from rulehound.checker.run_record import Run
from rulehound.checker.suite.play import play
from rulehound.checker.suite.replay import read_trace, replay
from rulehound.spec.formats import Action, Card, Observation, Reason, Refused
from rulehound_testing.made_up_run import record, rule, run, trace
from rulehound_testing.sites import text_of
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.play import ALL, VALUES, Heap, opener, target
from rulehound_testing.toy.scenarios import AT_SIX, judge

SCOPE = Scope(games=6, steps=20, examples=0, runs=40, search_steps=100)


class Hides(Heap):
    """What it does not offer, it carries out: nothing but its offers is wrong."""

    hidden = 2

    def legal_actions(self) -> list[Action]:
        return [action for action in super().legal_actions() if action["amount"] != self.hidden]

    def apply(self, action: Action) -> Observation:
        if action not in super().legal_actions():
            raise Refused([Reason("full", "heap.full")])
        self.count, self.turn = self.count + action["amount"], 1 - self.turn
        return self.observe()


class Boasts(Heap):
    """What it offers beyond the rules, it refuses like any other engine."""

    def legal_actions(self) -> list[Action]:
        return [*super().legal_actions(), {"action": "add", "amount": 3, "number": 7}]

    def apply(self, action: Action) -> Observation:
        if action["amount"] > self.most:
            raise Refused([Reason("too many", "add.few")])
        return super().apply(action)


class BoastsTwice(Boasts):
    """What is no thinkable action stands first."""

    def legal_actions(self) -> list[Action]:
        return [{"action": "add", "amount": 4}, *super().legal_actions()]


class HidesLate(Hides):
    """It hides nothing before the heap is of 2."""

    def legal_actions(self) -> list[Action]:
        return super().legal_actions() if self.count >= 2 else Heap.legal_actions(self)


class Listless(Heap):
    """It does not list what is legal."""

    capabilities = tuple(name for name in ALL if name != "legal-actions")


class Passes(Heap):
    """It offers to pass, and nothing else."""

    def legal_actions(self) -> list[Action]:
        return [{"action": "pass"}]


def judge_for(cards: Mapping[str, Card]) -> Judge:
    return Judge(CompiledModel(toy.game, VALUES), cards)


def found(make: type[Heap], check: str) -> Trace:
    """The trace of a check that an engine fails, as it reads back from its file."""
    played = play(target(opener(make)), seed=1, scope=SCOPE)
    kept = next(each.trace for each in played.records if each.check == check and each.trace)
    return msgspec.json.decode(msgspec.json.encode(kept), type=Trace)


def test_what_is_missing_is_kept_with_what_is_offered_of_its_kind() -> None:
    kept = found(Hides, "guard:add:heap.full")
    two, one = ({"action": "add", "amount": amount} for amount in (2, 1))
    assert kept.offers == Offers(missing=[Offer(two, "add 2")], others=[Offer(one, "add 1")])
    assert (len(kept.steps), kept.steps[0].refused) == (1, False), "the action in question is carried out"
    again = replay(kept, Hides())
    assert again.reproduced
    assert again.offers == ("the engine does not offer add 2, which is legal",)
    sound = replay(kept, Heap())
    assert (sound.reproduced, sound.steps) == (False, 0)
    assert sound.difference == "not shown again: the engine offers add 2"


def test_what_is_offered_and_illegal_is_kept() -> None:
    kept = found(Boasts, "guard:add:add.few")
    assert kept.offers is not None
    assert [one.text for one in kept.offers.wrong] == ["add 3"]
    assert kept.steps[-1].refused, "by its steps it is a trace of any engine"
    assert replay(kept, Boasts()).offers == ("the engine offers add 3, which is not legal",)
    sound = replay(kept, Heap())
    assert (sound.reproduced, sound.difference) == (
        False,
        "not shown again: the engine does not offer add 3",
    )


def test_of_several_wrong_offers_that_one_is_kept_with_which_the_trace_ends() -> None:
    kept = found(BoastsTwice, "guard:add:add.few")
    assert kept.offers is not None
    assert [one.text for one in kept.offers.wrong] == [kept.steps[-1].text] == ["add 4"]
    assert kept.expected == "not offered: add 4"


def test_the_place_of_the_offers_is_before_the_action_in_question() -> None:
    kept = found(HidesLate, "guard:add:heap.full")
    assert kept.offers is not None
    assert (kept.offers.after, len(kept.steps)) == (1, 2)
    assert replay(kept, HidesLate()).reproduced
    assert replay(kept, Heap()).steps == 1


def test_offers_are_looked_for_where_they_were_made() -> None:
    """A step that is taken wrongly before comes first; one after the offers is taken too."""
    kept = found(Boasts, "guard:add:add.few")
    first = TraceStep(
        {"action": "add", "amount": 1}, "add 1", {"count": [0, 1], "turn": [0, 1], "decider": [0, 1]}
    )
    later = msgspec.structs.replace(
        kept, steps=[first, *kept.steps], offers=msgspec.structs.replace(kept.offers, after=1)
    )
    assert replay(later, Boasts()).reproduced
    assert replay(later, Heap()).steps == 1
    wrong = msgspec.structs.replace(first, changed={"count": [0, 2]})
    astray = msgspec.structs.replace(later, steps=[wrong, *kept.steps])
    difference = replay(astray, Boasts()).difference
    assert difference == "add 1: now: count 0 → 1, turn 0 → 1, decider 0 → 1; in the trace: count 0 → 2"
    taken = msgspec.structs.replace(later, steps=[first, first])
    assert not replay(taken, Boasts()).reproduced, "the step after the offers goes otherwise"


def test_an_engine_that_does_not_list_what_is_legal_cannot_be_asked() -> None:
    with pytest.raises(UserError, match="does not list"):
        replay(found(Boasts, "guard:add:add.few"), Listless())


def test_a_trace_of_the_first_format_replays_by_its_steps() -> None:
    kept = found(Boasts, "guard:add:add.few")
    assert kept.format == TRACE_FORMAT
    told = json.loads(msgspec.json.encode(kept))
    del told["format"], told["offers"]
    old = msgspec.convert(told, Trace)
    assert replay(old, Boasts()).reproduced
    assert replay(old, Heap()).reproduced


def test_a_trace_of_the_first_format_without_steps_is_shown_by_a_judge_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = found(Boasts, "guard:add:add.few")
    old = msgspec.structs.replace(kept, steps=[], offers=None, format="")
    for again in (replay(old, Boasts()), replay(old, Heap(), judge_for)):
        assert (again.reproduced, again.compared) == (False, False)
    assert replay(old, Boasts(), judge_for).reproduced
    other = msgspec.structs.replace(old, rule="heap.full")
    assert not replay(other, Boasts(), judge_for).compared, "what is wrong is under another rule"
    file = tmp_path / "old.json"
    file.write_bytes(msgspec.json.encode(old))
    monkeypatch.setattr(reading, "open_game", lambda _: toy.game)
    monkeypatch.setattr(engines, "open_engine", lambda *_: opener(Heap)())
    assert replay_command(trace=file, engine="heap") == UNDECIDED
    assert "cannot tell: the trace has no step" in capsys.readouterr().out


def test_a_trace_of_a_format_to_come_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    told = {**json.loads(msgspec.json.encode(trace("total.limit"))), "format": "rulehound-trace-9"}
    file.write_text(json.dumps(told))
    with pytest.raises(UserError, match=r"not a trace: .*format"):
        read_trace(file)


def test_a_trace_is_as_its_schema_says() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMAS["judging/trace.schema.json"]()))
    told = json.loads(msgspec.json.encode(found(Hides, "guard:add:heap.full")))
    validator.validate(told)
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**told, "offers": {"missing": [{"text": "add 2"}]}})


def test_what_a_scenario_says_is_offered_is_kept_too() -> None:
    wanted = AT_SIX + '[[step]]\nexpect.offers = ["pass"]'
    kept = judge(wanted).trace
    assert kept is not None
    assert kept.offers is not None
    assert [one.text for one in kept.offers.wrong] == ["add"]
    assert [one.text for one in kept.offers.missing] == ["pass"]
    assert replay(kept, Heap()).offers == (
        "the engine offers add, which is not legal",
        "the engine does not offer pass, which is legal",
    )
    assert not replay(kept, Passes()).reproduced


LINES = (
    "after step 1 offered, and not legal: add 3",
    "after step 1 legal, and not offered: add 2; offered of its kind: add 1",
)


def shown() -> Run:
    """A run with one violation, of what is offered."""
    offers = Offers(1, [Offer({}, "add 3")], [Offer({}, "add 2")], [Offer({}, "add 1")])
    bad = record(
        "a", "total.limit", verdict=Verdict.VIOLATION, engine="x", trace=trace("total.limit", offers=offers)
    )
    return run([rule("total.limit")], [bad])


def test_every_view_says_what_was_offered() -> None:
    stream = io.StringIO()
    print_run(shown(), Path("out"), console(stream))
    for line in LINES:
        assert f"  {line}\n" in stream.getvalue()
        assert line in run_junit(shown())
        assert f"<p>{line[:1].upper()}{line[1:]}.</p>" in text_of(site(shown(), {}))
