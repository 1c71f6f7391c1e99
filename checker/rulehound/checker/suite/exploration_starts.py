"""The starts of an engine's exploration: a new game, and positions of scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.given import BadScenario, UnknownFact, Vocabulary
from rulehound.spec.formats import Scenario


def exploration_starts(
    target: Target,
    scenarios: Sequence[Scenario],
    words: Vocabulary | None,
    most: int,
    seed: int,
) -> Iterator[Start]:
    """A new game, then positions of scenarios whose cards the model knows wholly, chosen by the seed."""
    if {"new-game", *target.game.cards_need} <= set(target.greeting.capabilities):
        setup = msgspec.structs.replace(target.game.setup(seed, target.values), edition=target.edition)
        yield Start(setup=setup, edition=target.edition)
    if "position" not in target.greeting.capabilities:
        return
    able = list(_positions(target, scenarios, words)) if words is not None else []
    every = max(1, len(able) // max(1, most - 1))
    yield from able[seed % every :: every][: most - 1]


def _positions(target: Target, scenarios: Sequence[Scenario], words: Vocabulary) -> Iterator[Start]:
    """The positions from which all further play can be judged."""
    able = set(target.greeting.capabilities)
    for scenario in scenarios:
        holds = target.edition in (scenario.editions or target.game.rulesets)
        if "position" in scenario.given and holds and set(scenario.needs) <= able:
            try:
                arranged = arrange(scenario, target, words, target.greeting)
            except (BadScenario, UnknownFact):
                continue
            start = arranged.start
            known_whole = target.game.reader.models_whole(start.cards, start.position or {})
            doubts = arranged.cards.unresolved or target.unknown_words(start.cards)
            if known_whole and not doubts and not target.impossible(start.cards, start.position or {}):
                yield start
