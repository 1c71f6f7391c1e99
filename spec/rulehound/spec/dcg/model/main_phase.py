"""The breeding phase, and playing and digivolving in the main phase."""

from rulehound.spec.dcg.model.state import Card, Kind, Requirement, Stack, Stage, State, model
from rulehound.spec.dcg.model.turn import finish, pay
from rulehound.spec.language import (
    Member,
    Pool,
    both,
    either,
    fact,
    largest,
    require,
    rule,
    smallest,
    switch,
)


@model.action("hatch", egg=Pool(Card))
def hatch(s: State, egg: Card) -> None:
    """Turn over the top card of the Digi-Egg deck into the empty breeding area; which egg is chance."""
    require(s.stage == Stage.BREEDING, "breeding.one-action")
    require(s.me.breeding.count() < fact("breeding.capacity"), "breeding.hatch-empty")
    require(s.me.egg_deck >= 1, "breeding.hatch-eggs")
    require(egg.kind == Kind.DIGI_EGG, "egg-deck.kinds")
    with rule("breeding.hatch", "breeding.capacity"):
        s.me.egg_deck -= 1
        s.me.breeding.add(as_stack(egg))
    begin_main_phase(s)


@model.action("move", digimon=Member("me.breeding"))
def move(s: State, digimon: Stack) -> None:
    """Bring the Digimon of the breeding area into the battle area; it was not played, so it may attack."""
    require(s.stage == Stage.BREEDING, "breeding.one-action")
    require(digimon.digimon, "breeding.move-dp", "breeding.move-digimon")
    require(either(switch("battle.level-2", "level"), digimon.top.has_dp), "breeding.move-dp")
    require(either(switch("battle.level-2", "no-dp"), digimon.top.level > 2), "battle.level-2")
    with rule("breeding.move", "breeding.move-state"):
        digimon.leave()
        s.me.battle.add(digimon)
    begin_main_phase(s)


@model.action("skip")
def skip(s: State) -> None:
    """Do nothing in the breeding phase."""
    require(s.stage == Stage.BREEDING, "breeding.one-action")
    begin_main_phase(s)


def begin_main_phase(s: State) -> None:
    """One action a turn is all that the breeding phase has."""
    with rule("breeding.one-action", "breeding.skip", "turn.phases"):
        s.stage = Stage.MAIN
    finish(s)


@model.action("play", card=Pool(Card))
def play(s: State, card: Card) -> None:
    """Play a Digimon or Tamer from the hand into the battle area."""
    require(s.stage == Stage.MAIN, "turn.main-phase")
    require(s.me.hand >= 1, "play.from-hand")
    require(either(card.kind == Kind.DIGIMON, card.kind == Kind.TAMER), "play.kinds")
    with rule("play.cost"):
        pay(s, card.play_cost)
    with rule("play.from-hand"):
        s.me.hand -= 1
    with rule("play.battle-area", "play.unsuspended", "battle.unlimited"):
        s.me.battle.add(as_stack(card).replace(played_this_turn=True))
    finish(s)


@model.action("digivolve", card=Pool(Card), way=Pool(Requirement), onto=Member("me.battle"))
def digivolve(s: State, card: Card, way: Requirement, onto: Stack) -> None:
    """Digivolve a Digimon in the battle area."""
    digivolution(s, card, way, onto)


@model.action("digivolve-in-breeding", card=Pool(Card), way=Pool(Requirement), onto=Member("me.breeding"))
def digivolve_in_breeding(s: State, card: Card, way: Requirement, onto: Stack) -> None:
    """Digivolve the Digimon in the breeding area."""
    with rule("digivolve.breeding"):
        digivolution(s, card, way, onto)


def digivolution(s: State, card: Card, way: Requirement, onto: Stack) -> None:
    """A card from the hand goes on top of a Digimon, and a card is drawn for it."""
    require(s.stage == Stage.MAIN, "turn.main-phase")
    require(s.me.hand >= 1, "digivolve.from-hand")
    require(both(card.kind == Kind.DIGIMON, onto.digimon), "digivolve.digimon-only")
    require(
        both(way.card == card.number, onto.top.level == way.level, onto.top.colours.shares(way.colours)),
        "digivolve.requirement",
    )
    with rule("digivolve.cost"):
        pay(s, way.cost)
    with rule("digivolve.from-hand"):
        s.me.hand -= 1
    with rule("digivolve.stack", "digivolve.orientation", "digivolve.played-turn", "stack.order"):
        onto.dp = largest(0, card.dp + onto.dp - onto.top.dp)
        onto.under = onto.under.with_top(onto.top)
        onto.top = card
    with rule("digivolve.draw", "digivolve.draw-empty"):
        drawn = smallest(s.me.deck, fact("digivolve.draw"))
        s.me.deck -= drawn
        s.me.hand += drawn
    finish(s)


def as_stack(card: Card) -> Stack:
    """A card as it stands on the field just now placed: unsuspended, nothing under it."""
    return Stack(top=card, dp=card.dp)
