"""Preparing the game: security stacks, opening hands and their one exchange, in the order of the edition."""

from rulehound.spec.dcg.model.state import Stage, State, model
from rulehound.spec.language import By, NumberLike, either, fact, require, rule, select, setting, switch, when

LAID_LAST = switch("setup.security-when", "after-hand")
HANDS_ARE_EXCHANGED = switch("setup.redraw", "true")


@model.initial
def start(s: State) -> None:
    """All cards of each player lie in the deck and the Digi-Egg deck, shuffled."""
    s.first_turn = True
    with rule("setup.memory"):
        s.memory = fact("memory.start")
    for player in (s.me, s.opponent):
        player.deck = setting("start.deck") + setting("setup.hand") + setting("setup.security")
        player.egg_deck = setting("start.egg-deck")
        player.cards = player.deck + player.egg_deck
    with rule("setup.security-when"):
        s.stage = select(LAID_LAST, Stage.DRAW_HANDS, Stage.LAY_SECURITY)


@model.action("lay-security", By.RULES)
def lay_security(s: State) -> None:
    """Each player lays the top cards of the deck as security stack."""
    require(s.stage == Stage.LAY_SECURITY, "setup.security-when")
    with rule("setup.security", "setup.security-order"):
        for player in (s.me, s.opponent):
            player.deck -= setting("setup.security")
            player.security += setting("setup.security")
    with rule("setup.security-when", "setup.first-player"):
        s.stage = select(LAID_LAST, Stage.UNSUSPEND, Stage.DRAW_HANDS)


@model.action("draw-hands", By.RULES)
def draw_hands(s: State) -> None:
    """Each player draws an opening hand."""
    require(s.stage == Stage.DRAW_HANDS, "setup.security-when")
    with rule("setup.hand"):
        for player in (s.me, s.opponent):
            player.deck -= setting("setup.hand")
            player.hand += setting("setup.hand")
    with rule("setup.redraw"):
        s.stage = select(HANDS_ARE_EXCHANGED, Stage.REDRAW, after_hands())


def after_hands() -> NumberLike:
    """The steps of setup after the opening hands are settled."""
    return select(LAID_LAST, Stage.LAY_SECURITY, Stage.UNSUSPEND)


@model.action("redraw")
def redraw(s: State) -> None:
    """Exchange the whole opening hand once; the first player decides first."""
    may_redraw(s)
    for player, stage in ((s.me, Stage.REDRAW), (s.opponent, Stage.REDRAW_THEIRS)):
        with when(s.stage == stage), rule("setup.redraw"):
            player.deck += player.hand - setting("setup.hand")
            player.hand = setting("setup.hand")
    decided(s)


@model.action("keep")
def keep(s: State) -> None:
    """Keep the opening hand."""
    may_redraw(s)
    decided(s)


def may_redraw(s: State) -> None:
    """Each player is asked once, where the edition asks at all."""
    require(either(s.stage == Stage.REDRAW, s.stage == Stage.REDRAW_THEIRS), "setup.redraw")


def decided(s: State) -> None:
    """The other player is asked next, then the game goes on."""
    with rule("setup.redraw"):
        s.stage = select(s.stage == Stage.REDRAW, Stage.REDRAW_THEIRS, after_hands())
