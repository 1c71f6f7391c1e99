"""The Support Phase: each player may support, the turn player last; what was played last comes first."""

from rulehound.spec.dmb.model.state import (
    Active,
    Attack,
    Card,
    Kind,
    Player,
    Stage,
    State,
    make_void,
    model,
    named,
)
from rulehound.spec.language import (
    By,
    Pool,
    Truth,
    both,
    either,
    negate,
    require,
    rule,
    select,
    when,
)


@model.action("begin-support", By.RULES)
def begin_support(s: State) -> None:
    """The effects of cards in play at the beginning of the phase are done with."""
    require(s.stage == Stage.SUPPORT, "support.order")
    with rule("support.order"):
        s.stage = Stage.SUPPORT_THEIRS


def declaring(s: State) -> tuple[tuple[str, Truth, Player], tuple[str, Truth, Player]]:
    """Each player, named, with whether it is this one who declares a support now."""
    mine, theirs = s.stage == Stage.SUPPORT_MINE, s.stage == Stage.SUPPORT_THEIRS
    return (("mine", mine, s.me), ("theirs", theirs, s.opponent))


def declare(s: State) -> None:
    """Require that a support is declared now, and let the next player declare."""
    require(either(s.stage == Stage.SUPPORT_THEIRS, s.stage == Stage.SUPPORT_MINE), "support.order")
    with rule("support.order"):
        s.stage = select(s.stage == Stage.SUPPORT_THEIRS, Stage.SUPPORT_MINE, Stage.TURN_OVER)


@model.action("no-support")
def no_support(s: State) -> None:
    """Declare no support."""
    declare(s)


@model.action("support-from-hand", card=Pool(Card))
def support_from_hand(s: State, card: Card) -> None:
    """Support with a card from the hand that says that it can."""
    require(card.support, "support.card")
    require(negate(card.destiny), "destiny.zone")
    for name, whose, player in declaring(s):
        with when(whose):
            require(player.hand >= 1, "support.one", f"hand-{name}")
            with rule("support.one"):
                player.hand -= 1
                player.support = card
    declare(s)


@model.action("support-from-deck")
def support_from_deck(s: State) -> None:
    """Support with the top card of the deck, face down."""
    for name, whose, player in declaring(s):
        with when(whose):
            require(player.deck >= 1, "support.blind", f"deck-{name}")
            with rule("support.blind"):
                player.deck -= 1
                player.face_down = True
    declare(s)


@model.action("support-from-destiny", card=Pool(Card), partner=Pool(Card))
def support_from_destiny(s: State, card: Card, partner: Card) -> None:
    """Discard a Partner from the hand, and support with the Partner Option of the Destiny Zone."""
    require(both(card.support, card.destiny, card.kind != Kind.DIGIMON), "partner.option", "card")
    require(partner.partner, "partner.option", "partner")
    for name, whose, player in declaring(s):
        with when(whose):
            require(player.destiny >= 1, "partner.option", f"zone-{name}")
            require(player.hand >= 1, "partner.option", f"hand-{name}")
            with rule("partner.option"):
                player.hand -= 1
                player.trash += 1
                player.destiny -= 1
                player.support = card
    declare(s)


@model.action("turn-over-mine", By.RULES, card=Pool(Card))
def turn_over_mine(s: State, card: Card) -> None:
    """The turn player's blind support is turned over."""
    turn_over(s, s.me, card)


@model.action("turn-over-theirs", By.RULES, card=Pool(Card))
def turn_over_theirs(s: State, card: Card) -> None:
    """The other player's blind support is turned over, after that of the turn player."""
    require(negate(s.me.face_down), "support.resolve-order")
    turn_over(s, s.opponent, card)


def turn_over(s: State, player: Player, card: Card) -> None:
    """A support from the deck is known now; a card that cannot support misfires."""
    require(s.stage == Stage.TURN_OVER, "support.order")
    require(player.face_down, "support.blind")
    require(negate(card.destiny), "destiny.zone")
    with rule("support.blind"):
        player.face_down = False
        player.support = card
    with rule("support.misfire"), when(negate(card.support)):
        player.voided = True


