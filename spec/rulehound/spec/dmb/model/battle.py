"""The Battle Phase up to the last blow: the reveal, abilities of attacks, who is first, and the damage."""

from rulehound.spec.dmb.model.state import (
    ABILITIES,
    Attack,
    Player,
    Stage,
    State,
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
    largest,
    negate,
    require,
    rule,
    select,
    smallest,
    when,
)


@model.action("reveal", By.RULES)
def reveal(s: State) -> None:
    """Both choices are shown at once; the turn player attacks first unless something changes that."""
    require(s.stage == Stage.BATTLE, "battle.order")
    require(negate(s.unopposed), "strategy.unopposed")
    with rule("battle.reveal", "strategy.secret"):
        s.me.shown = s.me.chosen
        s.opponent.shown = s.opponent.chosen
    with rule("first-attack.default"):
        s.me.first_attacks += fact("first-attack.default")
        # this one counts as the earliest, also where an effect has given others before
        s.mine_last = either(s.mine_last, s.opponent.first_attacks == 0)
    with rule("battle.order"):
        s.stage = Stage.ABILITIES


@model.action("no-battle", By.RULES)
def no_battle(s: State) -> None:
    """Nobody stood against the turn player, so nobody attacks."""
    require(s.stage == Stage.BATTLE, "battle.order")
    require(s.unopposed, "strategy.unopposed")
    with rule("strategy.unopposed"):
        s.stage = Stage.KNOCK_OUT


def has_ability(player: Player, ability: str) -> Truth:
    """Whether the attack that a player has chosen comes with an ability, printed or granted."""
    printed = player.active.any(
        lambda digimon: both(digimon.top.special == player.chosen, digimon.top.abilities.has(ability))
    )
    return either(printed, player.granted.has(ability))


def is_jammed(player: Player, other: Player) -> Truth:
    """Jamming makes abilities of Cross void, but for Jamming itself; those of other attacks stay."""
    return both(has_ability(other, "jamming"), player.chosen == Attack.CROSS)


def applies(player: Player, other: Player, ability: str) -> Truth:
    """Whether an ability of the chosen attack applies."""
    has = has_ability(player, ability)
    return has if ability == "jamming" else both(has, negate(is_jammed(player, other)))


def names_attack_of(player: Player, other: Player) -> Truth:
    """Whether the Counter or the `to 0` of a player is of the attack that the other one has chosen."""
    return player.active.any(lambda digimon: digimon.top.against == other.chosen)


def has_prey(player: Player, other: Player) -> Truth:
    """Whether the other Digimon has one of the types against which the Power is tripled."""
    prey = player.active.union(lambda digimon: digimon.top.prey)
    return other.active.any(lambda digimon: digimon.types.shares(prey))


def printed_power(player: Player) -> Number:
    """The Power of the chosen attack with what effects add and Shatter has taken; never below 0."""
    raised = player.active.total(lambda d: d.power_of(player.chosen) + d.boost + d.bonus - d.lost)
    return largest(0, raised)


def settle_abilities(s: State) -> None:
    """Write down the abilities of both attacks; Jamming leaves nothing else of a Cross attack."""
    has = [{name: has_ability(player, name) for name in ABILITIES} for player, _ in either_way(s)]
    jammed = [is_jammed(player, other) for player, other in either_way(s)]
    for (player, _), abilities, is_void in zip(either_way(s), has, jammed, strict=True):
        with rule("abilities.at-once"):
            player.abilities = player.abilities.of()
            for name, applied in abilities.items():
                with when(applied):
                    player.abilities = player.abilities.union(player.abilities.of(name))
        with rule("jamming.cross"), when(is_void):
            others = (name for name in ABILITIES if name != "jamming")
            player.abilities = player.abilities.minus(player.abilities.of(*others))


def settle_power(s: State) -> None:
    """Write down the Power of both attacks: tripled first, set to nothing last."""
    for player, other in either_way(s):
        with rule("power.current"):
            player.power = printed_power(player)
        with rule("power.tripled"), when(both(player.abilities.has("triple"), has_prey(player, other))):
            player.power = player.power + player.power + player.power
        named = names_attack_of(other, player)
        with rule("power.current"), when(both(other.abilities.has("to-zero"), named)):
            player.power = 0
        with rule("counter.power"), when(player.abilities.has("counter")):
            player.power = 0


def apply_abilities(s: State, mine_second: bool) -> None:
    """The abilities of both attacks apply at once; in a conflict what resolves last counts as later."""
    require(s.stage == Stage.ABILITIES, "battle.order")
    settle_abilities(s)
    settle_power(s)
    mine, theirs = (player.abilities.has("first-attack") for player, _ in either_way(s))
    with rule("first-attack.gain"):
        with when(mine):
            s.me.first_attacks += 1
        with when(theirs):
            s.opponent.first_attacks += 1
    with rule("first-attack.latest"), when(either(mine, theirs)):
        s.mine_last = both(mine, either(negate(theirs), mine_second))
    for player, _ in either_way(s):
        with rule("first-attack.none"), when(player.no_first_attack):
            player.first_attacks = 0
        with rule("counter.second"), when(player.abilities.has("counter")):
            player.first_attacks = 0
    with rule("battle.order"):
        s.stage = Stage.FIRST_STRIKE


