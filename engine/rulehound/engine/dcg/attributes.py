"""What a Digimon or Tamer amounts to at this moment: printed facts, and all that effects make of them.

Continuous effects may ask for what they themselves change: a Digimon with 10000 DP gains Blocker, one with
Blocker gains DP. It is settled in rounds: what the condition of an effect asks for is told by the effects of
the round below, and in the lowest round (0) by what is printed and by what lasts on the Digimon itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from rulehound.engine.dcg.effects import conditions, matching
from rulehound.engine.dcg.effects.language import (
    Blitz,
    Color,
    DeDigivolve,
    DigiBurst,
    Draw,
    Effect,
    Forbidden,
    Grant,
    Keyword,
    Recovery,
    Step,
    Which,
)
from rulehound.engine.dcg.effects.standpoint import Standpoint, source_kind, stack_in_play
from rulehound.engine.dcg.in_play import Everywhere, Lasting, Stack
from rulehound.engine.dcg.state import State, card_of, facts_of, owner_of

ROUNDS = 2
FIELDS: Mapping[Keyword, str] = {
    "blocker": "blocker",
    "piercing": "piercing",
    "jamming": "jamming",
    "reboot": "reboot",
    "retaliation": "retaliation",
    "rush": "rush",
    "armor-purge": "armor_purge",
    "blitz": "blitz",
    "delay": "delay",
    "decoy": "decoy",
    "digisorption": "digisorption",
    "security-attack": "security_attack",
}
"""Keyword to the fact of a card that says whether it is printed there."""

KEYWORD_STEPS: Mapping[type[Step], Keyword] = {
    Blitz: "blitz",
    DigiBurst: "digi-burst",
    Recovery: "recovery",
    Draw: "draw",
    DeDigivolve: "de-digivolve",
}
"""Steps that are the keyword of an effect at some timing."""

IMMUNITIES: Mapping[Forbidden, tuple[str, ...]] = {
    "effects-of-opponent": ("digimon", "tamer", "option"),
    "effects-of-options": ("option",),
    "effects-of-digimon": ("digimon",),
}
"""What protects from the opponent's effects, to the kinds of effects that it protects from."""


class Gift(NamedTuple):
    """What an effect gives to a stack at this moment, and where the effect comes from."""

    gives: Grant
    at: Standpoint
    inherited: bool = False


def dp_of(state: State, stack: Stack, rounds: int = ROUNDS) -> int | None:
    """Present DP of a stack; None where its top card has none."""
    printed = facts_of(state, stack).dp
    if printed is None or (state.match.plain and not stack.lasting):
        return printed
    gifts = gifts_to(state, stack, rounds)
    changes = [conditions.amount(state, gift.at, gift.gives.dp, rounds - 1) for gift in gifts]
    if any("dp-reduction" in gift.gives.cannot for gift in gifts):
        changes = [change for change in changes if change > 0]
    return max(printed + sum(changes), 0)  # rule: dp.modify, dp.floor


def checks_of(state: State, stack: Stack) -> int:
    """How many security cards an attack of this Digimon may check."""
    allowed = state.match.rules.attack_checks + facts_of(state, stack).security_attack  # rule: security.count
    for gift in gifts_to(state, stack):
        allowed += conditions.amount(state, gift.at, gift.gives.security_attack)
    return max(allowed, 0)


def has(state: State, stack: Stack, keyword: Keyword, rounds: int = ROUNDS) -> bool:
    """Whether a stack has a keyword now."""
    printed = getattr(facts_of(state, stack), FIELDS[keyword]) if keyword in FIELDS else False
    if printed or (state.match.plain and not stack.lasting):
        return bool(printed)
    return any(gives_keyword(gift.gives, keyword) for gift in gifts_to(state, stack, rounds))


def gives_keyword(gives: Grant, keyword: Keyword) -> bool:
    """Whether what an effect gives is or comes with a keyword."""
    return (
        keyword in gives.keywords
        or (keyword == "decoy" and bool(gives.decoy))
        or (keyword == "security-attack" and bool(gives.security_attack))
    )


def decoys_of(state: State, stack: Stack) -> tuple[Color, ...]:
    """The colours that the Decoy of a Digimon protects; none where it has no Decoy."""
    printed = facts_of(state, stack).decoy
    gained = (color for gift in gifts_to(state, stack) for color in gift.gives.decoy)
    return tuple(dict.fromkeys((*printed, *gained)))