@model.action("supports-known", By.RULES)
def supports_known(s: State) -> None:
    """Both supports are known."""
    require(s.stage == Stage.TURN_OVER, "support.order")
    require(negate(either(s.me.face_down, s.opponent.face_down)), "support.blind")
    with rule("jamming.support"):
        s.stage = Stage.JAM


def may_be_jammed(player: Player) -> Truth:
    """A Digimon card lies there as support, and is not void yet."""
    lies_there = both(player.support.number >= 1, player.support.kind == Kind.DIGIMON)
    return both(lies_there, negate(player.voided))


def jamming_is_asked(s: State) -> Truth:
    """A player is asked whether to reveal Jamming, whatever was chosen: the question tells nothing."""
    return either(
        both(s.stage == Stage.JAM, may_be_jammed(s.opponent), s.me.chosen != Attack.NONE),
        both(s.stage == Stage.JAM_THEIRS, may_be_jammed(s.me), s.opponent.chosen != Attack.NONE),
    )


def go_on_from_jamming(s: State) -> None:
    """The other player is asked next, then supports resolve."""
    with rule("support.order"):
        s.stage = select(s.stage == Stage.JAM, Stage.JAM_THEIRS, Stage.VOIDS)


def can_jam(digimon: Active) -> Truth:
    """Its Cross attack has Jamming printed on it."""
    return both(digimon.top.special == Attack.CROSS, digimon.top.abilities.has("jamming"))


@model.action("jam")
def jam(s: State) -> None:
    """Reveal the chosen Cross attack with Jamming: the other player's support by a Digimon is void."""
    require(jamming_is_asked(s), "jamming.support")
    for stage, (name, player, other) in zip((Stage.JAM, Stage.JAM_THEIRS), named(s), strict=True):
        with when(s.stage == stage):
            printed = player.active.any(can_jam)
            require(player.chosen == Attack.CROSS, "jamming.support", f"cross-{name}")
            require(either(printed, player.granted.has("jamming")), "jamming.support", f"ability-{name}")
            with rule("jamming.support"):
                make_void(other)
                player.shown = player.chosen
    go_on_from_jamming(s)


@model.action("no-jam")
def no_jam(s: State) -> None:
    """Reveal nothing."""
    require(jamming_is_asked(s), "jamming.support")
    go_on_from_jamming(s)


@model.action("jamming-impossible", By.RULES)
def jamming_impossible(s: State) -> None:
    """There is no support by a Digimon that could be made void."""
    require(either(s.stage == Stage.JAM, s.stage == Stage.JAM_THEIRS), "support.order")
    require(negate(jamming_is_asked(s)), "jamming.support")
    go_on_from_jamming(s)


@model.action("check-voids", By.RULES)
def check_voids(s: State) -> None:
    """Voids come before all else, that of the turn player first."""
    require(s.stage == Stage.VOIDS, "support.order")
    mine = both(s.me.support.voids, negate(s.me.voided), s.opponent.has_support)
    theirs = both(s.opponent.support.voids, negate(s.opponent.voided), s.me.has_support)
    steady = s.opponent.support.steady
    with rule("void.first", "void.nothing"), when(mine):
        make_void(s.opponent)
    with rule("void.order"), when(both(theirs, either(negate(mine), steady))):
        make_void(s.me)
    with rule("support.resolve-order"):
        s.stage = Stage.RESOLVE_MINE


@model.action("support-resolved", By.RULES)
def support_resolved(s: State) -> None:
    """A support is done with: first that of the turn player, then the other one."""
    require(either(s.stage == Stage.RESOLVE_MINE, s.stage == Stage.RESOLVE_THEIRS), "support.order")
    with rule("support.resolve-order"):
        s.stage = select(s.stage == Stage.RESOLVE_MINE, Stage.RESOLVE_THEIRS, Stage.BATTLE)
