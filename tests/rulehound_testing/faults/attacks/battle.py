"""Planted faults: battles between Digimon, the end of a battle, and attacks that reach the player."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import deletion
from rulehound.engine.dcg.attacks import battle, course, security
from rulehound.engine.dcg.attacks.course import attacker_of
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects import continuous, durations, pending, triggers
from rulehound.engine.dcg.effects.continuous import dp_of
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import THE_PLAYER, State, end_game, facts_of, in_battle
from rulehound.engine.dcg.tasks import About, Happened
from rulehound_testing.faults.patching import Fault, function, process, rewritten, together

sound_battle = battle.battle
sound_battle_over = battle.battle_over
sound_success = battle.success
sound_go_on = pending.go_on


def attacker_survives_tie(state: State, attacker: Stack, defender: Stack) -> None:
    """Of two Digimon with the same DP, only the defender is deleted."""
    if dp_of(state, attacker) == dp_of(state, defender):
        with patch.object(battle, "dp_of", partial(one_less_of, defender)):
            sound_battle(state, attacker, defender)
    else:
        sound_battle(state, attacker, defender)


def one_less_of(loser: Stack, state: State, stack: Stack, *more: Any) -> int | None:
    """The DP of a stack, one less of the one that is to lose."""
    dp = dp_of(state, stack, *more)
    return (dp or 0) - 1 if stack.id == loser.id else dp


def pierces_all_the_same(now: State) -> None:
    """Piercing checks though its Digimon has lost it since the battle."""
    with patch.object(battle, "has", lambda *_: True):
        sound_battle_over(now)


def pierces_with_what_came_later(now: State) -> None:
    """Piercing checks though its Digimon has gained it only since the deletion."""
    if now.attack is not None:
        now.attack = msgspec.structs.replace(now.attack, had_piercing=True)
    sound_battle_over(now)


def end_with_the_battle(state: State) -> None:
    """What waits for the end of an attack triggers with what the battle sets off."""
    sound_success(state)
    course.end_of_attack(state)
    state.pending = tuple(one for one in state.pending if one != "end-of-attack")


def battle_as_blocked(state: State, attacker: Stack, defender: Stack) -> None:
    """Whoever battles a Digimon has been blocked by it."""
    triggers.happened(state, Happened("blocked", (attacker.id,), player=state.turn))
    sound_battle(state, attacker, defender)


def battle_reaches_the_player(state: State, attacker: Stack, defender: Stack) -> None:
    """A battle with a Digimon is followed by security checks."""
    sound_battle(state, attacker, defender)
    state.pending = ("security-check", *state.pending)


def lower_dp_wins(state: State, attacker: Stack, defender: Stack) -> None:
    """The Digimon with more DP is deleted."""
    attacking, defending = dp_of(state, attacker) or 0, dp_of(state, defender) or 0
    losers = [attacker.id] * (attacking >= defending) + [defender.id] * (defending >= attacking)
    about(state, About("deleted", tuple(losers), "battle"))


def printed_dp(state: State, stack: Stack) -> int | None:
    """What effects have done to the DP does not count."""
    return facts_of(state, stack).dp


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


def no_loss_in_a_tie(state: State, attacker: Stack, defender: Stack) -> None:
    """An attacker that meets its equal has not lost."""
    tied = dp_of(state, attacker) == dp_of(state, defender)
    sound_battle(state, attacker, defender)
    if tied and state.attack is not None:
        state.attack = msgspec.structs.replace(state.attack, lost=False)


def attackers_win(state: State, event: Happened) -> None:
    """A battle is won by whoever attacks."""
    if event.what == "won-battle" and state.attack is not None:
        event = msgspec.structs.replace(event, subjects=(state.attack.attacker,))
    triggers.happened(state, event)


def ties_are_won(state: State, attacker: Stack, defender: Stack) -> None:
    """A tie is won by the attacker."""
    if dp_of(state, attacker) == dp_of(state, defender):
        triggers.happened(state, Happened("won-battle", (attacker.id,), "battle", state.turn))
    sound_battle(state, attacker, defender)


def wins_unanswered(state: State, event: Happened) -> None:
    """Nothing answers to a won battle."""
    if event.what != "won-battle":
        triggers.happened(state, event)


def piercing_of_the_other(state: State) -> None:
    """A Digimon with Piercing that is attacked checks the security of the attacker's player."""
    defender = course.target_of(state)
    sound_battle_over(state)
    lost = course.attacker_of(state) is None and defender is not None
    if lost and defender is not None and continuous.has(state, defender, "piercing"):
        checked, state.me.security = state.me.security[:1], state.me.security[1:]
        state.me.trash += checked


