"""A card that is shown to be played, used or digivolved into, until that is done.

The player shows it (`play`, `use-option`, `digivolve`, `dna-digivolve`). Effects that answer to that come
first, then the choices that its keywords leave. Once nothing is left to choose it is paid for and placed, in
the order of the edition; or it cannot be paid for any more, and goes back.
"""

from rulehound.spec.dcg.model.costs import payable, to_pay
from rulehound.spec.dcg.model.processing import carry_out_effect, finish
from rulehound.spec.dcg.model.state import Card, Kind, Procedure, Role, Shown, Stack, Stage, State, model
from rulehound.spec.language import (
    By,
    Member,
    NumberLike,
    Pile,
    Truth,
    both,
    either,
    fact,
    implies,
    negate,
    require,
    rule,
    smallest,
    switch,
    when,
)

COST_RULES = {
    Procedure.PLAY: "play.cost",
    Procedure.USE: "option.cost",
    Procedure.DIGIVOLVE: "digivolve.cost",
    Procedure.DNA: "dna.cost",
}


def show(s: State, card: Card, procedure: Procedure, cost: NumberLike, from_hand: str) -> None:
    """A card of the hand is shown, at a cost; from now on it is neither in the hand nor anywhere else.

    `from_hand` is the rule that takes it from there.
    """
    with rule(from_hand):
        s.me.hand -= 1
    with rule("showing.set-aside"):
        s.shown.add(Shown(card=card, procedure=procedure, cost=cost))
        s.stage = Stage.SHOWN


def digivolving(shown: Shown) -> Truth:
    """Whether the card is shown to be digivolved into."""
    return either(shown.procedure == Procedure.DIGIVOLVE, shown.procedure == Procedure.DNA)


def can_digisorb(s: State, shown: Shown) -> Truth:
    """Digisorption can still be used: for what digivolves in the battle area, by suspending one's own."""
    return both(
        digivolving(shown),
        shown.card.digisorption > 0,
        negate(shown.digisorbed),
        negate(shown.closed),
        s.me.battle.any(lambda stack: stack.role == Role.BASE),
        s.me.battle.any(lambda stack: both(stack.digimon, negate(stack.suspended))),
    )


def lists_more(shown: Shown) -> Truth:
    """The card is being played and lists materials to the right of those that were placed."""
    return both(shown.procedure == Procedure.PLAY, negate(shown.closed), shown.place < shown.card.listed)


def can_digixros(s: State, shown: Shown) -> Truth:
    """A card may still be placed for a DigiXros, if one of those at hand is listed."""
    return both(
        switch("digixros.known", "true"),
        lists_more(shown),
        shown.card.digixros > 0,
        either(s.me.hand >= 1, s.me.battle.any(can_be_material)),
    )


def can_be_material(stack: Stack) -> Truth:
    """Its top card can be placed under another card: a token never lies in a stack."""
    return negate(stack.token)


def can_assemble(s: State, shown: Shown) -> Truth:
    """An Assembly may begin or has to go on; it takes the whole set, so that many cards must be there."""
    return both(
        switch("assembly.known", "true"),
        lists_more(shown),
        shown.card.assembly > 0,
        s.me.trash >= shown.card.listed - shown.place,
    )


def half_assembled(shown: Shown) -> Truth:
    """A part of the set for an Assembly is placed."""
    return both(shown.card.assembly > 0, shown.place >= 1, shown.place < shown.card.listed)


def choice_open(s: State, shown: Shown) -> Truth:
    """The player still has something to choose."""
    return either(can_digisorb(s, shown), can_digixros(s, shown), can_assemble(s, shown))


def base_there(s: State, shown: Shown) -> Truth:
    """The Digimon that is to digivolve is still there."""
    bases = s.me.battle.count(lambda stack: stack.role != Role.NONE) + s.me.breeding.count(
        lambda stack: stack.role != Role.NONE
    )
    return both(
        implies(shown.procedure == Procedure.DIGIVOLVE, bases >= 1),
        implies(shown.procedure == Procedure.DNA, bases >= 2),
    )


def colours_met(s: State, card: Card) -> Truth:
    """Own Digimon and Tamers, the breeding area included, have the colours of an Option."""

    def counts(stack: Stack) -> Truth:
        return either(stack.digimon, stack.top.kind == Kind.TAMER)

    in_battle = s.me.battle.union(lambda stack: stack.top.colours, counts)
    colours = in_battle.union(s.me.breeding.union(lambda stack: stack.top.colours, counts))
    return either(
        both(switch("option.colours", "every"), colours.covers(card.colours)),
        both(switch("option.colours", "one"), colours.shares(card.colours)),
    )


