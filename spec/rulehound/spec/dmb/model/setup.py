"""Preparing the game: opening hands, the partial mulligan of both players, and who goes first."""

from rulehound.spec.dmb.model.state import Stage, State, draw, either_way, model, named, seat_is_mine
from rulehound.spec.language import (
    Amount,
    By,
    Number,
    between,
    both,
    exchange,
    negate,
    require,
    rule,
    setting,
    when,
)


@model.initial
def start(s: State) -> None:
    """All cards of each player lie in the deck, shuffled, and in the Destiny Zone."""
    for player in (s.me, s.opponent):
        player.deck = setting("start.deck") + setting("setup.hand")
        player.destiny = setting("start.destiny")
        player.brought_destiny = setting("start.destiny")
        player.cards = player.deck + player.destiny
    with rule("setup.order"):
        s.stage = Stage.HANDS


@model.action("draw-hands", By.RULES)
def draw_hands(s: State) -> None:
    """Each player draws an opening hand."""
    require(s.stage == Stage.HANDS, "setup.order")
    with rule("setup.hand"):
        for player in (s.me, s.opponent):
            draw(player, setting("setup.hand"))
    with rule("setup.order"):
        s.stage = Stage.MULLIGANS


@model.action("mulligan", player=Amount("player"), cards=Amount("mulligan"))
def mulligan(s: State, player: Number, cards: Number) -> None:
    """Put any number of cards of the opening hand under the deck, draw as many, and shuffle the deck.

    Either player may decide first; none at all is a decision too.
    """
    require(s.stage == Stage.MULLIGANS, "setup.order")
    require(between(0, player, 1), "players.two")
    require(cards >= 0, "setup.mulligan", "count")
    mine = seat_is_mine(s, player)
    for whose, (name, each, _) in zip((mine, negate(mine)), named(s), strict=True):
        with when(whose):
            require(negate(each.mulliganed), "setup.mulligan", f"once-{name}")
            require(cards <= each.hand, "setup.mulligan", f"hand-{name}")
            with rule("setup.mulligan"):
                # the cards go under the deck and as many come off its top: no count changes
                each.mulliganed = True


@model.action("mulligans-done", By.RULES)
def mulligans_done(s: State) -> None:
    """Both have decided on their hands."""
    require(s.stage == Stage.MULLIGANS, "setup.order")
    require(both(*(player.mulliganed for player, _ in either_way(s))), "setup.mulligan")
    with rule("setup.order"):
        s.stage = Stage.FIRST_PLAYER


@model.action("first-seat-begins", By.RULES)
def first_seat_begins(s: State) -> None:
    """Chance decides that the player who sat down first is the first turn player."""
    require(s.stage == Stage.FIRST_PLAYER, "setup.first-player")
    with rule("setup.order"):
        s.stage = Stage.PREP


@model.action("second-seat-begins", By.RULES)
def second_seat_begins(s: State) -> None:
    """Chance decides that the other player is the first turn player."""
    require(s.stage == Stage.FIRST_PLAYER, "setup.first-player")
    with rule("setup.first-player"):
        exchange(s.me, s.opponent)
        s.second_players_turn = True
    with rule("setup.order"):
        s.stage = Stage.PREP
