"""Invariants of every state that legal play can reach, and goals that always stay within reach."""

from collections.abc import Callable

from rulehound.spec.dmb.model.state import Active, Attack, DigimonLevel, Player, Stage, State, Winner, model
from rulehound.spec.language import (
    Number,
    Truth,
    TruthLike,
    between,
    both,
    either,
    fact,
    implies,
    negate,
    select,
)


def everywhere(s: State, holds: Callable[[Active], TruthLike]) -> Truth:
    """A condition holds of every active Digimon."""
    return both(*(player.active.all(holds) for player in (s.me, s.opponent)))


def for_both(s: State, holds: Callable[[Player], TruthLike]) -> Truth:
    """A condition holds of both players."""
    return both(holds(s.me), holds(s.opponent))


@model.invariant("cards.one-place")
def cards_one_place(s: State) -> Truth:
    """The cards of a player, over all zones, are always as many as were brought."""
    return for_both(s, lambda player: in_zones(player) == player.cards)


def in_zones(player: Player) -> Number:
    """How many cards lie in the zones of one player, those out of the game too."""
    piles = player.deck + player.hand + player.trash + player.deleted + player.dp_cards
    destiny = player.destiny + player.destiny_deleted
    return piles + destiny + player.supports + player.active.total(lambda d: d.height + d.attachments)


@model.invariant("delete.destiny", "delete.destiny", "partner.deleted", "ko.mega-deleted")
def destiny_is_deleted(s: State) -> Truth:
    """A card of the Destiny Zone lies there, on the active zone or as support, or it is out of the game."""
    return for_both(s, lambda player: destined(player) == player.brought_destiny)


def destined(player: Player) -> Number:
    """How many cards of the Destiny Zone are where they may be."""
    there = player.destiny + player.destiny_deleted + player.active.total(lambda digimon: digimon.destined)
    return there + select(player.support.destiny, 1, 0)


@model.invariant("zones.counts")
def no_count_below_zero(s: State) -> Truth:
    """No zone holds fewer than no cards."""

    def counted(player: Player) -> Truth:
        """The zones of one player."""
        piles = (player.deck, player.hand, player.trash, player.deleted, player.dp_cards)
        destiny = (player.destiny, player.destiny_deleted)
        return both(*(pile >= 0 for pile in (*piles, *destiny, player.dp)))

    return for_both(s, counted)


@model.invariant("hp.floor")
def hp_floor(s: State) -> Truth:
    """HP is never below 0."""
    return everywhere(s, lambda digimon: digimon.hp >= 0)


@model.invariant("active.one", "prep.place")
def one_active(s: State) -> Truth:
    """A player has one active Digimon at most."""
    return for_both(s, lambda player: player.active.count() <= 1)


@model.invariant("active.stack")
def stack_counts(s: State) -> Truth:
    """The Partner and the cards of the Destiny Zone are among the cards of the Digimon."""
    return everywhere(
        s,
        lambda d: both(
            d.partners >= 0, d.destined >= 0, d.attachments >= 0, d.partners + d.destined <= d.height
        ),
    )


@model.invariant("level.mega", "destiny.mega", "level.names")
def mega_from_destiny(s: State) -> Truth:
    """What is active is a Digimon of a level; a Mega came from the Destiny Zone."""
    return everywhere(s, lambda d: between(DigimonLevel.R, d.top.level, DigimonLevel.M))


@model.invariant("attachments.max", "attachments.attach")
def attachments_max(s: State) -> Truth:
    """A Digimon has no more attachments than it has slots."""
    return everywhere(s, lambda digimon: digimon.attachments <= fact("attachments.max"))


@model.invariant("evolution.once")
def evolution_once(s: State) -> Truth:
    """A Digimon evolves once in a turn at most."""
    return between(0, s.evolutions, fact("evolution.per-turn"))


@model.invariant("evolve-card.one")
def evolve_card_one(s: State) -> Truth:
    """One Evolve card a turn."""
    return between(0, s.evolve_cards, fact("evolve-cards.per-turn"))


@model.invariant("evolution.rack")
def rack_one(s: State) -> Truth:
    """One card a turn for the DP Zone."""
    return between(0, s.racked, fact("dp.per-turn"))


@model.invariant("end.hand-limit")
def hand_limit(s: State) -> Truth:
    """The turn passes with no more cards in hand than the limit."""
    return implies(s.stage == Stage.CLEAN_UP, s.me.hand <= fact("hand.limit"))


