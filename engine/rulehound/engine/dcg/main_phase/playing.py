"""Playing Digimon and Tamers: from the hand for their cost, or by an effect."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg import attributes, memory
from rulehound.engine.dcg.actions import Action, Play
from rulehound.engine.dcg.areas import new_stack, take_from_hand
from rulehound.engine.dcg.main_phase import materials, showing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, card_of
from rulehound.engine.dcg.tasks import Shown

PLAYED = ("digimon", "tamer")


def options(state: State) -> Iterator[Action]:
    """A play for every card of the hand, legal or not."""
    return map(Play, state.deciding().hand)


def why_not(state: State, action: Play) -> Iterator[Reason]:
    """Reasons against playing this card."""
    if action.card not in state.deciding().hand:
        yield Reason.NOT_PLAYED_FROM_HAND
    card = state.match.facts.get(action.card)
    if card is None:
        return
    if card.kind not in PLAYED:
        yield Reason.KIND_NOT_PLAYED
    if card.play_cost is None:
        yield Reason.NO_PLAY_COST
    elif state.decider is not None and not memory.affordable(
        state, state.decider, lowest_cost(state, state.decider, action.card, card.play_cost)
    ):
        yield Reason.MEMORY_SHORT


def lowest_cost(state: State, player: int, card: str, cost: int) -> int:
    """The least that playing a card can cost now: what is still to be placed for it counts as at its best."""
    return cost_of_playing(state, player, card, cost - materials.reduction_at_best(state, player, card))


def cost_of_playing(state: State, player: int, card: str, cost: int) -> int:
    """The cost of playing or using a card, with what effects that last add to it at this moment."""
    return max(cost + attributes.added_to_play_cost(state, player, card), 0)  # rule: card.costs


def play(state: State, action: Play) -> None:
    """Show a card of the hand to be played, and go on as far as nothing comes first."""
    player = state.turn if state.decider is None else state.decider
    take_from_hand(state.players[player], action.card)  # rule: play.from-hand, cards.one-place
    shown = Shown(action.card, player, "play", cost=state.match.facts[action.card].play_cost or 0)
    showing.set_aside(state, shown)
    go_on(state, shown)


def can_play_by_effect(state: State, card: str, player: int, *, free: bool = True, reduced: int = 0) -> bool:
    """Whether an effect can have a player play this card."""
    facts = card_of(state, card)
    if facts.kind not in PLAYED or facts.play_cost is None:  # rule: play.kinds, play.cost
        return False
    cost = lowest_cost(state, player, card, facts.play_cost - reduced)
    return free or memory.affordable(state, player, cost)


def play_by_effect(
    state: State,
    card: str,
    player: int,
    *,
    free: bool = True,
    reduced: int = 0,
    suspended: bool = False,
    source: str = "",
) -> None:
    """An effect has a player play a card, wherever it lies; what is left to do is put on `state.now`.

    `source` is the card that has the effect. Raises KeyError where the card is top of a stack or in no area.
    """
    cost = (card_of(state, card).play_cost or 0) - reduced
    shown = Shown(
        card,
        player,
        "play",
        cost=cost,
        free=free,
        by_effect=True,
        suspended=suspended,
        source=source,
    )
    showing.begin_by_effect(state, shown)  # rule: effects.play


def go_on(state: State, shown: Shown) -> None:
    """Go on, in order: effects on the play, materials, payment, the card comes into play."""
    if shown.stage == showing.SHOWN and showing.effects_come_first(state, shown, "played", (shown.card,)):
        return
    shown = materials.placed_from_battle(state, shown)
    there = showing.is_set_aside(state, shown)
    if there and materials.is_asked(state, shown):
        return
    if not there or not showing.payable(state, shown):
        showing.fail(state, shown)
        return
    rules = state.match.rules
    order = rules.digixros_order if shown.materials else rules.play_order
    showing.finish(state, shown, place, pays_first=order == "pay-first")
    # rule: digixros.is-play, assembly.is-play
    showing.report(state, shown, "played", state.players[shown.player].battle[-1].id)


def place(state: State, shown: Shown) -> None:
    """Put the card into the battle area, unsuspended unless an effect says otherwise."""
    showing.put_down(state, shown)
    cards = (shown.card, *(card for _, card in shown.materials))
    played = new_stack(state, cards, played=True)  # rule: play.unsuspended
    if shown.suspended:
        played = msgspec.structs.replace(played, suspended=True)  # rule: effects.play
    # rule: play.battle-area, battle.unlimited, digixros.stack, assembly.stack
    state.players[shown.player].battle += (played,)
    showing.report(state, shown, "placed", played.id, shown.card)
    if shown.suspended:
        showing.report(state, shown, "placed-suspended", played.id)
