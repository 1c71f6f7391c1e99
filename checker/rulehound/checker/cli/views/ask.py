"""Answers of the judge as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulehound.checker.asking.answers import ActionRuling, Answer, OtherRulings, Outcome, RuleCitation
from rulehound.checker.asking.position_text import PositionText
from rulehound.checker.asking.questions import EXAMPLES, askable
from rulehound.checker.asking.rulings import outline
from rulehound.spec.asking import Asking

HEADS = {"yes": "Yes", "no": "No", "unknown": "The model cannot tell"}
ORDER = ("yes", "unknown", "no")
FEW = 3
"""Rulings that are told each with all its rules; of more, the rules are told once."""


def answer_lines(
    answer: Answer, *, whole: bool = False, all_editions: bool = False, board: bool = False
) -> Iterator[str]:
    """An answer in lines: the rulings with their rules, then the editions that differ.

    Of several rulings, those on legal actions come first, each with the rules that it rests on by name, and
    then these rules; with `whole`, each ruling is told with all that it has.
    """
    if board:
        yield from (*answer.board.splitlines(), "")
    yield from _rulings(answer.rulings, whole=whole)
    for note in answer.notes:
        yield f"note: {note}"
    same = f"; the same by {', '.join(answer.same_in)}" if answer.same_in else ""
    yield f"by edition {answer.edition}{same}"
    for other in answer.other_editions:
        yield from _other(answer, other, whole=whole, every=all_editions)


def _rulings(rulings: Sequence[ActionRuling], *, whole: bool) -> Iterator[str]:
    """Those that are legal first."""
    ordered = sorted(rulings, key=lambda ruling: ORDER.index(ruling.ruling))
    if whole or len(ordered) <= FEW:
        for ruling in ordered:
            yield from _ruling(ruling, every_rule=whole)
        return
    for ruling in ordered:
        yield f"{_head(ruling)}   {', '.join(rule.rule for rule in ruling.why)}".rstrip()
    cited = {rule.rule: rule for ruling in ordered for rule in ruling.why}
    for rule in cited.values():
        yield from _rule(rule)


def _head(ruling: ActionRuling) -> str:
    head = f"{HEADS[ruling.ruling]}: {ruling.text}"
    return f"{head}: {ruling.unknown}" if ruling.ruling == "unknown" else head


def _ruling(ruling: ActionRuling, *, every_rule: bool) -> Iterator[str]:
    yield _head(ruling)
    for rule in ruling.why:
        yield from _rule(rule)
    if ruling.ruling == "yes" and ruling.checked:
        yield f"  nothing forbids it: {', '.join(ruling.checked)}"
    for number, way in enumerate(ruling.remedies):
        yield f"  {'it would be legal if' if not number else 'or if'} {' and '.join(way)}"
    for fact in ruling.taken_for_granted:
        yield f"  assumed, because the position does not say: {fact}"
    for number, outcome in enumerate(ruling.outcomes, 1):
        yield f"  {'what happens' if len(ruling.outcomes) == 1 else f'what may happen, {number}'}:"
        yield from _outcome(outcome, every_rule=every_rule)
    if ruling.ruling == "yes" and ruling.unknown:
        yield f"  {ruling.unknown}"


def _rule(rule: RuleCitation) -> Iterator[str]:
    yield f"  {rule.rule}: {rule.says}"
    yield from (f"    {stated}" for stated in rule.stated)


def _outcome(outcome: Outcome, *, every_rule: bool) -> Iterator[str]:
    """The steps with what changes; the rules of those that change nothing a player sees with `every_rule`."""
    for step in outcome.steps:
        yield f"    {step.says}"
        yield from (f"      {change}" for change in step.changes)
        if step.changes or every_rule:
            yield f"      by {', '.join(step.rules)}"
    yield f"    then: {outcome.then}"


def _other(answer: Answer, other: OtherRulings, *, whole: bool, every: bool) -> Iterator[str]:
    """The rulings by another edition that differ; all of them with `every`."""
    yield ""
    several = "s" if len(other.editions) > 1 else ""
    yield f"otherwise by edition{several} {', '.join(other.editions)}:"
    here = [outline(ruling) for ruling in answer.rulings]
    different = [one for one in other.rulings if every or outline(one) not in here]
    yield from (f"  {line}" for line in _rulings(different, whole=whole))
    for difference in other.because:
        yield f"  the difference: {difference.says}"
        yield f"    {answer.edition}: {difference.here}"
        yield f"    {other.editions[-1]}: {difference.there}"


def listed_words(asking: Asking) -> dict[str, list[str]]:
    """The words for positions and actions, by what they are for."""
    words = asking.position
    settings = [f"{word} {'|'.join(one.choices) or 'NUMBER'}" for word, one in words.settings.items()]
    return {
        "players": list(words.sides),
        "of the whole": settings,
        "of a player": [
            *(f"{word} NUMBER" for word in words.counters),
            *(f"{word} {'|'.join(one.choices) or 'NUMBER'}" for word, one in words.of_sides.items()),
        ],
        "areas": list(words.areas),
        "attributes": PositionText(words, {}).attributes,
        "under": [f"NAME {words.under} NAME"],
        "actions": askable(asking),
        "questions": list(EXAMPLES),
    }


def word_lines(words: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Such words in lines: one for each, under what it is for."""
    for heading, some in words.items():
        yield f"{heading}:"
        yield from (f"  {word}" for word in some)
