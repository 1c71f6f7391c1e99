"""The state of a game of Digimon Battles as the model sees it.

Seen from the turn player: `me` is whoever's turn it is, and the two parts are exchanged when the turn ends.
Decks, hands, DP Zones and Destiny Zones are counts: which card is played or turned over is a parameter of the
action, so that what is proved holds for every card. The active Digimon is kept exactly.
"""

from enum import IntEnum

from rulehound.spec.language import (
    Bag,
    Model,
    Number,
    Record,
    Subset,
    Truth,
    bag_field,
    both,
    choice_field,
    either,
    flag_field,
    implies,
    negate,
    number_field,
    part_field,
    pile_field,
    rule,
    select,
    subset_field,
    value_field,
    when,
)

TYPES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The eight types of Digimon, which the rules never name."""

ABILITIES = ("first-attack", "counter", "crash", "drain", "triple", "jamming", "to-zero", "shatter")
"""The attack abilities that change who hits whom and how hard. Those that move cards are effects."""

REQUIREMENTS = ("cost", "level", "type")
"""The requirements of evolution that an effect can lift."""


class Stage(IntEnum):
    """The stage of the game: which steps the rules take now, or who decides on what."""

    HANDS = 0
    MULLIGANS = 1
    FIRST_PLAYER = 2

    PREP = 3
    """The Prep Phase begins; effects of cards in play activate."""
    DRAW = 4
    MULLIGAN = 5
    PLACE = 6
    PARTNER = 7
    """The Partner was placed and may evolve at once."""

    EVOLUTION = 8
    RACK = 9
    EVOLVE = 10
    BONUS = 11
    """The effects of an evolution box are carried out."""

    STRATEGY = 12
    CHOICE = 13

    SUPPORT = 14
    SUPPORT_THEIRS = 15
    SUPPORT_MINE = 16
    TURN_OVER = 17
    JAM = 18
    JAM_THEIRS = 19
    VOIDS = 20
    RESOLVE_MINE = 21
    RESOLVE_THEIRS = 22

    BATTLE = 23
    ABILITIES = 24
    FIRST_STRIKE = 25
    SECOND_STRIKE = 26
    KNOCK_OUT = 27
    POINTS = 28

    END = 29
    DISCARD = 30
    CLEAN_UP = 31
    OVER = 32


class Winner(IntEnum):
    """Who has won."""

    NOBODY = 0
    TURN_PLAYER = 1
    OTHER_PLAYER = 2
    BOTH = 3
    """Both have reached the points at once."""


class Kind(IntEnum):
    """The kinds of card."""

    DIGIMON = 0
    OPTION = 1
    EVOLUTION = 2
    DATA = 3


class DigimonLevel(IntEnum):
    """The levels of Digimon, upwards (level.names)."""

    NONE = 0
    R = 1
    C = 2
    U = 3
    M = 4


class Attack(IntEnum):
    """The three attacks of a Digimon."""

    NONE = 0
    CIRCLE = 1
    TRIANGLE = 2
    CROSS = 3


class Card(Record):
    """A card as it was brought. `number` tells cards apart, from 1 on; what refers to a card names it."""

    number = number_field()
    kind = choice_field(Kind)
    level = choice_field(DigimonLevel)
    types = subset_field(*TYPES)
    hp = number_field()
    circle = number_field()
    triangle = number_field()
    cross = number_field()
    """The Power of its attacks."""
    has_cost = flag_field()
    """Whether a DP cost is printed on it."""
    cost = number_field()
    dp = number_field()
    """What it adds to the DP Zone."""
    stands_for = number_field()
    """The number of the Digimon that a DATA card can be discarded for; 0 for other cards."""
    support = flag_field()
    voids = flag_field()
    """Its support is a Void."""
    steady = flag_field()
    """In parentheses it says that its support cannot be made void."""
    special = choice_field(Attack)
    """The attack that has its abilities."""
    abilities = subset_field(*ABILITIES)
    against = choice_field(Attack)
    """The attack of the other player that its Counter or its `to 0` names."""
    prey = subset_field(*TYPES)
    """The types against which its Power is tripled."""
    shatter = number_field()
    partner = flag_field()
    """It is the Partner, which its player declared."""
    destiny = flag_field()
    """It was brought in the Destiny Zone."""

    @classmethod
    def possible(cls, record: "Card") -> Truth:
        """No printed number is negative; a Digimon has HP and a level; a Mega comes in the Destiny Zone."""
        numbers = (record.circle, record.triangle, record.cross, record.cost, record.dp, record.shatter)
        return both(
            record.number >= 1,
            *(number >= 0 for number in numbers),
            (record.kind == Kind.DIGIMON) == (record.level != DigimonLevel.NONE),
            either(record.kind != Kind.DIGIMON, record.hp >= 1),
            either(record.level != DigimonLevel.M, record.destiny),
            implies(record.partner, both(record.level == DigimonLevel.R, negate(record.destiny))),
        )

    @property
    def name(self) -> Number:
        """The number of the Digimon that a DNA evolution takes it for."""
        return select(self.kind == Kind.DATA, self.stands_for, self.number)


class BoxEntry(Record):
    """One Digimon that the evolution box of a card names."""

    card = number_field()
    named = number_field()


class Fusion(Record):
    """A DNA requirement of a card: the two Digimon that it names."""

    card = number_field()
    left = number_field()
    right = number_field()


class Active(Record):
    """The Digimon on an active zone: its cards and its state."""

    top = value_field(Card)
    under = pile_field(Card)
    """The cards under the top card, the uppermost first."""
    hp = number_field()
    abnormal = flag_field()
    boost = number_field()
    """What lingering effects add to its Power."""
    bonus = number_field()
    """What passive effects add to its Power."""
    lost = number_field()
    """What Shatter has taken from its Power."""
    gained = subset_field(*TYPES)
    partners = number_field()
    """How many of its cards are the Partner."""
    destined = number_field()
    """How many of its cards came from the Destiny Zone."""
    attachments = number_field()
    revival = number_field()
    """The HP with which Set Revival brings it back; 0 where none is set."""
    worth_one = flag_field()
    """Set Revival has fixed what a KO of it is worth."""

    @property
    def types(self) -> Subset:
        """Its types, printed and gained."""
        return self.top.types.union(self.gained)

    @property
    def height(self) -> Number:
        """How many cards it is made of, attachments left out."""
        return self.under.height + 1

    def power_of(self, attack: Number) -> Number:
        """The printed Power of an attack."""
        return select(
            attack == Attack.CIRCLE,
            self.top.circle,
            select(attack == Attack.TRIANGLE, self.top.triangle, self.top.cross),
        )

    def covered_by(self, card: Card) -> "Active":
        """The Digimon evolved: a card lies on it, with its own HP; it is not abnormal any more."""
        return self.replace(
            top=card,
            under=self.under.with_top(self.top),
            hp=card.hp,
            abnormal=False,
            destined=self.destined + select(card.destiny, 1, 0),
            partners=self.partners + select(card.partner, 1, 0),
        )


class Player(Record):
    """One player's zones, choices and points."""

    cards = number_field()
    """How many cards the player brought to the game; it never changes."""
    deck = number_field()
    hand = number_field()
    trash = number_field()
    deleted = number_field()
    """Cards that are out of the game, those of the Destiny Zone left out."""
    destiny = number_field()
    destiny_deleted = number_field()
    brought_destiny = number_field()
    """How many cards the player brought in the Destiny Zone; it never changes."""
    dp_cards = number_field()
    dp = number_field()
    """What the cards of the DP Zone add up to."""
    active = bag_field(Active)
    support = value_field(Card)
    face_down = flag_field()
    """The support card came from the top of the deck, and nobody knows it yet."""
    voided = flag_field()
    """The support is void, or has misfired."""
    mulliganed = flag_field()
    chosen = choice_field(Attack)
    shown = choice_field(Attack)
    """What everybody knows of the choice."""
    granted = subset_field(*ABILITIES)
    """Abilities that effects give to the attacks of this turn."""
    abilities = subset_field(*ABILITIES)
    """The abilities of the chosen attack, once they apply."""
    power = number_field()
    """The Power of the chosen attack, once abilities apply."""
    first_attacks = number_field()
    """Instances of 1st Attack."""
    no_first_attack = flag_field()
    ko_points = number_field()

    @property
    def has_support(self) -> Truth:
        """Whether a support card of the player lies on the table, face up or down."""
        return either(self.support.number >= 1, self.face_down)

    @property
    def supports(self) -> Number:
        """How many of the player's cards lie there as support."""
        return select(self.has_support, 1, 0)


