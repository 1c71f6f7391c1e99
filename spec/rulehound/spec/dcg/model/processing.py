"""The rules' own steps after every action and effect: rule processing, deletions, the end of the turn."""

from rulehound.spec.dcg.model.state import INTERRUPTED, Fate, Stack, Stage, State, under_way
from rulehound.spec.language import Number, Truth, both, either, fact, negate, require, rule, switch, when

EFFECT_STAGES = (
    Stage.UNSUSPEND,
    Stage.DRAW,
    Stage.BREEDING,
    Stage.MAIN,
    Stage.ENDING,
    Stage.WHEN_ATTACKING,
    Stage.COUNTER,
    Stage.RESOLVE,
    Stage.BATTLED,
    Stage.REVEALED,
    Stage.FOUGHT,
    Stage.END_OF_ATTACK,
)
"""Where effects that something has set off may resolve, in every edition."""


def effects_may_resolve(s: State) -> Truth:
    """Whether the game is at a stage in which effects of cards resolve, if something has set them off.

    Block timing is such a stage in editions that have one timing for blocking and other reactions to an
    attack.
    """
    with_block = both(s.stage == Stage.BLOCK, switch("attack.counter-timing", "with-block"))
    return either(with_block, *(s.stage == stage for stage in EFFECT_STAGES))


def interrupted(s: State) -> Truth:
    """Whether an effect is being carried out before a deletion, which waits for it."""
    return either(*(s.stage == within for within in INTERRUPTED.values()))


def in_main_phase(s: State) -> None:
    """Require the main phase for a new action, which forgoes the attack by Blitz that the last action
    allowed.
    """
    require(s.stage == Stage.MAIN, "turn.main-phase")
    with rule("keyword.blitz"):
        forget_blitz(s)


def forget_blitz(s: State) -> None:
    """Take the chance to attack by Blitz from every Digimon that has just digivolved."""
    s.me.battle.update(lambda stack: stack.replace(may_blitz=False), lambda stack: stack.may_blitz)


def carry_out_effect(s: State, after: Stage | Number) -> None:
    """Begin to carry out the effect of a card; the game goes on at stage `after` once the effect is over."""
    s.after = after
    s.stage = Stage.EFFECT


def finish(s: State) -> None:
    """End an action or effect: rule processing, then deletions that are due, then the end of the turn if it
    is due.
    """
    rule_processing(s)
    with when(both(deletion_due(s), negate(interrupted(s)))):
        s.then = s.stage
        s.stage = Stage.WOULD_DELETE
    with when(both(s.stage == Stage.MAIN, s.memory < 0)), rule("turn.end", "turn.end-after-processing"):
        s.stage = Stage.ENDING


def deletion_due(s: State) -> Truth:
    """Whether something is about to be deleted."""
    return either(
        *(player.battle.any(lambda stack: stack.about_to_be_deleted) for player in (s.me, s.opponent))
    )


def rule_processing(s: State) -> None:
    """Remove, all at once, whatever may not stay in the battle area; not while an effect is being carried
    out.
    """

    def no_dp_left(stack: Stack) -> Truth:
        dead = both(stack.digimon, stack.top.has_dp, stack.dp <= fact("battle.zero-dp"))
        return both(dead, negate(cannot_stay(stack)))

    def cannot_stay(stack: Stack) -> Truth:
        without_dp = both(switch("battle.level-2", "no-dp"), negate(stack.top.has_dp))
        level_2 = both(switch("battle.level-2", "level"), stack.top.low)
        return both(stack.digimon, either(without_dp, level_2))

    with when(negate(under_way(s))), rule("rules.processing"):
        for player in (s.me, s.opponent):
            with rule("battle.zero-dp"):
                player.battle.update(lambda stack: stack.replace(fate=Fate.DELETED), no_dp_left)
        with when(negate(deletion_due(s))):  # what is to be deleted goes first, and the rest at that time
            for player in (s.me, s.opponent):
                with rule("battle.no-dp", "battle.level-2", "deletion.stack"):
                    player.trash += player.battle.total(lambda stack: stack.cards, cannot_stay)
                    player.battle.discard(cannot_stay)
