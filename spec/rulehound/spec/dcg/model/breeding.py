"""The breeding phase: hatch, move, or nothing."""

from rulehound.spec.dcg.model.processing import finish
from rulehound.spec.dcg.model.state import Card, Kind, Stack, Stage, State, model
from rulehound.spec.dcg.model.turn import turn_goes_on
from rulehound.spec.language import Member, Pool, either, fact, negate, require, rule, switch


@model.action("hatch", egg=Pool(Card))
def hatch(s: State, egg: Card) -> None:
    """Turn over the top card of the Digi-Egg deck into the empty breeding area; which egg is chance."""
    in_breeding_phase(s)
    require(s.me.breeding.count() < fact("breeding.capacity"), "breeding.hatch-empty")
    require(s.me.egg_deck >= 1, "breeding.hatch-eggs")
    require(egg.kind == Kind.DIGI_EGG, "egg-deck.kinds")
    with rule("breeding.hatch", "breeding.capacity"):
        s.me.egg_deck -= 1
        s.me.breeding.add(Stack(top=egg, dp=egg.dp))
    begin_main_phase(s)


@model.action("move", digimon=Member("me.breeding"))
def move(s: State, digimon: Stack) -> None:
    """Bring the Digimon of the breeding area into the battle area; it was not played, so it may attack."""
    in_breeding_phase(s)
    require(digimon.digimon, "breeding.move-dp", "breeding.move-digimon")
    require(either(switch("battle.level-2", "level"), digimon.top.has_dp), "breeding.move-dp")
    require(either(switch("battle.level-2", "no-dp"), negate(digimon.top.low)), "battle.level-2")
    with rule("breeding.move", "breeding.move-state"):
        digimon.leave()
        s.me.battle.add(digimon)
    begin_main_phase(s)


@model.action("skip")
def skip(s: State) -> None:
    """Do nothing in the breeding phase."""
    in_breeding_phase(s)
    begin_main_phase(s)


def in_breeding_phase(s: State) -> None:
    """One action a turn, in the breeding phase, unless the turn ends there."""
    require(s.stage == Stage.BREEDING, "breeding.one-action")
    turn_goes_on(s)


def begin_main_phase(s: State) -> None:
    """One action a turn is all that the breeding phase has."""
    with rule("breeding.one-action", "breeding.skip", "turn.phases"):
        s.stage = Stage.MAIN
    finish(s)
