"""Whether an engine shows a player what the rules hide.

Two games begin with the same decks but for two cards that have changed places, of which a player may see
neither. The same actions are carried out in both. As long as both cards stay hidden from that player, the
player sees the same in both games and is offered the same: what is hidden does not interfere with what is
seen (Goguen and Meseguer, "Security Policies and Security Models", 1982). A game is compared with itself for
that, as in Barthe, D'Argenio and Rezk, "Secure Information Flow by Self-Composition" (2004).

Effects may make use of cards that one player sees, and reveal cards in passing. So where cards have effects,
the two cards lie face down for everybody, and the games are compared as long as nobody touches them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import msgspec

from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.observations.json_paths import changes
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord
from rulehound.checker.suite.capabilities import HIDDEN_CARDS
from rulehound.checker.suite.trials.two_games import (
    OFFERS,
    PLAYERS,
    Compared,
    Difference,
    SightComparison,
    TwoGames,
    compare,
)
from rulehound.checker.wording import counted
from rulehound.spec.formats import Adapter, Deck, Observation, Refused, Setup
from rulehound.spec.game import HiddenCards

HIDES = "sight:hides"

GAMES = 24
"""Pairs of games of each kind of cards. Each is about one player, in turn, and two cards."""

NEAR = 12
"""In every second pair one of the cards is among so many on top, which come up first."""

STEPS = 30
"""Most steps of a game."""

TRIES = 40
"""How often two cards are drawn by lot until both are hidden; most are, when a game begins."""

EXCHANGED = 2
"""Cards that differ between two games."""


@dataclass(frozen=True)
class _Pair(TwoGames):
    """Two games that differ in two cards, side by side, and a player who sees neither of them."""

    hidden: HiddenCards
    untouched: bool
    """Only cards that nobody holds are exchanged, and they stay where they are."""

    def exchanged(self, wholes: Sequence[Observation]) -> frozenset[str]:
        """The ids of two cards that have changed places, where both are hidden from the player; else none.

        `wholes`: what each engine shows of everything.
        """
        here, there = (self.hidden.cards(whole, self.player) for whole in wholes)
        cards = frozenset(card for card, number in here.items() if there.get(card, number) != number)
        if len(cards) != EXCHANGED or not self.still_hidden(cards, wholes, wholes):
            return frozenset()
        return cards

    def still_hidden(
        self, cards: frozenset[str], before: Sequence[Observation], after: Sequence[Observation]
    ) -> bool:
        """Whether these cards are hidden from the player in both games, before an action and after it."""
        if not all(cards <= self.hidden.cards(whole, self.player).keys() for whole in after):
            return False
        return not self.untouched or all(map(partial(self._untouched, cards), before, after))

    def _untouched(self, cards: frozenset[str], before: Observation, after: Observation) -> bool:
        """Whether these cards are hidden from everybody, and lie where they lay."""
        here, there = self.hidden.places(before), self.hidden.places(after)
        nobody_sees = all(cards <= self.hidden.cards(after, player).keys() for player in PLAYERS)
        return nobody_sees and all(card in here and here[card] == there.get(card) for card in cards)


def hiding(target: Target, seed: int = 0) -> list[CheckRecord]:
    """Play pairs of games that differ in hidden cards, and compare what the player sees who may not see them.

    Nothing where the game hides nothing. Raises EngineStartError where the engine does not start.
    """
    hidden = target.game.hidden
    if hidden is None:
        return []
    comparison = SightComparison(
        check=HIDES,
        rule=hidden.rule,
        scope=f"{GAMES} pairs of games a kind of cards, up to {STEPS} steps, with two hidden cards exchanged",
        needs=HIDDEN_CARDS,
        pair="exchange",
        pairs="of hidden cards",
        nothing="no two cards were hidden from a player and had ids in what the engine shows of all cards",
        first_difference=partial(_first_difference, target.edition, hidden, seed),
    )
    return [compare(target, seed, comparison)]


def _first_difference(
    edition: str,
    hidden: HiddenCards,
    seed: int,
    engines: tuple[Adapter, Adapter],
    setups: Sequence[Setup],
    seen: Compared,
) -> str:
    """The first thing that a player sees only because of hidden cards, in words; '' where there is none."""
    for number in range(GAMES * len(setups)):
        chance = Random(f"{seed}/{number}")
        kind = number % len(setups)
        pair = _Pair(*engines, number // len(setups) % 2, hidden, untouched=kind > 0)
        start = _start(setups[kind], seed * 1000 + number, chance, edition)
        if not number:
            seen.noise = pair.noise(start, chance, STEPS)
        wholes = _exchange(pair, start, chance)
        if wholes:
            seen.games, seen.actions = seen.games + 1, 0
            cards = pair.exchanged(wholes)
            if difference := _walk(pair, cards, wholes, chance, seen):
                return _explained(number, pair.player, cards, seen, difference)
    return ""


def _start(setup: Setup, seed: int, chance: Random, edition: str) -> Setup:
    """A game whose decks are in a known order."""
    decks = [
        Deck({part: chance.sample(cards, len(cards)) for part, cards in deck.piles.items()})
        for deck in setup.decks
    ]
    return msgspec.structs.replace(setup, decks=decks, seed=seed, ordered=True, edition=edition)


def _exchange(pair: _Pair, start: Setup, chance: Random) -> Sequence[Observation]:
    """Begin a pair of games that differ in two cards which the player does not see; what is shown of each.

    Nothing where so many tries do not find two such cards, and where the engine does not take these decks.
    Raises EngineError.
    """
    try:
        whole = pair.one.new_game(start)
        for _ in range(TRIES):
            wholes = [whole, pair.other.new_game(_with_two_exchanged(start, chance))]
            if pair.exchanged(wholes):
                return wholes
    except Refused:
        return ()
    return ()


def _with_two_exchanged(start: Setup, chance: Random) -> Setup:
    """The setup with two different cards of a deck in each other's place."""
    owner = chance.randrange(len(start.decks))
    part = chance.choice(
        sorted(name for name, cards in start.decks[owner].piles.items() if len(set(cards)) > 1)
    )
    cards = list(start.decks[owner].piles[part])
    one = chance.randrange(min(len(cards), chance.choice((NEAR, len(cards)))))
    other = chance.choice([place for place, card in enumerate(cards) if card != cards[one]])
    cards[one], cards[other] = cards[other], cards[one]
    decks = list(start.decks)
    decks[owner] = Deck({**decks[owner].piles, part: cards})
    return msgspec.structs.replace(start, decks=decks)


