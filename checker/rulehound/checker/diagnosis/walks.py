"""The trace of a violation as a walk that people can follow: boards, events in between, and cards.

The expected board is the board of another engine that takes the same steps; nothing else draws one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from rulehound.checker.diagnosis.as_scenario import scenario_text
from rulehound.checker.diagnosis.rerun import Rerun
from rulehound.checker.engines import EngineError, RestartedEngine
from rulehound.checker.engines.misbehaviour import UNREADABLE
from rulehound.checker.judging.names import TraceNames
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import NOT_XML, Start, action_in_words, take
from rulehound.checker.records import Trace
from rulehound.checker.run_record import ShownWalk, Violation, WalkCard, WalkStep
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.spec.formats import Adapter, Card, Observation, Refused
from rulehound.spec.game import Game

MOST_STEPS = 40
"""Steps of a walk that are shown with their boards: the last ones."""


def walk_of(game: Game, trace: Trace, rerun: Rerun) -> ShownWalk | None:
    """The walk of a trace that was run again; None where the game draws no board of it."""
    cards = Start.from_trace(trace).known
    taken = rerun.taken[-MOST_STEPS:]
    first = taken[0].before if taken else rerun.boards[0]
    start = svg_of(game, first, first, cards)
    if not start:
        return None
    steps = [
        WalkStep(
            action_in_words(game, one.before, one.action, cards),
            [] if one.refused else events_between(game, one.before, one.after, cards),
            svg_of(game, one.before, one.after, cards),
            one.refusal,
        )
        for one in taken
    ]
    shown = [first, *(one.after for one in taken)]
    words = game.directory / SCENARIO_WORDS
    return ShownWalk(
        start,
        steps,
        left_out=len(rerun.taken) - len(taken),
        cards=cards_shown(game, shown, cards),
        expected=game.depiction.seated(trace.expected),
        observed=game.depiction.seated(trace.observed),
        scenario=scenario_text(trace, rerun.taken, load_vocabulary(words, game)) if words.exists() else "",
    )


def with_expected_boards(violations: Sequence[Violation], beside: Target | None) -> list[Violation]:
    """The violations, each with the board to which the same steps lead on another engine, where they do."""
    if beside is None or not any(violation.walk for violation in violations):
        return list(violations)
    with RestartedEngine(beside.open, must_start=False) as engine:
        return [engine.ask(partial(_led, each, beside), broken=each) for each in violations]


def _led(violation: Violation, beside: Target, adapter: Adapter) -> Violation:
    walk, trace = violation.walk, violation.trace
    if walk is None or trace is None or not trace.steps or violation.follows:
        return violation
    start = Start.from_trace(trace)
    try:
        board = before = start.begin(adapter)
        names = TraceNames(trace, board)
        for step in trace.steps:
            before, board = board, take(adapter, names.now(step.action))
            names.see(board)
    except (Refused, EngineError, ValueError):
        return violation
    svg = svg_of(beside.game, before, board, start.known)
    shown = msgspec.structs.replace(walk, other=svg, other_engine=beside.engine)
    return msgspec.structs.replace(violation, walk=shown)


def svg_of(game: Game, before: Observation, after: Observation, cards: Mapping[str, Card]) -> str:
    """The board as a file of its own, with what changed marked; '' where the game draws none, or cannot read
    what is shown."""
    try:
        drawn = game.depiction.changed_picture(before, after, cards)
    except UNREADABLE:
        return ""
    if drawn is None:
        return ""
    size = f'width="{drawn.width}" height="{drawn.height}" viewBox="0 0 {drawn.width} {drawn.height}"'
    return NOT_XML.sub("\ufffd", f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn.svg}</svg>')


def events_between(
    game: Game, before: Observation, after: Observation, cards: Mapping[str, Card]
) -> list[str]:
    """What an engine tells to have done in between, in words and in order."""
    try:
        return list(game.depiction.happened(before, after, cards))
    except UNREADABLE:
        return []


def cards_shown(game: Game, observations: Sequence[Observation], cards: Mapping[str, Card]) -> list[WalkCard]:
    """The cards that are seen in observations, with what is printed on them."""
    shown = msgspec.json.encode(observations).decode()
    return [
        WalkCard(card.name or number, list(game.depiction.printed(card)))
        for number, card in cards.items()
        if f'"{number}"' in shown
    ]
