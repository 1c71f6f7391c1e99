"""Planted faults of what the official rulings are asked about, and of rules that effects show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import msgspec

from faulty_engines import Fault, Installed, function, numbers, phase, process, together
from rulehound.engine.dcg import adapter, flow
from rulehound.engine.dcg.attacks import battle, blocking, course
from rulehound.engine.dcg.attacks.course import attacker_of, is_on_player
from rulehound.engine.dcg.attributes import has
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects import pending, resolving, selecting
from rulehound.engine.dcg.effects.language import Draw, Put, Recovery, Which
from rulehound.engine.dcg.effects.steps import piles, placing
from rulehound.engine.dcg.main_phase import options
from rulehound.engine.dcg.state import State, ask, end_game, facts_of
from rulehound.engine.dcg.tasks import Choice, Frame, Trigger
from rulehound.engine.dcg.turns import turn
from rulehound.engine.dcg.view import seen_by as sound_seen_by
from rulehound.spec.formats import Observation

Choices = tuple[tuple[str, ...], ...]

sound_first_in_turn = pending.first_in_turn
sound_sized = selecting.sized
sound_unsuspend_phase = turn.unsuspend_phase


def instead(step: type, other: Callable[[State, Frame, Any, Choices], None]) -> Callable[[], Installed]:
    """Another way to carry out the steps of a type."""
    return lambda: patch.dict(resolving.STEPS, {step: other})


def as_printed(state: State, group: tuple[Trigger, ...]) -> list[Trigger]:
    """Effects come in the order in which they triggered: nobody is asked."""
    return sound_first_in_turn(state, group)[:1]


def as_many_as_there_may_be(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Choice:
    """An effect on up to so many is on so many."""
    choice = sound_sized(frame, which, found, ordered=ordered)
    return choice._replace(must=choice.may)


def draw_or_lose(state: State, frame: Frame, step: Draw, chosen: Choices) -> None:
    """Whoever cannot draw for an effect loses."""
    player = piles.player_of(frame, step.of)
    if state.players[player].deck:
        piles.draw(state, frame, step, chosen)
    else:
        end_game(state, 1 - player, "deck-out")


def recover_or_lose(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """Whoever cannot recover loses."""
    player = piles.player_of(frame, step.of)
    if state.players[player].deck:
        piles.recover(state, frame, step, chosen)
    else:
        end_game(state, 1 - player, "deck-out")


def recover_up_to_five(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """A security stack of five takes no more."""
    if len(state.players[piles.player_of(frame, step.of)].security) < 5:
        piles.recover(state, frame, step, chosen)


def recover_what_is_left(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """An empty security stack is not recovered."""
    if state.players[piles.player_of(frame, step.of)].security:
        piles.recover(state, frame, step, chosen)


def recover_digi_eggs(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """Where the deck is empty, Digi-Eggs are recovered."""
    player = state.players[piles.player_of(frame, step.of)]
    if not player.deck and player.egg_deck:
        player.security = (player.egg_deck[0], *player.security)
        player.egg_deck = player.egg_deck[1:]
    piles.recover(state, frame, step, chosen)


def put_under_the_top(state: State, frame: Frame, step: Put, chosen: Choices) -> None:
    """A card that is placed under a Digimon lies directly below its top card."""
    placing.put(
        state, frame, msgspec.structs.replace(step, to="under-top") if step.to == "under" else step, chosen
    )


def put_and_win(state: State, frame: Frame, step: Put, chosen: Choices) -> None:
    """An effect that takes the last security card wins."""
    before = [bool(player.security) for player in state.players]
    placing.put(state, frame, step, chosen)
    for player, had_some in enumerate(before):
        if had_some and not state.players[player].security:
            end_game(state, 1 - player, "attack")


def colours_of_the_battle_area(state: State, option: CardFacts) -> bool:
    """The colours of what is in the breeding area do not count."""
    there = {color for stack in state.deciding().battle for color in facts_of(state, stack).colors}
    return all(color in there for color in option.colors)


def unsuspend_all_but_reboot(state: State) -> None:
    """Who unsuspends in the other player's phase does not in the own one."""
    mine = state.me
    kept = {stack.id for stack in mine.battle if stack.suspended and has(state, stack, "reboot")}
    sound_unsuspend_phase(state)
    mine.battle = tuple(
        msgspec.structs.replace(stack, suspended=stack.suspended or stack.id in kept) for stack in mine.battle
    )


