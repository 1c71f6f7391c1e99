"""A game as it is judged: the model under facts and switches, and the cards in the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from rulehound.checker.judging.belief import Belief
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.observations.unmodelled import named
from rulehound.checker.judging.successors.divergence import Divergence
from rulehound.checker.judging.successors.following import Steps
from rulehound.spec.formats import Action, Card
from rulehound.spec.language import TracedAction
from rulehound.spec.reading import Move, View

UNKNOWN = "an action names something that the observation does not show"
"""Why a step or an offer is not judged that the reader cannot make sense of."""

UNDECIDED = "it hangs on more than the model knows"
"""Why it is not judged that something is legal or not."""

INFLUENCED = "a card was there of which it is not known what it does"
"""Why a step or an offer is not judged that the rules alone do not explain."""


class JudgedGame:
    """What all judgements of one game rest on; it never changes.

    Nothing is found against the rules of `unsupported`, which the engine says that it does not follow.
    """

    def __init__(
        self, compiled_model: CompiledModel, cards: Mapping[str, Card], unsupported: Iterable[str] = ()
    ) -> None:
        self.compiled_model, self.game, self.values, self.cards = (
            compiled_model,
            compiled_model.game,
            compiled_model.values,
            cards,
        )
        self.reader, self.depiction = self.game.reader, self.game.depiction
        self.conventions = self.reader.conventions
        self.model, self.compiled = compiled_model.model, compiled_model.compiled
        in_play = self.reader.cards_in_play(cards)
        self.steps = Steps(compiled_model, in_play.chance, in_play.as_cards_lie)
        self.divergence = Divergence(compiled_model, self.steps, cards)
        self.unsupported = frozenset(unsupported)
        self.stack = cache(lambda numbers: compiled_model.stack([cards[number] for number in numbers]))
        self.nothing = self.model.from_dict({})
        self.round = compiled_model.interpreter.index[self.model.round_field]

    def meant(self, view: View, action: Action) -> tuple[TracedAction, Move] | str | None:
        """The action of the model that an engine's action is, or why there is none; None inside an effect."""
        if left_out := self.compiled_model.left_out.of_action(action):
            return left_out
        try:
            move = self.reader.move(view.observation, action, self.cards)
        except (KeyError, IndexError):
            return UNKNOWN
        if move is None:
            return None
        traced = self.model.actions.get(move.action)
        return (traced, move) if traced is not None else f"unknown action {named(action) or move.action}"

    def doubt(self, belief: Belief, view: View, action: Action, rule: str) -> str:
        """Why nothing can be said of this rule for this action here; "" where it can."""
        if rule in view.undecided(action):
            return UNDECIDED
        influence = view.influence(belief.unmodelled, action)
        return INFLUENCED if influence is not None and rule in influence.rules else ""
