"""Faults in when effects of cards come up, in which order, and on which conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from rulehound.engine.dmb import flow
from rulehound.engine.dmb.actions import ChooseNone, PutUnder
from rulehound.engine.dmb.battle import damage
from rulehound.engine.dmb.effects import choices, in_play, occasions, resolving, words
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Player, State, number_of
from rulehound.engine.dmb.turns import ending, strategy, support
from rulehound.engine.dmb.zones import change
from rulehound_testing.faults.dmb.patching import conduct, step
from rulehound_testing.faults.patching import Fault, Installed, constant, function, together


def used_again(state: State, one: occasions.Due) -> Iterator[Reason]:
    """What is used once per turn is used in every phase, once in each."""
    again = (one.card, one.place) not in state.carried_out
    return (why for why in WHY_NOT_DUE(state, one) if why is not Reason.USED_THIS_TURN or not again)


def used_in_one_turn_alone(state: State) -> None:
    """What was used in one turn is not used in the next."""
    used = state.used
    END_TURN(state)
    state.used = used


def activated_again(state: State, one: occasions.Due) -> Iterator[Reason]:
    """What is activated is activated in each phase."""
    return (why for why in WHY_NOT_DUE(state, one) if why is not Reason.ACTIVATED_BEFORE)


def activated_in_any_turn(state: State, one: occasions.Due) -> Iterator[Reason]:
    """What is activated is activated in any turn."""
    return (why for why in WHY_NOT_DUE(state, one) if why is not Reason.NOT_IN_YOUR_TURN)


def activated_in_the_own_turn_alone(state: State, one: occasions.Due) -> Iterator[Reason]:
    """What any turn is good for is activated in the own turn alone."""
    yield from WHY_NOT_DUE(state, one)
    if one.owner != state.turn:
        yield Reason.NOT_IN_YOUR_TURN


def for_free(state: State, one: occasions.Due) -> Iterator[Reason]:
    """A cost that cannot be paid is no reason against an effect."""
    return (why for why in WHY_NOT_DUE(state, one) if why is not Reason.COST_UNPAID)


WHY_NOT_DUE = occasions.why_not_due


END_TURN = ending.end_turn


def forgets_what_was_activated(state: State, one: occasions.Due) -> None:
    """An activated card is trashed as any other."""
    CARRY_OUT(state, one)
    state.activated = tuple(card for card in state.activated if card != one.card)
    if one.effect.timing == "activate":
        state.used += ((one.card, one.place),)


CARRY_OUT = occasions.carry_out


def other_player_decides(state: State, demanded: list[occasions.Due]) -> int:
    """The other player puts the effects of both in order."""
    owners = {one.owner for one in demanded}
    if len(owners) == 1:
        return owners.pop()
    return state.turn if state.other_first else 1 - state.turn


def in_the_order_of_the_card(state: State) -> bool:
    """Effects of one player come in the order in which they are written."""
    found = [one for one in occasions.due(state) if not one.effect.is_optional]
    if found and len({one.owner for one in found}) == 1:
        occasions.carry_out(state, found[0])
        return True
    return COME_UP(state)


COME_UP = occasions.come_up


def never_waits(state: State) -> bool:
    """Every effect is carried out as soon as it can be."""
    found = occasions.due(state)
    if found:
        occasions.carry_out(state, found[0])
        return True
    return COME_UP(state)


def no_conditions(_state: State, _owner: int, _condition: object) -> bool:
    """Every condition holds."""
    return True


def both_ways(state: State, task: Task) -> Any:
    """Where a condition does not hold, nothing is done instead."""
    return task.step if resolving.holds(state, task.owner, task.step.condition) else None


def the_rest_is_lost(state: State) -> None:
    """Where a condition does not hold, the whole effect is lost."""
    task = state.tasks[0]
    if not state.looked and resolving.meant(state, task) is None:
        state.tasks = ()
    else:
        CARRY_OUT_NEXT(state)


CARRY_OUT_NEXT = flow.carry_out_next


def card_demanded(_state: State, _action: ChooseNone) -> Iterator[Reason]:
    """A card has to be chosen."""
    yield Reason.CARD_DEMANDED


def stays_below(state: State, action: PutUnder) -> None:
    """A card that is put under the deck comes on top."""
    player = state.players[int(action.card.startswith("b"))]
    player.deck = (action.card, *(card for card in player.deck if card != action.card))
    resolving.put_back(state, action.card)


def of_flow(name: str, other: Callable[..., Any]) -> Callable[[], Installed]:
    """Another function in the flow of the game."""
    return function(flow, name, other)


def always_abnormal(_state: State, _cards: object) -> bool:
    """No line is a valid one."""
    return True


def any_line(_state: State, _cards: object) -> bool:
    """Every line is a valid one."""
    return False


def keeps_its_gain(_state: State, _owner: int, _source: str) -> None:
    """What a card has added stays when it has left."""


def steady_is_void(state: State, player: Player) -> None:
    """Every support can be made void."""
    if player.support is not None:
        player.support = msgspec.structs.replace(player.support, void=True)


def void_is_carried_out(state: State, timing: occasions.Timing) -> Iterator[tuple[int, str]]:
    """What is written on a support that is void is carried out."""
    for player in state.players:
        if timing == "support" and player.support is not None and player.support.void:
            player.support = msgspec.structs.replace(player.support, void=False)
    return SOURCES(state, timing)


SOURCES = occasions.sources


def other_support_first(state: State, timing: occasions.Timing) -> Iterator[tuple[int, str]]:
    """The other player's support is carried out first."""
    if timing != "support":
        yield from SOURCES(state, timing)
        return
    owner = 1 - state.turn if state.stage == "resolve-first" else state.turn
    lies = state.players[owner].support
    if lies is not None and not lies.void:
        yield owner, lies.card


