"""A small kernel of the rules, with known counts: a fixed yardstick for every backend, no model of the game.

Who is in turn is `me`; `second` tells which of the two players that is. Levels and costs are those of the
game, what a check turns over is left open. The counts of the instances were found by independent tools.
"""

from __future__ import annotations

from enum import IntEnum

from rulehound.spec.language import (
    Amount,
    By,
    Configuration,
    Member,
    Model,
    Number,
    NumberLike,
    Record,
    bag_field,
    between,
    both,
    choice_field,
    either,
    exchange,
    flag_field,
    negate,
    number_field,
    part_field,
    require,
    select,
    setting,
    smallest,
    when,
)

RULE = "kernel"


class Stage(IntEnum):
    """What the turn is at; 0 is where every field ends up when the game is over."""

    OVER = 0
    DRAW = 1
    BREEDING = 2
    MAIN = 3


class Digimon(Record):
    """A Digimon in the battle area."""

    level = number_field()
    suspended = flag_field()
    fresh = flag_field()


class Player(Record):
    """One player's areas; the Digimon in the breeding area is its level, or 0."""

    battle = bag_field(Digimon)
    breeding = number_field()
    hand = number_field()
    deck = number_field()
    security = number_field()
    eggs = number_field()


class State(Record):
    """The game, seen from the turn player; once it is over, from the winner."""

    stage = choice_field(Stage)
    second = flag_field()
    memory = number_field()
    me = part_field(Player)
    opponent = part_field(Player)


kernel = Model("kernel", State, round_field="second", over=lambda s: s.stage == Stage.OVER)


@kernel.initial
def start(s: State) -> None:
    s.stage = Stage.BREEDING
    for player in (s.me, s.opponent):
        player.hand = setting("hand")
        player.deck = setting("deck")
        player.security = setting("security")
        player.eggs = setting("eggs")


def end_turn(s: State, memory: NumberLike) -> None:
    s.me.battle.update(lambda d: d.replace(fresh=False))
    exchange(s.me, s.opponent)
    s.second = negate(s.second)
    s.memory = memory
    s.stage = Stage.DRAW


def end_game(s: State) -> None:
    """Nothing of the game is kept but who has won."""
    for player in (s.me, s.opponent):
        player.battle.discard(lambda _: True)
        player.breeding = player.hand = player.deck = player.security = player.eggs = 0
    s.memory = 0
    s.stage = Stage.OVER


def pay(s: State, cost: Number) -> None:
    """Once the effect has happened: pay, and lose the turn below 0."""
    s.memory -= cost
    with when(s.memory < 0):
        end_turn(s, -s.memory)


def require_payable(s: State, cost: Number) -> None:
    require(s.memory - cost >= -10, RULE, "payable")


def require_stage(s: State, stage: Stage) -> None:
    require(s.stage == stage, RULE, "stage")


@kernel.action("deck-out", By.RULES)
def deck_out(s: State) -> None:
    require_stage(s, Stage.DRAW)
    require(s.me.deck == 0, RULE)
    s.second = negate(s.second)
    end_game(s)


@kernel.action("draw", By.RULES)
def draw(s: State) -> None:
    require_stage(s, Stage.DRAW)
    require(s.me.deck > 0, RULE)
    s.me.battle.update(lambda d: d.replace(suspended=False))
    s.me.deck -= 1
    s.me.hand += 1
    s.stage = Stage.BREEDING


@kernel.action("hatch")
def hatch(s: State) -> None:
    require_stage(s, Stage.BREEDING)
    require(both(s.me.breeding == 0, s.me.eggs > 0), RULE)
    s.me.eggs -= 1
    s.me.breeding = 2
    s.stage = Stage.MAIN


@kernel.action("move")
def move(s: State) -> None:
    require_stage(s, Stage.BREEDING)
    require(both(s.me.breeding >= 3, s.me.battle.count() < setting("slots")), RULE)
    s.me.battle.add(Digimon(level=s.me.breeding))
    s.me.breeding = 0
    s.stage = Stage.MAIN


@kernel.action("skip")
def skip(s: State) -> None:
    require_stage(s, Stage.BREEDING)
    s.stage = Stage.MAIN


