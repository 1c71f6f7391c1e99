"""Steps about steps: choosing for later, conditions, what may be left out, other effects, preventing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg.deletion import prevent as take_out
from rulehound.engine.dcg.effects.continuous import holds, things
from rulehound.engine.dcg.effects.language import (
    ActivateEffect,
    AtTurnEnd,
    Choose,
    Effect,
    If,
    May,
    Prevent,
)
from rulehound.engine.dcg.effects.selecting import top_card
from rulehound.engine.dcg.effects.standpoint import of_frame, source_kind
from rulehound.engine.dcg.effects.triggers import numbered
from rulehound.engine.dcg.state import State, card_of
from rulehound.engine.dcg.tasks import Asking, Frame, Named, Origin, Together

Choices = tuple[tuple[str, ...], ...]


def choose(state: State, frame: Frame, step: Choose, chosen: Choices) -> None:
    """Name what was chosen, for the steps that follow."""
    name = Named(step.as_, tuple(one for each in chosen for one in each), step.target.area)
    state.now = (msgspec.structs.replace(frame, bound=(*frame.bound, name)), *state.now[1:])


def branch(state: State, frame: Frame, step: If, _chosen: Choices) -> None:
    """Go on with the one or the other steps, then with what is left."""
    # rule: effects.condition, effects.instead
    taken = step.then if holds(state, of_frame(frame), step.condition) else step.otherwise
    state.now = (msgspec.structs.replace(frame, steps=(*taken, *frame.steps)), *state.now[1:])


def may(state: State, frame: Frame, step: May, _chosen: Choices) -> None:
    """Ask whether to carry out some steps, or to pay for them."""
    state.now = (Asking(frame.origin, step.cost, step.steps, frame.bound), *state.now)


def leave_for_turn_end(state: State, frame: Frame, step: AtTurnEnd, _chosen: Choices) -> None:
    """Leave steps for the end of the turn, as an effect that triggers then."""
    own = frame.origin.effect
    # rule: effects.kind
    effect = Effect(timing="end-of-turn", says=own.says, steps=step.steps, inherited=own.inherited)
    # rule: effects.left-for-later
    state.left = (*state.left, msgspec.structs.replace(frame.origin, effect=effect, met=None, left=True))


def activate_other(state: State, frame: Frame, step: ActivateEffect, _chosen: Choices) -> None:
    """Activate the effects at another timing, of this card or of others: one by one, or one alone."""
    others = tuple(numbered(state, other) for other in effects_of_others(state, frame, step))
    # rule: effects.activates-another
    state.now = (Together(others, one=step.one), *state.now)


def effects_of_others(state: State, frame: Frame, step: ActivateEffect) -> Iterator[Origin]:
    """The effects that a step activates; those of another card are effects of the Digimon that does so."""
    origin = frame.origin
    cards = (origin.card,) if step.of is None else things(state, of_frame(frame), step.of)
    mine = source_kind(state, origin.card, inherited=origin.effect.inherited) == "digimon"
    for card in (top_card(state, one) for one in cards):
        for index, effect in enumerate(card_of(state, card).effects):
            if effect.timing == step.timing and not effect.inherited:
                # rule: effects.activates-another
                own = msgspec.structs.replace(effect, inherited=True) if step.of and mine else effect
                # its own condition is asked as things are now
                yield msgspec.structs.replace(origin, effect=own, card=card, index=index, met=None)


def prevent(state: State, _frame: Frame, _step: Prevent, chosen: Choices) -> None:
    """Keep the event that is about to happen from the chosen stacks."""
    take_out(state, chosen[0])  # rule: effects.would
