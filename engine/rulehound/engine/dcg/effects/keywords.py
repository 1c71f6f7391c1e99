"""Keywords that wait for something, as effects of the effect language: so they trigger like any other."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dcg.attributes import decoys_of, may_have
from rulehound.engine.dcg.effects.continuous import has
from rulehound.engine.dcg.effects.language import (
    Condition,
    Count,
    Delete,
    Effect,
    Event,
    Prevent,
    TrashTop,
    Which,
)
from rulehound.engine.dcg.effects.vocabulary import Color
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, facts_of

RETALIATION_INDEX, ARMOR_PURGE_INDEX, DECOY_INDEX = -101, -102, -103
"""What stands for the index among the effects of a card; what something has gained has its own far below."""

BATTLED = Which(of="opponent", role="battled")

RETALIATION = Effect(  # rule: keyword.retaliation
    timing="when",
    says="Retaliation: delete what has deleted this Digimon in battle",
    event=Event("deleted", by="battle"),
    condition=Condition(counts=(Count(BATTLED, at_least=1),)),
    steps=(Delete(BATTLED),),
)

ARMOR_PURGE = Effect(  # rule: keyword.armor-purge
    timing="would",
    says="Armor Purge: trash the top card of this Digimon, and it is not deleted",
    event=Event("deleted"),
    optional=True,
    cost=(TrashTop(),),
    steps=(Prevent(Which(role="this")),),
)


def decoy(colors: tuple[Color, ...] = (), trait: str = "") -> Effect:
    """The Decoy that protects other Digimon of these colours, or of this trait."""
    protected = Which(role="other", kind=("digimon",), colors=colors, trait=trait)
    return Effect(  # rule: keyword.decoy
        timing="would",
        says=f"Decoy ({', '.join(colors) or trait}): delete this Digimon, and another one is not deleted",
        event=Event("deleted", protected, by="opponents-effect"),
        optional=True,
        cost=(Delete(Which(role="this")),),
        steps=(Prevent(Which(role="subject", colors=colors, trait=trait)),),
    )


def includes(now: Effect, then: Effect) -> bool:
    """Whether an effect is the one that it was, or a Decoy that has gained colours since."""
    if now.event is None or then.event is None:
        return now == then
    colors, before = now.event.which.colors, then.event.which.colors
    decoys = (now, then) == (decoy(colors), decoy(before))
    return now == then or (decoys and {*before}.issubset(colors))  # rule: keyword.decoy


WAITING: frozenset[str] = frozenset(("retaliation", "armor-purge", "decoy"))
"""The keywords of which this module says what they do."""


def keyword_effects(state: State, stack: Stack) -> Iterator[tuple[int, Effect]]:
    """The effects that a stack has by its keywords, each with what stands for its index."""
    if not may_have(state, stack, WAITING):
        return
    if has(state, stack, "retaliation"):
        yield RETALIATION_INDEX, RETALIATION
    if has(state, stack, "armor-purge"):
        yield ARMOR_PURGE_INDEX, ARMOR_PURGE
    colors = decoys_of(state, stack)
    if colors:
        yield DECOY_INDEX, decoy(colors)
    for trait in facts_of(state, stack).decoy_traits:
        yield DECOY_INDEX, decoy(trait=trait)
