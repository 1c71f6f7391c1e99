"""What the effects of cards may do: environment actions, for any card, printed or not yet printed.

Each is one thing that an effect does; what is proved with them in place holds for every card whose effects are
made of these. Here are those that change memory, costs and what is on the field; `card_effects` has those that
move cards.
"""

from collections.abc import Callable
from functools import partial

from rulehound.spec.dcg.model.deletion import delete
from rulehound.spec.dcg.model.processing import effects_may_resolve, finish
from rulehound.spec.dcg.model.state import Card, Fate, Kind, Player, Shown, Stack, Stage, State, model
from rulehound.spec.language import (
    Amount,
    By,
    Member,
    Number,
    Pool,
    Truth,
    both,
    either,
    fact,
    largest,
    negate,
    require,
    rule,
    smallest,
)

SIDES = {"mine": "me", "theirs": "opponent"}
"""Which player's cards an effect is about, to the part of the state; either player's effect may be about both."""


def on_both_sides(
    name: str, **parameters: Member | Pool | Amount
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Declare an effect twice, for the cards of the turn player and those of the other one.

    The function takes the part of the state that it is about ("me", "opponent"), the state and the parameters;
    the paths of members go by that part.
    """

    def declare(function: Callable[..., None]) -> Callable[..., None]:
        for side, part in SIDES.items():
            kinds = {
                key: Member(f"{part}.{kind.path}") if isinstance(kind, Member) else kind
                for key, kind in parameters.items()
            }
            model.action(f"effect-{name}-{side}", By.ENVIRONMENT, **kinds)(partial(function, part))
        return function

    return declare


def player_of(s: State, part: str) -> Player:
    """The player of a part of the state."""
    player: Player = getattr(s, part)
    return player


def resolve(s: State) -> None:
    """An effect resolves now: something has set it off, or it is what an Option or the like does."""
    require(either(effects_may_resolve(s), s.stage == Stage.EFFECT), "effects.timing")


def answers_to_showing(s: State) -> Truth:
    """Effects answer to a card that is shown before anything is placed or left for it."""
    return both(
        s.stage == Stage.SHOWN,
        s.shown.all(lambda shown: both(shown.materials.is_empty, negate(shown.closed))),
    )


def resolve_or_answer(s: State) -> None:
    """An effect resolves now, or answers to a card that is shown."""
    now = either(effects_may_resolve(s), s.stage == Stage.EFFECT, answers_to_showing(s))
    require(now, "effects.timing")


@model.action("effect-gain-memory", By.ENVIRONMENT, amount=Amount("effect.memory"))
def gain_memory(s: State, amount: Number) -> None:
    """The counter moves towards the turn player and stops at the end of the gauge."""
    resolve_or_answer(s)
    require(amount >= 1, "memory.gain")
    with rule("memory.gain"):
        s.memory = smallest(fact("memory.max"), s.memory + amount)
    finish(s)


@model.action("effect-lose-memory", By.ENVIRONMENT, amount=Amount("effect.memory"))
def lose_memory(s: State, amount: Number) -> None:
    """The counter moves away from the turn player and stops at the end of the gauge."""
    resolve_or_answer(s)
    require(amount >= 1, "memory.lose")
    with rule("memory.lose"):
        s.memory = largest(-fact("memory.max"), s.memory - amount)
    finish(s)


@model.action("effect-cost", By.ENVIRONMENT, shown=Member("shown"), amount=Amount("effect.cost"))
def change_cost(s: State, shown: Shown, amount: Number) -> None:
    """The cost of the shown card is raised, or lowered by an amount below 0."""
    require(answers_to_showing(s), "showing.answers")
    with rule("showing.answers"):
        shown.cost += amount


@on_both_sides("dp", target=Member("battle"), amount=Amount("effect.dp"))
def change_dp(part: str, s: State, target: Stack, amount: Number) -> None:
    """A Digimon gains or loses DP until the turn ends; DP never goes below 0."""
    resolve(s)
    require(target.digimon, "dp.modify", "digimon")
    require(target.top.has_dp, "dp.modify")
    with rule("dp.modify", "dp.floor"):
        target.dp = largest(0, target.dp + amount)
    finish(s)


@on_both_sides("suspend", target=Member("battle"))
def suspend(part: str, s: State, target: Stack) -> None:
    """A Digimon or Tamer is suspended; one that is suspended stays as it is."""
    resolve(s)
    require(target.top.kind != Kind.OPTION, "effects.suspend")
    with rule("effects.suspend"):
        target.suspended = True
    finish(s)


@on_both_sides("unsuspend", target=Member("battle"))
def unsuspend(part: str, s: State, target: Stack) -> None:
    """A Digimon or Tamer is unsuspended; one that is unsuspended stays as it is."""
    resolve(s)
    require(target.top.kind != Kind.OPTION, "effects.suspend")
    with rule("effects.suspend"):
        target.suspended = False
    finish(s)


@on_both_sides("keywords", target=Member("battle"), like=Pool(Card))
def gain_keywords(part: str, s: State, target: Stack, like: Card) -> None:
    """A Digimon gains keywords until the turn ends: those that are printed on some card."""
    resolve(s)
    require(target.digimon, "keyword.gained")
    with rule("keyword.gained"):
        target.gained = target.gained.union(like.keywords)
    finish(s)


@on_both_sides("checks", target=Member("battle"), amount=Amount("effect.checks"))
def change_checks(part: str, s: State, target: Stack, amount: Number) -> None:
    """A Digimon checks more or fewer security cards until the turn ends; several such changes add up."""
    resolve(s)
    require(target.digimon, "keyword.gained")
    with rule("keyword.gained"):
        target.more_checks += amount
    finish(s)


@on_both_sides("delete", target=Member("battle"))
def delete_by_own(part: str, s: State, target: Stack) -> None:
    """A Digimon is deleted by an effect of its own side, or of nobody's."""
    resolve(s)
    require(target.digimon, "deletion.trash")
    delete(target, Fate.DELETED)
    finish(s)


@on_both_sides("delete-by-opponent", target=Member("battle"))
def delete_by_opponent(part: str, s: State, target: Stack) -> None:
    """A Digimon is deleted by an effect of the player it does not belong to."""
    resolve(s)
    require(target.digimon, "deletion.trash")
    delete(target, Fate.DELETED_BY_OPPONENT)
    finish(s)
