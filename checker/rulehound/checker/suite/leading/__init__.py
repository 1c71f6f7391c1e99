"""Engines that cannot set up a position are led to it, by a deck order and actions planned in the model."""

from rulehound.checker.suite.leading.led_engine import (
    LED_THERE,
    LOST,
    NOT_LED_TO,
    Astray,
    Led,
    cards_in_play,
    with_positions,
)
from rulehound.checker.suite.leading.plan import Plan, plan

__all__ = [
    "LED_THERE",
    "LOST",
    "NOT_LED_TO",
    "Astray",
    "Led",
    "Plan",
    "cards_in_play",
    "plan",
    "with_positions",
]
"""Names for other packages."""
