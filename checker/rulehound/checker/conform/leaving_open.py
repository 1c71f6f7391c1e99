"""What a run of the suite leaves open because of how an engine is: in sentences, with counts."""

from __future__ import annotations

from collections.abc import Sequence

from rulehound.checker.leading.led import NOT_LED_TO
from rulehound.checker.records import CheckRecord
from rulehound.checker.report.summary import counted
from rulehound.spec.formats import Handshake
from rulehound.spec.game import Game

NAMED = 12
"""Checks that are named of those that end for one reason; the others are counted."""


def own_choices(game: Game, greeting: Handshake) -> list[str]:
    """The decisions that the engine says it makes by itself, and those of them that nobody knows."""
    known = [name for name in greeting.chooses if name in game.reader.choices]
    unknown = [name for name in greeting.chooses if name not in game.reader.choices]
    chosen = (
        f"the engine makes these decisions by itself, and may make them in any legal way: {', '.join(known)}"
    )
    strange = f"the engine says that it makes decisions which the game does not have: {', '.join(unknown)}"
    return [text for names, text in ((known, chosen), (unknown, strange)) if names]


def not_led_to(records: Sequence[CheckRecord]) -> list[str]:
    """The positions that the engine could not be led to, by reason."""
    by_reason: dict[str, list[str]] = {}
    for record in records:
        if NOT_LED_TO in record.explanation:
            by_reason.setdefault(record.explanation.partition(NOT_LED_TO)[2], []).append(record.check)
    return [
        f"{counted(len(checks), 'position')} not led to:{why}: {', '.join(checks[:NAMED])}"
        + (f" and {len(checks) - NAMED} more" if len(checks) > NAMED else "")
        for why, checks in by_reason.items()
    ]
