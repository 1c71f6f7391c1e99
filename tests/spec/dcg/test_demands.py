"""The demands of the clauses of the DCG's documents: all files load, and name checks that exist."""

from __future__ import annotations

from rulehound.checker.evidence.asked import asked_by
from rulehound.checker.suite.catalogue import declared_checks, possible_vectors
from rulehound.spec.documents.demands import unasked_checks, unknown_checks
from rulehound.spec.documents.spec_records import DEMANDING
from rulehound.spec.documents.store import load_store
from rulehound.spec.game import find_game

GAME = find_game("dcg")


def test_every_demand_stands_at_a_clause_and_names_checks_that_exist() -> None:
    store = load_store(GAME.directory, tuple(GAME.rulesets))
    checks = {check.id for check in declared_checks(GAME, store)}
    checks |= {check.id for check in possible_vectors(GAME.vectors)} if GAME.vectors else set()
    unknown = list(unknown_checks(store.demands, checks))
    assert not unknown, "\n".join(unknown)


def test_a_demand_names_no_check_that_its_edition_does_not_ask() -> None:
    store = load_store(GAME.directory, tuple(GAME.rulesets))
    asked = asked_by(store, declared_checks(GAME, store))
    unasked = list(unasked_checks(store.demands, store.rulesets, asked))
    assert not unasked, "\n".join(unasked)


def test_every_clause_that_a_rule_cites_was_read_for_its_demands() -> None:
    store = load_store(GAME.directory, tuple(GAME.rulesets))
    excused = {
        (entry.document, version, key)
        for entry in store.not_checked
        for version in entry.clause
        for key in entry.clauses(version)
    }
    unread = {
        (source.document, version, key)
        for rule in store.rules.values()
        for source in rule.sources
        for version in source.clause
        for key in source.clauses(version)
        if key not in store.demands.get((source.document, version), {})
    }
    assert unread - excused == set()


def test_a_clause_with_demands_demands_something() -> None:
    """What no rule cites, as a heading or an example, demands nothing, unless its kind may."""
    store = load_store(GAME.directory, tuple(GAME.rulesets))
    cited = {
        (source.document, version, key)
        for rule in store.rules.values()
        for source in rule.sources
        for version in source.clause
        for key in source.clauses(version)
    }
    assert [
        (*edition, key)
        for edition, of_edition in store.demands.items()
        for key in of_edition
        if store.clauses[edition][key].kind not in DEMANDING and (*edition, key) not in cited
    ] == []
