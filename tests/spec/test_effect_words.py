"""Effects in words: those of their card, or what the effect language says."""

from __future__ import annotations

from rulehound.spec.effect_words import effect_words


def test_the_words_of_the_card_come_first() -> None:
    assert effect_words({"says": "Draw two.", "timing": "support", "steps": [{"do": "draw"}]}) == "Draw two."


def test_without_words_of_its_own_an_effect_is_its_timing_and_its_steps() -> None:
    steps = [{"do": "draw", "amount": 2}, {"do": "void", "if": {"of": "opponent", "level": "C"}}]
    said = effect_words({"timing": "any-phase", "once": True, "steps": steps})
    assert said == "any phase (once): draw amount 2; then void if (of opponent, level C)"
