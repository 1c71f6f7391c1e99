"""Choosing for an effect: among what, how many, who chooses; one stack or card at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

import msgspec

from rulehound.engine.dcg.actions import Action, Done, Target
from rulehound.engine.dcg.effects.candidates import PILES, is_under_anothers, removable_tops, sides
from rulehound.engine.dcg.effects.continuous import is_digimon, things
from rulehound.engine.dcg.effects.language import (
    AnyStep,
    ChangeTarget,
    Choose,
    DeDigivolve,
    Delete,
    DigiBurst,
    DigivolveInto,
    DnaDigivolveInto,
    Give,
    PlayByEffect,
    Prevent,
    Put,
    Recovery,
    Suspend,
    TrashTop,
    Unsuspend,
    Which,
)
from rulehound.engine.dcg.effects.paying import can_go_under, can_pay_together
from rulehound.engine.dcg.effects.standpoint import of_frame, stack_in_play
from rulehound.engine.dcg.main_phase import digivolving, dna, playing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, card_of, in_battle, in_breeding, owner_of
from rulehound.engine.dcg.tasks import Choice, Frame

ORDERED = (
    *("deck-top", "deck-bottom", "security-top", "security-bottom"),
    *("egg-deck-top", "egg-deck-bottom", "under", "under-top"),
)
"""Places in which it matters which card comes first."""

FACE_DOWN = ("deck", "security", "egg-deck")
"""Areas whose cards nobody sees, unless an effect has a player search them."""

CHOSEN_FIELDS: Mapping[type, tuple[str, ...]] = {
    Choose: ("target", "target"),
    Put: ("target", "onto"),
    DigivolveInto: ("target", "into"),
    DnaDigivolveInto: ("left", "right", "into"),
}
"""Step to the fields that say among what its choices are made, in order; others have `target` alone."""


Chooses = Callable[[State, Frame], Choice | None]
"""The choice that a step needs; None where it does not need this one."""


def next_choice(state: State, frame: Frame) -> Choice | None:
    """The choice to be made now for the first step of an effect; None where it has all that it needs."""
    step = frame.steps[0]
    choices = CHOICES.get(type(step), ())
    if len(frame.choices) >= len(choices):
        return None
    return choices[len(frame.choices)](state, frame) or Choice((), 0, 0)


def offered(state: State, frame: Frame) -> Choice | None:
    """The choice that is being made; it has been looked for when its player was asked."""
    return frame.offer or next_choice(state, frame)


def bounds(state: State, frame: Frame) -> tuple[int, int]:
    """How many more must, and how many more may be chosen in the choice that is being made."""
    choice = offered(state, frame) if frame.steps else None
    if choice is None:
        return 0, 0
    made = len(frame.picked)
    return max(choice.must - made, 0), max(min(choice.may - made, len(choice.candidates)), 0)


def is_overall(step: AnyStep) -> bool:
    """Whether a step speaks of all that fits while it lasts, so that nothing is chosen."""
    return isinstance(step, Give) and step.target.count == "all" and step.target.role in ("", "other")


def among(field: str) -> Chooses:
    """A choice among what the `Which` in this field of the step speaks of."""

    def choice(state: State, frame: Frame) -> Choice | None:
        step = frame.steps[0]
        which: Which | None = getattr(step, field)
        if which is None or is_overall(step):
            return None
        eligible = [
            one for one in things(state, of_frame(frame), which) if is_eligible(state, frame, field, one)
        ]
        return sized(frame, which, eligible, ordered=field == "target" and is_ordered(step))

    return choice


def chosen_by_each(place: int) -> Chooses:
    """The choice that the first or the second player makes; the second one has one where each player has."""

    def choice(state: State, frame: Frame) -> Choice | None:
        step = frame.steps[0]
        assert isinstance(step, Choose)
        if step.by != "both":
            return among("target")(state, frame) if place == 0 else None
        me, side = frame.origin.player, chooser(state, frame)
        own = msgspec.structs.replace(step.target, of="me" if side == me else "opponent")
        return sized(frame, own, things(state, of_frame(frame), own))  # rule: effects.each-chooses

    return choice


def sized(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Choice:
    """A choice of as many as an effect says: exactly that many or all there are, or any number "up to" it."""
    rest = tuple(one for one in found if one not in frame.picked)  # rule: effects.fits
    all_there_are = len(rest) + len(frame.picked)
    most = all_there_are if which.count == "all" else min(which.count, all_there_are)
    least = min(1, most) if which.up_to else most  # rule: effects.count
    return Choice(rest, least, most, ordered)


def is_ordered(step: AnyStep) -> bool:
    """Whether the order matters in which a step takes things."""
    return isinstance(step, Recovery) or (
        isinstance(step, Put) and step.to in ORDERED
    )  # rule: effects.order-chosen


def is_eligible(state: State, frame: Frame, field: str, thing: str) -> bool:
    """Whether the step, or the cost that it is, could be done with this stack or card."""
    step = frame.steps[0]
    if frame.owed and field == "target" and not can_go_towards_cost(state, frame, thing):
        return False
    test = ELIGIBLE.get((type(step), field))
    return test is None or test(state, frame, thing)


def can_go_towards_cost(state: State, frame: Frame, thing: str) -> bool:
    """Whether the cost that is being paid can be paid with this, and what is left of it then."""
    cost = frame.steps[: frame.owed]
    return can_pay_together(state, of_frame(frame), cost, (*frame.picked, thing))  # rule: effects.by-cost


def can_be_played(state: State, frame: Frame, card: str) -> bool:
    """Whether the effect can have its player play this card, which is one of their own."""
    step = frame.steps[0]
    assert isinstance(step, PlayByEffect)
    player = frame.origin.player
    return is_card_of(state, card, player) and playing.can_play_by_effect(
        state, card, player, free=step.free, reduced=step.reduced
    )


def is_card_of(state: State, thing: str, player: int) -> bool:
    """Whether this is a card of a player, and not a stack, nor under a Digimon of the other player."""
    return thing in state.match.facts and owner_of(thing) == player and not is_under_anothers(state, thing)


def can_become_something(state: State, frame: Frame, stack: str) -> bool:
    """Whether this Digimon can digivolve into any card of which the effect speaks."""
    step = frame.steps[0]
    assert isinstance(step, DigivolveInto)
    return any(can_become(state, frame, stack, card) for card in things(state, of_frame(frame), step.into))


def can_be_become(state: State, frame: Frame, card: str) -> bool:
    """Whether the Digimon that has been chosen can digivolve into this card."""
    return any(can_become(state, frame, stack, card) for stack in frame.choices[0])


def can_become(state: State, frame: Frame, stack: str, card: str) -> bool:
    """Whether the effect can have this Digimon digivolve into this card."""
    step = frame.steps[0]
    assert isinstance(step, DigivolveInto)
    player = frame.origin.player
    return is_card_of(state, card, player) and digivolving.can_digivolve_by_effect(
        state,
        stack,
        card,
        player,
        free=step.free,
        reduced=step.reduced,
        ignore_requirements=step.ignore_requirements,
    )


def can_be_joined(state: State, frame: Frame, thing: str) -> bool:
    """Whether with this, and with what has been chosen, two Digimon can DNA digivolve into a card."""
    step, at = frame.steps[0], of_frame(frame)
    assert isinstance(step, DnaDigivolveInto)
    chosen = (*frame.choices, (thing,))
    rest = (step.left, step.right, step.into)[len(chosen) :]
    player, free, reduced = frame.origin.player, step.free, step.reduced
    return any(
        is_card_of(state, card, player)
        and dna.can_digivolve_by_effect(state, left, right, card, player, free=free, reduced=reduced)
        for left, right, card in product(*chosen, *(things(state, at, which) for which in rest))
    )


def can_be_put(state: State, frame: Frame, thing: str) -> bool:
    """A Digi-Egg card alone goes into a Digi-Egg deck, and a card into a breeding area that is empty."""
    step = frame.steps[0]
    assert isinstance(step, Put)
    if step.to in ("egg-deck-top", "egg-deck-bottom"):
        return thing in state.match.facts and card_of(state, thing).kind == "digi-egg"
    if step.to == "breeding":
        return thing in state.match.facts and state.players[owner_of(thing)].breeding is None
    return True


def can_be_host(state: State, frame: Frame, stack: str) -> bool:
    """Whether what has been chosen can go under this; where nothing has been, no host is asked for."""
    step = frame.steps[0]
    assert isinstance(step, Put)
    moved = frame.choices[0]
    # rule: token.no-stack, effects.then
    return bool(moved) and all(can_go_under(state, step, one, stack) for one in moved)


def top_card(state: State, thing: str) -> str:
    """The top card of a stack in play, or the card itself."""
    stack = stack_in_play(state, thing)
    return thing if stack is None else stack.cards[0]


def can_be_attacked(state: State, _frame: Frame, stack: str) -> bool:
    """An attack under way can be switched to a Digimon of the defending player."""
    found = in_battle(state.opponent, stack)
    return found is not None and is_digimon(state, found)  # rule: block.switches


def burst(state: State, frame: Frame) -> Choice:
    """The digivolution cards that a Digi-Burst costs."""
    step = frame.steps[0]
    assert isinstance(step, DigiBurst)
    which = Which(area="under", count=step.count)
    under = things(state, of_frame(frame), which)
    # rule: digi-burst.cards, effects.by-cost
    found = [one for one in under if not frame.owed or can_go_towards_cost(state, frame, one)]
    return sized(frame, which, found)


def top_cards(state: State, frame: Frame) -> Choice | None:
    """How many top cards De-Digivolve takes, one at a time; of several targets each has its own choice."""
    step = frame.steps[0]
    assert isinstance(step, DeDigivolve)
    stack = stack_in_play(state, frame.choices[0][0]) if len(frame.choices[0]) == 1 else None
    if stack is None:
        return None
    removable = tuple(removable_tops(state, stack))[: step.count]
    rest = removable[len(frame.picked) :]
    return Choice(rest[:1], min(1, len(removable)), len(removable))  # rule: keyword.de-digivolve


CHOICES: Mapping[type, tuple[Chooses, ...]] = {
    **dict.fromkeys(
        (Give, Delete, Suspend, Unsuspend, TrashTop, PlayByEffect, Prevent, ChangeTarget, Recovery),
        (among("target"),),
    ),
    Choose: (chosen_by_each(0), chosen_by_each(1)),
    Put: (among("target"), among("onto")),
    DigivolveInto: (among("target"), among("into")),
    DnaDigivolveInto: (among("left"), among("right"), among("into")),
    DeDigivolve: (among("target"), top_cards),
    DigiBurst: (burst,),
}
"""Step to the choices that it needs, one after the other."""

ELIGIBLE: Mapping[tuple[type, str], Callable[[State, Frame, str], bool]] = {
    (PlayByEffect, "target"): can_be_played,
    (DigivolveInto, "target"): can_become_something,
    (DigivolveInto, "into"): can_be_become,
    (DnaDigivolveInto, "left"): can_be_joined,
    (DnaDigivolveInto, "right"): can_be_joined,
    (DnaDigivolveInto, "into"): can_be_joined,
    (Put, "target"): can_be_put,
    (Put, "onto"): can_be_host,
    (ChangeTarget, "target"): can_be_attacked,
    (Recovery, "target"): lambda state, _frame, thing: thing in state.match.facts,
}
"""Field of a step to what could be done with a candidate at all."""


def chooser(state: State, frame: Frame) -> int:
    """Who chooses: the effect's player, or whom it names; of the cards of the opponent's hand the opponent.

    Where each player chooses the turn player comes first.
    """
    step = frame.steps[0]
    if isinstance(step, Choose) and step.by != "me":
        if step.by == "both":
            # rule: effects.each-chooses
            return 1 - state.turn if frame.choices else state.turn
        return 1 - frame.origin.player
    which = getattr(step, "target", None)
    # rule: areas.own-hand
    hidden = which is not None and which.area == "hand" and which.of == "opponent"
    return 1 - frame.origin.player if hidden else frame.origin.player


def choosing(state: State) -> Frame | None:
    """The effect that a player is choosing for."""
    first = state.now[0] if state.now else None
    return first if isinstance(first, Frame) and first.steps else None


class Search(NamedTuple):
    """Cards that lie face down, and that whoever chooses among them looks at."""

    owner: int
    pile: str
    """The pile of this player's."""
    top: int
    """How many of its top cards; 0 for all."""


