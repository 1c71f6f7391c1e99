"""Saved games: everything that a state holds, in plain JSON values, under a version and a checksum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from rulehound.engine.dcg.cards import CardPool
from rulehound.engine.dcg.editions import rules_of
from rulehound.engine.dcg.in_play import Everywhere, Player
from rulehound.engine.dcg.state import Attack, Decision, Ending, Phase, Process, State
from rulehound.engine.dcg.tasks import Happened, Origin, Task, Trigger
from rulehound.engine.dcg.turns.setup import new_match
from rulehound.engine.saving import damaged, require_undamaged, sealed, unsealed

GAME = "dcg"
VERSION = 5
"""Raised when this engine would misread, or could not read, a game saved by an earlier one.

A game of an earlier version is refused, which says so; a test holds games that were saved in this one.
"""


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """What a token holds: the match, and the fields of the state."""

    saved_game: str
    version: int
    edition: str
    seed: int
    pool: CardPool
    """The cards that are in the game, and the tokens that there may be."""
    numbers: dict[str, str]
    plain: bool
    players: tuple[Player, Player]
    turn: Literal[0, 1]
    turn_number: int
    phase: Phase
    memory: int
    now: tuple[Task, ...]
    fresh: tuple[Trigger, ...]
    triggered: tuple[tuple[Trigger, ...], ...]
    pending: tuple[Process, ...]
    decision: Decision | None
    decider: Literal[0, 1] | None
    attack: Attack | None
    lasting: tuple[Everywhere, ...]
    winner: Literal[0, 1] | None
    ended_by: Ending | None
    shuffles: int
    next_stack: int
    next_effect: int
    events: tuple[Happened, ...]
    left: tuple[Origin, ...] = ()


def saved(state: State) -> dict[str, Any]:
    """The token of a state."""
    fields = msgspec.structs.asdict(state)
    match = fields.pop("match")
    used = set(match.numbers.values())
    pool = {number: card for number, card in match.pool.items() if number in used or card.token}
    token = Saved(GAME, VERSION, match.edition, match.seed, pool, dict(match.numbers), match.plain, **fields)
    return sealed(token)


def restored(token: Any) -> State:
    """The state of a token.

    Raises Refused where the token is no saved game of this engine, is damaged, or has another version.
    """
    values = unsealed(token, GAME, VERSION)
    try:
        read = msgspec.convert(values, Saved)
    except (msgspec.ValidationError, RecursionError) as error:
        raise damaged(str(error)) from None
    rules_of(read.edition)
    if sorted(cards_of(read)) != sorted(read.numbers) or not set(read.numbers.values()) <= set(read.pool):
        raise damaged("its cards do not add up")
    require_undamaged(token, values)
    match = new_match(read.pool, read.numbers, read.edition, read.seed)
    match = msgspec.structs.replace(match, plain=match.plain and read.plain)
    return State(match, **{name: getattr(read, name) for name in State.__struct_fields__ if name != "match"})


def cards_of(token: Saved) -> Iterator[str]:
    """The instance ids of all cards, wherever they are; tokens are none."""
    for player in token.players:
        piles = (player.hand, player.deck, player.security, player.egg_deck, player.trash, player.revealed)
        stacks = player.battle if player.breeding is None else (*player.battle, player.breeding)
        for pile in (*piles, *(stack.cards for stack in stacks if not stack.token)):
            yield from pile
