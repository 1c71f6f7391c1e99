"""Which rules may be why two engines part: those that the refusals name, else those at work in the step.

What the other engine does in the step in which they part, and hardly ever where they agree, is suspected
most. That is fault localisation by spectrum (Abreu, Zoeteweij and van Gemund 2007), over the places in the
other engine's code that cite rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import sqrt

from rulehound.checker.judging.traces import take
from rulehound.checker.suite.lockstep.other_engine import OtherEngine
from rulehound.checker.suite.lockstep.rules_at_work import CitedLines
from rulehound.checker.suite.lockstep.walking import Walk
from rulehound.spec.formats import Action, Refused

SUSPECTED = 12
"""Rules that are suspected of one walk."""

AGREED = 0.5
"""How much a step that agrees says for a place in the code, where one that differs says 1 against it."""


@dataclass(frozen=True)
class Suspects:
    """How suspicious each place in the code of the other engine is, and what was at work in each walk."""

    cited: CitedLines | None
    suspicion: Mapping[int, float] = field(default_factory=dict)
    at_work: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """The identity of a walk to the places at work in its last step."""
    named: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """The identity of a walk to the rules by which one of the engines refuses what the other one does."""

    def rules(self, walk: Walk) -> list[str]:
        """The rules that may be why the engines part here, the likeliest first."""
        suspicion: dict[str, float] = {}
        for place in sorted(self.at_work.get(id(walk), ())):
            assert self.cited is not None
            for rule in self.cited.cited[place][2]:
                suspicion[rule] = max(suspicion.get(rule, 0.0), self.suspicion[place])
        ranked = sorted(suspicion, key=lambda rule: (-suspicion[rule], rule))
        first = [*self.named.get(id(walk), ()), *ranked]
        return list(dict.fromkeys(first or walk.route.rules))[:SUSPECTED]


def suspects(
    beside: OtherEngine, cited: CitedLines | None, parted: Sequence[Walk], agreeing: Sequence[Walk]
) -> Suspects:
    """What is suspected of the walks on which the engines part. Raises EngineError."""
    named = {id(walk): _named(beside, walk) for walk in parted}
    if cited is None:
        return Suspects(None, named=named)
    against, for_it = Counter[int](), Counter[int]()
    at_work: dict[int, frozenset[int]] = {}
    for walk in parted:
        *agreed, last = _at_work(beside, cited, walk) or [frozenset()]
        at_work[id(walk)] = last
        against.update(last)
        for places in agreed:
            for_it.update(places)
    for walk in agreeing:
        for places in _at_work(beside, cited, walk):
            for_it.update(places)
    suspicion = {
        place: round(times / sqrt(len(parted) * (times + AGREED * for_it[place])), 9)
        for place, times in against.items()
    }
    return Suspects(cited, suspicion, at_work, named)


def _at_work(beside: OtherEngine, cited: CitedLines, walk: Walk) -> list[frozenset[int]]:
    """The places in the code of the other engine at work in each step of a walk, as it takes them again."""
    adapter = beside.adapter

    def step(actions: Sequence[Action]) -> None:
        """Take a step again, and ask for what is offered after it."""
        with suppress(Refused):
            for action in actions:
                take(adapter, action)
        adapter.legal_actions()

    try:
        walk.route.start.begin(adapter)
    except Refused:
        return []
    return [cited.at_work(partial(step, actions)) for actions in walk.path]


def _named(beside: OtherEngine, walk: Walk) -> list[str]:
    """The rules by which the engine under test refuses what is offered, or the other one what is not.

    Of what is not offered, one action is tried with the other engine as the game stands.
    """
    how = walk.parting
    if how is None:
        return []
    if walk.taken and walk.taken[-1].refused:
        return [reason.rule for reason in walk.taken[-1].refused if reason.rule]
    *before, last = [action for actions in walk.path for action in actions] or [{}]
    tried = [last] if how.refused is not None else how.wrong_there[:1]
    try:
        walk.route.start.begin(beside.adapter)
        for action in (*before, *([] if how.refused is not None or not last else [last]), *tried):
            take(beside.adapter, action)
    except Refused as refusal:
        return [reason.rule for reason in refusal.reasons if reason.rule] if tried else []
    return []
