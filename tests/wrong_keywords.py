"""Keywords of the reference engine done a little wrong: what `keyword_faults` puts in place.

What is sound is kept here from being replaced.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec

from rulehound.engine.dcg import deletion, memory
from rulehound.engine.dcg.actions import Activate, DeclareAttack
from rulehound.engine.dcg.areas import replace, trash_stacks
from rulehound.engine.dcg.attacks import battle, declaration
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects import activating, keywords, selecting, triggers
from rulehound.engine.dcg.effects.language import (
    Color,
    Delete,
    DigiBurst,
    Effect,
    Event,
    Prevent,
    Put,
    Which,
)
from rulehound.engine.dcg.effects.matching import things
from rulehound.engine.dcg.effects.standpoint import Standpoint, stack_in_play
from rulehound.engine.dcg.effects.steps import stacks
from rulehound.engine.dcg.in_play import Stack, Use
from rulehound.engine.dcg.main_phase import main_effects, options
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.rule_processing import has_no_dp_left, is_barred
from rulehound.engine.dcg.state import State, card_of, facts_of, holder_of, in_battle, stack_of
from rulehound.engine.dcg.tasks import About, Asking, Choice, Frame, Happened, Origin

Choices = tuple[tuple[str, ...], ...]

sound_trash_tops = stacks.trash_tops
sound_de_digivolve = stacks.de_digivolve
sound_battle = battle.battle
sound_success = battle.success
sound_attack_by_effect = declaration.attack_by_effect
sound_why_not_attack = declaration.why_not
sound_activate_main = main_effects.activate_main
sound_why_not_activate = main_effects.why_not
sound_effects_to_activate = main_effects.effects_to_activate
sound_happened = triggers.happened
sound_prevent = deletion.prevent
sound_before = deletion.before
sound_why_not_use = options.why_not
sound_burst = selecting.burst
sound_removable_tops = selecting.removable_tops
sound_count_use = activating.count_use
sound_decoy = keywords.decoy


# De-Digivolve


def barred_are_deleted(state: State) -> None:
    """What may not be in the battle area is deleted like a Digimon at 0 DP."""
    in_play = (*state.me.battle, *state.opponent.battle)
    wrong = [stack for stack in in_play if facts_of(state, stack).is_digimon]
    gone = tuple(stack.id for stack in wrong if is_barred(state, stack) or has_no_dp_left(state, stack))
    if gone:
        deletion.about(state, About("deleted", gone, "rules"))


def tops_take_their_effects_along(state: State, one: str, count: int) -> int:
    """What a trashed card did for the turn ends with it."""
    stack = stack_in_play(state, one)
    trashed = sound_trash_tops(state, one, count)
    gone = stack.cards[:trashed] if stack is not None else ()
    for player in state.players:
        for there in player.battle:
            kept = tuple(one for one in there.lasting if one.card not in gone)
            replace(player, there, msgspec.structs.replace(there, lasting=kept))
    return trashed


def tops_that_are_digimon(state: State, stack: Stack) -> Iterator[str]:
    """De-Digivolve stops at a Tamer card."""
    for card in sound_removable_tops(state, stack):
        if card_of(state, card).kind == "tamer":
            return
        yield card


def trash_all_tops(state: State, one: str, count: int) -> int:
    """De-Digivolve takes the last card too."""
    stack, player = stack_in_play(state, one), holder_of(state, one)
    if stack is None or player is None or count < len(stack.cards) - 1:
        return sound_trash_tops(state, one, count)
    trash_stacks(state.players[player], [stack])
    return len(stack.cards)


def uncovered_is_played(state: State, frame: Frame, step: Any, chosen: Choices) -> None:
    """What De-Digivolve uncovers counts as played."""
    sound_de_digivolve(state, frame, step, chosen)
    sound_happened(state, Happened("played", chosen[0], "effect", frame.origin.player, frame.origin.card))


def trash_bottoms(state: State, one: str, count: int) -> int:
    """De-Digivolve takes cards from the bottom."""
    stack, player = stack_in_play(state, one), holder_of(state, one)
    if stack is None or player is None:
        return 0
    kept = len(stack.cards) - count
    replace(state.players[player], stack, msgspec.structs.replace(stack, cards=stack.cards[:kept]))
    state.players[player].trash += stack.cards[kept:]
    return count


# Digi-Burst and other effects of the main phase


def steps_before_cost(state: State, wanted: Asking) -> None:
    """What a cost buys comes before the cost."""
    sound_count_use(state, wanted.origin)
    frame = Frame(wanted.origin, (*wanted.steps, *wanted.cost), wanted.bound)
    state.now = (frame, *state.now)


def only_digimon_cards(state: State, at: Standpoint, step: DigiBurst) -> bool:
    """Digi-Burst counts Digimon cards only."""
    return len(things(state, at, Which(area="under", kind=("digimon",)))) >= step.count


def burst_from_the_top(state: State, frame: Frame) -> Choice:
    """Digi-Burst takes the highest cards, and lets nobody choose."""
    choice = sound_burst(state, frame)
    return choice._replace(candidates=choice.candidates[: choice.must - len(frame.picked)])


def activate_suspending(state: State, action: Activate) -> None:
    """An effect of the main phase suspends what has it."""
    found = main_effects.sought(state, action)
    if found is not None:
        replace(state.deciding(), found[0], msgspec.structs.replace(found[0], suspended=True))
    sound_activate_main(state, action)


def nothing_can_be_activated(state: State, action: Activate) -> Iterator[Reason]:
    """No effect of a Digimon is used in the main phase."""
    found = main_effects.sought(state, action)
    if found is not None and facts_of(state, found[0]).is_digimon:
        yield Reason.NO_SUCH_MAIN_EFFECT
    yield from sound_why_not_activate(state, action)


def suspended_cannot_activate(state: State, action: Activate) -> Iterator[Reason]:
    """What is suspended activates nothing."""
    found = main_effects.sought(state, action)
    if found is not None and found[0].suspended:
        yield Reason.EFFECT_COST_UNPAYABLE
    yield from sound_why_not_activate(state, action)


def once_a_turn(state: State, origin: Origin) -> bool:
    """Every effect is limited to once a turn."""
    stack = stack_in_play(state, origin.stack)
    return stack is None or Use(origin.card, origin.index) not in stack.used


def count_every_use(state: State, origin: Origin) -> None:
    """Every activation is noted."""
    limited = msgspec.structs.replace(origin.effect, limit=1)
    sound_count_use(state, msgspec.structs.replace(origin, effect=limited))


def all_timings_in_the_main_phase(state: State, stack: Stack, player: int) -> Iterator[Origin]:
    """Effects of digivolving can be activated in the main phase as well."""
    yield from sound_effects_to_activate(state, stack, player)
    for card, index, effect in triggers.effects_of(state, stack):
        if effect.timing == "when-digivolving":
            yield Origin(effect, card, player, index, stack.id)


# Attacks


def rush_of_any_card(state: State, stack: Stack, keyword: Any) -> bool:
    """A Digimon has the Rush of every card in its stack."""
    return any(card_of(state, card).rush for card in stack.cards)


def blitz_with_memory(state: State, attacker: str, player: int) -> None:
    """Blitz allows an attack wherever the counter stands."""
    sound_attack_by_effect(state, (attacker,), player)


def blitz_in_any_turn(state: State, attackers: Iterable[str], player: int, **allowed: Any) -> None:
    """An effect lets a Digimon attack in the turn in which it was played, whether it says so or not."""
    sound_attack_by_effect(state, tuple(attackers), player, **{**allowed, "same_turn": True})


def blitz_although_suspended(state: State, attacker: str, player: int) -> None:
    """Blitz unsuspends its Digimon for the attack."""
    stack = in_battle(state.players[player], attacker)
    if stack is not None and state.memory < 0:
        replace(state.players[player], stack, msgspec.structs.replace(stack, suspended=False))
        sound_attack_by_effect(state, (attacker,), player)


def blitz_only(state: State, action: DeclareAttack) -> Iterator[Reason]:
    """A Digimon with Blitz attacks by Blitz only."""
    attacker = in_battle(state.me, action.attacker)
    if state.decision == "main" and attacker is not None and facts_of(state, attacker).blitz:
        yield Reason.ATTACKER_NOT_ALLOWED
    yield from sound_why_not_attack(state, action)


def success_without_memory(state: State) -> None:
    """An attack with Blitz comes to nothing where its player has memory again."""
    attack = state.attack
    attacker = in_battle(state.me, attack.attacker) if attack is not None else None
    if attacker is None or not facts_of(state, attacker).blitz or state.memory <= 0:
        sound_success(state)


def retaliation_is_a_tie(state: State, attacker: Stack, defender: Stack) -> None:
    """A Digimon with Retaliation takes the other one along in the battle itself."""
    if facts_of(state, defender).retaliation:
        both = ((attacker.id, defender.id), (defender.id, attacker.id))
        state.pending = ("battle-over", *state.pending)
        deletion.about(state, About("deleted", (attacker.id, defender.id), "rules", battled=both))
    else:
        sound_battle(state, attacker, defender)


# Delay


def delay_stays(state: State, action: Activate) -> None:
    """A Delay leaves its Option where it is."""
    found = main_effects.sought(state, action)
    if found is not None:
        activating.activate(state, found[1], asked=True)


def delay_costs(state: State, action: Activate) -> None:
    """A Delay costs what its Option costs."""
    card = state.match.facts[action.card]
    if card.kind == "option":
        memory.change(state, state.turn, -(card.play_cost or 0))
    sound_activate_main(state, action)


def delay_counts_as_use(state: State, action: Activate) -> None:
    """A Delay counts as using the Option."""
    sound_happened(state, Happened("option-used", (action.card,), "player", state.turn, action.card))
    sound_activate_main(state, action)


def delay_asks_for_colours(state: State, action: Activate) -> Iterator[Reason]:
    """A Delay asks for the Option's colours."""
    if not options.colours_met(state, state.match.facts[action.card]):
        yield Reason.COLOURS_NOT_MET
    yield from sound_why_not_activate(state, action)


