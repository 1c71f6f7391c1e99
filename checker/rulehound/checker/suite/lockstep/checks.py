"""The records of a lockstep: what agreed, and where the engines part, with the rules that may be why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import msgspec

from rulehound.checker.efforts import Walks
from rulehound.checker.engines import EngineError, RestartedEngine
from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import action_in_words
from rulehound.checker.records import CheckRecord, Finding, Offer, Offers, Verdict
from rulehound.checker.suite.capabilities import cannot, does_not_follow
from rulehound.checker.suite.lockstep.other_engine import OtherEngine, Parting
from rulehound.checker.suite.lockstep.routes import PROLONGED, games, of_scenarios, prolonged
from rulehound.checker.suite.lockstep.rules_at_work import cited_lines
from rulehound.checker.suite.lockstep.shortening import shortened, way_to_differ
from rulehound.checker.suite.lockstep.suspecting import suspects
from rulehound.checker.suite.lockstep.walking import Route, Walk, walk
from rulehound.checker.suite.scenarios.given import Vocabulary
from rulehound.checker.wording import counted, value_text
from rulehound.spec.formats import Action, Scenario

AGREES = "engine:agrees"
"""Check that an engine does as another one does."""

BESIDE = "lockstep:"
"""Checks by which engines part, each with the name of what the walk began with."""

NEEDS = ("legal-actions", "apply", "observe")
"""Needed of both engines."""

UNSUSPECTED = "nothing tells which rule is broken; "
"""How the explanation begins where the engines part and no rule is suspected."""

LABEL = "differs from {}"
"""Label of a violation that was seen by comparing engines."""

MOST = 40
"""Walks on which the engines part, after which no more are gone."""

SUSPECTED = 3
"""Rules that are told as those that may be why."""

TOLD = 12
"""Of these, how many are told: one for each way to differ comes first."""

KEPT_EVERY = 16
"""Of so many walks one is kept, to learn what is at work where the engines agree."""

NAMED = 3
"""Differences that an explanation names."""


@dataclass
class _Gone:
    """The walks that were gone."""

    walks: int = 0
    steps: int = 0
    refused: int = 0
    parted: list[Walk] = field(default_factory=list)
    agreeing: list[Walk] = field(default_factory=list)
    """Some of those on which the engines do not part."""
    trouble: str = ""
    """How an engine breaks on a walk; the last one that it breaks on."""

    def __str__(self) -> str:
        parts = [counted(self.walks, "walk"), counted(self.steps, "step")]
        if self.refused:
            parts.append(f"{counted(self.refused, 'start')} refused by the engine")
        if len(self.parted) >= MOST:
            parts.append(f"ended after {MOST} on which they part")
        return ", ".join(parts)


def begun_with(check: str) -> str:
    """What the walk of a check began with, by its name: a scenario or a game."""
    return check.removeprefix(BESIDE).removesuffix(PROLONGED)


def lockstep(
    target: Target,
    other: Target,
    scenarios: Sequence[Scenario],
    rules: Sequence[str],
    words: Vocabulary | None,
    walks: Walks,
    seed: int,
) -> list[CheckRecord]:
    """Walk an engine and another one through the same games, and compare what they show and offer.

    Walks begin with `scenarios`; `rules` are those that the other engine may cite. A record for each way in
    which the engines part, or one that says what agreed. Raises EngineStartError where one of them does not
    start.
    """
    if why := _why_not(target, other):
        return [_record(target, other, Verdict.UNSUPPORTED, str(walks), "nothing", why)]
    by = target.game.side_by_side
    assert by is not None
    decides = frozenset((*target.greeting.chooses, *target.greeting.unasked))
    gone, parted = _Gone(), list[Walk]()
    suspected: Sequence[Sequence[str]] = ()
    adapter = other.open()
    beside = OtherEngine(adapter, by, target.game.reader.identity, decides)
    try:
        with RestartedEngine(target.open) as engine:
            for route, steps in _routes(target, other, beside, scenarios, words, walks, seed):
                _go(target, engine, beside, route, steps, f"{seed}/{route.name}", gone)
                if len(gone.parted) >= MOST or engine.closed:
                    break
            parted = [shortened(target, engine, beside, each) for each in _told(gone.parted)]
        suspected = [each.route.rules for each in parted]
        cited = cited_lines(other.engine, target.game.name, rules) if parted else None
        suspected = suspects(beside, cited, parted, gone.agreeing)
    except EngineError as error:
        gone.trouble = f"{other.engine} breaks: {error}"
    finally:
        adapter.close()
    scope, shown = str(walks), str(gone)
    pairs = zip(parted, suspected, strict=True)
    records = [record_of_parting(target, other, each, list(own), scope, shown) for each, own in pairs]
    if gone.trouble:
        records.append(_record(target, other, Verdict.ERROR, scope, shown, gone.trouble))
    if not gone.steps and not records:
        why = "the engine takes no start that the other one takes"
        return [_record(target, other, Verdict.INCONCLUSIVE, scope, shown, why)]
    return records or [_record(target, other, Verdict.PASS, scope, shown, "")]


def _why_not(target: Target, other: Target) -> str:
    """Why two engines cannot be compared; "" where they can."""
    if target.game.side_by_side is None:
        return "nothing is known of how to compare engines of this game"
    for each in (target, other):
        if why := does_not_follow(each.greeting, target.edition) or cannot(each.greeting, NEEDS):
            return f"{each.engine}: {why}"
    if (target.greeting.chooses or target.greeting.unasked) and "save" not in other.greeting.capabilities:
        return f"{other.engine}: the engine cannot: save"
    return ""


def _routes(
    target: Target,
    other: Target,
    beside: OtherEngine,
    scenarios: Sequence[Scenario],
    words: Vocabulary | None,
    walks: Walks,
    seed: int,
) -> Iterator[tuple[Route, int]]:
    """The routes, each with how many steps are taken by chance after what it begins with."""
    if words is not None:
        chosen = Random(seed).sample(scenarios, min(walks.scenarios, len(scenarios)))
        for route in of_scenarios(target, other, beside.adapter, chosen, words):
            yield route, walks.steps
            yield prolonged(route, beside.by), walks.steps
    for route in games(target, walks.games, seed):
        yield route, walks.game_steps


def _go(
    target: Target,
    engine: RestartedEngine,
    beside: OtherEngine,
    route: Route,
    steps: int,
    seed: str,
    gone: _Gone,
) -> None:
    """Go a route, and note how far it went."""
    try:
        way = walk(target, engine.adapter, beside, route, steps, seed)
    except EngineError as error:
        gone.trouble = f"{route.name}: the engine breaks: {error}"
        engine.restart()
        return
    gone.steps += len(way.taken)
    gone.refused += bool(way.refused)
    gone.walks += not way.refused
    if way.parting is not None:
        gone.parted.append(way)
    elif gone.walks % KEPT_EVERY == 0:
        gone.agreeing.append(way)


def _told(parted: Sequence[Walk]) -> list[Walk]:
    """The walks that are told of: the shortest of each way to differ first, then others."""
    by_way: dict[str, list[Walk]] = {}
    for each in sorted(parted, key=lambda one: len(one.taken)):
        by_way.setdefault(way_to_differ(each), []).append(each)
    rounds = max(map(len, by_way.values()), default=0)
    ordered = [walks[number] for number in range(rounds) for walks in by_way.values() if number < len(walks)]
    return ordered[:TOLD]


def record_of_parting(
    target: Target, other: Target, walk: Walk, rules: list[str], scope: str, shown: str
) -> CheckRecord:
    """The record of a walk on which the engines part; `rules` may be why, the likeliest first."""
    how = walk.parting or Parting()
    expected, observed = _in_words(target, walk, how)
    finding = Finding(
        rules, AGREES, f"as {other.engine} has it: {expected}", observed, offers=_offers(target, walk, how)
    )
    trace = target.trace(walk.route.start, walk.taken, finding)
    unsuspected = "" if rules else UNSUSPECTED
    return CheckRecord(
        check=f"{BESIDE}{walk.route.name}",
        rules=rules[:SUSPECTED],
        verdict=Verdict.VIOLATION if rules else Verdict.INCONCLUSIVE,
        scope=scope,
        shown=shown,
        edition=target.edition,
        engine=target.engine,
        explanation=f"{unsuspected}expected: {finding.expected}; observed: {finding.observed}",
        trace=msgspec.structs.replace(trace, suspects=rules),
        label=LABEL.format(other.engine),
    )


def _in_words(target: Target, walk: Walk, how: Parting) -> tuple[str, str]:
    """What is expected and what is observed."""

    def named(actions: Sequence[Action]) -> str:
        cards = walk.route.start.known
        texts = [action_in_words(target.game, walk.observation, one, cards) for one in actions[:NAMED]]
        more = f" and {len(actions) - NAMED} more" if len(actions) > NAMED else ""
        return ", ".join(texts) + more

    if how.refused is not None:
        return "refused", "it was carried out"
    if walk.taken and walk.taken[-1].refused:
        return f"carried out: {named(how.missing)}", f"refused: {quoted(walk.taken[-1].refusal)}"
    expected = [f"{path} {value_text(there)}" for path, (_, there) in how.differences.items()][:NAMED]
    observed = [f"{path} {value_text(here)}" for path, (here, _) in how.differences.items()][:NAMED]
    if how.wrong:
        expected.append(f"not offered: {named(how.wrong)}")
        observed.append("offered")
    if how.missing:
        expected.append(f"offered: {named(how.missing)}")
        observed.append("not offered")
    return "; ".join(expected), "; ".join(observed)


def _offers(target: Target, walk: Walk, how: Parting) -> Offers | None:
    """What is offered wrongly or missing after the last step; None where that is not what differs."""
    if (walk.taken and walk.taken[-1].refused) or not (how.wrong or how.missing):
        return None
    cards, known = walk.route.start.known, target.game.reader.identity

    def offers(actions: Sequence[Action]) -> list[Offer]:
        return [
            Offer(known(one), action_in_words(target.game, walk.observation, one, cards)) for one in actions
        ]

    return Offers(after=len(walk.taken), wrong=offers(how.wrong), missing=offers(how.missing))


def _record(
    target: Target, other: Target, verdict: Verdict, scope: str, shown: str, explanation: str
) -> CheckRecord:
    """The record of the comparison as a whole."""
    return CheckRecord(
        check=AGREES,
        rules=[],
        verdict=verdict,
        scope=f"beside {other.engine}: {scope}",
        shown=shown,
        edition=target.edition,
        engine=target.engine,
        explanation=explanation,
    )
