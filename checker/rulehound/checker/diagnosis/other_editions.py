"""Whether another edition allows what the edition at hand forbids: then an engine follows that one here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import msgspec

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.second_look import Look, judged, last_steps, look_again
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import CheckRecord, Trace, Verdict
from rulehound.checker.suite.catalogue import scenario_check
from rulehound.checker.suite.play.session import How
from rulehound.checker.suite.scenarios.given import Vocabulary
from rulehound.checker.suite.scenarios.running import run_scenario
from rulehound.spec.formats import Adapter, Card, Scenario


class OtherEditions:
    """What the other editions of a game say of what one of them forbids."""

    def __init__(self, target: Target, scenarios: Sequence[Scenario], words: Vocabulary | None) -> None:
        self.target, self.words = target, words
        self._under = cache(target.under)
        self.others = [
            name for name in reversed(list(self.target.game.rulesets)) if name != self.target.edition
        ]
        """The newest first."""
        self._by_check = {scenario_check(scenario): scenario for scenario in scenarios}
        self._alike: dict[bytes, list[Scenario]] = {}
        for scenario in scenarios:
            self._alike.setdefault(_situation(scenario), []).append(scenario)

    def allowing(self, occurrence: Occurrence, adapter: Adapter) -> str:
        """The newest other edition under which this is no violation; '' where there is none.

        Either its judge finds nothing in the step that the judge of this edition objects to, or a scenario
        of that edition, which does the same in the same situation, is met; or the scenario is of this edition
        alone by a rule that the other has otherwise, whose judge finds nothing in how it went. Raises
        EngineError.
        """
        trace, look = occurrence.record.trace, occurrence.look
        for edition in self.others:
            if trace is not None and look is not None and look.findings:
                forbids = self._forbids(edition, trace, look)
                if not forbids and self._is_silent(edition, trace, adapter):
                    return edition
            if self._meets_another(edition, occurrence.record.check, adapter):
                return edition
            otherwise = self._has_otherwise(edition, occurrence.record)
            if trace is not None and otherwise and self._is_silent(edition, trace, adapter):
                return edition
        return ""

    def _judge(self, edition: str, cards: Mapping[str, Card]) -> Judge:
        """A judge by another edition; what the engine says that it does not follow counts for all of them."""
        return Judge(self._under(edition).compiled_model, cards, self.target.unsupported)

    def _forbids(self, edition: str, trace: Trace, look: Look) -> bool:
        """Whether its judge finds something in the last step even when it sees nothing of the way there.

        That tells only where the judge of this edition finds the same without the way as with it: then the
        way need not be gone again. Where it is False, nothing is said.
        """
        taken = look.taken
        if not taken or taken[-1].refused:
            return False
        cards = Start.from_trace(trace).known
        last = last_steps(self.target.game, cards, taken, 1)
        own, other = (
            [*judged(judge, last)][-1] for judge in (self.target.judge(cards), self._judge(edition, cards))
        )
        return bool(other) and own == [each.finding for each in look.seen if each.how is not How.LEGAL]

    def _is_silent(self, edition: str, trace: Trace, adapter: Adapter) -> bool:
        look = look_again(self.target.game, adapter, partial(self._judge, edition), trace)
        return look is not None and look.judged and not look.findings

    def _has_otherwise(self, edition: str, record: CheckRecord) -> bool:
        """Whether a scenario does not hold in another edition, which has the rule that it shows broken
        otherwise."""
        scenario, rulesets = self._by_check.get(record.check), self.target.game.rulesets
        if scenario is None or record.trace is None or edition in (scenario.editions or rulesets):
            return False
        rule = record.trace.rule
        return rulesets[edition].get(rule) != rulesets[self.target.edition].get(rule)

    def _meets_another(self, edition: str, check: str, adapter: Adapter) -> bool:
        """Whether the engine meets what another edition expects in the situation of a scenario."""
        scenario = self._by_check.get(check)
        if scenario is None or self.words is None:
            return False
        for other in self._alike[_situation(scenario)]:
            if edition in other.editions and self.target.edition not in other.editions:
                target = replace(self.target, values=self._under(edition).values)
                asked = msgspec.structs.replace(other, editions=())
                if run_scenario(target, adapter, asked, self.words).verdict is Verdict.PASS:
                    return True
        return False


def _situation(scenario: Scenario) -> bytes:
    """What a scenario is given and what is done in it, without what is expected."""
    wishes: list[Any] = [(step.do, step.attempt, step.effect) for step in scenario.steps]
    return msgspec.json.encode([scenario.given, wishes], order="deterministic")
