"""Attacks: declaration and target, the timings of both players, success, and the end."""

from rulehound.spec.dcg.model.processing import finish, forget_blitz
from rulehound.spec.dcg.model.state import Stack, Stage, State, Winner, model
from rulehound.spec.language import (
    By,
    Member,
    Number,
    Truth,
    both,
    either,
    fact,
    largest,
    negate,
    require,
    rule,
    select,
    switch,
    when,
)

TARGET_LAST = switch("attack.target-when", "after-effects")
"""The target is chosen once the effects that the declaration sets off have resolved."""


@model.action("attack-player", attacker=Member("me.battle"))
def attack_player(s: State, attacker: Stack) -> None:
    """Declare an attack on the opponent."""
    declare(s, attacker)
    aim_at_player(s)
    after_declaration(s)


@model.action("attack-digimon", attacker=Member("me.battle"), target=Member("opponent.battle"))
def attack_digimon(s: State, attacker: Stack, target: Stack) -> None:
    """Declare an attack on a suspended Digimon of the opponent."""
    declare(s, attacker)
    aim_at(target)
    after_declaration(s)


@model.action("attack", attacker=Member("me.battle"))
def attack(s: State, attacker: Stack) -> None:
    """Declare an attack whose target is chosen later, where the edition has it so."""
    require(TARGET_LAST, "attack.target-when")
    declare(s, attacker)
    with rule("attack.order"):
        go_on_to(s, Stage.WHEN_ATTACKING)


@model.action("choose-player")
def choose_player(s: State) -> None:
    """The attack goes to the opponent."""
    choose_target(s)
    aim_at_player(s)


@model.action("choose-digimon", target=Member("opponent.battle"))
def choose_digimon(s: State, target: Stack) -> None:
    """The attack goes to a suspended Digimon of the opponent."""
    choose_target(s)
    aim_at(target)


def declare(s: State, attacker: Stack) -> None:
    """Guards on the attacker of every declaration by a player, and the beginning of the attack."""
    after = stage_after_effect(s)
    require(either(s.stage == Stage.MAIN, after == Stage.ENDING), "turn.main-phase")
    blitzes = both(attacker.may_blitz, s.memory < 0)
    require(either(s.stage == Stage.MAIN, blitzes), "turn.main-phase", "keyword.blitz")
    require_able(attacker)
    require(either(negate(attacker.played_this_turn), attacker.has("rush")), "attack.not-same-turn")
    begin_attack(s, attacker)


def stage_after_effect(s: State) -> Number:
    """The stage at which the game is, or goes on once the effect is over that is being carried out."""
    return select(s.stage == Stage.EFFECT, s.after, s.stage)


def require_able(attacker: Stack) -> None:
    """Guards on the attacker of every attack, also of one that an effect allows."""
    require(attacker.digimon, "attack.digimon")
    require(negate(attacker.suspended), "attack.unsuspended")


def begin_attack(s: State, attacker: Stack) -> None:
    """The attacker suspends to attack."""
    with rule("attack.suspends"):
        with when(attacker.played_this_turn), rule("keyword.rush"):
            attacker.suspended = True
        attacker.suspended = True
    with rule("attack.order", "attack.one-at-a-time"):
        attacker.attacking = True
    with rule("keyword.blitz"):
        forget_blitz(s)


def aim_at_player(s: State) -> None:
    """The opponent is the target."""
    with rule("attack.targets"):
        s.target_is_player = True


def aim_at(target: Stack) -> None:
    """A suspended Digimon of the opponent is the target."""
    require(both(target.digimon, target.suspended), "attack.targets")
    with rule("attack.targets"):
        target.targeted = True


def after_declaration(s: State) -> None:
    """Effects that the attack has set off come next, where they do not come before the target."""
    with rule("attack.order"):
        go_on_to(s, select(TARGET_LAST, reaction_timing(), Stage.WHEN_ATTACKING))


