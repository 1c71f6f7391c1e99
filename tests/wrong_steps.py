"""Steps of the reference engine done a little wrong: what the finer faults put in place of the sound ones.

What is sound is kept here from being replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import areas, decisions, deck, observation, rule_processing
from rulehound.engine.dcg.actions import Block, DeclareAttack, Decline, Digivolve, Hatch, MoveOut, Play, Skip
from rulehound.engine.dcg.attacks import battle, blocking, declaration, security
from rulehound.engine.dcg.attributes import checks_of, dp_of
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects import durations, generic
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.main_phase import digivolving, playing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import (
    THE_PLAYER,
    State,
    card_of,
    end_game,
    facts_of,
    in_battle,
    in_breeding,
    stack_of,
)
from rulehound.engine.dcg.tasks import About
from rulehound.engine.dcg.turns import breeding, turn
from rulehound.spec import formats

MOST_IN_HAND = 12
MOST_IN_BATTLE = 8

sound_battle = battle.battle
sound_observe = observation.observe
sound_untimely = decisions.untimely
sound_why_not_effect = generic.why_not
sound_is_barred = rule_processing.is_barred
sound_process_rules = rule_processing.process_rules
sound_new_stack = areas.new_stack
sound_draw = areas.draw
sound_draw_phase = turn.draw_phase
sound_checks_of = checks_of
sound_reasons_against_play = playing.why_not
sound_reasons_against_attack = declaration.why_not
sound_own_digimon = digivolving.own_digimon
sound_wrong_size = deck.wrong_size
sound_too_many_eggs = deck.too_many_eggs
sound_security_check = security.security_check
sound_security_over = security.security_over


def draw_from_the_bottom(player: Player, count: int) -> int:
    """Cards are drawn from under the deck."""
    player.deck = player.deck[::-1]
    drawn = sound_draw(player, count)
    player.deck = player.deck[::-1]
    return drawn


def draw_into_a_full_hand(player: Player, count: int) -> int:
    """What a hand has no room for is discarded."""
    drawn = sound_draw(player, count)
    player.hand, player.trash = player.hand[:MOST_IN_HAND], player.trash + player.hand[MOST_IN_HAND:]
    return drawn


def lose_with_the_last_card(state: State) -> None:
    """A deck that has become empty loses at once."""
    sound_draw_phase(state)
    if not state.me.deck:
        end_game(state, 1 - state.turn, "deck-out")


def unsuspend_digimon_alone(state: State) -> None:
    """Tamers, and Digimon of the breeding area, stay suspended."""
    state.me.battle = tuple(
        msgspec.structs.replace(stack, suspended=stack.suspended and not facts_of(state, stack).is_digimon)
        for stack in state.me.battle
    )
    state.phase = "draw"


def declare_upright(state: State, action: DeclareAttack) -> None:
    """The attacker stays unsuspended."""
    with patch.object(declaration, "suspend", lambda _player, _stack: None):
        declaration.declare(state, action)


def one_attack_a_turn(state: State, action: DeclareAttack) -> Iterator[Reason]:
    """Once a Digimon is suspended, no other one attacks."""
    yield from sound_reasons_against_attack(state, action)
    if any(stack.suspended for stack in state.me.battle):
        yield Reason.ATTACK_UNDER_WAY


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


def unlimited_fall(state: State, stack: Stack) -> int | None:
    """DP is shown below 0."""
    printed = facts_of(state, stack).dp
    return (
        None
        if printed is None
        else printed + sum(one.gives.dp for one in stack.lasting if isinstance(one.gives.dp, int))
    )


def facts_of_the_bottom_card(state: State, stack: Stack) -> Any:
    """A Digimon is what its lowest card says."""
    return card_of(state, stack.cards[-1])


def block_without_switching(state: State, action: Block) -> None:
    """The blocker is suspended, and the attack goes where it was aimed at."""
    target = state.attack.target if state.attack else THE_PLAYER
    blocking.block(state, action)
    if state.attack is not None:
        state.attack = msgspec.structs.replace(state.attack, target=target)


def stands_there(state: State, action: Block) -> bool:
    """Whether the blocker is in the defending player's battle area."""
    return in_battle(state.opponent, action.blocker) is not None


