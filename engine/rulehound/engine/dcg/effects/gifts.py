"""What effects give to a stack or card now: those that last on it or on all that fits, and continuous ones.

Continuous effects may ask for what they themselves change: a Digimon with 10000 DP gains Blocker, one with
Blocker gains DP. It is settled in rounds: what the condition of an effect asks for is told by the effects of
the round below, and in the lowest round (0) by what is printed and by what lasts on the Digimon itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rulehound.engine.dcg.effects import conditions, matching
from rulehound.engine.dcg.effects.language import EVERYTHING, PROTECTION, Effect, Forbidden, Grant, Which
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint, source_kind
from rulehound.engine.dcg.effects.watching import Going
from rulehound.engine.dcg.in_play import Everywhere, Lasting, Stack
from rulehound.engine.dcg.state import State, holder_of, owner_of

IMMUNITIES: Mapping[Forbidden, tuple[str, ...]] = {
    "effects-of-opponent": ("digimon", "tamer", "option"),
    "effects-of-options": ("option",),
    "effects-of-digimon": ("digimon",),
}
"""What protects from the opponent's effects, to the kinds of effects that it protects from."""


class Gift(msgspec.Struct, frozen=True, gc=False):
    """What an effect gives at this moment, and where the effect comes from."""

    gives: Grant
    at: Standpoint
    inherited: bool = False


def gifts_to(state: State, stack: Stack, word: str = EVERYTHING, rounds: int = ROUNDS) -> list[Gift]:
    """What effects give to a stack now: everything, or what has to do with one word of `Grant.words`.

    What the opponent's effects give goes for nothing while the stack is protected from them.
    """
    gifts = offered(state, stack, word, rounds)
    if gifts:
        mine = owner_of(stack.cards[0])
        if any(gift.at.player != mine for gift in gifts):
            guards = offered(state, stack, PROTECTION, rounds)
            # rule: effects.gained
            return [gift for gift in gifts if gift.at.player == mine or not stopped(state, gift, guards)]
    return gifts


def offered(state: State, stack: Stack, word: str, rounds: int) -> list[Gift]:
    """What effects would give to a stack if nothing kept them away."""
    gifts = []
    if stack.lasting:
        lasting = [one for one in stack.lasting if word in one.gives.words]
        gifts += [Gift(one.gives, Standpoint(one.player, one.card)) for one in lasting]
    if rounds and (state.lasting or word in state.match.watch.field(state.players).giving):
        gifts += from_elsewhere(state, stack, word, rounds)
    return gifts


def from_elsewhere(state: State, stack: Stack, word: str, rounds: int) -> Iterator[Gift]:
    """What continuous effects, and lasting ones on all that fits, give to a stack in play."""
    area = area_of(state, stack)
    for one in state.lasting:
        if word in one.gives.words:
            at = everywhere(one)
            if is_meant(state, at, one.target, stack, area, rounds - 1):  # rule: effects.all-or-chosen
                yield Gift(one.gives, at)
    for each in state.match.watch.field(state.players).giving.get(word, ()):
        effect = each.effect
        if effect.target.role != "this" or each.stack == stack.id:
            at = standpoint_of(each)
            meant = is_meant(state, at, effect.target, stack, area, rounds - 1)
            if meant and is_on(state, at, effect, rounds - 1):
                yield Gift(each.gives, at, effect.inherited)


def standpoint_of(going: Going) -> Standpoint:
    """From where a continuous effect sees the game."""
    return Standpoint(owner_of(going.card), going.card, going.stack)


def area_of(state: State, stack: Stack) -> str:
    """The area in which a stack is: battle or breeding; nothing where it has left."""
    for player in state.players:
        if player.breeding is not None and player.breeding.id == stack.id:
            return "breeding"
    return "" if holder_of(state, stack.id) is None else "battle"


def is_meant(state: State, at: Standpoint, which: Which, stack: Stack, area: str, rounds: int) -> bool:
    """Whether a stack in this area is one of those of which a continuous or lasting effect speaks."""
    if which.area != area:
        return False  # rule: breeding.no-effects
    if which.role == "this":
        return stack.id == at.stack and matching.fits(state, which, stack, rounds)
    if which.role == "other" and stack.id == at.stack:
        return False
    mine = owner_of(stack.cards[0])
    return mine in matching.sides(at.player, which.of) and matching.fits(state, which, stack, rounds)


def is_on(state: State, at: Standpoint, effect: Effect, rounds: int = ROUNDS) -> bool:
    """Whether a continuous effect works at this moment."""
    turn = state.turn in matching.sides(at.player, effect.turn)  # rule: effects.turn
    return turn and conditions.holds(state, at, effect.condition, rounds)  # rule: effects.continuous


def stopped(state: State, gift: Gift, guards: Iterable[Gift]) -> bool:
    """Whether something else that is given to a stack keeps what an opponent's effect gives from it."""
    kind = source_kind(state, gift.at.card, inherited=gift.inherited) if gift.at.card else ""
    others = (guard.gives for guard in guards if guard.gives is not gift.gives)
    return any(protects(gives, kind) for gives in others)  # rule: effects.immune


def protects(gives: Grant, kind: str) -> bool:
    """Whether what an effect gives protects from the opponent's effects of a kind."""
    return any(kind in IMMUNITIES.get(what, ()) for what in gives.cannot)


def settled(state: State, stack: Stack) -> Stack:
    """The stack with all that effects give it now as lasting on it: so it is remembered when it leaves."""
    if state.match.plain:
        return stack
    lasting = tuple(
        Lasting(conditions.counted(state, gift.at, gift.gives), "always", gift.at.player, gift.at.card)
        for gift in gifts_to(state, stack)
    )
    return msgspec.structs.replace(stack, lasting=lasting)


def gifts_to_card(state: State, player: int, card: str, area: str, word: str) -> list[Gift]:
    """What effects give to a card in an area of cards that has to do with a word of `Grant.words`.

    A card being shown counts as in the hand.
    """
    watch = state.match.watch
    if not (state.lasting or watch.of_card(card).going or word in watch.field(state.players).giving):
        return []
    return [
        Gift(gives, at)
        for at, which, gives in on_cards(state, Standpoint(player, card), area, word)
        if (which.role != "this" or at.card == card)
        and player in matching.sides(at.player, which.of)
        and matching.fits(state, which, card)
    ]


def on_cards(
    state: State, itself: Standpoint, area: str, word: str
) -> Iterator[tuple[Standpoint, Which, Grant]]:
    """Effects on a card of an area that work now: lasting ones, continuous ones in play, the card's own."""
    for one in state.lasting:
        if one.target.area == area and word in one.gives.words:
            yield everywhere(one), one.target, one.gives
    watch = state.match.watch
    for each in watch.field(state.players).giving.get(word, ()):
        target = each.effect.target
        if target.area == area and target.role != "this":
            at = standpoint_of(each)
            if is_on(state, at, each.effect):
                yield at, target, each.gives
    for each in watch.of_card(itself.card).going:
        target = each.effect.target
        meant = target.area == area and target.role == "this" and word in each.gives.words
        if meant and is_on(state, itself, each.effect):
            yield itself, target, each.gives


def everywhere(one: Everywhere) -> Standpoint:
    """From where a lasting effect on all that fits sees the game."""
    return Standpoint(one.player, one.card, one.stack)
