"""The rule that an engine lacks if it does not offer a legal action and names no rule for that.

The missing actions of a run are told apart from the offered ones by what the missing ones share and no
offered one has: the area, the requirement, the kind of card, or how a guard of the model is met. That is
learning a concept from positive and negative examples: one that covers most of the missing actions and none
of the offered ones is found first, the next one is for what is left (Michalski, "On the quasi-minimal
solution of the general covering problem", 1969). Where several rules fit equally, they all stay candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import msgspec

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.localisation import MODELLED
from rulehound.checker.engines import RestartedEngine
from rulehound.checker.judging.judgements.grounds import Feature, Grounds
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.suite.capabilities import GAME_OF_OUR_CARDS, cannot
from rulehound.checker.suite.play.session import Oracle, Session
from rulehound.spec.formats import Action, Adapter, Refused

GAMES, STEPS = 4, 40
"""Random games that are played for examples, and steps of each."""

GRANTED, LESS = "granted", "less"
"""Values of features: a rule grants it; less is left than in anything that was offered."""

Literal = tuple[Feature, Any]
"""A feature with its value."""


class Candidates(NamedTuple):
    """The rules that may lack where an action is missing, the most special first."""

    rules: tuple[str, ...]
    told_apart: bool
    """One feature tells the action from all that are offered."""


class Term(NamedTuple):
    """What may tell missing actions from offered ones, and the rules that have a say in it."""

    rules: tuple[str, ...]
    literals: tuple[Literal, ...] = ()
    """All that it says; nothing where it is anything that the rule grants."""


@dataclass
class Examples:
    """What was seen to be offered and to be missing, each different case once."""

    offered: dict[Grounds, None] = field(default_factory=dict)
    missing: dict[Grounds, None] = field(default_factory=dict)


def with_candidates(occurrences: Sequence[Occurrence], target: Target) -> list[Occurrence]:
    """The same failures; where an action is missing for which the engine names no rule, with candidates.

    The engine is led through the traces of such failures again for that, and through a few random games.
    """
    unnamed = [each for each in occurrences if each.missing_action is not None]
    if not unnamed:
        return list(occurrences)
    examples, grounds = Examples(), dict[int, Grounds]()
    with RestartedEngine(target.open, must_start=False) as engine:
        for each in unnamed:
            own = engine.ask(partial(_of_failure, each, target, examples), broken=None)
            if own is not None:
                grounds[id(each)] = own
        for number in range(0 if cannot(target.greeting, GAME_OF_OUR_CARDS) else GAMES):
            engine.ask(partial(_of_game, number, target, examples), broken=None)
    rules = candidates(examples.missing, examples.offered)
    return [
        replace(each, candidates=_fitting(each, rules[grounds[id(each)]])) if id(each) in grounds else each
        for each in occurrences
    ]


def _fitting(occurrence: Occurrence, among: Candidates) -> Sequence[str]:
    """The candidates for a failure: first the rule that an example is about, where nothing speaks against."""
    trace, rule = occurrence.record.trace, occurrence.recorded_rule
    if not rule or trace is None or occurrence.record.check.partition(":")[0] in MODELLED:
        return among.rules
    own = trace.suspects or [rule]
    if among.told_apart:
        return tuple(one for one in own if one in among.rules) or among.rules
    return tuple(dict.fromkeys((*own, *among.rules)))


def candidates(missing: Iterable[Grounds], offered: Iterable[Grounds]) -> dict[Grounds, Candidates]:
    """The rules that may lack for each of the missing actions.

    What no offered action has is looked for first, then what none of the same action has, then pairs. Where
    nothing tells an action from the offered ones, all rules stay on which it rests.
    """
    rest, every = list(missing), list(offered)
    told: dict[Grounds, Candidates] = {}
    for same, many in ((False, 1), (True, 1), (True, 2)):
        terms = {
            each: _terms(each, [other for other in every if not same or other.action == each.action], many)
            for each in rest
        }
        while any(terms[each] for each in rest):
            shared, covered = _most_shared(rest, terms)
            rules = tuple(dict.fromkeys(rule for term in shared for rule in term.rules))
            told |= dict.fromkeys(covered, Candidates(rules, told_apart=many == 1))
            rest = [each for each in rest if each not in told]
    return told | {each: Candidates(each.rules, told_apart=False) for each in rest}


def _most_shared(
    rest: Sequence[Grounds], terms: Mapping[Grounds, Sequence[Term]]
) -> tuple[list[Term], list[Grounds]]:
    """The terms that hold of most of these actions, all that hold of the same ones, and these actions."""
    sharing: dict[Term, list[Grounds]] = {}
    for each in rest:
        for term in dict.fromkeys(terms[each]):
            sharing.setdefault(term, []).append(each)
    covered = max(sharing.values(), key=len)
    return [term for term, own in sharing.items() if own == covered], covered


def _terms(one: Grounds, offered: Sequence[Grounds], many: int) -> list[Term]:
    """What holds of an action and of none of the offered ones: so many features together."""
    if many > 1:
        seen = {pair for each in offered for pair in combinations(_literals(each), many)}
        pairs = (pair for pair in combinations(_literals(one), many) if pair not in seen)
        return [Term(tuple(dict.fromkeys(feature.rule for feature, _ in pair)), pair) for pair in pairs]
    literals = {literal for each in offered for literal in _literals(each)}
    least: dict[Feature, int] = {}
    for feature, margin in (margin for each in offered for margin in each.margins):
        least[feature] = min(margin, least.get(feature, margin))
    return [
        # of what a rule grants it does not matter which kind it is
        *(Term((feature.rule,)) for feature in one.granting if (feature, GRANTED) not in literals),
        *(Term((value[0].rule,), (value,)) for value in one.values if value not in literals),
        *(
            Term((feature.rule,), ((feature, LESS),))
            for feature, margin in one.margins
            if margin < least.get(feature, margin + 1)
        ),
    ]


def _literals(grounds: Grounds) -> list[Literal]:
    return [*((feature, GRANTED) for feature in grounds.granting), *grounds.values]


def _of_failure(
    occurrence: Occurrence, target: Target, examples: Examples, adapter: Adapter
) -> Grounds | None:
    """Look at the offers along a trace; the grounds of the action that is missing at its end."""
    trace = occurrence.record.trace
    missing = occurrence.missing_action
    if trace is None or missing is None:
        return None
    session = _begun(Start.from_trace(trace), target, adapter)
    if session is None:
        return None
    for number in range(len(trace.steps)):
        _look(session, examples)
        own = session.judge.grounds(session.observation, [missing])
        if number == len(trace.steps) - 1 and own:
            examples.missing[own[0]] = None
            return own[0]
        session.attempt(trace.steps[number].action)
    return None


def _of_game(number: int, target: Target, examples: Examples, adapter: Adapter) -> None:
    """Look at the offers of a random game; the kinds of cards that the engine takes come in turns."""
    by_effects = target.game.decks.values() if "card-effects" in target.greeting.capabilities else ()
    setups = [target.game.setup, *by_effects]
    setup = setups[number % len(setups)](number, target.values)
    if target.unknown_words(setup.cards):
        return
    setup = msgspec.structs.replace(setup, edition=target.edition)
    session, chance = _begun(Start(setup=setup, edition=target.edition), target, adapter), Random(number)
    if session is None:
        return
    for _ in range(STEPS):
        offered = _look(session, examples)
        if not offered or session.judge.given_up:
            return
        session.take(chance.choice(offered))


def _begun(start: Start, target: Target, adapter: Adapter) -> Session | None:
    """The game from this start; None where the engine refuses it."""
    try:
        return Session(adapter, start, target.judge)
    except Refused:
        return None


def _look(session: Session, examples: Examples) -> list[Action]:
    """Note what is offered and what is missing where a game stands; what is offered."""
    offered = session.offered()
    missing = [
        offer.action
        for detection in session.look(Oracle.LEGAL, offered)
        if detection.finding.is_missing_unexplained and detection.finding.offers
        for offer in detection.finding.offers.missing
    ]
    examples.offered |= dict.fromkeys(session.judge.grounds(session.observation, offered))
    examples.missing |= dict.fromkeys(session.judge.grounds(session.observation, missing))
    return offered
