"""What a scenario builds on: the words in which its cards and its position are written, each with its rule.

A scenario stands for a few rules and takes others for granted, as the attack whose end an effect waits for.
Where one of those is broken, the scenario fails as well, though what it stands for is in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulehound.checker.judging.traces import ACTION
from rulehound.checker.suite.scenarios.scenario_run import ScenarioRun

CARDS = "cards"
"""The part of what a scenario is given that describes cards, which need not all be used."""


DECISION = "decision"
"""The part of an observation that names what is being decided."""


def words_built_on(run: ScenarioRun) -> dict[str, str]:
    """The words that a scenario uses and the actions that it takes, sorted, each with its rule.

    Where a rule is that of a key, each value of the key is a word of its own: one may be broken alone. An
    action is one alone, and one at its decision: `action=resolve@would`.
    """
    given = {key: part for key, part in run.scenario.given.items() if key != CARDS}
    words = {word for value in (given, *(card.facts for card in run.cards.cards)) for word in _words(value)}
    steps = (wish for step in run.scenario.steps for wish in (step.do, step.attempt) if wish is not None)
    words |= {f"{ACTION}={wish.get(ACTION)}" for wish in steps}
    words |= {f"{ACTION}={step.action.get(ACTION)}@{step.before.get(DECISION)}" for step in run.taken}
    rules = run.words.builds_on
    named = {word: rules.get(word) or rules.get(word.partition("=")[0]) for word in sorted(words)}
    with_value = {word.partition("=")[0] for word in words if "=" in word}
    return {word: rule for word, rule in named.items() if rule is not None and word not in with_value}


def _words(value: Any, keys: tuple[str, ...] = ()) -> Iterator[str]:
    """Every key within a value, alone and after the key around it, and each of these with `=` and the text or
    truth value that stands there."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _words(inner, (*keys[-1:], key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner, keys)
    elif value is False:
        return
    for name in (".".join(keys), keys[-1] if keys else ""):
        yield name
        if isinstance(value, str):
            yield f"{name}={value}"
