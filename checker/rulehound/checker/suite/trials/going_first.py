"""Who goes first: whether an engine leaves that to chance, and whom it lets begin where it is settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.capabilities import cannot, does_not_follow
from rulehound.checker.suite.trials.chance import FALSE_ALARM, NAMED, ChanceTest, explained, unlikely
from rulehound.checker.suite.trials.shuffling import GAMES
from rulehound.checker.wording import counted
from rulehound.spec.formats import Adapter, Refused, Setup
from rulehound.spec.game import FirstPlayer

LOTS = "setup:lots"

NEEDS = ("new-game",)
"""Needed of an engine beside what the cards of the game need."""

ASKED = ("legal-actions", "apply")
"""Needed besides where it is drawn only after players have decided something."""

PLAYERS = (0, 1)

DISTANCES = range(1, 9)
"""So many games lie between two that are compared: lots that follow a pattern, such as the last digit of the
seed, fall alike too often at some distance, or too seldom."""

BEFORE = 8
"""Fewer actions than these come before it is settled who goes first."""

SETTLED = 12
"""Games for each player in which that player is to go first. An engine that draws lots all the same shows it
but for once in 4,096 runs."""


def going_first(target: Target) -> list[CheckRecord]:
    """Begin games that differ in their seeds alone: each player must go first as often as chance has it.

    A player who is to go first must. Nothing where the game draws no lots. Raises EngineStartError where the
    engine does not start.
    """
    first = target.game.shuffled.first if target.game.shuffled is not None else None
    if first is None:
        return []
    needed = [*NEEDS, *target.game.cards_need]
    if why := does_not_follow(target.greeting, target.edition) or cannot(target.greeting, needed):
        return [_record(target, first, Verdict.UNSUPPORTED, "nothing", why)]
    try:
        setup = msgspec.structs.replace(target.game.setup(0, target.values), edition=target.edition)
    except KeyError as missing:
        why = f"the fact {missing.args[0]} has no value"
        return [_record(target, first, Verdict.INCONCLUSIVE, "nothing", why)]
    adapter = target.open()
    try:
        drawn = _began(adapter, first, setup, None, GAMES)
        settled = [_began(adapter, first, setup, player, SETTLED) for player in PLAYERS]
    except (Refused, EngineError) as trouble:
        why = f"the engine did not start a legal game: {trouble}"
        return [_record(target, first, Verdict.ERROR, "nothing", why)]
    finally:
        adapter.close()
    return [_record(target, first, *_judged(drawn, settled))]


def _began(
    adapter: Adapter, first: FirstPlayer, setup: Setup, player: int | None, games: int
) -> list[object]:
    """Who went first in so many games, where this player is to, or None is. Raises Refused, EngineError."""
    setups = (msgspec.structs.replace(setup, seed=seed, first=player) for seed in range(games))
    return [_goes_first(adapter, first, one) for one in setups]


def _goes_first(adapter: Adapter, first: FirstPlayer, setup: Setup) -> object:
    """Who goes first in a game, as far as an engine shows it.

    While that is not settled, the first action that is offered is taken each time, so that games differ in
    chance alone. Raises Refused, EngineError.
    """
    seen = adapter.new_game(setup)
    for _ in range(BEFORE):
        if not first.undecided(seen):
            return first.of(seen)
        offers = [] if cannot(adapter.handshake(), ASKED) else adapter.legal_actions()
        if not offers:
            return None
        seen = adapter.apply(offers[0])
    return None


def _judged(drawn: list[object], settled: Sequence[list[object]]) -> tuple[Verdict, str, str]:
    """The verdict on who went first in each game, what was counted, and the explanation if it is no pass."""
    if not {*drawn} <= {*PLAYERS}:
        return Verdict.INCONCLUSIVE, "nothing", "the engine does not show who goes first"
    of_players, patterns = list(_of_players(drawn)), list(_patterns(drawn))
    shown = ", ".join(f"{test.what} in {test.times} of {test.games} games" for test in of_players)
    for player, began in zip(PLAYERS, settled, strict=True):
        if others := len(began) - began.count(player):
            why = f"expected: player {player}, who is to go first, does"
            return Verdict.VIOLATION, shown, f"{why}; observed: not in {others} of {len(began)} games"
    against = unlikely([*of_players, *patterns])
    if not against:
        return Verdict.PASS, shown, ""
    return Verdict.VIOLATION, shown, "; ".join(map(explained, against[:NAMED]))


def _of_players(drawn: Sequence[object]) -> Iterator[ChanceTest]:
    """How often each player goes first."""
    for player in PLAYERS:
        what = f"player {player} goes first"
        yield ChanceTest(what, drawn.count(player), len(drawn), 1 / len(PLAYERS))


def _patterns(drawn: Sequence[object]) -> Iterator[ChanceTest]:
    """How often the player goes first who did so many games before: whether that follows from the seed.

    Two lots fall alike in every second case, whatever other pairs of lots at the same distance do.
    """
    for distance in DISTANCES:
        alike = sum(one == other for one, other in zip(drawn, drawn[distance:], strict=False))
        what = f"the player goes first who did {counted(distance, 'game')} before"
        yield ChanceTest(what, alike, len(drawn) - distance, 1 / len(PLAYERS))


def _record(
    target: Target, first: FirstPlayer, verdict: Verdict, shown: str, explanation: str
) -> CheckRecord:
    return CheckRecord(
        check=LOTS,
        rules=[first.rule],
        verdict=verdict,
        scope=f"{GAMES} games of the same decks with different seeds, false alarms below {FALSE_ALARM:g}; "
        f"{SETTLED} games for each player who is to go first",
        shown=shown,
        engine=target.engine,
        edition=target.edition,
        explanation=explanation,
    )
