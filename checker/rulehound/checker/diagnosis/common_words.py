"""What nearly all failing examples of many rules have in common: a mechanism on which much rests.

Where continuous effects do not hold for a suspended Digimon, what is asked of immunity, of keywords and of
costs fails alike. Each of those rules explains a few of the failures, and their common word nearly all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.records import CheckRecord, Verdict

EXAMPLES, RULES = 20, 10
"""Failing examples, and rules that these stand for first, of which something in common says something."""

COVERED = 0.8
"""The share of failing examples that have to use a word."""

LIFT = 3.0
"""How many times as often a failing example has to use it as one that passes."""


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