def go_on_to(s: State, stage: Stage | Number) -> None:
    """The attack goes on at this stage: at once, or after the effect by which the attack was declared."""
    in_effect = s.stage == Stage.EFFECT
    with when(in_effect):
        s.after = stage
    with when(negate(in_effect)):
        s.stage = stage


def choose_target(s: State) -> None:
    """The effects are over, and the attacker is still there to attack something."""
    require(both(s.stage == Stage.WHEN_ATTACKING, TARGET_LAST), "attack.target-when")
    require(attack_goes_on(s), "attack.attacker-gone")
    with rule("attack.order"):
        s.stage = reaction_timing()


def reaction_timing() -> Number:
    """What follows the effects of the attack: counter timing where the edition has it, else block timing."""
    return select(switch("attack.counter-timing", "before-block"), Stage.COUNTER, Stage.BLOCK)


def attacker_there(s: State) -> Truth:
    """The attacker is still in the battle area."""
    return s.me.battle.any(lambda stack: stack.attacking)


def target_there(s: State) -> Truth:
    """The Digimon that is attacked is still in the battle area."""
    return s.opponent.battle.any(lambda stack: stack.targeted)


def attack_goes_on(s: State) -> Truth:
    """The timings of the attack come, which hang on the attacker where the edition has it so."""
    return either(attacker_there(s), switch("attack.attacker-gone", "goes-on"))


@model.action("attack-breaks-off", By.RULES)
def attack_breaks_off(s: State) -> None:
    """The attacker has left the battle area, which ends the attack at once where the edition has it so."""
    timings = (Stage.WHEN_ATTACKING, Stage.COUNTER, Stage.BLOCK)
    require(either(*(s.stage == stage for stage in timings)), "attack.order")
    require(negate(attack_goes_on(s)), "attack.attacker-gone")
    with rule("attack.order"):
        end_block_timing(s, Stage.END_OF_ATTACK)


@model.action("when-attacking-over", By.RULES)
def when_attacking_over(s: State) -> None:
    """The effects of the declaration are over; the other player may react."""
    require(both(s.stage == Stage.WHEN_ATTACKING, negate(TARGET_LAST)), "attack.order")
    require(attack_goes_on(s), "attack.attacker-gone")
    with rule("attack.order"):
        s.stage = reaction_timing()


@model.action("counter-over", By.RULES)
def counter_over(s: State) -> None:
    """The counter timing of the other player is over."""
    require(s.stage == Stage.COUNTER, "attack.counter-timing")
    require(attack_goes_on(s), "attack.attacker-gone")
    with rule("attack.order"):
        s.stage = Stage.BLOCK


def can_block(stack: Stack) -> Truth:
    """Only an unsuspended Digimon with Blocker that is not itself attacked can take the attack on itself."""
    able = both(stack.digimon, stack.has("blocker"), negate(stack.suspended), negate(stack.targeted))
    return both(able, negate(stack.kept))


def block_is_open(s: State) -> Truth:
    """The other player can block."""
    return both(attacker_there(s), s.opponent.battle.any(can_block))


@model.action("block", blocker=Member("opponent.battle"))
def block(s: State, blocker: Stack) -> None:
    """The other player blocks; the attack now goes to the blocker. One block an attack."""
    require(s.stage == Stage.BLOCK, "turn.decider")
    require(attacker_there(s), "block.attacker-there")
    require(both(blocker.digimon, blocker.has("blocker")), "block.blocker")
    require(negate(blocker.suspended), "block.unsuspended")
    require(negate(blocker.targeted), "block.switches")
    require(negate(blocker.kept), "effects.forbidden")
    with rule("block.switches"):
        s.opponent.battle.update(lambda stack: stack.replace(targeted=False))
        s.target_is_player = False
        blocker.targeted = True
    with rule("block.suspends"):
        blocker.suspended = True
    with rule("block.once", "attack.order"):
        end_block_timing(s, Stage.RESOLVE)


