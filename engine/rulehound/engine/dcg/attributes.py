"""What stacks and cards amount to in play: their checks, their protection, what is added to their costs."""

from __future__ import annotations

from rulehound.engine.dcg.cards import PRINTED
from rulehound.engine.dcg.effects import continuous, gifts
from rulehound.engine.dcg.effects.language import PROTECTION
from rulehound.engine.dcg.effects.standpoint import source_kind
from rulehound.engine.dcg.effects.vocabulary import Color, Forbidden, Keyword
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, card_of, facts_of, owner_of

SHOWN: tuple[Keyword, ...] = tuple(keyword for keyword in PRINTED if keyword != "security-attack")
"""The keywords that something in play is shown to have; Security Attack shows in its checks."""


def checks_of(state: State, stack: Stack) -> int:
    """How many security cards an attack of this Digimon may check."""
    allowed = state.match.rules.attack_checks + facts_of(state, stack).security_attack  # rule: security.count
    for gift in continuous.gifts_to(state, stack, "security_attack"):
        allowed += continuous.amount(state, gift.at, gift.gives.security_attack)
    return max(allowed, 0)


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
    gained = [color for gift in continuous.gifts_to(state, stack, "decoy") for color in gift.gives.decoy]
    return tuple(dict.fromkeys((*printed, *gained))) if gained else printed


def forbidding(state: State, stack: Stack, *what: Forbidden) -> tuple[int | None, str]:
    """Player and card of an effect that forbids one of these to a stack, or protects it from that.

    None and "" where none does.

    What lasts on it since the game was put into a position counts as its own.
    """
    given = next((gift for word in what for gift in continuous.gifts_to(state, stack, word)), None)
    if given is None:
        return None, ""
    own = stack.cards[0]
    return (given.at.player, given.at.card) if given.at.card else (owner_of(own), own)


def immune(state: State, stack: Stack, player: int, card: str, *, inherited: bool = False) -> bool:
    """Whether an effect of this player and card does nothing to a stack, though the stack may be chosen."""
    if player == owner_of(stack.cards[0]):
        return False
    kind = source_kind(state, card, inherited=inherited) if card else ""
    given = continuous.gifts_to(state, stack, PROTECTION)
    return any(continuous.protects(gift.gives, kind) for gift in given)  # rule: effects.immune


def card_dp(state: State, card: str) -> int | None:
    """DP of a Security Digimon; None where its card has none."""
    printed = card_of(state, card).dp
    if printed is None or state.match.plain:
        return printed
    # rule: security.digimon-apart
    given = gifts.gifts_to_card(state, owner_of(card), card, "security", "dp")  # rule: security.digimon-named
    changes = [continuous.amount(state, gift.at, gift.gives.dp) for gift in given]
    return max(printed + sum(changes), 0)  # rule: dp.modify, dp.floor


def added_to_play_cost(state: State, player: int, card: str) -> int:
    """What effects add to the cost of playing or using a card of the hand; below 0 where they lower it."""
    if state.match.plain:
        return 0
    given = gifts.gifts_to_card(state, player, card, "hand", "play_cost")
    return sum([continuous.amount(state, gift.at, gift.gives.play_cost) for gift in given])


def added_to_digivolution_cost(state: State, player: int, card: str, bases: tuple[Stack, ...]) -> int:
    """What effects add to the cost of digivolving one or two Digimon into a card of the hand."""
    if state.match.plain:
        return 0
    given = gifts.gifts_to_card(state, player, card, "hand", "digivolution_cost")
    for base in bases:
        given += continuous.gifts_to(state, base, "digivolution_cost")
    return sum([continuous.amount(state, gift.at, gift.gives.digivolution_cost) for gift in given])
