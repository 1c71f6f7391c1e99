"""The End Phase: the hand limit, the end of lingering effects, and the turn of the next player."""

from rulehound.spec.dmb.model.state import (
    Active,
    Attack,
    Card,
    Player,
    Stage,
    State,
    either_way,
    leave_zone,
    model,
)
from rulehound.spec.language import By, exchange, fact, negate, require, rule, when


@model.action("begin-end", By.RULES)
def begin_end(s: State) -> None:
    """The effects of cards in play at the end of the turn are done with."""
    require(s.stage == Stage.END, "end.order")
    with rule("end.order"):
        s.stage = Stage.DISCARD


@model.action("discard")
def discard(s: State) -> None:
    """The turn player discards a card of a hand that is too large."""
    require(s.stage == Stage.DISCARD, "end.order")
    require(s.me.hand > fact("hand.limit"), "end.hand-limit")
    with rule("end.hand-limit"):
        s.me.hand -= 1
        s.me.trash += 1


@model.action("hand-is-small", By.RULES)
def hand_is_small(s: State) -> None:
    """The hand of the turn player is within the limit."""
    require(s.stage == Stage.DISCARD, "end.order")
    require(s.me.hand <= fact("hand.limit"), "end.hand-limit")
    with rule("end.order"):
        s.stage = Stage.CLEAN_UP


def without_lingering(digimon: Active) -> Active:
    """The Digimon as the next turn begins with it: HP, types and passive effects stay."""
    return digimon.replace(boost=0, lost=0, revival=0)


def put_away(player: Player) -> None:
    """The support is discarded, and the choice taken back."""
    with rule("end.supports"):
        with when(player.support.number >= 1):
            leave_zone(player, player.support)
        player.support = Card.nothing()
        player.voided = False
        player.chosen = Attack.NONE
        player.shown = Attack.NONE


@model.action("end-turn", By.RULES)
def end_turn(s: State) -> None:
    """What lingers is over, supports are discarded, and the turn passes."""
    require(s.stage == Stage.CLEAN_UP, "end.order")
    for player, _ in either_way(s):
        with rule("end.lingering", "end.hp-stays", "end.types-stay", "end.passives-stay"):
            player.active.update(without_lingering)
            player.granted = player.granted.of()
            player.abilities = player.abilities.of()
            player.power = 0
            player.first_attacks = 0
            player.no_first_attack = False
        put_away(player)
    with rule("end.lingering"):
        s.ignored = s.ignored.of()
        s.discount = 0
        s.mine_last = False
    with rule("end.pass"):
        exchange(s.me, s.opponent)
        s.second_players_turn = negate(s.second_players_turn)
        for count in ("racked", "evolve_cards", "evolutions"):
            setattr(s, count, 0)
        for flag in ("low_hand", "forced", "from_destiny", "unopposed"):
            setattr(s, flag, False)
        s.stage = Stage.PREP
