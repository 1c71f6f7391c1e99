"""What effects that last make of a Digimon: its DP, its keywords, its checks; taken over as it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulehound.spec.dcg.model import KEYWORDS, Stack
from rulehound.spec.dcg.reading.states import ALWAYS_CHECKED
from rulehound.spec.dcg.reading.told.telling import Event, Telling, top_of
from rulehound.spec.game import Becomes, one_of, places_of

DP, DP_CHANGE, GAINED, MORE_CHECKS = (
    places_of(Stack)[name] for name in ("dp", "dp_change", "gained", "more_checks")
)


def becomes(telling: Telling, stack: str, amounts: Mapping[str, Any], player: int) -> Iterator[Becomes]:
    """What a stack is now, by all effects that last."""
    if stack not in telling.tops or amounts["dp"] is None:
        return
    top = telling.tops[stack][-1]
    path = "me.battle" if player == telling.turn else "opponent.battle"
    meant = one_of(Stack, top=telling.tops[stack])
    change = amounts["dp"] - top_of(top, "dp")
    yield Becomes(
        path, meant, ((DP_CHANGE, change), (DP, amounts["dp"])), f"effect-dp-{telling.side(player)}"
    )
    bits = sum(1 << KEYWORDS.index(word) for word in amounts["keywords"] if word in KEYWORDS)
    more = amounts["checks"] - ALWAYS_CHECKED - top_of(top, "extra_checks")
    yield Becomes(path, meant, ((GAINED, bits & ~top_of(top, "keywords")), (MORE_CHECKS, more)))


def changed(telling: Telling, event: Event) -> Iterator[Becomes]:
    """Something on the field amounts to something else now."""
    for subject in event["subjects"]:
        if subject in telling.owners:
            yield from becomes(telling, subject, event["amounts"], telling.owners[subject])
