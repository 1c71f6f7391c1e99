"""The players' areas in a position to which play is to lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulehound.spec.dcg.model import Stack
from rulehound.spec.dcg.reading.cards import number_of
from rulehound.spec.formats import Card, Position
from rulehound.spec.reading import places_of

PLAYERS = (0, 1)

BY_EFFECTS = "it comes about by effects alone:"
"""Beginning of the reasons why only effects lead to a position."""

PILES = ("deck", "security", "egg_deck")
"""Piles of which an observation shows the count alone."""

GIVEN = {"cards", "suspended", "played_this_turn"}
"""Fields of a stack in a position that play can bring about."""

STACK = places_of(Stack)
NUMBER = 0
"""Place of the number in a record of a card."""

Chain = tuple[int, ...]
"""Numbers of the cards of a stack, the lowest first."""


@dataclass(frozen=True)
class WantedStack:
    """A stack of the position."""

    chain: Chain
    suspended: bool
    played_this_turn: bool


@dataclass(frozen=True)
class Seat:
    """One player's areas in the position."""

    battle: tuple[WantedStack, ...]
    breeding: tuple[WantedStack, ...]
    hand: tuple[str, ...]
    known: Mapping[str, tuple[str, ...]]
    """Pile to its cards, the top one first; none where the position gives their number alone."""
    counts: Mapping[str, int]
    """Pile to the number of its cards."""
    unsaid: frozenset[str]
    """Piles that the position leaves out."""


def seats(position: Position, cards: Mapping[str, Card]) -> tuple[Seat, Seat]:
    """Both players' areas in a position. Raises ValueError for something that play cannot bring about."""
    first, second = [*position.get("players", ()), {}, {}][: len(PLAYERS)]
    wanted = _seat(first, cards), _seat(second, cards)
    other = wanted[1 - position.get("turn", 0)]
    if any(stack.played_this_turn for stack in (*other.battle, *other.breeding)):
        raise ValueError(f"{BY_EFFECTS} something comes into play in the opponent's turn")
    return wanted


def _seat(stated: Mapping[str, Any], cards: Mapping[str, Card]) -> Seat:
    if stated.get("trash"):
        raise ValueError("cards lie in the trash")
    piles = {name: stated.get(name, 0) for name in PILES}
    return Seat(
        battle=tuple(_wanted(entry, cards) for entry in stated.get("battle", ())),
        breeding=tuple(_wanted(entry, cards) for entry in (stated.get("breeding"),) if entry),
        hand=_numbers(stated.get("hand", ())),
        known={name: _numbers(pile) for name, pile in piles.items()},
        counts={name: pile if isinstance(pile, int) else len(pile) for name, pile in piles.items()},
        unsaid=frozenset(name for name in PILES if name not in stated),
    )


def _wanted(entry: Mapping[str, Any], cards: Mapping[str, Card]) -> WantedStack:
    odd = sorted(name for name in entry if name not in GIVEN and entry[name])
    if odd:
        raise ValueError(f"{BY_EFFECTS} something on the field is given {odd[0]}")
    chain = tuple(number_of(cards[number]) for number in reversed(entry["cards"]))
    return WantedStack(chain, bool(entry.get("suspended")), bool(entry.get("played_this_turn")))


def _numbers(pile: int | Sequence[str]) -> tuple[str, ...]:
    return () if isinstance(pile, int) else tuple(pile)


def chain_of(stack: tuple[Any, ...]) -> Chain:
    """The numbers of the cards of a stack of the model, the lowest first."""
    cards = (stack[STACK["top"]], *stack[STACK["under"]])
    return tuple(card[NUMBER] for card in reversed(cards))


def taken(wanted: WantedStack, there: list[tuple[Any, ...]], *, at_turn: bool) -> tuple[Any, ...] | None:
    """Take the stack nearest to a wanted one out of `there` and return it; None where none fits."""
    fitting = [one for one in there if begins(wanted, one)]
    if not fitting:
        return None
    best = min(fitting, key=lambda one: missing_of(wanted, one, at_turn=at_turn))
    there.remove(best)
    return best


def begins(wanted: WantedStack, stack: tuple[Any, ...]) -> bool:
    """Whether a wanted stack can be built on this stack."""
    there = chain_of(stack)
    return wanted.chain[: len(there)] == there


def missing_of(wanted: WantedStack, stack: tuple[Any, ...] | None, *, at_turn: bool) -> int:
    """How many steps a stack lacks to be the wanted one; None stands for no stack at all."""
    if stack is None:
        return len(wanted.chain)
    left = len(wanted.chain) - len(chain_of(stack)) + (stack[STACK["suspended"]] != wanted.suspended)
    return int(left) + (at_turn and stack[STACK["played_this_turn"]] != wanted.played_this_turn)
