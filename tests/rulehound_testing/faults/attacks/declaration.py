"""Planted faults: declaring attacks, and attacks by effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import areas, flow
from rulehound.engine.dcg.actions import DeclareAttack, Decline
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.attacks import declaration
from rulehound.engine.dcg.attacks.course import AFTER_DECLARATION, attacker_of
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import THE_PLAYER, State, ask, card_of, facts_of, in_battle, stack_of
from rulehound.engine.dcg.tasks import Happened, MayAttack
from rulehound_testing.faults.patching import Fault, conduct, constant, forgiving, function, process, together

sound_attack_by_effect = declaration.attack_by_effect
sound_attack_by_effect = declaration.attack_by_effect
sound_reasons_against_attack = declaration.why_not
sound_why_not_attack = declaration.why_not


def is_tamer(state: State, action: DeclareAttack) -> bool:
    """Whether the attacker is one of the deciding player's Tamers."""
    stack = in_battle(state.deciding(), action.attacker)
    return stack is not None and facts_of(state, stack).kind == "tamer"


def target_of_nobody(state: State) -> None:
    """Also without an attacker somebody is chosen to attack."""
    ask(state, "attack", state.turn)


def never_in_the_same_turn(
    state: State, attackers: Sequence[str], player: int, *, same_turn: bool = False, **said: Any
) -> None:
    """No effect lets a Digimon attack in the turn in which it was played."""
    del same_turn
    sound_attack_by_effect(state, attackers, player, **said)


def all_but_attacks(state: State, event: Happened) -> None:
    """Whatever happens sets off its effects, but for the declaration of an attack."""
    if event.what != "attacks":
        happened(state, event)


def effects_of_attacking(state: State) -> None:
    """The effects that an attack sets off trigger now."""
    attacker = attacker_of(state)
    if attacker is not None:
        happened(state, Happened("attacks", (attacker.id,), player=state.turn))


def block_before_effects() -> AbstractContextManager[Any]:
    """The other player blocks before the effects of attacking have triggered."""
    late = tuple(
        step
        for each in AFTER_DECLARATION
        for step in ((each, "target-choice") if each == "block-timing" else (each,))
    )
    return together(
        patch.object(declaration, "happened", all_but_attacks),
        patch.object(declaration, "AFTER_DECLARATION", late),
        patch.dict(flow.PROCESSES, {"target-choice": effects_of_attacking}),
    )


def declare_upright(state: State, action: DeclareAttack) -> None:
    """The attacker stays unsuspended."""
    with patch.object(declaration, "suspend", lambda _player, _stack: None):
        declaration.declare(state, action)


def one_attack_a_turn(state: State, action: DeclareAttack) -> Iterator[Reason]:
    """Once a Digimon is suspended, no other one attacks."""
    yield from sound_reasons_against_attack(state, action)
    if any(stack.suspended for stack in state.me.battle):
        yield Reason.ATTACK_UNDER_WAY


def declare_with_anything(state: State, action: DeclareAttack) -> None:
    """The opponent's Digimon attack their own player."""
    if in_battle(state.me, action.attacker):
        declaration.declare(state, action)
    else:
        areas.suspend(state.opponent, stack_of(state.opponent, action.attacker))


def attacker_of_anybody(state: State, action: DeclareAttack) -> Iterator[Reason]:
    """Whose the attacker is, is not asked, as long as it is in a battle area."""
    there = in_battle(state.opponent, action.attacker) is not None
    reasons = sound_reasons_against_attack(state, action)
    return (reason for reason in reasons if not there or reason is not Reason.ATTACKER_NOT_OWN_DIGIMON)


def no_declining(_state: State, _action: Decline) -> Iterator[Reason]:
    """Whoever is asked whether to attack attacks."""
    yield Reason.ATTACK_NEEDS_TARGET


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


def attacks_in_any_turn(state: State, attackers: Sequence[str], player: int, **told: Any) -> None:
    """In the other player's turn an effect has its player's Digimon attack at once."""
    if player == state.turn:
        sound_attack_by_effect(state, attackers, player, **told)
        return
    for attacker in attackers[:1]:
        areas.suspend(state.players[player], stack_of(state.players[player], attacker))
        other = state.players[1 - player]
        other.trash, other.security = (*other.trash, *other.security[:1]), other.security[1:]


