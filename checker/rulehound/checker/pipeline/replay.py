"""`rulehound replay` from end to end: a saved trace run again, against an engine or against the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from rulehound.checker.errors import UserError
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Trace
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import edition_of
from rulehound.checker.suite.leading import with_positions
from rulehound.checker.suite.replay import Replayed, replay, replay_model
from rulehound.spec.formats import Adapter, Card
from rulehound.spec.game import Game

Opener = Callable[[str], Adapter]
"""Opens the engine that a command or a name stands for."""

NOT_HELD = re.compile(r"\w+ (sees|does not see) |events\[")
"""How the words begin of what a scenario expects and a trace does not hold: what one player sees, and more of
an event than its name."""

OPEN = (
    "each step is as in the trace, which does not hold what was wrong; run the scenario again that shows it"
)
"""Message for a trace each step of which is as before, though what it shows may be mended."""


def replay_trace(trace: Trace, game: Game, open_engine: Opener, engine: str | None = None) -> Replayed:
    """Run a trace against the model that it is of, or against an engine: the one named, else the trace's own.

    Raises UserError for a trace that cannot be run so, and EngineError where the engine breaks.
    """
    edition_of(game, trace.edition)
    if trace.kind == "model":
        if engine is not None:
            raise UserError("this is a trace of the model, which no engine runs", "leave --engine out")
        return replay_model(trace, game)
    command = engine or trace.engine
    if not command:
        raise UserError("the trace names no engine", "give one with --engine")

    def judge_for(cards: Mapping[str, Card]) -> Judge:
        return Judge(CompiledModel(game, trace.values), cards)

    rules = BoundModel(game, trace.edition, trace.values)
    adapter = with_positions(target_of(rules, command, lambda: open_engine(command))).open()
    try:
        result = replay(trace, adapter, judge_for)
    finally:
        adapter.close()
    judged = {finding.rule for finding in result.findings}
    if result.reproduced and NOT_HELD.match(trace.expected) and trace.rule not in judged:
        return replace(result, reproduced=False, compared=False, difference=OPEN)
    return result
