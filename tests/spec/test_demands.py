"""The demands of the clauses of both games' documents: all files load, and name checks that exist."""

from __future__ import annotations

import pytest

from rulehound.checker.evidence.asked import asked_by
from rulehound.checker.suite.catalogue import declared_checks, possible_vectors
from rulehound.spec.documents.demands import unasked_checks, unknown_checks
from rulehound.spec.documents.spec_records import DEMANDING
from rulehound.spec.documents.store import Store, load_store
from rulehound.spec.game import Game, find_game

GAMES = tuple(find_game(name) for name in ("dcg", "dmb"))

pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def store_of(game: Game) -> Store:
    return load_store(game.directory, tuple(game.rulesets))


def cited_clauses(store: Store) -> set[tuple[str, str, str]]:
    """Document, version and key of each clause that a rule cites."""
    return {
        (source.document, version, key)
        for rule in store.rules.values()
        for source in rule.sources
        for version in source.clause
        for key in source.clauses(version)
    }


def test_every_demand_stands_at_a_clause_and_names_checks_that_exist(game: Game) -> None:
    store = store_of(game)
    checks = {check.id for check in declared_checks(game, store)}
    checks |= {check.id for check in possible_vectors(game.vectors)} if game.vectors else set()
    unknown = list(unknown_checks(store.demands, checks))
    assert not unknown, "\n".join(unknown)


def test_a_demand_names_no_check_that_its_edition_does_not_ask(game: Game) -> None:
    store = store_of(game)
    asked = asked_by(store, declared_checks(game, store))
    unasked = list(unasked_checks(store.demands, store.rulesets, asked))
    assert not unasked, "\n".join(unasked)


def test_every_clause_that_a_rule_cites_was_read_for_its_demands(game: Game) -> None:
    store = store_of(game)
    excused = {
        (entry.document, version, key)
        for entry in store.not_checked
        for version in entry.clause
        for key in entry.clauses(version)
    }
    unread = {
        (document, version, key)
        for document, version, key in cited_clauses(store)
        if key not in store.demands.get((document, version), {})
    }
    assert unread - excused == set()


def test_a_clause_with_demands_demands_something(game: Game) -> None:
    """What no rule cites, as a heading or an example, demands nothing, unless its kind may."""
    store = store_of(game)
    cited = cited_clauses(store)
    assert [
        (*edition, key)
        for edition, of_edition in store.demands.items()
        for key in of_edition
        if store.clauses[edition][key].kind not in DEMANDING and (*edition, key) not in cited
    ] == []
