"""What has happened in a step, and what waits, in words."""

from __future__ import annotations

from typing import Any

from rulehound.engine.adapter import create
from rulehound.spec.dcg.event_words import happened, waiting
from rulehound.spec.formats import Card

CARDS = [
    Card("A", "Ashling", {"kind": "digimon", "level": 4, "dp": 4000, "play_cost": 3, "colors": ["red"]}),
    Card(
        "S",
        "Scholar",
        {
            "kind": "digimon",
            "level": 3,
            "dp": 2000,
            "play_cost": 3,
            "colors": ["red"],
            "effects": [
                {"timing": "on-play", "steps": [{"do": "draw"}]},
                {"timing": "on-play", "steps": [{"do": "memory", "amount": 2}]},
            ],
        },
    ),
]
KNOWN = {card.number: card for card in CARDS}
POSITION = {
    "memory": 4,
    "players": [
        {"hand": ["S"], "battle": [{"cards": ["A"]}], "deck": ["A", "A"]},
        {"security": ["A"], "deck": 5},
    ],
}


def stepped(*actions: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """The words for the last of some steps, and the observation after it."""
    engine = create("dcg")
    after = engine.position(CARDS, POSITION, "manual-2.3")
    before = after
    for action in actions:
        before, after = after, engine.apply(action)
    return happened(before, after, KNOWN), after


def test_an_attack_is_told_from_declaration_to_its_end() -> None:
    words, _ = stepped({"action": "attack", "attacker": "p1", "target": "player"})
    assert words[:3] == ["an attack of Ashling is declared", "Ashling is suspended", "Ashling attacks"]
    assert "a security card is checked: Ashling" in words
    assert "Ashling is about to be deleted" in words


def test_effects_that_wait_are_named_with_timing_card_and_player() -> None:
    words, after = stepped({"action": "play", "card": "a1"})
    assert words[:2] == ["the cost of Scholar is paid: 3", "Scholar is played"]
    assert list(waiting(after, KNOWN)) == ["pending: the on play effect of Scholar, player 1"] * 2


def test_what_an_effect_does_is_told_as_such() -> None:
    words, after = stepped({"action": "play", "card": "a1"}, {"action": "resolve", "effect": "e1"})
    assert "player 1 draws 1, by an effect" in words
    assert "player 1 has +2 memory, by an effect" in words
    assert list(waiting(after, KNOWN)) == []


def test_an_event_that_nobody_knows_goes_by_its_name_and_formats_nothing() -> None:
    event = {"event": "odd-{what.__class__}", "subjects": ["p1"], "cause": "player", "player": 0, "amount": 0}
    _, after = stepped()
    assert happened(after, {**after, "events": [event]}, KNOWN) == ["odd {what.__class__}: Ashling"]


def test_an_engine_that_reports_nothing_is_told_nothing_of() -> None:
    _, after = stepped()
    assert happened(after, {key: value for key, value in after.items() if key != "events"}, KNOWN) == []


def test_an_attack_that_is_blocked_waits_and_a_choice_is_counted() -> None:
    _, after = stepped()
    whole = {
        **after,
        "attack": {"attacker": "p1", "target": "gone"},
        "choice": {"min": 0, "max": 2, "candidates": ["a", "b", "c"]},
        "showing": {"card": "a1", "procedure": "dna-digivolve", "cost": 2},
    }
    assert list(waiting(whole, KNOWN)) == [
        "Ashling attacks something",
        "Scholar is shown, to dna digivolve (cost 2)",
        "to be chosen: 0 to 2 of 3",
    ]


def test_a_battle_with_a_security_card_is_told_before_what_comes_of_it() -> None:
    words, _ = stepped({"action": "attack", "attacker": "p1", "target": "player"})
    battle = words.index("Ashling battles the security card Ashling")
    assert words[battle - 1] == "Ashling leaves the security stack"
    assert words[battle + 1] == "Ashling is about to be deleted"


def test_an_attack_that_is_blocked_goes_on_at_the_blocker() -> None:
    guard = Card("G", "Guard", {**CARDS[0].facts, "blocker": True})
    engine = create("dcg")
    mine, theirs = {"battle": [{"cards": ["A"]}], "deck": 5}, {"battle": [{"cards": ["G"]}], "deck": 5}
    position = {"memory": 4, "players": [mine, theirs]}
    engine.position([*CARDS, guard], position, "manual-2.3")
    before = engine.apply({"action": "attack", "attacker": "p1", "target": "player"})
    words = happened(before, engine.apply({"action": "block", "blocker": "p2"}), {**KNOWN, "G": guard})
    assert "the attack of Ashling goes on at Guard" in words
