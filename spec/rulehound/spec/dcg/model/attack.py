"""Attacks: declaration, block timing, battle, security checks, winning."""

from collections.abc import Callable

from rulehound.spec.dcg.model.state import Card, Kind, Player, Stack, Stage, State, Winner, model
from rulehound.spec.dcg.model.turn import finish, send_to_trash
from rulehound.spec.language import (
    By,
    Member,
    NumberLike,
    Pool,
    Truth,
    TruthLike,
    both,
    either,
    fact,
    largest,
    negate,
    require,
    rule,
    switch,
    when,
)


@model.action("attack-player", attacker=Member("me.battle"))
def attack_player(s: State, attacker: Stack) -> None:
    """Declare an attack on the opponent."""
    declare(s, attacker)
    with rule("attack.targets"):
        s.target_is_player = True


@model.action("attack-digimon", attacker=Member("me.battle"), target=Member("opponent.battle"))
def attack_digimon(s: State, attacker: Stack, target: Stack) -> None:
    """Declare an attack on a suspended Digimon of the opponent."""
    declare(s, attacker)
    require(both(target.digimon, target.suspended), "attack.targets")
    with rule("attack.targets"):
        target.targeted = True


def declare(s: State, attacker: Stack) -> None:
    """What every declaration demands of the attacker; it suspends to attack."""
    require(s.stage == Stage.MAIN, "turn.main-phase")
    require(attacker.digimon, "attack.digimon")
    require(negate(attacker.suspended), "attack.unsuspended")
    require(negate(attacker.played_this_turn), "attack.not-same-turn")
    with rule("attack.suspends"):
        attacker.suspended = True
    with rule("attack.order", "attack.one-at-a-time"):
        attacker.attacking = True
        s.stage = Stage.BLOCK


def can_block(stack: Stack) -> Truth:
    """Only an unsuspended Digimon with Blocker that is not itself attacked can take the attack on itself."""
    return both(stack.digimon, stack.has("blocker"), negate(stack.suspended), negate(stack.targeted))


@model.action("block", blocker=Member("opponent.battle"))
def block(s: State, blocker: Stack) -> None:
    """The other player blocks; the attack now goes to the blocker. One block an attack."""
    require(s.stage == Stage.BLOCK, "turn.decider")
    require(both(blocker.digimon, blocker.has("blocker")), "block.blocker")
    require(negate(blocker.suspended), "block.unsuspended")
    require(negate(blocker.targeted), "block.switches")
    with rule("block.switches"):
        s.opponent.battle.update(lambda stack: stack.replace(targeted=False))
        s.target_is_player = False
        blocker.targeted = True
    with rule("block.suspends"):
        blocker.suspended = True
    with rule("block.once", "attack.order"):
        s.stage = Stage.RESOLVE


@model.action("no-block")
def no_block(s: State) -> None:
    """The other player could block and does not."""
    require(s.stage == Stage.BLOCK, "turn.decider")
    require(s.opponent.battle.any(can_block), "block.blocker")
    with rule("block.optional", "attack.order"):
        s.stage = Stage.RESOLVE


@model.action("unblocked", By.RULES)
def unblocked(s: State) -> None:
    """Nobody is there to block."""
    require(s.stage == Stage.BLOCK, "attack.order")
    require(negate(s.opponent.battle.any(can_block)), "block.blocker")
    with rule("attack.order"):
        s.stage = Stage.RESOLVE


def attacker_of(s: State) -> Stack:
    """The attacking Digimon."""
    return s.me.battle.the(lambda stack: stack.attacking)


def allowed_checks(s: State) -> NumberLike:
    """How many security cards the attack checks: one, and what the attacker's keywords add or take."""
    return largest(0, fact("attack.checks") + attacker_of(s).top.extra_checks)


@model.action("battle", By.RULES)
def battle(s: State) -> None:
    """Attacker and attacked Digimon compare DP; the lower is deleted, both if equal."""
    require(both(s.stage == Stage.RESOLVE, negate(s.target_is_player)), "attack.order")
    attacker, target = attacker_of(s), s.opponent.battle.the(lambda stack: stack.targeted)
    attacking, defending = attacker.dp, target.dp
    with rule("battle.compare", "battle.tie", "battle.loser-deleted", "battle.survivor"):
        delete_where(s.me, lambda stack: both(stack.attacking, attacking <= defending))
        delete_where(s.opponent, lambda stack: both(stack.targeted, defending <= attacking))
    end_attack(s)


def delete_where(player: Player, loses: Callable[[Stack], TruthLike]) -> None:
    """Delete the Digimon that meets the condition, with the cards under it."""
    send_to_trash(player, player.battle.the(loses))


@model.action("win", By.RULES)
def win(s: State) -> None:
    """A successful attack on a player without security cards wins."""
    require(both(s.stage == Stage.RESOLVE, s.target_is_player), "attack.order")
    require(s.opponent.security == 0, "game.win-attack")
    require(either(switch("attack.zero-checks-win", "true"), allowed_checks(s) >= 1), "security.zero-checks")
    with rule("game.win-attack", "game.over"):
        clear_attack(s)
        s.winner = Winner.TURN_PLAYER
        s.stage = Stage.OVER


@model.action("no-check", By.RULES)
def no_check(s: State) -> None:
    """An attack on the player that allows no check ends with nothing done."""
    require(both(s.stage == Stage.RESOLVE, s.target_is_player), "attack.order")
    require(allowed_checks(s) == 0, "security.zero-checks")
    require(either(s.opponent.security > 0, switch("attack.zero-checks-win", "false")), "game.win-attack")
    with rule("security.zero-checks"):
        end_attack(s)


@model.action("begin-checks", By.RULES)
def begin_checks(s: State) -> None:
    """The attack on the player succeeds: security checks, as many as the attacker is allowed."""
    require(both(s.stage == Stage.RESOLVE, s.target_is_player), "attack.order")
    require(both(s.opponent.security > 0, allowed_checks(s) >= 1), "security.count")
    with rule("security.count"):
        s.checks = allowed_checks(s)
    with rule("security.check"):
        s.stage = Stage.CHECK


@model.action("check", By.RULES, card=Pool(Card))
def check(s: State, card: Card) -> None:
    """One security card is turned over; a Digimon card battles the attacker. Which card is chance."""
    require(s.stage == Stage.CHECK, "security.one-by-one")
    require(card.kind != Kind.DIGI_EGG, "deck.kinds")
    attacker = attacker_of(s)
    lost = both(card.kind == Kind.DIGIMON, card.has_dp, card.dp >= attacker.dp)
    with rule("security.check", "security.one-by-one", "security.trashed", "security.not-deleted"):
        s.opponent.security -= 1
        s.opponent.trash += 1
        s.checks -= 1
    with when(lost), rule("security.digimon", "battle.tie"):
        delete_where(s.me, lambda stack: stack.attacking)
    with (
        when(either(lost, s.checks == 0, s.opponent.security == 0)),
        rule("security.attacker-gone", "security.empty-ends"),
    ):
        end_attack(s)


def end_attack(s: State) -> None:
    """The attack is over; the main phase goes on, or the turn ends."""
    with rule("attack.order"):
        clear_attack(s)
        s.stage = Stage.MAIN
    finish(s)


def clear_attack(s: State) -> None:
    """Nothing attacks and nothing is attacked any more."""
    s.me.battle.update(lambda stack: stack.replace(attacking=False))
    s.opponent.battle.update(lambda stack: stack.replace(targeted=False))
    s.target_is_player = False
    s.checks = 0
