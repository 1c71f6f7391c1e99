"""What effects give to cards that are not in play, and to a stack as it is remembered when it leaves."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg.effects import candidates, continuous
from rulehound.engine.dcg.effects.language import Grant, Which
from rulehound.engine.dcg.effects.standpoint import Standpoint
from rulehound.engine.dcg.in_play import Lasting, Stack
from rulehound.engine.dcg.state import State


def settled(state: State, stack: Stack) -> Stack:
    """The stack with all that effects give it now as lasting on it: so it is remembered when it leaves."""
    if state.match.plain:
        return stack
    lasting = tuple(
        Lasting(
            continuous.counted(state, gift.at, gift.gives),
            "always",
            gift.at.player,
            gift.at.card,
            gift.inherited,
            gift.since,  # rule: effects.later
        )
        for gift in continuous.gifts_to(state, stack)
    )
    return msgspec.structs.replace(stack, lasting=lasting)


def gifts_to_card(state: State, player: int, card: str, area: str, word: str) -> list[continuous.Gift]:
    """What effects give to a card in an area of cards that has to do with a word of `Grant.words`.

    A card being shown counts as in the hand.
    """
    watch = state.match.watch
    if not (state.lasting or watch.of_card(card).going or word in watch.field(state.players).giving):
        return []
    return [
        continuous.Gift(gives, at)
        for at, which, gives in on_cards(state, Standpoint(player, card), area, word)
        if (which.role != "this" or at.card == card)
        and player in candidates.sides(at.player, which.of)
        and continuous.is_such(state, at, which, card)
    ]


def on_cards(
    state: State, itself: Standpoint, area: str, word: str
) -> Iterator[tuple[Standpoint, Which, Grant]]:
    """Effects on a card of an area that work now: lasting ones, continuous ones in play, the card's own."""
    for one in state.lasting:
        if one.target.area == area and word in one.gives.words:
            yield continuous.everywhere(one), one.target, one.gives
    watch = state.match.watch
    for each in watch.field(state.players).giving.get(word, ()):
        target = each.effect.target
        if target.area == area and target.role != "this":
            at = continuous.standpoint_of(each)
            if continuous.is_on(state, at, each.effect) and continuous.is_had(state, each):
                yield at, target, each.gives
    for each in watch.of_card(itself.card).going:
        target = each.effect.target
        meant = target.area == area and target.role == "this" and word in each.gives.words
        if meant and continuous.is_on(state, itself, each.effect):
            yield itself, target, each.gives
