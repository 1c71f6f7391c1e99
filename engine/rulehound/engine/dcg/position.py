"""Setting up a situation as somebody describes it, from the schema of positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NoReturn, TypeAlias

import msgspec

from rulehound.engine.dcg.cards import CardFacts, CardPool, token_facts
from rulehound.engine.dcg.effects.language import AMOUNTS, Grant, Tally
from rulehound.engine.dcg.effects.sense import problems_within
from rulehound.engine.dcg.effects.vocabulary import Keyword, Until
from rulehound.engine.dcg.in_play import Lasting, Player, Stack
from rulehound.engine.dcg.state import OWNER_PREFIX, PLAYERS, State, token_id
from rulehound.engine.dcg.turns.setup import new_match
from rulehound.engine.reading import Misread, read_as
from rulehound.spec import formats

Pile: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)] | tuple[str, ...]
"""Card numbers, or how many cards that are all the same filler."""

FILLER_LEVEL = 3
FILLER = ("FILLER", CardFacts("digimon", level=FILLER_LEVEL, dp=2000, play_cost=3, colors=("white",)))
FILLER_EGG = ("FILLER-EGG", CardFacts("digi-egg", level=2, colors=("white",)))
"""Made up only where none of the cards given would do."""


class GivenLasting(msgspec.Struct, forbid_unknown_fields=True):
    """What an effect does to a stack for a while, in the words of the effect language."""

    gives: Grant
    until: Until = "turn-end"
    player: Literal[0, 1] | None = None
    """Whose effect it is; that of the player who has the stack unless said."""


class GivenStack(msgspec.Struct, forbid_unknown_fields=True):
    """A Digimon, Tamer or Option in play: card numbers from the top down, and its condition."""

    cards: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    suspended: bool = False
    played_this_turn: bool = False
    dp_change: int = 0
    """Until the end of the turn."""
    keywords: tuple[Keyword, ...] = ()
    """Gained until the end of the turn."""
    lasting: tuple[GivenLasting, ...] = ()
    token: bool = False
    """Its one card is a token."""


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
    turn_number: Annotated[int, msgspec.Meta(ge=1)] = 1
    phase: Literal["unsuspend", "draw", "breeding", "main"] = "main"
    """The phase that begins; of a main phase, one that has begun."""
    memory: int = 0
    """Seen from the turn player."""
    players: Annotated[tuple[GivenPlayer, ...], msgspec.Meta(max_length=2)] = ()


def read_position(pool: CardPool, position: Any, edition: str, seed: int) -> State:
    """The state that a position describes, as it stands, before any rule processing.

    Raises Refused where the position is malformed, names an unknown card or is off the memory gauge.
    """
    try:
        given = read_as(GivenPosition, position)
    except Misread as error:
        refuse("bad-position", f"not a position: {error}")
    pool = with_tokens(with_fillers(pool), given)
    seats = [*given.players, GivenPlayer(), GivenPlayer()][: len(PLAYERS)]
    dealers = [Dealer(pool, owner) for owner in PLAYERS]
    players = tuple(dealer.player(seat) for dealer, seat in zip(dealers, seats, strict=True))
    tokens = {number: msgspec.structs.replace(pool[number], token=True) for number in tokens_of(players)}
    match = new_match({**pool, **tokens}, dealers[0].numbers | dealers[1].numbers, edition, seed)
    if abs(given.memory) > match.rules.memory_max:
        refuse("memory-off-the-gauge", f"memory cannot be {given.memory}", rule="memory.limit")
    if any(one.gives != Grant(dp=one.gives.dp) for player in players for one in lasting_on(player)):
        match = msgspec.structs.replace(match, plain=False)
    state = State(match, (players[0], players[1]), given.turn, given.turn_number, given.phase, given.memory)
    number_stacks(state)
    return state


def with_tokens(pool: CardPool, given: GivenPosition) -> CardPool:
    """The pool, with the tokens in it that effects play which last on something.

    Raises Refused where what lasts makes no sense, or where something else has the name of a token.
    """
    lasting = dict(given_lasting(given))
    reasons = [
        formats.Reason("bad-effect", text=f"{place}: {wrong}")
        for whose, one in lasting.items()
        for place, wrong in (
            *problems_within(one.gives, f"{whose}.gives"),
            *uncounted(one.gives, f"{whose}.gives"),
        )
    ]
    tokens, clashes = token_facts(pool, {whose: one.gives.effects for whose, one in lasting.items()})
    if reasons or clashes:
        raise formats.Refused([*reasons, *clashes])
    return {**pool, **tokens}


def uncounted(gives: Grant, place: str) -> Iterator[tuple[str, str]]:
    """Amounts of what lasts that are still to be counted: they were when it began to last."""
    for field in AMOUNTS:
        if isinstance(getattr(gives, field), Tally):
            yield f"{place}.{field}", "what lasts has been counted: write a number"


def given_lasting(given: GivenPosition) -> Iterator[tuple[str, GivenLasting]]:
    """Everything that lasts on something in a position, with its place there."""
    for player, seat in enumerate(given.players):
        stacks = {f"battle[{index}]": stack for index, stack in enumerate(seat.battle)}
        if seat.breeding is not None:
            stacks["breeding"] = seat.breeding
        for where, stack in stacks.items():
            for number, one in enumerate(stack.lasting):
                yield f"players[{player}].{where}.lasting[{number}]", one


def tokens_of(players: Iterable[Player]) -> Iterator[str]:
    """The numbers of the cards that are set up as tokens, before these have their ids."""
    return (stack.cards[0] for player in players for stack in player.battle if stack.token)


def lasting_on(player: Player) -> Iterator[Lasting]:
    """What effects do for a while to the stacks of a player."""
    for stack in (*player.battle, *([player.breeding] if player.breeding else [])):
        yield from stack.lasting


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
        plain = card.plain and not card.token and not card.blocker and not card.security_attack
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
        cards = self.token(given.cards) if given.token else self.instances(given.cards)
        gained = Grant(dp=given.dp_change, keywords=given.keywords)
        lasting = (
            *((Lasting(gained, "turn-end", self.owner),) if gained != Grant() else ()),
            *(
                Lasting(one.gives, one.until, self.owner if one.player is None else one.player)
                for one in given.lasting
            ),
        )
        return Stack("", cards, given.suspended, given.played_this_turn, token=given.token, lasting=lasting)

    def token(self, numbers: Sequence[str]) -> tuple[str, ...]:
        """The token of this number, which is no card and gets its id with its stack."""
        (number, *others) = numbers
        if others or number not in self.pool:
            refuse("unknown-card", f"a token is one of the cards given, not {', '.join(numbers)}")
        return (number,)


def number_stacks(state: State) -> None:
    """Give every stack its id, and tokens theirs."""
    ids = fresh_ids(state)
    for owner, player in enumerate(state.players):
        player.battle = tuple(numbered(stack, next(ids), owner) for stack in player.battle)
        if player.breeding is not None:
            player.breeding = numbered(player.breeding, next(ids), owner)


def numbered(stack: Stack, number: str, owner: int) -> Stack:
    """The stack under its id."""
    if not stack.token:
        return msgspec.structs.replace(stack, id=number)
    token = token_id(stack.cards[0], owner, number)
    return msgspec.structs.replace(stack, id=number, cards=(token,))


def fresh_ids(state: State) -> Iterator[str]:
    """Stack ids that have not been used."""
    while True:
        state.next_stack += 1
        yield f"p{state.next_stack - 1}"


def refuse(reason: str, text: str, rule: str = "") -> NoReturn:
    """Refuse the position for one reason."""
    raise formats.Refused([formats.Reason(reason, rule, text)])