def named_by_nobody(_state: State, _player: Player) -> bool:
    """Every evolution has the effects of the box."""
    return True


def never_named(_state: State, _player: Player) -> bool:
    """No evolution has them."""
    return False


def without_counter(state: State, owner: int) -> Iterator[tuple[int, str]]:
    """What an attack gives goes to its player, whoever uses it."""
    for _, card in ATTACK_OF(state, owner):
        yield owner, card


ATTACK_OF = occasions.attack_of


def no_attacks(_state: State, _owner: int) -> Iterator[tuple[int, str]]:
    """Attacks give nothing but abilities."""
    yield from ()


def gains_end(player: Player) -> None:
    """What an evolution box adds lasts until the turn ends."""
    END_LINGERING(player)
    change(player, bonus=0)


def types_end(player: Player) -> None:
    """Gained types last until the turn ends."""
    END_LINGERING(player)
    change(player, gained_types=())


END_LINGERING = ending.end_lingering


def shatters_anyway(state: State, attack: Player, user: Player, target: Player) -> None:
    """Shatter has an attached card discarded though it deals no damage."""
    STRIKE(state, attack, user, target)
    if "shatter" in attack.abilities and attack.power == 0 and attack.active is not None:
        task = Task(number_of(state, user), attack.active.top, damage.SHATTERED)
        state.tasks += (task,)


STRIKE = damage.strike


def one_chooses_for_both(state: State) -> None:
    """The choice of one player is enough."""
    chosen = [player.choice for player in state.players if player.choice]
    if chosen:
        for player in state.players:
            player.choice = chosen[0]
    strategy.ask_for_attacks(state)


def attack_of_any(state: State, owner: int) -> Iterator[tuple[int, str]]:
    """What belongs to one attack comes with every one."""
    digimon = state.players[owner].active
    if digimon is not None:
        yield owner, digimon.top


def other_player_before(state: State) -> tuple[int, int]:
    """The other player comes before the turn player."""
    return 1 - state.turn, state.turn


PHASES_MIXED = {**occasions.OCCASIONS, "evolution": "end", "end": "evolution"}


