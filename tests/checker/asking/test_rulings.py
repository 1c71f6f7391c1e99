"""Rulings: yes and no with their rules, what would have to be otherwise, and what the model cannot tell."""

from __future__ import annotations

from functools import partial

import pytest

from rulehound.checker.asking.answers import ActionRuling
from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.asking.consequences import NOT_TOLD
from rulehound.checker.asking.questions import read_question
from rulehound.checker.asking.rulings import NOTHING_THERE, Ruler, overall
from rulehound.checker.asking.sources import typed
from rulehound.checker.pipeline.ask import asking_of, cited
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.formats import Card
from rulehound_testing.faults.catching import bound, rulebook


def asked(position: AskedPosition, question: str, edition: str = "manual-2.3") -> list[ActionRuling]:
    book = rulebook()
    ruler = Ruler.by(BoundModel(book.game, edition, bound(edition)), position, partial(cited, book))
    return ruler.rulings(read_question(question))


def ask(question: str, at: str, edition: str = "manual-2.3") -> list[ActionRuling]:
    book = rulebook()
    return asked(typed(book, asking_of(book), at, "--at"), question, edition)


def one(question: str, at: str, edition: str = "manual-2.3") -> ActionRuling:
    (ruling,) = ask(question, at, edition)
    return ruling


def rules(ruling: ActionRuling) -> list[str]:
    return [cited.rule for cited in ruling.why]


def test_a_yes_names_what_grants_it_and_what_was_looked_at() -> None:
    ruling = one("may I attack the player with Greymon", "me: battle Greymon(4)")
    assert (ruling.ruling, rules(ruling)) == ("yes", ["attack.targets"])
    assert "attack.unsuspended" in ruling.checked
    assert ruling.why[0].stated[0].document == "Rulehound Rulebook"


REFUSALS = [
    (
        "may I attack the player with Greymon",
        "me: battle Greymon(4, suspended)",
        "attack.unsuspended",
        "Greymon were not suspended",
        "me: battle Greymon(4)",
    ),
    (
        "may I attack the player with Greymon",
        "me: battle Greymon(4, played this turn)",
        "attack.not-same-turn",
        "Greymon had rush",
        "me: battle Greymon(4, played this turn, rush)",
    ),
    (
        "may I attack Gabumon with Greymon",
        "me: battle Greymon(4); opponent: battle Gabumon(3)",
        "attack.targets",
        "Gabumon were suspended",
        "me: battle Greymon(4); opponent: battle Gabumon(3, suspended)",
    ),
    (
        "may I play Omnimon",
        "me: memory 1, hand Omnimon(7, cost 15)",
        "memory.affordable",
        "the memory counter stood at 5 or more on your side",
        "me: memory 5, hand Omnimon(7, cost 15)",
    ),
    (
        "may I play Omnimon",
        "me: memory 1, hand Omnimon(7, cost 15)",
        "memory.affordable",
        "the play cost of Omnimon were 11 or less",
        "me: memory 1, hand Omnimon(7, cost 11)",
    ),
    (
        "may I digivolve Ash into Elm",
        "me: memory 1, battle Ash(4, blue), hand Elm(5, digivolves from red 4 for 2)",
        "digivolve.requirement",
        "Ash were red",
        "me: memory 1, battle Ash(4, blue, red), hand Elm(5, digivolves from red 4 for 2)",
    ),
    (
        "may I hatch",
        "phase breeding; me: breeding Ash(3), egg deck 2",
        "breeding.hatch-empty",
        "your breeding area were empty",
        "phase breeding; me: egg deck 2",
    ),
    (
        "may the opponent block with Fir",
        "me: battle Ash(4, attacking); opponent: battle Fir(3)",
        "block.blocker",
        "Fir had blocker",
        "me: battle Ash(4, attacking); opponent: battle Fir(3, blocker)",
    ),
    (
        "may I pass",
        "phase breeding",
        "turn.main-phase",
        "it were the main phase",
        "phase main",
    ),
]


@pytest.mark.parametrize(("question", "at", "rule", "remedy", "mended"), REFUSALS)
def test_a_no_names_the_rule_and_what_would_have_to_be_otherwise(
    question: str, at: str, rule: str, remedy: str, mended: str
) -> None:
    ruling = one(question, at)
    assert (ruling.ruling, rules(ruling)) == ("no", [rule])
    assert [remedy] in [list(way) for way in ruling.remedies]
    assert one(question, mended).ruling == "yes"


