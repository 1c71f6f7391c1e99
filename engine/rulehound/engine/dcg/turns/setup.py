"""Setting up a new game: decks, first player, security, opening hands and the redraw of one edition."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from rulehound.engine.dcg.actions import Action, Keep, Redraw
from rulehound.engine.dcg.areas import draw, shuffled
from rulehound.engine.dcg.cards import CardPool
from rulehound.engine.dcg.editions import rules_of
from rulehound.engine.dcg.effects.watching import Watch
from rulehound.engine.dcg.in_play import Player
from rulehound.engine.dcg.state import OWNER_PREFIX, PLAYERS, Match, Printed, Process, State, ask, note
from rulehound.engine.dcg.tasks import Happened

MAIN_PILE = "main"
EGG_PILE = "eggs"

Piles = Mapping[str, Sequence[str]]
"""A player's deck: card numbers by pile."""


def instances(owner: int, numbers: Sequence[str], start: int) -> dict[str, str]:
    """Fresh instance ids for cards of a player, in order, each with its card number."""
    prefix = OWNER_PREFIX[owner]
    return {f"{prefix}{start + index}": number for index, number in enumerate(numbers)}


def new_match(pool: CardPool, numbers: Mapping[str, str], edition: str, seed: int) -> Match:
    """The part of a game that never changes."""
    facts = Printed(pool, numbers)
    plain = all(card.plain for card in pool.values())
    return Match(edition, rules_of(edition), pool, numbers, facts, seed, plain, Watch(facts))


def new_state(
    pool: CardPool, decks: Sequence[Piles], edition: str, seed: int, first: int | None, *, ordered: bool
) -> State:
    """A game before its first card is dealt; the decks are legal. What is left to do is pending."""
    numbers: dict[str, str] = {}
    piles: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for owner, deck in zip(PLAYERS, decks, strict=True):
        main = instances(owner, deck[MAIN_PILE], 1)
        eggs = instances(owner, deck.get(EGG_PILE, ()), len(main) + 1)
        numbers |= main | eggs
        piles.append((tuple(main), tuple(eggs)))
    match = new_match(pool, numbers, edition, seed)
    players = (Player(deck=piles[0][0], egg_deck=piles[0][1]), Player(deck=piles[1][0], egg_deck=piles[1][1]))
    state = State(match, players, memory=match.rules.memory_start)  # rule: setup.memory
    state.turn = drawn_lots(seed) if first is None else first  # rule: setup.first-player
    if not ordered:
        for player in players:
            player.deck = shuffled(state, player.deck)  # rule: setup.shuffle
            player.egg_deck = shuffled(state, player.egg_deck)  # rule: setup.shuffle
    state.pending = steps(state)
    state.events = (Happened("first-player", (), "rules", state.turn),)
    return state


def drawn_lots(seed: int) -> int:
    """Who goes first where nobody has said so."""
    return random.Random(f"{seed}/first").choice(PLAYERS)


def steps(state: State) -> tuple[Process, ...]:
    """The steps after the shuffling, in the order of the edition."""
    # rule: setup.hand-kept
    redraws: tuple[Process, ...] = ("first-redraw", "second-redraw") if state.match.rules.setup_redraw else ()
    if state.match.rules.setup_security_when == "before-hand":
        return ("lay-security", "draw-hands", *redraws)
    return ("draw-hands", *redraws, "lay-security")


def lay_security(state: State) -> None:
    """Lay each card from the top of the deck onto the one before: the first ends at the bottom."""
    count = state.match.rules.setup_security
    for player in state.players:
        player.security = player.deck[:count][::-1]  # rule: setup.security, setup.security-order
        player.deck = player.deck[count:]


def draw_hands(state: State) -> None:
    """Draw the opening hands."""
    for player in PLAYERS:
        draw_opening_hand(state, player)  # rule: setup.hand


def draw_opening_hand(state: State, player: int) -> None:
    """Draw a hand before the game begins; no effect waits for that."""
    count = draw(state.players[player], state.match.rules.setup_hand)
    drawn = state.players[player].hand[-count:]
    note(state, Happened("opening-hand", drawn, "rules", player, amount=count))


def first_redraw(state: State) -> None:
    """Ask the first player whether to redraw."""
    ask(state, "redraw", state.turn)  # rule: setup.redraw


def second_redraw(state: State) -> None:
    """Ask the other player, who knows what the first player did."""
    ask(state, "redraw", 1 - state.turn)  # rule: setup.redraw


def redraw_options(_state: State) -> Iterator[Action]:
    """The actions that a player has for the opening hand."""
    yield Redraw()
    yield Keep()


def redraw(state: State, _action: Redraw) -> None:
    """Return the whole hand, shuffle, and draw anew."""
    player = state.deciding()
    player.deck = shuffled(state, player.deck + player.hand)  # rule: setup.redraw
    player.hand = ()
    draw_opening_hand(state, state.turn if player is state.me else 1 - state.turn)


def keep(_state: State, _action: Keep) -> None:
    """The hand stays."""
