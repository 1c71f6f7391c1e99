"""What many failing examples of many rules have in common: a mechanism on which much rests, or one rule.

Where continuous effects do not hold for a suspended Digimon, what is asked of immunity, of keywords and of
costs fails alike. Each of those rules explains a few of the failures, and their common word nearly all.
Where Options stay in the battle area, whatever an Option does fails, each time with an Option that is not
in the trash: the judge suspects the rule about that in most of the failures, and others in a few each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.records import CheckRecord, Verdict

EXAMPLES, RULES = 20, 10
"""Failing examples, and rules that these stand for first, of which something in common says something."""

COVERED = 0.8
"""The share of failing examples that have to use a word."""

LIFT = 3.0
"""How many times as often a failing example has to use it as one that passes."""

WEIGHTS: Mapping[Verdict, int] = {Verdict.VIOLATION: 1, Verdict.PASS: -1}
"""How a check of a rule speaks against it."""


def common_word(occurrences: Sequence[Occurrence], records: Sequence[CheckRecord]) -> tuple[str, str]:
    """The word that nearly all failing examples use, and those that pass least often, with its rule.

    Both are "" where there is no such word, where too few examples of too few rules fail, or where one rule
    explains most of the failures. `records` are all records of the run.
    """
    failed = [record for each in occurrences for record in each.records if record.built_on]
    passed = [record for record in records if record.verdict is Verdict.PASS and record.built_on]
    explained = Counter(rule for each in occurrences for _ in each.records for rule in each.explanations)
    of_rules = {record.rules[0] for record in failed if record.rules}
    if (
        len(failed) < EXAMPLES
        or len(of_rules) < RULES
        or max(explained.values(), default=0) > len(failed) / 2
    ):
        return "", ""
    rules = {word: rule for record in failed for word, rule in record.built_on.items()}
    failing, passing = (Counter(word for one in each for word in one.built_on) for each in (failed, passed))
    lifts = {
        word: covered / ((passing[word] + 1) / (len(passed) + 1))
        for word in rules
        if (covered := failing[word] / len(failed)) >= COVERED
    }
    word = max(lifts, key=lambda word: (lifts[word], word), default="")
    return (word, rules[word]) if word and lifts[word] >= LIFT else ("", "")


def common_suspect(occurrences: Sequence[Occurrence], records: Sequence[CheckRecord]) -> str:
    """The rule that the judge suspects in most of many failures, and of which more checks fail than pass.

    "" where there is no such rule, and where too few fail. `records` are all records of the run.
    """
    balances = Counter[str]()
    for record in records:
        balances.update(dict.fromkeys(record.rules, WEIGHTS.get(record.verdict, 0)))
    suspected = Counter[str]()
    for each in occurrences:
        suspected.update(dict.fromkeys(each.suspects_of_judge, len(each.records)))
    failures = sum(len(each.records) for each in occurrences)
    most = {rule: times for rule, times in suspected.items() if 2 * times > failures and balances[rule] > 0}
    return max(most, key=lambda rule: (most[rule], rule), default="") if failures >= EXAMPLES else ""
