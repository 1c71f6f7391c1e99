"""The state of a DCG game as the model sees it.

Seen from the turn player: `me` is whoever's turn it is, and the two parts are exchanged when the turn ends.
Hands, decks and security stacks are counts: which card is played or turned over is a parameter of the action,
so that what is proved holds for every card, printed or not yet printed. What lies on the field is kept
exactly: the top card of a stack and the cards under it, as they were played or turned over.
"""

from enum import IntEnum

from rulehound.spec.language import (
    Bag,
    Model,
    Number,
    Record,
    Truth,
    bag_field,
    both,
    choice_field,
    either,
    flag_field,
    number_field,
    part_field,
    pile_field,
    subset_field,
    value_field,
)

KEYWORDS = ("blocker",)
"""Keyword effects that the model knows."""

COLOURS = ("red", "blue", "yellow", "green", "black", "purple", "white")


class Stage(IntEnum):
    """What the game is at. The stages after MAIN are the steps of an attack."""

    UNSUSPEND = 0
    DRAW = 1
    BREEDING = 2
    MAIN = 3
    BLOCK = 4
    RESOLVE = 5
    CHECK = 6
    OVER = 7


class Winner(IntEnum):
    """Who has won."""

    NOBODY = 0
    TURN_PLAYER = 1
    OTHER_PLAYER = 2


class Kind(IntEnum):
    """The kinds of card (card.kinds)."""

    DIGIMON = 0
    TAMER = 1
    OPTION = 2
    DIGI_EGG = 3


class Card(Record):
    """A printed card. `number` tells cards apart; what refers to a card names it."""

    number = number_field()
    kind = choice_field(Kind)
    level = number_field()
    has_dp = flag_field()
    dp = number_field()
    play_cost = number_field()
    colours = subset_field(*COLOURS)
    keywords = subset_field(*KEYWORDS)
    extra_checks = number_field()

    @classmethod
    def possible(cls, record: "Card") -> Truth:
        """No number printed on a card is negative, but for the security checks that it adds."""
        return both(*(number >= 0 for number in (record.level, record.dp, record.play_cost)))


class Requirement(Record):
    """One of the digivolution requirements printed on a card: from which level and colours, at which cost."""

    card = number_field()
    """The number of the card that it stands on."""
    level = number_field()
    colours = subset_field(*COLOURS)
    cost = number_field()

    @classmethod
    def possible(cls, record: "Requirement") -> Truth:
        """No number of a requirement is negative."""
        return both(record.level >= 0, record.cost >= 0)


class Stack(Record):
    """A Digimon or Tamer on the field: its top card, the cards under that, and its state."""

    top = value_field(Card)
    under = pile_field(Card)
    """The digivolution cards, the uppermost first."""
    dp = number_field()
    """As it stands now; what is printed on the top card, changed by effects."""
    suspended = flag_field()
    played_this_turn = flag_field()
    attacking = flag_field()
    targeted = flag_field()

    @property
    def digimon(self) -> Truth:
        """Whether it is a Digimon (card.kinds); a hatched Digi-Egg is one."""
        return either(self.top.kind == Kind.DIGIMON, self.top.kind == Kind.DIGI_EGG)

    @property
    def cards(self) -> Number:
        """How many cards it is made of."""
        return self.under.height + 1

    def has(self, keyword: str) -> Truth:
        """Whether it has a keyword of KEYWORDS."""
        return self.top.keywords.has(keyword)


class Player(Record):
    """One player's areas."""

    cards = number_field()
    """How many cards the player brought to the game; it never changes."""
    deck = number_field()
    hand = number_field()
    security = number_field()
    egg_deck = number_field()
    trash = number_field()
    breeding = bag_field(Stack)
    battle = bag_field(Stack)


class State(Record):
    """The whole game."""

    stage = choice_field(Stage)
    winner = choice_field(Winner)
    second_players_turn = flag_field()
    first_turn = flag_field()
    memory = number_field()
    """From the turn player's side; negative on the other side."""
    target_is_player = flag_field()
    checks = number_field()
    """Security checks still to be made in this attack."""
    me = part_field(Player)
    opponent = part_field(Player)


Stacks = Bag[Stack]

model = Model("dcg", State, round_field="second_players_turn", over=lambda s: s.stage == Stage.OVER)
