"""Which cards may do something of which nothing is known, where they stand, and what they leave alone."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.reading.complete import completed
from rulehound.spec.dcg.reading.unmodelled import FIELD_ASIDE, IN_HAND, rules_of_guards, swayed, unmodelled
from rulehound.spec.formats import Card, Observation

PLAIN: dict[str, Any] = {"kind": "digimon", "level": 3, "dp": 3000, "play_cost": 3, "colors": ["red"]}
CARDS = {
    card.number: card
    for card in (
        Card("P", "Plain", PLAIN),
        Card("F", "Of the field", {**PLAIN, "text": ["field"]}),
        Card("M", "Of memory", {**PLAIN, "text": ["field", "memory"]}),
        Card("C", "Of cards", {**PLAIN, "text": ["field", "cards"]}),
        Card("K", "Of kinds", {**PLAIN, "text": ["field", "kinds"]}),
        Card("B", "Of the breeding area", {**PLAIN, "text": ["field", "breeding"]}),
        Card("X", "Of anything", {**PLAIN, "text": ["field", "memory", "cards", "kinds", "anything"]}),
        Card("T", "Of the trash", {**PLAIN, "text": ["field", "anywhere"]}),
        Card("E", "Effects", {**PLAIN, "effects": [{"timing": "on-play", "steps": [{"do": "draw"}]}]}),
    )
}

OF_PARTS = {
    card.number: card
    for card in (
        Card("P", "Plain", PLAIN),
        Card("U", "For the card above", {**PLAIN, "inherited_text": ["field", "memory"]}),
        Card("S", "When it is checked", {**PLAIN, "security_text": ["field"]}),
        Card("A", "Of anything", {**PLAIN, "text": ["field", "anything"]}),
        Card("O", "Its own", {**PLAIN, "text": ["field"]}),
        Card("I", "Inherited", {**PLAIN, "effects": [{"inherited": True, "timing": "on-deletion"}]}),
    )
}


def seen(
    *battle: str, turn: int = 3, hand: tuple[str, ...] | int = (), trash: tuple[str, ...] = (), **more: Any
) -> Observation:
    """What an engine shows that reports no events: these stand in the battle area of player 0."""
    player = {"deck": 30, "security": 5, "egg_deck": 4, "breeding": None, "revealed": []}
    stacks = [{"id": f"s{n}", "cards": [{"id": f"c{n}", "card": card}]} for n, card in enumerate(battle)]
    mine = {**player, "battle": stacks, "hand": shown("h", hand), "trash": shown("t", trash), **more}
    whole = {"turn": 0, "decider": 0, "decision": "main", "turn_number": turn, "memory": 2, "winner": None}
    return completed(
        {**whole, "players": [mine, {**player, "battle": [], "hand": [], "trash": []}]}, CARDS | OF_PARTS
    )


def shown(name: str, cards: tuple[str, ...] | int) -> list[dict[str, str]] | int:
    """A pile of cards that are shown, or their count."""
    if isinstance(cards, int):
        return cards
    return [{"id": f"{name}{place}", "card": card} for place, card in enumerate(cards)]


PASS = {"action": "pass"}


def test_cards_count_where_they_stand() -> None:
    assert unmodelled(seen("P", "F"), CARDS) == {"F": 3, "T": 3}
    assert unmodelled(seen(hand=("M",), trash=("C",)), CARDS) == {"T": 3}
    assert unmodelled(seen("E"), CARDS) == {"E": 3, "T": 3}
    assert set(unmodelled(seen("P", revealed=shown("r", ("M",))), CARDS)) == {"M", "T"}


def stacked(*numbers: str) -> dict[str, Any]:
    """A battle area with one stack of these cards, the top one first."""
    cards = [{"id": f"c{place}", "card": number} for place, number in enumerate(numbers)]
    return {"battle": [{"id": "s", "cards": cards}]}


@pytest.mark.parametrize(
    ("stack", "doubted"),
    [
        ("U", set()),
        ("PU", {"U inherited_text"}),
        ("S", set()),
        ("PS", set()),
        ("PO", set()),
        ("O", {"O"}),
        ("A", {"A"}),
        ("PA", {"A"}),
        ("I", set()),
        ("PI", {"I inherited_text"}),
    ],
)
def test_a_text_counts_only_where_it_works(stack: str, doubted: set[str]) -> None:
    here = seen(**stacked(*stack))
    assert set(unmodelled(here, OF_PARTS)) == doubted
    influence = swayed(unmodelled(here, OF_PARTS), here, PASS, None, OF_PARTS)
    assert (influence is not None) == bool(doubted)


def test_a_security_text_counts_wherever_the_card_came_to() -> None:
    before = seen()
    for after in (seen("S", security=4), seen(hand=("S",), security=4), seen(trash=("S",))):
        assert set(unmodelled(after, OF_PARTS, before, PASS)) == {"S security_text"}
    assert unmodelled(seen("S"), OF_PARTS, before, PASS) == {}


def test_of_a_card_that_lies_face_down_on_the_field_anything_may_be_meant() -> None:
    there = {"battle": [{"id": "s", "cards": [{"id": "c", "card": "P"}], "unseen": 1}]}
    assert set(unmodelled(seen(**there), CARDS)) == set(CARDS) - {"P"}


without_t = {number: card for number, card in CARDS.items() if number != "T"}


@pytest.mark.parametrize(
    ("battle", "left_alone"),
    [
        ("P", set(model.paths)),
        ("F", FIELD_ASIDE),
        ("M", FIELD_ASIDE),
        ("C", FIELD_ASIDE - IN_HAND),
        ("X", set()),
        ("E", FIELD_ASIDE - IN_HAND),
    ],
)
def test_what_is_compared_hangs_on_what_stands_there(battle: str, left_alone: set[str]) -> None:
    before, after = seen(battle), seen(battle)
    found = swayed(unmodelled(before, without_t), before, PASS, after, without_t)
    assert set(model.paths) - set(found.places if found else ()) == left_alone
    gauge = [move.action for move in found.moves if "memory" in move.action] if found else []
    assert bool(gauge) == (battle == "M")


def test_cards_that_come_or_go_within_a_step_count_too() -> None:
    def places(before: Observation, after: Observation, **more: Any) -> set[str]:
        action = {**PASS, **more}
        met = unmodelled(after, without_t, before, action)
        found = swayed(met, before, action, after, without_t)
        return set(model.paths) - set(found.places if found else ())

    everything = set(model.paths)
    assert places(seen(), seen("C")) == FIELD_ASIDE - IN_HAND
    assert places(seen(), seen(trash=("F",))) == FIELD_ASIDE
    assert places(seen(trash=("F",)), seen(trash=("F",))) == everything
    assert places(seen(), seen(hand=("F",))) == everything
    assert places(seen(), seen(hand=("F",), security=4)) == FIELD_ASIDE
    assert places(seen(hand=("F",)), seen(), card="h0") == FIELD_ASIDE
    assert places(seen(), seen(trash=("P",), hand=5, security=4)) == set()
    assert places(seen(turn=3), seen("F", turn=5)) == set()


def test_what_a_card_did_may_last_for_a_while() -> None:
    met = unmodelled(seen("F", turn=3), without_t)
    for turn, lasts in ((4, True), (5, True), (6, False)):
        now = seen(turn=turn)
        assert (swayed(met, now, PASS, now, without_t) is not None) == lasts


def test_a_few_rules_are_beyond_doubt_where_nothing_speaks_of_what_they_are_about() -> None:
    def doubted(battle: str) -> set[str]:
        here = seen(battle)
        found = swayed(unmodelled(here, without_t), here, PASS, None, without_t)
        return set(found.rules) if found else set()

    always = {"turn.main-phase", "turn.decider"}
    hatching = {"breeding.hatch-empty", "breeding.hatch-eggs"}
    breeding = {*hatching, "breeding.move-dp", "battle.level-2"}
    assert doubted("P") == set()
    assert set(rules_of_guards()) - doubted("F") == {
        *always,
        *breeding,
        "memory.affordable",
        "attack.digimon",
    }
    assert set(rules_of_guards()) - doubted("M") == {*always, *breeding, "attack.digimon"}
    assert set(rules_of_guards()) - doubted("K") == {*always, *hatching, "memory.affordable"}
    assert set(rules_of_guards()) - doubted("B") == {*always, "memory.affordable", "attack.digimon"}
    assert doubted("X") == set(rules_of_guards())