def overlooking(
    forgiven: Reason, only: Callable[[State, DeclareAttack], bool]
) -> Callable[[], AbstractContextManager[Any]]:
    """A reason against some attacks is overlooked; nothing else is offered than before."""

    def why_not(state: State, action: DeclareAttack) -> Iterator[Reason]:
        reasons = sound_why_not_attack(state, action)
        return (reason for reason in reasons if reason is not forgiven or not only(state, action))

    return lambda: conduct(DeclareAttack, why_not=why_not)


def by_rush(state: State, action: DeclareAttack) -> bool:
    """Whether the attacker was played this turn."""
    stack = in_battle(state.deciding(), action.attacker)
    return stack is not None and stack.played_this_turn


def rush_at_the_player(state: State, action: DeclareAttack) -> Iterator[Reason]:
    """Who attacks in the turn of its play attacks the player alone."""
    yield from sound_why_not_attack(state, action)
    if by_rush(state, action) and action.target != THE_PLAYER:
        yield Reason.TARGET_NOT_ALLOWED


def blitz_within_attacks(state: State, task: MayAttack) -> None:
    """Blitz lets a Digimon attack in the middle of an attack, which is over then."""
    if task.blitz:
        state.attack = None
    declaration.ask_whether(state, task)


def blitz_compulsory(state: State, action: Decline) -> Iterator[Reason]:
    """The attack that Blitz allows has to be made."""
    yield from declaration.why_not_decline(state, action)
    allowed = declaration.permission(state)
    if allowed is not None and allowed.blitz:
        yield Reason.ATTACK_NEEDS_TARGET