def cannot(state: State, stack: Stack, what: Forbidden) -> bool:
    """Whether an effect forbids this to a stack, or protects it from that."""
    return any(what in gift.gives.cannot for gift in gifts_to(state, stack))


def immune(state: State, stack: Stack, player: int, card: str, *, inherited: bool = False) -> bool:
    """Whether an effect of this player and card does nothing to a stack, though the stack may be chosen."""
    if player == owner_of(stack.cards[0]) or state.match.plain:
        return False
    kind = source_kind(state, card, inherited=inherited) if card else ""
    return any(protects(gift.gives, kind) for gift in gifts_to(state, stack))  # rule: effects.immune


def protects(gives: Grant, kind: str) -> bool:
    """Whether what an effect gives protects from the opponent's effects of a kind."""
    return any(kind in IMMUNITIES.get(what, ()) for what in gives.cannot)


def gifts_to(state: State, stack: Stack, rounds: int = ROUNDS) -> list[Gift]:
    """All that effects give to a stack now.

    What the opponent's effects give goes for nothing while the stack is protected from them.
    """
    if state.match.plain and not stack.lasting:
        return []
    gifts = [Gift(one.gives, Standpoint(one.player, one.card)) for one in stack.lasting]
    if rounds and stack_in_play(state, stack.id) is not None:
        gifts += (
            Gift(one.gives, everywhere(one)) for one in state.lasting if reaches(state, one, stack, rounds)
        )
        gifts += continuous_on(state, stack, rounds)
    guards = [gift.gives for gift in gifts if not IMMUNITIES.keys().isdisjoint(gift.gives.cannot)]
    if guards:
        mine = owner_of(stack.cards[0])
        gifts = [gift for gift in gifts if gift.at.player == mine or not stopped(state, gift, guards)]
    return gifts


def settled(state: State, stack: Stack) -> Stack:
    """The stack with all that effects give it now as lasting on it: so it is remembered when it leaves."""
    if state.match.plain:
        return stack
    lasting = tuple(
        Lasting(conditions.counted(state, gift.at, gift.gives), "always", gift.at.player, gift.at.card)
        for gift in gifts_to(state, stack)
    )
    return msgspec.structs.replace(stack, lasting=lasting)


def stopped(state: State, gift: Gift, guards: list[Grant]) -> bool:
    """Whether one of some protections keeps an opponent's effect from a stack."""
    kind = source_kind(state, gift.at.card, inherited=gift.inherited) if gift.at.card else ""
    return any(protects(guard, kind) for guard in guards)  # rule: effects.immune


def everywhere(one: Everywhere) -> Standpoint:
    """From where a lasting effect on all that fits sees the game."""
    return Standpoint(one.player, one.card, one.stack)


def reaches(state: State, one: Everywhere, stack: Stack, rounds: int) -> bool:
    """Whether a lasting effect on all that fits is on this stack now."""
    return is_meant(state, everywhere(one), one.target, stack, rounds - 1)  # rule: effects.all-or-chosen


def is_meant(state: State, at: Standpoint, which: Which, stack: Stack, rounds: int) -> bool:
    """Whether a stack is one of those of which a continuous or lasting effect speaks."""
    if which.role == "this":
        if stack.id != at.stack:
            return False
    elif (which.role == "other" and stack.id == at.stack) or owner_of(stack.cards[0]) not in matching.sides(
        at.player, which.of
    ):
        return False
    area = "breeding" if stack in matching.breeding_areas(state) else "battle"
    return which.area == area and matching.fits(state, which, stack, rounds)  # rule: breeding.no-effects


def continuous_on(state: State, stack: Stack, rounds: int) -> Iterator[Gift]:
    """What continuous effects give to a stack now."""
    for effect, at in continuous(state):
        if (
            effect.gives is not None
            and is_meant(state, at, effect.target, stack, rounds - 1)
            and is_on(state, at, effect, rounds - 1)
        ):
            yield Gift(effect.gives, at, effect.inherited)


def is_on(state: State, at: Standpoint, effect: Effect, rounds: int) -> bool:
    """Whether a continuous effect works at this moment."""
    turn = state.turn in matching.sides(at.player, effect.turn)
    return turn and conditions.holds(state, at, effect.condition, rounds)  # rule: effects.continuous


