"""Witnesses of the DCG editions, replayed by the interpreter and the reference engine."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from rulehound.checker.cli.views.witnesses import lines
from rulehound.checker.model.prove.witness import START, judge, start_of
from rulehound.checker.records import Verdict
from rulehound.checker.suite.witnesses.differences import witnesses_of
from rulehound.engine.adapter import create
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.documents.differences import RuleDifference, RuleReading
from rulehound.spec.formats import Adapter, Handshake
from rulehound_testing.dcg.differences import CURRENT, FIRST, MANUAL, answer, scenarios
from rulehound_testing.faults.catching import bound, rulebook, run


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
    for shown in found.witnesses:
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
    (shown,) = answer("digixros.none-chosen").witnesses
    assert shown.scenarios == []
    assert shown.no_scenario.startswith("no position of a game shows this state")


def test_a_switch_that_the_model_does_not_read_is_said_to_be_without_witness() -> None:
    readings = (RuleReading("a", "This.", (MANUAL,)), RuleReading("b", "That.", (CURRENT,)))
    difference = RuleDifference("moon", "Which phase.", readings, switch="moon")
    editions = (MANUAL, CURRENT)
    values = ({**bound(MANUAL), "moon": "a"}, {**bound(CURRENT), "moon": "b"})
    found = witnesses_of(rulebook().game, difference, editions, *values)
    assert (found.witnesses, found.none, found.is_open) == ([], "the model does not read moon", True)
    told = list(lines([found], editions))
    assert told[0].endswith("1 difference, 0 with a witness, 1 without, 0 that no action or state can show")
    assert told[-1] == "  no witness: the model does not read moon"


def test_a_switch_that_engines_alone_follow_is_shown_by_its_scenarios() -> None:
    readings = (RuleReading("a", "This.", (MANUAL,)), RuleReading("b", "That.", (CURRENT,)))
    difference = RuleDifference("moon", "Which phase.", readings, switch="moon", scenarios=("rules/full",))
    values = ({**bound(MANUAL), "moon": "a"}, {**bound(CURRENT), "moon": "b"})
    found = witnesses_of(rulebook().game, difference, (MANUAL, CURRENT), *values)
    assert (found.witnesses, found.is_open) == ([], False)
    told = list(lines([found], (MANUAL, CURRENT)))
    assert "1 that scenarios alone show, 0 with a witness, 0 without" in told[0]
    assert told[-1].endswith("scenarios show it: rules/full")


def test_where_another_switch_leaves_no_room_the_second_edition_is_where_it_is_flipped() -> None:
    """The first edition has no DigiXros at all, so there it is no matter how few cards one takes."""
    (shown,) = answer("digixros.none-chosen", FIRST).witnesses
    assert [judgement.legal for judgement in shown.witness.judgements] == [True, False]
    assert not shown.witness.whole
    assert shown.scenarios == []


def test_what_nothing_can_show_has_its_reason() -> None:
    found = answer("play.no-attack")
    assert (found.witnesses, found.none) == ([], found.difference.cannot_show)


class WithoutEffects(DcgAdapter):
    """It takes no cards that have effects, and so no Options that can be used."""

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        able = [each for each in greeting.capabilities if each != "card-effects"]
        return msgspec.structs.replace(greeting, capabilities=able)


@pytest.mark.parametrize(
    ("engine", "verdict"), [(create, Verdict.PASS), (WithoutEffects, Verdict.UNSUPPORTED)]
)
def test_an_engine_without_the_cards_is_not_judged_by_them(
    engine: Callable[[], Adapter], verdict: Verdict
) -> None:
    """An engine to which no Option can be given is silent on them and breaks nothing."""
    found = scenarios(answer("option.colours", FIRST))
    assert len(found) == 2
    for scenario, edition in zip(found, (FIRST, CURRENT), strict=True):
        (record,) = run(engine, [scenario], edition)
        assert record.verdict is verdict
