"""When effects come up, and who says which of them is next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rulehound.engine.dmb.actions import Action, NoEffect, OtherFirst, UseEffect
from rulehound.engine.dmb.battle.abilities import applying, has_ability, names_attack
from rulehound.engine.dmb.effects.in_play import cards_in_play
from rulehound.engine.dmb.effects.language import Effect, Step, Timing
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Player, Stage, State, ask, card_of, number_of

OCCASIONS: Mapping[Stage, Timing] = {
    "prep": "prep",
    "evolution": "evolution",
    "bonus": "box",
    "support": "support-phase",
    "resolve-first": "support",
    "resolve-second": "support",
    "battle": "battle",
    "abilities": "attack",
    "end": "end",
}
"""Stage of the game to the effects that come up there before it goes on."""  # rule: effects.timing

PHASES: tuple[Timing, ...] = ("prep", "evolution", "support-phase", "battle", "end")
ANY_PHASE: tuple[Timing, ...] = ("any-phase", "activate")
"""Timings of effects that are used at the beginning of any phase."""


class Due(NamedTuple):
    """An effect that comes up: whose it is, on which card, at which place there."""

    owner: int
    card: str
    place: int
    effect: Effect


def in_turn(state: State) -> tuple[int, int]:
    """Both players, the turn player first."""
    return state.turn, 1 - state.turn


def sources(state: State, timing: Timing) -> Iterator[tuple[int, str]]:
    """The cards of which effects of a timing come up now, each with whoever carries them out."""
    if timing in PHASES:
        yield from ((owner, card) for owner in in_turn(state) for card in cards_in_play(state.players[owner]))
    elif timing == "support":
        owner = state.turn if state.stage == "resolve-first" else 1 - state.turn
        support = state.players[owner].support
        if support is not None and not support.void:  # rule: void.nothing
            yield owner, support.card
    elif timing == "box":
        if state.me.active is not None and named_by_box(state, state.me):
            yield state.turn, state.me.active.top
    elif timing == "attack":
        yield from ((user, card) for owner in in_turn(state) for user, card in attack_of(state, owner))


def named_by_box(state: State, player: Player) -> bool:
    """Whether the evolution box of a Digimon names the one that it was before."""
    cards = player.active.cards if player.active else ()
    return len(cards) > 1 and card_of(state, cards[1]).name in card_of(state, cards[0]).box


def attack_of(state: State, owner: int) -> Iterator[tuple[int, str]]:
    """The card of which a player's attack has its effects, with the player who uses it: by Counter another.

    Jamming leaves nothing of a Cross attack.
    """
    player, other = state.players[owner], state.players[1 - owner]
    if player.active is None or card_of(state, player.active.top).special != player.choice:
        return
    if player.choice == "cross" and has_ability(state, other, "jamming"):
        return  # rule: jamming.cross
    counters = "counter" in applying(state, other, player) and names_attack(state, other, player)
    both = "counter" in applying(state, player, other)
    yield (1 - owner if counters and not both else owner), player.active.top  # rule: counter.turned


def due(state: State) -> list[Due]:
    """The effects that come up now, and have not yet."""
    timing = OCCASIONS.get(state.stage)
    if timing is None:
        return []
    found = (
        Due(owner, card, place, effect)
        for owner, card in sources(state, timing)
        for place, effect in enumerate(card_of(state, card).effects)
        if effect.timing == timing or (timing in PHASES and effect.timing in ANY_PHASE)
    )
    return [one for one in found if next(why_not_due(state, one), None) is None]


def why_not_due(state: State, one: Due) -> Iterator[Reason]:
    """Reasons for which an effect cannot be carried out now, or not again."""
    key = (one.card, one.place)
    if key in state.used:
        yield Reason.USED_THIS_TURN
    elif key in state.carried_out:
        yield Reason.CARRIED_OUT
    if one.effect.timing == "activate":
        if one.card in state.activated:
            yield Reason.ACTIVATED_BEFORE
        if one.owner != state.turn and not one.effect.anyone:
            yield Reason.NOT_IN_YOUR_TURN
    if not all(can_pay(state, state.players[one.owner], step) for step in one.effect.cost):
        yield Reason.COST_UNPAID


def can_pay(state: State, player: Player, step: Step) -> bool:
    """Whether a player can pay a part of a cost in full."""
    if step.do == "discard":
        return len(player.dp_cards if step.zone == "dp" else player.hand) >= step.amount
    if step.do == "trash":
        return len(player.deck) >= step.amount
    if step.do == "lose-hp":
        return player.active is not None and player.active.hp > step.amount
    return any(card_of(state, card).level == "M" for card in player.destiny)  # rule: effects.data-break


def come_up(state: State) -> bool:
    """Let effects come up here: carry out one that nobody chooses, or ask for the next. False: there is none.

    Of effects that are demanded of both, the turn player says whose come first; those that may be left out
    follow them.
    """
    if not state.match.has_effects:
        return False
    found = due(state)
    demanded = [one for one in found if not one.effect.is_optional]
    if demanded:
        decider = decides(state, demanded)
        own = [one for one in demanded if one.owner == decider]
        shared = len({one.owner for one in demanded}) > 1 and not state.other_first
        if len(own) > 1 or shared:
            ask(state, "effect", decider)  # rule: texts.simultaneous
        else:
            carry_out(state, own[0])
        return True
    for player in in_turn(state):
        if player not in state.passed and any(one.owner == player for one in found):
            ask(state, "effect", player)  # rule: texts.once
            return True
    if state.carried_out or state.passed:
        state.carried_out = state.passed = ()
    state.other_first = False
    return False


def decides(state: State, demanded: list[Due]) -> int:
    """Who says which effect is next: their player where all are of one, else the turn player."""
    owners = {one.owner for one in demanded}
    if len(owners) == 1:
        return owners.pop()
    return 1 - state.turn if state.other_first else state.turn  # rule: texts.simultaneous


def carry_out(state: State, one: Due) -> None:
    """Pay for an effect, and carry it out."""
    key = (one.card, one.place)
    state.carried_out += (key,)
    state.other_first = False
    if one.effect.once:
        state.used += (key,)  # rule: texts.once
    if one.effect.timing == "activate":
        state.activated += (one.card,)  # rule: texts.activate
    part = {"support": "support", "attack": "attack"}.get(one.effect.timing, "")
    costs = (Task(one.owner, one.card, step, "cost") for step in one.effect.cost)  # rule: texts.costs
    steps = (Task(one.owner, one.card, step, part) for step in one.effect.steps)  # type: ignore[arg-type]
    state.tasks = (*costs, *steps, *state.tasks)


def effect_options(state: State) -> Iterator[Action]:
    """Each effect that comes up for whoever decides; the other player's; and none."""
    found = due(state)
    demanded = [one for one in found if not one.effect.is_optional]
    yield from (UseEffect(one.card, one.place) for one in demanded or found if one.owner == state.decider)
    yield OtherFirst()
    yield NoEffect()


