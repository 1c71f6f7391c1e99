"""Whether an engine leaves the order of the cards to chance."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.spec.formats import Observation, Refused

SHUFFLES = "setup:shuffles"

GAMES = 8
"""Games of the same decks with different seeds; chance making all of them alike is out of the question."""


def shuffling(target: Target) -> list[CheckRecord]:
    """Start the same decks with different seeds: the games must not all begin alike.

    Nothing where the game has no rule for it. Raises EngineStartError where the engine does not start.
    """
    game = target.game
    if not game.shuffled:
        return []
    try:
        setup = msgspec.structs.replace(game.setup(0, target.values), edition=target.edition)
    except KeyError as missing:
        return [_record(target, Verdict.INCONCLUSIVE, "nothing", f"the fact {missing.args[0]} has no value")]
    adapter = target.open()
    try:
        if why := _lacking(target):
            return [_record(target, Verdict.UNSUPPORTED, "nothing", why)]
        shown = [adapter.new_game(msgspec.structs.replace(setup, seed=seed)) for seed in range(GAMES)]
    except (Refused, EngineError) as trouble:
        return [
            _record(target, Verdict.ERROR, "nothing", f"the engine did not start a legal game: {trouble}")
        ]
    finally:
        adapter.close()
    return [_record(target, *judged(shown))]


def _lacking(target: Target) -> str:
    """Why this engine cannot be asked; '' where it can."""
    greeting = target.greeting
    if greeting.editions and target.edition not in greeting.editions:
        return f"the engine does not follow {target.edition}"
    if not {"new-game", *target.game.cards_need} <= set(greeting.capabilities):
        return "the engine starts no games with cards of ours"
    return ""


def judged(shown: Sequence[Observation]) -> tuple[Verdict, str, str]:
    """The verdict on the beginnings of games that differ in their seeds alone."""
    different = len({msgspec.json.encode(observation, order="sorted") for observation in shown})
    told = f"{different} different beginnings of {len(shown)}"
    if different == 1:
        return Verdict.VIOLATION, told, "expected: chance orders the cards; observed: every game begins alike"
    return Verdict.PASS, told, ""


def _record(target: Target, verdict: Verdict, shown: str, explanation: str) -> CheckRecord:
    return CheckRecord(
        check=SHUFFLES,
        rules=[target.game.shuffled],
        verdict=verdict,
        scope=f"{GAMES} games of the same decks with different seeds",
        shown=shown,
        engine=target.engine,
        edition=target.edition,
        explanation=explanation,
    )
