"""Invariants of every state that legal play can reach, and goals that always stay within reach."""

from collections.abc import Callable

from rulehound.spec.dcg.model.attack import TARGET_LAST, allowed_checks
from rulehound.spec.dcg.model.processing import EFFECT_STAGES, interrupted
from rulehound.spec.dcg.model.setup import LAID_LAST
from rulehound.spec.dcg.model.state import (
    INTERRUPTED,
    Fate,
    Player,
    Stack,
    Stage,
    State,
    Winner,
    cards_in_no_area,
    model,
    under_way,
)
from rulehound.spec.language import (
    Number,
    Truth,
    TruthLike,
    between,
    both,
    either,
    fact,
    implies,
    largest,
    negate,
    select,
    setting,
    switch,
)


def deleting(s: State) -> Truth:
    """Something is about to be deleted, or was before an effect came before that."""
    return either(*(s.stage == stage for both_stages in INTERRUPTED.items() for stage in both_stages))


def at(s: State, *stages: Stage) -> Truth:
    """The game is at one of the stages, or goes on there once a deletion or an effect is done with."""
    now, after = going_on(s), after_effects(s)
    return either(*(either(now == stage, after == stage) for stage in stages))


def going_on(s: State) -> Number:
    """The stage of the game; while a deletion is due, the stage at which the game goes on after it."""
    return select(deleting(s), s.then, s.stage)


def after_effects(s: State) -> Number:
    """The stage of `going_on`; during the effect of a card, the stage at which the game goes on after it."""
    now = going_on(s)
    return select(now == Stage.EFFECT, s.after, now)


def attack_under_way(s: State) -> Truth:
    """Between a declaration and the end of the attack."""
    return between(Stage.WHEN_ATTACKING, after_effects(s), Stage.END_OF_ATTACK)


def everywhere(s: State, holds: Callable[[Stack], TruthLike]) -> Truth:
    """A condition holds of every stack on the field, of both players."""
    return both(
        *(bag.all(holds) for player in (s.me, s.opponent) for bag in (player.breeding, player.battle))
    )


def once_rules_are_processed(s: State, holds: Callable[[Stack], TruthLike]) -> Truth:
    """A condition holds of every stack in the battle areas, except during an effect or a deletion."""
    settled = negate(either(deleting(s), under_way(s)))
    return implies(settled, both(*(player.battle.all(holds) for player in (s.me, s.opponent))))


@model.invariant("memory.limit")
def memory_limit(s: State) -> Truth:
    """The counter stays on the gauge, on both sides."""
    return between(-fact("memory.max"), s.memory, fact("memory.max"))


@model.invariant("memory.turn-player")
def memory_turn_player(s: State) -> Truth:
    """Whoever may take an action of the main phase has memory 0 or more."""
    return implies(s.stage == Stage.MAIN, s.memory >= 0)


@model.invariant("battle.zero-dp")
def battle_zero_dp(s: State) -> Truth:
    """No Digimon stays in the battle area with 0 DP."""
    return once_rules_are_processed(
        s, lambda d: implies(both(d.digimon, d.top.has_dp), d.dp > fact("battle.zero-dp"))
    )


@model.invariant("battle.no-dp")
def battle_no_dp(s: State) -> Truth:
    """No Digimon stays in the battle area without DP (where the edition reads the rule that way)."""
    return once_rules_are_processed(
        s, lambda d: implies(both(switch("battle.level-2", "no-dp"), d.digimon), d.top.has_dp)
    )


@model.invariant("battle.level-2")
def battle_level_2(s: State) -> Truth:
    """No level 2 or lower in the battle area; later editions: no Digimon without DP."""
    return once_rules_are_processed(
        s,
        lambda d: implies(
            d.digimon,
            both(
                implies(switch("battle.level-2", "level"), negate(d.top.low)),
                implies(switch("battle.level-2", "no-dp"), d.top.has_dp),
            ),
        ),
    )


@model.invariant("breeding.capacity")
def breeding_capacity(s: State) -> Truth:
    """The breeding area holds one Digimon at most."""
    return both(*(player.breeding.count() <= fact("breeding.capacity") for player in (s.me, s.opponent)))


