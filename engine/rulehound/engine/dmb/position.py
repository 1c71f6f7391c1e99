"""Setting up a situation as somebody describes it, from the schema of positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NoReturn, TypeAlias

import msgspec

from rulehound.engine.dmb.cards import CardFacts, CardPool
from rulehound.engine.dmb.effects.language import AttackName, Natural
from rulehound.engine.dmb.state import OWNER_PREFIX, PLAYERS, Active, Decision, Player, Stage, State
from rulehound.engine.dmb.turns.setup import new_match
from rulehound.engine.reading import Misread, read_as
from rulehound.spec import formats

Pile: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)] | tuple[str, ...]
"""Card numbers, or how many cards that are all the same filler."""

FILLER = ("FILLER", CardFacts("digimon", "Filler", "R", hp=100))
"""Made up only where none of the cards given would do."""

STAGES: Mapping[Decision, Stage] = {
    "mulligan": "mulligans",
    "hand": "hand",
    "place": "place",
    "partner": "partner",
    "rack": "rack",
    "evolve": "evolve",
    "attack": "choice",
    "support": "declare-second",
    "jam": "jam-first",
    "priority": "abilities",
    "discard": "discard",
}
"""Decision to the stage at which the position stands, where it comes up unless nobody has to be asked."""

ON_ZONE = ("partner", "rack", "evolve", "attack", "support", "jam", "priority")
"""Decisions at which the turn player has a Digimon."""

CHOSEN = ("support", "jam", "priority")
"""Decisions at which both have chosen an attack, where there is a battle."""


class GivenActive(msgspec.Struct, forbid_unknown_fields=True):
    """An active Digimon: card numbers from the top down, and its condition."""

    cards: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    hp: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Null: what is printed."""
    abnormal: bool = False
    boost: int = 0
    bonus: int = 0
    attachments: tuple[str, ...] = ()
    revival: Natural = 0


class GivenPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """One player's zones; what is left out is empty."""

    hand: tuple[str, ...] = ()
    deck: Pile = ()
    trash: tuple[str, ...] = ()
    destiny: tuple[str, ...] = ()
    dp: tuple[str, ...] = ()
    active: GivenActive | None = None
    partner: str | tuple[str, ...] = ""
    """The number of the card that is declared as Partner, or a list of it."""
    choice: AttackName | None = None
    ko_points: Natural = 0


class GivenPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position."""

    turn: Literal[0, 1] = 0
    decision: Decision = "evolve"
    players: Annotated[tuple[GivenPlayer, ...], msgspec.Meta(max_length=2)] = ()


def read_position(pool: CardPool, position: Any, edition: str, seed: int) -> State:
    """The state that a position describes, before anything follows from it.

    Raises Refused where the position is malformed, names an unknown card or cannot be.
    """
    try:
        given = read_as(GivenPosition, position)
    except Misread as error:
        refuse("bad-position", f"not a position: {error}")
    pool = pool if filler(pool) else {**pool, FILLER[0]: FILLER[1]}
    seats = [*given.players, GivenPlayer(), GivenPlayer()][: len(PLAYERS)]
    dealers = [Dealer(pool, owner) for owner in PLAYERS]
    players = [dealer.player(one) for dealer, one in zip(dealers, seats, strict=True)]
    parts = (
        [card for one in dealers for card in one.partners],
        [card for one in dealers for card in one.destined],
    )
    match = new_match(pool, dealers[0].numbers | dealers[1].numbers, edition, parts, (seed, given.turn))
    state = State(match, (players[0], players[1]), given.turn, turn_number=1, stage=STAGES[given.decision])
    require_sense(state, given)
    state.unopposed = given.decision == "support" and state.opponent.active is None
    if given.decision == "priority":
        begin_battle(state)
    return state


def begin_battle(state: State) -> None:
    """What the reveal has brought about before abilities apply."""
    state.me.first_attacks = state.match.rules.first_attack_default
    state.last_first_attack = state.turn
    for player in state.players:
        player.choice_shown = True


def require_sense(state: State, given: GivenPosition) -> None:
    """Raise Refused for a position that no game comes to."""
    decision, rules = given.decision, state.match.rules
    if decision in ON_ZONE and state.me.active is None:
        refuse("no-digimon", "the turn player has no Digimon", "prep.place")
    if decision == "place" and state.me.active is not None:
        refuse("digimon-there", "the turn player has a Digimon already", "prep.place")
    if decision == "partner" and not partner_just_placed(state):
        refuse("no-partner", "no Partner has just been placed", "partner.evolve")
    if decision == "attack" and state.opponent.active is None:
        refuse("nobody-opposite", "nobody stands against the turn player", "strategy.unopposed")
    battle = decision in ("jam", "priority") or (decision in CHOSEN and state.opponent.active is not None)
    if battle and not all(player.choice and player.active for player in state.players):
        refuse("no-choice", "both players have a Digimon and have chosen an attack", "strategy.both")
    if not battle and decision != "attack" and any(player.choice for player in state.players):
        refuse("early-choice", "no attack has been chosen yet", "strategy.order")
    for player in state.players:
        if player.ko_points >= rules.ko_win:
            refuse("game-over", f"nobody goes on with {player.ko_points} KO points", "ko.win")
        if player.active and len(player.active.attachments) > rules.attachments_max:
            refuse("attachments", "the Digimon has no slot for so many attachments", "attachments.attach")


def partner_just_placed(state: State) -> bool:
    """Whether the turn player's Digimon is the Partner alone, with a Destiny Zone behind it."""
    player = state.me
    partner = player.active is not None and player.active.cards[0] in state.match.partners
    return partner and player.active is not None and len(player.active.cards) == 1 and bool(player.destiny)


