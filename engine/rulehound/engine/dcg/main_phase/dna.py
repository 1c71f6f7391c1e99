"""DNA digivolution: two Digimon of the battle area become one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.actions import Action, DnaDigivolve
from rulehound.engine.dcg.areas import new_stack, take_from_hand
from rulehound.engine.dcg.cards import DnaRequirement
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.main_phase import digisorption, showing
from rulehound.engine.dcg.main_phase.digivolving import draw_bonus, fits, full_cost, why_not_base
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, ask, card_of, facts_of, in_battle, stack_of
from rulehound.engine.dcg.tasks import Shown


def options(state: State) -> Iterator[Action]:
    """Every two Digimon that fit a DNA requirement of a card in the hand."""
    player = state.deciding()
    for card in player.hand:
        for index, requirement in enumerate(state.match.facts[card].dna):
            lefts, rights = (
                [stack.id for stack in player.battle if fits(half, facts_of(state, stack))]
                for half in (requirement.left, requirement.right)
            )
            for left, right in product(lefts, rights):
                if left != right:
                    yield DnaDigivolve(card, left, right, index)


def own_in_battle(state: State, player: Player, stack: str) -> Stack | None:
    """The player's Digimon of this id in the battle area."""
    own = in_battle(player, stack)
    return own if own is not None and facts_of(state, own).is_digimon else None


def why_not(state: State, action: DnaDigivolve) -> Iterator[Reason]:
    """Reasons against this DNA digivolution."""
    player = state.deciding()
    if not state.match.rules.dna_known:
        yield Reason.DNA_UNKNOWN
    if action.left == action.right:
        yield Reason.DNA_TAKES_TWO
    found = [own_in_battle(state, player, stack) for stack in (action.left, action.right)]
    bases = tuple(base for base in found if base is not None)
    if len(bases) < len(found):
        yield Reason.DNA_NOT_IN_BATTLE_AREA
    for base in bases:
        yield from why_not_base(state, base)
    if action.card not in player.hand:
        yield Reason.NOT_DIGIVOLVED_FROM_HAND
    card = state.match.facts.get(action.card)
    if card is None:
        return
    if card.kind != "digimon":
        yield Reason.NOT_A_DIGIMON_CARD
    if not 0 <= action.requirement < len(card.dna):
        yield Reason.NO_SUCH_DNA_REQUIREMENT
        return
    requirement = card.dna[action.requirement]
    halves = zip((requirement.left, requirement.right), found, strict=True)
    if any(base is not None and not fits(half, facts_of(state, base)) for half, base in halves):
        yield Reason.DNA_REQUIREMENT_NOT_MET
    if state.decider is not None:
        cost = full_cost(state, state.decider, action.card, bases, requirement.cost)
        if not memory.affordable(state, state.decider, cost):
            yield Reason.MEMORY_SHORT


def digivolve(state: State, action: DnaDigivolve) -> None:
    """Show a card of the hand to put two Digimon under it, and go on as far as nothing comes first."""
    player = state.turn if state.decider is None else state.decider
    requirement = state.match.facts[action.card].dna[action.requirement]
    take_from_hand(state.players[player], action.card)  # rule: digivolve.from-hand, cards.one-place
    shown = Shown(action.card, player, "dna", cost=requirement.cost, onto=action.left, right=action.right)
    showing.set_aside(state, shown)
    go_on(state, shown)


def by_effect(state: State, left: str, right: str, card: str, player: int) -> dict[int, DnaRequirement]:
    """The requirements of a card, by index, by which two of a player's Digimon DNA digivolve into it."""
    there = state.players[player]
    bases = [own_in_battle(state, there, stack) for stack in (left, right)]
    able = [base for base in bases if base is not None and not any(why_not_base(state, base))]
    if left == right or len(able) < len(bases) or card_of(state, card).kind != "digimon":
        return {}
    return requirements_met(state, able, card)


def requirements_met(state: State, bases: Sequence[Stack], card: str) -> dict[int, DnaRequirement]:
    """The DNA requirements of a card that two Digimon meet, the left one first, by index."""
    facts = [facts_of(state, base) for base in bases]
    listed = card_of(state, card).dna if state.match.rules.dna_known else ()
    # rule: dna.requirement
    return {i: one for i, one in enumerate(listed) if all(map(fits, (one.left, one.right), facts))}


def can_digivolve_by_effect(
    state: State, left: str, right: str, card: str, player: int, *, free: bool, reduced: int
) -> bool:
    """Whether an effect can have two Digimon of a player DNA digivolve into this card."""
    met = by_effect(state, left, right, card, player)
    if free or not met:
        return bool(met)
    bases = tuple(stack_of(state.players[player], stack) for stack in (left, right))
    costs = (full_cost(state, player, card, bases, one.cost - reduced) for one in met.values())
    return any(memory.affordable(state, player, cost) for cost in costs)


def digivolve_by_effect(
    state: State,
    left: str,
    right: str,
    card: str,
    player: int,
    *,
    free: bool,
    reduced: int,
    source: str,
) -> None:
    """An effect has two Digimon of a player DNA digivolve; what is left to do is put on `state.now`.

    They can, as `can_digivolve_by_effect` says. Where requirements with several costs are met the player
    chooses one of them. `source` is the card that has the effect.
    """
    bases = [stack_of(state.players[player], stack) for stack in (left, right)]
    costs = {i: one.cost for i, one in requirements_met(state, bases, card).items()}
    ways = () if free or len(set(costs.values())) == 1 else tuple(costs)  # rule: dna.cost
    shown = Shown(
        card,
        player,
        "dna",
        cost=-reduced if ways else min(costs.values()) - reduced,
        ways=ways,
        onto=left,
        right=right,
        free=free,
        by_effect=True,
        source=source,
    )
    showing.begin_by_effect(state, shown)


def go_on(state: State, shown: Shown) -> None:
    """Go on, in order: effects on the digivolving, Digisorption, payment, the new Digimon, the draw."""
    if shown.ways:
        showing.wait(state, shown)
        ask(state, "requirement", shown.player)
        return
    subjects = (shown.onto, shown.right, shown.card)
    if shown.stage == showing.SHOWN and showing.effects_come_first(state, shown, "digivolved", subjects):
        return
    player = state.players[shown.player]
    there = showing.is_set_aside(state, shown) and all(
        own_in_battle(state, player, stack) for stack in (shown.onto, shown.right)
    )
    if there and digisorption.is_asked(state, shown):
        return
    if not there or not showing.payable(state, shown):
        showing.fail(state, shown)
        return
    pays_first = state.match.rules.digivolve_order == "pay-first"
    showing.finish(state, shown, place, pays_first=pays_first)
    draw_bonus(state, shown)  # rule: dna.digivolves
    showing.report(state, shown, "digivolved", player.battle[-1].id)  # rule: dna.digivolves


def place(state: State, shown: Shown) -> None:
    """The left stack on the right one, each as it was, and the card on top: a new Digimon, upright."""
    showing.put_down(state, shown)
    player = state.players[shown.player]
    left, right = in_battle(player, shown.onto), in_battle(player, shown.right)
    if left is None or right is None:
        return
    cards = (shown.card, *left.cards, *right.cards)  # rule: dna.stack
    player.battle = tuple(stack for stack in player.battle if stack is not left and stack is not right)
    made = new_stack(state, cards, played=False)  # rule: dna.limits
    player.battle += (made,)  # rule: dna.new
    showing.report(state, shown, "placed", made.id, shown.card)