def _walk(
    pair: _Pair, cards: frozenset[str], wholes: Sequence[Observation], chance: Random, seen: Compared
) -> Difference | None:
    """Carry out the same actions in both games while the cards are hidden; the first difference, or None."""
    before = wholes
    for _ in range(STEPS):
        if not pair.still_hidden(cards, before, wholes):
            return None
        offers, others = pair.offers()
        differences = dict(pair.differences())
        if wholes[0].get("decider") == pair.player:
            seen.offers += len(offers)
            differences |= changes(offers, others, OFFERS)
        if (difference := seen.first_of(differences)) is not None:
            return difference
        seen.moments += 1
        both = [action for action in offers if action in others]
        if not both:
            return None
        action = chance.choice(both)
        before = wholes
        try:
            wholes = [adapter.apply(action) for adapter in pair.adapters]
        except Refused:
            return None
        seen.actions += 1
    return None


def _explained(game: int, player: int, cards: frozenset[str], seen: Compared, difference: Difference) -> str:
    path, (one, other) = difference
    exchanged = " and ".join(sorted(cards))
    after = counted(seen.actions, "action")
    return (
        f"expected: what player {player} sees does not depend on cards that are hidden from that player; "
        f"observed: with {quoted(exchanged)} in each other's place, after {after} of game {game + 1}, "
        f"{quoted(path)} is {quoted(repr(one))} or {quoted(repr(other))}"
    )
