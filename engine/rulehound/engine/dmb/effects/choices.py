"""Words of effects for which somebody chooses a card: among which cards, who chooses, what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec

from rulehound.engine.dmb.effects import in_play
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.effects.words import about
from rulehound.engine.dmb.state import PLAYERS, State, card_of, owner_of, report
from rulehound.engine.dmb.turns.lines import is_abnormal
from rulehound.engine.dmb.zones import change, discard, shuffle, without


class Choice(NamedTuple):
    """How a card is chosen for a word, and what is done with it."""

    among: Callable[[State, Task], tuple[str, ...]]
    chosen: Callable[[State, Task, str], None]
    by_whom: Callable[[Task], int] = about
    """Who chooses: the player whom the step is about, unless it says otherwise."""


def by_owner(task: Task) -> int:
    """Whoever has the card chooses."""
    return task.owner


def of_kind(state: State, task: Task, cards: Iterable[str]) -> tuple[str, ...]:
    """Those of the kind that is asked for."""
    return tuple(card for card in cards if task.step.kind in ("", card_of(state, card).kind))


def to_discard(state: State, task: Task) -> tuple[str, ...]:
    """The cards of the hand, or of the DP Zone where that is named."""
    player = state.players[about(task)]
    return player.dp_cards if task.step.zone == "dp" else player.hand


def discarded(state: State, task: Task, card: str) -> None:
    """Discard a card, of the own choice of its player."""
    player = state.players[about(task)]
    if task.step.zone == "dp":
        player.dp_cards = without(player.dp_cards, card)  # rule: effects.opponent-discards
        player.trash += (card,)
        report(state, "discard-dp", about(task), card=card)
    else:
        discard(player, card)  # rule: effects.discard, effects.opponent-discards
        report(state, "discard", about(task))


def to_take(state: State, task: Task) -> tuple[str, ...]:
    """The cards of the deck of the kind that is asked for."""
    return of_kind(state, task, state.players[about(task)].deck)


def taken(state: State, task: Task, card: str) -> None:
    """Put a card of the deck into the hand; one that was asked for by its kind is shown."""
    player = state.players[about(task)]
    player.deck = without(player.deck, card)
    player.hand += (card,)  # rule: effects.take
    shown = card if task.step.kind else None
    report(state, "take", about(task), card=shown)  # rule: effects.picked-shown
    shuffle(state, about(task))  # rule: effects.picked-shown


def of_trash(state: State, task: Task) -> tuple[str, ...]:
    """The cards of the trash."""
    return of_kind(state, task, state.players[about(task)].trash)


def recycled(state: State, task: Task, card: str) -> None:
    """Put any card of the trash onto the deck."""
    player = state.players[about(task)]
    player.trash = without(player.trash, card)
    player.deck = (card, *player.deck)  # rule: effects.recycle-any
    report(state, "recycle", about(task), amount=1)


def deleted(state: State, task: Task, card: str) -> None:
    """Take a card of the trash out of the game."""
    player = state.players[about(task)]
    player.trash = without(player.trash, card)
    player.deleted += (card,)  # rule: effects.delete
    report(state, "delete", about(task))


def to_attach(state: State, task: Task) -> tuple[str, ...]:
    """The cards of a zone that can be attached: those that say so."""
    player = state.players[task.owner]
    if player.active is None:
        return ()
    if task.step.zone == "this":
        is_there = player.support is not None and player.support.card == task.source
        return (task.source,) if is_there and task.source not in state.match.destined else ()
    zone: tuple[str, ...] = getattr(player, task.step.zone)
    return tuple(card for card in of_kind(state, task, zone) if attaches(state, card))


def attaches(state: State, card: str) -> bool:
    """Whether a card says that it is attached."""
    effects = card_of(state, card).effects
    passive = any(effect.timing == "passive" for effect in effects)
    return passive or any(step.zone == "this" for effect in effects for step in effect.steps)


def attached(state: State, task: Task, card: str) -> None:
    """Lay a card beside the own Digimon."""
    player, zone = state.players[task.owner], task.step.zone
    if zone == "this":
        player.support = None
        in_play.attach(state, task.owner, card, "support")
        return
    setattr(player, zone, without(getattr(player, zone), card))
    in_play.attach(state, task.owner, card, zone)  # type: ignore[arg-type]  # rule: abilities.attach
    if zone == "deck":
        shuffle(state, task.owner)  # rule: effects.picked-shown


def to_detach(state: State, _task: Task) -> tuple[str, ...]:
    """The attached cards of both players."""
    digimon = (state.players[player].active for player in PLAYERS)
    return tuple(card for one in digimon if one for card in one.attachments)


def detached(state: State, _task: Task, card: str) -> None:
    """Discard an attached card."""
    in_play.detach(state, owner_of(card), card)


def to_place_under(state: State, task: Task) -> tuple[str, ...]:
    """The Digimon of the hand, but for the Partner."""
    player = state.players[task.owner]
    cards = (card for card in player.hand if card_of(state, card).is_digimon)
    return tuple(card for card in cards if card not in state.match.partners) if player.active else ()


def placed_under(state: State, task: Task, card: str) -> None:
    """Put a card of the hand under the top card of the own Digimon."""
    player = state.players[task.owner]
    if player.active is None:
        return
    top, *rest = player.active.cards
    cards = (top, card, *rest)
    abnormal = is_abnormal(state, cards)
    player.hand = without(player.hand, card)
    change(player, cards=cards, abnormal=abnormal)  # rule: abnormal.under
    report(state, "place-under", task.owner, card=card, abnormal=abnormal)


CHOICES: Mapping[str, Choice] = {
    "discard": Choice(to_discard, discarded),
    "take": Choice(to_take, taken),
    "recycle-any": Choice(of_trash, recycled),
    "delete": Choice(of_trash, deleted, by_owner),
    "attach": Choice(to_attach, attached),
    "detach": Choice(to_detach, detached, by_owner),
    "place-under": Choice(to_place_under, placed_under),
}
"""Word to how its card is chosen."""


def nothing_found(state: State, task: Task) -> None:
    """No card is there to be chosen; a deck that was searched is shuffled all the same."""
    searched = task.step.do == "take" or (task.step.do == "attach" and task.step.zone == "deck")
    if searched:
        shuffle(state, about(task))  # rule: effects.unknown-cards


def once_less(task: Task) -> tuple[Task, ...]:
    """What is left of a step when one card was chosen for it."""
    if task.step.amount < 2:
        return ()
    again = msgspec.structs.replace(task.step, amount=task.step.amount - 1, condition=None, otherwise=None)
    return (msgspec.structs.replace(task, step=again),)
