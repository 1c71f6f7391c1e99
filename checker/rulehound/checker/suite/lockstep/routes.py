"""Where walks begin: games whose decks lie in a known order, and scenarios as the other engine goes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import msgspec

from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.suite.capabilities import cannot
from rulehound.checker.suite.lockstep.walking import Route
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.given import BadScenario, Cards, UnknownFact, Vocabulary
from rulehound.checker.suite.scenarios.running import begin
from rulehound.checker.suite.scenarios.scenario_run import CannotTell, ExpectationFailed, ScenarioRun
from rulehound.checker.suite.scenarios.steps import take_step
from rulehound.spec.formats import Adapter, Deck, Refused, Scenario, Setup
from rulehound.spec.game import SideBySide

GAMES = ("new-game", "deck-order", "card-facts")
"""Needed of both engines for games whose decks lie in a known order."""

PROLONGED = " with more cards"
"""How the name of a route ends whose start has more cards in all piles."""


def games(target: Target, number: int, seed: int) -> Iterator[Route]:
    """So many games of each kind of cards that the engine takes. Raises KeyError for a missing fact."""
    if cannot(target.greeting, [*GAMES, *target.game.cards_need]):
        return
    kinds = {"plain": target.game.setup}
    if "card-effects" in target.greeting.capabilities:
        kinds |= target.game.decks
    for kind, make in kinds.items():
        for game in range(number):
            setup = make(seed * 1000 + game, target.values)
            if not target.unknown_words(setup.cards):
                start = _ordered(setup, Random(f"{seed}/{kind}/{game}"), target.edition)
                yield Route(f"{kind} game {game + 1}", Start(setup=start, edition=target.edition))


def _ordered(setup: Setup, chance: Random, edition: str) -> Setup:
    """The game with its decks in a known order, and a player who goes first."""
    decks = [
        Deck({part: chance.sample(cards, len(cards)) for part, cards in deck.piles.items()})
        for deck in setup.decks
    ]
    first = chance.randrange(len(decks))
    return msgspec.structs.replace(setup, decks=decks, ordered=True, first=first, edition=edition)


def prolonged(route: Route, by: SideBySide) -> Route:
    """The start of a route with more cards in all piles, so that its game goes on; steps by chance alone."""
    start = route.start
    position = by.prolonged(dict(start.position or {}), start.cards)
    return Route(f"{route.name}{PROLONGED}", replace(start, position=position), (), route.rules)


def of_scenarios(
    target: Target, other: Target, adapter: Adapter, scenarios: Sequence[Scenario], words: Vocabulary
) -> Iterator[Route]:
    """The scenarios that both engines can be asked, with the actions by which the other engine goes them.

    `adapter` is the other engine, open. Raises EngineError.
    """
    able = set(target.greeting.capabilities) & set(other.greeting.capabilities)
    for scenario in scenarios:
        holds = target.edition in (scenario.editions or target.game.rulesets)
        follows = not set(scenario.rules) & {*target.unsupported, *other.unsupported}
        if not holds or not follows or scenario.not_executable or not set(scenario.needs) <= able:
            continue
        if "position" in scenario.given and "position" in able:
            route = _as_gone(target, other, adapter, scenario, words)
            if route is not None:
                yield route


def _as_gone(
    target: Target, other: Target, adapter: Adapter, scenario: Scenario, words: Vocabulary
) -> Route | None:
    """One scenario with the actions that the other engine took; None where one of them cannot be asked."""
    try:
        cards = arrange(scenario, target, words, target.greeting).cards
    except (BadScenario, UnknownFact):
        return None
    if cards.unresolved or cards.stand_ins or target.unknown_words(cards.cards):
        return None
    run = ScenarioRun(other, scenario, words, adapter, Cards(words, {}))
    try:
        begin(run)
        for step in scenario.steps:
            take_step(run, step)
    except (CannotTell, UnknownFact, BadScenario, Refused):
        return None
    except ExpectationFailed:
        pass
    if target.impossible(run.start.cards, run.start.position or {}):
        return None
    by = target.game.side_by_side
    assert by is not None
    position = by.spelt_out(dict(run.start.position or {}), run.start.cards)
    actions = [step.action for step in run.taken if not step.refused]
    return Route(scenario.name, replace(run.start, position=position), actions, scenario.rules)
