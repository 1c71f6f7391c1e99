"""A scenario as a person looks at it: what is given, each step, what has to come of it, the board then."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from rulehound.checker.engines import EngineError, unreadable_is_malformed
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import action_in_words, as_xml, drawn, pictured
from rulehound.checker.suite.scenarios.given import BadScenario, Cards, UnknownFact, Vocabulary
from rulehound.checker.suite.scenarios.running import begin
from rulehound.checker.suite.scenarios.scenario_run import CannotTell, ExpectationFailed, ScenarioRun
from rulehound.checker.suite.scenarios.steps import take_step, wish_of
from rulehound.spec.formats import Adapter, Observation, Refused, Scenario, Step
from rulehound.spec.reading import Picture

MARGIN, LINE = 12, 18
"""Of a picture, in pixels."""


_UNTRIED = (CannotTell, BadScenario, UnknownFact, Refused, EngineError)
"""What keeps a step from being tried, or its outcome from being told."""


@dataclass(frozen=True)
class ShownStep:
    """One step, or the start, as it went on an engine."""

    text: str
    expected: Sequence[str] = ()
    observation: Observation | None = None
    """After it; None where there is no game, or the engine could not go on."""
    trouble: str = ""
    """What went otherwise than the scenario demands, or why it could not be tried."""


@dataclass(frozen=True)
class Sequel:
    """A scenario on an engine."""

    run: ScenarioRun
    seen: Sequence[ShownStep]


def followed(target: Target, adapter: Adapter, scenario: Scenario, words: Vocabulary) -> Sequel:
    """The start and the steps of a scenario on an engine, as far as it goes on."""
    run = ScenarioRun(target, scenario, words, adapter, Cards(words, {}))
    return Sequel(run, tuple(_followed(run)))


def _followed(run: ScenarioRun) -> Iterator[ShownStep]:
    try:
        with unreadable_is_malformed():
            begin(run)
    except (ExpectationFailed, *_UNTRIED) as error:
        yield ShownStep("given", trouble=str(error))
        return
    yield ShownStep("given", observation=run.observation or None)
    for step in run.scenario.steps:
        before, taken = run.observation, len(run.taken)
        trouble = ""
        try:
            with unreadable_is_malformed():
                take_step(run, step)
        except ExpectationFailed as failure:
            trouble = f"expected: {failure.finding.expected}; observed: {failure.finding.observed}"
        except _UNTRIED as error:
            trouble = str(error)
        wish = run.taken[-1].action if len(run.taken) > taken else wish_of(step)
        text = "" if wish is None else action_in_words(run.target.game, before, wish, run.start.known)
        yield ShownStep(_told(step, text), tuple(expectations(step)), run.observation or None, trouble)
        if trouble:
            return


def _told(step: Step, text: str) -> str:
    if step.attempt is not None:
        return f"try to {text}"
    return text or "look"


def expectations(step: Step) -> Iterator[str]:
    """What has to come of a step, in words."""
    expect = step.expect
    if expect.illegal is not None:
        yield f"refused under {expect.illegal}"
    elif expect.legal is not None:
        yield "legal" if expect.legal else "refused"
    yield from (f"{path} is {json.dumps(value)}" for path, value in expect.state.items())
    if expect.events:
        yield f"in this order: {', '.join(expect.events)}"
    if expect.offers is not None:
        yield f"offered: {', '.join(expect.offers)}"


def board_text(run: ScenarioRun, observation: Observation) -> list[str]:
    """The board as lines of text; none where the game cannot draw what the engine shows."""
    return drawn(run.target.game, observation, run.start.known).splitlines()


def picture(sequel: Sequel) -> str:
    """The whole scenario as one SVG: a board after each step, or words alone where there is no board."""
    run = sequel.run
    parts: list[str] = []
    width, top = 0, MARGIN + LINE
    parts.append(_line(run.scenario.title, top, "bold"))
    for number, seen in enumerate(sequel.seen):
        for line, weight in _captions(number, seen):
            top += LINE
            width = max(width, 7 * len(line) + 2 * MARGIN)
            parts.append(_line(line, top, weight))
        board = None
        if seen.observation is not None:
            board = pictured(run.target.game, seen.observation, run.start.known)
        if board is not None:
            top += LINE // 2
            parts.append(_placed(board, top))
            width, top = max(width, board.width + 2 * MARGIN), top + board.height + LINE // 2
    width = max(width, 8 * len(run.scenario.title) + 2 * MARGIN)
    size = f'width="{width}" height="{top + MARGIN}" viewBox="0 0 {width} {top + MARGIN}"'
    ground = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{"".join(parts)}</svg>\n'


def _captions(number: int, seen: ShownStep) -> Iterator[tuple[str, str]]:
    yield (f"{number}  {seen.text}" if number else seen.text), "bold"
    yield from ((f"    {expected}", "normal") for expected in seen.expected)
    if seen.trouble:
        yield f"    {seen.trouble}", "normal"


def _placed(board: Picture, top: int) -> str:
    size = f'width="{board.width}" height="{board.height}"'
    return f'<svg x="{MARGIN}" y="{top}" {size}>{board.svg}</svg>'


def _line(text: str, top: int, weight: str) -> str:
    style = f'font-family="sans-serif" font-size="12" font-weight="{weight}" xml:space="preserve"'
    return f'<text x="{MARGIN}" y="{top}" {style}>{escape(as_xml(text))}</text>'
