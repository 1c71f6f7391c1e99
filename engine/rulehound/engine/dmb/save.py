"""Saved games: everything that a state holds, in plain JSON values, under a version and a checksum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from rulehound.engine.dmb.cards import CardPool
from rulehound.engine.dmb.editions import rules_of
from rulehound.engine.dmb.effects.language import Requirement
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.state import Decision, Player, Stage, State
from rulehound.engine.dmb.turns.setup import new_match
from rulehound.engine.saving import damaged, require_undamaged, sealed, unsealed

GAME = "dmb"
VERSION = 2
"""Raised when this engine would misread, or could not read, a game saved by an earlier one."""


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """What a token holds: the match, and the fields of the state."""

    saved_game: str
    version: int
    edition: str
    seed: int
    first: Literal[0, 1] | None
    pool: CardPool
    """The cards that are in the game."""
    numbers: dict[str, str]
    partners: tuple[str, ...]
    destined: tuple[str, ...]
    players: tuple[Player, Player]
    turn: Literal[0, 1]
    turn_number: int
    stage: Stage
    decision: Decision | None
    decider: Literal[0, 1] | None
    winner: Literal[0, 1, "both"] | None
    low_hand: bool
    forced: bool
    racked: int
    evolve_cards: int
    evolutions: int
    from_destiny: bool
    ignored: tuple[Requirement, ...]
    discount: int
    last_first_attack: Literal[0, 1] | None
    unopposed: bool
    tasks: tuple[Task, ...]
    looked: tuple[str, ...]
    carried_out: tuple[tuple[str, int], ...]
    passed: tuple[int, ...]
    other_first: bool
    used: tuple[tuple[str, int], ...]
    activated: tuple[str, ...]
    events: tuple[dict[str, Any], ...]


def saved(state: State) -> dict[str, Any]:
    """The token of a state."""
    fields = msgspec.structs.asdict(state)
    match = fields.pop("match")
    used = set(match.numbers.values())
    pool = {number: card for number, card in match.pool.items() if number in used}
    parts = (tuple(sorted(match.partners)), tuple(sorted(match.destined)))
    token = Saved(
        GAME, VERSION, match.edition, match.seed, match.first, pool, dict(match.numbers), *parts, **fields
    )
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
    parts, chance = (read.partners, read.destined), (read.seed, read.first)
    match = new_match(read.pool, read.numbers, read.edition, parts, chance)
    return State(match, **{name: getattr(read, name) for name in State.__struct_fields__ if name != "match"})


def cards_of(token: Saved) -> Iterator[str]:
    """The instance ids of all cards, wherever they are."""
    for player in token.players:
        piles = (player.hand, player.deck, player.trash, player.destiny, player.deleted, player.dp_cards)
        on_zone = (player.active.cards, player.active.attachments) if player.active else ()
        for pile in (*piles, *on_zone):
            yield from pile
        if player.support is not None:
            yield player.support.card