def at_least_one_check(state: State, stack: Stack) -> int:
    """An attacker checks one card at least."""
    return max(sound_checks_of(state, stack), 1)


def untimely_only_when_over(state: State, action: Any) -> Iterator[Reason]:
    """Anybody does anything at any time."""
    return (reason for reason in sound_untimely(state, action) if reason is Reason.GAME_OVER)


def effects_everywhere(state: State, effect: Any) -> Iterator[Reason]:
    """Effects reach the breeding area."""
    return (
        reason
        for reason in sound_why_not_effect(state, effect)
        if reason is not Reason.EFFECT_ON_BREEDING_AREA
    )


def replace_dp_change(state: State, effect: generic.DpEffect) -> None:
    """A change of DP takes the place of the one before."""
    player, stack = generic.target_of(state, effect.target)
    areas.replace(player, stack, msgspec.structs.replace(stack, lasting=()))
    generic.resolve_dp(state, effect)


def change_for_the_turn_player(state: State, _player: int, amount: int) -> None:
    """Whoever gains, the turn player does."""
    limit = state.match.rules.memory_max
    state.memory = max(-limit, min(limit, state.memory + amount))


def tamers_need_dp(state: State) -> None:
    """Tamers are removed, as they have no DP."""
    sound_process_rules(state)
    tamers = [there.id for player in state.players for there in player.battle if is_tamer(state, there)]
    if tamers:
        about(state, About("left-battle-area", tuple(tamers), "rules", to="trash"))


def is_tamer(state: State, stack: Stack) -> bool:
    """Whether something in play is a Tamer."""
    return facts_of(state, stack).kind == "tamer"


def full_battle_area(state: State, action: Play) -> Iterator[Reason]:
    """A battle area holds a few cards only."""
    yield from sound_reasons_against_play(state, action)
    if len(state.me.battle) >= MOST_IN_BATTLE:
        yield Reason.KIND_NOT_PLAYED


def come_suspended(state: State, cards: tuple[str, ...], *, played: bool) -> Stack:
    """Played Digimon come suspended."""
    return msgspec.structs.replace(sound_new_stack(state, cards, played=played), suspended=True)


def play_for_one_at_least(state: State, action: Play) -> None:
    """Nothing is free."""
    free = not state.match.facts[action.card].play_cost
    playing.play(state, action)
    state.memory -= free


def hatch_or_lose(state: State, action: Hatch) -> None:
    """Who has no Digi-Egg to hatch loses."""
    if state.me.egg_deck:
        breeding.hatch(state, action)
    else:
        end_game(state, 1 - state.turn, "deck-out")


def hatch_from_the_bottom(state: State, action: Hatch) -> None:
    """The lowest Digi-Egg is hatched."""
    state.me.egg_deck = state.me.egg_deck[::-1]
    breeding.hatch(state, action)
    state.me.egg_deck = state.me.egg_deck[::-1]


def skip_moves_out(state: State, action: Skip) -> None:
    """Who does nothing has to move."""
    digimon = state.me.breeding
    breeding.skip(state, action)
    if digimon is not None:
        state.me.battle += (digimon,)
        state.me.breeding = None


def move_the_top_card(state: State, action: MoveOut) -> None:
    """The cards underneath are trashed on the way out."""
    digimon = state.me.breeding
    if digimon is not None:
        state.me.breeding = msgspec.structs.replace(digimon, cards=digimon.cards[:1], suspended=False)
        state.me.trash += digimon.cards[1:]
    breeding.move(state, action)


