"""The battle of attacker and target, Retaliation, and the check that Piercing adds."""

from rulehound.spec.dcg.model.attack import (
    allowed_checks,
    attacker_there,
    target_there,
)
from rulehound.spec.dcg.model.processing import finish
from rulehound.spec.dcg.model.state import Fate, Stacks, Stage, State, model
from rulehound.spec.language import By, Truth, both, either, negate, require, rule, switch, when

NEEDS_SURVIVOR = switch("piercing.needs-survivor", "true")


@model.action("battle", By.RULES)
def battle(s: State) -> None:
    """Attacker and attacked Digimon compare DP; the lower is about to be deleted, both if equal."""
    require(both(s.stage == Stage.RESOLVE, negate(s.target_is_player)), "attack.order")
    require(both(attacker_there(s), target_there(s)), "attack.success")
    attacker = s.me.battle.the(lambda stack: stack.attacking)
    target = s.opponent.battle.the(lambda stack: stack.targeted)
    attacking, defending = attacker.dp, target.dp
    retaliates = both(defending < attacking, target.has("retaliation"))
    is_retaliated = both(attacking < defending, attacker.has("retaliation"))
    with rule("keyword.piercing"):
        s.piercing = both(defending <= attacking, attacker.has("piercing"))
    with rule("keyword.retaliation"):
        with when(retaliates):
            attacker.fate = Fate.RETALIATION
        with when(is_retaliated):
            target.fate = Fate.RETALIATION
    with rule("battle.loser-deleted"):
        with when(attacking < defending), rule("battle.compare", "battle.survivor"):
            attacker.fate = Fate.DELETED
        with when(defending < attacking), rule("battle.compare", "battle.survivor"):
            target.fate = Fate.DELETED
        with when(attacking == defending), rule("battle.tie"):
            attacker.fate = Fate.DELETED
            target.fate = Fate.DELETED
    with rule("battle.compare"):
        s.stage = Stage.BATTLE
    finish(s)


@model.action("after-battle", By.RULES)
def after_battle(s: State) -> None:
    """The losers are deleted, or were saved: Retaliation and Piercing come only of a loser that is gone."""
    require(s.stage == Stage.BATTLE, "attack.order")
    attacker_gone, target_gone = negate(attacker_there(s)), negate(target_there(s))
    with rule("keyword.retaliation"):
        with when(negate(target_gone)):
            spare(s.me.battle)
        with when(negate(attacker_gone)):
            spare(s.opponent.battle)
    with rule("keyword.piercing"):
        s.piercing = both(s.piercing, target_gone)
    with rule("piercing.needs-survivor"), when(both(attacker_gone, NEEDS_SURVIVOR)):
        s.piercing = False
    with rule("attack.order"):
        s.stage = Stage.BATTLED


def spare(stacks: Stacks) -> None:
    """Clear the mark `RETALIATION` of these stacks: nothing with Retaliation is deleted in battle against
    them.
    """
    stacks.update(lambda stack: stack.replace(fate=Fate.SAFE), lambda stack: stack.fate == Fate.RETALIATION)


def retaliation_is_open(s: State) -> Truth:
    """Whether some Digimon is still to be deleted by Retaliation."""
    return either(
        *(player.battle.any(lambda stack: stack.fate == Fate.RETALIATION) for player in (s.me, s.opponent))
    )


@model.action("retaliate", By.RULES)
def retaliate(s: State) -> None:
    """The Digimon that won against Retaliation is about to be deleted, by an effect of the other side."""
    require(s.stage == Stage.BATTLED, "attack.order")
    require(retaliation_is_open(s), "keyword.retaliation")
    with rule("keyword.retaliation"):
        for player in (s.me, s.opponent):
            player.battle.update(
                lambda stack: stack.replace(fate=Fate.DELETED_BY_OPPONENT),
                lambda stack: stack.fate == Fate.RETALIATION,
            )
    finish(s)


def pierces(s: State) -> Truth:
    """Whether Piercing makes a check: the attacker has it, the opponent has security, and a check is allowed.

    An attacker that is gone still pierces where the edition does not ask that it survives.
    """
    there = attacker_there(s)
    attacker = s.me.battle.the(lambda stack: stack.attacking)
    somebody = either(both(there, attacker.has("piercing")), both(negate(there), negate(NEEDS_SURVIVOR)))
    return both(s.piercing, somebody, s.opponent.security > 0, allowed_checks(s) >= 1)


@model.action("pierce", By.RULES)
def pierce(s: State) -> None:
    """Once all else about the battle is done, the attacker with Piercing checks security."""
    require(s.stage == Stage.BATTLED, "attack.order")
    require(negate(retaliation_is_open(s)), "keyword.retaliation")
    require(pierces(s), "keyword.piercing")
    with rule("keyword.piercing"):
        s.piercing = False
        s.stage = Stage.CHECK


@model.action("battle-over", By.RULES)
def battle_over(s: State) -> None:
    """The attack goes to its end: everything that the battle has set off is done, and Piercing makes no
    check.
    """
    require(s.stage == Stage.BATTLED, "attack.order")
    require(negate(retaliation_is_open(s)), "keyword.retaliation")
    require(negate(pierces(s)), "keyword.piercing")
    with rule("attack.order", "keyword.piercing"):
        s.piercing = False
        s.stage = Stage.END_OF_ATTACK