def test_things_of_one_name_are_numbered_where_the_rulings_differ() -> None:
    texts = {one.text: one.ruling for one in ask("can Ash attack", "me: battle Ash(4, suspended), Ash(4)")}
    assert texts == {
        "attack the player with Ash (Ash 1)": "no",
        "attack the player with Ash (Ash 2)": "yes",
    }
    alike = ask("can Ash attack", "me: battle Ash(4), Ash(4)")
    assert [ruling.text for ruling in alike] == ["attack the player with Ash"]


def test_what_has_to_change_together_is_named_together() -> None:
    at = "me: battle Ash(4, suspended); opponent: battle Fir(3)"
    ruling = one("may I attack Fir with Ash", at)
    assert set(rules(ruling)) == {"attack.unsuspended", "attack.targets"}
    assert {frozenset(way) for way in ruling.remedies} == {
        frozenset({"Ash were not suspended", "Fir were suspended"})
    }


def test_out_of_turn_the_rest_is_told_as_well() -> None:
    at = "turn opponent; me: battle Ash(4{}); opponent: memory 2"
    ruling = one("may I attack the player with Ash", at.format(", suspended"))
    assert rules(ruling) == ["turn.decider", "attack.unsuspended"]
    assert [list(way) for way in ruling.remedies] == [["it were your turn", "Ash were not suspended"]]
    ready = one("may I attack the player with Ash", at.format(""))
    assert (ready.ruling, rules(ready), [list(way) for way in ready.remedies]) == (
        "no",
        ["turn.decider"],
        [["it were your turn"]],
    )


def test_all_that_may_be_done() -> None:
    at = "me: memory 1, battle Ash(4), hand Elm(option, cost 2); opponent: battle Fir(3)"
    legal = {ruling.text for ruling in ask("what may I do", at) if ruling.ruling == "yes"}
    assert legal == {"use Elm (cost 2)", "attack the player with Ash", "pass"}


def test_nothing_is_up_to_who_does_not_decide() -> None:
    (ruling,) = ask("what may the opponent do", "me: battle Ash(4)")
    assert (ruling.ruling, rules(ruling)) == ("no", ["turn.decider"])


def test_what_nothing_is_there_for_is_a_no() -> None:
    ruling = one("may I digivolve Ash into Elm", "me: battle Ash(4), hand Elm(5)")
    assert (ruling.ruling, rules(ruling)) == ("no", ["digivolve.requirement"])
    assert ruling.taken_for_granted == ["nothing is printed on the cards but what is stated"]


def test_facts_that_nobody_has_stated_are_named_where_a_ruling_rests_on_them() -> None:
    assert one("may I play Ash", "me: memory 1, hand Ash(4)").taken_for_granted == ["Ash: play cost 2"]
    assert one("may I play Ash", "me: memory 1, hand Ash(4, cost 5)").taken_for_granted == []


def test_a_card_of_unknown_cost_leaves_the_ruling_open() -> None:
    facts = {"kind": "digimon", "level": 4, "dp": 3000, "colors": ["red"], "play_cost": None}
    position = typed(rulebook(), asking_of(rulebook()), "me: memory 1, hand Ash(4)", "--at")
    (number,) = (number for number, there in position.cards.items() if there.name == "Ash")
    unknown = AskedPosition(position.observation, {**position.cards, number: Card(number, "Ash", facts)})
    (ruling,) = asked(unknown, "may I play Ash")
    assert ruling.ruling == "unknown"
    assert ruling.unknown
    assert overall([ruling]) == "unknown"


def test_in_the_middle_of_an_effect_the_model_cannot_tell() -> None:
    position = typed(rulebook(), asking_of(rulebook()), "me: battle Ash(4)", "--at")
    choosing = AskedPosition({**position.observation, "decision": "target"}, position.cards)
    (ruling, *_) = asked(choosing, "may I attack the player with Ash")
    assert (ruling.ruling, bool(ruling.unknown)) == ("unknown", True)


def test_what_happens_goes_on_to_the_next_decision() -> None:
    at = "me: memory 1, battle Ash(4, 5000 DP), deck 9; opponent: battle Fir(3, 2000 DP, suspended), deck 9"
    ruling = one("what happens if I attack Fir with Ash", at)
    (outcome,) = ruling.outcomes
    changes = [change for step in outcome.steps for change in step.changes]
    assert changes == [
        "your Ash is suspended",
        "the opponent's Fir is to be deleted",
        "the opponent's Fir leaves the opponent's battle area",
        "the opponent's trash 0 \u2192 1",
    ]
    assert outcome.then == "you decide in your main phase"
    assert any("battle.compare" in step.rules for step in outcome.steps)


