"""Two games side by side that should look the same to one of the players."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.observations.json_paths import changes
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.capabilities import cannot, does_not_follow
from rulehound.checker.wording import counted
from rulehound.spec.formats import Action, Adapter, Refused, Ruleset, Setup

PLAYERS = (0, 1)

OFFERS = "offers"

Difference: TypeAlias = tuple[str, Sequence[object]]
"""The path of what a player sees differently, with what is there in each game."""


@dataclass
class Compared:
    """What has been compared."""

    noise: frozenset[str] = frozenset()
    """Places that differ between games that are alike, as a clock does; without numbers and ids."""
    games: int = 0
    moments: int = 0
    offers: int = 0
    actions: int = 0
    """Carried out in the present game since the two went apart."""

    def first_of(self, differences: Mapping[str, Sequence[object]]) -> Difference | None:
        """The first difference that is no noise; None where there is none."""
        return next((each for each in differences.items() if place(each[0]) not in self.noise), None)


@dataclass(frozen=True)
class TwoGames:
    """Two games, and a player to whom they should look the same."""

    one: Adapter
    other: Adapter
    player: int

    @property
    def adapters(self) -> tuple[Adapter, Adapter]:
        """The engines of both games."""
        return self.one, self.other

    def differences(self) -> Mapping[str, Sequence[object]]:
        """What the player sees differently in the two games, by its path. Raises EngineError."""
        return changes(self.one.observe(self.player), self.other.observe(self.player))

    def offers(self) -> tuple[list[Action], list[Action]]:
        """What each engine offers. Raises EngineError."""
        return self.one.legal_actions(), self.other.legal_actions()

    def noise(self, start: Setup, chance: Random, steps: int) -> frozenset[str]:
        """What differs in so many steps of two games that are alike: places of the view and of the offers."""
        places: set[str] = set()
        try:
            for adapter in self.adapters:
                adapter.new_game(start)
            for _ in range(steps):
                offers, others = self.offers()
                places |= {place(path) for path in (*self.differences(), *changes(offers, others, OFFERS))}
                if not offers:
                    break
                number = chance.randrange(len(offers))
                for adapter, own in ((self.one, offers), (self.other, others)):
                    adapter.apply(own[number])
        except (Refused, IndexError):  # the games have gone apart: what has differed until then has been seen
            pass
        return frozenset(places)


@dataclass(frozen=True)
class SightComparison:
    """A check that plays pairs of games which differ in what a player may not see."""

    check: str
    rule: str
    scope: str
    needs: Sequence[str]
    """Capabilities of the engine, beside those that the cards need."""
    pair: str
    """What one pair differs in, for counting."""
    pairs: str
    """What comes after that where it is counted."""
    nothing: str
    """Why nothing could be compared, where no moment was."""
    first_difference: Callable[[tuple[Adapter, Adapter], Sequence[Setup], Compared], str]
    """Plays the pairs of games that begin so; the first difference in words, '' where there is
    none. Raises EngineError."""


def compare(target: Target, seed: int, comparison: SightComparison) -> CheckRecord:
    """The record of a comparison with an engine. Raises EngineStartError where the engine does not start."""

    def record(verdict: Verdict, shown: str, explanation: str) -> CheckRecord:
        return CheckRecord(
            check=comparison.check,
            rules=[comparison.rule],
            verdict=verdict,
            scope=comparison.scope,
            shown=shown,
            engine=target.engine,
            edition=target.edition,
            seed=seed,
            explanation=explanation,
        )

    needed = [*comparison.needs, *target.game.cards_need]
    if why := does_not_follow(target.greeting, target.edition) or cannot(target.greeting, needed):
        return record(Verdict.UNSUPPORTED, "nothing", why)
    try:
        setups = [make(seed, target.values) for make in kinds_of_games(target)]
    except KeyError as missing:
        return record(Verdict.INCONCLUSIVE, "nothing", f"the fact {missing.args[0]} has no value")
    seen = Compared()
    try:
        with ExitStack() as stack:
            one, other = target.open(), target.open()
            stack.callback(one.close)
            stack.callback(other.close)
            difference = comparison.first_difference((one, other), setups, seen)
    except EngineError as error:
        return record(Verdict.ERROR, "nothing", f"the engine breaks: {error}")
    pairs = f"{counted(seen.games, comparison.pair)} {comparison.pairs}"
    shown = f"{pairs}, {counted(seen.moments, 'view')}, {counted(seen.offers, 'offer')} compared"
    if difference:
        return record(Verdict.VIOLATION, shown, difference)
    if not seen.moments:
        return record(Verdict.INCONCLUSIVE, shown, comparison.nothing)
    return record(Verdict.PASS, shown, "")


def place(path: str) -> str:
    """A path without numbers and ids."""
    return re.sub(r"\[[^\]]*\]", "[]", path)


def kinds_of_games(target: Target) -> list[Callable[[int, Ruleset], Setup]]:
    """What makes games of plain cards, and of cards with effects where the engine takes them."""
    others = target.game.decks.values() if "card-effects" in target.greeting.capabilities else ()
    return [target.game.setup, *others]