def fails(s: State, shown: Shown) -> Truth:
    """Whether the card can no longer be played, used or digivolved into.

    Its base or the colours of the Option are gone, or the cost cannot be paid.
    """
    unpayable = both(negate(choice_open(s, shown)), negate(payable(s.memory, shown.cost)))
    colourless = both(shown.procedure == Procedure.USE, negate(colours_met(s, shown.card)))
    return either(negate(base_there(s, shown)), colourless, unpayable)


def goes_on(s: State, shown: Shown) -> Truth:
    """Whether nothing is left to choose for the card, and it can be paid for and placed."""
    return both(s.stage == Stage.SHOWN, negate(choice_open(s, shown)), negate(fails(s, shown)))


def pays_first(shown: Shown) -> Truth:
    """The edition has the cost paid before the card is placed; an Option may not be placed at all."""
    with_materials = negate(shown.materials.is_empty)
    return either(
        both(shown.procedure == Procedure.PLAY, negate(with_materials), switch("play.order", "pay-first")),
        both(shown.procedure == Procedure.PLAY, with_materials, switch("digixros.order", "pay-first")),
        both(digivolving(shown), switch("digivolve.order", "pay-first")),
        both(shown.procedure == Procedure.USE, negate(switch("option.order", "place-first"))),
    )


def place_due(s: State, shown: Shown, procedure: Procedure) -> Truth:
    """The rules place the card now."""
    return both(
        shown.procedure == procedure,
        either(s.stage == Stage.PAID, both(goes_on(s, shown), negate(pays_first(shown)))),
    )


def placed(s: State, shown: Shown) -> None:
    """The card lies on the field now, with its materials; it is paid for next, or that has been done."""
    paid = s.stage == Stage.PAID
    shown.on_field = True
    shown.materials = Pile.empty(Card)
    with when(paid):
        complete(s, shown)
    with when(negate(paid)), rule("showing.order"):
        s.stage = Stage.PLACED


def complete(s: State, shown: Shown) -> None:
    """Paid and placed: what digivolved brings a card, the effect of an Option follows."""
    option = shown.procedure == Procedure.USE
    with when(digivolving(shown)), rule("digivolve.draw", "digivolve.draw-empty"):
        drawn = smallest(s.me.deck, fact("digivolve.draw"))
        s.me.deck -= drawn
        s.me.hand += drawn
    with when(option), rule("option.effect"):
        carry_out_effect(s, Stage.MAIN)
    with when(negate(option)), rule("turn.main-phase"):
        shown.leave()
        s.stage = Stage.MAIN
    finish(s)


@model.action("pay", By.RULES, shown=Member("shown"))
def pay(s: State, shown: Shown) -> None:
    """The cost is paid, as it stands after everything that raises or lowers it."""
    due = either(s.stage == Stage.PLACED, both(goes_on(s, shown), pays_first(shown)))
    require(due, "showing.order")
    price, placed_before = to_pay(shown.cost), s.stage == Stage.PLACED
    for procedure, cited in COST_RULES.items():
        with when(shown.procedure == procedure), rule(cited), rule("memory.pay"):
            s.memory -= price
    not_placed_at_all = both(shown.procedure == Procedure.USE, switch("option.order", "no-area"))
    last = either(placed_before, not_placed_at_all)
    with when(last):
        complete(s, shown)
    with when(negate(last)), rule("showing.order"):
        s.stage = Stage.PAID


@model.action("settle", shown=Member("shown"))
def settle(s: State, shown: Shown) -> None:
    """The player is done with placing materials and suspending Digimon, which may have been none at all."""
    require(s.stage == Stage.SHOWN, "turn.decider")
    require(choice_open(s, shown), "turn.decider", "showing.choice")
    require(negate(half_assembled(shown)), "assembly.whole")
    with rule("digixros.optional", "assembly.optional", "digisorption.optional"):
        shown.closed = True


@model.action("fail", By.RULES, shown=Member("shown"))
def fail(s: State, shown: Shown) -> None:
    """The card goes back to the hand, nothing is paid, and what was placed under it goes to the trash.

    Early editions know of no such case: there the play as a whole is taken back.
    """
    require(both(s.stage == Stage.SHOWN, fails(s, shown)), "showing.failure")
    with rule("showing.failure"):
        s.me.hand += 1
        for stacks in (s.me.battle, s.me.breeding):
            stacks.update(lambda stack: stack.replace(role=Role.NONE))
    trashed = switch("digixros.failure", "trashed")
    with when(trashed), rule("digixros.failure", "assembly.failure"):
        s.me.trash += shown.materials.height
    with when(negate(trashed)), rule("showing.failure"):
        s.me.hand += shown.materials.height
    with rule("showing.failure"):
        shown.leave()
        s.stage = Stage.MAIN
    finish(s)
