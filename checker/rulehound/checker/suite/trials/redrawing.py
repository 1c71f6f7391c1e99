"""Whether a player who exchanges the opening hand gets a new one by chance."""

from __future__ import annotations

import msgspec

from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord
from rulehound.checker.suite.trials.later_shuffle import LaterShuffle, judge_later_shuffle
from rulehound.spec.formats import Action, Ruleset, Setup

REDRAWS = "setup:redraws"

FIRST = 0
"""The player who goes first, and exchanges the hand."""


def redrawing(target: Target) -> list[CheckRecord]:
    """Have the first player exchange the opening hand in games that differ in their seeds alone.

    Nothing where the game knows no exchange, or none by these switches. Raises EngineStartError.
    """
    game = target.game
    exchange = game.shuffled.exchange if game.shuffled is not None else None
    if game.shuffled is None or exchange is None or not exchange.takes_place(target.values):
        return []

    def setup(values: Ruleset) -> Setup:
        return msgspec.structs.replace(game.setup(0, values), ordered=True, first=FIRST)

    def is_exchange(offer: Action) -> bool:
        return game.reader.identity(offer) == exchange.action

    later = LaterShuffle(
        check=REDRAWS,
        rule=exchange.rule,
        needs=(),
        setup=setup,
        actions=[is_exchange],
        player=FIRST,
        places=exchange.places,
        scope="exchanges of the same hand",
        doing="exchange the opening hand",
        done="exchanged",
    )
    return [judge_later_shuffle(target, game.shuffled, later)]