@model.invariant("strategy.secret", "strategy.secret", "battle.reveal")
def choice_hidden(s: State) -> Truth:
    """Before the reveal nothing is known of a choice but what Jamming has shown, which is Cross."""

    def hidden(player: Player) -> Truth:
        """What is known of a choice is true, and before the battle only a Cross."""
        known = either(player.shown == Attack.NONE, player.shown == player.chosen)
        return both(
            known,
            implies(s.stage <= Stage.SUPPORT, player.shown == Attack.NONE),
            implies(
                s.stage < Stage.ABILITIES, either(player.shown == Attack.NONE, player.shown == Attack.CROSS)
            ),
        )

    return for_both(s, hidden)


@model.invariant("strategy.both")
def both_have_chosen(s: State) -> Truth:
    """From the Support Phase to the end of the battle both have chosen, or there is no battle."""
    chosen = for_both(s, lambda player: between(Attack.CIRCLE, player.chosen, Attack.CROSS))
    none = for_both(s, lambda player: player.chosen == Attack.NONE)
    return both(
        implies(
            between(Stage.SUPPORT, s.stage, Stage.CLEAN_UP),
            both(implies(s.unopposed, none), implies(negate(s.unopposed), chosen)),
        ),
        implies(s.stage < Stage.CHOICE, none),
    )


@model.invariant("turn.active", "prep.place", "prep.loss")
def turn_player_is_active(s: State) -> Truth:
    """From the Evolution Phase to the KO the turn player has a Digimon, and whoever battles has one."""
    fighting = between(Stage.CHOICE, s.stage, Stage.KNOCK_OUT)
    return both(
        implies(between(Stage.PARTNER, s.stage, Stage.KNOCK_OUT), s.me.active.any()),
        implies(both(fighting, negate(s.unopposed)), s.opponent.active.any()),
    )


@model.invariant("end.lingering")
def nothing_lingers(s: State) -> Truth:
    """While a turn is prepared, nothing of the turn before lasts: no support, choice or played card."""
    none = for_both(s, lambda p: both(negate(p.voided), p.abilities.is_empty))
    played = both(s.evolve_cards == 0, s.racked == 0, s.evolutions == 0, negate(s.from_destiny))
    return both(
        implies(s.stage < Stage.EVOLUTION, both(none, played)),
        implies(s.stage < Stage.SUPPORT, negate(s.unopposed)),
    )


@model.invariant("support.declared", "support.order", "support.one", "support.blind")
def supports_in_their_time(s: State) -> Truth:
    """A player has one support at most, none before declaring one, and none face down once all are known."""
    return both(
        for_both(s, lambda player: negate(both(player.face_down, player.support.number >= 1))),
        for_both(s, lambda player: implies(player.support.number <= 0, negate(player.support.destiny))),
        implies(s.stage <= Stage.SUPPORT_THEIRS, negate(s.opponent.has_support)),
        implies(s.stage <= Stage.SUPPORT_MINE, negate(s.me.has_support)),
        implies(s.stage > Stage.TURN_OVER, for_both(s, lambda player: negate(player.face_down))),
    )


@model.invariant("abilities.first", "counter.second", "counter.power")
def counter_has_no_power(s: State) -> Truth:
    """An attack with Counter has no Power, and its user no instance of 1st Attack."""
    striking = either(s.stage == Stage.FIRST_STRIKE, s.stage == Stage.SECOND_STRIKE)

    def powerless(player: Player) -> Truth:
        """The Counter of one player."""
        counter = player.abilities.has("counter")
        return implies(both(striking, counter), both(player.power == 0, player.first_attacks == 0))

    return for_both(s, powerless)


@model.invariant("power.floor", "power.current")
def power_floor(s: State) -> Truth:
    """Power is never below 0."""
    return for_both(s, lambda player: player.power >= 0)


@model.invariant("ko.win")
def points_end_the_game(s: State) -> Truth:
    """The game goes on only while nobody has the points to win."""
    going_on = both(s.stage != Stage.POINTS, s.stage != Stage.OVER)
    return both(
        implies(going_on, for_both(s, lambda player: player.ko_points < fact("ko.win"))),
        for_both(s, lambda player: player.ko_points >= 0),
    )


@model.invariant("ko.discard")
def no_digimon_without_hp(s: State) -> Truth:
    """Once KO is judged, no Digimon without HP stays."""
    return implies(s.stage == Stage.POINTS, everywhere(s, lambda digimon: digimon.hp >= 1))


@model.invariant("game.winner", "ko.win", "prep.loss")
def winner_when_over(s: State) -> Truth:
    """Somebody has won if and only if the game is over."""
    return (s.winner != Winner.NOBODY) == (s.stage == Stage.OVER)
