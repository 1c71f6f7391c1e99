"""What a text may change is told by the words that it lacks, never too little."""

from __future__ import annotations

import pytest

from rulehound.spec.dcg.cards import load
from rulehound.spec.dcg.texts import Reach, reach_of_effects, reach_of_text

EVERYTHING: list[Reach] = ["field", "memory", "cards", "kinds", "anything"]


@pytest.mark.parametrize(
    ("text", "reached"),
    [
        ("", []),
        (" \n", []),
        ("[When Attacking] This one gets stronger.", ["field"]),
        ("[On Play] Gain 1 memory.", ["field", "memory"]),
        ("Its cost is 2 less.", ["field", "memory"]),
        ("[When Digivolving] Delete one.", ["field"]),
        ("＜De-Digivolve 1＞ one of them.", ["field"]),
        ("＜Draw 1＞", ["field", "cards"]),
        ("<Recovery +1 (Deck)>", ["field", "cards"]),
        ("Play one from under it without paying the cost.", ["field", "cards"]),
        ("Play one for a cost of 1 less.", ["field", "memory", "cards"]),
        ("It may digivolve.", ["field", "cards"]),
        ("[Your Turn] This Tamer is also treated as a Digimon.", ["field", "kinds"]),
        ("It may attack as a 3000 DP Digimon.", ["field", "kinds"]),
        ("<Blocker> <Piercing> [All Turns] It stays.", ["field"]),
        ("<Somersault 3>", EVERYTHING),
        ("DigiXros -2: one and another", EVERYTHING),
        ("[All Turns] What is linked to it stays.", EVERYTHING),
        ("Gewinne 1 Punkt für dich", EVERYTHING),
        ("[Breeding] [Your Turn] It stays.", ["field", "breeding"]),
        ("One of your Digimon moves there.", ["field", "breeding"]),
        ("[Hand] [Main] Delete one.", ["field", "anywhere"]),
        ("[Trash] Gain 1 memory.", ["field", "memory", "anywhere"]),
    ],
)
def test_words_of_a_text(text: str, reached: list[Reach]) -> None:
    assert reach_of_text(text) == reached


def test_effects_in_the_effect_language_reach_what_they_do() -> None:
    """Held against what the steps are called, for every card that has some."""
    seen = 0
    for card in load("probe"):
        effects = card.facts.get("effects", ())
        steps = {step["do"] for effect in effects for step in effect.get("steps", ())}
        reached = reach_of_effects(effects)
        assert reached[:1] == (["field"] if effects else [])
        if steps & {"memory", "set-memory"}:
            assert "memory" in reached
        if steps & {"draw", "reveal", "recovery", "play", "digivolve"}:
            assert "cards" in reached
        seen += bool(steps)
    assert seen > 40