@kernel.action("play", level=Amount("played"))
def play(s: State, level: Number) -> None:
    require_stage(s, Stage.MAIN)
    require(either(level == 3, level == 4, level == 6), RULE, "printed")
    cost = select(level == 3, 3, select(level == 4, 5, 11))
    require(both(s.me.hand > 0, s.me.battle.count() < setting("slots")), RULE)
    require_payable(s, cost)
    s.me.hand -= 1
    s.me.battle.add(Digimon(level=level, fresh=True))
    pay(s, cost)


@kernel.action("digivolve", onto=Member("me.battle"))
def digivolve(s: State, onto: Digimon) -> None:
    require_stage(s, Stage.MAIN)
    require(both(s.me.hand > 0, onto.level < 6), RULE)
    cost = smallest(onto.level - 1, 3)
    require_payable(s, cost)
    onto.level += 1
    draw_for_digivolving(s)
    pay(s, cost)


@kernel.action("digivolve-in-breeding")
def digivolve_in_breeding(s: State) -> None:
    require_stage(s, Stage.MAIN)
    require(both(s.me.hand > 0, between(2, s.me.breeding, 4)), RULE)
    cost = smallest(s.me.breeding - 1, 3)
    require_payable(s, cost)
    s.me.breeding += 1
    draw_for_digivolving(s)
    pay(s, cost)


def draw_for_digivolving(s: State) -> None:
    """The card goes from the hand, and one comes for it while there is one."""
    drawn = smallest(s.me.deck, 1)
    s.me.hand += drawn - 1
    s.me.deck -= drawn


def require_attack(s: State, attacker: Digimon) -> None:
    require_stage(s, Stage.MAIN)
    require(negate(either(attacker.suspended, attacker.fresh)), RULE, "attacker")


@kernel.action("win", attacker=Member("me.battle"))
def win(s: State, attacker: Digimon) -> None:
    require_attack(s, attacker)
    require(s.opponent.security == 0, RULE)
    end_game(s)


@kernel.action("check-and-survive", attacker=Member("me.battle"))
def check_and_survive(s: State, attacker: Digimon) -> None:
    require_attack(s, attacker)
    require(s.opponent.security > 0, RULE)
    s.opponent.security -= 1
    attacker.suspended = True


@kernel.action("check-and-die", attacker=Member("me.battle"))
def check_and_die(s: State, attacker: Digimon) -> None:
    require_attack(s, attacker)
    require(s.opponent.security > 0, RULE)
    s.opponent.security -= 1
    attacker.leave()


@kernel.action("battle", attacker=Member("me.battle"), target=Member("opponent.battle"))
def battle(s: State, attacker: Digimon, target: Digimon) -> None:
    require_attack(s, attacker)
    require(target.suspended, RULE)
    attacking, defending = attacker.level, target.level
    with when(attacking >= defending):
        target.leave()
    with when(attacking <= defending):
        attacker.leave()
    with when(attacking > defending):
        attacker.suspended = True


@kernel.action("pass")
def pass_turn(s: State) -> None:
    require_stage(s, Stage.MAIN)
    end_turn(s, 3)


@kernel.invariant("memory-on-the-gauge")
def memory_on_the_gauge(s: State) -> object:
    return between(0, s.memory, 10)


@kernel.invariant("levels")
def levels(s: State) -> object:
    return both(
        *(player.battle.all(lambda d: between(3, d.level, 6)) for player in (s.me, s.opponent)),
        *(either(p.breeding == 0, between(2, p.breeding, 5)) for p in (s.me, s.opponent)),
    )


def instance(slots: int, hand: int, deck: int, security: int, eggs: int) -> Configuration:
    """The kernel at a size: slots in the battle area, and each player's piles at the start."""
    return Configuration(
        f"kernel-{slots}{hand}{deck}{security}{eggs}",
        "the kernel",
        bounds={
            "State.memory": (-10, 10),
            "Digimon.level": (0, 6),
            "Player.breeding": (0, 5),
            "Player.hand": (0, hand + deck),
            "Player.deck": (0, deck),
            "Player.security": (0, security),
            "Player.eggs": (0, eggs),
        },
        capacities={"Player.battle": slots},
        ranges={"played": (3, 4, 6)},
        settings={"slots": slots, "hand": hand, "deck": deck, "security": security, "eggs": eggs},
    )


SMALL = instance(1, 1, 1, 1, 0)
S = instance(2, 2, 2, 1, 0)
M = instance(2, 3, 2, 2, 1)
