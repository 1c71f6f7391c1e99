"""Which rules explain a violation: those without which the model would have done what the engine did.

What differs in a step may be far from its cause: where a payment is forgotten, a whole turn does not end. So
the last steps are judged again by the model as it would be if one rule were not there, so that nothing is
written under it. Where nothing is wrong with the steps then, the rule explains them: a cause is what makes
the difference (Groce, Chaki, Kroening and Strichman, "Error explanation with distance metrics", 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.second_look import Look, judged, last_steps
from rulehound.checker.judging.compiled_model import CompiledModel
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

IN_VAIN = 40
"""For how many violations that nothing explains one is sought, before only known explanations are tried."""

GUARD, EFFECT, INVARIANT = "guard", "effect", "invariant"
"""Kinds of checks by which a judge names a rule: that something is legal, what comes of it, what holds."""


@dataclass(frozen=True)
class _Steps:
    """Steps of a game with these cards, and how much in them even the sound model cannot tell."""

    cards: Mapping[str, Card]
    taken: Sequence[Taken]
    skipped: int = 0


def explained(occurrences: Sequence[Occurrence], target: Target) -> list[Occurrence]:
    """The same violations, each with the rules that explain it, as far as single rules do."""
    explanations = Explanations(target)
    found: dict[int, Occurrence] = {}
    for met in sorted(occurrences, key=lambda each: len(each.look.taken) if each.look else 0):
        found[id(met)] = replace(met, explained=explanations.of(met))
    return [found[id(met)] for met in occurrences]


class Explanations:
    """What explains violations of one engine under one edition; a model without a rule is made once.

    What has explained one violation is tried first on the next, and all else only where it does not explain
    that one too.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self._sound = CompiledModel(target.game, target.values)
        self._without: dict[str, CompiledModel] = {}
        self._known: dict[str, None] = {}
        self._in_vain = 0

    def of(self, met: Occurrence) -> dict[str, int]:
        """The rules that explain a violation, each with how many places of the model hang on it.

        Nothing where no single rule does, or where the judge finds nothing in the last step.
        """
        look, trace = met.look, met.record.trace
        if trace is None or look is None or not look.findings:
            return {}
        # all of the model keeps an invariant: it says less than a rule of the step that breaks it
        broken = {each.rule: len(self._sound.model.actions) for each in look.findings if _is_invariant(each)}
        forbidden = dict.fromkeys((each.rule for each in look.findings if self._forbids(each)), 1)
        if forbidden or not look.taken:
            return broken | forbidden
        return broken | self._lacking(met, look, trace)

    def _lacking(self, met: Occurrence, look: Look, trace: Trace) -> dict[str, int]:
        """The rules without which the model agrees with the steps."""
        cards = Start.from_trace(trace).known
        steps = _Steps(cards, last_steps(self.target.game, cards, look.taken, STEPS))
        sound = self._judge(self._sound, steps.cards)
        if all(_is_invariant(each) for step in judged(sound, steps.taken) for each in step):
            return {}  # the model goes along with the steps as it is: leaving out a rule makes no difference
        steps = replace(steps, skipped=sum(sound.not_judged.values()))
        at_work = [check.partition(":")[2] for check in sound.judged if check.startswith(f"{EFFECT}:")]
        named = [rule for finding in look.findings for rule in (finding.rule, *finding.also)]
        found = self._explaining(self._known, steps)
        if not found and self._in_vain < IN_VAIN:
            suspects = dict.fromkeys((*named, *met.record.rules, *self._meant(steps), *at_work))
            found = self._searched(list(suspects), steps)
            self._in_vain += not found
        self._known |= dict.fromkeys(found)
        return {rule: len(self._writing[rule]) for rule in found}

    def _searched(self, suspects: Sequence[str], steps: _Steps) -> list[str]:
        """What explains these steps, of all that may, and what demands the same writings."""
        found = self._explaining(suspects, steps)
        return found + self._explaining(
            (one for one in self._written_with(found) if one not in suspects), steps
        )

    def _explaining(self, rules: Iterable[str], steps: _Steps) -> list[str]:
        """Those without which the model agrees with the steps, and can tell of as many of them."""
        return [rule for rule in rules if rule in self._writing and self._agrees(rule, steps)]

    def _meant(self, steps: _Steps) -> Sequence[str]:
        """The rules of what the last action is in the model."""
        last, reader = steps.taken[-1], self.target.game.reader
        try:
            move = reader.move(last.before, last.action, steps.cards)
        except (KeyError, IndexError):
            return ()
        action = self._sound.model.actions.get(move.action) if move is not None else None
        return action.rules if action is not None else ()

    def _agrees(self, left_out: str, steps: _Steps) -> bool:
        if left_out not in self._without:
            trace = self._sound.model.trace
            changed = {one.name: trace(one.name, left_out) for one in self._writing[left_out]}
            self._without[left_out] = self._sound.otherwise(changed)
        judge = self._judge(self._without[left_out], steps.cards)
        judge.game.steps.most_states = MOST_STATES
        found = (each for step in judged(judge, steps.taken) for each in step)
        # what the engine shows breaks an invariant whatever the model would have done
        return all(map(_is_invariant, found)) and sum(judge.not_judged.values()) <= steps.skipped

    def _forbids(self, finding: Finding) -> bool:
        """Whether the judge names a guard of what a player did: then that is the rule."""
        kind, _, rest = finding.check.partition(":")
        action = self._sound.model.actions.get(rest.partition(":")[0])
        return kind == GUARD and action is not None and action.by is By.PLAYER

    def _judge(self, model: CompiledModel, cards: Mapping[str, Card]) -> Judge:
        return Judge(model, cards, self.target.unsupported)

    @cached_property
    def _writing(self) -> Mapping[str, Sequence[TracedAction]]:
        """Each rule with the actions that write something under it, once for each field."""
        found: dict[str, list[TracedAction]] = {}
        for action in self._sound.model.actions.values():
            for effect in action.effects:
                for rule in effect.rules:
                    found.setdefault(rule, []).append(action)
        return found

    def _written_with(self, rules: Sequence[str]) -> Iterable[str]:
        """The rules that demand a writing together with one of these."""
        effects = (effect for rule in rules for action in self._writing[rule] for effect in action.effects)
        writes = (write for effect in effects for write in effect.writes)
        return dict.fromkeys(rule for write in writes if set(rules) & {*write.rules} for rule in write.rules)


def _is_invariant(finding: Finding) -> bool:
    return finding.check.startswith(f"{INVARIANT}:")
