"""Whether an engine leaves the order of the cards to chance."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.trials.chance import (
    FALSE_ALARM,
    NAMED,
    ChanceTest,
    chance_tests,
    explained,
    known,
    unlikely,
    visible_bias,
)
from rulehound.spec.formats import Deck, Observation, Refused
from rulehound.spec.game import Shuffled

SHUFFLES = "setup:shuffles"

GAMES = 96
"""Games of the same decks with different seeds. A card that chance puts on top in one of 12 games is seen
where an engine puts it there in two games of five, and one of three cards where it never lies on top."""


def shuffling(target: Target) -> list[CheckRecord]:
    """Start the same decks with different seeds: the cards must lie as chance lays them.

    Nothing where the game has no rule for it. Raises EngineStartError where the engine does not start.
    """
    game = target.game
    if game.shuffled is None:
        return []
    rule = game.shuffled.rule
    try:
        setup = msgspec.structs.replace(game.setup(0, target.values), edition=target.edition)
    except KeyError as missing:
        why = f"the fact {missing.args[0]} has no value"
        return [_record(target, rule, Verdict.INCONCLUSIVE, "nothing", why)]
    adapter = target.open()
    try:
        if why := _lacking(target):
            return [_record(target, rule, Verdict.UNSUPPORTED, "nothing", why)]
        seeds = range(GAMES)
        observations = [adapter.new_game(msgspec.structs.replace(setup, seed=seed)) for seed in seeds]
    except (Refused, EngineError) as trouble:
        why = f"the engine did not start a legal game: {trouble}"
        return [_record(target, rule, Verdict.ERROR, "nothing", why)]
    finally:
        adapter.close()
    return [_record(target, rule, *judged(observations, game.shuffled, setup.decks))]


def _lacking(target: Target) -> str:
    """Why this engine cannot be asked; '' where it can."""
    greeting = target.greeting
    if greeting.editions and target.edition not in greeting.editions:
        return f"the engine does not follow {target.edition}"
    if not {"new-game", *target.game.cards_need} <= set(greeting.capabilities):
        return "the engine starts no games with cards of ours"
    return ""


def judged(
    observations: Sequence[Observation], shuffled: Shuffled, decks: Sequence[Deck]
) -> tuple[Verdict, str, str]:
    """The verdict on the beginnings of games of these decks that differ in their seeds alone.

    With it, what was counted, and the explanation where it is no pass.
    """
    beginnings = [known(shuffled.piles(observation), decks) for observation in observations]
    if not any(beginnings):
        return Verdict.INCONCLUSIVE, "nothing", "the engine shows no cards when a game begins"
    tests = chance_tests(beginnings, decks)
    against = unlikely(tests)
    counted = f"{len(tests):,} counts of cards, of which {len(against):,} cannot be chance"
    if not against:
        return Verdict.PASS, f"{counted}; {_visible(tests)}", ""
    return Verdict.VIOLATION, counted, "; ".join(map(explained, against[:NAMED]))


def _visible(tests: Sequence[ChanceTest]) -> str:
    """What a smaller bias would have passed for."""
    bias = visible_bias(tests)
    if bias is None:
        return "no bias could have been seen"
    test, often = bias
    return (
        f"a bias is seen where what is so in {test.probability:.0%} of games by chance is so in {often:.0%}: "
        f"a smaller one may be there"
    )


def _record(target: Target, rule: str, verdict: Verdict, shown: str, explanation: str) -> CheckRecord:
    return CheckRecord(
        check=SHUFFLES,
        rules=[rule],
        verdict=verdict,
        scope=f"{GAMES} games of the same decks with different seeds, false alarms below {FALSE_ALARM:g}",
        shown=shown,
        engine=target.engine,
        edition=target.edition,
        explanation=explanation,
    )
