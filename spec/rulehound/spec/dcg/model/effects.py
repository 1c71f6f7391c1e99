"""Effects of cards as environment actions, for any card, printed or not yet printed.

Each is one thing that an effect does; what is proved with them in place holds for every card whose effects
are made of these. Here are those that change memory, costs and what is on the field; `card_effects` has those
that move cards.
"""

from collections.abc import Callable, Mapping
from functools import partial

from rulehound.spec.dcg.model.deletion import delete
from rulehound.spec.dcg.model.processing import effects_may_resolve, finish, interrupted
from rulehound.spec.dcg.model.showing import choice_open
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
from rulehound.spec.language.model import Parameter

SIDES = {"mine": "me", "theirs": "opponent"}
"""Whose cards an effect is about, to the part of the state; the effect itself may be of either player."""

Declare = Callable[[Callable[..., None]], Callable[..., None]]


def on_either_side(name: str, **parameters: Parameter) -> Declare:
    """Declare an effect for what the turn player has on the field, and again for what the other one has.

    The paths of members begin at the player.
    """

    def declare(function: Callable[..., None]) -> Callable[..., None]:
        for side, part in SIDES.items():
            model.action(f"effect-{name}-{side}", By.ENVIRONMENT, **of_player(part, parameters))(function)
        return function

    return declare


def for_either_player(name: str, **parameters: Parameter) -> Declare:
    """Declare an effect for either player; the function is given "me" for the turn player, or "opponent"."""

    def declare(function: Callable[..., None]) -> Callable[..., None]:
        for side, part in SIDES.items():
            action = model.action(f"effect-{name}-{side}", By.ENVIRONMENT, **of_player(part, parameters))
            action(partial(function, part))
        return function

    return declare


def of_player(part: str, parameters: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """The parameters with their members in the areas of one player."""
    return {
        key: Member(f"{part}.{kind.path}") if isinstance(kind, Member) else kind
        for key, kind in parameters.items()
    }


def player_of(s: State, part: str) -> Player:
    """The player of a part of the state."""
    player: Player = getattr(s, part)
    return player


def answers_to_showing(s: State) -> Truth:
    """Effects answer to a card that is shown before anything is placed or left for it."""
    return both(
        s.stage == Stage.SHOWN,
        s.shown.all(lambda shown: both(shown.materials.is_empty, negate(shown.closed))),
    )


def resolve(s: State) -> None:
    """Require that an effect may resolve here: something has set it off, it is a part of one that is being
    carried out, or it answers to a card that is shown, or to a deletion.
    """
    within = either(s.stage == Stage.EFFECT, interrupted(s))
    require(either(effects_may_resolve(s), within, answers_to_showing(s)), "effects.timing")


@model.action("effect-gain-memory", By.ENVIRONMENT, amount=Amount("effect.memory"))
def gain_memory(s: State, amount: Number) -> None:
    """The counter moves towards the turn player and stops at the end of the gauge."""
    resolve(s)
    require(amount >= 1, "memory.gain")
    with rule("memory.gain"):
        s.memory = smallest(fact("memory.max"), s.memory + amount)
    finish(s)


@model.action("effect-lose-memory", By.ENVIRONMENT, amount=Amount("effect.memory"))
def lose_memory(s: State, amount: Number) -> None:
    """The counter moves away from the turn player and stops at the end of the gauge."""
    resolve(s)
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


@model.action("effect-lasting-cost", By.ENVIRONMENT, shown=Member("shown"), amount=Amount("effect.cost"))
def add_lasting_cost(s: State, shown: Shown, amount: Number) -> None:
    """Add the changes by effects that last to the cost, as they stand once nothing is left to choose."""
    require(both(s.stage == Stage.SHOWN, negate(choice_open(s, shown))), "showing.answers")
    with rule("effects.continuous"):
        shown.cost += amount


@on_either_side("dp", target=Member("battle"), amount=Amount("effect.dp"))
def change_dp(s: State, target: Stack, amount: Number) -> None:
    """A Digimon gains or loses DP until the turn ends; several such changes add up."""
    resolve(s)
    require(target.digimon, "dp.modify", "digimon")
    require(target.top.has_dp, "dp.modify")
    with rule("dp.modify"):
        target.dp_change += amount
        target.settle_dp()
    finish(s)


@on_either_side("suspend", target=Member("battle"))
def suspend(s: State, target: Stack) -> None:
    """A Digimon or Tamer is suspended; one that is suspended stays as it is."""
    resolve(s)
    require(target.top.kind != Kind.OPTION, "effects.suspend")
    with rule("effects.suspend"):
        target.suspended = True
    finish(s)


@on_either_side("unsuspend", target=Member("battle"))
def unsuspend(s: State, target: Stack) -> None:
    """A Digimon or Tamer is unsuspended; one that is unsuspended stays as it is."""
    resolve(s)
    require(target.top.kind != Kind.OPTION, "effects.suspend")
    with rule("effects.suspend"):
        target.suspended = False
    finish(s)


@on_either_side("keywords", target=Member("battle"), like=Pool(Card))
def gain_keywords(s: State, target: Stack, like: Card) -> None:
    """A Digimon gains keywords until the turn ends: those that are printed on some card."""
    resolve(s)
    require(target.digimon, "keyword.gained")
    with rule("keyword.gained"):
        target.gained = target.gained.union(like.keywords)
    finish(s)


@on_either_side("checks", target=Member("battle"), amount=Amount("effect.checks"))
def change_checks(s: State, target: Stack, amount: Number) -> None:
    """A Digimon checks more or fewer security cards until the turn ends; several such changes add up."""
    resolve(s)
    require(target.digimon, "keyword.gained")
    with rule("keyword.gained"):
        target.more_checks += amount
    finish(s)


@on_either_side("delete", target=Member("battle"))
def delete_by_own(s: State, target: Stack) -> None:
    """A Digimon or Tamer is deleted by an effect of its own side, or of nobody's."""
    resolve(s)
    require(target.top.kind != Kind.OPTION, "deletion.trash")
    delete(target, Fate.DELETED)
    finish(s)


@on_either_side("delete-by-opponent", target=Member("battle"))
def delete_by_opponent(s: State, target: Stack) -> None:
    """A Digimon or Tamer is deleted by an effect of the player it does not belong to."""
    resolve(s)
    require(target.top.kind != Kind.OPTION, "deletion.trash")
    delete(target, Fate.DELETED_BY_OPPONENT)
    finish(s)
