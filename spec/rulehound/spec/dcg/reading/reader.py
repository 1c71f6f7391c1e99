"""The reader of the Digimon Card Game: views of observations, and evidence of the steps between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from rulehound.spec.dcg import protocol
from rulehound.spec.dcg.reading import (
    actions,
    cards,
    complete,
    granting,
    inherited,
    owed,
    states,
    unmodelled,
)
from rulehound.spec.dcg.reading import (
    candidate_actions as thinkable,
)
from rulehound.spec.dcg.reading import (
    unasked_decisions as unasked,
)
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.undecided_rules import FORBIDDEN, Doubts
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.language import State
from rulehound.spec.reading import (
    CardsInPlay,
    Conventions,
    Ground,
    Influence,
    Move,
    Obligation,
    Problem,
    Reader,
    ReportedEffects,
    StepEvidence,
    View,
)

CROSSED = "a card that lay under a Digimon of the other player goes to its owner"
"""Why a step is not judged in which cards that are counted with one player come to be counted with the
other."""


class DcgView(View):
    """The reading of one observation as a state of the model."""

    @cached_property
    def observation(self) -> Observation:
        return complete.completed(self.given, self.cards)

    @cached_property
    def brought(self) -> Sequence[int]:
        return self._brought or states.brought(self.observation)

    @cached_property
    def state(self) -> State:
        return states.project(self.observation, self.cards, self.brought)

    @cached_property
    def estimates(self) -> Sequence[State]:
        return complete.guesses(self.state, self.observation)

    @property
    def unobserved(self) -> Sequence[str]:
        return complete.untold(self.observation)

    @property
    def left_out(self) -> Sequence[str]:
        return complete.left_out(self.given, super().left_out)

    @property
    def settled(self) -> bool:
        return complete.settled(self.observation)

    @property
    def problems(self) -> Sequence[Problem]:
        return states.problems(self.observation, self.cards)

    @property
    def obligations(self) -> Sequence[Obligation]:
        return owed.owed(self.given)

    @property
    def unmodelled(self) -> Mapping[str, int]:
        return unmodelled.unmodelled(self.observation, self.cards)

    def visible(self, state: State) -> State:
        return complete.visible(state, self.observation)

    @cached_property
    def doubts(self) -> Doubts:
        """What the observation leaves in doubt."""
        return Doubts(self.observation, self.cards)

    def undecided(self, action: Action) -> Sequence[str]:
        return self.doubts.rules(action)

    def may_be_forbidden(self, action: Action) -> bool:
        return self.doubts.may_be_forbidden(action)

    def influence(self, earlier: Mapping[str, int], action: Action) -> Influence | None:
        return unmodelled.swayed(earlier, self.observation, action, None, self.cards)


class DcgEvidence(StepEvidence):
    """The evidence of two views about the step between them."""

    @cached_property
    def reported(self) -> ReportedEffects:
        before, after = self.before, self.after
        found = complete.reported_effects(before.observation, after.observation, after.cards)
        crossed = after.mixed and before.brought != after.brought
        return ReportedEffects(unknown=CROSSED) if crossed and not found.unknown else found

    @property
    def mixes(self) -> bool:
        return complete.mixes(self.before.observation, self.after.observation, self.after.cards)

    @property
    def unmodelled(self) -> Mapping[str, int]:
        before, after = self.before.observation, self.after.observation
        return unmodelled.unmodelled(after, self.after.cards, before, self.action)

    @property
    def held(self) -> Mapping[Any, Sequence[Move]]:
        return unasked.held(self.before.observation, self.after.observation, self.after.cards)

    @property
    def doubtful(self) -> frozenset[str]:
        views = (view for view in (self.before, self.after) if isinstance(view, DcgView))
        doubtful = set[str]()
        if any(view.doubts.something_forbids for view in views):
            doubtful.update(name for names in FORBIDDEN.values() for name in names)
        before = self.before.observation
        if before.get("decision") == "attack" or (before.get("attack") or {}).get("target") == "":
            doubtful.update(actions.CHOICES["target"])  # the effect by which it attacks may say whom
        return frozenset(doubtful)

    @property
    def rounds(self) -> int:
        return unasked.rounds(self.before.observation, self.after.observation)

    def influence(self, earlier: Mapping[str, int]) -> Influence | None:
        before, after = self.before.observation, self.after.observation
        return unmodelled.swayed(earlier, before, self.action, after, self.after.cards)


ENDINGS: Mapping[str, str] = {
    "attack": "game.win-attack",
    "deck-out": "game.deck-out",
    "endless-loop": "game.endless",
}
"""How a game has ended, by the words of observations, to the rule by which it does."""


class DcgReader(Reader):
    """The reader of observations and actions of the game."""

    conventions = Conventions(
        problems={"cards.one-place": states.problems},
        obligations=dict.fromkeys(owed.RULES, owed.owed),
        excuses=("effects.forbidden", "effects.continuous"),
        other_forms={"attack.target-when": "after-effects"},
        ended=lambda observation: ENDINGS.get(observation.get("ended_by") or "", ""),
        silent=("let-delete", "no-blitz", "settle"),
        choices=actions.CHOICES,
        unasked=unasked.UNASKED,
        from_hand=(*unasked.HELD, *unasked.PLACED),
        different={"dna-digivolve": "dna.two"},
        idle=unasked.IDLE,
        keeping={"suspended": "digivolve.orientation", "played_this_turn": "digivolve.played-turn"},
    )

    def view(self, observation: Observation, cards: Cards, brought: Sequence[int] | None = ()) -> View:
        return DcgView(observation, cards, brought)

    def step(self, before: View, action: Action, after: View) -> StepEvidence:
        return DcgEvidence(before, action, after)

    def move(self, observation: Observation, action: Action, cards: Cards) -> Move | None:
        return actions.interpret(observation, action, cards)

    def candidates(self, observation: Observation, cards: Cards) -> list[Action]:
        return complete.candidates(observation, cards)

    def grounds(self, observation: Observation, action: Action, cards: Cards) -> Sequence[Ground]:
        return granting.grounds(observation, action, cards)

    def effects(self, observation: Observation) -> list[Action]:
        return complete.on_standing(thinkable.effects)(observation)

    def identity(self, action: Action) -> Action:
        return protocol.known(action)

    def may_come_up(self, decision: str, before: Observation, action: Action, after: Observation) -> bool:
        return unasked.may_come_up(decision, before, action, after)

    def cards_in_play(self, cards_of_game: Cards) -> CardsInPlay:
        return CardsInPlay(cards.chance(cards_of_game), inherited.with_inherited(cards_of_game))

    def models_whole(self, cards_of_game: Iterable[Card], position: Mapping[str, Any]) -> bool:
        return cards.followed(cards_of_game, position)

    def standing(self, position: Mapping[str, Any], cards: Cards) -> Observation | None:
        return unasked.standing(position, cards)
