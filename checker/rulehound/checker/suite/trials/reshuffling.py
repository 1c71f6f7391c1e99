"""Whether an effect that shuffles leaves the order of the cards to chance.

The decks lie in a known order, so that chance decides nothing before the effect: the same cards are shuffled
in every game. After it, they must lie as chance lays them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.capabilities import cannot, does_not_follow
from rulehound.checker.suite.trials.chance import FALSE_ALARM
from rulehound.checker.suite.trials.shuffling import GAMES, judged
from rulehound.spec.formats import Action, Adapter, Deck, Observation, Refused, Setup
from rulehound.spec.game import DealtPile, EffectShuffle, Shuffled

RESHUFFLES = "setup:reshuffles"

NEEDS = ("new-game", "deck-order", "legal-actions", "apply")
"""Needed of an engine beside what the cards of the game need."""


@dataclass(frozen=True)
class _Reshuffled:
    """The cards that lay in a pile before an effect shuffled it, and what is seen after it."""

    cards: Sequence[str]
    """In the order in which they lay."""
    after: Observation


def reshuffling(target: Target) -> list[CheckRecord]:
    """Have an effect shuffle a deck in games that differ in their seeds alone.

    Nothing where the game knows no such effect. Raises EngineStartError.
    """
    shuffled = target.game.shuffled
    effect = shuffled.by_effect if shuffled is not None else None
    if shuffled is None or effect is None:
        return []
    needed = [*NEEDS, *target.game.cards_need, *effect.needs]
    if why := does_not_follow(target.greeting, target.edition) or cannot(target.greeting, needed):
        return [_record(target, effect, Verdict.UNSUPPORTED, "nothing", why)]
    try:
        setup = msgspec.structs.replace(effect.setup(target.values), edition=target.edition)
    except KeyError as missing:
        why = f"the fact {missing.args[0]} has no value"
        return [_record(target, effect, Verdict.INCONCLUSIVE, "nothing", why)]
    adapter = target.open()
    try:
        games = [_reshuffled(adapter, shuffled, effect, setup, seed) for seed in range(GAMES)]
    except (Refused, EngineError) as trouble:
        why = f"the engine did not play the card that shuffles: {trouble}"
        return [_record(target, effect, Verdict.ERROR, "nothing", why)]
    finally:
        adapter.close()
    found = [game for game in games if game is not None]
    if len(found) < len(games):
        why = "the engine does not offer to play the card that shuffles"
        return [_record(target, effect, Verdict.NOT_EXERCISED, "nothing", why)]
    return [_record(target, effect, *_judged(found, shuffled, effect, setup))]


def _reshuffled(
    adapter: Adapter, shuffled: Shuffled, effect: EffectShuffle, setup: Setup, seed: int
) -> _Reshuffled | None:
    """One game in which the effect shuffles; None where its card is not offered.

    Raises Refused and EngineError.
    """
    before = after = adapter.new_game(msgspec.structs.replace(setup, seed=seed))
    offer: Action | None = None
    for wanted in effect.actions:
        offer = next((one for one in adapter.legal_actions() if wanted.items() <= one.items()), None)
        if offer is not None:
            before, after = after, adapter.apply(offer)
    if offer is None:
        return None
    return _Reshuffled([card for pile in _own(shuffled, effect, before) for card in pile.cards], after)


def _own(shuffled: Shuffled, effect: EffectShuffle, observation: Observation) -> Sequence[DealtPile]:
    """The pile that the effect shuffles."""
    piles = shuffled.piles(observation)
    return [pile for pile in piles if (pile.player, pile.place) == (effect.player, effect.place)]


def _judged(
    games: Sequence[_Reshuffled], shuffled: Shuffled, effect: EffectShuffle, setup: Setup
) -> tuple[Verdict, str, str]:
    """The verdict on what is seen after the same cards were shuffled."""
    first = games[0]
    if any(game.cards != first.cards for game in games):
        why = "the engine does not take decks in the order given: other cards are shuffled in every game"
        return Verdict.INCONCLUSIVE, "nothing", why
    own = Deck(dict.fromkeys(setup.decks[effect.player].piles, first.cards))
    decks = [own if player == effect.player else deck for player, deck in enumerate(setup.decks)]

    def piles(observation: Observation) -> Sequence[DealtPile]:
        return _own(shuffled, effect, observation)

    return judged([game.after for game in games], Shuffled(shuffled.rule, piles), decks)


def _record(
    target: Target, effect: EffectShuffle, verdict: Verdict, shown: str, explanation: str
) -> CheckRecord:
    return CheckRecord(
        check=RESHUFFLES,
        rules=[effect.rule],
        verdict=verdict,
        scope=f"{GAMES} shuffles of the same pile with different seeds, false alarms below {FALSE_ALARM:g}",
        shown=shown,
        engine=target.engine,
        edition=target.edition,
        explanation=explanation,
    )
