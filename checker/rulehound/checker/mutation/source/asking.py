"""What an engine with a fault is asked: scenarios and vectors, what it says of itself, and a few short games.

Each question stands for some rules. Quick ones are asked before slow ones, and of them first those that stand
for the rules of the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from rulehound.checker.judging.traces import Target
from rulehound.checker.records import CheckRecord
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.catalogue import checks_of_model, scenario_check
from rulehound.checker.suite.costs import price_checks
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS
from rulehound.checker.suite.play import Scope, play
from rulehound.checker.suite.play.ground import PLAIN
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import Vocabulary, load_vocabulary
from rulehound.checker.suite.trials import trials
from rulehound.checker.suite.trials.shuffling import shuffling
from rulehound.checker.suite.vectors import grouped, vector_check, vector_scenarios
from rulehound.spec.formats import Adapter, Scenario

Opened: TypeAlias = Callable[[], Adapter]

QUICK, SLOW = 4.0, 30.0
"""Seconds of processor time that the answer to a question may take. A scenario takes some milliseconds, and a
few games a second or two."""

SHORT = Scope(games=2, steps=150, examples=0, findings=30, runs=0, searched=0)
"""Of one kind of cards; no trace is made shorter, for what fails is all that is asked."""


@dataclass(frozen=True)
class Question:
    """Something to ask of an engine: its name, the rules that the answer may speak of, and how long it may
    take."""

    name: str
    rules: frozenset[str]
    ask: Callable[[Opened], Iterable[CheckRecord]]
    seconds: float = QUICK
    again: bool = False
    """It was asked under another edition already: it is asked where it stands for the rules of a fault."""


def in_order(questions: Sequence[Question], rules: Iterable[str]) -> list[Question]:
    """The quick ones first, and of them those that stand for one of these rules."""
    wanted = frozenset(rules)
    chosen = [question for question in questions if not question.again or wanted & question.rules]
    return sorted(chosen, key=lambda question: (question.seconds, not wanted & question.rules))


def questions(book: Rulebook, engine: str) -> list[Question]:
    """Everything that is asked of engines: first under the edition at hand, then what holds in others.

    Raises UserError where the words of the scenarios are missing, and MissingValue for a fact.
    """
    game = book.game
    hunts = {
        edition: Target(game, edition, {**book.values, **game.rulesets[edition]}, engine)
        for edition in dict.fromkeys((book.edition, *game.rulesets))
    }
    here = hunts[book.edition]
    vectors = vector_scenarios(game, book.values)[0]
    asked: list[Question] = []
    if book.store.scenarios or vectors:
        words = load_vocabulary(book.store.root / SCENARIO_WORDS)
        for number, target in enumerate(hunts.values()):
            asked += _scenarios(target, book.store.scenarios, words, list(hunts)[:number])
        asked += _vectors(here, vectors, words)
        priced = [rule for rules in game.prices.rules.values() for rule in rules] if game.prices else []
        ask_costs = partial(price_checks, here, words=words)
        asked.append(Question("costs", frozenset(priced), ask_costs))
    asked.append(Question("shuffling", frozenset([game.shuffled]), partial(shuffling, here)))
    asked += _games(here)
    asked.append(Question("the engine against itself", frozenset(), partial(trials, here), SLOW))
    return asked


def _scenarios(
    target: Target, scenarios: Sequence[Scenario], words: Vocabulary, before: Sequence[str]
) -> Iterator[Question]:
    """The scenarios that hold under an edition; those that do so under one `before` are asked again."""
    for scenario in scenarios:
        if not scenario.not_executable and (not scenario.editions or target.edition in scenario.editions):
            again = any(not scenario.editions or edition in scenario.editions for edition in before)
            ask = partial(run_scenarios, target, scenarios=(scenario,), words=words)
            yield Question(scenario_check(scenario), frozenset(scenario.rules), ask, again=again)


def _vectors(target: Target, vectors: Sequence[Scenario], words: Vocabulary) -> Iterator[Question]:
    by_check: dict[str, list[Scenario]] = {}
    for vector in vectors:
        by_check.setdefault(vector_check(vector.id), []).append(vector)
    for check, own in by_check.items():
        rules = frozenset(rule for vector in own for rule in vector.rules)
        yield Question(check, rules, partial(_run_vectors, target, own, words))


def _games(target: Target) -> Iterator[Question]:
    """A few games of every kind of cards."""
    rules = frozenset(rule for check in checks_of_model(target.game.model()) for rule in check.rules)
    for cards in (PLAIN, *target.game.decks):
        scope = replace(SHORT, cards=cards)
        yield Question(f"games of {cards} cards", rules, partial(_played, target, scope), SLOW)


def _run_vectors(
    target: Target, vectors: Sequence[Scenario], words: Vocabulary, opened: Opened
) -> list[CheckRecord]:
    return grouped(run_scenarios(target, opened, vectors, words))


def _played(target: Target, scope: Scope, opened: Opened) -> list[CheckRecord]:
    return play(target, opened, seed=0, scope=scope).records