FAULTS: Mapping[str, Fault] = {
    "attack-same-turn": Fault(
        "attack.not-same-turn",
        "Digimon attack on the turn that they are played",
        forgiving(DeclareAttack, Reason.ATTACKER_PLAYED_THIS_TURN),
    ),
    "tamer-attacks": Fault(
        "attack.digimon",
        "Tamers attack",
        forgiving(DeclareAttack, Reason.ATTACKER_NOT_OWN_DIGIMON, is_tamer),
    ),
    "attack-unsuspended-target": Fault(
        "attack.targets",
        "unsuspended Digimon are attacked",
        forgiving(DeclareAttack, Reason.TARGET_NOT_SUSPENDED),
    ),
    "breeding-attacks": Fault(
        "breeding.no-battle",
        "Digimon attack from the breeding area",
        forgiving(DeclareAttack, Reason.ATTACKER_IN_BREEDING_AREA),
    ),
    "breeding-is-attacked": Fault(
        "breeding.no-battle",
        "Digimon of the breeding area are attacked",
        forgiving(DeclareAttack, Reason.TARGET_IN_BREEDING_AREA),
    ),
    "opponents-attack": Fault(
        "attack.digimon",
        "the opponent's Digimon attack",
        lambda: conduct(DeclareAttack, why_not=attacker_of_anybody, carry_out=declare_with_anything),
    ),
    "attack-anything": Fault(
        "attack.targets", "anything is attacked", forgiving(DeclareAttack, Reason.NO_SUCH_TARGET)
    ),
    "suspended-attacks": Fault(
        "attack.unsuspended", "suspended Digimon attack", forgiving(DeclareAttack, Reason.ATTACKER_SUSPENDED)
    ),
    "attacker-upright": Fault(
        "attack.suspends",
        "attacking does not suspend",
        lambda: conduct(DeclareAttack, carry_out=declare_upright),
    ),
    "one-attack-a-turn": Fault(
        "attack.one-at-a-time",
        "one attack a turn",
        lambda: conduct(DeclareAttack, why_not=one_attack_a_turn),
    ),
    "block-comes-late": Fault(
        "attack.order",
        "the block comes after the attack has got through",
        constant(
            declaration, "AFTER_DECLARATION", ("success", "block-timing", "end-of-attack", "attack-over")
        ),
    ),
    "attacks-allowed-are-attacks-made": Fault(
        "effects.optional",
        "an attack that an effect allows has to be made",
        lambda: conduct(Decline, why_not=no_declining),
    ),
    "target-chosen-for-another": Fault(
        "attack.one-at-a-time",
        "while one Digimon attacks, another can",
        forgiving(DeclareAttack, Reason.ATTACK_UNDER_WAY),
    ),
    "rush-does-nothing": Fault(
        "keyword.rush", "Rush does nothing", function(declaration, "has", lambda *_arguments: False)
    ),
    "rush-stays": Fault(
        "keyword.rush",
        "a Digimon keeps the Rush of the cards under it",
        function(declaration, "has", rush_of_any_card),
    ),
    "blitz-does-nothing": Fault(
        "keyword.blitz",
        "Blitz does nothing",
        function(declaration, "attack_by_blitz", lambda *_arguments: None),
    ),
    "blitz-with-memory": Fault(
        "keyword.blitz",
        "Blitz allows an attack with memory left",
        function(declaration, "attack_by_blitz", blitz_with_memory),
    ),
    "blitz-although-suspended": Fault(
        "attack.unsuspended",
        "Blitz unsuspends its Digimon",
        function(declaration, "attack_by_blitz", blitz_although_suspended),
    ),
    "blitz-as-played": Fault(
        "attack.not-same-turn",
        "Blitz lets a Digimon attack that was played this turn",
        function(declaration, "attack_by_effect", blitz_in_any_turn),
    ),
    "blitz-whatever-forbids-it": Fault(
        "effects.forbidden",
        "what forbids to attack is overlooked",
        function(declaration, "cannot", lambda *_arguments: False),
    ),
    "blitz-only": Fault(
        "keyword.blitz",
        "a Digimon with Blitz attacks by Blitz only",
        lambda: conduct(DeclareAttack, why_not=blitz_only),
    ),
    "target-of-nobody": Fault(
        "attack.attacker-gone",
        "a target is chosen without an attacker",
        process("target-choice", target_of_nobody),
    ),
    "attacks-later-whatever-a-card-says": Fault(
        "effects.over-rules",
        "no card lets a Digimon attack in the turn of its play",
        function(declaration, "attack_by_effect", never_in_the_same_turn),
    ),
    "block-before-effects": Fault(
        "attack.order", "a block comes before the effects of attacking", block_before_effects
    ),
    "at-anything-by-effect": Fault(
        "effects.fits",
        "an effect that lets attack the player lets attack anything",
        function(declaration, "aim_of", lambda _state: "any"),
    ),
    "anybody-by-effect": Fault(
        "effects.fits",
        "where an effect lets one Digimon attack another can",
        forgiving(DeclareAttack, Reason.ATTACKER_NOT_ALLOWED),
    ),
    "attacks-in-any-turn": Fault(
        "attack.digimon",
        "an effect lets its player attack in the other player's turn",
        function(declaration, "attack_by_effect", attacks_in_any_turn),
    ),
    "rush-at-anything": Fault(
        "attack.targets",
        "who attacks in the turn of its play attacks unsuspended Digimon too",
        overlooking(Reason.TARGET_NOT_SUSPENDED, by_rush),
    ),
    "allowed-at-anything": Fault(
        "attack.targets",
        "who attacks by an effect attacks unsuspended Digimon too",
        overlooking(
            Reason.TARGET_NOT_SUSPENDED,
            lambda state, _action: declaration.permission(state) is not None,
        ),
    ),
    "rush-at-the-player": Fault(
        "keyword.rush",
        "who attacks in the turn of its play attacks the player alone",
        lambda: conduct(DeclareAttack, why_not=rush_at_the_player),
    ),
    "same-turn-at-digimon": Fault(
        "attack.not-same-turn",
        "Digimon attack other Digimon in the turn in which they are played",
        overlooking(
            Reason.ATTACKER_PLAYED_THIS_TURN,
            lambda _state, action: action.target != THE_PLAYER,
        ),
    ),
    "rush-again": Fault(
        "attack.unsuspended",
        "who attacks in the turn of its play does so as often as its player likes",
        overlooking(Reason.ATTACKER_SUSPENDED, by_rush),
    ),
    "unsuspendable-attack-by-effects": Fault(
        "effects.forbidden",
        "what cannot be suspended attacks where an effect lets it",
        overlooking(
            Reason.ATTACKER_CANNOT_SUSPEND,
            lambda state, _action: declaration.permission(state) is not None,
        ),
    ),
    "blitz-within-attacks": Fault(
        "attack.one-at-a-time",
        "Blitz starts an attack while one is under way",
        lambda: patch.dict(flow.TASKS, {MayAttack: blitz_within_attacks}),
    ),
    "blitz-compulsory": Fault(
        "keyword.blitz",
        "the attack that Blitz allows has to be made",
        lambda: conduct(Decline, why_not=blitz_compulsory),
    ),
}
"""Faults by name."""
