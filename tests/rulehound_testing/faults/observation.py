"""Planted faults: what an engine shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.engine.dcg import game, observation, state
from rulehound.engine.dcg.effects.continuous import dp_of
from rulehound.engine.dcg.effects.standpoint import ROUNDS
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.state import State, card_of, facts_of, in_breeding
from rulehound_testing.faults.patching import Fault, constant, function

sound_dp_of = dp_of
sound_observe = observation.observe


def works_in_breeding(now: State, stack: Stack, rounds: int = 2) -> int | None:
    """A Digimon of the breeding area has its own lasting effects."""
    dp = sound_dp_of(now, stack, rounds)
    if dp is None or not any(in_breeding(player, stack.id) for player in now.players):
        return dp
    own = [effect.gives for effect in state.facts_of(now, stack).effects if effect.timing == "continuous"]
    return dp + sum(gives.dp for gives in own if gives is not None and isinstance(gives.dp, int))


def given_from_breeding(state: State, stack: Stack, rounds: int = ROUNDS) -> int | None:
    """What a Digimon of the breeding area gives to all reaches the battle area."""
    dp = sound_dp_of(state, stack, rounds)
    for player in state.players:
        raised = player.breeding
        if dp is not None and raised is not None and stack in player.battle:
            given = [each.gives for each in facts_of(state, raised).effects if each.target.count == "all"]
            dp += sum(gives.dp for gives in given if gives is not None and isinstance(gives.dp, int))
    return dp


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


def three_players(state: State) -> Any:
    """A third player sits at the table."""
    shown = sound_observe(state)
    return {**shown, "players": [*shown["players"], observation.shown_player(state, Player())]}


FAULTS: Mapping[str, Fault] = {
    "third-player": Fault(
        "game.players", "a third player is shown", function(game, "observe", three_players)
    ),
    "bottom-card-counts": Fault(
        "digivolve.stack",
        "a Digimon is shown as its lowest card",
        function(observation, "facts_of", facts_of_the_bottom_card),
    ),
    "dp-below-zero": Fault("dp.floor", "DP is shown below 0", function(observation, "dp_of", unlimited_fall)),
    "no-dp-is-zero": Fault(
        "card.dp",
        "no DP is shown as 0",
        function(observation, "dp_of", lambda state, stack: dp_of(state, stack) or 0),
    ),
    "egg-is-no-digimon": Fault(
        "card.kinds",
        "a hatched Digi-Egg is shown as a Digi-Egg",
        constant(observation, "TYPES_IN_PLAY", {}),
    ),
    "breeding-effects-inside": Fault(
        "breeding.no-effects",
        "effects of a Digimon work within the breeding area",
        function(observation, "dp_of", works_in_breeding),
    ),
    "given-from-breeding": Fault(
        "breeding.no-effects",
        "what a Digimon of the breeding area gives reaches the battle area",
        function(observation, "dp_of", given_from_breeding),
    ),
}
"""Faults by name."""
