"""Which effects of cards come to the same where an engine was led, and have been asleep on the way.

There is more then than the position gives: more cards in hands and in piles, and perhaps Tamers that were
played for nothing but their cost, and a trash. An effect that asks nothing of these does the same as in the
position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

LOCAL = frozenset(
    (
        *("memory", "set-memory", "draw", "recovery", "give", "delete", "suspend", "unsuspend"),
        *("de-digivolve", "trash-top", "put", "play", "token", "choose", "blitz", "digi-burst", "if", "may"),
        *("prevent", "end-attack"),
    )
)
"""Steps that come to the same where more lies in hands and piles, but for what they choose there."""

CHOOSING = frozenset(("delete", "suspend", "unsuspend", "de-digivolve", "trash-top", "put", "play", "give"))
"""Steps that choose something in the battle area where they do not say what."""

SELECTORS = ("target", "which", "this", "subject", "into", "onto")
"""Fields of an effect that say which things are meant."""

MORE = frozenset(("hand", "security", "deck", "egg-deck"))
"""Areas in which there is more than a position gives."""

USED = frozenset(("main", "delay", "security"))
"""Timings of effects that stay asleep as long as nobody uses the card, or checks it."""

WAKES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("lay-security", "draw-hands", "keep", "hatch", "move", "skip", "settle", "turn-continues"),
        frozenset[str](),
    ),
    **dict.fromkeys(
        ("place-played", "place-digivolved", "place-digivolved-in-breeding"),
        frozenset(("played", "digivolved", "drawn")),
    ),
    "play": frozenset(("played",)),
    "digivolve": frozenset(("digivolved", "drawn")),
    "digivolve-in-breeding": frozenset(("digivolved", "drawn")),
    "pay": frozenset(("memory-gained",)),
    "pass": frozenset(("memory-gained",)),
    "end-turn": frozenset(("end-of-turn", "start-of-turn", "start-of-main-phase", "memory-gained")),
    "unsuspend": frozenset(("unsuspended",)),
    "draw": frozenset(("drawn",)),
}
"""Steps of a way to the timings and happenings that they may be; a step that is not here may be any."""

OWN = {"play": "on-play", "digivolve": "when-digivolving", "digivolve-in-breeding": "when-digivolving"}
"""Steps to the timing that they are for the card that is played, or for those under it."""

Effect = Mapping[str, Any]

Step = tuple[str, int | None]
"""A step of a way, and the number of the card that comes to lie on the field by it."""


def asks_more(effects: Sequence[Effect], *, played: bool, trashed: bool) -> bool:
    """Whether any of these effects may hang on what there is beyond the position, or is not known not to.

    `played` and `trashed`: there are Tamers in the battle area beyond it, or cards in the trash.
    """
    parts = [part for effect in effects for part in _parts(effect)]
    if any("do" in part and part["do"] not in LOCAL for part in parts):
        return True
    return any(_is_more(which, played, trashed) for part in parts for which in _selectors(part))


def _is_more(which: Mapping[str, Any], played: bool, trashed: bool) -> bool:
    """Whether what is chosen or counted may be something beyond the position."""
    area, kind = which.get("area", "battle"), which.get("kind", ())
    if area in MORE or "number" in which or (area == "trash" and trashed):
        return True
    return played and area == "battle" and not which.get("role") and (not kind or "tamer" in kind)


def _parts(part: Any) -> Iterator[Mapping[str, Any]]:
    """Every object in an effect, itself among them."""
    if isinstance(part, Mapping):
        yield part
    inner = part.values() if isinstance(part, Mapping) else part if isinstance(part, list | tuple) else ()
    for one in inner:
        yield from _parts(one)


def _selectors(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from (part[name] for name in SELECTORS if isinstance(part.get(name), Mapping))
    if part.get("do") in CHOOSING and "target" not in part:
        yield {}


def wakes(effects: Sequence[Effect], number: int, steps: Sequence[Step]) -> bool:
    """Whether any of the effects of a card may have come up on a way, from where it came to the field."""
    came = next((place for place, (_, card) in enumerate(steps) if card == number), len(steps))
    top, under = set[str](), set[str]()
    for action, card in steps[came:]:
        if action not in WAKES:
            return True
        top |= WAKES[action] | ({OWN[action]} if card == number and action in OWN else set())
        under |= WAKES[action] | ({OWN[action]} if action in OWN else set())
    return any(not _sleeps(effect, under if effect.get("inherited") else top) for effect in effects)


def _sleeps(effect: Effect, woken: set[str]) -> bool:
    """Whether an effect stays asleep at these timings and happenings.

    What is continuous changes no way without the engine leaving it: costs are compared, and nothing attacked.
    """
    timing = effect["timing"]
    if timing in USED or timing == "continuous":
        return True
    event = effect.get("event") or {}
    return timing not in woken and event.get("happens") not in woken
