"""Running a saved trace again, against an engine or against the model, to see whether it is reproduced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.engines import EngineError
from rulehound.checker.errors import UserError
from rulehound.checker.files import read_json
from rulehound.checker.judging.names import TraceNames
from rulehound.checker.judging.observations.json_paths import same
from rulehound.checker.judging.traces import (
    ENGINE_ANSWERS,
    REFUSED,
    Start,
    Taken,
    accepted_or_refused,
    changed,
    happened,
    plain,
    take,
)
from rulehound.checker.records import Finding, Offers, Trace, TraceStep
from rulehound.checker.suite.play.session import JudgeFor
from rulehound.checker.wording import change_texts
from rulehound.spec.formats import Action, Adapter, Card, Deck, Observation, Reason, Refused
from rulehound.spec.game import Game
from rulehound.spec.language import Interpreter

LEGAL_ACTIONS = "legal-actions"
"""The capability of an engine to list the actions of the player who decides."""

NOTHING_TO_TAKE = "the trace has no step to be taken again, and nothing wrong is found at its start"
"""Message for a trace that can be neither reproduced nor refuted."""


@dataclass(frozen=True)
class Replayed:
    """The result of running a trace again."""

    reproduced: bool
    """Whether every step did what the trace says."""
    steps: int
    """How many steps did what the trace says."""
    difference: str = ""
    """The difference at the step after those."""
    findings: Sequence[Finding] = ()
    """The judge's findings about the end, where a judge was asked and the trace was reproduced."""
    offers: Sequence[str] = ()
    """What is wrong again, in words: the wrong offers of the trace, or how the engine broke."""
    compared: bool = True
    """Whether anything of the trace was compared with this run."""


def read_trace(path: Path) -> Trace:
    """Read a saved trace. Raises UserError."""
    return read_json(path, Trace, "a trace", "name a trace that a report holds")


def replay(trace: Trace, adapter: Adapter, judge_for: JudgeFor | None = None) -> Replayed:
    """Run the trace of an engine against an engine, the same or another.

    A trace that ends with a wrong offer is reproduced where the same action is offered, or missing, again.
    With a judge, its findings about the end of the trace are added; they alone reproduce a trace without
    steps. Raises EngineError, and UserError for a trace that no engine can be given.
    """
    if trace.kind != "engine":
        raise UserError("the trace is one of the model", "replay it without an engine")
    try:
        if "deck" in trace.start:
            return _replay_deck(trace, adapter)
        start = Start.from_trace(trace)
    except (ValueError, KeyError, msgspec.ValidationError) as error:
        raise UserError(f"the trace cannot be started: {error}", "name a trace that a report holds") from None
    try:
        first = start.begin(adapter)
    except Refused as refusal:
        observed = accepted_or_refused(refusal.reasons)
        same_start = not trace.steps and trace.observed == observed
        return Replayed(same_start, 0, "" if same_start else f"the start is {observed}")
    if not trace.steps and trace.observed.startswith(REFUSED):
        return Replayed(False, 0, "the start is accepted")
    judge = judge_for(start.known) if judge_for is not None else None
    if judge is not None:
        judge.state(first)
    if trace.expected == ENGINE_ANSWERS:
        return _breaks_again(trace, adapter, first)
    names = TraceNames(trace, first)
    place = trace.offers.after if trace.offers is not None else len(trace.steps)
    taken, difference = _taken(adapter, trace.steps[:place], first, names)
    if difference:
        return Replayed(False, len(taken), difference)
    again, findings = list[str](), list[Finding]()
    if trace.offers is not None:
        offered = _offered(adapter)
        offers = msgspec.convert(names.now(msgspec.to_builtins(trace.offers)), Offers)
        again = offers.again(plain(offered))
        if not again:
            return Replayed(False, place, offers.mended)
        if judge is not None and place < len(trace.steps):
            findings += judge.legal(taken[-1].after if taken else first, offered)
    rest, difference = _taken(adapter, trace.steps[place:], taken[-1].after if taken else first, names)
    taken += rest
    if difference:
        return Replayed(False, len(taken), difference)
    if judge is not None and not (taken and taken[-1].refused):
        end = taken[-1].after if taken else first
        findings += judge.step(taken[-1].before, taken[-1].action, end) if taken else []
        findings += [*judge.state(end), *judge.legal(end, adapter.legal_actions())]
    return _reproduced(trace, findings, again)


def _breaks_again(trace: Trace, adapter: Adapter, first: Observation) -> Replayed:
    """The result for a trace of a breakdown: the engine has to break at its last step, or where that led."""
    names = TraceNames(trace, first)
    last = [step for step in trace.steps if step.broke]
    taken, difference = _taken(adapter, trace.steps[: len(trace.steps) - len(last)], first, names)
    if difference:
        return Replayed(False, len(taken), difference)
    try:
        for step in last:
            take(adapter, names.now(step.action))
        adapter.observe()
        if LEGAL_ACTIONS in adapter.handshake().capabilities:
            adapter.legal_actions()
    except Refused as refusal:
        return Replayed(False, len(taken), accepted_or_refused(refusal.reasons))
    except EngineError as error:
        return Replayed(True, len(trace.steps), offers=(f"the engine broke: {error}",))
    return Replayed(False, len(taken), ENGINE_ANSWERS)


