"""Whether an effect that shuffles leaves the order of the cards to chance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord
from rulehound.checker.suite.trials.later_shuffle import LaterShuffle, judge_later_shuffle
from rulehound.spec.formats import Action

RESHUFFLES = "setup:reshuffles"


def reshuffling(target: Target) -> list[CheckRecord]:
    """Have an effect shuffle a deck in games that differ in their seeds alone.

    Nothing where the game knows no such effect. Raises EngineStartError.
    """
    shuffled = target.game.shuffled
    effect = shuffled.by_effect if shuffled is not None else None
    if shuffled is None or effect is None:
        return []
    later = LaterShuffle(
        check=RESHUFFLES,
        rule=effect.rule,
        needs=effect.needs,
        setup=effect.setup,
        actions=[partial(_is, wanted) for wanted in effect.actions],
        player=effect.player,
        places=[effect.place],
        scope="shuffles of the same pile",
        doing="play the card that shuffles",
        done="shuffled",
    )
    return [judge_later_shuffle(target, shuffled, later)]


def _is(wanted: Mapping[str, object], offer: Action) -> bool:
    """Whether an offer is the action of which a part is given."""
    return wanted.items() <= offer.items()
