"""The checks of a game before any of them is run, with the rules and facts that each stands for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from rulehound.checker.judging.judgements.stacks import STACKING
from rulehound.checker.model.content_hashes import source_content
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.trials.of_game import trials_of_game
from rulehound.checker.suite.vectors import vector_check
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.documents.store import Store
from rulehound.spec.formats import Scenario
from rulehound.spec.game import Game, Vectors
from rulehound.spec.language import By, Model, TracedAction
from rulehound.spec.language.fingerprints import combined, fingerprint


def declared_checks(game: Game, store: Store, vectors: Sequence[Scenario] = ()) -> list[CheckDeclaration]:
    """Every check of a game, each id once, in order.

    Checks of the model follow from the rules that its actions and invariants cite; scenarios come from their
    files. `vectors` are boundary inputs that a solver has found under the facts; those of one guard are one
    check.
    """
    words = game.vectors if vectors else None
    contents = {check.id: check.content for check in possible_vectors(words)} if words else {}
    facts = frozenset(store.facts())
    declared = [
        *checks_of_model(game.model()),
        *_of_graph(game),
        *_of_trials(game),
        *(
            CheckDeclaration(f"observation:{rule}", (rule,), kind="observation", content=_code(said))
            for said_of in (game.reader.conventions.problems, game.reader.conventions.obligations)
            for rule, said in said_of.items()
        ),
        *_of_stacks(game),
        *_of_prices(game),
        *(_of_scenario(store, facts, scenario) for scenario in store.scenarios),
        *(
            CheckDeclaration(check, tuple(v.rules), kind="vector", content=contents.get(check, ""))
            for v in vectors
            for check in (vector_check(v.id),)
        ),
    ]
    return list({check.id: check for check in declared}.values())


def _of_graph(game: Game) -> Iterator[CheckDeclaration]:
    # networkx comes with it, which commands without a graph need not wait for
    from rulehound.checker.model.graph.properties import check_graph

    model = game.model()
    asked = combined([_code(check_graph), model.round_field, fingerprint(model.over)])
    for name, rules in game.graph_rules.items():
        yield CheckDeclaration(f"graph:{name}", tuple(rules), kind="graph", content=asked)


def _of_trials(game: Game) -> Iterator[CheckDeclaration]:
    for trial in trials_of_game(game):
        content = combined([_code(part) for part in trial.written_in])
        yield CheckDeclaration(trial.check, (trial.rule,), kind=trial.kind, content=content)


def _of_stacks(game: Game) -> Iterator[CheckDeclaration]:
    if game.stacks:
        content = _code(game.stacks.ways)
        yield CheckDeclaration(STACKING, (game.stacks.rule,), kind="stacking", content=content)


def _of_prices(game: Game) -> Iterator[CheckDeclaration]:
    if game.prices:
        content = _code(game.prices.positions)
        for name, rules in game.prices.rules.items():
            yield CheckDeclaration(f"cost:{name}", tuple(rules), kind="cost", content=content)


def _code(function: Callable[..., Any]) -> str:
    """A hash of the file in which the question of a check is written."""
    return source_content(Path(inspect.getfile(function)))


def scenario_check(scenario: Scenario) -> str:
    """The id of the check of a scenario or vector."""
    return scenario.name if ":" in scenario.id else f"scenario:{scenario.name}"


def checks_of_model(model: Model) -> tuple[CheckDeclaration, ...]:
    """The checks that a model declares: its invariants, `sometimes` properties, guards and effects.

    Guards are those of players' actions alone, since only players can try an action. Of an action of the
    rules an engine shows the outcome, and effects of cards are asked for only where they may resolve. The
    result is kept for each model.
    """
    if model not in _OF_MODELS:
        _OF_MODELS[model] = tuple(_declared_by(model))
    return _OF_MODELS[model]


_OF_MODELS: WeakKeyDictionary[Model, tuple[CheckDeclaration, ...]] = WeakKeyDictionary()


def _declared_by(model: Model) -> Iterator[CheckDeclaration]:
    for invariant in model.invariants.values():
        facts = tuple(sorted(model.facts([invariant.condition])))
        content = fingerprint(invariant.condition)
        yield CheckDeclaration(
            f"invariant:{invariant.name}", invariant.rules, facts, "invariant", content=content
        )
    for wanted in model.sometimes_properties.values():
        facts = tuple(sorted(model.facts([wanted.condition])))
        content = fingerprint(wanted.condition)
        yield CheckDeclaration(f"sometimes:{wanted.name}", wanted.rules, facts, "sometimes", content=content)
    for action in model.actions.values():
        if action.by is By.PLAYER:
            yield from _guards("guard", model, action)
    effects = [effect for action in model.actions.values() for effect in action.effects]
    for rule in dict.fromkeys(rule for effect in effects for rule in effect.rules):
        written = [write for effect in effects for write in effect.writes if rule in write.rules]
        facts = tuple(sorted(model.facts([write.after for write in written])))
        parts = (node for write in written for node in (write.condition, write.before, write.after))
        yield CheckDeclaration(f"effect:{rule}", (rule,), facts, "effect", content=fingerprint(*parts))


def not_run(
    declared: Iterable[CheckDeclaration], edition: str, verdict: Verdict, explanation: str, engine: str = ""
) -> list[CheckRecord]:
    """A record for each check that could not be run at all."""
    return [
        CheckRecord(
            check=check.id,
            rules=list(check.rules),
            verdict=verdict,
            scope="not run",
            shown="nothing",
            edition=edition,
            engine=engine,
            explanation=explanation,
        )
        for check in declared
    ]


def possible_vectors(words: Vectors) -> Iterator[CheckDeclaration]:
    """Every check that boundary inputs may belong to, whatever a solver finds.

    There is one for each guard, and one for the sequences of each action that has them.
    """
    first = next(iter(words.models()))
    for model in words.models():
        for action in model.actions.values():
            yield from _guards("vector", model, action)
    for chained in words.chains:
        conditions = [g.condition for g in first.actions[chained.action].guards if g.name == chained.guard]
        check, content = f"vector:{chained.action}:sequence", fingerprint(*conditions)
        yield CheckDeclaration(check, tuple(chained.rules), kind="vector", content=content)


def _guards(kind: str, model: Model, action: TracedAction) -> Iterator[CheckDeclaration]:
    """The checks of one kind for the guards of an action; two guards of one name and rule are one check."""
    for name, rule in dict.fromkeys((guard.name, guard.rule) for guard in action.guards):
        conditions = [guard.condition for guard in action.guards if (guard.name, guard.rule) == (name, rule)]
        yield CheckDeclaration(
            f"{kind}:{action.name}:{name}",
            (rule,),
            tuple(sorted(model.facts(conditions))),
            kind,
            content=fingerprint(*conditions),
        )


def _of_scenario(store: Store, facts: frozenset[str], scenario: Scenario) -> CheckDeclaration:
    check = scenario_check(scenario)
    origin = store.origins.get(f"scenario:{scenario.id}")
    return CheckDeclaration(
        check,
        tuple(scenario.rules),
        facts=tuple(sorted(_named(msgspec.to_builtins(scenario)) & facts)),
        kind=check.partition(":")[0],
        origin=f"{origin.file}:{origin.line}" if origin else "",
        content=combined([msgspec.json.encode(_question(scenario), order="deterministic").decode()]),
    )


def _question(scenario: Scenario) -> Scenario:
    """A scenario without the rules of its expectations: they change nothing of what is asked."""
    replaced = msgspec.structs.replace
    steps = [
        # a step that expects nothing by a rule stays the same object: only then is its default left out
        replaced(step, expect=replaced(step.expect, rule="", rules={}))
        if step.expect.rule or step.expect.rules
        else step
        for step in scenario.steps
    ]
    return replaced(scenario, steps=steps)


def _named(value: Any) -> set[str]:
    """The words of every sum of facts ("=memory.max + 1") within a scenario."""
    if isinstance(value, str):
        return set(value[1:].split()) if value.startswith("=") else set()
    if isinstance(value, dict):
        return {word for inner in value.values() for word in _named(inner)}
    return {word for inner in value for word in _named(inner)} if isinstance(value, list | tuple) else set()
