"""The Evolution Phase: a card for the DP Zone, an Evolve card, and one evolution."""

from rulehound.spec.dmb.model.state import (
    BoxEntry,
    Card,
    DigimonLevel,
    Fusion,
    Kind,
    Stage,
    State,
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
    largest,
    negate,
    require,
    rule,
    when,
)


@model.action("begin-evolution", By.RULES)
def begin_evolution(s: State) -> None:
    """The effects of cards in play at the beginning of the phase are done with."""
    require(s.stage == Stage.EVOLUTION, "evolution.order")
    with rule("evolution.order"):
        s.stage = Stage.RACK


@model.action("rack", card=Pool(Card))
def rack(s: State, card: Card) -> None:
    """Put a card from the hand into the DP Zone for what it adds."""
    require(s.stage == Stage.RACK, "evolution.order")
    require(s.me.hand >= 1, "evolution.rack", "hand")
    require(negate(card.destiny), "destiny.zone")
    require(s.racked < fact("dp.per-turn"), "evolution.rack")
    with rule("evolution.rack"):
        s.me.hand -= 1
        s.me.dp_cards += 1
        s.me.dp += card.dp
        s.racked += 1


@model.action("done-racking")
def done_racking(s: State) -> None:
    """Put no more cards into the DP Zone."""
    require(s.stage == Stage.RACK, "evolution.order")
    with rule("evolution.order"):
        s.stage = Stage.EVOLVE


def may_evolve(s: State) -> Truth:
    """The rest of the phase is not skipped."""
    return both(negate(s.from_destiny), negate(s.me.active.any(lambda digimon: digimon.abnormal)))


def in_evolution(s: State) -> None:
    """Require that the turn player may evolve now."""
    require(s.stage == Stage.EVOLVE, "evolution.order")
    require(negate(s.me.active.any(lambda digimon: digimon.abnormal)), "evolution.abnormal")
    require(negate(s.from_destiny), "partner.evolve-skips")
    require(s.evolutions < fact("evolution.per-turn"), "evolution.once")


@model.action("bonuses-done", By.RULES)
def bonuses_done(s: State) -> None:
    """The effects of the evolution box are done with."""
    require(s.stage == Stage.BONUS, "evolution.bonus")
    with rule("evolution.bonus"):
        s.stage = Stage.STRATEGY


@model.action("skip-evolving", By.RULES)
def skip_evolving(s: State) -> None:
    """An abnormal Digimon, and a Partner that evolved from the Destiny Zone this turn, do not evolve."""
    require(s.stage == Stage.EVOLVE, "evolution.order")
    require(negate(may_evolve(s)), "evolution.abnormal")
    with rule("evolution.abnormal", "partner.evolve-skips"):
        s.stage = Stage.STRATEGY


@model.action("no-evolution")
def no_evolution(s: State) -> None:
    """Do not evolve, or not any more."""
    require(s.stage == Stage.EVOLVE, "evolution.order")
    require(may_evolve(s), "evolution.abnormal")
    with rule("evolution.order"):
        s.stage = Stage.STRATEGY


@model.action("play-evolve-card", card=Pool(Card))
def play_evolve_card(s: State, card: Card) -> None:
    """Play an Evolve card; what it does to the requirements is its effect."""
    in_evolution(s)
    require(s.me.hand >= 1, "evolve-card.one", "hand")
    require(both(card.kind == Kind.EVOLUTION, negate(card.destiny)), "evolve-card.kind")
    require(s.evolve_cards < fact("evolve-cards.per-turn"), "evolve-card.one")
    with rule("evolve-card.one"):
        s.evolve_cards += 1
        s.me.hand -= 1
        s.me.trash += 1


def lay(s: State, card: Card) -> None:
    """The new card lies on the Digimon, which has evolved once more this turn."""
    with rule("evolution.stack", "evolution.hp"):
        s.me.active.update(lambda digimon: digimon.covered_by(card))
    with rule("evolution.once"):
        s.evolutions += 1
    with rule("evolution.bonus"):
        s.stage = Stage.BONUS


def pay(s: State, card: Card) -> None:
    """The whole DP Zone is discarded for the cost; what is too much is lost."""
    free = s.ignored.has("cost")
    enough = s.me.dp >= largest(0, card.cost - s.discount)
    require(either(free, enough), "evolution.cost")
    with when(negate(free)), rule("evolution.discard-dp"):
        s.me.trash += s.me.dp_cards
        s.me.dp_cards = 0
        s.me.dp = 0