def continuous(state: State) -> Iterator[tuple[Effect, Standpoint]]:
    """Every continuous effect of what is in the battle areas."""
    ongoing = state.match.ongoing
    for source in (*state.players[0].battle, *state.players[1].battle):
        for place, card in enumerate(source.cards):
            if card in ongoing:
                at = Standpoint(owner_of(card), card, source.id)
                for effect in ongoing[card]:
                    if effect.inherited == bool(place):  # rule: effects.inherited
                        yield effect, at
        for one in source.lasting:
            for effect in one.gives.effects:
                if effect.timing == "continuous":
                    yield effect, Standpoint(owner_of(source.cards[0]), source.cards[0], source.id)


def counts_as_having(state: State, thing: Stack | str, keyword: Keyword, rounds: int = ROUNDS) -> bool:
    """Whether a stack or card has a keyword, or has an effect with it at whatever timing."""
    if isinstance(thing, Stack):
        if has(state, thing, keyword, rounds):
            return True
        at = Standpoint(owner_of(thing.cards[0]), thing.cards[0], thing.id)
        own = [effect for effect in facts_of(state, thing).effects if not effect.inherited]
        own += [
            effect for card in thing.cards[1:] for effect in card_of(state, card).effects if effect.inherited
        ]
        own += [effect for one in thing.lasting for effect in one.gives.effects]
    else:
        facts = card_of(state, thing)
        if keyword in FIELDS and getattr(facts, FIELDS[keyword]):
            return True
        at = Standpoint(owner_of(thing), thing)
        own = list(facts.effects)
    return any(
        mentions(effect, keyword) and conditions.holds(state, at, effect.condition, rounds - 1)
        for effect in own
        if rounds
    )  # rule: effects.keyword-had


def mentions(effect: Effect, keyword: Keyword) -> bool:
    """Whether a keyword is what an effect does at its timing."""
    if keyword == "delay" and effect.timing == "delay":
        return True
    return any(KEYWORD_STEPS.get(type(step)) == keyword for step in all_steps((*effect.cost, *effect.steps)))


def all_steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Steps, with those that lie within them."""
    for step in steps:
        yield step
        for field in ("steps", "cost", "then", "otherwise"):
            yield from all_steps(getattr(step, field, ()))


def card_dp(state: State, card: str) -> int | None:
    """DP of a Security Digimon; None where its card has none."""
    printed = card_of(state, card).dp
    if printed is None or state.match.plain:
        return printed
    changes = (
        conditions.amount(state, at, gives.dp)
        for gives, at in gifts_to_cards(state, owner_of(card), card, "security")
    )
    return max(printed + sum(changes), 0)  # rule: dp.modify, dp.floor


def added_to_play_cost(state: State, player: int, card: str) -> int:
    """What effects add to the cost of playing or using a card of the hand; below 0 where they lower it."""
    if state.match.plain:
        return 0
    gifts = gifts_to_cards(state, player, card, "hand")
    return sum(conditions.amount(state, at, gives.play_cost) for gives, at in gifts)


def added_to_digivolution_cost(state: State, player: int, card: str, bases: tuple[Stack, ...]) -> int:
    """What effects add to the cost of digivolving one or two Digimon into a card of the hand."""
    if state.match.plain:
        return 0
    found = list(gifts_to_cards(state, player, card, "hand"))
    found += [(gift.gives, gift.at) for base in bases for gift in gifts_to(state, base)]
    return sum(conditions.amount(state, at, gives.digivolution_cost) for gives, at in found)


def gifts_to_cards(state: State, player: int, card: str, area: str) -> Iterator[tuple[Grant, Standpoint]]:
    """What effects give to a card in an area of cards; a card being shown counts as where it came from."""
    found = [(one.target, one.gives, everywhere(one)) for one in state.lasting]
    sources = list(continuous(state))
    itself = Standpoint(player, card)
    sources += [(effect, itself) for effect in state.match.ongoing.get(card, ()) if not effect.inherited]
    found += [
        (effect.target, effect.gives, at)
        for effect, at in sources
        if effect.gives is not None and effect.target.area == area and is_on(state, at, effect, ROUNDS)
    ]
    for which, gives, at in found:
        role = which.role != "this" or at.card == card
        meant = which.area == area and role and player in matching.sides(at.player, which.of)
        if meant and matching.fits(state, which, card):
            yield gives, at
