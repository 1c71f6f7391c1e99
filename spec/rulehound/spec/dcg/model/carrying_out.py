"""The effect of a card as it is carried out: it begins, comes before others, keeps from happening.

An effect of several parts is one thing: rules are processed when it is over (`end-effect`), not within it.
"""

from rulehound.spec.dcg.model.effects import on_either_side
from rulehound.spec.dcg.model.processing import carry_out_effect, effects_may_resolve, interrupted
from rulehound.spec.dcg.model.state import INTERRUPTED, Fate, Kind, Stack, Stage, State, model
from rulehound.spec.language import By, Member, Truth, either, negate, require, rule, when


@model.action("effect-begins", By.ENVIRONMENT)
def begin_effect(s: State) -> None:
    """An effect that something has set off begins, at a moment at which effects may resolve."""
    require(effects_may_resolve(s), "effects.timing")
    with rule("rules.processing"):
        carry_out_effect(s, s.stage)


@model.action("effect-comes-before", By.ENVIRONMENT)
def come_before(s: State) -> None:
    """An effect is carried out before a deletion, which waits until the effect is over."""
    require(either(*(s.stage == stage for stage in INTERRUPTED)), "deletion.would")
    for stage, within in INTERRUPTED.items():
        with when(s.stage == stage), rule("effects.would"):
            s.stage = within


@model.action("interruption-over", By.RULES)
def interruption_over(s: State) -> None:
    """The effect that came before a deletion is over, and what has not been prevented can happen."""
    require(interrupted(s), "deletion.would")
    require(negate(first_is_open(s)), "deletion.trash")
    for stage, within in INTERRUPTED.items():
        with when(s.stage == within), rule("deletion.would"):
            s.stage = stage


@on_either_side("spare", target=Member("battle"))
def spare(s: State, target: Stack) -> None:
    """An effect prevents the deletion of a Digimon that is about to be deleted; of two the first."""
    require(interrupted(s), "deletion.would")
    require(either(target.about_to_be_deleted, target.deleted_first), "effects.would")
    with rule("effects.would"):
        with when(negate(target.deleted_first)):
            target.fate = Fate.SAFE
        target.deleted_first = False


@on_either_side("delete-before", target=Member("battle"))
def delete_before(s: State, target: Stack) -> None:
    """An effect that comes before a deletion deletes a stack, and does so before that deletion."""
    require(interrupted(s), "deletion.would")
    require(target.top.kind != Kind.OPTION, "deletion.trash")
    target.deleted_first = True


def first_is_open(s: State) -> Truth:
    """Whether an effect before a deletion still has something to delete."""
    return either(*(player.battle.any(lambda stack: stack.deleted_first) for player in (s.me, s.opponent)))


@model.action("delete-first", By.RULES)
def delete_first(s: State) -> None:
    """Stacks that an effect before a deletion deletes are deleted first, with the cards under them."""
    require(interrupted(s), "deletion.would")
    require(first_is_open(s), "deletion.trash")
    for player in (s.me, s.opponent):
        with rule("deletion.trash", "deletion.stack", "areas.owner"):
            player.trash += player.battle.total(lambda stack: stack.cards, lambda stack: stack.deleted_first)
            player.battle.discard(lambda stack: stack.deleted_first)


@on_either_side("delete-too", target=Member("battle"))
def delete_too(s: State, target: Stack) -> None:
    """The effect that deletes something deletes this too, at once: of its own side, or of nobody's."""
    also_deleted(s, target, Fate.DELETED)


@on_either_side("delete-too-by-opponent", target=Member("battle"))
def delete_too_by_opponent(s: State, target: Stack) -> None:
    """The effect of the other player that deletes something deletes this too, at once."""
    also_deleted(s, target, Fate.DELETED_BY_OPPONENT)


def also_deleted(s: State, target: Stack, fate: Fate) -> None:
    """One more Digimon is about to be deleted, before anybody has been asked about the others."""
    require(s.stage == Stage.WOULD_DELETE, "deletion.would")
    require(target.top.kind != Kind.OPTION, "deletion.trash")
    target.fate = fate


@on_either_side("keep", target=Member("battle"))
def keep(s: State, target: Stack) -> None:
    """An effect keeps a Digimon or Tamer suspended, or keeps it from blocking."""
    require(either(s.stage == Stage.UNSUSPEND, s.stage == Stage.BLOCK), "effects.forbidden")
    with rule("effects.forbidden"):
        target.kept = True