class State(Record):
    """The whole game."""

    stage = choice_field(Stage)
    winner = choice_field(Winner)
    second_players_turn = flag_field()
    low_hand = flag_field()
    """The turn began with few cards in hand, so that two were drawn."""
    forced = flag_field()
    """The hand was shown and exchanged for want of a Digimon."""
    racked = number_field()
    """Cards put into the DP Zone this turn."""
    evolve_cards = number_field()
    """Evolve cards played this turn."""
    evolutions = number_field()
    """Evolutions of this turn."""
    from_destiny = flag_field()
    """The Partner evolved from the Destiny Zone this turn."""
    ignored = subset_field(*REQUIREMENTS)
    discount = number_field()
    mine_last = flag_field()
    """The turn player is the one who gained 1st Attack last."""
    unopposed = flag_field()
    me = part_field(Player)
    opponent = part_field(Player)


Digimon = Bag[Active]


def either_way(s: State) -> tuple[tuple[Player, Player], tuple[Player, Player]]:
    """Both players, each with the other one."""
    return ((s.me, s.opponent), (s.opponent, s.me))


def named(s: State) -> tuple[tuple[str, Player, Player], tuple[str, Player, Player]]:
    """Both players with a name for guards, each with the other one."""
    return (("mine", s.me, s.opponent), ("theirs", s.opponent, s.me))


def seat_is_mine(s: State, seat: Number) -> Truth:
    """Whether a seat, 0 for the player who sat down first, is that of the turn player."""
    return (seat == 1) == s.second_players_turn


def draw(player: Player, count: Number) -> None:
    """Draw so many cards from the deck, or as many as there are."""
    drawn = number_at_hand(player.deck, count)
    player.hand += drawn
    player.deck -= drawn


def trash_from_deck(player: Player, count: Number) -> None:
    """Put so many cards from the top of the deck into the trash, or as many as there are."""
    taken = number_at_hand(player.deck, count)
    player.trash += taken
    player.deck -= taken


def number_at_hand(pile: Number, count: Number) -> Number:
    """How many of the wanted cards a pile can give."""
    return select(pile < count, pile, count)


def leave_zone(player: Player, card: Card) -> None:
    """A card leaves the table: to the trash, or out of the game where it came from the Destiny Zone."""
    with rule("delete.destiny"), when(card.destiny):
        player.destiny_deleted += 1
    with when(negate(card.destiny)):
        player.trash += 1


def make_void(player: Player) -> None:
    """The support of a player is void, unless its card says in parentheses that it cannot be."""
    with rule("texts.parentheses"), when(negate(player.support.steady)):
        player.voided = True


def in_battle(s: State) -> Truth:
    """Both players have a Digimon."""
    return both(s.me.active.any(), s.opponent.active.any())


model = Model("dmb", State, round_field="second_players_turn", over=lambda s: s.stage == Stage.OVER)
