"""A step that no state of the model explains: what differs, and the rules that are suspects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.successors.following import Steps, Successor, Successors
from rulehound.checker.judging.wording.state_differences import difference
from rulehound.checker.judging.wording.values import unlike
from rulehound.checker.records import Finding
from rulehound.spec.formats import Card, Observation
from rulehound.spec.language import By, Member, Parameters, State, TracedAction
from rulehound.spec.reading import AtOnce, Becomes, First, Move, Reported

UNREPORTED = "effect:unreported"
"""Check that nothing changes by an effect that the engine does not report."""


@dataclass(frozen=True)
class Divergence:
    """Says what is wrong with steps that fit no state, in games of one model with these cards."""

    compiled_model: CompiledModel
    steps: Steps
    cards: Mapping[str, Card]

    def finding(
        self,
        text: str,
        successors: Successors,
        visible: Callable[[State], State],
        target: State,
        after: Observation,
        effects: Sequence[Reported],
    ) -> Finding:
        """The finding that none of the successors fits.

        `text` is the step in words; `visible` gives what an observation like the one `after` it shows of a
        state, and `target` is what that one shows; `effects` are those that the engine reported.
        """
        model, depiction = self.compiled_model.model, self.compiled_model.game.depiction
        nearest = min(successors.others, key=lambda end: len(self._differences(visible(end.state), target)))
        if nearest.effects_done < len(effects):
            return self._impossible(text, nearest.state, effects[nearest.effects_done])
        state = visible(nearest.state)
        differing = self._differences(state, target)
        apart = difference(model, depiction, self.cards, state, target, after)
        expected, observed, kinds = f"after “{text}”: {apart.expected}", *apart[1:]
        if not nearest.path:
            return Finding([], UNREPORTED, expected, observed, differs=kinds)
        among = {path: unlike(*sides) for path, *sides in self._both(state, target) if path in differing}
        suspects = self._pointed_at(nearest, among, kinds)
        by_default = not suspects
        if by_default:
            suspects = self._keeping(nearest, differing, kinds) or [nearest.path[0][1].rules[0]]
        suspects = [rule for rule in suspects if rule not in self.compiled_model.absent] or suspects
        if ending := self._ended_wrongly(nearest.state, after):
            suspects, by_default = list(dict.fromkeys((ending, *suspects))), False
        check, guard = f"effect:{suspects[0]}", ""
        if (undecided := self._undecided(nearest, visible, target)) is not None:
            action, guard, against = undecided
            check, suspects, by_default = f"guard:{action}:{guard}", [against, *suspects], False
        taken = [action for _, action, _ in nearest.path]
        demanded = list(dict.fromkeys(g.rule for each in taken if each.by is By.RULES for g in each.guards))
        return Finding(
            suspects,
            check,
            expected,
            observed,
            guard=guard,
            demanded=demanded,
            differs=kinds,
            carried_out=list(dict.fromkeys(rule for each in taken for rule in each.rules)),
            by_default=by_default,
        )

    def _pointed_at(
        self, successor: Successor, differing: Mapping[str, Sequence[int]], kinds: Sequence[str]
    ) -> list[str]:
        """The rules at which a difference points, the likeliest first; none where it has to do with none.

        With each field that is a bag comes in which fields its elements differ.
        """
        # what the rules leave alone may have been done to the wrong part of the state
        paths = self.compiled_model.model.paths
        alike = {path: differing[one] for one in differing for path in paths if _last(path) == _last(one)}
        in_place = [path for path, places in alike.items() if places]
        at_work = self._at_work_in(successor, differing) or self._at_work_in(successor, alike, in_place)
        if at_work:
            return at_work
        kept = self._keeping(successor, differing, kinds)
        points = not self.compiled_model.keeping(kinds).isdisjoint(kept)
        return kept if points else self._not_at_work(successor, differing)

    def _impossible(self, text: str, state: State, effect: Reported) -> Finding:
        """The finding that an effect was reported which cannot have happened there."""
        if isinstance(effect, AtOnce):
            return self._impossible(text, state, effect.parts[-1])
        if isinstance(effect, First):
            return self._impossible(text, state, effect.ways[-1])
        if isinstance(effect, Becomes):
            return Finding(
                [], UNREPORTED, f"after “{text}”: {effect.path} has what is shown to change", "none"
            )
        action = self.compiled_model.model.actions[effect.action]
        allowed = self.steps.allowed(state, action, effect)
        failed = [] if allowed else self.steps.failed(state, action, effect)
        guard, rule = failed[0] if failed else ("", action.rules[0])
        expected = f"after “{text}”: no {effect.action} here"
        return Finding([rule], f"guard:{effect.action}:{guard}", expected, "reported", guard=guard)

    def _ended_wrongly(self, expected: State, after: Observation) -> str:
        """The rule by which an engine ends a game that goes on by the model; "" where it does not."""
        if self.compiled_model.compiled.holds(self.compiled_model.model.over, expected):
            return ""
        return self.compiled_model.game.reader.conventions.ended(after)

    def _undecided(
        self, nearest: Successor, visible: Callable[[State], State], target: State
    ) -> tuple[str, str, str] | None:
        """The action, the guard and its rule by which nobody has the decision for which the engine waits.

        That is where the rules go on from what the engine shows, and the guards hold that all answers have
        whatever is answered.
        Of the answers it is the one against which least speaks.
        """
        model, holds = self.compiled_model.model, self.compiled_model.compiled.holds
        passed = (state for state, action, _ in nearest.path[1:] if action.by is By.RULES)
        stopped = next((state for state in passed if visible(state) == target), None)
        if stopped is None:
            return None
        for answers in self.compiled_model.game.reader.conventions.choices.values():
            first, *others = (model.actions[name].plain_guards for name in answers)
            of_all = [guard.condition for guard in first if all(guard in each for each in others)]
            if of_all and all(holds(condition, stopped) for condition in of_all):
                against = [(name, self._against(stopped, model.actions[name])) for name in answers]
                action, failed = min(against, key=lambda each: len(each[1]))
                return (action, *failed[0]) if failed else None
        return None

    def _against(self, state: State, action: TracedAction) -> list[tuple[str, str]]:
        """The guards against an answer; of one with a card or a number, those that hold for none of these."""
        if all(isinstance(kind, Member) for kind in action.parameters.values()):
            return list(self.steps.failed(state, action, Move(action.name)))
        holds = self.compiled_model.compiled.holds
        return [(one.name, one.rule) for one in action.plain_guards if not holds(one.condition, state)]

    def _differences(self, expected: State, observed: State) -> list[str]:
        return [path for path, a, b in self._both(expected, observed) if a != b]

    def _both(self, expected: State, observed: State) -> Iterator[tuple[str, Any, Any]]:
        return zip(self.compiled_model.model.paths, expected, observed, strict=True)

    def _at_work_in(
        self, successor: Successor, differing: Mapping[str, Sequence[int]], in_place: Container[str] = ()
    ) -> list[str]:
        """The rules at work in what stands in the differing fields: first those that changed most and first.

        With each field that is a bag comes in which fields its elements differ. In those that are in
        `in_place` what has elements come and go does not count.
        """
        votes = Counter(rule for rules in self._at_work(successor, differing, in_place) for rule in rules)
        return [rule for rule, _ in votes.most_common()]

    def _at_work(
        self, successor: Successor, differing: Mapping[str, Sequence[int]], in_place: Container[str] = ()
    ) -> list[list[str]]:
        """For each action on the way, the rules at work there in what stands in the differing fields.

        What stands in a field may have been changed elsewhere, where parts of the state are exchanged.
        """
        at_work: list[list[str]] = []
        for step, paths in self._back_from(successor, differing):
            among = {path: places for path, places in paths.items() if places}
            active = self.compiled_model.interpreter.active_rules(*step, among, in_place)
            at_work.append([rule for path in paths for rule in active.get(path, ())])
        return at_work[::-1]

    def _back_from(
        self, successor: Successor, differing: Mapping[str, Sequence[int]]
    ) -> Iterator[tuple[tuple[State, TracedAction, Parameters], Mapping[str, Sequence[int]]]]:
        """Each step on the way, the last one first, with where in it stands what differs at the end.

        That is another field where a step exchanges parts of the state.
        """
        paths = differing
        for step in reversed(successor.path):
            yield step, paths
            origin = self.compiled_model.interpreter.origin
            paths = {origin(*step, path): places for path, places in paths.items()}

    def _keeping(self, successor: Successor, differing: Iterable[str], kinds: Sequence[str]) -> list[str]:
        """The rules at work where something differs that has to stay.

        Where a turn ends on the way, only those that keep it and were at work before: much else is done then.
        """
        paths = dict.fromkeys(differing, ())
        place = self.compiled_model.interpreter.index[self.compiled_model.model.round_field]
        states = [state for state, _, _ in successor.path[1:]] + [successor.state]
        before = [state[place] == successor.path[0][0][place] for state in states]
        if all(before):
            return self.compiled_model.special_first(self._at_work_in(successor, paths), kinds)
        at_work = (rule for rules in compress(self._at_work(successor, paths), before) for rule in rules)
        return [rule for rule in at_work if rule in self.compiled_model.keeping(kinds)]

    def _not_at_work(self, successor: Successor, differing: Mapping[str, Sequence[int]]) -> list[str]:
        """The rules that would have changed elements so, had their conditions been met: the last ones first.

        An engine that does more than it should takes such a condition for met. Much may change a number, or
        how many elements there are: of these no rule is suspected.
        """
        return list(
            dict.fromkeys(
                rule
                for (_, action, _), paths in self._back_from(successor, differing)
                for effect in action.effects
                if effect.path in paths
                for write in effect.writes
                if write.is_in_place and write.may_change(paths[effect.path])
                for rule in write.rules
            )
        )


def _last(path: str) -> str:
    return path.rpartition(".")[2]
