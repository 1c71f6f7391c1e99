"""Faults in setup and in the Prep Phase."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.actions import FullMulligan, Mulligan, PartnerEvolve, Place
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import State
from rulehound.engine.dmb.turns import prep, setup
from rulehound.engine.dmb.zones import change, draw
from rulehound_testing.faults.dmb.patching import afterwards, forgiving, numbers, step
from rulehound_testing.faults.patching import Fault, constant, function


def both_draw(state: State) -> None:
    """Both players draw for the turn."""
    prep.draw_for_turn(state)
    draw(state.opponent, 1)


def draws_as_usual(state: State) -> None:
    """A low hand makes no difference."""
    draw(state.me, state.match.rules.draw_count)
    state.stage = "hand"


def lost_at_once(state: State) -> None:
    """No hand is exchanged before the game is lost."""
    state.low_hand = False
    prep.ask_for_digimon(state)


def place_rested(state: State) -> None:
    """What is placed is never abnormal."""
    change(state.me, abnormal=False)


def hurt(state: State) -> None:
    """What is placed has less HP than is printed."""
    if state.me.active is not None:
        change(state.me, hp=state.me.active.hp - 10)


def one_more_card(state: State) -> None:
    """A card more than is exchanged comes to the hand."""
    draw(state.me, 1)


def evolves_again(state: State) -> None:
    """Nothing keeps the Partner from evolving once more."""
    state.from_destiny = False
    state.evolutions = 0


def asked_for_any(state: State) -> None:
    """Every Digimon that is placed may evolve from the Destiny Zone."""
    if state.me.destiny:
        state.stage = "partner"


def never_asked(state: State) -> None:
    """The Partner is not asked for."""
    if state.stage == "partner":
        state.stage = "evolution"


def second_begins(state: State) -> None:
    """The player who was to be second begins."""
    setup.choose_first(state)
    state.turn = 0 if state.turn else 1


def zero_begins(state: State) -> None:
    """No lots are drawn: the same player begins each time."""
    state.turn = 0 if state.match.first is None else state.match.first
    state.stage = "prep"


def the_seed_says(state: State) -> None:
    """No lots are drawn: the last digit of the seed says who begins."""
    state.turn = (1 if state.match.seed % 2 else 0) if state.match.first is None else state.match.first
    state.stage = "prep"


def lots_anyway(state: State) -> None:
    """Lots are drawn although it is settled who begins."""
    lots = setup.random.Random(f"{state.match.seed}/first").choice((0, 1))
    state.turn = 1 if lots else 0
    state.stage = "prep"


def wins(state: State, winner: int) -> None:
    """The other player than should has won."""
    state.stage = "over"
    state.winner = 0 if winner else 1


FAULTS: Mapping[str, Fault] = {
    "opening-hand-six": Fault("setup.hand", "opening hands of a card more", numbers(setup_hand=1)),
    "mulligan-again": Fault(
        "setup.mulligan",
        "an opening hand is exchanged again and again",
        forgiving(Mulligan, Reason.HAND_EXCHANGED),
    ),
    "mulligan-draws-more": Fault(
        "setup.mulligan", "an exchange draws a card more", afterwards(Mulligan, one_more_card)
    ),
    "other-player-begins": Fault(
        "setup.first-player", "the other player than was drawn begins", step("first-player", second_begins)
    ),
    "first-player-always-zero": Fault(
        "setup.first-player", "the same player begins each time", step("first-player", zero_begins)
    ),
    "first-player-by-the-seed": Fault(
        "setup.first-player", "the players begin in turn, by the seed", step("first-player", the_seed_says)
    ),
    "first-player-drawn-anyway": Fault(
        "setup.first-player",
        "lots are drawn where it is settled who begins",
        step("first-player", lots_anyway),
    ),
    "draw-two": Fault("prep.draw", "the turn player draws a card more", numbers(draw_count=1)),
    "low-hand-three": Fault("prep.draw", "a hand is low with a card more", numbers(draw_low_hand=1)),
    "low-hand-draws-one": Fault("prep.draw", "a low hand draws as any other", step("draw", draws_as_usual)),
    "both-draw": Fault("prep.draw", "both players draw", step("draw", both_draw)),
    "full-mulligan-of-two": Fault(
        "prep.mulligan",
        "a hand that is too small is exchanged",
        forgiving(FullMulligan, Reason.HAND_TOO_SMALL),
    ),
    "full-mulligan-large": Fault(
        "prep.mulligan", "a hand has to be larger to be exchanged", numbers(mulligan_hand=1)
    ),
    "full-mulligan-draws-more": Fault(
        "prep.mulligan", "an exchange of the hand draws a card more", afterwards(FullMulligan, one_more_card)
    ),
    "place-nothing-abnormal": Fault(
        "prep.abnormal", "nothing that is placed is abnormal", afterwards(Place, place_rested)
    ),
    "place-hurt": Fault("prep.place", "what is placed has lost HP", afterwards(Place, hurt)),
    "place-no-ultimate": Fault(
        "prep.place", "a Digimon of level U is not placed", constant(prep, "PLACED_LEVELS", ("R", "C"))
    ),
    "place-anything": Fault(
        "prep.place", "Options are placed as well", function(prep, "is_placed", lambda _state, _card: True)
    ),
    "no-forced-mulligan": Fault(
        "prep.forced-mulligan", "a low hand without a Digimon loses at once", step("place", lost_at_once)
    ),
    "no-digimon-wins": Fault(
        "prep.loss",
        "who has no Digimon to place wins",
        function(prep, "end_game", wins),
    ),
    "partner-never-asked": Fault(
        "partner.evolve", "the Partner does not evolve at once", afterwards(Place, never_asked)
    ),
    "partner-any": Fault(
        "partner.evolve", "any Digimon evolves from the Destiny Zone", afterwards(Place, asked_for_any)
    ),
    "partner-into-a-mega": Fault(
        "partner.evolve",
        "the Partner evolves into whatever lies there",
        forgiving(PartnerEvolve, Reason.NO_SUCH_CHAMPION),
    ),
    "partner-evolves-again": Fault(
        "partner.evolve-skips", "the Partner evolves once more", afterwards(PartnerEvolve, evolves_again)
    ),
}
