"""Whether an engine shows a player what the other one has chosen in secret.

Two games go the same way up to a moment in which a player chooses in secret; there the player chooses
differently in each. From then on the same actions are carried out in both, and until something shows the
choice, the other player has to see the same in both games, and to be offered the same. It is the comparison
of `hiding`, with a choice in the place of hidden cards.

An engine that makes decisions by itself may make one otherwise because of the choice, and that may be seen.
So such an engine is compared in the one moment after the choice, before the other player has chosen.
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
from rulehound.checker.suite.capabilities import SECRET_CHOICES
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
from rulehound.spec.formats import Action, Adapter, Observation, Refused, Setup
from rulehound.spec.game import SecretChoice

SECRET = "sight:secret"

GAMES = 24
"""Pairs of games of each kind of cards. Each is about the choice of one player, in turn."""

STEPS = 160
"""Most steps of a game."""

EARLIER = 4
"""Fewer choices than these of the same player come before the one in which the games differ."""


@dataclass(frozen=True)
class _Pair(TwoGames):
    """Two games that differ in what the other player than `player` has chosen in secret."""

    secret: SecretChoice
    alone: bool
    """One moment alone is compared, in which the player who sees has not chosen."""

    @property
    def chooser(self) -> int:
        """The player whose choice differs."""
        return 1 - self.player

    def choices(self, offers: Sequence[Action], player: int) -> list[Action]:
        """The secret choices of a player among the offers."""
        return [offer for offer in offers if self.secret.chooser(offer) == player]

    def is_kept(self, wholes: Sequence[Observation]) -> bool:
        """Whether the choice is made in both games, and nothing has shown it.

        `wholes`: what each engine shows of everything.
        """
        return all(self.secret.kept(whole, self.chooser) for whole in wholes)

    def of_others(self, offers: Sequence[Action]) -> list[Action]:
        """The offers without secret choices of the player whose choice differs."""
        return [offer for offer in offers if self.secret.chooser(offer) != self.chooser]


def secrecy(target: Target, seed: int = 0) -> list[CheckRecord]:
    """Play pairs of games that differ in a secret choice, and compare what the other player sees.

    Nothing where the game has no such choice. Raises EngineStartError where the engine does not start.
    """
    secret = target.game.secret
    if secret is None:
        return []
    comparison = SightComparison(
        check=SECRET,
        rule=secret.rule,
        scope=f"{GAMES} pairs of games a kind of cards, up to {STEPS} steps, a choice made in two ways",
        needs=SECRET_CHOICES,
        pair="secret choice",
        pairs="made in two ways",
        nothing="no player was offered a secret choice that was kept",
        first_difference=partial(_first_difference, target, secret, seed),
    )
    return [compare(target, seed, comparison)]


def _first_difference(
    target: Target,
    secret: SecretChoice,
    seed: int,
    engines: tuple[Adapter, Adapter],
    setups: Sequence[Setup],
    seen: Compared,
) -> str:
    """The first thing that a player sees because of a secret choice alone, in words; '' if there is none."""
    alone = bool(target.greeting.chooses)
    for number in range(GAMES * len(setups)):
        chance = Random(f"{seed}/{number}")
        player = PLAYERS[number // len(setups) % 2]
        pair = _Pair(*engines, player, secret, alone)
        setup = setups[number % len(setups)]
        start = msgspec.structs.replace(setup, seed=seed * 1000 + number, edition=target.edition)
        if not number:
            seen.noise = pair.noise(start, chance, STEPS)
        chosen = _chosen(pair, start, chance)
        if chosen:
            seen.games, seen.actions = seen.games + 1, 0
            if difference := _walk(pair, chosen.wholes, chance, seen):
                return _explained(number, pair, chosen, seen, difference)
    return ""


@dataclass(frozen=True)
class _Chosen:
    """A choice that a player has made in two ways."""

    ways: Sequence[Action]
    wholes: Sequence[Observation]
    """What each engine shows of everything then."""


def _chosen(pair: _Pair, start: Setup, chance: Random) -> _Chosen | None:
    """Play two games that are alike up to a secret choice, which is made differently in them.

    None where the games end before, or go apart. Raises EngineError.
    """
    left = chance.randrange(EARLIER)
    try:
        for adapter in pair.adapters:
            adapter.new_game(start)
        for _ in range(STEPS):
            offers, others = pair.offers()
            ways = [way for way in pair.choices(offers, pair.chooser) if way in others]
            if not left and len(ways) > 1 and (not pair.alone or pair.choices(offers, pair.player)):
                one, other = chance.sample(ways, 2)
                return _Chosen((one, other), [pair.one.apply(one), pair.other.apply(other)])
            both = [offer for offer in offers if offer in others]
            if not both:
                return None
            action = chance.choice(both)
            left = max(0, left - (action in ways))
            for adapter in pair.adapters:
                adapter.apply(action)
    except Refused:
        return None
    return None


def _walk(pair: _Pair, wholes: Sequence[Observation], chance: Random, seen: Compared) -> Difference | None:
    """Carry out the same actions in both games while the choice is kept; the first difference, or None."""
    for _ in range(STEPS):
        if not pair.is_kept(wholes):
            return None
        offers, others = pair.offers()
        differences = dict(pair.differences())
        if all(whole.get("decider") != pair.chooser for whole in wholes):
            compared = pair.of_others(offers)
            seen.offers += len(compared)
            differences |= changes(compared, pair.of_others(others), OFFERS)
        if (difference := seen.first_of(differences)) is not None:
            return difference
        seen.moments += 1
        both = [offer for offer in offers if offer in others]
        if pair.alone or not both:
            return None
        action = chance.choice(both)
        try:
            wholes = [adapter.apply(action) for adapter in pair.adapters]
        except Refused:
            return None
        seen.actions += 1
    return None


def _explained(game: int, pair: _Pair, chosen: _Chosen, seen: Compared, difference: Difference) -> str:
    path, (one, other) = difference
    ways = " or ".join(quoted(repr(way)) for way in chosen.ways)
    after = counted(seen.actions, "action")
    return (
        f"expected: what player {pair.player} sees does not depend on a choice that is secret; observed: in "
        f"game {game + 1}, {after} after {ways} of player {pair.chooser}, {quoted(path)} is "
        f"{quoted(repr(one))} or {quoted(repr(other))}"
    )
