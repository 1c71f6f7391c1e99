"""What holds in every state that legal play can reach."""

from rulehound.spec.dcg.model.state import Player, Stage, State, Winner, model
from rulehound.spec.language import (
    Truth,
    between,
    both,
    either,
    fact,
    implies,
    negate,
    switch,
)


def attacking_stages(s: State) -> Truth:
    """An attack is under way."""
    return either(s.stage == Stage.BLOCK, s.stage == Stage.RESOLVE, s.stage == Stage.CHECK)


@model.invariant("memory.limit")
def memory_limit(s: State) -> Truth:
    """The counter stays on the gauge, on both sides."""
    return between(-fact("memory.max"), s.memory, fact("memory.max"))


@model.invariant("memory.turn-player")
def memory_turn_player(s: State) -> Truth:
    """Whoever acts has memory 0 or more."""
    return implies(s.stage != Stage.OVER, s.memory >= 0)


@model.invariant("battle.zero-dp")
def battle_zero_dp(s: State) -> Truth:
    """No Digimon stays in the battle area with 0 DP."""
    return both(
        *(
            player.battle.all(lambda d: implies(both(d.digimon, d.top.has_dp), d.dp > fact("battle.zero-dp")))
            for player in (s.me, s.opponent)
        )
    )


@model.invariant("battle.no-dp")
def battle_no_dp(s: State) -> Truth:
    """No Digimon stays in the battle area without DP (where the edition reads the rule that way)."""
    return both(
        *(
            player.battle.all(
                lambda d: implies(both(switch("battle.level-2", "no-dp"), d.digimon), d.top.has_dp)
            )
            for player in (s.me, s.opponent)
        )
    )


@model.invariant("battle.level-2")
def battle_level_2(s: State) -> Truth:
    """No level 2 or lower in the battle area; later editions: no Digimon without DP."""
    return both(
        *(
            player.battle.all(
                lambda d: implies(
                    d.digimon,
                    both(
                        implies(switch("battle.level-2", "level"), d.top.level > 2),
                        implies(switch("battle.level-2", "no-dp"), d.top.has_dp),
                    ),
                )
            )
            for player in (s.me, s.opponent)
        )
    )


@model.invariant("breeding.capacity")
def breeding_capacity(s: State) -> Truth:
    """The breeding area holds one Digimon at most."""
    return both(*(player.breeding.count() <= fact("breeding.capacity") for player in (s.me, s.opponent)))


@model.invariant("cards.one-place", "cards.one-place", "areas.owner")
def cards_one_place(s: State) -> Truth:
    """The cards of a player, over all of the player's areas, are always as many as were brought."""
    return both(*(all_cards(player) == player.cards for player in (s.me, s.opponent)))


def all_cards(player: Player) -> object:
    """How many cards lie in the areas of one player."""
    field = player.breeding.total(lambda d: d.cards) + player.battle.total(lambda d: d.cards)
    return player.deck + player.hand + player.security + player.egg_deck + player.trash + field


@model.invariant("areas.counts", "cards.one-place")
def areas_counts(s: State) -> Truth:
    """No area holds fewer than 0 cards, and nothing on the field is made of fewer than 1."""
    piles = [
        pile >= 0
        for player in (s.me, s.opponent)
        for pile in (player.deck, player.hand, player.security, player.egg_deck, player.trash)
    ]
    stacks = [
        bag.all(lambda d: d.cards >= 1)
        for player in (s.me, s.opponent)
        for bag in (player.breeding, player.battle)
    ]
    return both(*piles, *stacks)


@model.invariant("dp.floor")
def dp_floor(s: State) -> Truth:
    """DP never goes below 0, printed or as it stands."""
    return both(
        *(
            bag.all(lambda d: both(d.dp >= 0, d.top.dp >= 0))
            for player in (s.me, s.opponent)
            for bag in (player.breeding, player.battle)
        )
    )


@model.invariant("game.over")
def game_over(s: State) -> Truth:
    """Somebody has won exactly where the game is over."""
    return (s.stage == Stage.OVER) == (s.winner != Winner.NOBODY)


@model.invariant("attack.one-at-a-time")
def attack_one_at_a_time(s: State) -> Truth:
    """During an attack one Digimon attacks and one thing is attacked; otherwise nothing is."""
    attackers = s.me.battle.count(lambda d: d.attacking) + s.opponent.battle.count(lambda d: d.attacking)
    targets = s.opponent.battle.count(lambda d: d.targeted)
    on_player = both(s.target_is_player, targets == 0)
    on_digimon = both(negate(s.target_is_player), targets == 1)
    under_way = both(attackers == 1, either(on_player, on_digimon))
    none = both(attackers == 0, targets == 0, negate(s.target_is_player))
    return both(
        implies(attacking_stages(s), under_way),
        implies(negate(attacking_stages(s)), none),
        s.me.battle.all(lambda d: negate(d.targeted)),
    )


@model.invariant("attack.suspends")
def attack_suspends(s: State) -> Truth:
    """An attacking Digimon is a suspended one of the turn player's that was not played this turn."""
    return both(
        s.me.battle.all(
            lambda d: implies(d.attacking, both(d.digimon, d.suspended, negate(d.played_this_turn)))
        ),
        s.opponent.battle.all(lambda d: negate(d.attacking)),
    )


@model.invariant("attack.not-same-turn")
def played_this_turn(s: State) -> Truth:
    """Only the turn player's side holds anything played this turn."""
    return both(
        s.opponent.battle.all(lambda d: negate(d.played_this_turn)),
        s.opponent.breeding.all(lambda d: negate(d.played_this_turn)),
        s.me.breeding.all(lambda d: negate(d.played_this_turn)),
    )


@model.invariant("unsuspend.all")
def unsuspend_all(s: State) -> Truth:
    """Between the unsuspend phase and the main phase nothing of the turn player is suspended."""
    return implies(
        either(s.stage == Stage.DRAW, s.stage == Stage.BREEDING),
        both(
            s.me.battle.all(lambda d: negate(d.suspended)), s.me.breeding.all(lambda d: negate(d.suspended))
        ),
    )


@model.invariant("security.count", "security.count", "security.one-by-one")
def security_count(s: State) -> Truth:
    """Checks are left exactly while security cards are being checked, and there is one to check."""
    return both(
        (s.stage == Stage.CHECK) == (s.checks > 0),
        s.checks >= 0,
        implies(s.stage == Stage.CHECK, both(s.target_is_player, s.opponent.security > 0)),
    )


@model.invariant("breeding.no-battle")
def breeding_no_battle(s: State) -> Truth:
    """A Digimon in a breeding area neither attacks nor is attacked."""
    return both(
        *(
            player.breeding.all(lambda d: both(negate(d.attacking), negate(d.targeted)))
            for player in (s.me, s.opponent)
        )
    )