def fits(s: State, card: Card) -> None:
    """Require the next level and an equal type, unless an effect lifts these."""
    next_level = s.me.active.any(lambda digimon: digimon.top.level + 1 == card.level)
    same_type = s.me.active.any(lambda digimon: digimon.types.shares(card.types))
    require(either(s.ignored.has("level"), next_level), "evolution.level")
    require(either(s.ignored.has("type"), same_type), "evolution.type")
    require(card.has_cost, "evolution.no-cost")


@model.action("evolve", card=Pool(Card))
def evolve(s: State, card: Card) -> None:
    """Evolve by DP into a card from the hand, of the next level and an equal type."""
    in_evolution(s)
    require(s.me.hand >= 1, "evolution.stack")
    require(both(card.kind == Kind.DIGIMON, negate(card.destiny)), "evolution.from-hand")
    fits(s, card)
    pay(s, card)
    with rule("evolution.stack"):
        s.me.hand -= 1
    lay(s, card)


def names_it(s: State, card: Card, entry: BoxEntry) -> None:
    """Require that the evolution box of a card names the Digimon."""
    named = s.me.active.any(lambda digimon: digimon.top.number == entry.named)
    require(both(entry.card == card.number, named), "evolution.box")


@model.action("evolve-by-box", card=Pool(Card), entry=Pool(BoxEntry))
def evolve_by_box(s: State, card: Card, entry: BoxEntry) -> None:
    """Evolve into a card from the hand whose evolution box names the Digimon, of any level and type."""
    in_evolution(s)
    require(s.me.hand >= 1, "evolution.stack")
    require(both(card.kind == Kind.DIGIMON, negate(card.destiny)), "evolution.from-hand")
    names_it(s, card, entry)
    pay(s, card)
    with rule("evolution.stack"):
        s.me.hand -= 1
    lay(s, card)


@model.action("evolve-from-destiny", card=Pool(Card))
def evolve_from_destiny(s: State, card: Card) -> None:
    """Evolve a Digimon of level U into the Mega of the Destiny Zone, of an equal type."""
    in_evolution(s)
    to_mega(s, card)
    fits(s, card)
    pay(s, card)
    lay(s, card)


@model.action("evolve-from-destiny-by-box", card=Pool(Card), entry=Pool(BoxEntry))
def evolve_from_destiny_by_box(s: State, card: Card, entry: BoxEntry) -> None:
    """Evolve a Digimon of level U into the Mega whose evolution box names it, of any type."""
    in_evolution(s)
    to_mega(s, card)
    names_it(s, card, entry)
    pay(s, card)
    lay(s, card)


def to_mega(s: State, card: Card) -> None:
    """Take the Mega out of the Destiny Zone, for a Digimon of level U."""
    require(s.me.destiny >= 1, "destiny.mega", "zone")
    require(both(card.level == DigimonLevel.M, card.destiny), "destiny.mega", "card")
    require(s.me.active.any(lambda digimon: digimon.top.level == DigimonLevel.U), "destiny.mega")
    with rule("destiny.mega"):
        s.me.destiny -= 1


@model.action("dna-evolve", card=Pool(Card), fusion=Pool(Fusion), other=Pool(Card))
def dna_evolve(s: State, card: Card, fusion: Fusion, other: Card) -> None:
    """Evolve into a card whose DNA names the Digimon and another card, which is discarded from the hand."""
    in_evolution(s)
    require(s.me.hand >= 2, "dna.evolve", "hand")
    require(s.evolve_cards < fact("evolve-cards.per-turn"), "dna.evolve-card")
    require(
        both(card.kind == Kind.DIGIMON, negate(card.destiny), fusion.card == card.number),
        "dna.evolve",
        "card",
    )
    require(negate(other.destiny), "destiny.zone")

    def named(on_zone: Number, discarded: Number) -> Truth:
        """The Digimon is one of the two, and the discarded card the other one, or DATA for it."""
        return both(s.me.active.any(lambda digimon: digimon.top.number == on_zone), other.name == discarded)

    require(either(named(fusion.left, fusion.right), named(fusion.right, fusion.left)), "dna.evolve")
    with rule("dna.evolve"):
        s.me.hand -= 2
        s.me.trash += 1
    with rule("dna.evolve-card"):
        s.evolve_cards += 1
    lay(s, card)