FAULTS: Mapping[str, Fault] = {
    "data-break-without-mega": Fault(
        "effects.data-break", "no Mega is needed", function(occasions, "can_pay", lambda *_: True)
    ),
    "shatter-has-to": Fault(
        "shatter.attached", "Shatter has to be used", conduct(ChooseNone, why_not=card_demanded)
    ),
    "under-always-abnormal": Fault(
        "abnormal.under",
        "no line is valid",
        lambda: together(
            function(choices, "is_abnormal", always_abnormal)(),
            function(words, "is_abnormal", always_abnormal)(),
        ),
    ),
    "under-always-normal": Fault(
        "abnormal.under", "every line is valid", function(choices, "is_abnormal", any_line)
    ),
    "parentheses-void": Fault(
        "texts.parentheses",
        "what stands in parentheses is made void",
        function(support, "make_void", steady_is_void),
    ),
    "once-again": Fault(
        "texts.once", "it is used in every phase", function(occasions, "why_not_due", used_again)
    ),
    "once-in-a-game": Fault(
        "texts.once", "it is used in one turn alone", step("clean-up", used_in_one_turn_alone)
    ),
    "cost-not-asked": Fault(
        "texts.once", "an effect with a cost is not left out", of_flow("come_up", never_waits)
    ),
    "look-under-is-top": Fault(
        "texts.recode", "what is put under comes on top", conduct(PutUnder, carry_out=stays_below)
    ),
    "look-at-one-card": Fault(
        "texts.corrupt",
        "what is put under the other deck comes on top",
        conduct(PutUnder, carry_out=stays_below),
    ),
    "activate-again": Fault(
        "texts.activate", "it is activated in each phase", function(occasions, "why_not_due", activated_again)
    ),
    "activate-in-any-turn": Fault(
        "texts.activate",
        "it is activated in any turn",
        function(occasions, "why_not_due", activated_in_any_turn),
    ),
    "activate-in-own-turn": Fault(
        "texts.activate",
        "it is activated in the own turn alone",
        function(occasions, "why_not_due", activated_in_the_own_turn_alone),
    ),
    "activate-trashed": Fault(
        "texts.activate",
        "what was activated is trashed",
        function(occasions, "carry_out", forgets_what_was_activated),
    ),
    "conditions-hold": Fault(
        "texts.conditions", "every condition holds", function(resolving, "holds", no_conditions)
    ),
    "conditions-without-otherwise": Fault(
        "texts.conditions", "nothing is done in the other case", function(resolving, "meant", both_ways)
    ),
    "conditions-lose-the-rest": Fault(
        "texts.conditions", "what comes after is lost", of_flow("carry_out_next", the_rest_is_lost)
    ),
    "costs-unpaid": Fault(
        "texts.costs", "a cost need not be paid", function(occasions, "why_not_due", for_free)
    ),
    "leaving-keeps-the-gain": Fault(
        "texts.leaving", "what a card gives stays", function(in_play, "drop_bonus", keeps_its_gain)
    ),
    "simultaneous-other-decides": Fault(
        "texts.simultaneous",
        "the other player puts effects of both in order",
        function(occasions, "decides", other_player_decides),
    ),
    "simultaneous-as-written": Fault(
        "texts.simultaneous",
        "effects of one player come as they are written",
        of_flow("come_up", in_the_order_of_the_card),
    ),
    "timing-mixed": Fault(
        "effects.timing",
        "effects of the Evolution and the End Phase change places",
        constant(occasions, "OCCASIONS", PHASES_MIXED),
    ),
    "timing-no-phases": Fault(
        "effects.timing", "no effects come up in phases", constant(occasions, "PHASES", ())
    ),
    "box-of-anybody-gives": Fault(
        "evolution.bonus",
        "every evolution has the box's effects",
        function(occasions, "named_by_box", named_by_nobody),
    ),
    "box-gives-nothing": Fault(
        "evolution.bonus",
        "no evolution has the box's effects",
        function(occasions, "named_by_box", never_named),
    ),
    "box-gain-ends": Fault(
        "end.bonus-is-passive",
        "what a box adds ends with the turn",
        function(ending, "end_lingering", gains_end),
    ),
    "types-end": Fault(
        "end.types-stay", "gained types end with the turn", function(ending, "end_lingering", types_end)
    ),
    "counter-leaves-effects": Fault(
        "counter.turned",
        "what a turned attack gives stays with its player",
        function(occasions, "attack_of", without_counter),
    ),
    "attacks-give-nothing": Fault(
        "effects.draw", "attacks draw nothing", function(occasions, "attack_of", no_attacks)
    ),
    "void-is-carried-out": Fault(
        "void.nothing", "what is void is carried out", function(occasions, "sources", void_is_carried_out)
    ),
    "supports-turned": Fault(
        "support.resolve-order",
        "the other support is carried out first",
        function(occasions, "sources", other_support_first),
    ),
    "shatter-without-damage": Fault(
        "shatter.attached", "Shatter need not hit", function(damage, "strike", shatters_anyway)
    ),
    "one-player-chooses": Fault(
        "players.two", "one player chooses for both", step("choice", one_chooses_for_both)
    ),
    "attack-of-any": Fault(
        "abilities.at-once",
        "what belongs to one attack comes with every one",
        function(occasions, "attack_of", attack_of_any),
    ),
    "other-player-uses-first": Fault(
        "texts.simultaneous",
        "the other player uses effects first",
        function(occasions, "in_turn", other_player_before),
    ),
}