def _reproduced(trace: Trace, findings: Sequence[Finding], offers: Sequence[str] = ()) -> Replayed:
    """The result for a trace whose steps were reproduced; a trace without steps or offers needs a finding."""
    rules = {finding.rule for finding in findings if finding.rule}
    if not trace.steps and not offers and trace.rule not in rules:
        return Replayed(False, 0, NOTHING_TO_TAKE, findings=tuple(findings), compared=False)
    return Replayed(True, len(trace.steps), findings=tuple(findings), offers=tuple(offers))


def _taken(
    adapter: Adapter, steps: Sequence[TraceStep], first: Observation, names: TraceNames
) -> tuple[list[Taken], str]:
    """Take these steps. Returns those that did what the trace says, and the difference at the next."""
    taken: list[Taken] = []
    for step in steps:
        before = taken[-1].after if taken else first
        reasons: Sequence[Reason] = ()
        action = names.now(step.action)
        try:
            after = take(adapter, action)
        except Refused as refusal:
            after, reasons = adapter.observe(), refusal.reasons
        names.see(after)
        last = Taken(action, before, after, reasons)
        if difference := _difference(step, names.now(step.changed), last):
            return taken, difference
        taken.append(last)
    return taken, ""


def _offered(adapter: Adapter) -> list[Action]:
    if LEGAL_ACTIONS not in adapter.handshake().capabilities:
        what = "the trace is about what an engine offers, and this one does not list that"
        raise UserError(what, f"replay it on an engine that can {LEGAL_ACTIONS}")
    return adapter.legal_actions()


def replay_model(trace: Trace, game: Game) -> Replayed:
    """Run the trace of a model against that model: its guards, its steps, and the invariant at the end.

    Raises UserError for a trace that the model cannot be given.
    """
    configuration = game.configurations(trace.values).get(str(trace.start.get("configuration")))
    if trace.kind != "model" or configuration is None:
        raise UserError("the trace is not one of this model", "name a trace that a report holds")
    model = game.model()
    interpreter = Interpreter(model, trace.values, configuration)
    state = interpreter.initial()
    for number, step in enumerate(trace.steps):
        name = str(step.action.get("action"))
        if name not in model.actions:
            return Replayed(False, number, f"the model has no action {name}")
        parameters = _tuples(step.action.get("parameters", {}))
        failed = interpreter.failed_guards(state, model.actions[name], parameters)
        if failed:
            return Replayed(False, number, f"{failed[0].name} does not hold ({failed[0].rule})")
        before, state = state, interpreter.apply(state, model.actions[name], parameters)
        old, new = (plain(model.as_dict(at)) for at in (before, state))
        now = {path: [old[path], new[path]] for path in model.paths if old[path] != new[path]}
        if not same(now, step.changed):
            return Replayed(False, number, _other_changes(now, step.changed))
    findings = [
        Finding([invariant.rules[0]], f"invariant:{invariant.name}", f"{invariant.name} holds", "it does not")
        for invariant in interpreter.failed_invariants(state)
    ]
    return _reproduced(trace, findings)


def _replay_deck(trace: Trace, adapter: Adapter) -> Replayed:
    deck = msgspec.convert(trace.start["deck"], Deck)
    cards = msgspec.convert(trace.start.get("cards", []), list[Card])
    observed = accepted_or_refused(adapter.validate_deck(cards, deck, trace.edition))
    reproduced = observed == trace.observed
    return Replayed(reproduced, 0, "" if reproduced else f"the deck is {observed}")


def _difference(step: TraceStep, told: Mapping[str, Any], taken: Taken) -> str:
    """How a step that was taken differs from the trace, by which this is what changes; '' where it does
    not."""
    if step.refused != bool(taken.refused):
        return f"{step.text}: {accepted_or_refused(taken.refused)}"
    now = changed(taken.before, taken.after)
    if not same(now, told):
        return f"{step.text}: {_other_changes(now, told)}"
    happenings = [] if step.refused else happened(taken.after)
    if happenings != step.happened:
        return f"{step.text}: what happens is {_json(happenings)}, not {_json(step.happened)}"
    return ""


def _tuples(value: Any) -> Any:
    """Lists as the tuples that the model's records and bags are."""
    if isinstance(value, Mapping):
        return {key: _tuples(inner) for key, inner in value.items()}
    return tuple(_tuples(inner) for inner in value) if isinstance(value, list) else value


def _other_changes(now: Mapping[str, Sequence[Any]], told: Mapping[str, Sequence[Any]]) -> str:
    """What a step changes otherwise than the trace has it, in words."""
    new, old = (
        ", ".join(change_texts({path: one[path] for path in one if not same(one[path], other.get(path))}))
        for one, other in ((now, told), (told, now))
    )
    return f"now: {new or 'nothing'}; in the trace: {old or 'nothing'}"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
