"""The position of a question: the position, the steps to it if they are known, and the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.traces import Taken
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.formats import Card, Observation


@dataclass(frozen=True)
class AskedPosition:
    """A position, the steps that led there, and the cards of the game."""

    observation: Observation
    """As an engine shows it."""
    cards: Mapping[str, Card]
    steps: Sequence[Taken] = ()
    """The steps before it, as they were taken; the last one ends in this observation."""
    edition: str = ""
    """The edition under which the steps were taken; "" where none is known."""
    empty: Sequence[str] = ()
    """The areas of each player that nobody has stated, and that are taken to be empty."""
    usual: Sequence[str] = ()
    """The areas that nobody has stated and that are taken to hold as many cards as usual."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """The position as a scenario is given it, where a person has typed it."""
    not_stated: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Number of a card to those of its facts that nobody has stated."""

    def impossible(self, rules: BoundModel) -> list[str]:
        """The rules by which no game comes to this position, each once. Raises MissingValue."""
        judge = Judge(CompiledModel(rules.game, rules.values), self.cards)
        findings = judge.state(self.observation)
        return list(dict.fromkeys(finding.rule for finding in findings))

    def judge(self, rules: BoundModel) -> Judge:
        """A judge by these rules who has seen all of it. Raises MissingValue."""
        judge = Judge(CompiledModel(rules.game, rules.values), self.cards)
        judge.state(self.steps[0].before if self.steps else self.observation)
        for step in self.steps:
            if not step.refused:
                judge.step(step.before, step.action, step.after)
                judge.state(step.after)
        return judge
