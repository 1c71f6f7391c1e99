"""The course of a turn: unsuspending, drawing, passing, and how a turn ends."""

from rulehound.spec.dcg.model.processing import finish, forget_blitz, in_main_phase
from rulehound.spec.dcg.model.state import Stack, Stage, State, Winner, model
from rulehound.spec.language import (
    By,
    Truth,
    both,
    either,
    exchange,
    fact,
    negate,
    require,
    rule,
    switch,
    when,
)

ENDS_ANYWAY = switch("turn.memory-back", "ends")
"""The turn ends once the counter has been on the other side, though it comes back."""


@model.action("unsuspend", By.RULES)
def unsuspend(s: State) -> None:
    """The turn begins: everything of the turn player stands up at once, and the other player's Reboot."""
    require(s.stage == Stage.UNSUSPEND, "turn.phases")
    turn_goes_on(s)
    with rule("unsuspend.all", "unsuspend.own"):
        s.me.battle.update(stood_up)
        s.me.breeding.update(stood_up)
    with rule("keyword.reboot"):
        s.opponent.battle.update(stood_up, lambda stack: stack.has("reboot"))
    with rule("effects.forbidden"):
        s.opponent.battle.update(lambda stack: stack.replace(kept=False))
    with rule("turn.phases"):
        s.stage = Stage.DRAW


def stood_up(stack: Stack) -> Stack:
    """The stack as it is after unsuspending: unsuspended, unless an effect keeps it as it was."""
    return stack.replace(suspended=both(stack.suspended, stack.kept), kept=False)


@model.action("draw", By.RULES)
def draw(s: State) -> None:
    """The draw of the turn, which the first player skips once."""
    require(s.stage == Stage.DRAW, "turn.phases")
    turn_goes_on(s)
    require(either(s.first_turn, s.me.deck >= fact("draw.count")), "game.deck-out")
    with when(negate(s.first_turn)), rule("draw.one", "draw.first-turn"):
        s.me.deck -= fact("draw.count")
        s.me.hand += fact("draw.count")
    with rule("turn.phases"):
        s.stage = Stage.BREEDING


@model.action("deck-out", By.RULES)
def deck_out(s: State) -> None:
    """A draw that the deck cannot give loses the game."""
    require(s.stage == Stage.DRAW, "turn.phases")
    turn_goes_on(s)
    require(both(negate(s.first_turn), s.me.deck < fact("draw.count")), "game.deck-out")
    with rule("game.deck-out", "game.over"):
        s.winner = Winner.OTHER_PLAYER
        s.stage = Stage.OVER


@model.action("pass")
def pass_turn(s: State) -> None:
    """The turn player is done: the counter goes to the other side."""
    in_main_phase(s)
    with rule("turn.pass"):
        s.memory = -fact("memory.pass")
    finish(s)


def turn_goes_on(s: State) -> None:
    """A phase goes on only while the counter is not on the other side."""
    require(s.memory >= 0, "turn.end")


def turn_is_over(s: State) -> Truth:
    """Nothing but effects stands between here and the end of the turn."""
    in_phase = either(*(s.stage == stage for stage in (Stage.UNSUSPEND, Stage.DRAW, Stage.BREEDING)))
    return either(
        both(in_phase, s.memory < 0),
        both(s.stage == Stage.ENDING, either(s.memory < 0, ENDS_ANYWAY)),
    )


def can_blitz(stack: Stack) -> Truth:
    """Blitz allows what would be a legal attack in the main phase."""
    fresh = both(stack.played_this_turn, negate(stack.has("rush")))
    return both(stack.may_blitz, stack.digimon, negate(stack.suspended), negate(fresh))


def blitz_is_open(s: State) -> Truth:
    """The turn player may attack by Blitz before the turn ends."""
    return both(s.stage == Stage.ENDING, s.memory < 0, s.me.battle.any(can_blitz))


@model.action("no-blitz")
def no_blitz(s: State) -> None:
    """The turn player could attack by Blitz and does not."""
    require(blitz_is_open(s), "keyword.blitz")
    with rule("keyword.blitz"):
        forget_blitz(s)


@model.action("turn-continues", By.RULES)
def turn_continues(s: State) -> None:
    """The counter has come back while what was left was done: the main phase goes on."""
    require(both(s.stage == Stage.ENDING, s.memory >= 0, negate(ENDS_ANYWAY)), "turn.end-after-processing")
    with rule("turn.end-after-processing"):
        forget_blitz(s)
        s.stage = Stage.MAIN


@model.action("end-turn", By.RULES)
def end_turn(s: State) -> None:
    """The turn ends: what lasts until then is over, and the other player goes on with the counter as is."""
    require(turn_is_over(s), "turn.end")
    require(negate(blitz_is_open(s)), "keyword.blitz")
    for player in (s.me, s.opponent):
        with rule("turn.effects-end", "attack.not-same-turn"):
            player.battle.update(at_end_of_turn)
            player.breeding.update(at_end_of_turn)
    with rule("turn.carry", "memory.shared"):
        s.memory = -s.memory
    with rule("turn.end", "turn.end-after-processing"):
        exchange(s.me, s.opponent)
        s.second_players_turn = negate(s.second_players_turn)
        s.first_turn = False
        s.stage = Stage.UNSUSPEND
    # a Digimon that an effect alone kept above 0 DP does not outlive that effect
    finish(s)


def at_end_of_turn(stack: Stack) -> Stack:
    """The stack as the next turn begins with it: without all that lasted until the end of the turn."""
    return stack.replace(
        dp=stack.top.dp,
        dp_change=0,
        gained=stack.gained.of(),
        more_checks=0,
        played_this_turn=False,
        may_blitz=False,
        kept=False,
    )
