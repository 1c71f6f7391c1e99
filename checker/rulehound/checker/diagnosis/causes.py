"""From many violations to few causes: which rule explains the most of them, and where in that rule.

A rule explains a violation that would be none without it; the one that explains most comes first. For what
none explains there are suspects: the rules that its check or the judge names, and those that were at work in
what differs. The one that is most often suspected and least often seen to hold comes next, then the next for
what is left. That is fault localisation by spectrum, with the similarity of Ochiai (Abreu,
Zoeteweij and van Gemund, "On the Accuracy of Spectrum-based Fault Localization", 2007).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from math import sqrt

from rulehound.checker.diagnosis.second_look import Look
from rulehound.checker.records import CheckRecord, Finding, Verdict

BY_EXAMPLE = "expectation"
"""The element of a rule of which only examples show that it is broken, and not where."""

BY_THE_JUDGE, AT_WORK, CITED, BY_THE_ENGINE = 0.5, 0.25, 0.25, 0.25
"""How much is held against a rule that the judge names, that was at work in what differs, that the check
stands for, and that the engine names where it refuses; the one that the check itself names has 1. The order
of causes hardly hangs on these numbers."""

WEIGHED: Mapping[Verdict, int] = {Verdict.VIOLATION: 1, Verdict.PASS: -1}
"""How a check of a rule speaks against it."""

MODELLED = ("guard", "effect", "invariant", "observation", "stacking", "engine")
"""Kinds of checks that say themselves where in a rule something is wrong."""


@dataclass(frozen=True)
class Occurrence:
    """One violation: its record, and what a second look at its trace said; None where there was none."""

    record: CheckRecord
    look: Look | None = None
    explained: Mapping[str, int] = field(default_factory=dict)
    """The rules without which it would be none, each with how many places of the model hang on it: the fewer,
    the more it says."""
    alike: Sequence[CheckRecord] = ()
    """Longer ways to the same: records of the same check under the same rule."""

    @property
    def records(self) -> Sequence[CheckRecord]:
        """All records of it."""
        return (self.record, *self.alike)

    @property
    def told(self) -> str:
        """The rule that the check itself names."""
        return self.record.trace.rule if self.record.trace else next(iter(self.record.rules), "")

    @property
    def named(self) -> Mapping[str, Finding]:
        """The rules that the judge names, each with its first finding."""
        found = self.look.findings if self.look else ()
        return {finding.rule: finding for finding in reversed(found)}

    @property
    def suspects(self) -> Mapping[str, float]:
        """The rules that may be broken here with how much is held against each."""
        told, cited = self.told, self.record.rules
        also = (rule for finding in self.named.values() for rule in finding.also)
        weights = [*((rule, CITED) for rule in cited), *((rule, AT_WORK) for rule in also)]
        weights += [*((rule, BY_THE_JUDGE) for rule in self.named), (told, self._certainty(told))]
        return dict(weights)

    def _certainty(self, told: str) -> float:
        """How much is held against the rule that the check itself names."""
        if self.record.check.startswith("effect:"):  # then it is what the judge has named
            return BY_THE_JUDGE
        return 1.0 if told in self.record.rules else BY_THE_ENGINE

    @property
    def earlier(self) -> frozenset[str]:
        """The rules that its trace may break before it comes to this."""
        found = self.look.earlier if self.look else ()
        return frozenset(rule for finding in found for rule in (finding.rule, *finding.also))

    def may_be_of(self, rule: str) -> bool:
        """Whether it may come of this rule: of one that explains it, else one suspected or broken before."""
        demanded = {one for finding in self.named.values() for one in finding.demanded}
        return rule in (self.explained or self.earlier | demanded | set(self.suspects))

    def differences(self, rule: str) -> frozenset[frozenset[str]]:
        """What differs in steps in which the rule was carried out, or in which no rule was at work at all."""
        found = self.look.findings if self.look else ()
        told = (each for each in found if each.differs and (rule in each.carried_out or not each.rule))
        return frozenset(frozenset(each.differs) for each in told)

    @property
    def broken_outright(self) -> frozenset[str]:
        """The rules whose guard or invariant the judge sees broken; of others it sees what came of them."""
        return frozenset(
            rule for rule, finding in self.named.items() if not finding.check.startswith("effect:")
        )

    @property
    def judged(self) -> bool:
        """Whether more is known than what the check itself says."""
        return bool(self.named or self.explained)

    def concerns(self, rule: str) -> bool:
        """Whether the rule explains it or is suspected, and not only broken before."""
        return rule in self.explained or rule in self.suspects

    @property
    def times(self) -> int:
        """How often it was met."""
        return sum(record.counts.get("times", 1) for record in self.records)


@dataclass(frozen=True)
class Cause:
    """A rule that is broken, and where: `guard:ACTION:NAME`, `effect:RULE`, `invariant:NAME` and the like."""

    rule: str
    element: str
    occurrences: Sequence[Occurrence]

    @property
    def weight(self) -> float:
        """How much it stands for: all of its violations, half where the rule is only suspected."""
        return sum(
            len(each.records) * (1.0 if self.rule in each.explained else 0.5) for each in self.occurrences
        )

    @property
    def differences(self) -> frozenset[frozenset[str]]:
        """What differs where the rule is broken itself."""
        own = (each for each in self.occurrences if each.concerns(self.rule))
        return frozenset(one for each in own for one in each.differences(self.rule))

    def fingerprint(self, game: str) -> str:
        """Equal for one rule and place in it, whatever the edition, the document and the numbers in it."""
        named = f"{game}\0{self.rule}\0{self.element}"
        return hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def steps(self) -> int:
        """Steps of its shortest trace; 0 where there is none."""
        traces = [each.record.trace for each in self.occurrences]
        return min((len(trace.steps) for trace in traces if trace is not None), default=0)


def causes(occurrences: Sequence[Occurrence], records: Sequence[CheckRecord]) -> list[Cause]:
    """The causes of these violations, those that stand for most of them first, then by their shortest traces.

    `records` are all that the run made: rules that passed elsewhere are suspected less.
    """
    passed = Counter(rule for record in records if _agreed(record) for rule in record.rules)
    obeyed, in_vain = _obeyed(occurrences, records), _named_in_vain(occurrences)
    # what is seen broken outright is broken, whatever happens elsewhere
    left = [_unless((obeyed - each.broken_outright) | in_vain, each) for each in occurrences]
    found: list[Cause] = []
    while left:
        first = [each for each in left if not each.earlier] or left
        rule = _explaining_most(first) or _most_suspected(first, passed)
        found += _by_element(rule, [each for each in left if each.may_be_of(rule)])
        left = [each for each in left if not each.may_be_of(rule)]
    return _joined(sorted(found, key=lambda cause: (-cause.weight, cause.steps)))


def _joined(causes: Sequence[Cause]) -> list[Cause]:
    """The causes, each that comes of one before it as part of that one."""
    found: list[Cause] = []
    for cause in causes:
        at = next((at for at, one in enumerate(found) if _comes_of(one, cause)), None)
        if at is None:
            found.append(cause)
        else:
            found[at] = replace(found[at], occurrences=[*found[at].occurrences, *cause.occurrences])
    return found


def _comes_of(one: Cause, other: Cause) -> bool:
    """Whether all that another cause stands for may come of this one.

    The same differs then in steps in which the rule of this one is carried out; or nothing but examples show
    it, which rest on a rule that is seen broken here.
    """
    if any(each.judged for each in other.occurrences):
        wrong = one.differences
        return all(wrong & each.differences(one.rule) for each in other.occurrences)
    broken = frozenset[str]().union(*(each.broken_outright for each in one.occurrences))
    return all(broken & {*each.suspects} - {""} for each in other.occurrences)


def _agreed(record: CheckRecord) -> int:
    """In how many steps a check agreed: it may have, though it was left open because of what came later."""
    if record.verdict is Verdict.INCONCLUSIVE and record.check.startswith("effect:"):
        return record.counts.get("judged", 0)
    return record.counts.get("judged", 1) if record.verdict is Verdict.PASS else 0


def _obeyed(occurrences: Sequence[Occurrence], records: Sequence[CheckRecord]) -> frozenset[str]:
    """The rules at work in at least as many steps that agreed with the model as they explain violations.

    A rule may be at work without making a difference: where more of its own checks fail than pass, steps that
    agreed say nothing for it.
    """
    agreed, explains, fails = Counter[str](), Counter[str](), Counter[str]()
    for record in records:
        kind, _, rule = record.check.partition(":")
        if kind != "effect":
            fails.update(dict.fromkeys(record.rules, WEIGHED.get(record.verdict, 0)))
        else:
            agreed[rule] += _agreed(record)
    for each in occurrences:
        explains.update(dict.fromkeys(each.explained, each.times))
    return frozenset(rule for rule, times in agreed.items() if times >= explains[rule] and fails[rule] <= 0)


def _named_in_vain(occurrences: Sequence[Occurrence]) -> frozenset[str]:
    """The rules that explain fewer violations than the judge names them for in vain, and those that explain
    nothing but together with such a rule."""
    explains, not_explained = Counter[str](), Counter[str]()
    for each in occurrences:
        explains.update(dict.fromkeys(each.explained, len(each.records)))
        not_explained.update(dict.fromkeys({*each.named} - {*each.explained}, len(each.records)))
    in_vain = {rule for rule, times in not_explained.items() if times > explains[rule]}
    by_others = (each.explained for each in occurrences if in_vain.isdisjoint(each.explained))
    return frozenset(explains).difference(*by_others) | in_vain


def _unless(no_cause: Set[str], met: Occurrence) -> Occurrence:
    """The violation without the explanation that the engine lacks a rule, where that is not what it lacks."""
    if no_cause.isdisjoint(met.explained):
        return met
    explained = {rule: places for rule, places in met.explained.items() if rule not in no_cause}
    return replace(met, explained=explained)


def _explaining_most(occurrences: Sequence[Occurrence]) -> str:
    """The rule that explains most of these, of several the one that concerns least; '' where none does."""
    times = Counter(rule for each in occurrences for _ in each.records for rule in each.explained)
    places = {rule: count for each in occurrences for rule, count in each.explained.items()}
    return max(times, key=lambda rule: (times[rule], -places[rule]), default="")


def _most_suspected(occurrences: Sequence[Occurrence], passed: Mapping[str, int]) -> str:
    against: dict[str, float] = {}
    for each in occurrences:
        for rule, weight in each.suspects.items():
            against[rule] = against.get(rule, 0.0) + weight * len(each.records)
    many = sum(len(each.records) for each in occurrences)

    def suspicion(rule: str) -> float:
        return against[rule] / sqrt(many * (against[rule] + passed[rule]))

    return max(against, key=lambda rule: (rule != "", round(suspicion(rule), 9)))


def _by_element(rule: str, occurrences: Sequence[Occurrence]) -> list[Cause]:
    """One cause for each part of the rule; what shows no part of it counts for the part met most often."""
    parts: dict[str, list[Occurrence]] = {}
    for each in occurrences:
        parts.setdefault(_part(rule, each), []).append(each)
    others = parts.pop("", [])
    if parts:
        largest = max(parts, key=lambda part: sum(len(each.records) for each in parts[part]))
        parts[largest] += others
    else:
        for each in others:
            parts.setdefault(_told(each), []).append(each)
    return [Cause(rule, element, tuple(own)) for element, own in parts.items()]


def _part(rule: str, occurrence: Occurrence) -> str:
    """Which part of the rule it shows to be broken; '' where that is an example, or what comes of it."""
    finding = occurrence.named.get(rule)
    if finding is not None and (rule in occurrence.explained or not occurrence.explained):
        return finding.check
    if rule in occurrence.explained or any(rule in each.also for each in occurrence.named.values()):
        return f"effect:{rule}"
    check = occurrence.record.check
    return check if rule == occurrence.told and check.partition(":")[0] in MODELLED else ""


def _told(occurrence: Occurrence) -> str:
    """What is wrong as the check itself tells; of an example only that it is one."""
    check = occurrence.record.check
    return check if check.partition(":")[0] in MODELLED else BY_EXAMPLE
