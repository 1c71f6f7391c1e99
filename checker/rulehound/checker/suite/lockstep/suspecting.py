"""Which rules may be why two engines part: those that the refusals name, else those at work in the step.

What the other engine does in the step in which they part, and hardly ever where they agree, is suspected
most. That is fault localisation by spectrum (Abreu, Zoeteweij and van Gemund 2007), over the places in the
other engine's code that cite rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
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


def suspects(
    beside: OtherEngine, cited: CitedLines | None, parted: Sequence[Walk], agreeing: Sequence[Walk]
) -> Sequence[Sequence[str]]:
    """For each walk on which the engines part, the rules that may be why, the likeliest first.

    Without `cited`, the lines of the other engine that cite rules, only refusals and what the walk began with
    tell. Raises EngineError.
    """
    named = [_named(beside, walk) for walk in parted]
    at_work = _suspicions(beside, cited, parted, agreeing) if cited is not None else [{} for _ in parted]
    found = []
    for walk, of_refusal, suspicion in zip(parted, named, at_work, strict=True):
        ranked = sorted(suspicion, key=lambda rule: (-suspicion[rule], rule))
        first = [*of_refusal, *ranked]
        found.append(list(dict.fromkeys(first or walk.route.rules))[:SUSPECTED])
    return found


def _suspicions(
    beside: OtherEngine, cited: CitedLines, parted: Sequence[Walk], agreeing: Sequence[Walk]
) -> list[dict[str, float]]:
    """For each walk on which the engines part, how suspicious each rule at work in its last step is."""
    against, for_it = Counter[int](), Counter[int]()
    last_places = []
    for walk in parted:
        *agreed, last = _at_work(beside, cited, walk) or [frozenset()]
        last_places.append(last)
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
    of_rules: list[dict[str, float]] = []
    for places in last_places:
        of_rules.append({})
        for place in sorted(places):
            for rule in cited.cited[place][2]:
                of_rules[-1][rule] = max(of_rules[-1].get(rule, 0.0), suspicion[place])
    return of_rules


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
