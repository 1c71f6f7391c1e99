"""What effects do to what stands on the field, in the words of the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulehound.spec.dcg.reading.told.lasting import changed
from rulehound.spec.dcg.reading.told.telling import Event, Telling, Untold, Words
from rulehound.spec.game import Move

KEPT = {
    "prevented": "an effect keeps something from being deleted or returned",
    "kept-from-blocking": "an effect keeps something from blocking",
    "kept-suspended": "an effect keeps something suspended",
}
"""What effects keep from happening, which the model knows nothing of."""


def _on_stacks(name: str) -> Words:
    """An effect on each of the stacks that the event happened to."""

    def words(telling: Telling, event: Event) -> Iterator[Move]:
        for subject in event["subjects"]:
            side, stack = telling.stack(subject)
            yield Move(f"effect-{name}-{side}", {"target": stack})

    return words


def _as_often(name: str) -> Words:
    """The same, as often as the amount says."""

    def words(telling: Telling, event: Event) -> Iterator[Move]:
        for subject in event["subjects"]:
            side, stack = telling.stack(subject)
            for _ in range(event["amount"]):
                yield Move(f"effect-{name}-{side}", {"target": stack})

    return words


def _about_to_be_deleted(telling: Telling, event: Event) -> Iterator[Move]:
    if len(event["subjects"]) > 1:
        raise Untold("several Digimon are deleted at once by an effect")
    for subject in event["subjects"]:
        side, stack = telling.stack(subject)
        by = "" if event["player"] == telling.owners[subject] else "-by-opponent"
        yield Move(f"effect-delete{by}-{side}", {"target": stack})


def _top_trashed(_telling: Telling, _event: Event) -> Iterator[Move]:
    raise Untold("an effect trashes the top card of a Digimon")


STANDING: Mapping[str, Words] = {
    "changed": changed,
    "top-trashed": _top_trashed,
    "suspended": _on_stacks("suspend"),
    "unsuspended": _on_stacks("unsuspend"),
    "about-to-be-deleted": _about_to_be_deleted,
    "returned-to-hand": _on_stacks("return-to-hand"),
    "returned-to-deck": _on_stacks("return-to-deck"),
    "put-into-security": _on_stacks("to-security"),
    "de-digivolved": _as_often("de-digivolve"),
    "under-card-trashed": _as_often("trash-under"),
}
"""Event that an effect brought about, to the environment actions that it is."""


def _decoyed(telling: Telling, event: Event) -> Iterator[Move]:
    decoy, saved = event["subjects"]
    side, stack = telling.stack(decoy)
    yield Move(f"decoy-{side}", {"decoy": stack, "saved": telling.stack(saved)[1]})


def _armor_purged(telling: Telling, event: Event) -> Iterator[Move]:
    for subject in event["subjects"]:
        side, stack = telling.stack(subject)
        yield Move(f"armor-purge-{side}", {"saved": stack})


KEYWORDS_USED: Mapping[str, Words] = {"decoyed": _decoyed, "armor-purged": _armor_purged}
"""Uses of keywords that are actions of players in the model."""
