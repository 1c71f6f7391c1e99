"""Digivolving Digimon of the battle and the breeding area: for the cost, or by an effect."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg import attributes, memory
from rulehound.engine.dcg.actions import Action, ChooseRequirement, Digivolve
from rulehound.engine.dcg.areas import draw, replace, take_from_hand
from rulehound.engine.dcg.cards import CardFacts, Side
from rulehound.engine.dcg.effects import continuous
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Player, Stack, with_new
from rulehound.engine.dcg.main_phase import digisorption, showing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, ask, card_of, facts_of, in_battle, in_breeding, stack_of
from rulehound.engine.dcg.tasks import Happened, Shown


def options(state: State) -> Iterator[Action]:
    """Every card of the hand onto every Digimon whose colour and level it asks for."""
    player = state.deciding()
    facts = state.match.facts
    bases = [(stack.id, facts_of(state, stack)) for stack in player.battle]
    if player.breeding is not None:
        bases.append((player.breeding.id, facts_of(state, player.breeding)))  # rule: digivolve.breeding
    for card in player.hand:
        for index, requirement in enumerate(facts[card].digivolve):
            for stack, base in bases:
                if fits(requirement, base):
                    yield Digivolve(card, stack, index)


def fits(asked: Side, base: CardFacts) -> bool:
    """Whether a Digimon has the colour and level, or whatever else a requirement asks for."""
    return (  # rule: digivolve.requirement, dna.requirement
        (asked.kind is None or asked.kind == base.kind)  # rule: digivolve.tamer
        and (asked.level is None or asked.level == base.level)
        and (asked.color is None or asked.color in base.colors)
        and (not asked.name or asked.name == base.name)  # rule: digivolve.special
        and (not asked.trait or base.has_trait(asked.trait))  # rule: digivolve.special
    )


def own_digimon(state: State, player: Player, stack: str) -> Stack | None:
    """The player's Digimon of this id, in the battle or the breeding area."""
    own = in_battle(player, stack) or in_breeding(player, stack)
    if own is not None and facts_of(state, own).is_digimon:
        return own
    return None


def own_tamer(state: State, player: Player, stack: str) -> Stack | None:
    """The player's Tamer of this id, in the battle area."""
    own = in_battle(player, stack)
    return own if own is not None and facts_of(state, own).kind == "tamer" else None


def own_base(state: State, player: Player, action: Digivolve) -> Stack | None:
    """The Digimon that is to digivolve, or the Tamer where the requirement asks for one."""
    card = state.match.facts.get(action.card)
    listed = card.digivolve if card is not None else ()
    if 0 <= action.requirement < len(listed) and listed[action.requirement].kind == "tamer":
        return own_tamer(state, player, action.onto)  # rule: digivolve.tamer
    return own_digimon(state, player, action.onto)


def why_not(state: State, action: Digivolve) -> Iterator[Reason]:
    """Reasons against this digivolution."""
    player = state.deciding()
    base = own_base(state, player, action)
    if base is None:
        yield Reason.NOT_ONTO_OWN_DIGIMON
    else:
        yield from why_not_base(state, base)
    if action.card not in player.hand:
        yield Reason.NOT_DIGIVOLVED_FROM_HAND
    card = state.match.facts.get(action.card)
    if card is None:
        return
    if card.kind != "digimon":
        yield Reason.NOT_A_DIGIMON_CARD
    if not 0 <= action.requirement < len(card.digivolve):
        yield Reason.NO_SUCH_REQUIREMENT
        return
    requirement = card.digivolve[action.requirement]
    if base is not None and not fits(requirement, facts_of(state, base)):
        yield Reason.REQUIREMENT_NOT_MET
    if state.decider is not None:
        bases = () if base is None else (base,)
        cost = full_cost(state, state.decider, action.card, bases, requirement.cost)
        if not memory.affordable(state, state.decider, cost):
            yield Reason.MEMORY_SHORT


def why_not_base(state: State, base: Stack) -> Iterator[Reason]:
    """Reasons against digivolving this Digimon at all."""
    if base.token:
        yield Reason.TOKEN_DIGIVOLVES_NOT
    elif not state.match.plain and continuous.cannot(state, base, "digivolve"):
        yield Reason.CANNOT_DIGIVOLVE


def full_cost(state: State, player: int, card: str, bases: tuple[Stack, ...], cost: int) -> int:
    """A cost with what effects that last add to it at this moment."""
    cost += attributes.added_to_digivolution_cost(state, player, card, bases)
    return max(cost, 0)  # rule: card.costs


def digivolve(state: State, action: Digivolve) -> None:
    """Show a card of the hand to digivolve a Digimon into it, and go on as far as nothing comes first."""
    player = state.turn if state.decider is None else state.decider
    requirement = state.match.facts[action.card].digivolve[action.requirement]
    take_from_hand(state.players[player], action.card)  # rule: digivolve.from-hand, cards.one-place
    shown = Shown(action.card, player, "digivolve", cost=requirement.cost, onto=action.onto)
    showing.set_aside(state, shown)
    go_on(state, shown)


def can_digivolve_by_effect(
    state: State,
    stack: str,
    card: str,
    player: int,
    *,
    free: bool = True,
    reduced: int = 0,
    ignore_requirements: bool = False,
) -> bool:
    """Whether an effect can have a player's Digimon digivolve into this card."""
    there = state.players[player]
    base = own_digimon(state, there, stack) or own_tamer(state, there, stack)
    if base is None or next(why_not_base(state, base), None) or card_of(state, card).kind != "digimon":
        return False
    costs = costs_by_effect(state, base, card, ignore_requirements=ignore_requirements)
    return any(
        free or memory.affordable(state, player, full_cost(state, player, card, (base,), cost - reduced))
        for cost in costs.values()
    )


