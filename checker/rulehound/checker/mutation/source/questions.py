"""The questions put to an engine with a fault: scenarios, vectors, costs, and a few short games.

Each question stands for some rules. Quick questions come before slow ones, and among the quick ones those for
the rules of the fault come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import msgspec

from rulehound.checker.efforts import PLAIN, Scope
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.records import CheckRecord
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.catalogue import checks_of_model, scenario_check
from rulehound.checker.suite.costs import price_checks
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS
from rulehound.checker.suite.play import play
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import Vocabulary, load_vocabulary
from rulehound.checker.suite.trials import trials
from rulehound.checker.suite.trials.of_game import GameTrial, trials_of_game
from rulehound.checker.suite.vectors import grouped, vector_check, vector_scenarios
from rulehound.spec.formats import Adapter, Scenario
from rulehound.spec.game import Game

Opened: TypeAlias = Callable[[], Adapter]
TargetOf: TypeAlias = Callable[[Opened], Target]
"""Makes the target from what opens the engine."""

QUICK, SLOW = 12.0, 40.0
"""Seconds of processor time that the answer to a question may take. A scenario takes some milliseconds, one
whose loop ends late some seconds from both sides, and a few games a second or two."""

SHORT = Scope(games=2, steps=150, examples=0, findings=30, runs=0, search_steps=0)
"""The games of one question, with one kind of cards. Traces are not shortened, as only failures count."""


@dataclass(frozen=True)
class Question:
    """Checks to run on an engine: their name, the rules that they may judge, and how long they may take."""

    name: str
    rules: frozenset[str]
    ask: Callable[[Opened], Iterable[CheckRecord]]
    seconds: float = QUICK
    again: bool = False
    """It comes again under another edition, and is put only where it stands for the rules of a fault."""
    ask_alone: Callable[[Opened], Iterable[CheckRecord]] | None = None
    """The same for the engine, without what the checker does by itself; None where that is no less."""

    @property
    def shortest(self) -> Callable[[Opened], Iterable[CheckRecord]]:
        """What has the engine do the same in the least time: enough to see which of its lines it runs."""
        return self.ask_alone or self.ask


def in_order(questions: Sequence[Question], rules: Iterable[str]) -> list[Question]:
    """The questions in order: quick ones first, and of equally quick ones those for one of these rules."""
    rules_of_fault = frozenset(rules)
    relevant = [question for question in questions if not question.again or rules_of_fault & question.rules]
    return sorted(relevant, key=lambda question: (question.seconds, not rules_of_fault & question.rules))


def questions(book: Rulebook, engine: str) -> list[Question]:
    """All questions: those under the edition at hand, then the scenarios that hold under others.

    Raises UserError where the vocabulary of the scenarios is missing, and MissingValue for a missing fact.
    """
    game = book.game
    by_edition = {
        edition: partial(
            target_of, BoundModel(game, edition, {**book.values, **game.rulesets[edition]}), engine
        )
        for edition in dict.fromkeys((book.edition, *game.rulesets))
    }
    here = by_edition[book.edition]
    vectors = vector_scenarios(game, book.values)[0]
    all_questions: list[Question] = []
    if book.store.scenarios or vectors:
        words = load_vocabulary(book.store.root / SCENARIO_WORDS)
        for number, (edition, target) in enumerate(by_edition.items()):
            all_questions += _scenarios(
                target, edition, book.store.scenarios, words, list(by_edition)[:number]
            )
        all_questions += _vectors(here, vectors, words)
        priced = [rule for rules in game.prices.rules.values() for rule in rules] if game.prices else []
        all_questions.append(
            Question("costs", frozenset(priced), _of(here, partial(price_checks, words=words)))
        )
    all_questions += _trials(by_edition, game)
    all_questions += _games(here, game)
    all_questions.append(Question("the engine against itself", frozenset(), _of(here, trials), SLOW))
    return all_questions


def _of(
    target: TargetOf, checks: Callable[[Target], Iterable[CheckRecord]]
) -> Callable[[Opened], Iterable[CheckRecord]]:
    """The records of these checks, from what opens an engine."""
    return lambda opened: checks(target(opened))


def _scenarios(
    target: TargetOf,
    edition: str,
    scenarios: Sequence[Scenario],
    words: Vocabulary,
    before: Sequence[str],
) -> Iterator[Question]:
    """The scenarios that hold under an edition; `again` for those that hold under one `before`, too."""
    for scenario in scenarios:
        if not scenario.not_executable and (not scenario.editions or edition in scenario.editions):
            again = any(not scenario.editions or edition in scenario.editions for edition in before)
            unjudged = msgspec.structs.replace(scenario, not_modelled="nothing is judged")
            ask, ask_alone = (
                _of(target, partial(run_scenarios, scenarios=(one,), words=words, both_sides=True))
                for one in (scenario, unjudged)
            )
            rules = frozenset(scenario.rules)
            yield Question(scenario_check(scenario), rules, ask, again=again, ask_alone=ask_alone)


def _trials(by_edition: Mapping[str, TargetOf], game: Game) -> Iterator[Question]:
    """The trials of the game, each by the first edition that has what it tries."""
    for trial in trials_of_game(game):
        having = [one for one in by_edition if trial.takes_place(game.rulesets.get(one, {}))]
        seconds = SLOW if trial.kind == "sight" else QUICK
        for edition in having[:1]:
            ask = _of(by_edition[edition], partial(_tried, trial))
            yield Question(trial.title, frozenset([trial.rule]), ask, seconds)


def _vectors(target: TargetOf, vectors: Sequence[Scenario], words: Vocabulary) -> Iterator[Question]:
    by_check: dict[str, list[Scenario]] = {}
    for vector in vectors:
        by_check.setdefault(vector_check(vector.id), []).append(vector)
    for check, own in by_check.items():
        rules = frozenset(rule for vector in own for rule in vector.rules)
        yield Question(check, rules, _of(target, partial(_run_vectors, own, words)))


def _games(target: TargetOf, game: Game) -> Iterator[Question]:
    """A few games with each kind of cards."""
    rules = frozenset(rule for check in checks_of_model(game.model()) for rule in check.rules)
    for cards in (PLAIN, *game.decks):
        scope = replace(SHORT, cards=cards)
        yield Question(f"games of {cards} cards", rules, _of(target, partial(_played, scope)), SLOW)


def _run_vectors(vectors: Sequence[Scenario], words: Vocabulary, target: Target) -> list[CheckRecord]:
    return grouped(run_scenarios(target, vectors, words))


def _tried(trial: GameTrial, target: Target) -> list[CheckRecord]:
    return trial.run(target, 0)


def _played(scope: Scope, target: Target) -> list[CheckRecord]:
    return play(target, seed=0, scope=scope).records