def attack_ends_with_its_battle(state: State) -> None:
    """What lasts until the attack ends lasts until its battle does."""
    sound_battle_over(state)
    durations.end_durations(state, "attack-end")


def jamming_once(state: State) -> None:
    """Jamming is for the first check of an attack."""
    late = state.attack is not None and state.attack.checks_made > 1
    with patch.object(security, "has", lambda *_: False) if late else nullcontext():
        security.security_battle(state)


def wins_at_the_end(state: State) -> None:
    """An attack that wins ends first, with the effects of its end."""
    attacker = course.attacker_of(state)
    wins = attacker is not None and course.is_on_player(state) and not state.opponent.security
    if attacker is not None and wins and battle.may_win(state, attacker):
        state.phase = "ending"
    else:
        sound_success(state)


def over_and_won(state: State) -> None:
    """The attack that wins is over."""
    wins = state.phase == "ending"
    course.attack_over(state)
    if wins:
        end_game(state, state.turn, "attack")


def losers_in_turn(state: State, event: About) -> None:
    """Of two losers one is deleted after the other."""
    for loser in event.subjects:
        about(state, msgspec.structs.replace(event, subjects=(loser,)))


def pierces_by_winning(state: State) -> None:
    """Piercing checks where its Digimon has won, though the other one is saved."""
    attack = state.attack
    if attack is not None and not attack.lost:
        state.attack = msgspec.structs.replace(attack, deleted=(*attack.deleted, attack.target))
    sound_battle_over(state)


def pierces_without_a_battle(state: State) -> None:
    """Piercing checks where an effect has deleted the other Digimon before the battle."""
    sound_success(state)
    attack, attacker = state.attack, course.attacker_of(state)
    if attack is None or attacker is None or attack.target == THE_PLAYER:
        return
    if course.target_of(state) is None and continuous.has(state, attacker, "piercing"):
        state.pending = ("security-check", *state.pending)


def jamming_in_any_battle(state: State, attacker: Stack, defender: Stack) -> None:
    """Jamming saves its Digimon from every battle."""
    sound_battle(state, attacker, defender)
    if continuous.has(state, attacker, "jamming"):
        deletion.prevent(state, [attacker.id])


def success_below_zero_alone(state: State) -> None:
    """An attack with Blitz comes to nothing where the counter is back at 0."""
    attacker = attacker_of(state)
    if attacker is None or not facts_of(state, attacker).blitz or state.memory != 0:
        sound_success(state)


def pierces_before_its_own(state: State) -> bool:
    """The check of Piercing comes before what the battle has set off for the attacking player."""
    attack, group = state.attack, pending.next_group(state)
    own = bool(group) and all(one.origin.player == state.turn for one in group)
    if attack is None or not attack.deleted or not own or state.pending[:1] != ("battle-over",):
        return sound_go_on(state)
    state.pending = state.pending[1:]
    waiting, state.triggered = state.triggered, ()
    battle.battle_over(state)
    if state.pending[:1] == ("security-check",):
        state.pending = state.pending[1:]
        security.security_check(state)
    state.triggered = (*state.triggered, *waiting)
    return True


def one_loser_after_the_other(state: State, about_it: About) -> None:
    """Of two losers of a battle the turn player's has gone before the other one is about to."""
    first, *others = about_it.subjects
    if about_it.cause != "battle" or not others:
        about(state, about_it)
        return
    for one in (*others, first):
        about(state, msgspec.structs.replace(about_it, subjects=(one,)))