def no_delay(state: State, action: Activate) -> Iterator[Reason]:
    """No Delay can be used."""
    found = main_effects.sought(state, action)
    if found is not None and main_effects.is_option(state, found[0]):
        yield Reason.NO_SUCH_MAIN_EFFECT
    yield from sound_why_not_activate(state, action)


def main_effect_of_options_too(state: State, stack: Stack, player: int) -> Iterator[Origin]:
    """The [Main] effect of a placed Option can be activated like its Delay."""
    yield from sound_effects_to_activate(state, stack, player)
    for card, index, effect in triggers.effects_of(state, stack):
        if effect.timing == "main" and main_effects.is_option(state, stack):
            yield Origin(effect, card, player, index, stack.id)


def not_one_more_than_ten(state: State, action: Any) -> Iterator[Reason]:
    """No Option is used where 10 lie in the battle area."""
    if sum(facts_of(state, stack).kind == "option" for stack in state.me.battle) >= 10:
        yield Reason.EFFECT_COST_UNPAYABLE
    yield from sound_why_not_use(state, action)


def options_are_digimon(facts: CardFacts) -> bool:
    """Whatever lies in the battle area counts as a Digimon."""
    return facts.kind != "tamer"


# Decoy


RETALIATION_ON_ANYBODY = Effect(
    timing="when",
    event=Event("deleted", by="battle"),
    steps=(Delete(Which(of="opponent", kind=("digimon",))),),
)
"""Retaliation deletes some opposing Digimon, whether it has battled or not."""


