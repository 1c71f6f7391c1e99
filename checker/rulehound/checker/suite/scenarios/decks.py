"""Decks that a scenario gives an engine: judged by themselves, and in a new game for whoever brings them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.checker.suite.scenarios.arranging import STARTS
from rulehound.checker.suite.scenarios.scenario_run import ExpectationFailed, ScenarioRun
from rulehound.spec.formats import Deck, Expectation, Refused, Setup

FOR_ALL_OR_NONE = "a new game with the deck is refused whoever brings it, or it is not"


def illegal_for_all_alike(run: ScenarioRun, deck: Deck, expect: Expectation) -> None:
    """See that an engine which refuses to start a game with an illegal deck does so for each player's deck.

    Raises ExpectationFailed and EngineError.
    """
    if STARTS["new_game"] not in run.target.greeting.capabilities:
        return
    refused = [_refuses(run, setup) for setup in _games_with(run, deck)]
    if len(set(refused)) > 1:
        players = zip(run.words.sides, refused, strict=False)
        observed = ", ".join(f"{side}: {'refused' if is_so else 'a game begins'}" for side, is_so in players)
        rules = [expect.illegal] if expect.illegal else run.suspects()
        raise ExpectationFailed(rules, FOR_ALL_OR_NONE, observed)


def _games_with(run: ScenarioRun, deck: Deck) -> Iterator[Setup]:
    """The game's own new game, in which one player after the other has the deck instead."""
    try:
        own = run.target.game.setup(0, run.target.values)
    except KeyError:  # a number that no document states
        return
    for player in range(len(own.decks)):
        decks = [deck if place == player else other for place, other in enumerate(own.decks)]
        cards = [*own.cards, *run.cards.cards]
        yield msgspec.structs.replace(own, cards=cards, decks=decks, edition=run.target.edition)


def _refuses(run: ScenarioRun, setup: Setup) -> bool:
    try:
        run.adapter.new_game(setup)
    except Refused:
        return True
    return False
