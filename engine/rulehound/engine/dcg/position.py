"""Setting up a situation as somebody describes it, from the schema of positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NoReturn, TypeAlias

import msgspec

from rulehound.engine.dcg.cards import CardFacts, CardPool
from rulehound.engine.dcg.effects.language import Grant
from rulehound.engine.dcg.in_play import Lasting, Player, Stack
from rulehound.engine.dcg.state import OWNER_PREFIX, PLAYERS, State
from rulehound.engine.dcg.turns.setup import new_match
from rulehound.spec import formats

Pile: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)] | tuple[str, ...]
"""Card numbers, or how many cards that are all the same filler."""

FILLER_LEVEL = 3
FILLER = ("FILLER", CardFacts("digimon", level=FILLER_LEVEL, dp=2000, play_cost=3, colors=("white",)))
FILLER_EGG = ("FILLER-EGG", CardFacts("digi-egg", level=2, colors=("white",)))
"""Made up only where none of the cards given would do."""


class GivenStack(msgspec.Struct, forbid_unknown_fields=True):
    """A Digimon or Tamer in play: card numbers from the top down, and its condition."""

    cards: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    suspended: bool = False
    played_this_turn: bool = False
    dp_change: int = 0


class GivenPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """One player's areas; what is left out is empty."""

    hand: tuple[str, ...] = ()
    deck: Pile = ()
    security: Pile = ()
    egg_deck: Pile = ()
    trash: tuple[str, ...] = ()
    breeding: GivenStack | None = None
    battle: tuple[GivenStack, ...] = ()


class GivenPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position."""

    turn: Literal[0, 1] = 0
    phase: Literal["main", "breeding"] = "main"
    memory: int = 0
    """Seen from the turn player."""
    players: Annotated[tuple[GivenPlayer, ...], msgspec.Meta(max_length=2)] = ()


def read_position(pool: CardPool, position: Any, edition: str, seed: int) -> State:
    """The state that a position describes, as it stands, before any rule processing.

    Raises Refused where the position is malformed, names an unknown card or is off the memory gauge.
    """
    try:
        given = msgspec.convert(position, GivenPosition)
    except msgspec.ValidationError as error:
        refuse("bad-position", f"not a position: {error}")
    pool = with_fillers(pool)
    seats = [*given.players, GivenPlayer(), GivenPlayer()][: len(PLAYERS)]
    dealers = [Dealer(pool, owner) for owner in PLAYERS]
    players = tuple(dealer.player(seat) for dealer, seat in zip(dealers, seats, strict=True))
    match = new_match(pool, dealers[0].numbers | dealers[1].numbers, edition, seed)
    if abs(given.memory) > match.rules.memory_max:
        refuse("memory-off-the-gauge", f"memory cannot be {given.memory}", rule="memory.limit")
    state = State(match, (players[0], players[1]), given.turn, 1, given.phase, given.memory)
    number_stacks(state)
    return state


def with_fillers(pool: CardPool) -> CardPool:
    """The pool, with a filler Digimon and Digi-Egg in it where it offers none."""
    fillers = dict(
        made_up
        for made_up, kind in ((FILLER, "digimon"), (FILLER_EGG, "digi-egg"))
        if filler(pool, kind) is None
    )
    return {**pool, **fillers}


def filler(pool: CardPool, kind: str) -> str | None:
    """The first plain card of a kind, which a number of unnamed cards are taken to be."""
    for number, card in pool.items():
        plain = not card.blocker and not card.security_attack
        if card.kind == kind and plain and (kind == "digi-egg" or (card.level == FILLER_LEVEL and card.dp)):
            return number
    return None


class Dealer:
    """Hands out fresh instances of cards to one player."""

    def __init__(self, pool: CardPool, owner: int) -> None:
        self.pool = pool
        self.owner = owner
        self.numbers: dict[str, str] = {}
        """Instance id to card number, of all the cards handed out so far."""

    def player(self, given: GivenPlayer) -> Player:
        """The areas of a player."""
        return Player(
            hand=self.pile(given.hand),
            deck=self.pile(given.deck),
            security=self.pile(given.security),
            egg_deck=self.pile(given.egg_deck, "digi-egg"),
            trash=self.pile(given.trash),
            breeding=None if given.breeding is None else self.stack(given.breeding),
            battle=tuple(map(self.stack, given.battle)),
        )

    def pile(self, pile: Pile, filler_kind: str = "digimon") -> tuple[str, ...]:
        """Instances for a pile."""
        if isinstance(pile, int):
            return self.instances([filler(self.pool, filler_kind) or ""] * pile)
        return self.instances(pile)

    def instances(self, numbers: Sequence[str]) -> tuple[str, ...]:
        """A fresh instance for each card number."""
        return tuple(map(self.instance, numbers))

    def instance(self, number: str) -> str:
        """A fresh instance of a card."""
        if number not in self.pool:
            refuse("unknown-card", f"card {number} is not among the cards given")
        instance = f"{OWNER_PREFIX[self.owner]}{len(self.numbers) + 1}"
        self.numbers[instance] = number
        return instance

    def stack(self, given: GivenStack) -> Stack:
        """A stack, not yet numbered."""
        cards = self.instances(given.cards)
        change = Lasting(Grant(dp=given.dp_change), "turn-end", self.owner)
        lasting = (change,) if given.dp_change else ()
        return Stack("", cards, given.suspended, given.played_this_turn, lasting=lasting)


def number_stacks(state: State) -> None:
    """Give every stack its id."""
    ids = fresh_ids(state)
    for player in state.players:
        player.battle = tuple(msgspec.structs.replace(stack, id=next(ids)) for stack in player.battle)
        if player.breeding is not None:
            player.breeding = msgspec.structs.replace(player.breeding, id=next(ids))


def fresh_ids(state: State) -> Iterator[str]:
    """Stack ids that have not been used."""
    while True:
        state.next_stack += 1
        yield f"p{state.next_stack - 1}"


def refuse(reason: str, text: str, rule: str = "") -> NoReturn:
    """Refuse the position for one reason."""
    raise formats.Refused([formats.Reason(reason, rule, text)])
