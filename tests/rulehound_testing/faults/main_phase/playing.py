"""Planted faults: playing cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulehound.engine.dcg import areas
from rulehound.engine.dcg.actions import Play
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import playing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Shown
from rulehound_testing.faults.patching import Fault, conduct, forgiving, function

sound_place = playing.place
sound_play_by_effect = playing.play_by_effect
sound_new_stack = areas.new_stack
sound_reasons_against_play = playing.why_not


def play_for_nothing(state: State, action: Play) -> None:
    """Playing moves no memory."""
    before = state.memory
    playing.play(state, action)
    state.memory = before


def placed_upside_down(state: State, shown: Shown) -> None:
    """The cards placed last lie highest."""
    sound_place(state, msgspec.structs.replace(shown, materials=shown.materials[::-1]))


def like_its_host(state: State, card: str, player: int, **said: Any) -> None:
    """What is played from under something comes as that is: suspended or not."""
    hosts = [stack for stack in state.players[player].battle if card in stack.cards[1:]]
    sound_play_by_effect(state, card, player, **{**said, "suspended": any(host.suspended for host in hosts)})


def new_stack_ready(state: State, cards: tuple[str, ...], *, played: bool) -> Stack:
    """What comes into play with cards under it has not been played."""
    return areas.new_stack(state, cards, played=played and len(cards) == 1)


MOST_IN_BATTLE = 8


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


FAULTS: Mapping[str, Fault] = {
    "cost-ignored": Fault(
        "play.cost", "playing costs nothing", lambda: conduct(Play, carry_out=play_for_nothing)
    ),
    "card-duplicated": Fault(
        "cards.one-place",
        "a played card stays in the hand too",
        function(playing, "take_from_hand", lambda _player, _card: None),
    ),
    "nothing-is-free": Fault(
        "play.cost", "a card of cost 0 costs 1", lambda: conduct(Play, carry_out=play_for_one_at_least)
    ),
    "play-from-anywhere": Fault(
        "play.from-hand", "cards are played from anywhere", forgiving(Play, Reason.NOT_PLAYED_FROM_HAND)
    ),
    "eggs-are-played": Fault("play.kinds", "Digi-Eggs are played", forgiving(Play, Reason.KIND_NOT_PLAYED)),
    "full-battle-area": Fault(
        "battle.unlimited", "a battle area can be full", lambda: conduct(Play, why_not=full_battle_area)
    ),
    "played-suspended": Fault(
        "play.unsuspended", "Digimon come suspended", function(playing, "new_stack", come_suspended)
    ),
    "placed-upside-down": Fault(
        "assembly.stack", "placed cards lie the wrong way", function(playing, "place", placed_upside_down)
    ),
    "played-like-its-host": Fault(
        "effects.play",
        "what is played from under a Digimon is suspended as that is",
        function(playing, "play_by_effect", like_its_host),
    ),
    "plays-without-cost": Fault(
        "play.cost", "a Digimon without a play cost is played", forgiving(Play, Reason.NO_PLAY_COST)
    ),
    "ready-with-cards": Fault(
        "assembly.is-play",
        "what was played with cards placed for it attacks at once",
        function(playing, "new_stack", new_stack_ready),
    ),
}
"""Faults by name."""
