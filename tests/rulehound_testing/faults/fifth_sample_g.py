"""Faults made from changes that nothing caught, of a fifth sample: costs of effects, and steps on stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rulehound.engine.dcg import attributes, leaving
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.effects import continuous, gifts, paying, resolving, selecting
from rulehound.engine.dcg.effects.continuous import cannot
from rulehound.engine.dcg.effects.language import TrashTop
from rulehound.engine.dcg.effects.standpoint import battling, stack_in_play
from rulehound.engine.dcg.effects.steps import entering, placing, stacks
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, holder_of
from rulehound_testing.faults.patching import Fault, constant, function, rewritten, table, together

Change = Callable[[Stack], Stack | None]


def one_by_one(state: State, ids: Iterable[str], change: Change) -> list[str]:
    """Change stacks one after the other, each as things are once the one before has been changed."""
    done = []
    for one in ids:
        stack, player = stack_in_play(state, one), holder_of(state, one)
        new = None if stack is None else change(stack)
        if stack is not None and new is not None and player is not None:
            replace(state.players[player], stack, new)
            done.append(one)
    return done


def last_one_first(state: State, ids: Iterable[str], change: Change) -> list[str]:
    """Change stacks one after the other, beginning with the last."""
    return one_by_one(state, tuple(ids)[::-1], change)


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

PLAYED = (
    rewritten(entering.hatch, "played=False", "played=True"),
    rewritten(placing.put_into_breeding, "played=False", "played=True"),
)
"""Make a Digimon count as played: one that is hatched, and one that is placed in the breeding area."""

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
    "up-to-so-many-is-one": Fault(
        "effects.count",
        "of up to so many things a player chooses one",
        rewritten(selecting.sized, "else min(which.count,", "else 1 if which.up_to else min(which.count,"),
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
    "all-is-cost": Fault(
        "effects.then",
        "what follows a cost has to be done in full like the cost itself",
        rewritten(resolving.carry_out, "owed=max(frame.owed - 1, 0)", "owed=frame.owed"),
    ),
    "cost-kept-from-leaving": Fault(
        "effects.by-cost",
        "a Digimon that is kept from leaving pays for an effect, and one that is brought into play does not",
        rewritten(resolving.takes_away, 'step.to != "battle"', 'step.to == "battle"'),
    ),
    "cost-of-what-leaves": Fault(
        "effects.by-cost",
        "nothing is done for a cost that takes something away",
        rewritten(resolving.run, "any(battling(state, stack) for stack in frame.due)", "bool(frame.due)"),
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
    "trashed-with-a-guest": Fault(
        "keyword.de-digivolve",
        "a Digimon that loses its top card is trashed where a card of the other player lies in it",
        rewritten(
            stacks.trash_tops,
            'uncovered = top.kind == "option"',
            'uncovered = any(owner_of(one) != player for one in left) or top.kind == "option"',
        ),
    ),
    "security-digimon-alone-lasts": Fault(
        "security.digimon-named",
        "what a Security Digimon is given ends all else that lasts",
        rewritten(stacks.give, "(*state.lasting, one)  # rule: security.digimon-named", "(one,)"),
    ),
    "security-digimon-all-alike": Fault(
        "security.digimon-named",
        "what a Security Digimon is given is on all that are checked after it",
        rewritten(stacks.give, ', role="this"', ""),
    ),
    "security-digimon-given-too": Fault(
        "security.digimon-named",
        "what a Digimon is given while a security card is checked the Security Digimon has too",
        rewritten(stacks.give, "state.attack.checked in chosen[0]", "state.attack.checked"),
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
    "over-at-what-is-impossible": Fault(
        "effects.then",
        "an effect is over where one of its parts has nothing to do",
        rewritten(resolving.run, "if not frame.owed or len(picked)", "if len(picked)"),
    ),
    "over-at-what-is-not-in-play": Fault(
        "effects.then",
        "an effect is over where it would do something in play to a card that is not",
        rewritten(
            resolving.carry_out,
            "            chosen = (affected, *chosen[1:])\n",
            "            chosen = (affected, *chosen[1:])\n"
            "            there = all(stack_in_play(state, one) for one in affected)\n"
            "            if not isinstance(step, Put) and not there:\n"
            "                steps = []\n",
        ),
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
    "uncovered-whatever-it-is": Fault(
        "breeding.digimon-only",
        "whatever an effect uncovers in the breeding area is trashed",
        rewritten(stacks.trash_tops, "(in_breeding and not top.is_digimon)", "in_breeding"),
    ),
    "all-one-by-one": Fault(
        "effects.all-or-chosen",
        "an effect on all is done to one after the other",
        function(stacks, "changed", one_by_one),
    ),
    "all-last-one-first": Fault(
        "effects.all-or-chosen",
        "an effect on all is done to one after the other, to the last one first",
        function(stacks, "changed", last_one_first),
    ),
    "trashed-from-under-in-reverse": Fault(
        "effects.order-chosen",
        "cards trashed from under Digimon lie in the trash the other way round than they were chosen",
        rewritten(stacks.trash_under, "into_trash(state, cards)", "into_trash(state, cards[::-1])"),
    ),
    "burst-takes-nothing-that-is-bred": Fault(
        "digi-burst.cards",
        "a Digi-Burst in the breeding area leaves the cards there",
        rewritten(
            stacks.trash_under, "bred = () if player.breeding is None else (player.breeding,)", "bred = ()"
        ),
    ),
    "immune-but-for-its-top-card": Fault(
        "effects.immune",
        "the top card of what effects do not affect is trashed",
        constant(
            resolving,
            "ON_WHAT_IS_CHOSEN",
            tuple(step for step in resolving.ON_WHAT_IS_CHOSEN if step is not TrashTop),
        ),
    ),
    "immune-but-cards-go-under": Fault(
        "effects.immune",
        "cards are placed under what effects do not affect",
        rewritten(resolving.carry_out, "chosen[1] if isinstance(step, Put) else ()", "()"),
    ),
    "immune-but-for-cards-under": Fault(
        "effects.immune",
        "cards under what effects do not affect are trashed",
        rewritten(resolving.is_affected, "or stack_above(state, thing)", ""),
    ),
    "immune-and-not-chosen": Fault(
        "effects.immune",
        "what effects do not affect is not chosen by them either",
        rewritten(resolving.carry_out, "isinstance(step, ON_WHAT_IS_CHOSEN) and ", ""),
    ),
    "immune-whatever-affects-it": Fault(
        "effects.immune",
        "what some effects do not affect no effect of the opponent affects",
        rewritten(
            attributes.immune, "any(continuous.protects(gift.gives, kind) for gift in given)", "bool(given)"
        ),
    ),
    "immune-pays-all-the-same": Fault(
        "effects.immune",
        "what effects do not affect pays for one where it is chosen",
        rewritten(resolving.carry_out, "if frame.owed and spared:", "if not frame:"),
    ),
    "small-additions-lost": Fault(
        "dp.modify",
        "where DP cannot be reduced an addition of 1 does not count",
        rewritten(continuous.dp_of, "if change > 0", "if change > 1"),
    ),
    "hatched-by-effect-is-played": Fault(
        "breeding.move-state",
        "what an effect hatches, or places in the breeding area, counts as played this turn",
        lambda: together(*(each() for each in PLAYED)),
    ),
    "given-more-after-leaving": Fault(
        "effects.as-it-was",
        "a Digimon that has left is given anew what it had",
        rewritten(continuous.area_of, '"" if holder_of(state, stack.id) is None else "battle"', '"battle"'),
    ),
    "leaves-without-its-gifts": Fault(
        "effects.as-it-was",
        "a Digimon that has left is remembered without what it was given",
        rewritten(gifts.settled, "if state.match.plain:", "if state is not None:"),
    ),
    "placed-card-not-answered": Fault(
        "effects.triggers",
        "nothing answers to a card such as has been placed under something",
        rewritten(leaving.put_under, '"put-under", (card, base.id)', '"put-under", (base.id,)'),
    ),
    "placed-whatever-answers": Fault(
        "effects.triggers",
        "what waits for some card to be placed under something comes for any",
        rewritten(leaving.put_under, '"put-under", (card, base.id)', '"put-under", ()'),
    ),
    "placed-host-not-answered": Fault(
        "effects.triggers",
        "nothing answers to a card that has been placed under a Digimon such as is waited for",
        rewritten(leaving.put_under, '"put-under", (card, base.id)', '"put-under", (card,)'),
    ),
    "placed-the-other-way-round": Fault(
        "effects.order-chosen",
        "several cards are placed the other way round than they were chosen",
        rewritten(placing.put_under, "for card in moved:", "for card in moved[::-1]:"),
    ),
    "placed-the-first-alone": Fault(
        "effects.stack",
        "of several cards the first alone is placed under something",
        rewritten(placing.put_under, "for card in moved:", "for card in moved[:1]:"),
    ),
}
"""By name."""
