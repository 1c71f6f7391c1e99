"""From causes to violations that an author can act on: a short trace, run twice again, and pictures of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from rulehound.checker.diagnosis.causes import MAY_AS_WELL, Cause, Occurrence
from rulehound.checker.diagnosis.rerun import rerun
from rulehound.checker.diagnosis.shortening import with_shorter_trace
from rulehound.checker.diagnosis.signatures import appearances, signatures
from rulehound.checker.diagnosis.walks import walk_of
from rulehound.checker.engines import RestartedEngine
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import Finding, Trace
from rulehound.checker.run_record import Again, Violation
from rulehound.checker.suite.replay import replay
from rulehound.checker.suite.trials.moments import Alike, Moment
from rulehound.spec.formats import Adapter, Observation

RUNS_AGAIN = 2


def violations(target: Target, causes: Sequence[Cause], edition: str = "") -> list[Violation]:
    """One violation for each cause, in order; `edition` is the other edition that allows them, if one
    does."""
    best = [_best(cause) for cause in causes]
    if best:
        with RestartedEngine(target.open, must_start=False) as engine:
            best = [
                engine.ask(partial(with_shorter_trace, each, cause.rule, target), broken=each)
                for each, cause in zip(best, causes, strict=True)
            ]
    again = _again(target, best)
    return [
        _violation(target, cause, each, outcome, edition)
        for cause, each, outcome in zip(causes, best, again, strict=True)
    ]


UNSUSPECTED = 2
"""How many steps longer a trace may be in which the judge or the check names the rule itself."""


def _best(cause: Cause) -> Occurrence:
    """The failure that stands for a cause: the shortest trace, rather one whose check or judge names the
    rule.

    A failure that is only a consequence of it stands for the cause where no other does.
    """

    def rank(occurrence: Occurrence) -> tuple[bool, bool, int]:
        trace = occurrence.record.trace
        if trace is None:
            return True, True, 0
        named = cause.rule in occurrence.findings or trace.rule == cause.rule
        return False, not occurrence.concerns(cause.rule), len(trace.steps) + (0 if named else UNSUSPECTED)

    return min(cause.occurrences, key=rank)


def _violation(target: Target, cause: Cause, best: Occurrence, again: Again, edition: str) -> Violation:
    record, finding = best.record, best.finding_about(cause.rule)
    trace = record.trace
    expected = finding.expected if finding else trace.expected if trace else "what the rules say"
    observed = finding.observed if finding else trace.observed if trace else record.explanation
    if cause.candidates and MAY_AS_WELL not in observed:
        observed += MAY_AS_WELL + " or ".join(cause.candidates)
    observed += f"; {cause.allowed_by} allows that" if cause.allowed_by else ""
    if trace is not None:
        trace = _naming(trace, cause, expected, observed, finding)
    others = [*cause.other_suspects, *(rule for each in cause.occurrences for rule in each.record.rules)]
    return Violation(
        fingerprint=cause.fingerprint(target.game.name),
        rule=cause.rule,
        element=cause.element,
        expected=expected,
        observed=observed,
        times=sum(each.times for each in cause.occurrences),
        checks=list(dict.fromkeys(each.record.check for each in (best, *cause.occurrences))),
        signatures=signatures(cause.occurrences),
        appearances=appearances(cause.occurrences),
        also=[rule for rule in dict.fromkeys(others) if rule not in ("", cause.rule)],
        candidates=list(cause.candidates),
        guard=finding.guard if finding else "",
        trace=trace,
        agreed=best.rerun.agreed if best.rerun else max(len(trace.steps) - 1, 0) if trace else 0,
        longest=max((each.rerun.agreed for each in cause.occurrences if each.rerun), default=0),
        again=again,
        follows=edition,
        allowed_by=cause.allowed_by,
        pictures=list(_pictures(target, best)),
        walk=walk_of(target.game, trace, best.rerun) if trace is not None and best.rerun else None,
    )


def _naming(trace: Trace, cause: Cause, expected: str, observed: str, finding: Finding | None) -> Trace:
    """The trace with the rule of its cause at the last step, and with the judge's words where it suspects
    it."""
    steps = list(trace.steps)
    if steps:
        guard = finding.guard if finding else ""
        steps[-1] = msgspec.structs.replace(steps[-1], rule=cause.rule, guard=guard)
    offers = (finding.offers if finding else None) or trace.offers
    return msgspec.structs.replace(
        trace, rule=cause.rule, steps=steps, offers=offers, expected=expected, observed=observed
    )


def _again(target: Target, best: Sequence[Occurrence]) -> list[Again]:
    """What becomes of each trace when it is run twice more, each time on an engine opened anew for all."""
    outcomes: list[list[bool]] = [[] for _ in best]
    for _ in range(RUNS_AGAIN if any(each.record.trace for each in best) else 0):
        with RestartedEngine(target.open, must_start=False) as engine:
            for each, outcome in zip(best, outcomes, strict=True):
                if each.record.trace is not None:
                    outcome.append(
                        engine.ask(partial(_reproduced, target, each, each.record.trace), broken=False)
                    )
    return [_outcome(outcome) for outcome in outcomes]


def _reproduced(target: Target, occurrence: Occurrence, trace: Trace, adapter: Adapter) -> bool:
    """Whether every step does the same again, and the judge finds the same in the last as before.

    Of a trace without steps: whether its start shows the same.
    """
    again = replay(trace, adapter)
    if again.compared and not again.reproduced:
        return False
    before = occurrence.rerun
    if before is None:
        return again.reproduced
    now = rerun(target.game, adapter, target.judge, trace)
    if now is None or (not again.compared and not _show_the_same(target, trace, before.boards, now.boards)):
        return False
    keys = {(finding.check, finding.rule) for finding in before.findings}
    return {(finding.check, finding.rule) for finding in now.findings} == keys


def _show_the_same(
    target: Target, trace: Trace, before: Sequence[Observation], now: Sequence[Observation]
) -> bool:
    alike = Alike(target.game.reader, Start.from_trace(trace).known)
    return not any(alike.differ(Moment(a, []), Moment(b, [])) for a, b in zip(before, now, strict=True))


def _outcome(reproduced: Sequence[bool]) -> Again:
    if len(reproduced) < RUNS_AGAIN:
        return "not run again"
    return "deterministic" if all(reproduced) else "flaky"


def _pictures(target: Target, best: Occurrence) -> Iterator[str]:
    """SVG of the boards before and after the last step; none where the game cannot draw them."""
    draw, trace = target.game.depiction.picture, best.record.trace
    if trace is None or best.rerun is None:
        return
    cards = Start.from_trace(trace).known
    for board in best.rerun.boards:
        try:
            drawn = draw(board, cards)
        except (LookupError, TypeError, ValueError, AttributeError):
            continue  # what the engine shows cannot be drawn: the words stand alone
        if drawn is None:
            return
        size = f'width="{drawn.width}" height="{drawn.height}" viewBox="0 0 {drawn.width} {drawn.height}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn.svg}</svg>'
