"""The breeding phase: hatch, move out, or neither."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dcg.actions import Action, Hatch, MoveOut, Skip
from rulehound.engine.dcg.areas import new_stack
from rulehound.engine.dcg.effects.continuous import dp_of
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, facts_of
from rulehound.engine.dcg.tasks import Happened
from rulehound.engine.dcg.turns.turn import begin_main_phase, end_of_turn, must_end

LOWEST_LEVEL_IN_BATTLE = 3
"""In the editions that bar Digimon from the battle area by level."""


def options(_state: State) -> Iterator[Action]:
    """The actions of the breeding phase, legal or not."""
    yield Hatch()
    yield MoveOut()
    yield Skip()


def why_not_hatch(state: State, _action: Hatch) -> Iterator[Reason]:
    """Reasons against hatching."""
    player = state.deciding()
    if player.breeding is not None:
        yield Reason.BREEDING_AREA_OCCUPIED  # rule: breeding.capacity
    if not player.egg_deck:
        yield Reason.NO_DIGI_EGGS


def hatch(state: State, _action: Hatch) -> None:
    """Turn the top Digi-Egg into a Digimon of the breeding area."""
    player = state.deciding()
    player.breeding = new_stack(state, player.egg_deck[:1], played=False)  # rule: breeding.hatch
    player.egg_deck = player.egg_deck[1:]
    happened(state, Happened("hatched", (player.breeding.id,), player=state.turn))
    state.pending = ("breeding-over",)


def why_not_move(state: State, _action: MoveOut) -> Iterator[Reason]:
    """Reasons against moving out of the breeding area."""
    digimon = state.deciding().breeding
    if digimon is None:
        yield Reason.BREEDING_AREA_EMPTY
    else:
        yield from why_not_moved(state, digimon)


def why_not_moved(state: State, digimon: Stack) -> Iterator[Reason]:
    """Reasons for which a Digimon cannot leave the breeding area, by whatever it would be moved."""
    card = facts_of(state, digimon)
    if card.is_digimon and state.match.rules.battle_level_2 == "level":
        if card.level is not None and card.level < LOWEST_LEVEL_IN_BATTLE:
            yield Reason.LEVEL_TOO_LOW_TO_MOVE
    elif dp_of(state, digimon) is None:
        yield Reason.NO_DP_TO_MOVE


def move(state: State, _action: MoveOut) -> None:
    """The Digimon of the breeding area goes to the battle area as it is; it has not been played."""
    player = state.deciding()
    moved = player.breeding
    if moved is not None:
        player.battle += (moved,)  # rule: breeding.move, breeding.move-state
        player.breeding = None
        happened(state, Happened("moved", (moved.id,), player=state.turn))
    state.pending = ("breeding-over",)


def breeding_over(state: State) -> None:
    """All that the action has set off is done: the main phase begins, or the turn ends here."""
    if must_end(state):  # rule: turn.end
        end_of_turn(state)
        state.pending = (*state.pending, "breeding-over")
    else:
        begin_main_phase(state)


def skip(state: State, _action: Skip) -> None:
    """Go on to the main phase."""
    begin_main_phase(state)  # rule: breeding.skip
