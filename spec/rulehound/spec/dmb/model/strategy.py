"""The Strategy Phase: both players choose an attack, secretly and at once."""

from rulehound.spec.dmb.model.state import (
    Attack,
    Stage,
    State,
    draw,
    model,
    named,
    seat_is_mine,
    trash_from_deck,
)
from rulehound.spec.language import (
    Amount,
    By,
    Number,
    between,
    both,
    fact,
    negate,
    require,
    rule,
    when,
)


@model.action("unopposed", By.RULES)
def unopposed(s: State) -> None:
    """Nobody stands against the turn player: the phase is skipped, for a bonus."""
    require(s.stage == Stage.STRATEGY, "strategy.order")
    require(negate(s.opponent.active.any()), "strategy.unopposed")
    with rule("strategy.penalty"):
        trash_from_deck(s.opponent, fact("unopposed.trash"))
        draw(s.me, fact("unopposed.draw"))
    with rule("strategy.unopposed"):
        s.unopposed = True
        s.stage = Stage.SUPPORT


@model.action("begin-strategy", By.RULES)
def begin_strategy(s: State) -> None:
    """Both players have a Digimon, and choose."""
    require(s.stage == Stage.STRATEGY, "strategy.order")
    require(s.opponent.active.any(), "strategy.unopposed")
    with rule("strategy.choice"):
        s.stage = Stage.CHOICE


@model.action("choose-attack", player=Amount("player"), attack=Amount("attack"))
def choose_attack(s: State, player: Number, attack: Number) -> None:
    """Choose one of the three attacks. Either player may be first; the other one learns nothing of it."""
    require(s.stage == Stage.CHOICE, "strategy.order")
    require(between(0, player, 1), "players.two")
    require(between(Attack.CIRCLE, attack, Attack.CROSS), "strategy.choice", "attack")
    mine = seat_is_mine(s, player)
    for whose, (name, each, _) in zip((mine, negate(mine)), named(s), strict=True):
        with when(whose):
            require(each.chosen == Attack.NONE, "strategy.choice", f"once-{name}")
            with rule("strategy.choice", "strategy.secret"):
                each.chosen = attack


@model.action("attacks-chosen", By.RULES)
def attacks_chosen(s: State) -> None:
    """Both have chosen."""
    require(s.stage == Stage.CHOICE, "strategy.order")
    chosen = both(s.me.chosen != Attack.NONE, s.opponent.chosen != Attack.NONE)
    require(chosen, "strategy.choice")
    with rule("strategy.order"):
        s.stage = Stage.SUPPORT
