"""The Prep Phase: the draw, mulligans of the whole hand, and a new Digimon on an empty active zone."""

from rulehound.spec.dmb.model.state import (
    Active,
    Card,
    DigimonLevel,
    Kind,
    Stage,
    State,
    Winner,
    draw,
    model,
)
from rulehound.spec.language import (
    By,
    Number,
    Pool,
    Truth,
    both,
    either,
    fact,
    negate,
    require,
    rule,
    select,
    when,
)


@model.action("begin-turn", By.RULES)
def begin_turn(s: State) -> None:
    """The effects of cards in play at the beginning of the turn are done with."""
    require(s.stage == Stage.PREP, "prep.order")
    with rule("prep.order"):
        s.stage = Stage.DRAW


@model.action("draw", By.RULES)
def draw_for_turn(s: State) -> None:
    """The turn player draws, more where the hand is low."""
    require(s.stage == Stage.DRAW, "prep.order")
    low = s.me.hand <= fact("draw.low-hand")
    with rule("prep.draw"):
        s.low_hand = low
        draw(s.me, select(low, fact("draw.low-count"), fact("draw.count")))
    with rule("prep.order"):
        s.stage = Stage.MULLIGAN


@model.action("full-mulligan")
def full_mulligan(s: State) -> None:
    """Discard the whole hand and draw as many, as often as the player wishes."""
    require(s.stage == Stage.MULLIGAN, "prep.order")
    require(s.me.hand >= fact("mulligan.hand"), "prep.mulligan")
    with rule("prep.mulligan"):
        exchange_hand(s)


@model.action("keep-hand")
def keep_hand(s: State) -> None:
    """Go on with the hand as it is."""
    require(s.stage == Stage.MULLIGAN, "prep.order")
    with rule("prep.order"):
        s.stage = select(s.me.active.any(), Stage.EVOLUTION, Stage.PLACE)


def exchange_hand(s: State) -> None:
    """The hand is discarded, and as many cards are drawn."""
    count: Number = s.me.hand
    s.me.trash += count
    s.me.hand = 0
    draw(s.me, count)


def placeable(card: Card) -> Truth:
    """A Digimon of level R, C or U can be placed from the hand."""
    low = either(*(card.level == level for level in (DigimonLevel.R, DigimonLevel.C, DigimonLevel.U)))
    return both(card.kind == Kind.DIGIMON, low)


@model.action("place", card=Pool(Card))
def place(s: State, card: Card) -> None:
    """Play a Digimon from the hand onto the empty active zone."""
    require(s.stage == Stage.PLACE, "prep.order")
    require(negate(s.me.active.any()), "prep.place", "empty")
    require(s.me.hand >= 1, "prep.place", "hand")
    require(placeable(card), "prep.place")
    require(negate(card.destiny), "destiny.zone")
    with rule("prep.place"):
        s.me.hand -= 1
        s.me.active.add(
            Active(top=card, hp=card.hp, partners=select(card.partner, 1, 0), destined=0, abnormal=False)
        )
    with rule("prep.abnormal"), when(card.level >= DigimonLevel.C):
        s.me.active.update(lambda digimon: digimon.replace(abnormal=True))
    with rule("partner.evolve"):
        s.stage = select(both(card.partner, s.me.destiny >= 1), Stage.PARTNER, Stage.EVOLUTION)


@model.action("forced-mulligan", By.RULES)
def forced_mulligan(s: State) -> None:
    """No Digimon is in a hand that was low: it is shown, discarded, and as many cards are drawn."""
    require(s.stage == Stage.PLACE, "prep.order")
    require(s.low_hand, "prep.forced-mulligan", "low")
    require(both(s.me.deck >= 1, s.me.hand >= 1), "prep.forced-mulligan", "cards")
    with rule("prep.forced-mulligan"):
        s.forced = True
        exchange_hand(s)


@model.action("no-digimon", By.RULES)
def no_digimon(s: State) -> None:
    """A player who can place no Digimon loses; after a low hand only once no deck is left."""
    require(s.stage == Stage.PLACE, "prep.order")
    require(either(negate(s.low_hand), s.me.deck == 0), "prep.forced-mulligan")
    with rule("prep.loss"):
        s.winner = Winner.OTHER_PLAYER
        s.stage = Stage.OVER


@model.action("partner-evolve", card=Pool(Card))
def partner_evolve(s: State, card: Card) -> None:
    """The Partner that was just placed evolves into a Partner of level C from the Destiny Zone."""
    require(s.stage == Stage.PARTNER, "partner.evolve")
    require(s.me.destiny >= 1, "partner.evolve", "zone")
    require(
        both(card.kind == Kind.DIGIMON, card.level == DigimonLevel.C, card.destiny), "partner.evolve", "card"
    )
    with rule("partner.evolve"):
        s.me.destiny -= 1
        s.me.active.update(lambda digimon: digimon.covered_by(card))
    with rule("partner.evolve-skips"):
        s.from_destiny = True
        s.evolutions += 1
        s.stage = Stage.EVOLUTION


@model.action("no-partner-evolution")
def no_partner_evolution(s: State) -> None:
    """The Partner stays as it is."""
    require(s.stage == Stage.PARTNER, "partner.evolve")
    with rule("partner.evolve"):
        s.stage = Stage.EVOLUTION