def is_conflict(s: State) -> Truth:
    """Both attacks bring a 1st Attack, so that it matters which resolves last."""
    return both(*(applies(each, other, "first-attack") for each, other in either_way(s)))


@model.action("abilities", By.RULES)
def abilities_apply(s: State) -> None:
    """The abilities of both attacks apply."""
    require(negate(is_conflict(s)), "abilities.priority")
    apply_abilities(s, mine_second=False)


@model.action("resolve-first")
def resolve_first(s: State) -> None:
    """In a conflict of abilities the turn player resolves first."""
    require(is_conflict(s), "abilities.priority")
    apply_abilities(s, mine_second=False)


@model.action("resolve-second")
def resolve_second(s: State) -> None:
    """In a conflict of abilities the turn player passes priority, and resolves second."""
    require(is_conflict(s), "abilities.priority")
    apply_abilities(s, mine_second=True)


def turn_player_first(s: State) -> Truth:
    """Whether the turn player attacks first: Counter is always second, then whoever cannot be first."""
    more = s.me.first_attacks > s.opponent.first_attacks
    tied = s.me.first_attacks == s.opponent.first_attacks
    barred_mine = either(s.me.no_first_attack, s.me.abilities.has("counter"))
    barred_theirs = either(s.opponent.no_first_attack, s.opponent.abilities.has("counter"))
    counters = select(s.opponent.abilities.has("counter"), 1, select(s.me.abilities.has("counter"), -1, 0))
    by_points = either(more, both(tied, either(s.mine_last, both(barred_mine, barred_theirs))))
    plain = both(negate(both(barred_mine, negate(barred_theirs))), either(by_points, barred_theirs))
    return either(counters > 0, both(counters == 0, plain))


def hp_of(player: Player) -> Number:
    """The HP of a player's Digimon."""
    return player.active.total(lambda digimon: digimon.hp)


def strength(player: Player) -> Number:
    """The damage that the chosen attack deals now: its Power, or by Crash the HP of the attacker."""
    return select(player.abilities.has("crash"), hp_of(player), player.power)


def counters(player: Player, other: Player) -> Truth:
    """Whether the Counter of a player is of the attack that the other one uses."""
    return both(player.abilities.has("counter"), names_attack_of(player, other))


def strike(attack: Player, by: Player, onto: Player, happens: Truth) -> None:
    """An attack hits: damage, then what Crash costs, then what Drain gives.

    `attack`: the player whose attack it is; `by`: the one who uses it, `onto`: the one whom it hits.
    """
    with when(happens):
        dealt = smallest(strength(attack), hp_of(onto))
        has_crash, drains = attack.abilities.has("crash"), attack.abilities.has("drain")
        with rule("battle.damage", "hp.floor", "crash.damage"):
            onto.active.update(lambda digimon: digimon.replace(hp=largest(0, digimon.hp - dealt)))
        with rule("crash.hp", "battle.crash-first"), when(has_crash):
            by.active.update(lambda d: d.replace(hp=smallest(d.hp, fact("crash.hp"))))
        with rule("drain.recover"), when(drains):
            by.active.update(lambda digimon: digimon.replace(hp=digimon.hp + dealt))
        with rule("shatter.power"), when(both(attack.abilities.has("shatter"), dealt >= 1)):
            amount = attack.active.total(lambda digimon: digimon.top.shatter)
            onto.active.update(lambda digimon: digimon.replace(lost=digimon.lost + amount))
            onto.power = largest(0, onto.power - amount)


def all_stand(s: State) -> Truth:
    """Both players have a Digimon with HP."""
    return both(hp_of(s.me) >= 1, hp_of(s.opponent) >= 1)


@model.action("first-strike", By.RULES)
def first_strike(s: State) -> None:
    """The first attacker attacks, unless the other one counters that attack, or both have Counter."""
    require(s.stage == Stage.FIRST_STRIKE, "battle.order")
    mine_first = turn_player_first(s)
    stands = all_stand(s)
    for (player, other), first in zip(either_way(s), (mine_first, negate(mine_first)), strict=True):
        fails = either(player.abilities.has("counter"), counters(other, player))
        happens = both(first, stands, negate(fails))
        with rule("battle.first", "first-attack.most"):
            strike(player, player, other, happens)
    with rule("battle.order"):
        s.stage = Stage.SECOND_STRIKE


@model.action("second-strike", By.RULES)
def second_strike(s: State) -> None:
    """The second attacker attacks if both still stand; a Counter turns the other attack on its user."""
    require(s.stage == Stage.SECOND_STRIKE, "battle.order")
    mine_first = turn_player_first(s)
    stands = all_stand(s)
    for (player, other), first in zip(either_way(s), (mine_first, negate(mine_first)), strict=True):
        second = both(negate(first), stands)
        clash = both(player.abilities.has("counter"), other.abilities.has("counter"))
        plain = both(second, negate(player.abilities.has("counter")))
        with rule("battle.second"):
            strike(player, player, other, plain)
        turned = both(second, counters(player, other), negate(clash))
        with rule("counter.turned", "counter.both"):
            strike(other, player, other, turned)
    with rule("battle.order", "battle.no-second"):
        s.stage = Stage.KNOCK_OUT