def no_keyword_effects(_state: State, _stack: Stack) -> Iterator[tuple[int, Effect]]:
    """Retaliation, Armor Purge and Decoy do nothing."""
    return iter(())


def decoy_against_anything(colors: tuple[Color, ...]) -> Effect:
    """Decoy comes before deletions of any cause."""
    sound = sound_decoy(colors)
    assert sound.event is not None
    return msgspec.structs.replace(sound, event=msgspec.structs.replace(sound.event, by=""))


def decoy_of_any_colour(colors: tuple[Color, ...]) -> Effect:
    """Decoy protects Digimon of every colour."""
    event = Event("deleted", Which(role="other", kind=("digimon",)), by="opponents-effect")
    steps = (Prevent(Which(role="subject")),)
    return msgspec.structs.replace(sound_decoy(colors), event=event, steps=steps)


def decoy_saves_all(colors: tuple[Color, ...]) -> Effect:
    """One Decoy saves all that are about to be deleted."""
    saved = Prevent(Which(role="subject", colors=colors, count="all"))
    return msgspec.structs.replace(sound_decoy(colors), steps=(saved,))


def decoy_is_trashed(colors: tuple[Color, ...]) -> Effect:
    """The Digimon with Decoy goes to the trash without being deleted."""
    return msgspec.structs.replace(sound_decoy(colors), cost=(Put(Which(role="this"), "trash"),))


def decoy_afterwards(colors: tuple[Color, ...]) -> Effect:
    """Decoy answers to a deletion that has happened, and brings the Digimon back out of the trash."""
    sound = sound_decoy(colors)
    returned = Put(Which(area="trash", kind=("digimon",), colors=colors), "hand")
    happening = Event("deleted", Which(role="other", kind=("digimon",), colors=colors), by="opponents-effect")
    return msgspec.structs.replace(
        sound, timing="when", event=happening, cost=(Delete(Which(role="this")),), steps=(returned,)
    )


def saved_without_its_cards(state: State, subjects: Collection[str]) -> None:
    """What is saved loses its digivolution cards."""
    sound_prevent(state, subjects)
    for subject in subjects:
        player = holder_of(state, subject)
        if player is not None:
            stack = stack_of(state.players[player], subject)
            bare = msgspec.structs.replace(stack, cards=stack.cards[:1])
            replace(state.players[player], stack, bare)


def saved_but_deleted(state: State, subjects: Collection[str]) -> None:
    """What is saved counts as deleted."""
    sound_prevent(state, subjects)
    sound_happened(state, Happened("deleted", tuple(subjects), "effect", 1 - state.turn))


def doomed_cannot_help(state: State, event: About, player: int) -> list[Origin]:
    """What is about to be deleted itself uses nothing."""
    return [origin for origin in sound_before(state, event, player) if origin.stack not in event.subjects]


def one_effect_a_deletion(state: State, event: About, player: int) -> list[Origin]:
    """One effect comes before each deletion, and no second one."""
    return [] if event.used else sound_before(state, event, player)
