"""KO and points: what a Digimon without HP leaves behind, what that is worth, and who has won."""

from rulehound.spec.dmb.model.state import (
    Active,
    DigimonLevel,
    Player,
    Stage,
    State,
    Winner,
    either_way,
    model,
)
from rulehound.spec.language import (
    By,
    Number,
    Truth,
    both,
    either,
    fact,
    negate,
    require,
    rule,
    select,
)


def is_down(digimon: Active) -> Truth:
    """It has no HP left."""
    return digimon.hp <= 0


def is_lost(digimon: Active) -> Truth:
    """It is KO'd, and nothing brings it back."""
    return both(is_down(digimon), digimon.revival <= 0)


def worth(digimon: Active) -> Number:
    """The KO points that it is worth."""
    fixed = either(digimon.worth_one, digimon.revival >= 1)
    plain = select(digimon.top.level == DigimonLevel.M, fact("ko.mega-points"), fact("ko.points"))
    return select(fixed, fact("revival.points"), plain)


def score(player: Player, other: Player) -> None:
    """The points of a player for a KO of the other one's Digimon."""
    with rule("ko.points", "ko.mega", "revival.points"):
        player.ko_points += other.active.total(worth, is_down)


def clear(player: Player) -> None:
    """A KO'd Digimon leaves the active zone with all its cards; the DP Zone stays."""
    with rule("partner.returns"):
        player.deck += player.active.total(lambda digimon: digimon.partners, is_lost)
    with rule("delete.destiny", "partner.deleted", "ko.mega-deleted"):
        player.destiny_deleted += player.active.total(lambda digimon: digimon.destined, is_lost)
    with rule("ko.discard", "attachments.discarded"):
        player.trash += player.active.total(
            lambda d: d.height - d.partners - d.destined + d.attachments, is_lost
        )
        player.active.discard(is_lost)
    with rule("revival.set", "revival.first"):
        player.active.update(
            lambda digimon: digimon.replace(hp=digimon.revival, revival=0, worth_one=True), is_down
        )


@model.action("knock-out", By.RULES)
def knock_out(s: State) -> None:
    """Every Digimon without HP is KO'd: points first, by what it is worth, then it leaves or revives."""
    require(s.stage == Stage.KNOCK_OUT, "battle.order")
    for player, other in either_way(s):
        score(player, other)
    for player, _ in either_way(s):
        clear(player)
    with rule("battle.order"):
        s.stage = Stage.POINTS


def has_won(player: Player) -> Truth:
    """Whether a player has the points to win."""
    return player.ko_points >= fact("ko.win")


@model.action("win", By.RULES)
def win(s: State) -> None:
    """Whoever has the points wins."""
    require(s.stage == Stage.POINTS, "battle.order")
    mine, theirs = has_won(s.me), has_won(s.opponent)
    require(either(mine, theirs), "ko.win")
    with rule("ko.win"):
        s.winner = select(
            both(mine, theirs), Winner.BOTH, select(mine, Winner.TURN_PLAYER, Winner.OTHER_PLAYER)
        )
        s.stage = Stage.OVER


@model.action("nobody-wins", By.RULES)
def nobody_wins(s: State) -> None:
    """Nobody has the points yet."""
    require(s.stage == Stage.POINTS, "battle.order")
    require(negate(either(has_won(s.me), has_won(s.opponent))), "ko.win")
    with rule("end.order"):
        s.stage = Stage.END
