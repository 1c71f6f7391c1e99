"""Planted faults: what is paid for effects."""

from __future__ import annotations

from collections.abc import Mapping
from unittest.mock import patch

from rulehound.engine.dcg.effects import activating, paying, resolving, selecting
from rulehound.engine.dcg.effects.continuous import things
from rulehound.engine.dcg.effects.language import AnyStep, DigiBurst, Which
from rulehound.engine.dcg.effects.standpoint import Standpoint, stack_in_play
from rulehound.engine.dcg.state import State, card_of
from rulehound_testing.faults.patching import Fault, function, table, together

sound_can_pay = paying.can_pay
sound_may_pay = paying.may_pay


def only_digimon_cards(state: State, at: Standpoint, step: DigiBurst) -> bool:
    """Digi-Burst counts Digimon cards only."""
    return len(things(state, at, Which(area="under", kind=("digimon",)))) >= step.count


def one_part_at_most(state: State, at: Standpoint, cost: tuple[AnyStep, ...]) -> bool:
    """A cost of several parts cannot be paid."""
    return len(cost) < 2 and sound_can_pay(state, at, cost)


def paid_with_cards_that_arrive(state: State, step: AnyStep, thing: str) -> bool:
    """Neither a token nor a Digi-Egg card goes towards a cost that sends it somewhere."""
    stack = stack_in_play(state, thing)
    is_token = stack is not None and stack.token
    is_egg = stack is None and card_of(state, thing).kind == "digi-egg"
    return not (is_token or is_egg) and sound_may_pay(state, step, thing)


FAULTS: Mapping[str, Fault] = {
    "burst-digimon-cards-only": Fault(
        "digi-burst.cards",
        "Digi-Burst counts Digimon cards only",
        table(paying.PAYABLE, DigiBurst=only_digimon_cards),
    ),
    "purged-of-nothing": Fault(
        "keyword.armor-purge",
        "Armor Purge saves a Digimon that has no card under it",
        table(paying.USABLE, TrashTop=lambda _state, _stack: True),
    ),
    "cost-parts-share": Fault(
        "effects.by-cost",
        "one card pays for two parts of a cost",
        lambda: together(
            *(patch.object(module, "can_pay_together", lambda *_: True) for module in (paying, selecting))
        ),
    ),
    "paid-whatever-forbids-it": Fault(
        "effects.by-cost",
        "what cannot be suspended or unsuspended pays for an effect",
        lambda: patch.object(paying, "cannot", lambda *_: False),
    ),
    "memory-in-parts": Fault(
        "effects.by-cost",
        "the gauge has to have spaces for each part of a cost by itself",
        lambda: patch.object(paying, "has_memory_for_all", lambda *_: True),
    ),
    "paid-once-with-each": Fault(
        "effects.by-cost",
        "a Digimon that was suspended for a cost is not deleted for it",
        function(paying, "uses_up", lambda _step: True),
    ),
    "one-part-at-most": Fault(
        "effects.by-cost",
        "a cost of several parts cannot be paid",
        lambda: together(
            *(patch.object(module, "can_pay", one_part_at_most) for module in (activating, resolving))
        ),
    ),
    "paid-with-cards-that-arrive": Fault(
        "effects.by-cost",
        "neither a token nor a Digi-Egg card goes towards a cost that sends it somewhere",
        function(paying, "may_pay", paid_with_cards_that_arrive),
    ),
}
"""Faults by name."""
