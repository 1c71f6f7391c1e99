"""On what it rests that an action is legal: what tells missing actions from offered ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rulehound.checker.judging.belief import Belief
from rulehound.checker.judging.judged_game import JudgedGame
from rulehound.spec.formats import Action
from rulehound.spec.reading import View


class Feature(NamedTuple):
    """A respect in which legal actions differ, under the rule that has a say in it."""

    rule: str
    what: str
    """What a rule grants, in words; or a comparison in a guard, by the guard's name and its place."""


class Grounds(NamedTuple):
    """On what it rests that one action is legal."""

    action: str
    """The action of the model."""
    granting: tuple[Feature, ...]
    """What rules grant, the most special first."""
    values: tuple[tuple[Feature, Any], ...]
    """What guards find equal to something, or to hold."""
    margins: tuple[tuple[Feature, int], ...]
    """How much is left up to a bound."""

    @property
    def rules(self) -> tuple[str, ...]:
        """All rules on which it rests that the action is legal."""
        features = (*self.granting, *(feature for feature, _ in (*self.values, *self.margins)))
        return tuple(dict.fromkeys(feature.rule for feature in features))


def grounds(game: JudgedGame, belief: Belief, view: View, action: Action) -> Grounds | None:
    """On what it rests that an action is legal here; None where it is not, or the model cannot tell."""
    meant, states = game.meant(view, action), belief.states_at(view)
    if not isinstance(meant, tuple):
        return None
    traced, move = meant
    legal = ((state, game.steps.legal_choice(state, traced, move)) for state in states)
    state, chosen = next((each for each in legal if each[1] is not None), (None, None))
    if state is None or chosen is None:
        return None
    granting = game.reader.grounds(view.observation, action, game.cards)
    values, margins = dict[Feature, Any](), dict[Feature, int]()
    for each in game.compiled_model.interpreter.guard_parts(state, traced, chosen):
        what = "/".join([each.guard.name, *map(str, each.place)])
        (margins if each.measured else values)[Feature(each.guard.rule, what)] = each.value
    features = tuple(Feature(*ground) for ground in granting)
    return Grounds(traced.name, features, tuple(values.items()), tuple(margins.items()))


def grounds_of_all(game: JudgedGame, belief: Belief, view: View, actions: Sequence[Action]) -> list[Grounds]:
    """The grounds of those among these actions that are legal."""
    return [each for each in (grounds(game, belief, view, action) for action in actions) if each is not None]
