"""Switches: the model asks only for readings that some edition has, and every edition sets every switch."""

from __future__ import annotations

from rulehound.spec.dcg import game
from rulehound.spec.documents.differences import load_differences
from rulehound.spec.documents.store import load_store
from rulehound.spec.language.nodes import walk


def readings() -> dict[str, set[str]]:
    """Every switch to the readings that some edition sets it to, as the model writes them."""
    found: dict[str, set[str]] = {}
    for ruleset in game.rulesets.values():
        for name, value in ruleset.items():
            found.setdefault(name, set()).add(str(value).lower() if isinstance(value, bool) else str(value))
    return found


def of_engines() -> set[str]:
    """The switches that engines alone follow, as the model does not know what card effects say."""
    store = load_store(game.directory, tuple(game.rulesets))
    found = load_differences(game.directory, game.rulesets, store.clauses)
    return {difference.switch for difference in found.differences if difference.scenarios}


def test_the_model_asks_only_for_readings_that_an_edition_has() -> None:
    model = game.model()
    roots = [node for action in model.actions.values() for node in action.nodes]
    roots += [invariant.condition for invariant in model.invariants.values()]
    asked = {(node.args[0], node.args[1]) for node in walk(roots) if node.op == "switch"}
    assert {name for name, _ in asked} == set(readings()) - of_engines()
    for name, reading in asked:
        assert reading in readings()[name], f"no edition sets {name} to {reading}"


def test_every_edition_sets_every_switch() -> None:
    assert {frozenset(ruleset) for ruleset in game.rulesets.values()} == {frozenset(readings())}
