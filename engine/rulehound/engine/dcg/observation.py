"""A game as it is shown to others: the whole of it, hidden cards under `hidden`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulehound.engine.dcg.attributes import checks_of, dp_of
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.state import State, facts_of
from rulehound.spec.formats import Observation

TYPES_IN_PLAY = {"digi-egg": "digimon"}
"""A hatched Digi-Egg is a Digimon; everything else is of the kind of its top card."""


def observe(state: State) -> Observation:
    """The observation of a state, in plain JSON values that share nothing with it."""
    return {
        "turn": state.turn,
        "turn_number": state.turn_number,
        "phase": state.phase,
        "memory": state.memory,
        "decider": state.decider,
        "decision": state.decision,
        "winner": state.winner,
        "ended_by": state.ended_by,
        "attack": shown_attack(state),
        "players": [shown_player(state, player) for player in state.players],
        "hidden": [shown_piles(state, player) for player in state.players],
    }


def shown_attack(state: State) -> dict[str, Any] | None:
    """The attack under way, if there is one."""
    attack = state.attack
    if attack is None:
        return None
    return {"attacker": attack.attacker, "target": attack.target, "blocked": attack.blocks > 0}


def shown_player(state: State, player: Player) -> dict[str, Any]:
    """One player's areas; piles that nobody may look into by their size."""
    return {
        "hand": shown_cards(state, player.hand),
        "deck": len(player.deck),
        "security": len(player.security),
        "egg_deck": len(player.egg_deck),
        "trash": shown_cards(state, player.trash),
        "breeding": None if player.breeding is None else shown_stack(state, player.breeding),
        "battle": [shown_stack(state, stack) for stack in player.battle],
        "revealed": shown_cards(state, player.revealed),
    }


def shown_piles(state: State, player: Player) -> dict[str, Any]:
    """What lies face down, top first."""
    return {
        "deck": shown_cards(state, player.deck),
        "security": shown_cards(state, player.security),
        "egg_deck": shown_cards(state, player.egg_deck),
    }


def shown_cards(state: State, cards: Iterable[str]) -> list[dict[str, str]]:
    """Cards by instance id and number."""
    numbers = state.match.numbers
    return [{"id": card, "card": numbers[card]} for card in cards]


def shown_stack(state: State, stack: Stack) -> dict[str, Any]:
    """A Digimon or Tamer in play, with what it amounts to now."""
    card = facts_of(state, stack)
    return {
        "id": stack.id,
        "cards": shown_cards(state, stack.cards),
        "kind": TYPES_IN_PLAY.get(card.kind, card.kind),
        "level": card.level,
        "dp": dp_of(state, stack),
        "suspended": stack.suspended,
        "played_this_turn": stack.played_this_turn,
        "blocker": card.blocker,
        "checks": checks_of(state, stack),
    }
