"""What cards give for as long as they are in play, and how they come to be attached and leave."""

from __future__ import annotations

from typing import Literal

from rulehound.engine.dmb.state import Player, State, card_of, report
from rulehound.engine.dmb.zones import change, leave

Source = Literal["hand", "deck", "trash", "support"]


def cards_in_play(player: Player) -> tuple[str, ...]:
    """The cards of a player of which effects come up at the beginning of a phase: the top one, and those that
    are attached.
    """
    digimon = player.active
    return (digimon.top, *digimon.attachments) if digimon else ()


def is_guarded(state: State, player: Player) -> bool:
    """Whether supports do not lower the HP of a player's Digimon."""
    return any(card_of(state, card).guarded for card in cards_in_play(player))


def change_bonus(state: State, owner: int, source: str, amount: int) -> None:
    """A card in play adds so much more to the Power of its Digimon."""
    digimon = state.players[owner].active
    if digimon is not None and amount:
        passives = (*digimon.passives, (source, amount))
        change(state.players[owner], bonus=digimon.bonus + amount, passives=passives)
        report(state, "bonus", owner, amount=amount)


def drop_bonus(state: State, owner: int, source: str) -> None:
    """A card that has left adds nothing any more."""
    digimon = state.players[owner].active
    if digimon is None:
        return
    amount = sum(given for card, given in digimon.passives if card == source)
    if amount:
        passives = tuple(one for one in digimon.passives if one[0] != source)
        change(state.players[owner], bonus=digimon.bonus - amount, passives=passives)
        report(state, "bonus", owner, amount=-amount)


def attach(state: State, owner: int, card: str, source: Source) -> None:
    """Lay a card beside the Digimon; where there is no slot, the one that was there first is discarded."""
    player = state.players[owner]
    if player.active is None:
        return
    most = state.match.rules.attachments_max
    there = (*player.active.attachments, card)
    kept, replaced = there[-most:], there[:-most]
    for one in replaced:
        drop_bonus(state, owner, one)  # rule: texts.leaving
    for effect in card_of(state, card).effects:
        if effect.timing == "passive":
            amount = sum(step.amount for step in effect.steps)
            change_bonus(state, owner, card, amount)  # rule: effects.passive
    change(player, attachments=kept)  # rule: attachments.attach
    report(state, "attach", owner, source=source)
    leave(state, replaced)  # rule: attachments.replaced


def detach(state: State, owner: int, card: str) -> None:
    """Discard an attached card."""
    player = state.players[owner]
    if player.active is None:
        return
    change(player, attachments=tuple(one for one in player.active.attachments if one != card))
    report(state, "detach", owner)  # rule: shatter.attached
    leave(state, (card,))
    drop_bonus(state, owner, card)  # rule: texts.leaving
