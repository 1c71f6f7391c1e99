"""Digivolving in the battle and breeding areas, DNA digivolution, Digisorption."""

from rulehound.spec.dcg.model.costs import payable
from rulehound.spec.dcg.model.processing import in_main_phase
from rulehound.spec.dcg.model.showing import can_digisorb, place_due, placed, show
from rulehound.spec.dcg.model.state import (
    Card,
    DnaRequirement,
    Kind,
    Procedure,
    Requirement,
    Role,
    Shown,
    Stack,
    Stage,
    State,
    model,
)
from rulehound.spec.language import (
    By,
    Member,
    Pool,
    both,
    negate,
    require,
    rule,
    switch,
)


@model.action("digivolve", card=Pool(Card), way=Pool(Requirement), onto=Member("me.battle"))
def digivolve(s: State, card: Card, way: Requirement, onto: Stack) -> None:
    """Show a card to digivolve a Digimon of the battle area into it."""
    choose(s, card, way, onto)


@model.action("digivolve-in-breeding", card=Pool(Card), way=Pool(Requirement), onto=Member("me.breeding"))
def digivolve_in_breeding(s: State, card: Card, way: Requirement, onto: Stack) -> None:
    """Show a card to digivolve the Digimon of the breeding area into it."""
    with rule("digivolve.breeding"):
        choose(s, card, way, onto)


def choose(s: State, card: Card, way: Requirement, onto: Stack) -> None:
    """Choose the card, one of its digivolution requirements, and a Digimon that meets that requirement."""
    in_main_phase(s)
    require(s.me.hand >= 1, "digivolve.from-hand")
    require(both(card.kind == Kind.DIGIMON, onto.digimon), "digivolve.digimon-only")
    require(negate(onto.token), "token.no-stack")
    require(
        both(way.card == card.number, onto.top.level == way.level, onto.top.colours.shares(way.colours)),
        "digivolve.requirement",
    )
    require(payable(s.memory, way.cost), "memory.affordable")
    onto.role = Role.BASE
    show(s, card, Procedure.DIGIVOLVE, way.cost, "digivolve.from-hand")


@model.action(
    "dna-digivolve",
    card=Pool(Card),
    way=Pool(DnaRequirement),
    left=Member("me.battle"),
    right=Member("me.battle"),
)
def dna_digivolve(s: State, card: Card, way: DnaRequirement, left: Stack, right: Stack) -> None:
    """Show a card to put two Digimon of the battle area together under it."""
    in_main_phase(s)
    require(switch("dna.known", "true"), "dna.two")
    require(s.me.hand >= 1, "digivolve.from-hand")
    require(both(card.kind == Kind.DIGIMON, left.digimon, right.digimon), "digivolve.digimon-only")
    require(both(negate(left.token), negate(right.token)), "token.no-stack")
    require(
        both(
            way.card == card.number,
            left.top.level == way.left_level,
            left.top.colours.shares(way.left_colours),
            right.top.level == way.right_level,
            right.top.colours.shares(way.right_colours),
        ),
        "dna.requirement",
    )
    require(payable(s.memory, way.cost), "memory.affordable")
    left.role = Role.BASE
    right.role = Role.RIGHT
    show(s, card, Procedure.DNA, way.cost, "digivolve.from-hand")


@model.action("digisorb", shown=Member("shown"), ally=Member("me.battle"))
def digisorb(s: State, shown: Shown, ally: Stack) -> None:
    """Suspend a Digimon, which may be the one that digivolves, to lower the cost."""
    require(s.stage == Stage.SHOWN, "digisorption.when")
    require(can_digisorb(s, shown), "digisorption.when", "digisorption.has")
    require(both(ally.digimon, negate(ally.suspended)), "digisorption.suspend")
    with rule("digisorption.suspend"):
        ally.suspended = True
    with rule("digisorption.cost"):
        shown.cost -= shown.card.digisorption
        shown.digisorbed = True


@model.action("place-digivolved", By.RULES, shown=Member("shown"), onto=Member("me.battle"))
def place_digivolved(s: State, shown: Shown, onto: Stack) -> None:
    """The card goes on top of the Digimon in the battle area."""
    digivolved(s, shown, onto)


@model.action("place-digivolved-in-breeding", By.RULES, shown=Member("shown"), onto=Member("me.breeding"))
def place_digivolved_in_breeding(s: State, shown: Shown, onto: Stack) -> None:
    """The card goes on top of the Digimon in the breeding area."""
    with rule("digivolve.breeding"):
        digivolved(s, shown, onto)


def digivolved(s: State, shown: Shown, onto: Stack) -> None:
    """The Digimon stays the same Digimon; what was on top is now a digivolution card."""
    require(place_due(s, shown, Procedure.DIGIVOLVE), "showing.order")
    require(onto.role == Role.BASE, "digivolve.stack")
    with rule("digivolve.stack", "digivolve.orientation", "digivolve.played-turn", "stack.order"):
        lay_on(onto, shown.card)
        onto.may_blitz = onto.has("blitz")
    onto.role = Role.NONE
    placed(s, shown)


def lay_on(onto: Stack, card: Card) -> None:
    """A card becomes the top card of a Digimon; changes of DP go on."""
    onto.under = onto.under.with_top(onto.top)
    onto.top = card
    onto.settle_dp()


@model.action(
    "place-dna", By.RULES, shown=Member("shown"), left=Member("me.battle"), right=Member("me.battle")
)
def place_dna(s: State, shown: Shown, left: Stack, right: Stack) -> None:
    """The left stack lies on the right one, both as they were, and the card on top: a new Digimon."""
    require(place_due(s, shown, Procedure.DNA), "showing.order")
    require(both(left.role == Role.BASE, right.role == Role.RIGHT), "dna.stack")
    upper, lower = left.under.with_top(left.top), right.under.with_top(right.top)
    with rule("dna.stack"):
        left.leave()
        right.leave()
    with rule("dna.new", "dna.stack"):
        s.me.battle.add(
            Stack(
                top=shown.card,
                under=upper.on(lower),
                dp=shown.card.dp,
                may_blitz=shown.card.keywords.has("blitz"),
            )
        )
    placed(s, shown)
