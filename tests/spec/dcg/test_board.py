"""What is printed on a card, in words."""

from __future__ import annotations

from rulehound.spec.dcg.board import printed
from rulehound.spec.formats import Card


def test_an_effect_without_words_of_its_own_is_told_by_its_steps() -> None:
    target = {"of": "opponent", "kind": ["digimon", "tamer"]}
    steps = [{"do": "put", "target": target, "to": "hand"}, {"do": "draw"}]
    effects = [{"timing": "on-play", "optional": True, "steps": steps}, {"says": "It says so.", "steps": []}]
    card = Card("X", "trap", {"kind": "option", "play_cost": 1, "colors": ["red"], "effects": effects})
    assert list(printed(card)) == [
        "option · cost 1 · red",
        "on play (optional): put target (of opponent, kind digimon and tamer), to hand; then draw",
        "It says so.",
    ]