def test_the_turn_passes_where_the_counter_crosses() -> None:
    at = "me: memory 1, hand Ash(4, cost 5), deck 9; opponent: deck 9"
    (outcome,) = one("what happens if I play Ash", at).outcomes
    changes = [change for step in outcome.steps for change in step.changes]
    assert "memory 1 (you) \u2192 4 (the opponent)" in changes
    assert "it is the opponent's turn" in changes
    assert "the opponent's hand 0 \u2192 1" in changes
    assert outcome.then == "the opponent decides in their breeding phase"


def test_what_a_card_nobody_knows_decides_is_left_open() -> None:
    (outcome,) = one("what happens if I attack", "me: battle Ash(4); opponent: security 2").outcomes
    assert "depends on that card" in outcome.then
    (won,) = one("what happens if I attack", "me: battle Ash(4); opponent: security 0").outcomes
    assert "you win" in [change for step in won.steps for change in step.changes]


def test_named_cards_are_turned_over() -> None:
    at = "me: battle Ash(4, 5000 DP); opponent: security Fir(6, 9000 DP), Elm(tamer)"
    (outcome,) = one("what happens if I attack", at).outcomes
    changes = [change for step in outcome.steps for change in step.changes]
    assert "Fir is turned over" in changes
    assert "your Ash leaves your battle area" in changes
    assert outcome.then == "you decide in your main phase"
    eggs = "phase breeding; me: egg deck Koro(digi-egg), Botamon(digi-egg)"
    (hatched,) = one("what if I hatch", eggs).outcomes
    assert "Koro enters your breeding area" in hatched.steps[0].changes
    (unknown,) = one("what if I hatch", "phase breeding; me: egg deck 2").outcomes
    assert (list(unknown.steps), unknown.then) == ([], NOT_TOLD)


@pytest.mark.parametrize("edition", ["manual-2.3", "comprehensive-4.0", "fan-2020"])
def test_what_happens_ends_at_an_effect(edition: str) -> None:
    at = "me: memory 3, hand Elm(option, cost 2, red), battle Ash(4, red)"
    (outcome,) = one("what happens if I use Elm", at, edition).outcomes
    assert "of which the model knows nothing" in outcome.then
    assert "memory 3 (you) \u2192 1 (you)" in [change for step in outcome.steps for change in step.changes]


def test_what_is_illegal_has_no_outcome() -> None:
    ruling = one("what happens if I attack", "me: battle Ash(4, suspended)")
    assert (ruling.ruling, ruling.outcomes) == ("no", ())


def test_a_move_out_of_an_empty_breeding_area_lacks_what_could_be_moved() -> None:
    ruling = one("may I move", "phase breeding; me: egg deck 3")
    assert (ruling.ruling, rules(ruling)) == ("no", ["breeding.move"])
    assert ruling.text == f"move: {NOTHING_THERE}"


@pytest.mark.parametrize(
    ("question", "at", "name"),
    [
        ("may I attack with Greymon", "me: memory 3, breeding Greymon(4); opponent: security 5", "Greymon"),
        (
            "may I attack Agumon in the breeding area",
            "me: memory 3, battle Greymon(4); opponent: breeding Agumon(3)",
            "Agumon",
        ),
        (
            "may I block with Gabumon",
            "turn opponent; me: breeding Gabumon(3, blocker); opponent: battle Greymon(4, attacking)",
            "Gabumon",
        ),
    ],
)
def test_what_is_in_the_breeding_area_takes_no_part_in_attacks(question: str, at: str, name: str) -> None:
    ruling = one(question, at)
    assert (ruling.ruling, rules(ruling)) == ("no", ["breeding.no-battle"])
    assert ruling.text.endswith(f": {name} is in the breeding area")


def test_a_card_digivolves_onto_another_as_that_one_digivolves_into_it() -> None:
    at = "me: memory 3, battle Greymon(4, red), hand MetalGreymon(5, digivolves from red 4 for 3)"
    onto = one("may I digivolve MetalGreymon onto Greymon", at)
    assert onto.ruling == "yes"
    assert onto == one("may I digivolve Greymon into MetalGreymon", at)