def filler(pool: CardPool) -> str | None:
    """The first plain card, which a number of unnamed cards are taken to be."""
    return next((number for number, card in pool.items() if card.level == "R" and not card.abilities), None)


class Dealer:
    """Hands out fresh instances of cards to one player."""

    def __init__(self, pool: CardPool, owner: int) -> None:
        self.pool = pool
        self.owner = owner
        self.numbers: dict[str, str] = {}
        """Instance id to card number, of all the cards handed out so far."""
        self.partners: list[str] = []
        self.destined: list[str] = []

    def player(self, given: GivenPlayer) -> Player:
        """The zones of a player."""
        active = self.active(given.active) if given.active else None
        player = Player(
            hand=self.instances(given.hand),
            deck=self.pile(given.deck),
            trash=self.instances(given.trash),
            destiny=self.instances(given.destiny),
            dp_cards=self.instances(given.dp),
            active=active,
            mulliganed=False,
            choice=given.choice,
            ko_points=given.ko_points,
        )
        self.destined += player.destiny
        declared = (given.partner,) if isinstance(given.partner, str) else given.partner
        self.partners += [self.partner(number) for number in declared if number]
        return player

    def partner(self, number: str) -> str:
        """The card that is the Partner: the first of this number that was not brought in the Destiny Zone."""
        for card, own in self.numbers.items():
            if own == number and card not in self.destined and self.pool[number].level == "R":
                return card
        refuse("no-partner", f"card {number} is no Digimon of level R of the player", "deck.partners")

    def pile(self, pile: Pile) -> tuple[str, ...]:
        """Instances for a pile."""
        if isinstance(pile, int):
            return self.instances([filler(self.pool) or ""] * pile)
        return self.instances(pile)

    def instances(self, numbers: Iterable[str]) -> tuple[str, ...]:
        """A fresh instance for each card number."""
        return tuple(map(self.instance, numbers))

    def instance(self, number: str) -> str:
        """A fresh instance of a card."""
        if number not in self.pool:
            refuse("unknown-card", f"card {number} is not among the cards given")
        card = f"{OWNER_PREFIX[self.owner]}{len(self.numbers) + 1}"
        self.numbers[card] = number
        return card

    def active(self, given: GivenActive) -> Active:
        """An active Digimon; a Mega of it came from the Destiny Zone."""
        cards = self.instances(given.cards)
        self.require_digimon(given.cards)
        self.destined += [card for card in cards if self.pool[self.numbers[card]].level == "M"]
        hp = self.pool[given.cards[0]].hp if given.hp is None else given.hp
        attachments = self.instances(given.attachments)
        return Active(
            cards,
            hp,
            given.abnormal,
            given.boost,
            given.bonus,
            attachments=attachments,
            revival=given.revival,
        )

    def require_digimon(self, numbers: Sequence[str]) -> None:
        """Raise Refused where the top card is no Digimon."""
        if not self.pool[numbers[0]].is_digimon:
            refuse("not-a-digimon", f"card {numbers[0]} is no Digimon", "level.names")


def refuse(reason: str, text: str, rule: str = "") -> NoReturn:
    """Refuse the position for one reason."""
    raise formats.Refused([formats.Reason(reason, rule, text)])
