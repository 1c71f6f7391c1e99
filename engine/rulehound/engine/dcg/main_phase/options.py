"""Options: using them from the hand, and placing them in the battle area."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.actions import Action, UseOption
from rulehound.engine.dcg.areas import new_stack, take, take_from_hand, trash_stacks, without
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects.activating import activate
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.main_phase import showing
from rulehound.engine.dcg.main_phase.playing import cost_of_playing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, facts_of, in_battle
from rulehound.engine.dcg.tasks import Happened, Origin, Shown


def options(state: State) -> Iterator[Action]:
    """A use for every Option of the hand, legal or not."""
    facts = state.match.facts
    return (UseOption(card) for card in state.deciding().hand if facts[card].kind == "option")


def why_not(state: State, action: UseOption) -> Iterator[Reason]:
    """Reasons against using this card."""
    if action.card not in state.deciding().hand:
        yield Reason.NOT_USED_FROM_HAND
    card = state.match.facts.get(action.card)
    if card is None:
        return
    if card.kind != "option":
        yield Reason.NOT_AN_OPTION
    elif not colours_met(state, state.deciding(), card):
        yield Reason.COLOURS_NOT_MET
    if card.play_cost is None:
        yield Reason.NO_USE_COST
    elif state.decider is not None:
        cost = cost_of_playing(state, state.decider, action.card, card.play_cost)
        if not memory.affordable(state, state.decider, cost):
            yield Reason.MEMORY_SHORT


def colours_met(state: State, player: Player, option: CardFacts) -> bool:
    """Whether the player's Digimon and Tamers, the breeding area included, have the Option's colours."""
    field = player.battle if player.breeding is None else (*player.battle, player.breeding)
    there: set[str] = set()
    for stack in field:
        card = facts_of(state, stack)
        if card.kind != "option":
            there.update(card.colors)
    if state.match.rules.option_colours == "every":  # rule: option.colours
        return there.issuperset(option.colors)
    return not there.isdisjoint(option.colors)


def use(state: State, action: UseOption) -> None:
    """Show an Option of the hand, and go on as far as nothing comes first."""
    player = state.turn if state.decider is None else state.decider
    take_from_hand(state.players[player], action.card)  # rule: option.from-hand, cards.one-place
    shown = Shown(action.card, player, "use", cost=state.match.facts[action.card].play_cost or 0)
    showing.set_aside(state, shown)
    go_on(state, shown)


def go_on(state: State, shown: Shown) -> None:
    """Go on, in order: payment, the effect with nothing in between, the trash."""
    if shown.stage == showing.EFFECT:
        trash(state, shown)
        return
    if shown.stage == showing.SHOWN and showing.effects_come_first(
        state, shown, "option-used", (shown.card,)
    ):
        return
    if not can_still_be_used(state, shown):
        showing.fail(state, shown)
        return
    order = state.match.rules.option_order
    if order == "no-area":
        showing.pay(state, shown, showing.due(state, shown))
    else:
        showing.finish(state, shown, lay_down, pays_first=order == "pay-first")
        shown = msgspec.structs.replace(shown, onto=state.players[shown.player].battle[-1].id)
    # rule: option.effect
    showing.report(state, shown, "option-used", shown.card)
    showing.wait(state, msgspec.structs.replace(shown, stage=showing.EFFECT))
    carry_out_main(state, shown)


def can_still_be_used(state: State, shown: Shown) -> bool:
    """Whether a shown Option is still there, its colours are met, and its cost can be paid."""
    colours = colours_met(state, state.players[shown.player], state.match.facts[shown.card])
    # rule: showing.failure, option.colours
    return showing.is_set_aside(state, shown) and colours and showing.payable(state, shown)


def lay_down(state: State, shown: Shown) -> None:
    """In early editions the Option lies on the field while it is used."""
    showing.put_down(state, shown)
    state.players[shown.player].battle += (new_stack(state, (shown.card,), played=True),)


def carry_out_main(state: State, shown: Shown) -> None:
    """Carry out the first [Main] effect of the Option, where it has one."""
    for index, effect in enumerate(state.match.facts[shown.card].effects):
        if effect.timing == "main" and not effect.inherited:
            # rule: option.effect, option.main-alone
            activate(state, Origin(effect, shown.card, shown.player, index, shown.onto))
            return


def trash(state: State, shown: Shown) -> None:
    """The effect is over: the Option goes to the trash unless the effect has put it somewhere."""
    player = state.players[shown.player]
    on_field = in_battle(player, shown.onto) if shown.onto else None
    if on_field is not None:
        trash_stacks(player, [on_field])  # rule: option.trash
    elif shown.card in player.revealed:
        player.revealed = without(player.revealed, shown.card)
        player.trash += (shown.card,)  # rule: option.trash


def place_in_battle(state: State, card: str, player: int) -> Stack:
    """An effect places an Option in the battle area, where it stays. Raises KeyError where there is none."""
    there = state.players[player]
    laid, came_from = next((stack for stack in there.battle if stack.cards[0] == card), None), ""
    if laid is None:
        came_from = take(there, card)
        laid = new_stack(state, (card,), played=True)
        there.battle += (laid,)  # rule: option.stays, battle.unlimited
    else:  # it lies there already, as it is being used or has been uncovered
        state.now = tuple(
            msgspec.structs.replace(task, onto="") if isinstance(task, Shown) and task.card == card else task
            for task in state.now
        )
    happened(state, Happened("placed", (laid.id, card), "effect", player, card, came_from=came_from))
    return laid
