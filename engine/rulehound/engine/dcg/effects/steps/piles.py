"""Steps with cards of the deck and of the security stack: drawing, recovering, revealing, shuffling."""

from __future__ import annotations

from rulehound.engine.dcg.areas import shuffled, take_anywhere
from rulehound.engine.dcg.drawing import draw_for
from rulehound.engine.dcg.effects.continuous import amount
from rulehound.engine.dcg.effects.language import Draw, Put, Recovery, Reveal, Shuffle, Which
from rulehound.engine.dcg.effects.standpoint import of_frame
from rulehound.engine.dcg.effects.steps.telling import tell
from rulehound.engine.dcg.effects.vocabulary import One
from rulehound.engine.dcg.state import State, owner_of
from rulehound.engine.dcg.tasks import Frame, Named

LEFT = " what is left of the revealed cards"
"""A role that no card gives to anything else."""

Choices = tuple[tuple[str, ...], ...]


def player_of(frame: Frame, of: One) -> int:
    """The player that a step means."""
    return frame.origin.player if of == "me" else 1 - frame.origin.player  # rule: effects.whom


def draw(state: State, frame: Frame, step: Draw, _chosen: Choices) -> None:
    """Draw as many cards as there are; nobody loses by an empty deck."""
    count = amount(state, of_frame(frame), step.count)
    origin = frame.origin
    # rule: effects.draw
    draw_for(state, player_of(frame, step.of), count, source=origin.card, whose=origin.player)


def recover(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """Put cards from the top of the deck onto the security stack, one after the other."""
    if step.target is not None:
        recover_chosen(state, frame, chosen[0])
        return
    number = player_of(frame, step.of)
    player = state.players[number]
    count = max(amount(state, of_frame(frame), step.count), 0)
    cards = player.deck[:count]
    if cards:
        player.deck = player.deck[count:]
        player.security = (*reversed(cards), *player.security)  # rule: keyword.recovery
        tell(state, frame, "recovered", cards, player=number, amount=len(cards))
        tell(state, frame, "security-added", cards, player=number, amount=len(cards))


def recover_chosen(state: State, frame: Frame, cards: tuple[str, ...]) -> None:
    """Put these cards on top of the security stack of their owner, one after the other."""
    ways: dict[tuple[int, str], list[str]] = {}
    for card in cards:
        player = state.players[owner_of(card)]
        ways.setdefault((owner_of(card), take_anywhere(state, card)), []).append(card)
        player.security = (card, *player.security)  # rule: keyword.recovery
    for (number, came_from), moved in ways.items():  # rule: effects.one-trigger
        way = {"player": number, "amount": len(moved), "came_from": came_from, "to": "security"}
        tell(state, frame, "card-moved", moved, **way)
        tell(state, frame, "security-added", moved, **way)


def reveal(state: State, frame: Frame, step: Reveal, _chosen: Choices) -> None:
    """Turn up cards from the top of the deck; the steps use them, and what is left has its place.

    Where there is no card to turn up, the steps do what they can without.
    """
    number = player_of(frame, step.of)
    player = state.players[number]
    cards = player.deck[: step.count]
    player.deck = player.deck[step.count :]  # rule: reveal.draw
    player.revealed += cards  # rule: effects.reveal, reveal.both
    if cards:
        tell(state, frame, "revealed", cards, player=number, amount=len(cards))
    rest = Put(Which(role=LEFT, count="all"), step.rest)
    bound = (*frame.bound, Named(step.as_, cards, "revealed"), Named(LEFT, cards, "revealed"))
    state.now = (Frame(frame.origin, (*step.steps, rest), bound), *state.now)


def shuffle(state: State, frame: Frame, step: Shuffle, _chosen: Choices) -> None:
    """Shuffle a deck or a security stack."""
    number = player_of(frame, step.of)
    player = state.players[number]
    setattr(player, step.pile, shuffled(state, getattr(player, step.pile)))  # rule: effects.shuffle
    tell(state, frame, "shuffled", player=number)
