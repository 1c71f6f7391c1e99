"""Attacks that effects begin, switch to another target and end."""

from rulehound.spec.dcg.model.attack import (
    TARGET_LAST,
    after_declaration,
    aim_at,
    aim_at_player,
    allowed_checks,
    attacker_there,
    begin_attack,
    go_on_to,
    let_block_again,
    require_able,
    stage_after_effect,
)
from rulehound.spec.dcg.model.state import Stack, Stage, State, model
from rulehound.spec.language import (
    By,
    Member,
    both,
    either,
    largest,
    negate,
    require,
    rule,
    select,
    when,
)

BEFORE_SUCCESS = (Stage.WHEN_ATTACKING, Stage.COUNTER, Stage.BLOCK, Stage.RESOLVE)
"""Between the declaration of an attack and what it reaches."""


@model.action("effect-attack-player", By.ENVIRONMENT, attacker=Member("me.battle"))
def attack_player(s: State, attacker: Stack) -> None:
    """An effect lets a Digimon attack, and it attacks the opponent."""
    begin(s, attacker)
    aim_at_player(s)
    after_declaration(s)


@model.action(
    "effect-attack-digimon", By.ENVIRONMENT, attacker=Member("me.battle"), target=Member("opponent.battle")
)
def attack_digimon(s: State, attacker: Stack, target: Stack) -> None:
    """An effect lets a Digimon attack, and it attacks a suspended Digimon of the opponent."""
    begin(s, attacker)
    aim_at(target)
    after_declaration(s)


@model.action("effect-attack", By.ENVIRONMENT, attacker=Member("me.battle"))
def attack(s: State, attacker: Stack) -> None:
    """An effect lets a Digimon attack, where the target is chosen later."""
    require(TARGET_LAST, "attack.target-when")
    begin(s, attacker)
    with rule("attack.order"):
        go_on_to(s, Stage.WHEN_ATTACKING)


def begin(s: State, attacker: Stack) -> None:
    """Begin an attack that an effect allows.

    It has guards: no attack is under way, and the game is where one can be carried out to its end.
    """
    now = stage_after_effect(s)
    require(either(now == Stage.MAIN, now == Stage.ENDING), "attack.one-at-a-time")
    require_able(attacker)
    begin_attack(s, attacker)


@model.action("effect-switch-to-player", By.ENVIRONMENT)
def switch_to_player(s: State) -> None:
    """An effect switches the attack that is under way to the opponent."""
    require_switchable(s)
    require(negate(s.target_is_player), "attack.targets")
    nothing_targeted(s)
    aim_at_player(s)


@model.action("effect-switch-to-digimon", By.ENVIRONMENT, target=Member("opponent.battle"))
def switch_to_digimon(s: State, target: Stack) -> None:
    """An effect switches the attack that is under way to a Digimon of the opponent, suspended or not."""
    require_switchable(s)
    require(both(target.digimon, negate(target.targeted)), "attack.targets")
    with rule("attack.targets"):
        nothing_targeted(s)
        s.target_is_player = False
        target.targeted = True


def nothing_targeted(s: State) -> None:
    """Clear the target of the attack."""
    with rule("attack.targets"):
        s.opponent.battle.update(lambda stack: stack.replace(targeted=False), lambda stack: stack.targeted)


def require_switchable(s: State) -> None:
    """Guards on the switching of an attack: one is under way, its attacker is there, and it has a target."""
    now = stage_after_effect(s)
    require(either(*(now == stage for stage in BEFORE_SUCCESS)), "attack.order")
    require(negate(both(now == Stage.WHEN_ATTACKING, TARGET_LAST)), "attack.target-when")
    require(attacker_there(s), "attack.success")


@model.action("effect-end-attack", By.ENVIRONMENT)
def end_attack(s: State) -> None:
    """An effect ends the attack that is under way: of its timings the last alone is left.

    A card that is being checked does not battle any more, goes to the trash, and is the last one. After a
    battle there is nothing left to pierce.
    """
    now = stage_after_effect(s)
    checking = either(now == Stage.REVEALED, now == Stage.FOUGHT)
    under_way = either(checking, now == Stage.BATTLED, *(now == stage for stage in BEFORE_SUCCESS))
    require(under_way, "attack.order")
    with rule("attack.order"):
        let_block_again(s)
        s.piercing = False
        with when(now != Stage.BATTLED):
            go_on_to(s, select(checking, Stage.FOUGHT, Stage.END_OF_ATTACK))
    with when(checking), rule("attack.order"):
        s.checks = largest(s.checks, allowed_checks(s))