def success_without_attacker(state: State) -> None:
    """An attack on the player reaches security even where the attacker has gone."""
    defender = state.opponent
    if attacker_of(state) is None and is_on_player(state) and defender.security:
        defender.trash += defender.security[:1]
        defender.security = defender.security[1:]
    else:
        battle.success(state)


def attack_to_the_end(state: State) -> bool:
    """An attack goes through its timings whoever has gone."""
    del state
    return False


def target_of_nobody(state: State) -> None:
    """Also without an attacker somebody is chosen to attack."""
    ask(state, "attack", state.turn)


def events_of_my_own(whole: Observation, player: int) -> Observation:
    """A player sees only what has happened by their own doing."""
    events = [event for event in whole["events"] if event["player"] == player]
    return sound_seen_by({**whole, "events": events}, player)


def with_both_hands(whole: Observation, player: int) -> Observation:
    """A player sees the other's hand."""
    seen = sound_seen_by(whole, player)
    hands = zip(seen["players"], whole["players"], strict=True)
    return {**seen, "players": [{**shown, "hand": real["hand"]} for shown, real in hands]}


RULING_FAULTS: dict[str, Fault] = {
    "order-kept-secret": Fault(
        "effects.return",
        "what one player does the other does not see",
        function(adapter, "seen_by", events_of_my_own),
    ),
    "hands-open": Fault(
        "effects.return", "each player sees the other's hand", function(adapter, "seen_by", with_both_hands)
    ),
    "order-as-printed": Fault(
        "effects.order",
        "nobody chooses which effect comes next",
        function(pending, "first_in_turn", as_printed),
    ),
    "up-to-is-so-many": Fault(
        "effects.count",
        "an effect on up to two takes two",
        function(selecting, "sized", as_many_as_there_may_be),
    ),
    "drawing-by-effect-loses": Fault(
        "effects.draw", "an effect that cannot draw loses the game", instead(Draw, draw_or_lose)
    ),
    "recovery-loses": Fault(
        "keyword.recovery", "Recovery from an empty deck loses the game", instead(Recovery, recover_or_lose)
    ),
    "recovery-to-five": Fault(
        "keyword.recovery", "Recovery stops at five cards", instead(Recovery, recover_up_to_five)
    ),
    "recovery-of-something": Fault(
        "keyword.recovery", "an empty stack is not recovered", instead(Recovery, recover_what_is_left)
    ),
    "recovery-of-eggs": Fault(
        "keyword.recovery", "Recovery takes Digi-Eggs", instead(Recovery, recover_digi_eggs)
    ),
    "placed-under-the-top": Fault(
        "effects.stack", "cards are placed directly below the top card", instead(Put, put_under_the_top)
    ),
    "last-security-wins": Fault(
        "effects.security", "to take the last security card wins", instead(Put, put_and_win)
    ),
    "colours-of-the-battle-area": Fault(
        "option.colours",
        "the breeding area has no colours",
        function(options, "colours_met", colours_of_the_battle_area),
    ),
    "every-colour-ever": Fault(
        "option.colours", "every edition asks for all colours", numbers(option_colours="every")
    ),
    "reboot-in-the-other-phase": Fault(
        "keyword.reboot",
        "Reboot is for the other player's phase alone",
        phase("unsuspend", unsuspend_all_but_reboot),
    ),
    "attack-of-nobody": Fault(
        "attack.attacker-gone",
        "an attack reaches security without its attacker",
        lambda: together(
            patch.object(course, "breaks_off", attack_to_the_end),
            patch.object(blocking, "breaks_off", attack_to_the_end),
            patch.dict(flow.PROCESSES, {"success": success_without_attacker}),
        ),
    ),
    "target-of-nobody": Fault(
        "attack.attacker-gone",
        "a target is chosen without an attacker",
        process("target-choice", target_of_nobody),
    ),
}
