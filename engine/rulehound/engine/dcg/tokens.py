"""Tokens: what effects play that is no card."""

from __future__ import annotations

import msgspec

from rulehound.engine.dcg.areas import new_stack
from rulehound.engine.dcg.effects.language import PlayToken
from rulehound.engine.dcg.effects.triggers import trigger
from rulehound.engine.dcg.state import PLAYERS, State, note, token_id
from rulehound.engine.dcg.tasks import Happened


def play_tokens(state: State, step: PlayToken, player: int, source: str = "") -> None:
    """An effect plays tokens, in the editions that have them. `source` is the card that has the effect."""
    if not state.match.rules.tokens_known:  # rule: token.played
        return
    there = state.players[player]
    played = []
    for _ in range(step.count):
        stack = new_stack(state, ("",), played=True)
        token = token_id(step.name, player, stack.id[1:])
        stack = msgspec.structs.replace(stack, cards=(token,), token=True)
        there.battle += (stack,)  # rule: token.played, play.battle-area
        played.append(stack.id)
    event = Happened("token-played", tuple(played), "effect", player, source, len(played))
    note(state, event)
    trigger(state, msgspec.structs.replace(event, what="played"), PLAYERS)
