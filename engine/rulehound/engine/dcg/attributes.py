"""What a Digimon or Tamer amounts to at this moment: printed facts, and all that effects make of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulehound.engine.dcg.cards import PRINTED
from rulehound.engine.dcg.effects import conditions, gifts
from rulehound.engine.dcg.effects.language import (
    PROTECTION,
    Blitz,
    Color,
    DeDigivolve,
    DigiBurst,
    Draw,
    Effect,
    Forbidden,
    Keyword,
    Recovery,
    Step,
)
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint, source_kind
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, card_of, facts_of, owner_of

SHOWN: tuple[Keyword, ...] = tuple(keyword for keyword in PRINTED if keyword != "security-attack")
"""The keywords that something in play is shown to have; Security Attack shows in its checks."""

KEYWORD_STEPS: Mapping[type[Step], Keyword] = {
    Blitz: "blitz",
    DigiBurst: "digi-burst",
    Recovery: "recovery",
    Draw: "draw",
    DeDigivolve: "de-digivolve",
}
"""Steps that are the keyword of an effect at some timing."""


def dp_of(state: State, stack: Stack, rounds: int = ROUNDS) -> int | None:
    """Present DP of a stack; None where its top card has none."""
    printed = facts_of(state, stack).dp
    if printed is None or (state.match.plain and not stack.lasting):
        return printed
    given = gifts.gifts_to(state, stack, "dp", rounds)
    if not given:
        return printed
    changes = [conditions.amount(state, gift.at, gift.gives.dp, rounds - 1) for gift in given]
    if any(change < 0 for change in changes) and cannot(state, stack, "dp-reduction", rounds):
        changes = [change for change in changes if change > 0]
    return max(printed + sum(changes), 0)  # rule: dp.modify, dp.floor, effects.overlap


def checks_of(state: State, stack: Stack) -> int:
    """How many security cards an attack of this Digimon may check."""
    allowed = state.match.rules.attack_checks + facts_of(state, stack).security_attack  # rule: security.count
    for gift in gifts.gifts_to(state, stack, "security_attack"):
        allowed += conditions.amount(state, gift.at, gift.gives.security_attack)
    return max(allowed, 0)


def has(state: State, stack: Stack, keyword: Keyword, rounds: int = ROUNDS) -> bool:
    """Whether a stack has a keyword now."""
    if keyword in facts_of(state, stack).keywords:
        return True
    if state.match.plain and not stack.lasting:
        return False
    return bool(gifts.gifts_to(state, stack, keyword, rounds))


def may_have(state: State, stack: Stack, keywords: frozenset[str]) -> bool:
    """Whether one of some keywords is printed on a stack, or some effect gives it to something."""
    words = (
        facts_of(state, stack).keywords,
        state.match.watch.field(state.players).giving,
        *(one.gives.words for one in stack.lasting),
        *(one.gives.words for one in state.lasting),
    )
    return not all(keywords.isdisjoint(each) for each in words)


def decoys_of(state: State, stack: Stack) -> tuple[Color, ...]:
    """The colours that the Decoy of a Digimon protects; none where it has no Decoy."""
    printed = facts_of(state, stack).decoy
    gained = [color for gift in gifts.gifts_to(state, stack, "decoy") for color in gift.gives.decoy]
    return tuple(dict.fromkeys((*printed, *gained))) if gained else printed


def cannot(state: State, stack: Stack, what: Forbidden, rounds: int = ROUNDS) -> bool:
    """Whether an effect forbids this to a stack, or protects it from that."""
    if state.match.plain and not stack.lasting:
        return False
    return bool(gifts.gifts_to(state, stack, what, rounds))


def forbidding(state: State, stack: Stack, *what: Forbidden) -> str:
    """A card whose effect forbids one of these to a stack, or protects it from that; "" where none does.

    What lasts on it since the game was put into a position counts as its own.
    """
    given = (gift for word in what for gift in gifts.gifts_to(state, stack, word))
    return next((gift.at.card or stack.cards[0] for gift in given), "")


def immune(state: State, stack: Stack, player: int, card: str, *, inherited: bool = False) -> bool:
    """Whether an effect of this player and card does nothing to a stack, though the stack may be chosen."""
    if player == owner_of(stack.cards[0]):
        return False
    kind = source_kind(state, card, inherited=inherited) if card else ""
    given = gifts.gifts_to(state, stack, PROTECTION)
    return any(gifts.protects(gift.gives, kind) for gift in given)  # rule: effects.immune


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
        if keyword in facts.keywords:  # rule: keyword.same
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


def all_steps(steps: Iterable[Step]) -> Iterator[Step]:
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
    # rule: security.digimon-apart
    given = gifts.gifts_to_card(state, owner_of(card), card, "security", "dp")  # rule: security.digimon-named
    changes = [conditions.amount(state, gift.at, gift.gives.dp) for gift in given]
    return max(printed + sum(changes), 0)  # rule: dp.modify, dp.floor


def added_to_play_cost(state: State, player: int, card: str) -> int:
    """What effects add to the cost of playing or using a card of the hand; below 0 where they lower it."""
    if state.match.plain:
        return 0
    given = gifts.gifts_to_card(state, player, card, "hand", "play_cost")
    return sum([conditions.amount(state, gift.at, gift.gives.play_cost) for gift in given])


def added_to_digivolution_cost(state: State, player: int, card: str, bases: tuple[Stack, ...]) -> int:
    """What effects add to the cost of digivolving one or two Digimon into a card of the hand."""
    if state.match.plain:
        return 0
    given = gifts.gifts_to_card(state, player, card, "hand", "digivolution_cost")
    for base in bases:
        given += gifts.gifts_to(state, base, "digivolution_cost")
    return sum([conditions.amount(state, gift.at, gift.gives.digivolution_cost) for gift in given])
