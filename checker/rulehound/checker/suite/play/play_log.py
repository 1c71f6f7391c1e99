"""What was seen in play: findings, each with the shortest game that shows it, and how often all was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.coverage import Coverage
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.traces import EFFECT, Start, Taken, is_effect
from rulehound.checker.records import Trace
from rulehound.checker.suite.play.session import Detection
from rulehound.checker.suite.play.shrinking import FailingGame, action_name
from rulehound.spec.formats import Action

Key = tuple[str, str, bool]
"""Check, rule, and whether something legal is not offered: what tells findings apart."""


@dataclass
class PlayLog:
    """Everything that play of one engine has seen so far."""

    failures: dict[Key, FailingGame] = field(default_factory=dict)
    """The shortest game that shows each finding, in the order first seen."""
    times: Counter[Key] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)
    """What the judges of all games have covered."""
    first_suspects: dict[str, str] = field(default_factory=dict)
    """Checks of rules that were at work in a step that went wrong, to the first suspect in that step."""
    refused_starts: str = ""
    """What an engine says it cannot do, where it has refused a game for that."""
    given_up: Counter[str] = field(default_factory=Counter)
    """Why games were not judged from some step on, to how many."""
    actions: Counter[str] = field(default_factory=Counter)
    effects: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    """Kind of action, by what it is done with, to how often it was taken in random games."""
    mechanics: Counter[str] = field(default_factory=Counter)
    """Mechanic of the game to how many steps reached it."""
    games: int = 0
    steps: int = 0
    examples: int = 0
    """Games of Hypothesis, among the games."""
    trouble: list[tuple[EngineError, Trace | None]] = field(default_factory=list)
    """How the engine broke, each with the trace that led there."""
    unfinished: str = ""
    """Why less was played than was declared; '' where all of it was."""

    @property
    def rules(self) -> frozenset[str]:
        """The rules known to be broken ('' for what rests on none)."""
        return frozenset(rule for _, rule, _ in self.failures)

    def shortest_by_rule(self) -> list[Key]:
        """For each rule that is the first suspect of findings, in the order first seen, the one with the
        shortest game."""
        best: dict[str, Key] = {}
        for key, failure in self.failures.items():
            known = best.get(key[1])
            if known is None or len(failure.steps) < len(self.failures[known].steps):
                best[key[1]] = key
        return list(best.values())

    def add_findings(self, start: Start, steps: Sequence[Taken], detections: Sequence[Detection]) -> None:
        """Note findings after these steps."""
        for each in detections:
            self.times[each.key] += 1
            first, *further = each.finding.suspects or [""]
            self.first_suspects |= {f"effect:{rule}": first for rule in further}
            shortest = self.failures.get(each.key)
            if shortest is None or len(steps) < len(shortest.steps):
                self.failures[each.key] = FailingGame(start, tuple(steps), each)

    def add_step(self, action: Action) -> None:
        """Note that a step was taken or tried."""
        self.steps += 1
        if is_effect(action):
            self.effects[str(action[EFFECT])] += 1
        else:
            self.actions[action_name(action)] += 1

    def add_game(self, judge: Judge) -> None:
        """Note a game that is over, and what was judged in it."""
        self.games += 1
        self.coverage += judge.coverage
        if judge.given_up:
            self.given_up[judge.given_up] += 1
