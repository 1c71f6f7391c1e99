"""Planted faults: whether an effect can be activated, and how often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import decisions, flow
from rulehound.engine.dcg.actions import Accept, Decline
from rulehound.engine.dcg.effects import activating, resolving, triggers
from rulehound.engine.dcg.effects.paying import has_enough
from rulehound.engine.dcg.effects.standpoint import stack_in_play, standpoint
from rulehound.engine.dcg.in_play import Stack, Use
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Asking, Frame, Origin
from rulehound_testing.faults.patching import Fault, Installed, function, together

sound_can_activate = activating.can_activate
sound_begin = activating.begin
sound_count_use = activating.count_use
sound_within_limit = activating.within_limit
sound_has_uses_left = activating.has_uses_left
sound_ask_whether = resolving.ask_whether
sound_answers = decisions.IN_THE_MIDDLE_OF[Asking]
sound_accept, sound_decline = sound_answers[Accept], sound_answers[Decline]


def never_in_vain(state: State, origin: Origin, **_in_vain: bool) -> bool:
    """Whoever cannot pay for an effect is not asked about it."""
    return sound_can_activate(state, origin)


def ever_in_vain(state: State, origin: Origin, **_in_vain: bool) -> bool:
    """Whoever cannot pay for an effect is asked about it all the same."""
    return sound_can_activate(state, origin, in_vain=True)


def used_by_the_top_card(origin: Origin) -> Use:
    """What a Digimon has gained its top card has."""
    return Use(origin.card, origin.index)


def only_to_some_end(state: State, origin: Origin, *, in_vain: bool = False) -> bool:
    """An effect can be activated only where its steps find what they speak of."""
    at = standpoint(origin)
    return sound_can_activate(state, origin, in_vain=in_vain) and all(
        has_enough(state, at, step) for step in origin.effect.steps
    )


def first_step_alone(state: State, wanted: Asking) -> None:
    """Of the parts of an effect only the first is carried out."""
    steps = wanted.steps[:1]
    sound_begin(state, Asking(wanted.origin, wanted.cost, steps, wanted.bound, wanted.whole))


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


def steps_before_cost(state: State, wanted: Asking) -> None:
    """What a cost buys comes before the cost."""
    sound_count_use(state, wanted.origin)
    frame = Frame(wanted.origin, (*wanted.steps, *wanted.cost), wanted.bound)
    state.now = (frame, *state.now)


def once_a_turn(state: State, origin: Origin) -> bool:
    """Every effect is limited to once a turn."""
    stack = stack_in_play(state, origin.stack)
    return stack is None or Use(origin.card, origin.index) not in stack.used


def count_every_use(state: State, origin: Origin) -> None:
    """Every activation is noted."""
    limited = msgspec.structs.replace(origin.effect, limit=1)
    sound_count_use(state, msgspec.structs.replace(origin, effect=limited))


def used_by_any_copy(state: State, origin: Origin) -> bool:
    """What one copy of a card has used all have used."""
    if not origin.effect.limit:
        return True
    number = state.match.numbers.get(origin.card)
    used = [one for stack in state.players[origin.player].battle for one in stack.used]
    alike = [one for one in used if state.match.numbers.get(one.card) == number]
    return sum(one.effect == origin.index for one in alike) < origin.effect.limit


def used_by_its_card(stack: Stack, origin: Origin) -> bool:
    """All effects of a card share one limit."""
    return not origin.effect.limit or sum(one.card == origin.card for one in stack.used) < origin.effect.limit


def once_for_twice(stack: Stack, origin: Origin) -> bool:
    """Twice a turn is once a turn."""
    return not origin.effect.limit or Use(origin.card, origin.index) not in stack.used


def declined_is_used(state: State, action: Decline) -> None:
    """What is declined has been used."""
    task = state.now[0] if state.now else None
    if isinstance(task, Asking) and task.whole:
        sound_count_use(state, task.origin)
    sound_answers[Decline].carry_out(state, action)


def without_limit_at(timing: str) -> Callable[[], Installed]:
    """Effects of a timing have no limit by turn."""

    def within_limit(stack: Stack, origin: Origin) -> bool:
        return origin.effect.timing == timing or sound_within_limit(stack, origin)

    return lambda: together(
        *(patch.object(module, "within_limit", within_limit) for module in (activating, triggers))
    )


def compulsory_at(timing: str) -> Callable[[], Installed]:
    """Nobody is asked whether to use an effect of a timing."""

    def ask_whether(state: State, asking: Asking) -> None:
        if asking.whole and asking.origin.effect.timing == timing:
            activating.begin(state, asking)
        else:
            sound_ask_whether(state, asking)

    return lambda: patch.dict(flow.TASKS, {Asking: ask_whether})


def unpaid_at(timing: str) -> Callable[[], Installed]:
    """What effects of a timing ask for first is not paid."""

    def begin(state: State, wanted: Asking) -> None:
        if wanted.whole and wanted.origin.effect.timing == timing:
            wanted = msgspec.structs.replace(wanted, cost=())
        sound_begin(state, wanted)

    return lambda: together(*(patch.object(module, "begin", begin) for module in (activating, resolving)))


TIMINGS = (
    "when-digivolving",
    "end-of-attack",
    "start-of-turn",
    "end-of-turn",
    "start-of-main-phase",
    "on-deletion",
    "when-attacking",
    "when",
)
"""Timings of effects that trigger."""


def limited_as_it_triggers(state: State, origin: Origin) -> bool:
    """The limit of an effect is looked at only as it triggers."""
    return origin.on is not None or sound_has_uses_left(state, origin)


def used_to_some_end(state: State, origin: Origin) -> None:
    """A use that comes to nothing is none."""
    if all(has_enough(state, standpoint(origin), step) for step in origin.effect.steps):
        sound_count_use(state, origin)


def further_part_anyway(state: State, action: Decline) -> None:
    """What is declined is done from its second part on."""
    task = state.now[0] if state.now else None
    sound_decline.carry_out(state, action)
    if isinstance(task, Asking) and task.cost:
        sound_begin(state, Asking(task.origin, (), task.steps[1:], task.bound))


def part_taken_for_nothing(state: State, action: Accept) -> None:
    """A part of an effect that is accepted is not done."""
    task = state.now[0] if state.now else None
    if isinstance(task, Asking) and not task.whole:
        state.now = state.now[1:]
    else:
        sound_accept.carry_out(state, action)


FAULTS: Mapping[str, Fault] = {
    "effect-before-cost": Fault(
        "effects.by-cost",
        "a cost is paid after what it buys",
        lambda: together(
            *(patch.object(module, "begin", steps_before_cost) for module in (activating, resolving))
        ),
    ),
    "everything-once-a-turn": Fault(
        "effects.limit",
        "every effect is limited to once a turn",
        lambda: together(
            patch.object(activating, "has_uses_left", once_a_turn),
            patch.object(activating, "count_use", count_every_use),
        ),
    ),
    "only-to-some-end": Fault(
        "effects.by-cost",
        "a cost is paid only where what follows does something",
        function(activating, "can_activate", only_to_some_end),
    ),
    "costs-are-not-asked-for": Fault(
        "effects.by-cost",
        "an effect can be activated whether its cost can be paid or not",
        lambda: together(
            *(patch.object(module, "can_pay", lambda *_: True) for module in (activating, resolving))
        ),
    ),
    "first-step-alone": Fault(
        "effects.then",
        "only the first part of an effect is carried out",
        lambda: together(
            *(patch.object(module, "begin", first_step_alone) for module in (activating, resolving))
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
    "used-by-any-copy": Fault(
        "effects.limit",
        "what one copy of a card has used all have used",
        function(activating, "has_uses_left", used_by_any_copy),
    ),
    "used-by-its-card": Fault(
        "effects.limit",
        "all effects of a card share one limit",
        lambda: together(
            *(patch.object(module, "within_limit", used_by_its_card) for module in (activating, triggers))
        ),
    ),
    "once-for-twice": Fault(
        "effects.limit",
        "twice a turn is once a turn",
        lambda: together(
            *(patch.object(module, "within_limit", once_for_twice) for module in (activating, triggers))
        ),
    ),
    **{
        f"{timing}-without-limit": Fault(
            "effects.limit", f"effects of the timing {timing} have no limit by turn", without_limit_at(timing)
        )
        for timing in ("when-attacking", "end-of-attack", "would")
    },
    **{
        f"{timing}-compulsory": Fault(
            "effects.optional",
            f"nobody is asked whether to use an effect of the timing {timing}",
            compulsory_at(timing),
        )
        for timing in TIMINGS
    },
    **{
        f"{timing}-unpaid": Fault(
            "effects.by-cost",
            f"what effects of the timing {timing} ask for first is not paid",
            unpaid_at(timing),
        )
        for timing in TIMINGS
    },
    "never-in-vain": Fault(
        "effects.by-cost",
        "a player who cannot pay for an effect is not asked about it",
        function(activating, "can_activate", never_in_vain),
    ),
    "ever-in-vain": Fault(
        "effects.by-cost",
        "a player who cannot pay for an effect is asked about it by every edition",
        function(activating, "can_activate", ever_in_vain),
    ),
    "gained-anew-by-each-card": Fault(
        "effects.all-or-chosen",
        "what a Digimon has gained can be used again once another card is on top",
        function(activating, "use_of", used_by_the_top_card),
    ),
    "declined-is-used": Fault(
        "effects.limit",
        "an effect that its player has declined has been used",
        lambda: patch.dict(
            decisions.IN_THE_MIDDLE_OF,
            {Asking: {**sound_answers, Decline: sound_answers[Decline]._replace(carry_out=declined_is_used)}},
        ),
    ),
    "limited-as-it-triggers": Fault(
        "effects.limit",
        "an effect of once a turn that is pending twice is activated twice",
        function(activating, "has_uses_left", limited_as_it_triggers),
    ),
    "used-to-some-end": Fault(
        "effects.limit",
        "a use that comes to nothing is none",
        function(activating, "count_use", used_to_some_end),
    ),
    "further-part-anyway": Fault(
        "effects.by-cost",
        "what is declined is done from its second part on",
        lambda: patch.dict(sound_answers, {Decline: sound_decline._replace(carry_out=further_part_anyway)}),
    ),
    "part-taken-for-nothing": Fault(
        "effects.optional",
        "a part of an effect that is accepted is not done",
        lambda: patch.dict(sound_answers, {Accept: sound_accept._replace(carry_out=part_taken_for_nothing)}),
    ),
}
"""Faults by name."""