def why_not_use(state: State, action: UseEffect) -> Iterator[Reason]:
    """Reasons against carrying out an effect now."""
    effects = card_of(state, action.card).effects if action.card in state.match.facts else ()
    timing, decider = OCCASIONS.get(state.stage), state.deciding()
    if action.effect >= len(effects) or timing is None:
        yield Reason.NO_SUCH_EFFECT
        return
    effect = effects[action.effect]
    owner = number_of(state, decider)
    if (owner, action.card) not in sources(state, timing):
        yield Reason.NO_SUCH_EFFECT
    if effect.timing != timing and not (timing in PHASES and effect.timing in ANY_PHASE):
        yield Reason.NOT_ITS_TIME
    yield from why_not_due(state, Due(owner, action.card, action.effect, effect))
    if effect.is_optional and any(not one.effect.is_optional for one in due(state)):
        yield Reason.OTHERS_DEMANDED


def why_not_other_first(state: State, _action: OtherFirst) -> Iterator[Reason]:
    """Reasons against letting the other player's effects come first."""
    owners = {one.owner for one in due(state) if not one.effect.is_optional}
    if len(owners) < 2 or state.other_first:
        yield Reason.NOTHING_OF_THE_OTHER


def why_not_none(state: State, _action: NoEffect) -> Iterator[Reason]:
    """Reasons against using no effect."""
    if any(not one.effect.is_optional for one in due(state)):
        yield Reason.EFFECT_DEMANDED


def use(state: State, action: UseEffect) -> None:
    """Carry out an effect that was chosen."""
    owner = number_of(state, state.deciding())
    effect = card_of(state, action.card).effects[action.effect]
    carry_out(state, Due(owner, action.card, action.effect, effect))


def let_other_first(state: State, _action: OtherFirst) -> None:
    """The other player's effects come first."""
    state.other_first = True  # rule: texts.simultaneous


def use_none(state: State, _action: NoEffect) -> None:
    """Use no more effects now."""
    state.passed += (number_of(state, state.deciding()),)
