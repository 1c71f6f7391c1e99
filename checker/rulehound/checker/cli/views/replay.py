"""A saved trace run again, and what came of it as text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import msgspec

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, trace_lines
from rulehound.checker.engines import EngineError, EngineLimits, open_engine
from rulehound.checker.errors import UserError, printable
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Trace
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import edition_of, open_game
from rulehound.checker.suite.leading import with_positions
from rulehound.checker.suite.replay import Replayed, read_trace, replay, replay_model
from rulehound.checker.wording import counted
from rulehound.spec.formats import Card
from rulehound.spec.game import Game

STILL, GONE, CANNOT_TELL = 1, 0, 3
"""Exit status: it goes wrong as before; the last step goes otherwise; the way there already does, or there is
nothing in the trace that could be taken again."""


def run(path: Path, engine: str | None, as_json: bool, limits: EngineLimits | None = None) -> int:
    """Run a trace against its engine or the one given, or against the model, and say what comes of it.

    Raises UserError for what is no trace, or none that can be run.
    """
    trace = read_trace(path)
    game = open_game(trace.game)
    edition_of(game, trace.edition)
    try:
        result, broke = _replayed(trace, game, engine, limits), ""
    except EngineError as error:
        result, broke = Replayed(False, 0), f"the engine broke: {error}"
    if as_json:
        outcome = {**msgspec.to_builtins(result), "violated": trace.rule if result.reproduced else ""}
        print_json({"trace": trace, "result": outcome, "trouble": broke})
    else:
        to = console()
        to.print(printable("\n".join([f"{trace.rule}   {trace.kind}", *trace_lines(trace)])), soft_wrap=True)
        to.print(printable(broke or _outcome(trace, result)), soft_wrap=True)
    return STILL if broke else _status(trace, result)


def _replayed(trace: Trace, game: Game, engine: str | None, limits: EngineLimits | None) -> Replayed:
    if trace.kind == "model":
        if engine is not None:
            raise UserError("the trace is one of the model, which no engine runs", "leave --engine out")
        return replay_model(trace, game)
    command = engine or trace.engine
    if not command:
        raise UserError("the trace names no engine", "give one with --engine")

    def judge_for(cards: Mapping[str, Card]) -> Judge:
        return Judge(CompiledModel(game, trace.values), cards)

    rules = BoundModel(game, trace.edition, trace.values)
    adapter = with_positions(
        target_of(rules, command, partial(open_engine, command, game.name, limits))
    ).open()
    try:
        return replay(trace, adapter, judge_for)
    finally:
        adapter.close()


def _outcome(trace: Trace, result: Replayed) -> str:
    if not result.compared:
        return f"cannot tell: {result.difference}"
    if not result.reproduced:
        return f"not reproduced after {result.steps} of {len(trace.steps)} steps: {result.difference}"
    steps = f"{counted(len(trace.steps), 'step')}, each" if trace.steps else "the start,"
    lines = [f"reproduced: {steps} as in the trace"]
    lines += [f"again: {what}" for what in result.offers]
    if trace.rule:
        lines.append(f"violated: {trace.rule}")
    seen = dict.fromkeys(f"  expected {f.expected}; observed {f.observed}" for f in result.findings)
    lines += seen
    return "\n".join(lines)


def _status(trace: Trace, result: Replayed) -> int:
    if result.reproduced:
        return STILL
    return GONE if result.compared and result.steps >= len(trace.steps) - 1 else CANNOT_TELL