@model.action("no-block")
def no_block(s: State) -> None:
    """The other player could block and does not."""
    require(s.stage == Stage.BLOCK, "turn.decider")
    require(block_is_open(s), "block.blocker")
    with rule("block.optional", "attack.order"):
        end_block_timing(s, Stage.RESOLVE)


@model.action("unblocked", By.RULES)
def unblocked(s: State) -> None:
    """Nobody is there to block."""
    require(s.stage == Stage.BLOCK, "attack.order")
    require(attack_goes_on(s), "attack.attacker-gone")
    require(negate(block_is_open(s)), "block.blocker")
    with rule("attack.order"):
        end_block_timing(s, Stage.RESOLVE)


def end_block_timing(s: State, stage: Stage) -> None:
    """Nobody blocks any more, and the attack goes on at this stage."""
    let_block_again(s)
    s.stage = stage


def let_block_again(s: State) -> None:
    """Let go of every Digimon that an effect kept from blocking: it was kept from this block timing alone."""
    for player in (s.me, s.opponent):
        player.battle.update(lambda stack: stack.replace(kept=False), lambda stack: stack.kept)


def succeeds(s: State) -> Truth:
    """The attack reaches its target: attacker and target are both still there."""
    return both(attacker_there(s), either(s.target_is_player, target_there(s)))


@model.action("attack-fails", By.RULES)
def attack_fails(s: State) -> None:
    """With the attacker or the target gone, the attack reaches nothing."""
    require(s.stage == Stage.RESOLVE, "attack.order")
    require(negate(succeeds(s)), "attack.success")
    with rule("attack.success"):
        s.stage = Stage.END_OF_ATTACK


def allowed_checks(s: State) -> Number:
    """How many security cards the attack checks: one, and what the attacker's keywords add or take."""
    attacker = s.me.battle.the(lambda stack: stack.attacking)
    return largest(0, fact("attack.checks") + attacker.top.extra_checks + attacker.more_checks)


@model.action("win", By.RULES)
def win(s: State) -> None:
    """A successful attack on a player without security cards wins."""
    reaches_player(s)
    require(s.opponent.security == 0, "game.win-attack")
    require(allowed_checks(s) >= 1, "security.zero-checks")
    with rule("game.win-attack", "game.over"):
        clear_attack(s)
        s.winner = Winner.TURN_PLAYER
        s.stage = Stage.OVER


@model.action("no-check", By.RULES)
def no_check(s: State) -> None:
    """An attack on the player that allows no check ends with nothing done, whatever security there is."""
    reaches_player(s)
    require(allowed_checks(s) == 0, "security.zero-checks")
    with rule("security.zero-checks"):
        s.stage = Stage.END_OF_ATTACK


@model.action("begin-checks", By.RULES)
def begin_checks(s: State) -> None:
    """The attack on the player succeeds: security checks, as many as the attacker is allowed."""
    reaches_player(s)
    require(both(s.opponent.security > 0, allowed_checks(s) >= 1), "security.count")
    with rule("security.check"):
        s.stage = Stage.CHECK


def reaches_player(s: State) -> None:
    """The attack succeeds, and its target is the player."""
    require(both(s.stage == Stage.RESOLVE, s.target_is_player), "attack.order")
    require(attacker_there(s), "attack.success")


@model.action("end-attack", By.RULES)
def end_attack(s: State) -> None:
    """The attack is over; the main phase goes on, or the turn ends."""
    require(s.stage == Stage.END_OF_ATTACK, "attack.order")
    with rule("attack.order"):
        clear_attack(s)
        s.stage = Stage.MAIN
    with rule("keyword.blitz"):
        forget_blitz(s)
    finish(s)


def clear_attack(s: State) -> None:
    """Nothing attacks and nothing is attacked any more."""
    s.me.battle.update(lambda stack: stack.replace(attacking=False))
    s.opponent.battle.update(lambda stack: stack.replace(targeted=False))
    s.target_is_player = False
    s.checks = 0