def searches(state: State) -> tuple[Search, ...]:
    """What the player who chooses looks through for a card of some kind; nothing where any card will do."""
    frame = choosing(state) if state.decision == "target" else None
    if frame is None:
        return ()
    step = frame.steps[0]
    fields = CHOSEN_FIELDS.get(type(step), ("target",))[len(frame.choices) :]
    which: Which | None = getattr(step, fields[0], None) if fields else None
    if which is None or which.role not in ("", "other") or which.area not in FACE_DOWN or not which.asked:
        return ()
    each = isinstance(step, Choose) and step.by == "both"
    owners = (chooser(state, frame),) if each else sides(frame.origin.player, which.of)
    return tuple(Search(owner, PILES[which.area], which.top) for owner in owners)  # rule: areas.hidden


def options(state: State) -> Iterator[Action]:
    """Everything that can be chosen now, and to choose nothing more."""
    frame = choosing(state)
    choice = offered(state, frame) if frame is not None else None
    if frame is not None and choice is not None:
        yield from map(Target, choice.candidates)
        if len(frame.picked) >= choice.must:
            yield Done()


def why_not(state: State, action: Target) -> Iterator[Reason]:
    """Reasons against choosing this."""
    frame = choosing(state)
    choice = offered(state, frame) if frame is not None else None
    if choice is None or action.id not in choice.candidates:
        if any(in_breeding(player, action.id) for player in state.players):
            yield Reason.EFFECT_ON_BREEDING_AREA
        yield Reason.NOT_TO_BE_CHOSEN


def why_not_done(state: State, _action: Done) -> Iterator[Reason]:
    """Reasons against choosing nothing more."""
    frame = choosing(state)
    if frame is None or bounds(state, frame)[0]:
        yield Reason.MORE_TO_BE_CHOSEN


def choose(state: State, action: Target) -> None:
    """Take this among what the effect is about."""
    frame = state.now[0]
    assert isinstance(frame, Frame)
    picked = (*frame.picked, action.id)
    state.now = (msgspec.structs.replace(frame, picked=picked, offer=None), *state.now[1:])


def done(state: State, _action: Done) -> None:
    """Choose nothing more."""
    frame = state.now[0]
    assert isinstance(frame, Frame)
    state.now = (msgspec.structs.replace(frame, done=True, offer=None), *state.now[1:])
