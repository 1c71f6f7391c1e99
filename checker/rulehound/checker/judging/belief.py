"""What is known of a game under way: the states of the model that fit all that was seen of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulehound.checker.judging.names import renamed
from rulehound.checker.judging.observations.unobserved import NOT_FOLLOWED
from rulehound.spec.formats import Observation
from rulehound.spec.language import State
from rulehound.spec.reading import View

IN_THE_MIDDLE = "it begins in the middle of an effect that could not be followed"
"""Why a step is not judged that follows one which fits no state of the model."""


@dataclass(frozen=True)
class Belief:
    """The states that a game can be in, by all that was seen of it."""

    observation: Observation | None = None
    """What was observed last, completed, where the game was followed up to there."""
    states: Sequence[State] = ()
    """The states of the model that fit it, and all that was seen before."""
    brought: Sequence[int] | None = ()
    """How many cards each player brought; nothing while that has not been told, and None where cards of one
    player may lie with another.
    """
    from_start: bool = False
    """Every step was followed since a time at which nothing lay on the field."""
    unmodelled: Mapping[str, int] = field(default_factory=dict)
    """The cards that may have done something which the model does not know, each with when that was."""

    def informed(self, view: View) -> Belief:
        """The belief with what a view tells of the cards that players brought, where nothing has told yet."""
        unknown = self.brought is not None and not self.brought
        return replace(self, brought=view.brought) if unknown else self

    def with_cards_mixed(self) -> Belief:
        """The belief where cards of one player may lie with another."""
        return replace(self, brought=None)

    def with_unmodelled(self, cards: Mapping[str, int]) -> Belief:
        """The belief with more cards that may have done something which the model does not know."""
        return replace(self, unmodelled={**self.unmodelled, **cards}) if cards else self

    def moved(self, view: View, states: Sequence[State]) -> Belief:
        """The belief after a step that led to one of these states."""
        return replace(self, observation=view.observation, states=states)

    def after(self, view: View) -> Belief:
        """The belief after a step that led to what is viewed, whether it could be followed or not."""
        return self if not self.from_start or self.follows(view) else replace(self, from_start=False)

    def renamed(self, names: Mapping[str, str]) -> Belief:
        """The belief about the same game begun anew, in which things have other ids: these."""
        return replace(self, observation=renamed(self.observation, names)) if names else self

    def follows(self, view: View) -> bool:
        """Whether the game was followed up to what is viewed."""
        return self.observation is not None and self.observation == view.observation

    def states_at(self, view: View) -> Sequence[State]:
        """The states that the game may be in where it looks like this.

        There are none in the middle of what could not be followed.
        """
        if self.follows(view):
            return self.states
        return view.estimates if view.settled else ()


def why_unknown(view: View) -> str:
    """Why it is not known in which state a game is that looks like this."""
    things = view.left_out
    return NOT_FOLLOWED.format(", ".join(things)) if things else IN_THE_MIDDLE
