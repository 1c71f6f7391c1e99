"""What many failing examples of many rules have in common, and when that says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.common_words import (
    COVERED,
    EXAMPLES,
    LIFT,
    RULES,
    common_suspect,
    common_word,
)
from rulehound.checker.diagnosis.localisation import causes_of
from rulehound.checker.diagnosis.rerun import Rerun
from rulehound.checker.records import CheckRecord, Finding, Verdict
from rulehound.checker.suite.play.session import Detection, Oracle
from rulehound_testing.made_up_run import record, trace

NONE = ("", "")
WORDS = {"timing=continuous": "mechanism", "action=use": "using"}


def failing(number: int, *words: str, rules: int = RULES) -> Occurrence:
    """An example that fails and uses these words; there are so many rules that examples stand for."""
    rule = f"r{number % rules}"
    used = {"other": "other", **{word: WORDS[word] for word in words}}
    return Occurrence(
        record(f"scenario:f{number}", rule, verdict=Verdict.VIOLATION, trace=trace(rule), built_on=used)
    )


def passing(times: int, *words: str) -> list[CheckRecord]:
    used = {"other": "other", **{word: WORDS[word] for word in words}}
    return [record(f"scenario:p{'-'.join(words)}{n}", "s", built_on=used) for n in range(times)]


def all_of(count: int, *words: str) -> list[Occurrence]:
    return [failing(number, *words) for number in range(count)]


def test_the_word_that_all_of_many_failing_examples_use_names_the_cause() -> None:
    failures = all_of(EXAMPLES, "timing=continuous")
    records = [*passing(200), *passing(40, "timing=continuous")]
    assert common_word(failures, records) == ("timing=continuous", "mechanism")
    (cause,) = causes_of(failures, records)
    assert (cause.rule, len(cause.occurrences)) == ("mechanism", EXAMPLES)


def test_an_action_that_all_of_them_take_is_such_a_word() -> None:
    failures = all_of(EXAMPLES, "action=use")
    assert common_word(failures, passing(200)) == ("action=use", "using")


@pytest.mark.parametrize(
    "failures",
    [
        all_of(EXAMPLES - 1, "timing=continuous"),
        [failing(number, "timing=continuous", rules=RULES - 1) for number in range(EXAMPLES)],
        [*all_of(EXAMPLES, "timing=continuous"), *all_of(EXAMPLES)],
        [],
    ],
    ids=["few", "of few rules", "half of them", "none"],
)
def test_few_failures_or_those_of_few_rules_have_nothing_in_common(failures: Sequence[Occurrence]) -> None:
    assert common_word(failures, passing(200)) == NONE


def test_most_of_them_are_enough() -> None:
    most = round(50 * COVERED)
    failures = [failing(number, *(["action=use"] if number < most else [])) for number in range(50)]
    assert common_word(failures, passing(200)) == ("action=use", "using")
    assert common_word([*failures, replace(failures[-1])], passing(200)) == NONE


def test_a_word_that_those_use_too_that_pass_says_nothing() -> None:
    failures = all_of(EXAMPLES, "action=use")
    often, seldom = (round(300 / (LIFT * by)) for by in (0.9, 1.2))
    assert common_word(failures, [*passing(300 - often), *passing(often, "action=use")]) == NONE
    records = [*passing(300 - seldom), *passing(seldom, "action=use")]
    assert common_word(failures, records) == ("action=use", "using")


def test_of_several_words_those_that_pass_use_least() -> None:
    failures = all_of(EXAMPLES, "action=use", "timing=continuous")
    records = [*passing(300), *passing(20, "timing=continuous"), *passing(10, "action=use")]
    assert common_word(failures, records) == ("action=use", "using")


def test_a_rule_that_explains_most_of_them_comes_first() -> None:
    failures = all_of(EXAMPLES, "action=use")
    explained = [replace(each, explanations={"deep": 1}) for each in failures]
    assert common_word([*explained[:11], *failures[11:]], passing(200)) == NONE
    assert common_word([*explained[:10], *failures[10:]], passing(200)) == ("action=use", "using")


def test_an_invariant_that_is_broken_is_a_cause_of_its_own() -> None:
    """A card in two places is seen, whatever was done before."""
    finding = Finding(["cards.one-place"], "observation:cards.one-place", "one", "two")
    seen = Rerun([Detection(finding, Oracle.STEP)], True, 1, (), earlier=[])
    failures = all_of(EXAMPLES + 1, "action=use")
    failures[0] = replace(failures[0], rerun=seen)
    causes = causes_of(failures, passing(200))
    assert [len(cause.occurrences) for cause in causes] == [EXAMPLES, 1]
    assert causes[1].occurrences[0].breaks_invariants


def suspecting(failures: Sequence[Occurrence], number: int) -> list[Occurrence]:
    """The failures, so many of which the judge puts down to one rule or another one, "kept" the second."""
    finding = Finding(["other", "kept"], "effect:other", "one", "two")
    seen = Rerun([Detection(finding, Oracle.STEP)], True, 1, (), earlier=[])
    return [replace(each, rerun=seen) if place < number else each for place, each in enumerate(failures)]


def of_rule(rule: str, failed: int, passed: int) -> list[CheckRecord]:
    """Examples of a rule, of which so many fail and so many pass."""
    verdicts = [Verdict.VIOLATION] * failed + [Verdict.PASS] * passed
    return [record(f"scenario:{rule}{place}", rule, verdict=each) for place, each in enumerate(verdicts)]


HALF = EXAMPLES // 2


def test_a_rule_that_the_judge_suspects_in_most_of_many_failures_is_why_of_all() -> None:
    failures = suspecting(all_of(EXAMPLES, "action=use"), HALF + 1)
    records = [*of_rule("kept", 2, 1), *passing(200)]
    assert common_word(failures, records) == ("action=use", "using")
    assert common_suspect(failures, records) == "kept"
    (cause,) = causes_of(failures, records)
    assert (cause.rule, len(cause.occurrences)) == ("kept", EXAMPLES)


def test_without_a_word_in_common_it_comes_before_one_that_stands_out_in_fewer() -> None:
    failures = suspecting(all_of(EXAMPLES), EXAMPLES)
    own = [failing(1, rules=1)] * (EXAMPLES - 5)
    failures = [*suspecting(own, EXAMPLES), *failures[:5]]
    causes = causes_of(failures, of_rule("kept", 1, 0))
    assert [cause.rule for cause in causes] == ["kept"]
    assert causes_of(failures, of_rule("kept", 1, 1))[0].rule == "r0"


@pytest.mark.parametrize(
    ("failures", "records"),
    [
        (suspecting(all_of(EXAMPLES), HALF), of_rule("kept", 2, 1)),
        (suspecting(all_of(EXAMPLES - 1), EXAMPLES), of_rule("kept", 2, 1)),
        (suspecting(all_of(EXAMPLES), EXAMPLES), of_rule("kept", 2, 2)),
        ([], of_rule("kept", 2, 1)),
    ],
    ids=["in half of them", "few", "of which as many examples pass", "none"],
)
def test_a_rule_suspected_in_fewer_or_obeyed_elsewhere_is_not(
    failures: Sequence[Occurrence], records: Sequence[CheckRecord]
) -> None:
    assert common_suspect(failures, records) == ""
