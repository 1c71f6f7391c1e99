"""The state of a DCG game as the model sees it.

Seen from the turn player: `me` is whoever's turn it is, and the two parts are exchanged when the turn ends.
Hands, decks and security stacks are counts: which card is played or turned over is a parameter of the action,
so that what is proved holds for every card, printed or not yet printed. What lies on the field is kept
exactly: the top card of a stack and the cards under it, as they were played or turned over.
"""

from enum import IntEnum

from rulehound.spec.dcg.model.costs import MOST_LISTED
from rulehound.spec.language import (
    Bag,
    Model,
    Number,
    Record,
    Truth,
    bag_field,
    between,
    both,
    choice_field,
    either,
    flag_field,
    largest,
    number_field,
    part_field,
    pile_field,
    rule,
    select,
    subset_field,
    value_field,
)

KEYWORDS = (
    "blocker",
    "piercing",
    "jamming",
    "reboot",
    "retaliation",
    "rush",
    "blitz",
    "armor-purge",
    "delay",
)
"""Keyword effects that the model knows, those aside that come with a number or a colour."""

MOST_BURST = 4
"""A Digi-Burst takes at most so many cards in this model."""

COLOURS = ("red", "blue", "yellow", "green", "black", "purple", "white")


class Stage(IntEnum):
    """The stage of the game: which steps the rules take now, or who decides on what."""

    UNSUSPEND = 0
    DRAW = 1
    BREEDING = 2
    MAIN = 3
    ENDING = 4
    """The counter is on the other side: effects that are left are carried out, then the turn ends."""

    WHEN_ATTACKING = 5
    COUNTER = 6
    BLOCK = 7
    RESOLVE = 8
    """The rules decide whether the attack succeeds, and against what."""
    BATTLE = 9
    """The losers of a battle are deleted, or were about to be."""
    BATTLED = 10
    CHECK = 11
    """The next security card is turned over."""
    REVEALED = 12
    FOUGHT = 13
    """The checked card has battled the attacker and goes to the trash next."""
    END_OF_ATTACK = 14

    WOULD_DELETE = 15
    """Something is about to be deleted, and the turn player may have an effect against that."""
    WOULD_DELETE_THEIRS = 16

    LAY_SECURITY = 17
    DRAW_HANDS = 18
    REDRAW = 19
    REDRAW_THEIRS = 20

    SHOWN = 21
    """A card was shown to be played, used or digivolved into; effects on that and choices come first."""
    PAID = 22
    """The card is paid for and not yet placed."""
    PLACED = 23
    """The card is placed and not yet paid for."""
    EFFECT = 24
    """The effect of a card is carried out, part after part."""
    INTERRUPTED = 25
    """An effect comes before a deletion, while the turn player may have some against it."""
    INTERRUPTED_THEIRS = 26

    OVER = 27


INTERRUPTED = {
    Stage.WOULD_DELETE: Stage.INTERRUPTED,
    Stage.WOULD_DELETE_THEIRS: Stage.INTERRUPTED_THEIRS,
}
"""Stage in which a deletion is due, to the stage in which an effect is carried out before that deletion."""

UNDER_WAY = (Stage.SHOWN, Stage.PAID, Stage.PLACED, Stage.EFFECT, *INTERRUPTED.values())
"""Stages in the middle of an effect or a procedure, where no rule processing takes place."""


class Fate(IntEnum):
    """The fate of a Digimon: whether it is about to be deleted, and by what."""

    SAFE = 0
    DELETED = 1
    """It is about to be deleted, by battle, by the rules or by an effect of its own side."""
    DELETED_BY_OPPONENT = 2
    """It is about to be deleted by an effect of the other side."""
    RETALIATION = 3
    """The Digimon that it battles has Retaliation, which comes next if that one is deleted."""


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
    """A printed card. `number` tells cards apart, from 1 on; what refers to a card names it."""

    number = number_field()
    kind = choice_field(Kind)
    level = number_field()
    """0 where it has none."""
    has_dp = flag_field()
    dp = number_field()
    play_cost = number_field()
    colours = subset_field(*COLOURS)
    keywords = subset_field(*KEYWORDS)
    extra_checks = number_field()
    decoy = subset_field(*COLOURS)
    """Colours of the Digimon that its Decoy protects; none where it has no Decoy."""

    digisorption = number_field()
    """By how much its Digisorption lowers the cost of digivolving into it; 0 where it has none."""
    digi_burst = number_field()
    """How many digivolution cards its Digi-Burst takes; 0 where it has none."""
    digixros = number_field()
    """By how much each card placed for its DigiXros lowers its play cost; 0 where it has none."""
    assembly = number_field()
    """By how much the set placed for its Assembly lowers its play cost; 0 where it has none."""
    listed = number_field()
    """How many cards its DigiXros or Assembly lists."""

    @classmethod
    def possible(cls, record: "Card") -> Truth:
        """No number printed on a card is negative, but for the security checks that it adds.

        A card lists materials for a DigiXros or for an Assembly, not for both.
        """
        numbers = (
            record.level, record.dp, record.play_cost, record.digisorption, record.digixros, record.assembly,
        )  # fmt: skip
        return both(
            record.number >= 1,
            *(number >= 0 for number in numbers),
            between(0, record.digi_burst, MOST_BURST),
            between(0, record.listed, MOST_LISTED),
            either(record.digixros == 0, record.assembly == 0),
        )

    @property
    def low(self) -> Truth:
        """Whether its level is 2 or lower; what has no level is not of a low one."""
        return between(1, self.level, 2)


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


