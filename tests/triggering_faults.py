"""Planted faults of what effects trigger on, what they look at, how far they go, and what their words do."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any
from unittest.mock import patch

import msgspec

from faulty_engines import Fault, Installed, function, together
from rulehound.engine.dcg import (
    attributes,
    deletion,
    flow,
    rule_processing,
)
from rulehound.engine.dcg.effects import (
    activating,
    conditions,
    gifts,
    matching,
    pending,
    resolving,
    selecting,
    triggers,
)
from rulehound.engine.dcg.effects.language import (
    Activate,
    EndAttack,
    Give,
    If,
    Memory,
    One,
)
from rulehound.engine.dcg.effects.standpoint import of_frame, standpoint
from rulehound.engine.dcg.effects.steps import branching, piles
from rulehound.engine.dcg.in_play import Use
from rulehound.engine.dcg.state import State, card_of
from rulehound.engine.dcg.tasks import About, Asking, Frame, Happened, Origin, Trigger
from rulehound.engine.dcg.turns import breeding, turn

Choices = tuple[tuple[str, ...], ...]

sound_before = deletion.before
sound_begin = activating.begin
sound_concerns = triggers.concerns
sound_counts_as_having = attributes.counts_as_having
sound_fits = matching.fits
sound_gifts_to = gifts.gifts_to
sound_happened = triggers.happened
sound_holds = conditions.holds
sound_named = matching.named
sound_next_group = pending.next_group
sound_numbered = triggers.numbered
sound_player_of = piles.player_of
sound_process_rules = rule_processing.process_rules
sound_run = resolving.run
sound_sides = matching.sides
sound_sized = selecting.sized
sound_trigger = triggers.trigger
sound_waits_for = triggers.waits_for
sound_begin_turn = turn.begin_turn


def instead(step: type, other: Callable[[State, Frame, Any, Choices], None]) -> Callable[[], Installed]:
    """Another way to carry out the steps of a type."""
    return lambda: patch.dict(resolving.STEPS, {step: other})


def nothing(_state: State, _frame: Frame, _step: Any, _chosen: Choices) -> None:
    """The step does nothing."""


# What triggers


def another_effect_too(state: State, origin: Origin, waited: Any, event: Happened, subject: str) -> bool:
    """An effect does not mind to whom something happens."""
    anybody = msgspec.structs.replace(waited, which=msgspec.structs.replace(waited.which, of="both"))
    return sound_concerns(state, origin, anybody, event, subject)


def arrivals_unseen(state: State, origin: Origin, waited: Any, event: Happened, subject: str) -> bool:
    """What happens to all of a kind does not count where it happens to what has the effect."""
    own = subject in (origin.stack, origin.card) and waited.which.role == ""
    return not own and sound_concerns(state, origin, waited, event, subject)


def once_while_pending(state: State, event: Happened, players: Collection[int]) -> None:
    """An effect that is pending does not trigger again."""
    before = {(one.origin.card, one.origin.index) for one in state.fresh}
    known = state.fresh
    sound_trigger(state, event, players)
    new = [one for one in state.fresh[len(known) :] if (one.origin.card, one.origin.index) not in before]
    state.fresh = (*known, *new)


def once_for_each(state: State, event: Happened, players: Collection[int]) -> None:
    """What happens to several triggers an effect for each of them."""
    if event.what not in ("deleted", "security-removed"):
        sound_trigger(state, event, players)
        return
    for subject in event.subjects:
        sound_trigger(state, msgspec.structs.replace(event, subjects=(subject,)), players)


def met_when_triggered(state: State, origin: Origin, event: Happened) -> bool:
    """An effect whose condition is not met does not trigger."""
    return sound_waits_for(state, origin, event) and conditions.holds(
        state, standpoint(origin), origin.effect.condition
    )


def rule_check_apart(state: State) -> None:
    """What rule processing sets off comes before all that triggered earlier."""
    if state.fresh:
        state.triggered = (state.fresh, *state.triggered)
        state.fresh = ()
    sound_process_rules(state)


def own_turn_alone(me: int, of: str) -> tuple[int, ...]:
    """An effect of all turns is one of the own turn."""
    return (me,) if of == "both" else sound_sides(me, of)


def ends_forgotten(state: State) -> tuple[Trigger, ...]:
    """Effects of the end of a turn are lost when the counter comes back."""
    group = sound_next_group(state)
    if group and state.memory >= 0:
        state.triggered = (
            tuple(one for one in group if one.origin.effect.timing != "end-of-turn"),
            *state.triggered[1:],
        )
        return sound_next_group(state)
    return group


def main_phase_at_once(state: State) -> None:
    """Effects of the start of the main phase come with those of the start of the turn."""
    sound_begin_turn(state)
    sound_happened(state, Happened("start-of-main-phase", player=state.turn))


def no_main_phase(state: State) -> None:
    """Nothing waits for the start of the main phase."""
    state.phase = "main"


def would_once_for_all(state: State, event: About, player: int) -> list[Origin]:
    """Effects that cannot be activated when something is about to happen are not asked for again."""
    return [] if event.used else sound_before(state, event, player)


# What is looked at


def counted_at_once(state: State, origin: Origin) -> Trigger:
    """What an effect counts it counts when it triggers."""
    steps = tuple(
        msgspec.structs.replace(step, amount=conditions.amount(state, standpoint(origin), step.amount))
        if isinstance(step, Memory)
        else step
        for step in origin.effect.steps
    )
    effect = msgspec.structs.replace(origin.effect, steps=steps)
    return sound_numbered(state, msgspec.structs.replace(origin, effect=effect))


def as_it_is(state: State, at: Any, condition: Any, *rounds: int) -> bool:
    """What has left is looked at as the card that it is now."""
    if at.last is not None:
        alone = msgspec.structs.replace(at.last, cards=at.last.cards[:1])
        at = msgspec.structs.replace(at, last=alone, on=None)
    return sound_holds(state, at, condition, *rounds)


def anything_fits(state: State, which: Any, thing: Any, *rounds: int) -> bool:
    """A Digimon fits whatever its DP."""
    return sound_fits(state, msgspec.structs.replace(which, dp_at_most=None), thing, *rounds)


def the_same_again(frame: Frame, which: Any, found: list[str], *, ordered: bool = False) -> Any:
    """What has been chosen can be chosen again."""
    return sound_sized(frame, which, found, ordered=ordered)._replace(candidates=tuple(found))


def both_are_me(me: int, of: str) -> tuple[int, ...]:
    """Both players are the one who has the effect."""
    return sound_sides(me, "me" if of == "both" else of)


def the_other_player(frame: Frame, of: One) -> int:
    """Whoever is meant, it is the other player."""
    return 1 - sound_player_of(frame, of)


def one_gift(*arguments: Any) -> list[gifts.Gift]:
    """Of all that effects give only the last counts."""
    return sound_gifts_to(*arguments)[-1:]


def everything_of_a(kind: str) -> Callable[..., str]:
    """Every effect is of one kind."""
    return lambda _state, _card, *, inherited: kind


def by_the_card(state: State, card: str, *, inherited: bool) -> str:
    """An inherited effect is of the card that it comes from."""
    kind = card_of(state, card).kind
    return "digimon" if kind == "digi-egg" else kind


def another_number_another_keyword(state: State, thing: Any, keyword: Any, *rounds: int) -> bool:
    """Security A. -x is not the same keyword."""
    fewer = isinstance(thing, str) and card_of(state, thing).security_attack < 0
    return not fewer and sound_counts_as_having(state, thing, keyword, *rounds)


def top_card_is_meant(state: State, at: Any, role: str) -> tuple[str, ...]:
    """An inherited effect that speaks of its card means the card on top."""
    if role == "this" and at.last is not None:
        return (at.stack, at.last.cards[0])
    return sound_named(state, at, role)


# How far effects go


def effects_in_the_middle(state: State, frame: Frame) -> None:
    """What a part of an effect sets off comes before the next part."""
    if not frame.steps or not state.fresh:
        sound_run(state, frame)
        return
    fresh, state.fresh = state.fresh, ()
    state.now = (frame, *state.now)
    for one in fresh:
        activating.activate(state, one.origin)


def only_while_it_is_there(state: State, frame: Frame) -> None:
    """An effect stops when what has it is gone."""
    stack = frame.origin.stack
    gone = stack and not any(one.id == stack for player in state.players for one in player.battle)
    if not gone or frame.origin.last is not None:
        sound_run(state, frame)


def others_afterwards(state: State, frame: Frame, step: Activate, chosen: Choices) -> None:
    """What an effect activates comes when the rest of it is done."""
    branching.activate_other(state, frame, step, chosen)
    together_now, rest, *others = state.now
    state.now = (rest, together_now, *others)


def always_then(state: State, frame: Frame, step: If, _chosen: Choices) -> None:
    """What stands behind a condition is always done."""
    state.now = (msgspec.structs.replace(frame, steps=(*step.then, *frame.steps)), *state.now[1:])


def then_and_else(state: State, frame: Frame, step: If, _chosen: Choices) -> None:
    """What is done instead is done besides."""
    both = (*step.otherwise, *step.then) if holds_for(state, frame, step) else step.otherwise
    state.now = (msgspec.structs.replace(frame, steps=(*both, *frame.steps)), *state.now[1:])


def holds_for(state: State, frame: Frame, step: If) -> bool:
    """Whether the condition of a step is met."""
    return conditions.holds(state, of_frame(frame), step.condition)


def uses_remembered() -> Installed:
    """A card that comes back has been used as often as before."""

    def has_uses_left(state: State, origin: Origin) -> bool:
        used = REMEMBERED.get(id(state.match), [])
        return used.count(Use(origin.card, origin.index)) < (origin.effect.limit or len(used) + 1)

    def begin(state: State, wanted: Asking) -> None:
        REMEMBERED.setdefault(id(state.match), []).append(Use(wanted.origin.card, wanted.origin.index))
        sound_begin(state, wanted)

    return together(
        patch.object(activating, "has_uses_left", has_uses_left), patch.object(activating, "begin", begin)
    )


REMEMBERED: dict[int, list[Use]] = {}


TRIGGERING_FAULTS: dict[str, Fault] = {
    "whoever-it-happens-to": Fault(
        "effects.triggers",
        "an effect waits for what happens to either player's",
        function(triggers, "concerns", another_effect_too),
    ),
    "arrivals-unseen": Fault(
        "effects.triggers",
        "an effect does not see its own arrival",
        function(triggers, "concerns", arrivals_unseen),
    ),
    "once-while-pending": Fault(
        "effects.triggers",
        "an effect that is pending does not trigger again",
        function(triggers, "trigger", once_while_pending),
    ),
    "once-for-each": Fault(
        "effects.one-trigger",
        "what happens to several triggers once for each",
        function(triggers, "trigger", once_for_each),
    ),
    "met-when-triggered": Fault(
        "effects.condition",
        "an effect triggers only if its condition is met",
        function(triggers, "waits_for", met_when_triggered),
    ),
    "always-then": Fault(
        "effects.condition", "what stands behind a condition is always done", instead(If, always_then)
    ),
    "then-and-else": Fault(
        "effects.instead", "what is done instead is done besides", instead(If, then_and_else)
    ),
    "never-then": Fault(
        "effects.condition", "what stands behind a condition is never done", instead(If, nothing)
    ),
    "asked-once": Fault(
        "effects.would",
        "only one effect comes before what would happen",
        function(deletion, "before", would_once_for_all),
    ),
    "rule-check-apart": Fault(
        "effects.together",
        "what the rule check sets off comes before what triggered earlier",
        function(flow, "process_rules", rule_check_apart),
    ),
    "own-turn-alone": Fault(
        "effects.end-of-turn",
        "an effect of all turns is one of the own turn",
        function(triggers, "sides", own_turn_alone),
    ),
    "ends-forgotten": Fault(
        "effects.end-of-turn",
        "effects of the end of a turn are lost when the counter comes back",
        function(pending, "next_group", ends_forgotten),
    ),
    "main-phase-at-once": Fault(
        "effects.start-of-main-phase",
        "effects of the start of the main phase do not wait for it",
        lambda: together(
            patch.object(turn, "begin_turn", main_phase_at_once),
            patch.object(breeding, "begin_main_phase", no_main_phase),
        ),
    ),
    "counted-at-once": Fault(
        "effects.each",
        "what an effect counts it counts at once",
        function(triggers, "numbered", counted_at_once),
    ),
    "as-it-is": Fault(
        "effects.as-it-was",
        "a deleted Digimon is looked at as the card that it is now",
        lambda: together(*(patch.object(module, "holds", as_it_is) for module in (conditions, activating))),
    ),
    "anything-fits": Fault(
        "effects.fits", "any Digimon is chosen", function(matching, "fits", anything_fits)
    ),
    "the-same-again": Fault(
        "effects.fits",
        "what has been chosen can be chosen again",
        function(selecting, "sized", the_same_again),
    ),
    "both-are-me": Fault(
        "effects.whom", "both players are the one", function(matching, "sides", both_are_me)
    ),
    "the-other-player": Fault(
        "effects.whom", "the other player is meant", function(piles, "player_of", the_other_player)
    ),
    "one-gift": Fault("effects.overlap", "only one effect counts", function(gifts, "gifts_to", one_gift)),
    "all-of-digimon": Fault(
        "effects.kind",
        "every effect is one of a Digimon",
        lambda: together(
            *(
                patch.object(module, "source_kind", everything_of_a("digimon"))
                for module in (attributes, gifts)
            )
        ),
    ),
    "all-of-options": Fault(
        "effects.kind",
        "every effect is one of an Option",
        lambda: together(
            *(
                patch.object(module, "source_kind", everything_of_a("option"))
                for module in (attributes, gifts)
            )
        ),
    ),
    "inherited-of-its-card": Fault(
        "effects.kind",
        "an inherited effect is one of the card that it comes from",
        lambda: together(
            *(patch.object(module, "source_kind", by_the_card) for module in (attributes, gifts))
        ),
    ),
    "another-number": Fault(
        "keyword.same",
        "a keyword with another number is another one",
        function(attributes, "counts_as_having", another_number_another_keyword),
    ),
    "nothing-is-gained": Fault("effects.gained", "nothing is gained", instead(Give, nothing)),
    "gained-all-the-same": Fault(
        "effects.gained",
        "what is not affected gains things all the same",
        lambda: together(
            patch.object(resolving, "ON_WHAT_IS_CHOSEN", ()),
            patch.object(gifts, "stopped", lambda *_arguments: False),
        ),
    ),
    "effects-in-the-middle": Fault(
        "effects.whole",
        "what a part of an effect sets off comes before the next part",
        lambda: patch.dict(flow.TASKS, {Frame: effects_in_the_middle}),
    ),
    "only-while-it-is-there": Fault(
        "effects.whole",
        "an effect stops when what has it is gone",
        lambda: patch.dict(flow.TASKS, {Frame: only_while_it_is_there}),
    ),
    "others-afterwards": Fault(
        "effects.activates-another",
        "what an effect activates comes after the rest of it",
        instead(Activate, others_afterwards),
    ),
    "attacks-are-not-ended": Fault(
        "effects.end-attack", "no effect ends an attack", instead(EndAttack, nothing)
    ),
    "cost-left-unpaid": Fault(
        "effects.by-cost",
        "what cannot be paid for is had for nothing",
        lambda: together(
            *(patch.object(module, "can_pay", lambda *_: True) for module in (activating, resolving)),
            patch.object(resolving, "needed", lambda *_: 0),
        ),
    ),
    "no-limit": Fault(
        "effects.limit",
        "effects are used as often as their players like",
        lambda: together(
            *(patch.object(module, "within_limit", lambda *_: True) for module in (activating, triggers))
        ),
    ),
    "uses-remembered": Fault(
        "cards.new", "a card that comes back has been used as often as before", uses_remembered
    ),
    "inherited-is-the-top-card": Fault(
        "effects.inherited-card",
        "an inherited effect means the top card",
        function(matching, "named", top_card_is_meant),
    ),
}
"""Name to fault."""
