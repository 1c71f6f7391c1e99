"""Faults in the costs of effects: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects import paying, resolving, selecting
from rulehound.engine.dcg.effects.continuous import cannot
from rulehound.engine.dcg.effects.language import DeDigivolve
from rulehound.engine.dcg.effects.standpoint import battling
from rulehound_testing.faults.patching import Fault, constant, rewritten, table, together

IN_FULL = (
    rewritten(paying.asked_for, "which.up_to or ", ""),
    rewritten(resolving.needed, "which.up_to or ", ""),
)
"""Make a cost of up to so many things take so many: whether it can be paid, and whether it has been."""


SHORT = (
    rewritten(paying.has_memory, "-amount(", "1 - amount("),
    rewritten(paying.has_memory_for_all, "player, -own)", "player, 1 - own)"),
)
"""Make a cost of memory take one space more than it moves the counter: alone, and as a part."""


OF_ONE = (
    rewritten(paying.asked_for, ", count=step.count", ""),
    rewritten(selecting.burst, ", count=step.count", ""),
)
"""Make a Digi-Burst take one card: as a part of a cost, and when it is carried out."""


FAULTS: Mapping[str, Fault] = {
    "paid-under-a-token": Fault(
        "effects.by-cost",
        "a cost that places a card under something can be paid where a token or an Option alone is there",
        rewritten(paying.can_go_under, "or not can_have_cards_under(state, host)", ""),
    ),
    "paid-under-nothing-else": Fault(
        "effects.by-cost",
        "a cost that places a card under this or another Digimon can be paid whether it can lie there or not",
        constant(paying, "GIVEN_BY_THE_RULES", ("",)),
    ),
    "paid-under-nothing": Fault(
        "effects.by-cost",
        "no cost that places a card under something can be paid",
        rewritten(paying.can_go_under, "return True", "return False"),
    ),
    "paid-under-the-first": Fault(
        "effects.by-cost",
        "a cost that places a card under something asks whether it can lie under the first there is",
        rewritten(paying.asked_for, "in things(state, at, step.onto)", "in things(state, at, step.onto)[:1]"),
    ),
    "paid-under-the-last": Fault(
        "effects.by-cost",
        "a cost that places a card under something asks whether it can lie under the last there is",
        rewritten(
            paying.asked_for, "in things(state, at, step.onto)", "in things(state, at, step.onto)[-1:]"
        ),
    ),
    "paid-under-what-is-not-named-yet": Fault(
        "effects.by-cost",
        "a cost that names a Digimon and places a card under it cannot be paid",
        rewritten(paying.is_known, "return role in", "return True or role in"),
    ),
    "paid-under-whatever-is-named": Fault(
        "effects.by-cost",
        "a cost that places a card under what an effect has named is asked about though it cannot be paid",
        rewritten(
            paying.is_known, "(*GIVEN_BY_THE_RULES, *(one.name for one in at.bound))", "GIVEN_BY_THE_RULES"
        ),
    ),
    "paid-under-each-other": Fault(
        "effects.by-cost",
        "two Digimon are to be placed under one where there is no third",
        rewritten(paying.asked_for, "len(each) >= count", "each"),
    ),
    "paid-with-up-to-in-full": Fault(
        "effects.by-cost",
        "a cost of up to so many things takes so many",
        lambda: together(*(each() for each in IN_FULL)),
    ),
    "paid-with-none": Fault(
        "effects.by-cost",
        "a cost of up to so many things, or of all, can be paid where there is none",
        rewritten(paying.asked_for, "count = 1 if", "count = 0 if"),
    ),
    "paid-with-two-of-all": Fault(
        "effects.by-cost",
        "a cost of up to so many things, or of all, takes two at least",
        rewritten(paying.asked_for, "count = 1 if", "count = 2 if"),
    ),
    "memory-of-either-player-added": Fault(
        "effects.by-cost",
        "what the opponent gains for a cost counts as gained by its player",
        rewritten(paying.has_memory_for_all, "change if mine else -change", "change"),
    ),
    "memory-of-a-cost-is-the-own": Fault(
        "effects.by-cost",
        "a cost of memory of the opponent's is paid where its player has as much",
        rewritten(paying.has_memory, 'at.player if step.of == "me" else 1 - at.player', "at.player"),
    ),
    "memory-of-a-cost-of-the-turn-player": Fault(
        "effects.by-cost",
        "a cost of memory of the opponent's goes by the memory of whoever is not in turn",
        rewritten(paying.has_memory, "1 - at.player", "1 - state.turn"),
    ),
    "memory-gained-needs-spaces": Fault(
        "effects.by-cost",
        "a part of a cost that gains memory cannot be paid where those before it have taken too much",
        rewritten(paying.has_memory_for_all, "if change < 0 and not", "if not"),
    ),
    "memory-of-a-cost-short-of-the-end": Fault(
        "effects.by-cost",
        "a cost of memory cannot be paid where it takes the counter to the end of the gauge",
        lambda: together(*(each() for each in SHORT)),
    ),
    "cost-of-what-battles-cannot-delete": Fault(
        "effects.by-cost",
        "a cost of a deletion goes by what battles cannot delete",
        table(
            paying.USABLE,
            Delete=lambda state, stack: (
                battling(state, stack.id) is not None and not cannot(state, stack, "deletion-in-battle")
            ),
        ),
    ),
    "cost-of-what-is-bred": Fault(
        "effects.by-cost",
        "a cost of a deletion can be paid with a Digimon in the breeding area",
        table(paying.USABLE, Delete=lambda state, stack: not cannot(state, stack, "deletion-by-effect")),
    ),
    "under-whoever-owns-it": Fault(
        "effects.stack",
        "cards and Digimon of one player go under Digimon of the other",
        rewritten(paying.can_go_under, "== owner_of(base.cards[0])", "is not None"),
    ),
    "under-the-owner-of-the-bottom": Fault(
        "effects.stack",
        "under a Digimon with a card of the other player at its bottom goes nothing of its owner",
        rewritten(paying.can_go_under, "== owner_of(base.cards[0])", "== owner_of(base.cards[-1])"),
    ),
    "under-by-the-owner-of-the-bottom": Fault(
        "effects.stack",
        "a Digimon with a card of the other player at its bottom goes under nothing of its owner",
        rewritten(paying.can_go_under, "moved.cards[0]", "moved.cards[-1]"),
    ),
    "paid-under-the-first-named": Fault(
        "effects.by-cost",
        "a cost that places a card under what an effect has named last is asked about though none can",
        rewritten(paying.is_known, "for one in at.bound", "for one in at.bound[:1]"),
    ),
    "returned-and-still-there": Fault(
        "effects.by-cost",
        "what a part of a cost sends away pays for the next part too",
        rewritten(paying.uses_up, "Delete | DigiBurst | PlayByEffect | Put | Recovery", "Delete | DigiBurst"),
    ),
    "placed-and-still-there": Fault(
        "effects.by-cost",
        "what a part of a cost places in the battle area pays from where it lay for the next part too",
        rewritten(
            paying.uses_up, "Put | Recovery)", 'Put | Recovery) and getattr(step, "to", "") != "battle"'
        ),
    ),
    "only-one-part-with-each": Fault(
        "effects.by-cost",
        "a cost that sends something away and asks for another thing as well cannot be paid",
        rewritten(paying.can_pay_together, "return most_paired(demands) == len(demands)", "return not gone"),
    ),
    "paid-with-what-stays-bred": Fault(
        "effects.by-cost",
        "a Digimon that stays in the breeding area pays for an effect",
        rewritten(paying.may_pay, "return battling(state, thing) is not None", "return True"),
    ),
    "nothing-bred-pays": Fault(
        "effects.by-cost",
        "nothing in the breeding area pays for an effect",
        rewritten(paying.may_pay, 'isinstance(step, Put) and step.to != "battle"', "isinstance(step, Put)"),
    ),
    "burst-of-one-among-parts": Fault(
        "effects.by-cost",
        "a Digi-Burst that is one of several parts of a cost takes one card",
        lambda: together(*(each() for each in OF_ONE)),
    ),
    "burst-of-more-among-parts": Fault(
        "digi-burst.cards",
        "a Digi-Burst that is one of several parts of a cost takes one card more than it names",
        rewritten(paying.asked_for, "count=step.count", "count=step.count + 1"),
    ),
    "cards-pay-as-in-play": Fault(
        "effects.by-cost",
        "cards that are not in play are suspended or deleted for a cost",
        rewritten(
            paying.may_pay,
            "(stack is not None and test(state, stack))",
            "stack is None or test(state, stack)",
        ),
    ),
    "paid-with-no-card-to-trash": Fault(
        "effects.by-cost",
        "a De-Digivolve is paid with a Digimon from which no card can be trashed",
        constant(
            paying, "USABLE", {step: test for step, test in paying.USABLE.items() if step is not DeDigivolve}
        ),
    ),
    "each-part-by-itself": Fault(
        "effects.by-cost",
        "a cost is paid only where each part could be paid by itself",
        rewritten(paying.can_pay, "if len(cost) < 2:", "if True:"),
    ),
    "paid-with-what-can-go-there": Fault(
        "effects.by-cost",
        "a cost of several cards is paid with those of them that can go where it puts them",
        rewritten(resolving.needed, "else which.count", "else 1"),
    ),
    "put-under-nothing": Fault(
        "effects.by-cost",
        "a card is put under something as a cost though there is nothing",
        rewritten(paying.asked_for, "isinstance(step, Put) and", "False and"),
    ),
}