@model.invariant("cards.one-place", "cards.one-place", "areas.owner")
def cards_one_place(s: State) -> Truth:
    """The cards of a player, over all areas and those between two, are always as many as were brought."""
    checked = select(s.revealed.number >= 1, 1, 0)
    return both(
        in_areas(s.me) + s.me.aside + cards_in_no_area(s) == s.me.cards,
        in_areas(s.opponent) + s.opponent.aside + checked == s.opponent.cards,
    )


def in_areas(player: Player) -> Number:
    """How many cards lie in the areas of one player."""
    field = player.breeding.total(lambda d: d.cards) + player.battle.total(lambda d: d.cards)
    return player.deck + player.hand + player.security + player.egg_deck + player.trash + field


@model.invariant("areas.counts", "cards.one-place")
def areas_counts(s: State) -> Truth:
    """No area holds fewer than 0 cards."""
    return both(
        *(
            pile >= 0
            for player in (s.me, s.opponent)
            for pile in (
                *(player.deck, player.hand, player.security),
                *(player.egg_deck, player.trash, player.aside),
            )
        )
    )


@model.invariant("setup.dealt", "setup.hand", "setup.security", "setup.security-when", "setup.redraw")
def setup_dealt(s: State) -> Truth:
    """During setup each player has just the piles that have been dealt so far, and can be dealt the rest."""
    laid = both(negate(LAID_LAST), s.stage != Stage.LAY_SECURITY)
    drawn = either(
        s.stage == Stage.REDRAW,
        s.stage == Stage.REDRAW_THEIRS,
        both(LAID_LAST, s.stage == Stage.LAY_SECURITY),
    )
    hand, security = setting("setup.hand"), setting("setup.security")
    dealt = both(
        *(
            both(
                player.hand == select(drawn, hand, 0),
                player.security == select(laid, security, 0),
                player.deck >= select(drawn, 0, hand) + select(laid, 0, security),
            )
            for player in (s.me, s.opponent)
        )
    )
    in_setup = between(Stage.LAY_SECURITY, s.stage, Stage.REDRAW_THEIRS)
    return both(implies(in_setup, dealt), hand >= 0, security >= 0)


@model.invariant("dp.floor")
def dp_floor(s: State) -> Truth:
    """DP never goes below 0: as it stands it is the printed DP and all changes together, or 0."""
    return everywhere(s, lambda d: both(d.top.dp >= 0, d.dp == largest(0, d.top.dp + d.dp_change)))


@model.invariant("game.over")
def game_over(s: State) -> Truth:
    """Somebody has won exactly where the game is over."""
    return (s.stage == Stage.OVER) == (s.winner != Winner.NOBODY)


@model.invariant("attack.one-at-a-time")
def attack_one_at_a_time(s: State) -> Truth:
    """During an attack one Digimon attacks, or has, and one thing at most is attacked; else nothing is."""
    attackers, targets = (
        s.me.battle.count(lambda d: d.attacking),
        s.opponent.battle.count(lambda d: d.targeted),
    )
    aimed_at = targets + select(s.target_is_player, 1, 0)
    return both(
        implies(attack_under_way(s), both(attackers <= 1, aimed_at <= 1)),
        implies(negate(attack_under_way(s)), both(attackers == 0, aimed_at == 0)),
        s.me.battle.all(lambda d: negate(d.targeted)),
        s.opponent.battle.all(lambda d: negate(d.attacking)),
    )


@model.invariant("attack.target-when", "attack.order")
def attack_target_when(s: State) -> Truth:
    """Where effects of the attack come before the target, nothing is aimed at while they do."""
    nothing = both(negate(s.target_is_player), s.opponent.battle.all(lambda d: negate(d.targeted)))
    return implies(both(at(s, Stage.WHEN_ATTACKING), TARGET_LAST), nothing)


@model.invariant("attack.counter-timing")
def attack_counter_timing(s: State) -> Truth:
    """There is a counter timing only where the edition has one."""
    return implies(at(s, Stage.COUNTER), switch("attack.counter-timing", "before-block"))


@model.invariant("breeding.no-battle")
def breeding_no_battle(s: State) -> Truth:
    """A Digimon in a breeding area neither attacks nor is attacked, was not played, and is not deleted."""
    return both(
        *(
            player.breeding.all(
                lambda d: both(
                    negate(either(d.attacking, d.targeted, d.played_this_turn, d.deleted_first)),
                    d.fate == Fate.SAFE,
                )
            )
            for player in (s.me, s.opponent)
        )
    )