def digivolve_at_the_play_cost(state: State, action: Digivolve) -> None:
    """Digivolving costs the play cost."""
    before = state.memory
    digivolving.digivolve(state, action)
    state.memory = before - (state.match.facts[action.card].play_cost or 0)


def digivolve_or_lose(state: State, action: Digivolve) -> None:
    """Who cannot draw for digivolving loses."""
    empty = not state.me.deck
    digivolving.digivolve(state, action)
    if empty:
        end_game(state, 1 - state.turn, "deck-out")


def as_if_played(base: Stack, card: str) -> Stack:
    """A Digimon that digivolves counts as played."""
    return msgspec.structs.replace(base, cards=(card, *base.cards), played_this_turn=True)


def forgets_dp_changes(base: Stack, card: str) -> Stack:
    """Digivolving ends what was done to the DP."""
    return msgspec.structs.replace(base, cards=(card, *base.cards), lasting=())


def first_color_only(requirement: Any, base: Any) -> bool:
    """Of two colours the first counts."""
    return bool(requirement.level == base.level and requirement.color == base.colors[:1][0])


def anything_of_the_player(_state: State, player: Player, stack: str) -> Stack | None:
    """Tamers digivolve too."""
    return in_battle(player, stack) or in_breeding(player, stack)


def anybodys_digimon(state: State, _player: Player, stack: str) -> Stack | None:
    """The opponent's Digimon digivolve too."""
    return next(
        (found for player in state.players if (found := sound_own_digimon(state, player, stack))), None
    )


def stack_of_anybody(player: Player, stack: str) -> Stack:
    """A stack that changes nothing stands in for what the player does not have."""
    return in_battle(player, stack) or in_breeding(player, stack) or Stack("", ())


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


def one_card_short(main: Any, rules: Any) -> Iterator[Any]:
    """One card fewer than the deck's size is fine."""
    return iter(()) if len(main) == rules.deck_size - 1 else sound_wrong_size(main, rules)


def eggs_wanted(eggs: Any, rules: Any) -> Iterator[Any]:
    """There has to be a Digi-Egg deck."""
    yield from sound_too_many_eggs(eggs, rules)
    if not eggs:
        yield formats.Reason("no-eggs", "egg-deck.size", "there is no Digi-Egg deck")


def check_the_lowest_card(state: State) -> None:
    """Security is checked from below."""
    state.opponent.security = state.opponent.security[::-1]
    sound_security_check(state)
    state.opponent.security = state.opponent.security[::-1]


def check_for_the_attacker(state: State) -> None:
    """A checked card goes to the attacking player's trash."""
    kept = state.opponent.trash
    sound_security_over(state)
    checked = tuple(card for card in state.opponent.trash if card not in kept)
    state.opponent.trash, state.me.trash = kept, state.me.trash + checked


def why_not_hatch_but_for_eggs(state: State, action: Hatch) -> Iterator[Reason]:
    """That there is no Digi-Egg is no reason."""
    return (reason for reason in breeding.why_not_hatch(state, action) if reason is not Reason.NO_DIGI_EGGS)


def three_players(state: State) -> Any:
    """A third player sits at the table."""
    shown = sound_observe(state)
    return {**shown, "players": [*shown["players"], observation.shown_player(state, Player())]}


def no_declining(_state: State, _action: Decline) -> Iterator[Reason]:
    """Whoever is asked whether to attack attacks."""
    yield Reason.ATTACK_NEEDS_TARGET


def all_but_the_battles(state: State, moment: durations.Moment) -> None:
    """What lasts for a battle goes on."""
    if moment != "battle-end":
        durations.end_durations(state, moment)


def no_level_is_low(state: State, stack: Stack) -> bool:
    """No level is one too low for the battle area."""
    return sound_is_barred(state, stack) or facts_of(state, stack).level is None


def an_egg(state: State, card: str) -> CardFacts:
    """Every card counts as a Digi-Egg."""
    return msgspec.structs.replace(card_of(state, card), kind="digi-egg")
