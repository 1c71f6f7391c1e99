"""Judging a game under way, observation by observation: what is believed of it, and what was covered so far.

What an engine does not show stays open until it shows: the belief holds every state of the model that fits
all that was seen. From where an engine uses what the model does not know, its game is not judged any more:
whatever follows may be due to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from rulehound.checker.judging.belief import Belief
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.coverage import STEPS, Assessment, Coverage
from rulehound.checker.judging.judged_game import UNKNOWN, JudgedGame
from rulehound.checker.judging.judgements.grounds import Grounds, grounds_of_all
from rulehound.checker.judging.judgements.invariants import invariants
from rulehound.checker.judging.judgements.legal_actions import Refusals, forbidding, offers
from rulehound.checker.judging.judgements.stacks import nothing_stands, stacks, unjudged_stacks
from rulehound.checker.judging.judgements.transitions import agrees, transition
from rulehound.checker.judging.traces import EFFECT, is_effect
from rulehound.checker.records import Finding
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.reading import StepEvidence

Result = TypeVar("Result")

REMEMBERED = 2
"""Observations of which results are kept: those before and after a step."""


class LastResults(Generic[Result]):
    """A function of observations that keeps its last results: a game is looked at several times a step."""

    def __init__(self, function: Callable[[Observation], Result]) -> None:
        self._function = function
        self._results: list[tuple[Observation, Result]] = []

    def __call__(self, observation: Observation) -> Result:
        """The result for an observation, which is known by its identity."""
        for known, result in self._results:
            if known is observation:
                return result
        result = self._function(observation)
        self._results = [(observation, result), *self._results[: REMEMBERED - 1]]
        return result

    def forget(self) -> None:
        """Keep no result: what the function rests on has changed."""
        self._results = []


class Judge:
    """Folds the judgements of one game of one engine; `cards` are those in the game.

    Nothing is found against the rules of `unsupported`, which the engine says that it does not follow.
    """

    def __init__(
        self, compiled_model: CompiledModel, cards: Mapping[str, Card], unsupported: Iterable[str] = ()
    ) -> None:
        self.game = JudgedGame(compiled_model, cards, unsupported)
        self.belief = Belief()
        self.coverage = Coverage()
        self.given_up = ""
        """Why the game is not judged any more; "" where it is."""
        self.unasked = False
        """A step agreed once a decision in it was given its only answer, for which the engine did not ask."""
        self._begun = False
        self._unjudged_stacks = ""
        reader = self.game.reader
        self._view = LastResults(lambda seen: reader.view(seen, cards, self.belief.brought))
        self._left_out = LastResults(compiled_model.left_out.of_observation)

    @property
    def judged(self) -> Mapping[str, int]:
        """How often each check was judged."""
        return self.coverage.judged

    @property
    def taken(self) -> Mapping[str, int]:
        """How often each action of the model was taken by a step that was judged and agreed."""
        return self.coverage.taken

    @property
    def seen(self) -> Mapping[str, int]:
        """How much there was to judge, by what it is."""
        return self.coverage.seen

    @property
    def not_judged(self) -> Mapping[str, int]:
        """Why steps, offers and stacks could not be judged, and how many."""
        return self.coverage.not_judged

    def known(self, action: Action) -> Action:
        """An action without what an engine has added to it."""
        return self.game.reader.identity(action)

    def completed(self, observation: Observation) -> Observation:
        """An observation with everything completed that it leaves out."""
        return self._view(observation).observation

    def evidence(self, before: Observation, action: Action, after: Observation) -> StepEvidence:
        """What two observations tell of the step between them."""
        return self.game.reader.step(self._view(before), action, self._view(after))

    def state(self, observation: Observation) -> list[Finding]:
        """The invariants that one observation breaks, and stacks that play cannot have built."""
        if not self._is_judged(observation):
            return []
        view = self._view(observation)
        self.belief = self.belief.with_unmodelled(view.unmodelled)
        if not self._begun:
            self._begun, self._unjudged_stacks = True, unjudged_stacks(self.game, view.observation)
            self.belief = replace(self.belief, from_start=nothing_stands(self.game, view.observation))
        self.belief = self.belief.informed(view)
        findings = self._findings(invariants(self.game, view))
        return [*findings, *self._findings(stacks(self.game, self.belief, view, self._unjudged_stacks))]

    def legal(
        self, observation: Observation, actions: Sequence[Action], refusals: Refusals | None = None
    ) -> list[Finding]:
        """Actions that are offered and illegal, or legal and missing; `refusals` asks the engine why."""
        if not self._is_judged(observation):
            return []
        return self._findings(offers(self.game, self.belief, self._view(observation), actions, refusals))

    def grounds(self, observation: Observation, actions: Sequence[Action]) -> list[Grounds]:
        """On what it rests that actions are legal, of those among these that are."""
        return grounds_of_all(self.game, self.belief, self._view(observation), actions)

    def forbidding(self, observation: Observation, action: Action) -> frozenset[str]:
        """The rules that forbid an action, as far as that is known."""
        return forbidding(self.game, self.belief, self._view(observation), action)

    def step(self, before: Observation, action: Action, after: Observation) -> list[Finding]:
        """Whether the model can go where the engine went; also for effects."""
        self.coverage += Coverage(seen={STEPS: 1})
        if not self._is_judged(before):
            self.coverage += Coverage.without(self.given_up)
            return []
        view = self._view(before)
        if view.settled:
            self.belief = self.belief.informed(view)
        evidence = self.evidence(before, action, after)
        if evidence.mixes and self.belief.brought is not None:
            self.belief = self.belief.with_cards_mixed()
            self._view.forget()
            evidence = self.evidence(before, action, after)
        self.belief = self.belief.with_unmodelled(evidence.unmodelled)
        meant = self.game.meant(view, action)
        if isinstance(meant, str):
            self.given_up = "" if meant == UNKNOWN else meant
            self.coverage += Coverage.without(meant)
            return []
        if not self._is_judged(after):
            self.coverage += Coverage.without(self.given_up)
            return []
        own = self.game.game.stacks
        if own is not None and is_effect(action) and action[EFFECT] not in own.harmless:
            self._unjudged_stacks = f"the effect {action[EFFECT]} may have changed what lies in them"
        judgement = transition(self.game, self.belief, evidence, meant[1] if meant else None)
        self.belief = judgement.belief.informed(evidence.after).after(evidence.after)
        self.unasked = self.unasked or judgement.unasked
        return self._findings(judgement)

    def follows(self, observation: Observation) -> bool:
        """Whether it is known in which states the game can be that was seen to stand like this last."""
        return self.belief.follows(self._view(observation))

    def against(self, observation: Observation, action: Action) -> Sequence[str] | None:
        """The rules that forbid an action here, none where it is legal; None where the model cannot tell."""
        view = self._view(observation)
        states, meant = self.belief.states_at(view), self.game.meant(view, action)
        if not states or not isinstance(meant, tuple):
            return None
        traced, move = meant
        legal = [self.game.steps.allowed(state, traced, move) for state in states]
        if any(legal):
            return [] if all(legal) else None
        return [rule for state in states for _, rule in self.game.steps.failed(state, traced, move)]

    def goes_on(self, before: Observation, after: Observation) -> bool:
        """Whether a game can have come from one observation to the other without anybody being asked, by what
        the rules demand and by the only answers to decisions."""
        fits, unasked = agrees(self.game, self.belief, self.evidence(before, {}, after))
        self.unasked = self.unasked or unasked
        return fits

    def _is_judged(self, observation: Observation) -> bool:
        """Whether the game is still judged: it is not from where an observation shows what is left out."""
        self.given_up = self.given_up or self._left_out(observation)
        return not self.given_up

    def _findings(self, judgement: Assessment) -> list[Finding]:
        """The findings against rules that the engine says it follows; the coverage is added to that of the
        game."""
        self.coverage += judgement.coverage
        return [finding for finding in judgement.findings if finding.rule not in self.game.unsupported]
