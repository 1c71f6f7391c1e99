"""Whether the model objects to what happened in a scenario.

An engine that makes decisions of players by itself, or does not ask where there is one answer alone, may go
another way than a scenario expects, and still do as the rules say: its way is followed by the judge. Where
effects of cards were at work, which come between any two decisions, the judge is not relied on either.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from rulehound.checker.engines import EngineError, unreadable_is_malformed
from rulehound.checker.judging.traces import ACTION, Start, Taken
from rulehound.checker.suite.leading import Astray, Led, cards_in_play
from rulehound.checker.suite.scenarios.arranging import STARTS
from rulehound.checker.suite.scenarios.scenario_run import ScenarioRun
from rulehound.spec.formats import Action, Observation, Refused
from rulehound.spec.language import MissingValue

UNASKED = "it went otherwise, as it may have where the engine does not ask for what has one answer alone"
"""Why nothing is said of a scenario on an engine that is seen to leave out such a decision."""

LEGAL_ACTIONS = "legal-actions"
"""The capability of an engine that lists the actions of whoever decides."""


def has_one_answer(run: ScenarioRun, decision: str) -> bool:
    """Whether this decision, which is not asked, would have one answer alone where the game stands."""
    if decision not in run.target.game.reader.conventions.unasked:
        return False
    try:
        with unreadable_is_malformed():
            findings = run.judge().legal({**run.observation, run.words.asked: decision}, [])
    except (EngineError, MissingValue):
        return False
    return sum(finding.check.startswith("guard:") for finding in findings) == 1


def sets_up_positions(run: ScenarioRun) -> bool:
    """Whether the engine can be given a position with nothing in it, which shows what it asks for."""
    return STARTS["position"] in run.target.greeting.capabilities and not isinstance(run.adapter, Led)


def leaves_unasked(run: ScenarioRun) -> bool:
    """Whether the engine is seen to leave out a decision that has one answer alone: where it is given nothing
    at all; of one that cannot be set up so, where it was set up, or in a step that agrees with the rules by
    that answer.

    A single step does not tell: a broken rule can look as if such a decision had been left out.
    """
    if sets_up_positions(run):
        return _goes_on_from_nothing(run)
    first = run.taken[0].before if run.taken else run.observation
    return _goes_on(run, run.start, first) or _steps_over(run)


def _goes_on(run: ScenarioRun, start: Start, first: Observation) -> bool:
    """Whether the engine has gone on from the position that it was to set up, by such decisions alone."""
    reader = run.target.game.reader
    before = None if start.position is None else reader.standing(start.position, start.known)
    if before is None:
        return False
    try:
        judge = replace(run, start=start, in_play=cards_in_play(run.adapter, start.known)).judge()
        with unreadable_is_malformed():
            return judge.goes_on(before, run.as_given(first)) and judge.unasked
    except (Astray, EngineError, MissingValue):
        return False


def _steps_over(run: ScenarioRun) -> bool:
    """Whether a step that was taken agrees with the rules by such a decision."""
    try:
        judge = run.judge()
        with unreadable_is_malformed():
            for step in run.taken:
                if not step.refused:
                    judge.step(step.before, step.action, step.after)
    except (EngineError, MissingValue):
        return False
    return judge.unasked


def _goes_on_from_nothing(run: ScenarioRun) -> bool:
    """Whether the engine goes on from a position in which there is nothing that anybody could do."""
    for position in run.target.game.reader.conventions.idle:
        nothing = Start(position=position, cards=run.cards.cards, edition=run.target.edition)
        try:
            if _goes_on(run, nothing, nothing.begin(run.adapter)):
                return True
        except (EngineError, Refused):
            continue
    return False


def may_have_decided(run: ScenarioRun) -> bool:
    """Whether the engine may have made a decision in this scenario that it says it makes by itself.

    It may where the scenario answers that decision or begins before it, and in a step in which the model
    makes it, or which the model cannot follow while the decision may come up in it.
    """
    chooses, reader = run.target.greeting.chooses, run.target.game.reader
    answers = {name for each in chooses for name in reader.conventions.choices.get(each, ())}
    if run.start.position is None or _answers(run, {*chooses}, answers):
        return True
    before = reader.standing(run.start.position, run.start.known)
    if before is None or before.get(run.words.asked) in chooses:
        return True
    try:
        judge = run.judge()
        with unreadable_is_malformed():
            for step in run.taken:
                left_open = sum(judge.not_judged.values())
                wrong = [] if step.refused else judge.step(step.before, step.action, step.after)
                followed = not wrong and not judge.given_up and sum(judge.not_judged.values()) == left_open
                may = (reader.may_come_up(each, step.before, step.action, step.after) for each in chooses)
                if not followed and any(may):
                    return True
    except (EngineError, MissingValue):
        return True
    return not answers.isdisjoint(judge.taken)


def _answers(run: ScenarioRun, chooses: Collection[str], answers: Collection[str]) -> bool:
    """Whether the scenario answers one of these decisions, or expects to be asked for one."""
    wishes = [step.do or step.attempt or {} for step in run.scenario.steps]
    asked = [step.expect.state.get(run.words.asked) for step in run.scenario.steps]
    return any(wish.get(ACTION) in answers for wish in wishes) or any(each in chooses for each in asked)


def offers_rightly(run: ScenarioRun, actions: Sequence[Action]) -> bool:
    """Whether the judge finds nothing wrong with what is offered where the game stands."""
    try:
        with unreadable_is_malformed():
            return not run.judge().legal(run.observation, actions)
    except (EngineError, MissingValue):
        return False


def hangs_on_more(run: ScenarioRun) -> bool:
    """Whether an engine that was led to the position goes otherwise because of the cards beyond it.

    The model tells: it objects to the steps and the offers where those cards are left out of what the engine
    shows, and does not object to what the engine really shows.
    """
    if run.way is None:
        return False
    try:
        return objects(run, run.as_given, offers=True) and not objects(run, offers=True)
    except Astray:
        return True


def objects(
    run: ScenarioRun, shown: Callable[[Observation], Observation] = lambda own: own, *, offers: bool = False
) -> bool:
    """Whether the judge finds anything wrong with the steps that were taken, and with where they led.

    `shown` makes of what the engine shows what the judge is shown. With `offers`, the actions that are
    offered now are judged too.
    """
    judge = run.judge()
    try:
        with unreadable_is_malformed():
            findings = judge.state(shown(run.taken[0].before if run.taken else run.observation))
            if offers and LEGAL_ACTIONS in run.target.greeting.capabilities:
                findings += run.judge().legal(shown(run.observation), run.adapter.legal_actions())
            for step in (_as_shown(step, shown) for step in run.taken if not step.refused):
                evidence = judge.evidence(step.before, step.action, step.after)
                if evidence.reported.moves or evidence.reported.unknown:
                    break
                wrong = [*judge.step(step.before, step.action, step.after), *judge.state(step.after)]
                if evidence.influence(judge.belief.unmodelled) is not None:
                    break
                findings += wrong
    except (EngineError, MissingValue):
        return False
    return bool(findings)


def _as_shown(step: Taken, shown: Callable[[Observation], Observation]) -> Taken:
    return replace(step, before=shown(step.before), after=shown(step.after))
