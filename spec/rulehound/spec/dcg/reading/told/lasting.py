"""What effects that last make of a Digimon: its DP, its keywords, its checks; taken over as it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.model import KEYWORDS, Stack
from rulehound.spec.dcg.reading.states import ALWAYS_CHECKED
from rulehound.spec.dcg.reading.told.telling import BEGINS, Event, Telling, top_of
from rulehound.spec.game import AtOnce, Becomes, First, like, places_of

DP, DP_CHANGE, GAINED, MORE_CHECKS = (
    places_of(Stack)[name] for name in ("dp", "dp_change", "gained", "more_checks")
)


def becomes(telling: Telling, stack: str, amounts: Mapping[str, Any], player: int) -> Iterator[First]:
    """What a stack amounts to, by all effects that last; which of its cards is its top card then is open."""
    if stack not in telling.tops:
        return
    tops = tuple(dict.fromkeys(telling.tops[stack]))
    path = "me.battle" if player == telling.turn else "opponent.battle"
    yield First([_dp(path, top, amounts["dp"], telling.side(player)) for top in reversed(tops)])
    yield First([_gained(path, top, amounts) for top in reversed(tops)])


def _dp(path: str, top: tuple[Any, ...], dp: int | None, side: str) -> Becomes:
    """Of a DP that is shown as 0 the smallest change is taken that leads there; of no DP, none."""
    if dp is None:
        return Becomes(path, like(Stack, top=top), ((DP_CHANGE, 0), (DP, top_of(top, "dp"))))
    change = dp - top_of(top, "dp")
    return Becomes(path, like(Stack, top=top), ((DP_CHANGE, change), (DP, dp)), f"effect-dp-{side}")


def _gained(path: str, top: tuple[Any, ...], amounts: Mapping[str, Any]) -> Becomes:
    bits = sum(1 << KEYWORDS.index(word) for word in amounts["keywords"] if word in KEYWORDS)
    more = amounts["checks"] - ALWAYS_CHECKED - top_of(top, "extra_checks")
    values = (GAINED, bits & ~top_of(top, "keywords")), (MORE_CHECKS, more)
    return Becomes(path, like(Stack, top=top), values)


def changed(telling: Telling, events: Sequence[Event]) -> Iterator[First | AtOnce]:
    """All that amounts to something else now, which is one effect."""
    yield BEGINS
    yield AtOnce(
        [
            found
            for event in events
            for subject in event["subjects"]
            if subject in telling.owners
            for found in becomes(telling, subject, event["amounts"], telling.owners[subject])
        ]
    )
