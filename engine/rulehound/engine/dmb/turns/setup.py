"""Setting up a new game: decks, opening hands, the partial mulligan, and who goes first."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from rulehound.engine.dmb.actions import Action, Mulligan
from rulehound.engine.dmb.cards import CardPool
from rulehound.engine.dmb.editions import rules_of
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import OWNER_PREFIX, PLAYERS, Match, Player, State, ask, seat
from rulehound.engine.dmb.zones import draw, shuffle

MAIN_PILE = "main"
DESTINY_PILE = "destiny"
PARTNER_PILE = "partner"
"""Names the card of the main pile that is declared as Partner; it is no card besides."""

Piles = Mapping[str, Sequence[str]]
"""What a player brings: card numbers by pile."""


def instances(owner: int, numbers: Sequence[str], start: int) -> dict[str, str]:
    """Fresh instance ids for cards of a player, in order, each with its card number."""
    prefix = OWNER_PREFIX[owner]
    return {f"{prefix}{start + index}": number for index, number in enumerate(numbers)}


def new_match(
    pool: CardPool,
    numbers: Mapping[str, str],
    edition: str,
    parts: tuple[Iterable[str], Iterable[str]],
    chance: tuple[int, Literal[0, 1] | None] = (0, None),
) -> Match:
    """The part of a game that never changes. `parts`: the Partners, and the cards of Destiny Zones; `chance`:
    the seed, and who goes first where that is not left to it.
    """
    facts = {card: pool[number] for card, number in numbers.items()}
    partners, destined = map(frozenset, parts)
    has_effects = any(card.effects for card in facts.values())
    return Match(edition, rules_of(edition), pool, numbers, facts, partners, destined, has_effects, *chance)


def new_state(
    pool: CardPool, decks: Sequence[Piles], edition: str, seed: int, first: int | None, *, ordered: bool
) -> State:
    """A game before its first card is dealt; the decks are legal."""
    numbers: dict[str, str] = {}
    partners: list[str] = []
    destined: list[str] = []
    players: list[Player] = []
    for owner, piles in zip(PLAYERS, decks, strict=True):
        main = instances(owner, piles[MAIN_PILE], 1)
        destiny = instances(owner, piles.get(DESTINY_PILE, ()), len(main) + 1)
        numbers |= main | destiny
        destined += destiny
        partners += declared(main, piles.get(PARTNER_PILE, ()))
        players.append(Player(deck=tuple(main), destiny=tuple(destiny)))
    goes_first = None if first is None else seat(first)
    match = new_match(pool, numbers, edition, (partners, destined), (seed, goes_first))
    state = State(match, (players[0], players[1]))
    if not ordered:
        for owner in PLAYERS:
            shuffle(state, owner)  # rule: setup.hand
    return state


def declared(main: Mapping[str, str], numbers: Sequence[str]) -> list[str]:
    """The cards that are the Partner: for each number that is declared, one copy in the deck."""
    by_number = {number: card for card, number in reversed(list(main.items()))}
    return [by_number[number] for number in numbers]


def draw_hands(state: State) -> None:
    """Draw the opening hands."""
    for player in state.players:
        draw(player, state.match.rules.setup_hand)  # rule: setup.hand
    state.stage = "mulligans"  # rule: setup.order


def ask_for_mulligans(state: State) -> None:
    """Ask both players; either may answer first, and the other one's cards do not depend on that."""
    if all(player.mulliganed for player in state.players):
        state.stage = "first-player"  # rule: setup.order
    else:
        ask(state, "mulligan", None)  # rule: setup.mulligan


def mulligan_options(state: State) -> Iterator[Action]:
    """Each choice of cards of each player who has not decided yet."""
    for number, player in enumerate(state.players):
        for most in range(len(player.hand) + 1):
            for cards in combinations(player.hand, most):
                yield Mulligan(number, cards)


def why_not_mulligan(state: State, action: Mulligan) -> Iterator[Reason]:
    """Reasons against exchanging these cards."""
    if action.player not in PLAYERS:
        yield Reason.NO_SUCH_PLAYER
        return
    player = state.players[action.player]
    if player.mulliganed:
        yield Reason.HAND_EXCHANGED
    if len(set(action.cards)) < len(action.cards) or not set(action.cards) <= set(player.hand):
        yield Reason.NOT_OF_OPENING_HAND


def mulligan(state: State, action: Mulligan) -> None:
    """Put the cards under the deck, draw as many, and shuffle the deck."""
    player = state.players[action.player]
    player.hand = tuple(card for card in player.hand if card not in action.cards)
    player.deck += action.cards
    draw(player, len(action.cards))
    shuffle(state, action.player)  # rule: setup.mulligan
    player.mulliganed = True


def choose_first(state: State) -> None:
    """Chance decides who goes first, unless the setup says so."""
    lots = seat(random.Random(f"{state.match.seed}/first").choice(PLAYERS))
    state.turn = lots if state.match.first is None else state.match.first  # rule: setup.first-player
    state.stage = "prep"  # rule: setup.order
