"""What happens: where the model goes from an action, up to the next decision, effect or unknown card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulehound.checker.asking.answers import Outcome, OutcomeStep
from rulehound.checker.judging.judged_game import JudgedGame
from rulehound.checker.judging.successors.following import Successor
from rulehound.spec.asking import Asking
from rulehound.spec.formats import Observation
from rulehound.spec.language import Parameters, Pool, State, TracedAction
from rulehound.spec.reading import Move

MOST_OUTCOMES = 8
"""Ways that an answer tells."""

MOST_FOLLOWED = 2_000
"""States that are passed through; those after more are left out, and the answer says so."""

NOT_TOLD = "a card is turned over that the position does not tell"


@dataclass(frozen=True)
class Consequences:
    """What comes of actions in a position; `turn` is 0 in the turn of who asks, else 1."""

    game: JudgedGame
    asking: Asking
    observation: Observation
    turn: int

    def outcomes(
        self, states: Sequence[State], action: TracedAction, move: Move
    ) -> tuple[list[Outcome], bool]:
        """The ways in which things go on after an action, and whether these are all."""
        ends, whole = self.ends(states, action, move)
        if not ends:
            return [Outcome((), NOT_TOLD)], True
        results = [self._outcome(end) for end in ends]
        return results[:MOST_OUTCOMES], whole and len(results) <= MOST_OUTCOMES

    def ends(self, states: Sequence[State], action: TracedAction, move: Move) -> tuple[list[Successor], bool]:
        """The different states in which the rules demand nothing more after an action, or what they demand
        hangs on a card that nobody knows; and whether these are all. None where the action itself does so."""
        starts = [Successor(state) for state in states]
        waiting = [each for start in starts for each in self._after(start, action, move.arguments)]
        seen, ends = {each.state for each in waiting}, dict[State, Successor]()
        while waiting:
            if len(seen) > MOST_FOLLOWED:
                return list(ends.values()), False
            successor = waiting.pop()
            further = self._demanded(successor)
            if not further:
                ends.setdefault(successor.state, successor)
            for each in further:
                if each.state not in seen:
                    seen.add(each.state)
                    waiting.append(each)
        return list(ends.values()), True

    def _demanded(self, successor: Successor) -> list[Successor]:
        """Where the rules lead next; nowhere in the middle of an effect."""
        if self.asking.in_effect(self._readable(successor.state)):
            return []
        demanded = self.game.compiled_model.automatic.of(successor.state)
        return [each for one in demanded for each in self._after(successor, one, {})]

    def _after(self, successor: Successor, action: TracedAction, given: Parameters) -> list[Successor]:
        """Where an action leads, with the cards that it turns over; nowhere where nobody knows these."""
        pools = [name for name, kind in action.parameters.items() if isinstance(kind, Pool)]
        open_to_chance = [name for name in pools if name not in given]
        if not open_to_chance:
            return self.game.steps.after(successor, action, given)
        earlier = sum(step.name == action.name for _, step, _ in successor.path)
        cards = self.asking.turned_over(self.observation, action.name, earlier, self.game.cards)
        return [
            each
            for card in cards or ()
            for each in self.game.steps.after(successor, action, {**given, open_to_chance[0]: card})
        ]

    def _outcome(self, end: Successor) -> Outcome:
        """One way, step by step."""
        path, place = end.path, self.game.round
        after = [state for state, _, _ in path[1:]] + [end.state]
        steps = []
        for (state, action, parameters), later in zip(path, after, strict=True):
            turn = self.turn ^ int(state[place] != path[0][0][place])
            active = self.game.compiled_model.interpreter.active_rules(state, action, parameters)
            changes = self.asking.happenings(
                self._readable(state), self._readable(later), turn, self.game.cards
            )
            rules = dict.fromkeys(rule for rules in active.values() for rule in rules)
            says = self.game.model.says(action.name)
            steps.append(OutcomeStep(action.name, says, list(changes), list(rules)))
        last = self.turn ^ int(end.state[place] != path[0][0][place])
        return Outcome(steps, self.asking.waiting(self._readable(end.state), last))

    def _readable(self, state: State) -> Mapping[str, Any]:
        return self.game.model.as_dict(state)
