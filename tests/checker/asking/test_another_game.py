"""A game of ten lines is asked about by the same code, with words of its own."""

from __future__ import annotations

from rulehound.checker.asking.answers import ActionRuling, RuleCitation
from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.asking.position_text import PositionText
from rulehound.checker.asking.questions import read_question
from rulehound.checker.asking.rulings import Ruler
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound_testing.toy.asking import asking, toy_with_words


def ask(question: str, at: str, full: int = 7) -> list[ActionRuling]:
    position = PositionText(asking.position, {}).read(at)
    asked = AskedPosition(asking.observation(position, {}), {})
    rules = BoundModel(toy_with_words, "only", {"heap.full": full})
    return Ruler.by(rules, asked, lambda rule: RuleCitation(rule, rule)).rulings(read_question(question))


def rules(ruling: ActionRuling) -> list[str]:
    return [cited.rule for cited in ruling.why]


def test_yes_and_no() -> None:
    assert [ruling.ruling for ruling in ask("may I add something", "heap 4")] == ["yes", "yes", "no"]
    (many,) = ask("may I add three", "heap 4")
    assert (many.ruling, rules(many), list(many.remedies)) == ("no", ["add.few"], [])


def test_what_would_have_to_be_otherwise() -> None:
    (full,) = ask("may I add two", "heap 6")
    assert (rules(full), [list(way) for way in full.remedies]) == (
        ["heap.full"],
        [["the heap held 5 or less"]],
    )
    assert [ruling.ruling for ruling in ask("may I add two", "heap 6", full=8)] == ["yes"]


def test_in_the_turn_of_the_other_player() -> None:
    (ruling,) = ask("may I add one", "heap 4; turn you")
    assert (rules(ruling), [list(way) for way in ruling.remedies]) == (["add.turns"], [["it were your turn"]])


def test_what_happens() -> None:
    (ruling,) = ask("what happens if I add two", "heap 4")
    (outcome,) = ruling.outcomes
    assert [list(step.changes) for step in outcome.steps] == [["the heap grows from 4 to 6"]]
    assert outcome.then == "the other player adds"
