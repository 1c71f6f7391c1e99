"""Loops: whether a game goes on for ever while nobody decides anything."""

from __future__ import annotations

from rulehound.engine.dcg.state import State

SHORT = 64
"""So many steps are taken before it is looked for; effects of cards take some dozens."""

LONGEST = 4_000
"""Steps that are taken for a loop though no position comes again, since something in it grows for ever. All
that has happened in so many can still be told in one answer."""

MOST = 500
"""So many Digimon and Tamers in a battle area are taken for the same: a loop that plays tokens for ever."""


class Course:
    """The steps of a game since somebody decided last.

    Positions are compared with one that is kept, and that is another one after twice as many steps each time:
    so a loop of any length is found in the end, and one that ends by itself never is.
    """

    def __init__(self) -> None:
        self.steps = 0
        self.kept: tuple[object, ...] | None = None
        self.kept_at = SHORT

    def is_endless(self, state: State) -> bool:
        """Whether the next step repeats what has been, or comes after too many others."""
        self.steps += 1
        if self.steps < SHORT:
            return False
        if self.steps > LONGEST or max(len(one.battle) for one in state.players) > MOST:
            return True
        if state.now:
            return False
        position = what_goes_on(state)
        if position == self.kept:
            return True
        if self.steps >= self.kept_at:
            self.kept, self.kept_at = position, 2 * self.steps
        return False


def what_goes_on(state: State) -> tuple[object, ...]:
    """All that the rest of the game depends on: two positions that agree in this go on alike.

    The ids of the effects that wait are no part of it. Those of stacks are, since cards may speak of them.
    """
    first, second = (
        (one.hand, one.deck, one.security, one.egg_deck, one.trash, one.revealed, one.battle, one.breeding)
        for one in state.players
    )
    waiting = tuple(tuple(one.origin for one in group) for group in (state.fresh, *state.triggered))
    plain = state.turn, state.turn_number, state.phase, state.memory, state.shuffles, state.pending
    return plain, waiting, state.attack, state.lasting, state.left, first, second
