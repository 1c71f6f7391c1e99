"""Whether cards that are shuffled in the course of a game lie as chance lays them.

The decks lie in a known order, so that chance decides nothing before: the same cards are shuffled in every
game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.capabilities import cannot, does_not_follow
from rulehound.checker.suite.trials.chance import FALSE_ALARM
from rulehound.checker.suite.trials.shuffling import GAMES, judged
from rulehound.spec.formats import Action, Adapter, Deck, Observation, Refused, Ruleset, Setup
from rulehound.spec.game import DealtPile, Shuffled

NEEDS = ("new-game", "deck-order", "legal-actions", "apply")
"""Needed of an engine beside what the cards of the game need."""


@dataclass(frozen=True)
class LaterShuffle:
    """Actions after which the cards of a player's piles have been shuffled."""

    check: str
    rule: str
    needs: Sequence[str]
    """Capabilities, beside `NEEDS` and those that the cards need."""
    setup: Callable[[Ruleset], Setup]
    actions: Sequence[Callable[[Action], bool]]
    """What tells each action, in order. Each is taken where it is offered; the last one shuffles."""
    player: int
    places: Sequence[str]
    """The piles of that player whose cards are shuffled together."""
    scope: str
    """What happens in every game, for the record: "shuffles of the same pile"."""
    doing: str
    """What the actions are: "play the card that shuffles"."""
    done: str
    """What happens to the cards: "shuffled"."""

    def piles(self, shuffled: Shuffled, observation: Observation) -> Sequence[DealtPile]:
        """The piles whose cards are shuffled."""
        piles = shuffled.piles(observation)
        return [pile for pile in piles if pile.player == self.player and pile.place in self.places]


@dataclass(frozen=True)
class _Game:
    """The cards that lay in the piles before they were shuffled, and what is seen after it."""

    cards: Sequence[str]
    """In the order in which they lay."""
    after: Observation
    first: object
    """Who goes first, where that is seen."""


def judge_later_shuffle(target: Target, shuffled: Shuffled, later: LaterShuffle) -> CheckRecord:
    """Have cards shuffled in games that differ in their seeds alone.

    Raises EngineStartError where the engine does not start.
    """

    def record(verdict: Verdict, shown: str, explanation: str) -> CheckRecord:
        return CheckRecord(
            check=later.check,
            rules=[later.rule],
            verdict=verdict,
            scope=f"{GAMES} {later.scope} with different seeds, false alarms below {FALSE_ALARM:g}",
            shown=shown,
            engine=target.engine,
            edition=target.edition,
            explanation=explanation,
        )

    needed = [*NEEDS, *target.game.cards_need, *later.needs]
    if why := does_not_follow(target.greeting, target.edition) or cannot(target.greeting, needed):
        return record(Verdict.UNSUPPORTED, "nothing", why)
    try:
        setup = msgspec.structs.replace(later.setup(target.values), edition=target.edition)
    except KeyError as missing:
        return record(Verdict.INCONCLUSIVE, "nothing", f"the fact {missing.args[0]} has no value")
    adapter = target.open()
    try:
        games = [_game(adapter, shuffled, later, setup, seed) for seed in range(GAMES)]
    except (Refused, EngineError) as trouble:
        return record(Verdict.ERROR, "nothing", f"the engine did not {later.doing}: {trouble}")
    finally:
        adapter.close()
    complete = [game for game in games if game is not None]
    if len(complete) < len(games):
        return record(Verdict.NOT_EXERCISED, "nothing", f"the engine does not offer to {later.doing}")
    if setup.first is not None and {game.first for game in complete} - {None, setup.first}:
        why = f"the engine does not let player {setup.first} go first, who is to"
        return record(Verdict.INCONCLUSIVE, "nothing", why)
    return record(*_judged(complete, shuffled, later, setup.decks))


def _game(adapter: Adapter, shuffled: Shuffled, later: LaterShuffle, setup: Setup, seed: int) -> _Game | None:
    """One game in which the cards are shuffled; None where the last action is not offered.

    Raises Refused and EngineError.
    """
    before = after = adapter.new_game(msgspec.structs.replace(setup, seed=seed))
    first = None
    if shuffled.first is not None and not shuffled.first.undecided(after):
        first = shuffled.first.of(after)
    offer: Action | None = None
    for is_wanted in later.actions:
        offer = next(filter(is_wanted, adapter.legal_actions()), None)
        if offer is not None:
            before, after = after, adapter.apply(offer)
    if offer is None:
        return None
    return _Game([card for pile in later.piles(shuffled, before) for card in pile.cards], after, first)


def _judged(
    games: Sequence[_Game], shuffled: Shuffled, later: LaterShuffle, decks: Sequence[Deck]
) -> tuple[Verdict, str, str]:
    """The verdict on what is seen after the same cards were shuffled."""
    cards = games[0].cards
    if any(game.cards != cards for game in games):
        why = f"the engine does not take decks in the order given: other cards are {later.done} in every game"
        return Verdict.INCONCLUSIVE, "nothing", why
    own = Deck(dict.fromkeys(decks[later.player].piles, cards))
    known = [own if player == later.player else deck for player, deck in enumerate(decks)]

    def piles(observation: Observation) -> Sequence[DealtPile]:
        return later.piles(shuffled, observation)

    return judged([game.after for game in games], Shuffled(shuffled.rule, piles), known)
