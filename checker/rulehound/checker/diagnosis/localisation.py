"""Fault localisation: from many failures to few causes, each a rule and the part of it that is broken.

A rule explains a failure that would be none without it; the rule that explains most failures comes first.
What no rule explains has suspects: the rules that its check names or the judge suspects. The rule that is
most often suspected and least often seen to hold comes next, then the next one for what is left. That is
fault localisation by spectrum, with the similarity of Ochiai (Abreu, Zoeteweij and van Gemund, "On the
Accuracy of Spectrum-based Fault Localization", 2007). Where examples fail that stand for several rules and
share none, a word of the rules that all of them use is suspected as well, and with it the rule of the word.
Before all that comes what most or nearly all of many failures have in common.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import compress
from math import log1p, sqrt
from operator import not_

from rulehound.checker.diagnosis.causes import INVARIANTS, Cause, Occurrence
from rulehound.checker.diagnosis.common_words import WEIGHTS, common_suspect, common_word
from rulehound.checker.records import CheckRecord, Verdict

BY_EXAMPLE = "expectation"
"""The element of a cause of which only examples show that the rule is broken, and not where."""

SEVERAL = 2
"""So many rules that failing examples stand for make a word suspicious that they all use; so many failures
that suspect one rule speak against another that nobody suspects."""

PASSED = 0.5
"""How much a check that passes says for a rule, where one that fails says 1 against the rule that it names:
part of a rule may be broken, and the rest of it in order."""

PASSED_WITH_WORD = 2
"""How much an example that passes says for a word that it uses: a word is small, and all of it is used."""

STANDS_OUT = 0.5
"""A rule as like all failures as that is why of them, whatever else these have in common; unless what they
have in common is of a rule that an expectation names."""

FEW = 20
"""A rule explains few failures where it explains less than one in so many of those that may come of it."""

MODELLED = ("guard", "effect", "invariant", "observation", "stacking", "engine")
"""Kinds of checks that say themselves where in a rule something is wrong."""


def causes_of(occurrences: Sequence[Occurrence], records: Sequence[CheckRecord]) -> list[Cause]:
    """The causes of these failures, those that account for most of them first, then by their shortest traces.

    `records` are all records of the run: rules that passed elsewhere are suspected less. What comparing
    engines has shown is put down to causes that are known without it, where one of them may be why; what is
    left comes after these.
    """
    causes = _causes_of([each for each in occurrences if not each.is_comparison], records)
    rest = [each for each in occurrences if each.is_comparison]
    for place_of in (_place_of_example, _place_of_suspect, _place_of_alike):
        places = [place_of(each, causes) for each in rest]
        for each, place in zip(rest, places, strict=True):
            if place is not None:
                causes[place] = replace(causes[place], occurrences=[*causes[place].occurrences, each])
        rest = [each for each, place in zip(rest, places, strict=True) if place is None]
    return [*causes, *_causes_of(rest, records)]


def _place_of_example(comparison: Occurrence, causes: Sequence[Cause]) -> int | None:
    """The place of the cause for which the example fails that the comparison began with; None where it does
    not fail."""
    fail = ({record.check for each in cause.occurrences for record in each.records} for cause in causes)
    return next((place for place, checks in enumerate(fail) if comparison.example in checks), None)


def _place_of_suspect(comparison: Occurrence, causes: Sequence[Cause]) -> int | None:
    """The place of the cause that may be why engines part, by the likeliest suspect; None where none may."""
    trace = comparison.record.trace
    named = trace.suspects if trace is not None else comparison.record.rules
    suspects = [*comparison.explanations, *comparison.findings, *named]
    places = {cause.rule: place for place, cause in reversed(list(enumerate(causes)))}
    return next((places[rule] for rule in suspects if rule in places), None)


def _place_of_alike(comparison: Occurrence, causes: Sequence[Cause]) -> int | None:
    """The place of the cause of another comparison with the same suspects; None where there is none."""
    own = set(comparison.record.rules)
    alike = (
        any(each.is_comparison and set(each.record.rules) == own for each in cause.occurrences)
        for cause in causes
    )
    return next((place for place, same in enumerate(alike) if own and same), None)


def _causes_of(occurrences: Sequence[Occurrence], records: Sequence[CheckRecord]) -> list[Cause]:
    """The causes of these failures, those that account for most of them first, then others of the same
    rule."""
    passed = _passed(records)
    passed_with = _passed_with(records)
    obeyed, refuted = _obeyed(occurrences, records), _refuted(occurrences)
    # what is seen broken outright is broken, whatever happens elsewhere
    rest = [_without_explanations((obeyed - each.broken_outright) | refuted, each) for each in occurrences]
    causes: list[Cause] = []
    word, rule = common_word(rest, records)
    suspect = common_suspect(rest, records)
    if rule and (suspect or _is_expected(rule, rest) or _most_suspected(rest, passed)[1] < STANDS_OUT):
        own, rest = _parted(
            rest, [word in each.record.built_on and not each.breaks_invariants for each in rest]
        )
        causes += _by_element(suspect or rule, own)
        suspect = ""
    while rest:
        first = [each for each in rest if not each.earlier_suspects] or rest
        first = [each for each in first if not each.is_unexplained] or first
        rule, word = _best_explanation(first), ""
        if rule and _is_far_fetched(rule, first):
            rest = [_without_explanations({rule}, each) for each in rest]
            continue
        if not rule or _explains_few(rule, rest):
            # one that may be why of most failures comes before one that stands out in fewer
            if suspect:
                rule, suspect = suspect, ""
            else:
                rule, suspicion = _most_suspected(first, passed)
                other, of_word, more = _most_suspected_word(first, passed_with)
                rule, word = (of_word, other) if more > suspicion else (rule, "")
        own, rest = _parted(rest, [each.may_come_of(rule) or word in each.taken_for_granted for each in rest])
        own, rest = (own, rest) if own else (rest[:1], rest[1:])  # so that each round leaves fewer
        alike, rest = _parted(rest, [_is_alike(each, own) for each in rest])
        causes += _by_element(rule, [*own, *alike])
    ordered = _joined(sorted(causes, key=lambda cause: (-cause.weight, cause.steps)))
    places = {cause.rule: place for place, cause in reversed(list(enumerate(ordered)))}
    return sorted(ordered, key=lambda cause: places[cause.rule])


def _is_expected(rule: str, occurrences: Sequence[Occurrence]) -> bool:
    """Whether one of these fails an expectation that names the rule."""
    return any(each.recorded_rule == rule and rule in each.record.rules for each in occurrences)


def _is_alike(unexplained: Occurrence, others: Sequence[Occurrence]) -> bool:
    """Whether nothing points at a rule for a failure, and the same differs as in one of these others."""
    if not unexplained.is_unexplained:
        return False
    own = {frozenset(each.differs) for each in (unexplained.rerun.findings if unexplained.rerun else ())}
    findings = (finding for each in others if each.rerun for finding in each.rerun.findings)
    return any(frozenset(each.differs) in own for each in findings)


def _parted(
    occurrences: Sequence[Occurrence], belong: Sequence[bool]
) -> tuple[list[Occurrence], list[Occurrence]]:
    """Those that belong, and the others, each in order."""
    return list(compress(occurrences, belong)), list(compress(occurrences, map(not_, belong)))


def _joined(causes: Sequence[Cause]) -> list[Cause]:
    """The causes, where each that comes of one before it is part of that one."""
    joined: list[Cause] = []
    for cause in causes:
        place = next((place for place, one in enumerate(joined) if _comes_of(one, cause)), None)
        if place is None:
            joined.append(cause)
        else:
            occurrences = [*joined[place].occurrences, *cause.occurrences]
            joined[place] = replace(joined[place], occurrences=occurrences)
    return joined


def _comes_of(one: Cause, other: Cause) -> bool:
    """Whether all failures of another cause may come of this one.

    The same differs then in steps in which the rule of this one is carried out; or nothing but examples show
    the other one, which rest on a rule that is seen broken here.
    """
    if any(each.has_evidence for each in other.occurrences):
        differences = one.differences
        return all(differences & each.differences(one.rule) for each in other.occurrences)
    broken = frozenset[str]().union(*(each.broken_outright for each in one.occurrences))
    return all(broken & {*each.suspects} - {""} for each in other.occurrences)


def _passed(records: Sequence[CheckRecord]) -> Mapping[str, float]:
    """How much is known for each rule: the same for each example that passes, and for the many steps in which
    the rule was at work the logarithm of their number."""
    passed: dict[str, float] = defaultdict(float)
    for record in records:
        steps = _agreements(record)
        of_steps = record.check.startswith("effect:")
        for rule in record.rules if steps else ():
            passed[rule] += PASSED * (log1p(steps) if of_steps else 1)
    return passed


def _passed_with(records: Sequence[CheckRecord]) -> Mapping[str, float]:
    """How much is known for each word: the same for each example that uses it and passes."""
    passed: dict[str, float] = defaultdict(float)
    for record in records:
        for word in record.built_on if record.verdict is Verdict.PASS else ():
            passed[word] += PASSED_WITH_WORD
    return passed


def _agreements(record: CheckRecord) -> int:
    """In how many steps a check agreed: it may have, though it was left open because of what came later."""
    if record.verdict is Verdict.INCONCLUSIVE and record.check.startswith("effect:"):
        return record.counts.get("judged", 0)
    return record.counts.get("judged", 1) if record.verdict is Verdict.PASS else 0


def _obeyed(occurrences: Sequence[Occurrence], records: Sequence[CheckRecord]) -> frozenset[str]:
    """The rules at work in at least as many steps that agreed with the model as they explain failures; where
    there were any such steps, each example of the rule that passes counts as one more.

    A rule may be at work without making a difference: where more of its own checks fail than pass, steps that
    agreed say nothing for it.
    """
    agreements, explained, failures, passed = (Counter[str]() for _ in range(4))
    for record in records:
        kind, _, rule = record.check.partition(":")
        if kind != "effect":
            failures.update(dict.fromkeys(record.rules, WEIGHTS.get(record.verdict, 0)))
            passed.update(record.rules if record.verdict is Verdict.PASS else ())
        else:
            agreements[rule] += _agreements(record)
    for each in occurrences:
        explained.update(dict.fromkeys(each.explanations, each.times))
    return frozenset(
        rule
        for rule, times in agreements.items()
        if times and times + passed[rule] >= explained[rule] and failures[rule] <= 0
    )


def _refuted(occurrences: Sequence[Occurrence]) -> frozenset[str]:
    """The rules whose explanations do not count: those that explain fewer failures than the judge suspects
    them of without their explaining it, and those that explain nothing but together with such a rule."""
    explained, not_explained = Counter[str](), Counter[str]()
    for each in occurrences:
        explained.update(dict.fromkeys(each.explanations, len(each.records)))
        not_explained.update(dict.fromkeys({*each.findings} - {*each.explanations}, len(each.records)))
    refuted = {rule for rule, times in not_explained.items() if times > explained[rule]}
    by_others = (each.explanations for each in occurrences if refuted.isdisjoint(each.explanations))
    return frozenset(explained).difference(*by_others) | refuted


def _without_explanations(rules: Set[str], occurrence: Occurrence) -> Occurrence:
    """The failure without the explanations that the engine lacks one of these rules."""
    if rules.isdisjoint(occurrence.explanations):
        return occurrence
    kept = {rule: places for rule, places in occurrence.explanations.items() if rule not in rules}
    return replace(occurrence, explanations=kept)


def _explains_few(rule: str, occurrences: Sequence[Occurrence]) -> bool:
    """Whether a rule explains so few of the failures that may come of it that it is not why of the rest."""
    explained = sum(len(each.records) for each in occurrences if rule in each.explanations)
    possible = sum(len(each.records) for each in occurrences if each.may_come_of(rule))
    return possible > FEW * explained


def _is_far_fetched(rule: str, occurrences: Sequence[Occurrence]) -> bool:
    """Whether nothing but explanations speak against a rule, where all of several failures suspect another
    one, which is that of an expectation.

    Without the rule that makes an attack of a declaration nobody wins by attacking, but what fails asks for
    the victory.
    """
    own = [each for each in occurrences if rule in each.explanations]
    if len(own) < SEVERAL or any(rule in each.suspects for each in own):
        return False
    shared = frozenset.intersection(*(frozenset(each.suspects) - {""} for each in own))
    return bool(shared & {each.recorded_rule for each in own if each.recorded_rule not in each.findings})


def _best_explanation(occurrences: Sequence[Occurrence]) -> str:
    """The rule that explains most of these, of several the one that the judge suspects most often, then the
    one that concerns least; '' where none does."""
    times = Counter(rule for each in occurrences for _ in each.records for rule in each.explanations)
    places = {rule: count for each in occurrences for rule, count in each.explanations.items()}
    # an invariant breaks of whatever is wrong, so that it is suspected everywhere says nothing
    suspected = Counter(
        rule
        for each in occurrences
        for rule, finding in each.findings.items()
        if rule in each.explanations and not finding.check.startswith(INVARIANTS)
    )
    return max(times, key=lambda rule: (times[rule], suspected[rule], -places[rule]), default="")


def _most_suspected(occurrences: Sequence[Occurrence], passed: Mapping[str, float]) -> tuple[str, float]:
    """The rule most like these failures by the similarity of Ochiai, and how like; '' only where no rule is
    suspected."""
    weights: dict[str, float] = {}
    for each in occurrences:
        for rule, weight in each.suspects.items():
            weights[rule] = weights.get(rule, 0.0) + weight * len(each.records)
    similar = _similar(weights, occurrences, passed)
    rule = max(weights, key=lambda rule: (rule != "", similar[rule]))
    return rule, similar[rule]


def _most_suspected_word(
    occurrences: Sequence[Occurrence], passed: Mapping[str, float]
) -> tuple[str, str, float]:
    """The word most like these failures that examples of several rules use which share no suspect, the rule
    of the word, and how like; '' where there is none."""
    weights: dict[str, float] = {}
    rules = {word: rule for each in occurrences for word, rule in each.taken_for_granted.items()}
    for word, rule in sorted(rules.items()):
        own = [each for each in occurrences if word in each.taken_for_granted]
        shared = frozenset.intersection(*(frozenset(each.suspects) for each in own)) - {rule, ""}
        if len({each.recorded_rule for each in own}) >= SEVERAL and not shared:
            weights[word] = sum(each.suspects.get(rule, 1.0) * len(each.records) for each in own)
    similar = _similar(weights, occurrences, passed)
    word, similarity = max(similar.items(), key=lambda each: each[1], default=("", 0.0))
    return word, rules.get(word, ""), similarity


def _similar(
    weights: Mapping[str, float], occurrences: Sequence[Occurrence], passed: Mapping[str, float]
) -> dict[str, float]:
    """How like all these failures each rule or word is, by what is held against it and for it."""
    failures = sum(len(each.records) for each in occurrences)
    return {
        one: round(weight / sqrt(failures * (weight + passed[one])), 9) for one, weight in weights.items()
    }


def _by_element(rule: str, occurrences: Sequence[Occurrence]) -> list[Cause]:
    """One cause for each part of the rule and direction; what shows no part counts for the part seen most
    often."""
    parts: dict[tuple[str, bool], list[Occurrence]] = {}
    others: list[Occurrence] = []
    for each in occurrences:
        element = _element(rule, each)
        own = parts.setdefault((element, each.withholds(rule)), []) if element else others
        own.append(each)
    if parts:
        largest = max(parts, key=lambda part: sum(len(each.records) for each in parts[part]))
        parts[largest] += others
    else:
        for each in others:
            parts.setdefault((_recorded_element(each), each.withholds(rule)), []).append(each)
    return [Cause(rule, element, tuple(own), withholds) for (element, withholds), own in parts.items()]


def _element(rule: str, occurrence: Occurrence) -> str:
    """The part of the rule that a failure shows to be broken; '' where it is an example or a consequence."""
    finding = occurrence.finding_about(rule)
    if finding is not None and (rule in occurrence.explanations or not occurrence.explanations):
        return finding.check
    if rule in occurrence.explanations or any(
        rule in each.suspects[1:] for each in occurrence.findings.values()
    ):
        return f"effect:{rule}"
    check = occurrence.record.check
    return check if rule == occurrence.recorded_rule and check.partition(":")[0] in MODELLED else ""


def _recorded_element(occurrence: Occurrence) -> str:
    """The part of a rule that the check itself names; of an example only that it is one."""
    check = occurrence.record.check
    return check if check.partition(":")[0] in MODELLED else BY_EXAMPLE
