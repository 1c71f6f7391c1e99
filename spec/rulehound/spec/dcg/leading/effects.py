"""Effects of cards that stay asleep on the path to a position, and do the same there as in the position
itself.

An engine that was led to a position has more than the position: more cards in hands and piles, and what
bystanders leave behind. An effect that asks nothing about these does the same as in the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from rulehound.spec.dcg.leading.bystanders import is_bystander, may_be
from rulehound.spec.formats import Card

LOCAL = frozenset(
    (
        *("memory", "set-memory", "draw", "recovery", "give", "delete", "suspend", "unsuspend"),
        *("de-digivolve", "trash-top", "put", "play", "token", "choose", "blitz", "digi-burst", "if", "may"),
        *("prevent", "end-attack", "digivolve", "attack", "change-target", "activate"),
    )
)
"""Steps of an effect that do the same where more cards lie in hands and piles, but for what they choose
there.
"""

CHOOSING = frozenset(("delete", "suspend", "unsuspend", "de-digivolve", "trash-top", "put", "play", "give"))
"""Steps of an effect that choose something in the battle area where they do not say from where."""

SELECTORS = ("target", "which", "this", "subject", "into", "onto")
"""Fields of an effect that select things."""

UNSEEN = frozenset(("recovery", "reveal"))
"""Steps of an effect, other than drawing, that take cards from a deck without naming it."""

Effect = Mapping[str, Any]

Surplus = Mapping[str, Sequence[Card]]
"""Areas, to the different cards that lie there beyond the position."""


class PathStep(NamedTuple):
    """A step on the path to a position."""

    action: str
    turn: int
    """Whose turn it is."""
    card: Card | None = None
    """The card of the step: it comes to lie on the field, is used or is checked, or is the top card of the
    attacker.
    """
    under: frozenset[str] = frozenset()
    """Numbers of the cards that lie under that card."""


WAKES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        (
            *("lay-security", "draw-hands", "keep", "settle", "turn-continues"),
            *("place-played", "place-option", "end-effect", "attack-breaks-off", "when-attacking-over"),
            *("counter-over", "unblocked", "no-block", "begin-checks", "no-check", "check-over"),
            *("choose-player", "attack-fails"),
        ),
        frozenset[str](),
    ),
    **dict.fromkeys(("place-digivolved", "place-digivolved-in-breeding"), frozenset(("drawn",))),
    "play": frozenset(("played",)),
    "digivolve": frozenset(("digivolved",)),
    "digivolve-in-breeding": frozenset(("digivolved",)),
    "use-option": frozenset(("option-used",)),
    "pay": frozenset(("memory-gained",)),
    "pass": frozenset(("memory-gained",)),
    "end-turn": frozenset(("end-of-turn", "memory-gained")),
    "unsuspend": frozenset(("unsuspended",)),
    "draw": frozenset(("start-of-turn", "drawn")),
    **dict.fromkeys(("hatch", "move", "skip"), frozenset(("start-of-main-phase",))),
    **dict.fromkeys(("attack-player", "attack"), frozenset(("attacks", "suspended"))),
    "end-attack": frozenset[str](),
    "check": frozenset(("security-checked", "security-removed")),
    "delete": frozenset(("deleted", "left-battle-area", "on-deletion")),
}
"""Steps to the timings and happenings that they set off; a step that is not listed may set off any."""

OWN = {
    "play": "on-play",
    "digivolve": "when-digivolving",
    "digivolve-in-breeding": "when-digivolving",
    "use-option": "main",
    "check": "security",
    "attack-player": "when-attacking",
    "attack": "when-attacking",
    "end-attack": "end-of-attack",
}
"""Steps to the timing that they are for their own card and the cards under it."""

SUBJECT = frozenset(("played", "digivolved", "option-used", "attacks", "suspended"))
"""Steps to what happens to their card."""


def asks_more(effects: Sequence[Effect], surplus: Surplus) -> bool:
    """Whether any of these effects may depend on what there is beyond the position; unknown effects may."""
    parts = [part for effect in effects for part in _parts(effect)]
    if any("do" in part and part["do"] not in LOCAL for part in parts):
        return True
    return any(_is_more(which, surplus) for part in parts for which in _selectors(part))


def takes_from_decks(effects: Sequence[Effect]) -> bool:
    """Whether any of these effects does something other than draw nothing where a deck is empty."""
    parts = [part for effect in effects for part in _parts(effect)]
    paid = [part for one in parts if "cost" in one for part in _parts(one["cost"])]
    return any(part.get("do") == "draw" for part in paid) or any(
        part.get("do") in UNSEEN or part.get("area") == "deck" or part.get("happens") == "drawn"
        for part in parts
    )


def _is_more(which: Mapping[str, Any], surplus: Surplus) -> bool:
    """Whether a selector may select something beyond the position."""
    area = which.get("area", "battle")
    if area == "egg-deck" or "number" in which:
        return True
    if which.get("role") not in (None, "", "other"):
        return False
    return any(may_be(which, card) for card in surplus.get(area, ()))


def _parts(part: Any) -> Iterator[Mapping[str, Any]]:
    """Every JSON object in an effect, the effect itself among them."""
    if isinstance(part, Mapping):
        yield part
    inner = part.values() if isinstance(part, Mapping) else part if isinstance(part, list | tuple) else ()
    for one in inner:
        yield from _parts(one)


def _selectors(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The selectors of a part of an effect: what it chooses or counts.

    The subject of an event is none of these. Neither is a card that is put somewhere from the top of a pile:
    it is the same card as long as the position has one there.
    """
    if "happens" in part:
        return
    for name in SELECTORS:
        which = part.get(name)
        if isinstance(which, Mapping) and not (part.get("do") == "put" and which.get("top")):
            yield which
    if part.get("do") in CHOOSING and "target" not in part:
        yield {}


def wakes(effects: Sequence[Effect], number: str, owners: Set[int], steps: Sequence[PathStep]) -> bool:
    """Whether any effect of a card may be set off on a path, after the card came to the field of one of these
    players.
    """
    came = next((place for place, step in enumerate(steps) if step.card and step.card.number == number), None)
    if came is None:
        return False
    if any(step.action not in WAKES for step in steps[came:]):
        return bool(effects)
    return any(_wakes(effect, number, owners, step) for effect in effects for step in steps[came:])


def _wakes(effect: Effect, number: str, owners: Set[int], step: PathStep) -> bool:
    """Whether one effect of a card may be set off by a step.

    A continuous effect changes no path without the engine leaving it. What such an effect grants may be set
    off.
    """
    timing, event, side = effect["timing"], effect.get("event") or {}, effect.get("turn", "both")
    if side != "both" and all((step.turn == owner) != (side == "me") for owner in owners):
        return False
    if timing == "continuous":
        gained = [*(effect.get("gives") or {}).get("effects", ())]
        return any(_wakes(one, "", owners, step) for one in gained)
    top = step.card is not None and step.card.number == number
    if timing == OWN.get(step.action):
        return not number or (number in step.under if effect.get("inherited") else top)
    happens = event.get("happens")
    if happens is None or happens not in WAKES[step.action]:
        return timing in WAKES[step.action]
    if step.card is None or happens not in SUBJECT or not number:
        return True
    which = event.get("which", {"role": "this"})
    if which.get("role") == "this":
        return top or number in step.under
    return top or not is_bystander(step.card) or may_be(which, step.card)
