"""Whether a player who exchanges the opening hand gets a new one by chance.

The decks lie in a known order, so that chance decides nothing before the exchange: the cards of the old hand
and of the deck are the same in every game. After it, they must lie as chance lays them.
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
from rulehound.spec.game import DealtPile, Exchange, Shuffled

REDRAWS = "setup:redraws"

NEEDS = ("new-game", "deck-order", "legal-actions", "apply")
"""Needed of an engine beside what the cards of the game need."""


@dataclass(frozen=True)
class _Exchanged:
    """A player's cards before an exchange, and what is seen after it."""

    player: int
    cards: Sequence[str]
    """In the order in which they lie."""
    after: Observation


def redrawing(target: Target) -> list[CheckRecord]:
    """Have the first player exchange the opening hand in games that differ in their seeds alone.

    Nothing where the game knows no exchange, or none by these switches. Raises EngineStartError.
    """
    shuffled = target.game.shuffled
    exchange = shuffled.exchange if shuffled is not None else None
    if shuffled is None or exchange is None or not exchange.takes_place(target.values):
        return []
    needed = [*NEEDS, *target.game.cards_need]
    if why := does_not_follow(target.greeting, target.edition) or cannot(target.greeting, needed):
        return [_record(target, exchange, Verdict.UNSUPPORTED, "nothing", why)]
    try:
        setup = msgspec.structs.replace(
            target.game.setup(0, target.values), edition=target.edition, ordered=True, first=0
        )
    except KeyError as missing:
        why = f"the fact {missing.args[0]} has no value"
        return [_record(target, exchange, Verdict.INCONCLUSIVE, "nothing", why)]
    adapter = target.open()
    try:
        games = [_exchanged(target, adapter, shuffled, exchange, setup, seed) for seed in range(GAMES)]
    except (Refused, EngineError) as trouble:
        why = f"the engine did not exchange a hand: {trouble}"
        return [_record(target, exchange, Verdict.ERROR, "nothing", why)]
    finally:
        adapter.close()
    exchanged = [game for game in games if game is not None]
    if len(exchanged) < len(games):
        why = "the engine does not offer to exchange the opening hand"
        return [_record(target, exchange, Verdict.NOT_EXERCISED, "nothing", why)]
    return [_record(target, exchange, *_judged(exchanged, shuffled, exchange, setup.decks))]


def _exchanged(
    target: Target, adapter: Adapter, shuffled: Shuffled, exchange: Exchange, setup: Setup, seed: int
) -> _Exchanged | None:
    """One game in which the first player exchanges the hand; None where that is not offered.

    Raises Refused and EngineError.
    """
    before = adapter.new_game(msgspec.structs.replace(setup, seed=seed))
    known = target.game.reader.identity
    offer: Action | None = next(
        (one for one in adapter.legal_actions() if known(one) == exchange.action), None
    )
    if offer is None:
        return None
    player = setup.first or 0
    cards = [card for pile in _own(shuffled, exchange, before, player) for card in pile.cards]
    return _Exchanged(player, cards, adapter.apply(offer))


def _own(
    shuffled: Shuffled, exchange: Exchange, observation: Observation, player: int
) -> Sequence[DealtPile]:
    """The piles of a player among which cards are exchanged."""
    piles = shuffled.piles(observation)
    return [pile for pile in piles if pile.player == player and pile.place in exchange.places]


def _judged(
    games: Sequence[_Exchanged], shuffled: Shuffled, exchange: Exchange, decks: Sequence[Deck]
) -> tuple[Verdict, str, str]:
    """The verdict on what is seen after exchanges of the same cards."""
    first = games[0]
    if any(game.cards != first.cards for game in games):
        why = "the engine does not take decks in the order given: other cards are exchanged in every game"
        return Verdict.INCONCLUSIVE, "nothing", why
    of_player = Deck(dict.fromkeys(decks[first.player].piles, first.cards))
    exchanged = [of_player if player == first.player else deck for player, deck in enumerate(decks)]

    def piles(observation: Observation) -> Sequence[DealtPile]:
        return _own(shuffled, exchange, observation, first.player)

    return judged([game.after for game in games], Shuffled(shuffled.rule, piles), exchanged)


def _record(
    target: Target, exchange: Exchange, verdict: Verdict, shown: str, explanation: str
) -> CheckRecord:
    return CheckRecord(
        check=REDRAWS,
        rules=[exchange.rule],
        verdict=verdict,
        scope=f"{GAMES} exchanges of the same hand with different seeds, false alarms below {FALSE_ALARM:g}",
        shown=shown,
        engine=target.engine,
        edition=target.edition,
        explanation=explanation,
    )
