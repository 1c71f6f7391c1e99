"""The reader of Digimon Battles: views of observations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from rulehound.spec.dmb.protocol import WITHIN_EFFECTS
from rulehound.spec.dmb.reading import actions, problems, states
from rulehound.spec.dmb.reading.cards import Cards, model_card
from rulehound.spec.dmb.reading.effects import DmbStepEvidence
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.language import State
from rulehound.spec.reading import CardsInPlay, Conventions, Move, Problem, Reader, StepEvidence, View


class DmbView(View):
    """The reading of one observation as a state of the model; a choice that is not shown may be any."""

    @cached_property
    def brought(self) -> Sequence[int]:
        return self._brought or states.brought(self.observation)

    @cached_property
    def state(self) -> State:
        return states.project(self.observation, self.cards, self.brought)

    @cached_property
    def estimates(self) -> Sequence[State]:
        return states.estimates(self.state, self.observation)

    @property
    def unobserved(self) -> Sequence[str]:
        return states.UNSHOWN

    @property
    def left_out(self) -> Sequence[str]:
        return ()

    @property
    def settled(self) -> bool:
        # a game is lost for want of a Digimon, or a hand exchanged,
        # by cards that the model only counts; and in the middle of an effect the rules go on after it
        return bool(self.observation["decision"] not in ("place", *WITHIN_EFFECTS))

    @property
    def problems(self) -> Sequence[Problem]:
        return problems.problems(self.observation, self.cards)

    def visible(self, state: State) -> State:
        return states.visible(state)


class DmbReader(Reader):
    """The reader of observations and actions of the game."""

    conventions = Conventions(
        problems={"cards.one-place": problems.one_place, "prep.loss": problems.lost_with_a_digimon},
        choices=actions.CHOICES,
        from_hand=actions.FROM_HAND,
    )

    def view(self, observation: Observation, cards: Cards, brought: Sequence[int] | None = ()) -> View:
        return DmbView(observation, cards, brought)

    def step(self, before: View, action: Action, after: View) -> StepEvidence:
        return DmbStepEvidence(before, action, after)

    def move(self, observation: Observation, action: Action, cards: Cards) -> Move | None:
        return actions.interpret(observation, action, cards)

    def candidates(self, observation: Observation, cards: Cards) -> list[Action]:  # noqa: ARG002
        return actions.candidates(observation)

    def models_whole(self, cards: Iterable[Card], position: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Whether none of the cards has an effect; what effects do, the model follows as it is reported."""
        return not any(card.facts.get("effects") for card in cards)

    def cards_in_play(self, cards: Cards) -> CardsInPlay:
        printed = [model_card(number, cards) for number in cards]
        of_level = {number: card.facts.get("level") for number, card in cards.items()}
        partners = [model_card(number, cards, partner=True) for number in cards if of_level[number] == "R"]
        destined = [
            model_card(number, cards, destiny=True)
            for number, card in cards.items()
            if of_level[number] in ("C", "M") or card.facts.get("marked")
        ]
        return CardsInPlay({"Card": [*printed, *partners, *destined]})
