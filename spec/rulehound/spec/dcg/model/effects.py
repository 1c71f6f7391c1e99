"""What the effects of cards may do: environment actions, for any card, printed or not yet printed.

They come in the main phase, when nothing else is being processed. What is proved with them in place holds for
every card whose effects are sums of these.
"""

from rulehound.spec.dcg.model.state import Player, Stack, Stage, State, model
from rulehound.spec.dcg.model.turn import finish, send_to_trash
from rulehound.spec.language import Amount, By, Member, Number, fact, largest, require, rule, smallest


@model.action("effect-gain-memory", By.ENVIRONMENT, amount=Amount("effect.memory"))
def gain_memory(s: State, amount: Number) -> None:
    """The counter moves towards the turn player and stops at the end of the gauge."""
    resolve(s)
    require(amount >= 1, "memory.gain")
    with rule("memory.gain"):
        s.memory = smallest(fact("memory.max"), s.memory + amount)
    finish(s)


@model.action("effect-lose-memory", By.ENVIRONMENT, amount=Amount("effect.memory"))
def lose_memory(s: State, amount: Number) -> None:
    """The counter moves away from the turn player and stops at the end of the gauge."""
    resolve(s)
    require(amount >= 1, "memory.lose")
    with rule("memory.lose"):
        s.memory = largest(-fact("memory.max"), s.memory - amount)
    finish(s)


@model.action("effect-dp-mine", By.ENVIRONMENT, target=Member("me.battle"), amount=Amount("effect.dp"))
def change_own_dp(s: State, target: Stack, amount: Number) -> None:
    """A Digimon of the turn player gains or loses DP until the turn ends."""
    change_dp(s, target, amount)


@model.action(
    "effect-dp-theirs", By.ENVIRONMENT, target=Member("opponent.battle"), amount=Amount("effect.dp")
)
def change_their_dp(s: State, target: Stack, amount: Number) -> None:
    """A Digimon of the other player gains or loses DP until the turn ends."""
    change_dp(s, target, amount)


@model.action("effect-delete-mine", By.ENVIRONMENT, target=Member("me.battle"))
def delete_own(s: State, target: Stack) -> None:
    """A Digimon of the turn player is deleted."""
    delete(s, s.me, target)


@model.action("effect-delete-theirs", By.ENVIRONMENT, target=Member("opponent.battle"))
def delete_theirs(s: State, target: Stack) -> None:
    """A Digimon of the other player is deleted."""
    delete(s, s.opponent, target)


def resolve(s: State) -> None:
    """Effects resolve in the main phase here."""
    require(s.stage == Stage.MAIN, "turn.main-phase")


def change_dp(s: State, target: Stack, amount: Number) -> None:
    """DP changes; it never goes below 0, and a Digimon left with 0 does not stay."""
    resolve(s)
    require(target.digimon, "dp.modify", "digimon")
    require(target.top.has_dp, "dp.modify")
    with rule("dp.modify", "dp.floor"):
        target.dp = largest(0, target.dp + amount)
    finish(s)


def delete(s: State, owner: Player, target: Stack) -> None:
    """A Digimon is deleted, with the cards under it."""
    resolve(s)
    require(target.digimon, "deletion.trash")
    send_to_trash(owner, target)
    finish(s)
