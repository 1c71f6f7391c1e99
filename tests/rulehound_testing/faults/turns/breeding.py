"""Planted faults: the breeding phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rulehound.engine.dcg.actions import Hatch, MoveOut, Skip
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, end_game
from rulehound.engine.dcg.turns import breeding
from rulehound.engine.dcg.turns.turn import begin_main_phase
from rulehound_testing.faults.patching import Fault, conduct, forgiving

sound_why_not_move = breeding.why_not_move


def hatch_and_stay(state: State, action: Hatch) -> None:
    """After hatching, the breeding phase goes on."""
    breeding.hatch(state, action)
    state.pending = ()


def why_not_move_either_way(state: State, action: MoveOut) -> Iterator[Reason]:
    """A Digimon of the battle area may move into an empty breeding area."""
    player = state.deciding()
    if player.breeding is not None or not player.battle:
        yield from sound_why_not_move(state, action)


def move_either_way(state: State, action: MoveOut) -> None:
    """The first Digimon of the battle area goes to an empty breeding area."""
    player = state.deciding()
    if player.breeding is None and player.battle:
        player.breeding, *rest = player.battle
        player.battle = tuple(rest)
        begin_main_phase(state)
    else:
        breeding.move(state, action)


def moved_as_printed(state: State, _action: MoveOut) -> None:
    """A Digimon that moves is as printed."""
    digimon = state.deciding().breeding
    if digimon is not None:
        state.deciding().breeding = msgspec.structs.replace(digimon, lasting=())
    breeding.move(state, MoveOut())


def no_skip_of_nothing(state: State, _action: Skip) -> Iterator[Reason]:
    """Who can neither hatch nor move can do nothing at all."""
    player = state.deciding()
    if player.breeding is None and not player.egg_deck:
        yield Reason.NO_DIGI_EGGS


def hatch_or_lose(state: State, action: Hatch) -> None:
    """Who has no Digi-Egg to hatch loses."""
    if state.me.egg_deck:
        breeding.hatch(state, action)
    else:
        end_game(state, 1 - state.turn, "deck-out")


def hatch_from_the_bottom(state: State, action: Hatch) -> None:
    """The lowest Digi-Egg is hatched."""
    state.me.egg_deck = state.me.egg_deck[::-1]
    breeding.hatch(state, action)
    state.me.egg_deck = state.me.egg_deck[::-1]


def skip_moves_out(state: State, action: Skip) -> None:
    """Who does nothing has to move."""
    digimon = state.me.breeding
    breeding.skip(state, action)
    if digimon is not None:
        state.me.battle += (digimon,)
        state.me.breeding = None


def move_the_top_card(state: State, action: MoveOut) -> None:
    """The cards underneath are trashed on the way out."""
    digimon = state.me.breeding
    if digimon is not None:
        state.me.breeding = msgspec.structs.replace(digimon, cards=digimon.cards[:1], suspended=False)
        state.me.trash += digimon.cards[1:]
    breeding.move(state, action)


def why_not_hatch_but_for_eggs(state: State, action: Hatch) -> Iterator[Reason]:
    """That there is no Digi-Egg is no reason."""
    return (reason for reason in breeding.why_not_hatch(state, action) if reason is not Reason.NO_DIGI_EGGS)


FAULTS: Mapping[str, Fault] = {
    "hatch-onto-occupied": Fault(
        "breeding.hatch-empty",
        "hatching replaces the Digimon in the breeding area, which is lost",
        forgiving(Hatch, Reason.BREEDING_AREA_OCCUPIED),
    ),
    "two-breeding-actions": Fault(
        "breeding.one-action",
        "after hatching the breeding phase goes on",
        lambda: conduct(Hatch, carry_out=hatch_and_stay),
    ),
    "level-2-moves": Fault(
        "breeding.move-dp",
        "a Digimon without DP, or of level 2, may move",
        forgiving(MoveOut, Reason.NO_DP_TO_MOVE | Reason.LEVEL_TOO_LOW_TO_MOVE),
    ),
    "hatch-from-the-bottom": Fault(
        "breeding.hatch",
        "the lowest Digi-Egg is hatched",
        lambda: conduct(Hatch, carry_out=hatch_from_the_bottom),
    ),
    "hatch-or-lose": Fault(
        "breeding.hatch-eggs",
        "hatching from an empty Digi-Egg deck loses",
        lambda: conduct(Hatch, why_not=why_not_hatch_but_for_eggs, carry_out=hatch_or_lose),
    ),
    "skip-moves-out": Fault(
        "breeding.skip",
        "a Digimon has to leave the breeding area",
        lambda: conduct(Skip, carry_out=skip_moves_out),
    ),
    "move-nothing": Fault(
        "breeding.move", "moving out of an empty area is fine", forgiving(MoveOut, Reason.BREEDING_AREA_EMPTY)
    ),
    "move-the-top-card": Fault(
        "breeding.move",
        "a Digimon moves upright and without the cards under it",
        lambda: conduct(MoveOut, carry_out=move_the_top_card),
    ),
    "back-into-breeding": Fault(
        "breeding.no-return",
        "Digimon move back into the breeding area",
        lambda: conduct(MoveOut, why_not=why_not_move_either_way, carry_out=move_either_way),
    ),
    "moved-as-printed": Fault(
        "breeding.move",
        "what was done to a Digimon ends when it moves",
        lambda: conduct(MoveOut, carry_out=moved_as_printed),
    ),
    "nothing-to-do": Fault(
        "breeding.skip",
        "without eggs nothing is legal in the breeding phase, and the game does not end",
        lambda: conduct(Skip, why_not=no_skip_of_nothing),
    ),
}
"""Faults by name."""