@model.invariant("deletion.would", "deletion.trash")
def deletion_would(s: State) -> Truth:
    """Something is about to be deleted only while its player may prevent that, and the game goes on
    afterwards.
    """
    within = either(*(s.then == stage for stage in (Stage.SHOWN, Stage.EFFECT)))
    waits = either(between(Stage.UNSUSPEND, s.then, Stage.END_OF_ATTACK), within)
    return both(
        implies(negate(deleting(s)), everywhere(s, lambda d: negate(d.about_to_be_deleted))),
        implies(negate(interrupted(s)), everywhere(s, lambda d: negate(d.deleted_first))),
        select(deleting(s), 0, s.then) == Stage.UNSUSPEND,
        implies(deleting(s), waits),
    )


@model.invariant("effects.timing")
def effects_timing(s: State) -> Truth:
    """An effect is carried out only at a moment at which effects may resolve, and the game goes on at that
    moment.
    """
    at_moments = either(*(s.after == stage for stage in (*EFFECT_STAGES, Stage.BLOCK)))
    return both(
        implies(going_on(s) == Stage.EFFECT, at_moments),
        implies(going_on(s) != Stage.EFFECT, s.after == Stage.UNSUSPEND),
    )


@model.invariant("effects.forbidden")
def effects_forbidden(s: State) -> Truth:
    """An effect that forbids something is over once the moment of what it forbids has passed."""
    nothing = everywhere(s, lambda d: negate(d.kept))
    in_breeding = both(*(player.breeding.all(lambda d: negate(d.kept)) for player in (s.me, s.opponent)))
    return both(in_breeding, implies(negate(at(s, Stage.UNSUSPEND, Stage.BLOCK)), nothing))


@model.invariant("keyword.retaliation", "attack.order")
def keyword_retaliation(s: State) -> Truth:
    """Retaliation waits for attacker or target alone, and only until the battle is over."""
    mine = s.me.battle.count(lambda d: d.fate == Fate.RETALIATION)
    theirs = s.opponent.battle.count(lambda d: d.fate == Fate.RETALIATION)
    return both(
        implies(mine + theirs >= 1, at(s, Stage.BATTLE, Stage.BATTLED)),
        mine + theirs <= 1,
        s.me.battle.all(lambda d: implies(d.fate == Fate.RETALIATION, d.attacking)),
        s.opponent.battle.all(lambda d: implies(d.fate == Fate.RETALIATION, d.targeted)),
    )


@model.invariant("keyword.piercing", "attack.order")
def keyword_piercing(s: State) -> Truth:
    """A check by Piercing is due only between a battle and the end of its attack."""
    return implies(s.piercing, at(s, Stage.BATTLE, Stage.BATTLED))


@model.invariant("security.count", "security.count", "security.one-by-one")
def security_count(s: State) -> Truth:
    """A card is turned over only while the attacker may check one more, and there is one."""
    counting = at(s, Stage.CHECK, Stage.REVEALED, Stage.FOUGHT, Stage.END_OF_ATTACK)
    return both(
        s.checks >= 0,
        implies(negate(counting), s.checks == 0),
        implies(at(s, Stage.REVEALED, Stage.FOUGHT), s.checks >= 1),
        implies(s.stage == Stage.CHECK, both(s.opponent.security >= 1, s.checks < allowed_checks(s))),
        s.then != Stage.CHECK,
    )


@model.invariant("security.one-by-one", "security.one-by-one", "security.effects-first", "security.trashed")
def security_one_by_one(s: State) -> Truth:
    """A checked card lies in no area only until its check is over."""
    return both(
        s.revealed.number >= 0,
        implies(s.revealed.number >= 1, at(s, Stage.REVEALED, Stage.FOUGHT)),
    )


@model.sometimes("turn.ends", "turn.end", "turn.pass")
def turn_ends(s: State) -> Truth:
    """The next turn can begin, or the game is over."""
    return either(s.stage == Stage.UNSUSPEND, s.stage == Stage.OVER)


@model.sometimes("attack.ends", "attack.order")
def attack_ends(s: State) -> Truth:
    """An attack comes to its end."""
    return negate(attack_under_way(s))


@model.sometimes("game.ends", "game.win-attack", "game.deck-out")
def game_ends(s: State) -> Truth:
    """Somebody can win."""
    return s.stage == Stage.OVER