def costs_by_effect(state: State, base: Stack, card: str, *, ignore_requirements: bool) -> dict[int, int]:
    """The requirements of a card that a Digimon or a Tamer meets, by index, and their costs.

    Where requirements are ignored all of them count, and a card without any costs nothing.
    """
    facts = facts_of(state, base)
    kind = "tamer" if facts.kind == "tamer" else None  # rule: digivolve.tamer
    listed = enumerate(card_of(state, card).digivolve)
    # rule: effects.over-rules
    met = {i: one.cost for i, one in listed if ignore_requirements or (one.kind == kind and fits(one, facts))}
    return met or ({0: 0} if ignore_requirements else {})  # rule: dna.not-by-digivolving


def digivolve_by_effect(
    state: State,
    stack: str,
    card: str,
    player: int,
    *,
    free: bool = True,
    reduced: int = 0,
    ignore_requirements: bool = False,
    source: str = "",
) -> None:
    """An effect has a player's Digimon digivolve; what is left to do is put on `state.now`.

    Where requirements with several costs are met the player chooses one of them. `source` is the card that
    has the effect. Raises KeyError where the Digimon or the card is not there.
    """
    base = stack_of(state.players[player], stack)
    costs = costs_by_effect(state, base, card, ignore_requirements=ignore_requirements)
    chosen_from = () if free or len(set(costs.values())) == 1 else tuple(costs)
    shown = Shown(
        card,
        player,
        "digivolve",
        cost=-reduced if chosen_from else min(costs.values(), default=0) - reduced,
        ways=chosen_from,
        onto=stack,
        free=free,
        by_effect=True,
        source=source,
    )
    showing.begin_by_effect(state, shown)


def requirement_options(state: State) -> Iterator[Action]:
    """Every requirement that may be chosen, legal or not."""
    shown = showing.current(state)
    return map(ChooseRequirement, shown.ways if shown else ())


def why_not_by(state: State, action: ChooseRequirement) -> Iterator[Reason]:
    """Reasons against digivolving by this requirement."""
    shown = showing.current(state)
    if shown is None or action.requirement not in shown.ways:
        yield Reason.NO_SUCH_REQUIREMENT
    elif not showing.payable(state, by_requirement(state, shown, action.requirement)):
        yield Reason.MEMORY_SHORT


def by_requirement(state: State, shown: Shown, requirement: int) -> Shown:
    """The shown card with the cost of one of its requirements, of digivolution or of DNA digivolution."""
    card = card_of(state, shown.card)
    listed = card.dna if shown.procedure == "dna" else card.digivolve
    cost = shown.cost + listed[requirement].cost  # rule: digivolve.cost, dna.cost
    return msgspec.structs.replace(shown, cost=cost, ways=())


def choose_requirement(state: State, action: ChooseRequirement) -> None:
    """Go on by the requirement that was chosen."""
    shown, state.now = state.now[0], state.now[1:]
    assert isinstance(shown, Shown)
    showing.wait(state, by_requirement(state, shown, action.requirement))


def go_on(state: State, shown: Shown) -> None:
    """Go on, in order: effects on the digivolving, Digisorption, payment, the card on top, the draw."""
    if shown.ways:
        showing.wait(state, shown)
        ask(state, "requirement", shown.player)
        return
    subjects = (shown.onto, shown.card)
    begins = shown.stage == showing.SHOWN and in_battle(state.players[shown.player], shown.onto) is not None
    # rule: breeding.no-effects
    if begins and showing.effects_come_first(state, shown, "digivolved", subjects):
        return
    there = showing.is_set_aside(state, shown)
    player = state.players[shown.player]
    there = there and bool(own_digimon(state, player, shown.onto) or own_tamer(state, player, shown.onto))
    if there and digisorption.is_asked(state, shown):
        return
    if not there or not showing.payable(state, shown):
        showing.fail(state, shown)
        return
    pays_first = state.match.rules.digivolve_order == "pay-first"
    showing.finish(state, shown, place, pays_first=pays_first)
    draw_bonus(state, shown)
    showing.report(state, shown, "digivolved", shown.onto)


def place(state: State, shown: Shown) -> None:
    """Put the card on top of the Digimon."""
    showing.put_down(state, shown)
    player = state.players[shown.player]
    base = stack_of(player, shown.onto)
    replace(player, base, with_card_on_top(base, shown.card))
    showing.report(state, shown, "placed", shown.onto, shown.card)


def with_card_on_top(base: Stack, card: str) -> Stack:
    """The same Digimon with another card on top: orientation and turn played stay."""
    # rule: digivolve.stack, stack.order, digivolve.orientation, digivolve.played-turn
    return with_new(base, (card, *base.cards), (card,))


def draw_bonus(state: State, shown: Shown) -> None:
    """Draw for the digivolution: before the effects that it sets off."""
    player = state.players[shown.player]
    drawn = draw(player, state.match.rules.digivolve_draw)  # rule: digivolve.draw, digivolve.draw-empty
    if drawn:
        happened(
            state, Happened("drawn", player.hand[-drawn:], "player", shown.player, shown.card, amount=drawn)
        )
