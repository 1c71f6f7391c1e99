"""What a run of the suite leaves open because of the engine's own limits, in sentences with counts."""

from __future__ import annotations

from collections.abc import Sequence

from rulehound.checker.records import CheckRecord
from rulehound.checker.suite.leading import LED_THERE, LOST, NOT_LED_TO
from rulehound.checker.suite.scenarios.objecting import UNASKED
from rulehound.checker.suite.scenarios.running import OTHERWISE
from rulehound.checker.suite.scenarios.scenario_run import LEFT_TO_ENGINE
from rulehound.checker.wording import counted
from rulehound.spec.formats import Handshake
from rulehound.spec.game import Game

NAMED = 12
"""How many checks are named of those that end for one reason; the others are counted."""


def own_choices(game: Game, greeting: Handshake) -> list[str]:
    """The decisions that the engine says it makes itself, and those of them that the game does not have."""
    known = [name for name in greeting.chooses if name in game.reader.conventions.choices]
    unknown = [name for name in greeting.chooses if name not in game.reader.conventions.choices]
    chosen = (
        f"the engine makes these decisions by itself, and may make them in any legal way: {', '.join(known)}"
    )
    strange = f"the engine says that it makes decisions which the game does not have: {', '.join(unknown)}"
    unasked = "the engine answers these decisions by itself where they have one answer alone: " + ", ".join(
        greeting.unasked
    )
    return [
        text for names, text in ((known, chosen), (unknown, strange), (greeting.unasked, unasked)) if names
    ]


def answered_unasked(records: Sequence[CheckRecord]) -> list[str]:
    """How many scenarios say less since the engine answers decisions by itself, and what would lift that."""
    texts = []
    if left := [record.counts[LEFT_TO_ENGINE] for record in records if LEFT_TO_ENGINE in record.counts]:
        decisions = counted(sum(left), "decision")
        texts.append(f"{counted(len(left), 'scenario')} passed without {decisions} that the engine answered")
    if lost := sum(record.explanation == UNASKED for record in records):
        why = "the engine answers by itself what has one answer alone"
        remedy = "let it ask for every decision (switch auto-pass off)"
        texts.append(f"{counted(lost, 'scenario')} not judged, since {why}: {remedy} for {lost} more")
    if lost := sum(record.explanation.startswith(OTHERWISE.partition("{")[0]) for record in records):
        why = "the engine makes decisions of players by itself"
        texts.append(f"{counted(lost, 'scenario')} not judged, since {why}: let it ask for {lost} more")
    return texts


def positions_led_to(records: Sequence[CheckRecord]) -> list[str]:
    """How many positions the engine was led to; by reason, how many it was not led to or judged in."""
    led = [record for record in records if record.shown.startswith(LED_THERE)]
    by_reason: dict[str, list[str]] = {}
    for record in records:
        _, not_led, why = record.explanation.partition(NOT_LED_TO)
        if not_led:
            by_reason.setdefault(f"not led to:{why}", []).append(record.check)
        elif record.explanation == LOST:
            by_reason.setdefault(
                "led to and not judged, since what came next depended on something beyond the position", []
            ).append(record.check)
    if not led and not by_reason:
        return []
    asked = len(led) + sum(map(len, by_reason.values()))
    return [
        f"{len(led)} of {counted(asked, 'position')} led to and judged there, since the engine sets up none",
        *(
            f"{counted(len(checks), 'position')} {why}: {', '.join(checks[:NAMED])}"
            + (f" and {len(checks) - NAMED} more" if len(checks) > NAMED else "")
            for why, checks in by_reason.items()
        ),
    ]
