"""Whether another edition allows what the edition of the run forbids: then the engine may follow that one
here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import msgspec

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.rerun import Rerun, findings_of, last_steps, rerun
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import CheckRecord, Trace, Verdict
from rulehound.checker.suite.catalogue import scenario_check
from rulehound.checker.suite.play.session import Oracle
from rulehound.checker.suite.scenarios.given import Vocabulary
from rulehound.checker.suite.scenarios.running import run_scenario
from rulehound.spec.formats import Adapter, Card, Scenario


class OtherEditions:
    """What the other editions of a game say of what one of them forbids.

    `estimated`: nobody has said that the engine follows the edition of the run, it only agrees best with it.
    """

    def __init__(
        self,
        target: Target,
        scenarios: Sequence[Scenario],
        words: Vocabulary | None,
        *,
        estimated: bool = False,
    ) -> None:
        self.target, self.words, self.estimated = target, words, estimated
        self._under = cache(target.under)
        self.others = [
            name for name in reversed(list(self.target.game.rulesets)) if name != self.target.edition
        ]
        """The newest first."""
        self._by_check = {scenario_check(scenario): scenario for scenario in scenarios}
        self._by_situation: dict[bytes, list[Scenario]] = {}
        for scenario in scenarios:
            self._by_situation.setdefault(_situation(scenario), []).append(scenario)

    def allowing(self, occurrence: Occurrence, adapter: Adapter) -> str:
        """The newest other edition under which this is no violation; '' where there is none.

        An edition allows it in one of three cases: its judge finds nothing in the step that the judge of this
        edition objects to; the engine does what a scenario of that edition expects in the same situation; or
        the scenario holds in this edition alone, by a rule that the other one reads differently, and the
        judge of the other one finds nothing in how it went. Raises EngineError."""
        trace, seen = occurrence.record.trace, occurrence.rerun
        for edition in self.others:
            if trace is not None and seen is not None and seen.findings:
                forbids = self._forbids(edition, trace, seen)
                if not forbids and self._is_silent(edition, trace, adapter):
                    return edition
            if self._fits_scenario_of(edition, occurrence.record.check, adapter):
                return edition
            otherwise = self._reads_differently(edition, occurrence.record)
            if trace is not None and otherwise and self._is_silent(edition, trace, adapter):
                return edition
        return ""

    def _judge(self, edition: str, cards: Mapping[str, Card]) -> Judge:
        """A judge by another edition; what the engine says that it does not follow counts for all of them."""
        return Judge(self._under(edition).compiled_model, cards, self.target.unsupported)

    def _forbids(self, edition: str, trace: Trace, seen: Rerun) -> bool:
        """Whether another edition's judge finds something in the last step even when it sees no step before.

        That counts only where the judge of this edition finds the same without the steps before as with them:
        then the trace need not be run again. Where it is False, nothing is said.
        """
        taken = seen.taken
        if not taken or taken[-1].refused:
            return False
        cards = Start.from_trace(trace).known
        last = last_steps(self.target.game, cards, taken, 1)
        own, other = (
            [*findings_of(judge, last)][-1]
            for judge in (self.target.judge(cards), self._judge(edition, cards))
        )
        return bool(other) and own == [
            each.finding for each in seen.detections if each.oracle is not Oracle.LEGAL
        ]

    def _is_silent(self, edition: str, trace: Trace, adapter: Adapter) -> bool:
        """Whether the judge of another edition can judge the last step and finds nothing in it."""
        silent = rerun(self.target.game, adapter, partial(self._judge, edition), trace)
        return silent is not None and silent.conclusive and not silent.findings

    def _reads_differently(self, edition: str, record: CheckRecord) -> bool:
        """Whether a scenario does not hold in another edition, which reads the rule that it shows broken
        differently."""
        scenario, rulesets = self._by_check.get(record.check), self.target.game.rulesets
        if scenario is None or record.trace is None or edition in (scenario.editions or rulesets):
            return False
        rule = record.trace.rule
        return rulesets[edition].get(rule) != rulesets[self.target.edition].get(rule)

    def _fits_scenario_of(self, edition: str, check: str, adapter: Adapter) -> bool:
        """Whether the engine does what another edition expects in the situation of a scenario."""
        scenario = self._by_check.get(check)
        if scenario is None or self.words is None:
            return False
        for other in self._by_situation[_situation(scenario)]:
            if edition in other.editions and self.target.edition not in other.editions:
                target = replace(self.target, values=self._under(edition).values)
                asked = msgspec.structs.replace(other, editions=())
                if run_scenario(target, adapter, asked, self.words).verdict is Verdict.PASS:
                    return True
        return False


def _situation(scenario: Scenario) -> bytes:
    """A key for what a scenario is given and what is done in it, without what is expected."""
    steps: list[Any] = [(step.do, step.attempt, step.effect) for step in scenario.steps]
    return msgspec.json.encode([scenario.given, steps], order="deterministic")
