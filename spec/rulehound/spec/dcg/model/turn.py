"""Setup, the start of a turn, passing, and how a turn ends."""

from rulehound.spec.dcg.model.state import Player, Stack, Stage, State, Winner, model
from rulehound.spec.language import (
    By,
    NumberLike,
    Truth,
    both,
    either,
    exchange,
    fact,
    negate,
    require,
    rule,
    setting,
    switch,
    when,
)


@model.initial
def start(s: State) -> None:
    """Both players ready, hands and security stacks laid, the first player to move."""
    s.stage = Stage.UNSUSPEND
    s.first_turn = True
    with rule("setup.memory"):
        s.memory = fact("memory.start")
    for player in (s.me, s.opponent):
        player.deck = setting("start.deck")
        with rule("setup.hand"):
            player.hand = setting("start.hand")
        with rule("setup.security"):
            player.security = setting("start.security")
        player.egg_deck = setting("start.egg-deck")
        player.cards = player.deck + player.hand + player.security + player.egg_deck


@model.action("unsuspend", By.RULES)
def unsuspend(s: State) -> None:
    """The turn begins: everything of the turn player stands up at once."""
    require(s.stage == Stage.UNSUSPEND, "turn.phases")
    with rule("unsuspend.all", "unsuspend.own"):
        s.me.battle.update(lambda stack: stack.replace(suspended=False))
        s.me.breeding.update(lambda stack: stack.replace(suspended=False))
    with rule("turn.phases"):
        s.stage = Stage.DRAW


@model.action("draw", By.RULES)
def draw(s: State) -> None:
    """The draw of the turn, which the first player skips once."""
    require(s.stage == Stage.DRAW, "turn.phases")
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
    require(both(negate(s.first_turn), s.me.deck < fact("draw.count")), "game.deck-out")
    with rule("game.deck-out", "game.over"):
        s.winner = Winner.OTHER_PLAYER
        s.stage = Stage.OVER


@model.action("pass")
def pass_turn(s: State) -> None:
    """The turn player is done: the counter goes to the other side."""
    require(s.stage == Stage.MAIN, "turn.main-phase")
    with rule("turn.pass"):
        s.memory = -fact("memory.pass")
    finish(s)


def pay(s: State, cost: NumberLike) -> None:
    """Pay a cost; the counter may cross the middle but not pass the end of the gauge."""
    require(s.memory - cost >= -fact("memory.max"), "memory.affordable")
    with rule("memory.pay"):
        s.memory = s.memory - cost


def send_to_trash(player: Player, stack: Stack) -> None:
    """A stack leaves the field: all of its cards go to its owner's trash."""
    with rule("deletion.trash", "deletion.stack", "areas.owner"):
        player.trash += stack.cards
        stack.leave()


def rule_processing(s: State) -> None:
    """What may not stay in the battle area goes to the trash, all of it at once."""

    def cannot_stay(stack: Stack) -> Truth:
        without_dp = both(switch("battle.level-2", "no-dp"), negate(stack.top.has_dp))
        level_2 = both(switch("battle.level-2", "level"), stack.top.level <= 2)
        no_dp_left = both(stack.top.has_dp, stack.dp <= fact("battle.zero-dp"))
        return both(stack.digimon, either(without_dp, level_2, no_dp_left))

    with rule("rules.processing", "battle.zero-dp", "battle.no-dp", "battle.level-2", "deletion.stack"):
        for player in (s.me, s.opponent):
            player.trash += player.battle.total(lambda stack: stack.cards, cannot_stay)
            player.battle.discard(cannot_stay)


def finish(s: State) -> None:
    """After an action or effect: rule processing, then the turn ends if the counter is on the other side."""
    rule_processing(s)
    with when(s.memory < 0), rule("turn.end", "turn.end-after-processing"):
        with rule("turn.effects-end"):
            for player in (s.me, s.opponent):
                player.battle.update(lambda stack: stack.replace(dp=stack.top.dp))
                player.breeding.update(lambda stack: stack.replace(dp=stack.top.dp))
        # a Digimon that an effect alone kept above 0 DP does not outlive that effect
        rule_processing(s)
        with rule("attack.not-same-turn"):
            s.me.battle.update(lambda stack: stack.replace(played_this_turn=False))
        with rule("turn.carry", "memory.shared"):
            s.memory = -s.memory
        exchange(s.me, s.opponent)
        s.second_players_turn = negate(s.second_players_turn)
        s.first_turn = False
        s.stage = Stage.UNSUSPEND