FAULTS: Mapping[str, Fault] = {
    "piercing-lost-to-retaliation": Fault(
        "keyword.piercing",
        "in the first documents Piercing comes to nothing where Retaliation has deleted a winner",
        rewritten(
            battle.battle_over,
            "attacker is None and state.match.rules.piercing_needs_survivor",
            "attacker is None and (state.match.rules.piercing_needs_survivor or not attack.lost)",
        ),
    ),
    "equal-dp-one-survives": Fault(
        "battle.tie", "the attacker survives equal DP", function(battle, "battle", attacker_survives_tie)
    ),
    "attack-goes-on": Fault(
        "attack.targets",
        "a battle is followed by checks",
        function(battle, "battle", battle_reaches_the_player),
    ),
    "lower-dp-wins": Fault("battle.compare", "less DP wins", function(battle, "battle", lower_dp_wins)),
    "printed-dp-battles": Fault(
        "dp.modify", "battles compare the printed DP", function(battle, "dp_of", printed_dp)
    ),
    "empty-security-is-safe": Fault(
        "game.win-attack", "no attack wins", function(battle, "may_win", lambda _state, _attacker: False)
    ),
    "zero-checks-win": Fault(
        "security.zero-checks",
        "an attack without checks wins",
        function(battle, "may_win", lambda _state, _attacker: True),
    ),
    "blitz-ends-with-memory": Fault(
        "keyword.blitz",
        "an attack by Blitz ends when its player has memory again",
        process("success", success_without_memory),
    ),
    "retaliation-is-a-tie": Fault(
        "keyword.retaliation",
        "Retaliation is part of the battle",
        function(battle, "battle", retaliation_is_a_tie),
    ),
    "piercing-once-had": Fault(
        "keyword.piercing",
        "Piercing checks though its Digimon has lost it since",
        process("battle-over", pierces_all_the_same),
    ),
    "piercing-gained-later": Fault(
        "keyword.piercing",
        "Piercing checks though its Digimon has gained it only after the deletion",
        process("battle-over", pierces_with_what_came_later),
    ),
    "end-with-the-battle": Fault(
        "battle.effects-done",
        "the end of an attack does not wait for what its battle sets off",
        process("success", end_with_the_battle),
    ),
    "battled-is-blocked": Fault(
        "block.blocked", "every battle is a block", function(battle, "battle", battle_as_blocked)
    ),
    "no-loss-in-a-tie": Fault(
        "effects.end-of-attack-lost",
        "an attacker that meets its equal has not lost",
        function(battle, "battle", no_loss_in_a_tie),
    ),
    "attackers-win": Fault(
        "battle.survivor", "a battle is won by whoever attacks", function(battle, "happened", attackers_win)
    ),
    "ties-are-won": Fault(
        "battle.survivor", "a tie is won by the attacker", function(battle, "battle", ties_are_won)
    ),
    "wins-unanswered": Fault(
        "effects.triggers", "nothing answers to a won battle", function(battle, "happened", wins_unanswered)
    ),
    "piercing-of-the-other": Fault(
        "keyword.piercing",
        "a Digimon with Piercing that is attacked checks the other security stack",
        process("battle-over", piercing_of_the_other),
    ),
    "attack-ends-with-its-battle": Fault(
        "effects.duration",
        "what lasts until the attack ends lasts until its battle does",
        process("battle-over", attack_ends_with_its_battle),
    ),
    "battle-lasts-as-the-attack": Fault(
        "effects.duration",
        "what lasts until the battle ends lasts until the attack does",
        function(battle, "end_durations", lambda _state, _moment: None),
    ),
    "jamming-once": Fault(
        "keyword.jamming",
        "Jamming is for the first check of an attack",
        process("security-battle", jamming_once),
    ),
    "won-at-the-end": Fault(
        "game.over",
        "an attack that wins ends first, with the effects of its end",
        lambda: together(process("success", wins_at_the_end)(), process("attack-over", over_and_won)()),
    ),
    "losers-in-turn": Fault(
        "battle.loser-deleted",
        "two that lose the same battle are deleted one after the other",
        function(battle, "about", losers_in_turn),
    ),
    "pierces-by-winning": Fault(
        "keyword.piercing",
        "Piercing checks though the other Digimon is saved",
        process("battle-over", pierces_by_winning),
    ),
    "pierces-without-a-battle": Fault(
        "keyword.piercing",
        "Piercing checks though an effect has deleted the other Digimon",
        process("success", pierces_without_a_battle),
    ),
    "jamming-in-any-battle": Fault(
        "keyword.jamming",
        "Jamming saves its Digimon from every battle",
        function(battle, "battle", jamming_in_any_battle),
    ),
    "blitz-ends-at-zero": Fault(
        "keyword.blitz",
        "an attack by Blitz ends when the counter is back at 0",
        process("success", success_below_zero_alone),
    ),
    "pierces-before-its-own": Fault(
        "keyword.piercing",
        "the check of Piercing comes before what the battle has set off for the attacking player",
        function(pending, "go_on", pierces_before_its_own),
    ),
    "one-loser-after-the-other": Fault(
        "battle.tie",
        "of two losers of a battle one has gone before the other one is about to be deleted",
        function(battle, "about", one_loser_after_the_other),
    ),
}
"""Faults by name."""
