"""Which rules explain a failure: those without which the model would have done what the engine did.

What differs in a step may be far from its cause: where a payment is forgotten, a whole turn does not end. So
the last steps are judged again by a model that lacks one rule: it writes nothing under that rule. Where
nothing is wrong with the steps then, the rule explains them: a cause is what makes the difference (Groce,
Chaki, Kroening and Strichman, "Error explanation with distance metrics", 2006).

Where no rule explains a failure so, more has been done than the rules demand: then the last steps are judged
by a model in which one rule forbids nothing of what happens by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.rerun import Rerun, findings_of, last_steps
from rulehound.checker.judging.compiled_model import CompiledModel, automatic_actions
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start, Taken
from rulehound.checker.records import Finding, Trace
from rulehound.spec.formats import Card
from rulehound.spec.language import By, TracedAction

STEPS = 5
"""How many steps before the end are judged again; more where the game was in the middle of something then."""

MOST_STATES = 200
"""States that one step may pass through in a model without a rule, which may know no end."""

MOST_FAILED_SEARCHES = 40
"""Failures without an explanation for which all rules are tried; of later ones only known explanations
are."""

GUARD, EFFECT, INVARIANT = "guard", "effect", "invariant"
"""Kinds of checks by which a judge names a rule: that something is legal, what comes of it, what holds."""


@dataclass(frozen=True)
class _Steps:
    """Steps of a game with these cards, and how much in them even the sound model cannot tell."""

    cards: Mapping[str, Card]
    taken: Sequence[Taken]
    skipped: int = 0


def with_explanations(occurrences: Sequence[Occurrence], target: Target) -> list[Occurrence]:
    """The same failures in the same order, each with the rules that explain it, as far as single rules do."""
    explanations = Explanations(target)
    explained: dict[int, Mapping[str, int]] = {}
    for each in sorted(occurrences, key=lambda one: len(one.rerun.taken) if one.rerun else 0):
        explained[id(each)] = explanations.of(each)
    times = Counter(rule for own in explanations.forbidding.values() for rule in own)
    return [
        replace(each, explanations=explained[id(each)] or _credible(each, explanations, times))
        for each in occurrences
    ]


def _credible(
    occurrence: Occurrence, explanations: Explanations, times: Mapping[str, int]
) -> Mapping[str, int]:
    """The rules that should have forbidden what happened; not one that nothing else speaks against."""
    rules = explanations.forbidding.get(id(occurrence), {})
    return {rule: places for rule, places in rules.items() if times[rule] > 1 or rule in occurrence.suspects}


class Explanations:
    """What explains failures of one engine under one edition; the model without a rule is made once for each
    rule.

    What has explained one failure is tried first on the next, beside what the judge suspects first, and other
    rules only where that does not explain it."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self._sound = CompiledModel(target.game, target.values)
        self._without: dict[str, CompiledModel] = {}
        self._unguarded: dict[str, CompiledModel] = {}
        self._known: dict[str, None] = {}
        self._failed_searches = 0
        self.forbidding: dict[int, Mapping[str, int]] = {}
        """By the identity of a failure that no rule explains by its absence: the rules that forbid something
        which happens by itself, where the model agrees once they do not, each with how many actions it
        guards."""

    def of(self, occurrence: Occurrence) -> dict[str, int]:
        """The rules that explain a failure, each with the number of places of the model that hang on the
        rule.

        Nothing where no single rule does, or where the judge finds nothing in the last step.
        """
        rerun, trace = occurrence.rerun, occurrence.record.trace
        if trace is None or rerun is None or not rerun.findings:
            return {}
        # all of the model keeps an invariant: it says less than a rule of the step that breaks it
        broken = {each.rule: len(self._sound.model.actions) for each in rerun.findings if _is_invariant(each)}
        forbidden = dict.fromkeys(
            (
                rule
                for each in occurrence.findings.values()
                if self._forbids(each)
                for rule in (each.suspects if each.withholds else [each.rule])
            ),
            1,
        )
        forbidden |= {occurrence.forbidding: 1} if occurrence.forbidding else {}
        if forbidden or not rerun.taken:
            return broken | forbidden
        return broken | self._lacking(occurrence, rerun, trace)

    def _lacking(self, occurrence: Occurrence, rerun: Rerun, trace: Trace) -> dict[str, int]:
        """The rules without which the model agrees with the last steps."""
        cards = Start.from_trace(trace).known
        steps = _Steps(cards, last_steps(self.target.game, cards, rerun.taken, STEPS))
        sound = self._judge(self._sound, steps.cards)
        if all(_is_invariant(each) for step in findings_of(sound, steps.taken) for each in step):
            return {}  # the model goes along with the steps as it is: leaving out a rule makes no difference
        steps = replace(steps, skipped=sum(sound.not_judged.values()))
        at_work = [check.partition(":")[2] for check in sound.judged if check.startswith(f"{EFFECT}:")]
        of_the_judge = [rule for finding in rerun.findings for rule in finding.suspects]
        explanations = self._explaining(self._known, steps)
        if explanations:
            first = dict.fromkeys(finding.rule for finding in rerun.findings)
            explanations += self._explaining((rule for rule in first if rule not in self._known), steps)
        elif self._failed_searches < MOST_FAILED_SEARCHES:
            cited = occurrence.record.rules
            suspects = dict.fromkeys((*of_the_judge, *cited, *self._rules_of_last(steps), *at_work))
            explanations = self._search(list(suspects), steps)
            self._failed_searches += not explanations
        self._known |= dict.fromkeys(explanations)
        if not explanations and self._failed_searches < MOST_FAILED_SEARCHES:
            self.forbidding[id(occurrence)] = {
                rule: places for rule, places in self._guarding.items() if self._forbade(rule, steps)
            }
        return {rule: len(self._writing[rule]) for rule in explanations}

    def _search(self, suspects: Sequence[str], steps: _Steps) -> list[str]:
        """The suspects that explain these steps, and the rules that do which demand the same writings."""
        explanations = self._explaining(suspects, steps)
        others = (rule for rule in self._written_with(explanations) if rule not in suspects)
        return explanations + self._explaining(others, steps)

    def _explaining(self, rules: Iterable[str], steps: _Steps) -> list[str]:
        """The rules without which the model agrees with the steps, and can judge as many of them."""
        return [rule for rule in rules if rule in self._writing and self._agrees(rule, steps)]

    def _rules_of_last(self, steps: _Steps) -> Sequence[str]:
        """The rules of the action of the model that the last action is."""
        last, reader = steps.taken[-1], self.target.game.reader
        try:
            move = reader.move(last.before, last.action, steps.cards)
        except (KeyError, IndexError):
            return ()
        action = self._sound.model.actions.get(move.action) if move is not None else None
        return action.rules if action is not None else ()

    def _agrees(self, left_out: str, steps: _Steps) -> bool:
        """Whether the model without this rule agrees with the steps."""
        if left_out not in self._without:
            self._without[left_out] = self._sound.without(left_out)
        return self._goes_along(self._without[left_out], steps)

    def _forbade(self, rule: str, steps: _Steps) -> bool:
        """Whether the model agrees with the steps where this rule forbids nothing that happens by itself."""
        if rule not in self._unguarded:
            self._unguarded[rule] = self._sound.unguarded(rule)
        return self._goes_along(self._unguarded[rule], steps)

    def _goes_along(self, model: CompiledModel, steps: _Steps) -> bool:
        """Whether a changed model agrees with the steps, and can judge as many of them."""
        judge = self._judge(model, steps.cards)
        judge.game.steps.most_states = MOST_STATES
        findings = (each for step in findings_of(judge, steps.taken) for each in step)
        # what the engine shows breaks an invariant whatever the model would have done
        return all(map(_is_invariant, findings)) and sum(judge.not_judged.values()) <= steps.skipped

    def _forbids(self, finding: Finding) -> bool:
        """Whether the judge names a guard of what a player did: then that is the rule."""
        kind, _, rest = finding.check.partition(":")
        action = self._sound.model.actions.get(rest.partition(":")[0])
        return kind == GUARD and action is not None and action.by is By.PLAYER

    def _judge(self, model: CompiledModel, cards: Mapping[str, Card]) -> Judge:
        return Judge(model, cards, self.target.unsupported)

    @cached_property
    def _writing(self) -> Mapping[str, Sequence[TracedAction]]:
        """Rule to the actions that write something under it, each once for each field that it writes."""
        actions: dict[str, list[TracedAction]] = {}
        for action in self._sound.model.actions.values():
            for effect in action.effects:
                for rule in effect.rules:
                    actions.setdefault(rule, []).append(action)
        return actions

    @cached_property
    def _guarding(self) -> Mapping[str, int]:
        """How many actions that happen by themselves each rule guards, by the rule."""
        actions = automatic_actions(self._sound.model)
        return Counter(rule for action in actions for rule in {guard.rule: None for guard in action.guards})

    def _written_with(self, rules: Sequence[str]) -> Iterable[str]:
        """The rules that demand a writing together with one of these."""
        effects = (effect for rule in rules for action in self._writing[rule] for effect in action.effects)
        writes = (write for effect in effects for write in effect.writes)
        return dict.fromkeys(rule for write in writes if set(rules) & {*write.rules} for rule in write.rules)


def _is_invariant(finding: Finding) -> bool:
    return finding.check.startswith(f"{INVARIANT}:")
