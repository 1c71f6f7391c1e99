"""KO and points: what a Digimon without HP leaves behind, what that is worth, and who has won."""

from __future__ import annotations

from rulehound.engine.dmb.state import PLAYERS, Active, State, end_game, seat, top_of
from rulehound.engine.dmb.zones import change, leave, shuffle


def knock_out(state: State) -> None:
    """Every Digimon without HP is KO'd: points by what it is worth, then it leaves or revives."""
    for owner in PLAYERS:
        digimon = state.players[owner].active
        if digimon is not None and digimon.hp == 0:
            state.players[1 - owner].ko_points += worth(state, owner, digimon)  # rule: ko.points
            if digimon.revival:
                revive(state, owner, digimon)  # rule: revival.set, revival.first
            else:
                clear(state, owner, digimon)  # rule: ko.discard
    state.stage = "points"  # rule: battle.order


def worth(state: State, owner: int, digimon: Active) -> int:
    """The KO points that a Digimon is worth."""
    rules, top = state.match.rules, top_of(state, state.players[owner])
    if digimon.worth_one or digimon.revival:
        return rules.revival_points  # rule: revival.points
    return rules.ko_mega_points if top is not None and top.level == "M" else rules.ko_points  # rule: ko.mega


def revive(state: State, owner: int, digimon: Active) -> None:
    """The Digimon stays with all its cards, and with the HP that was set."""
    change(state.players[owner], hp=digimon.revival, revival=0, worth_one=True)  # rule: revival.set


def clear(state: State, owner: int, digimon: Active) -> None:
    """The Digimon leaves with all its cards: the Partner to the deck, what came from the Destiny Zone out of
    the game, the rest and the attachments to the trash. The DP Zone stays.
    """
    player = state.players[owner]
    player.active = None
    partners = tuple(card for card in digimon.cards if card in state.match.partners)
    others = (card for card in digimon.cards if card not in partners)
    leave(state, others)  # rule: ko.discard, partner.deleted, ko.mega-deleted
    leave(state, digimon.attachments)  # rule: attachments.discarded
    if partners:
        player.deck += partners  # rule: partner.returns
        shuffle(state, owner)  # rule: partner.returns


def judge_points(state: State) -> None:
    """Whoever has the points wins, both where both have them; else the turn ends."""
    winners = [player for player in PLAYERS if state.players[player].ko_points >= state.match.rules.ko_win]
    if winners:
        end_game(state, "both" if len(winners) > 1 else seat(winners[0]))  # rule: ko.win
    else:
        state.stage = "end"  # rule: end.order