class DnaRequirement(Record):
    """A DNA requirement printed on a card: two Digimon by level and colour, left and right, and a cost."""

    card = number_field()
    """The number of the card that it stands on."""
    left_level = number_field()
    left_colours = subset_field(*COLOURS)
    right_level = number_field()
    right_colours = subset_field(*COLOURS)
    cost = number_field()

    @classmethod
    def possible(cls, record: "DnaRequirement") -> Truth:
        """No number of a requirement is negative."""
        return both(*(number >= 0 for number in (record.left_level, record.right_level, record.cost)))


class Material(Record):
    """A card that a DigiXros or Assembly lists. One that may be placed several times is listed as often."""

    card = number_field()
    """The number of the card that it is listed on."""
    place = number_field()
    """Where in the list it stands, 1 for the leftmost."""
    named = number_field()
    """The number of the card that may be placed for it."""

    @classmethod
    def possible(cls, record: "Material") -> Truth:
        """Places are counted from 1."""
        return between(1, record.place, MOST_LISTED)


class Role(IntEnum):
    """The role of a stack for the card that is shown."""

    NONE = 0
    BASE = 1
    """The stack that digivolves; of two the left one; or the Option itself, while it lies on the field."""
    RIGHT = 2


class Procedure(IntEnum):
    """The procedure for which a card is shown."""

    PLAY = 0
    USE = 1
    DIGIVOLVE = 2
    DNA = 3


class Shown(Record):
    """A card of the turn player that was shown to be played, used or digivolved into, until that is done."""

    card = value_field(Card)
    procedure = choice_field(Procedure)
    cost = number_field()
    """The printed cost with the raises and reductions so far, not yet floored at 0."""
    materials = pile_field(Card)
    """The cards placed under it for a DigiXros or Assembly, the leftmost of its list first."""
    place = number_field()
    """Where in its list the last of these stands."""
    digisorbed = flag_field()
    closed = flag_field()
    """Whether the player has done with placing and suspending for it."""
    on_field = flag_field()
    """Whether it has been put on the field; before that it lies in no area."""


class Stack(Record):
    """A Digimon or Tamer on the field: its top card, the cards under that, and its state."""

    top = value_field(Card)
    under = pile_field(Card)
    """The digivolution cards, the uppermost first."""
    dp = number_field()
    """As it stands now, and as everybody at the table sees it."""
    dp_change = number_field()
    """The sum of what effects add to its DP and take from it, until the end of the turn."""
    suspended = flag_field()
    played_this_turn = flag_field()
    attacking = flag_field()
    targeted = flag_field()
    may_blitz = flag_field()
    """It has just digivolved into a card with Blitz."""
    kept = flag_field()
    """An effect keeps it from what comes now: from unsuspending as the turn begins, or from blocking."""
    fate = choice_field(Fate)
    deleted_first = flag_field()
    """An effect that comes before a deletion deletes it, which is done before that. Kept apart from its fate:
    where that effect's deletion is prevented, the one that waits still comes."""
    token = flag_field()
    """No card: it is not counted, and is gone when it leaves the field."""
    role = choice_field(Role)
    gained = subset_field(*KEYWORDS)
    """Keywords that it has until the end of the turn."""
    more_checks = number_field()
    """How many more security cards it checks, until the end of the turn; fewer below 0."""

    @property
    def digimon(self) -> Truth:
        """Whether it is a Digimon (card.kinds); a hatched Digi-Egg is one."""
        return either(self.top.kind == Kind.DIGIMON, self.top.kind == Kind.DIGI_EGG)

    @property
    def cards(self) -> Number:
        """How many cards it is made of."""
        return select(self.token, 0, self.under.height + 1)

    def has(self, keyword: str) -> Truth:
        """Whether it has a keyword of KEYWORDS."""
        return either(self.top.keywords.has(keyword), self.gained.has(keyword))

    def settle_dp(self) -> None:
        """Set DP to the printed DP of the top card and all changes together, but not below 0."""
        self.dp = self.top.dp + self.dp_change
        with rule("dp.floor"):
            self.dp = largest(0, self.dp)

    @property
    def about_to_be_deleted(self) -> Truth:
        """Whether the stack is deleted unless an effect prevents it."""
        return either(self.fate == Fate.DELETED, self.fate == Fate.DELETED_BY_OPPONENT)


class Player(Record):
    """One player's areas."""

    cards = number_field()
    """How many cards the player brought to the game; it never changes."""
    deck = number_field()
    hand = number_field()
    security = number_field()
    egg_deck = number_field()
    trash = number_field()
    aside = number_field()
    """Cards that an effect has taken up and not yet put anywhere; they lie in no area."""
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
    """Security cards checked so far in this attack."""
    revealed = value_field(Card)
    """The security card that is being checked; it lies in no area."""
    piercing = flag_field()
    """The attacker's Piercing checks security once everything else about the battle is done."""
    then = choice_field(Stage)
    """Where things go on once what is about to be deleted is deleted or saved."""
    after = choice_field(Stage)
    """Where things go on once the effect that is being carried out is over."""
    shown = bag_field(Shown)
    """At most one."""
    me = part_field(Player)
    opponent = part_field(Player)


def cards_in_no_area(s: State) -> Number:
    """How many cards of the turn player lie in no area: the shown one, and what was placed under it."""
    return s.shown.total(lambda shown: select(shown.on_field, 0, shown.materials.height + 1))


Stacks = Bag[Stack]


def under_way(s: State) -> Truth:
    """Whether an effect or a procedure is in the middle."""
    return either(*(s.stage == stage for stage in UNDER_WAY))


model = Model("dcg", State, round_field="second_players_turn", over=lambda s: s.stage == Stage.OVER)
