"""What may be brought: every demand on a deck and a Destiny Zone can be broken, and has its own rule."""

from __future__ import annotations

import pytest

from rulehound.spec.dmb.model.deck import deck_model
from rulehound.spec.language import Configuration, Interpreter
from rulehound_testing.dmb.values import VALUES

LEGAL = {
    "cards": 40, "most_digimon": 4, "most_options": 3, "most_evolutions": 2, "most_data": 1, "aces": 1,
    "firewalls": 3, "megas": 1, "partners": 1, "champions": 2, "options": 1,
}  # fmt: skip
"""As much of everything as there may be."""

RULES = {
    "most_digimon": "deck.digimon-copies",
    "megas_in_deck": "deck.digimon-copies",
    "most_options": "deck.option-copies",
    "most_evolutions": "deck.evolution-copies",
    "most_data": "deck.data-copies",
    "unnamed_data": "deck.data-legal",
    "aces": "deck.aces",
    "firewalls": "deck.firewalls",
    "megas": "deck.megas",
    "partners": "deck.partners",
    "champions": "deck.partner-champions",
    "strange_champions": "deck.partner-champions",
    "options": "deck.partner-options",
    "unmarked_options": "deck.partner-options",
}


def broken(**counts: int) -> list[str]:
    interpreter = Interpreter(deck_model, VALUES, Configuration("", "", {}))
    state = deck_model.from_dict({**LEGAL, **counts})
    failed = interpreter.failed_guards(state, deck_model.actions["bring-deck"], {})
    return [guard.rule for guard in failed]


def test_a_deck_is_legal_up_to_every_bound() -> None:
    assert broken() == []
    assert broken(**{**dict.fromkeys(LEGAL, 0), "cards": 40}) == []


@pytest.mark.parametrize("cards", [39, 41])
def test_a_deck_has_forty_cards(cards: int) -> None:
    assert broken(cards=cards) == ["deck.size"]


@pytest.mark.parametrize("field", RULES)
def test_one_more_than_may_be(field: str) -> None:
    assert broken(**{field: LEGAL.get(field, 0) + 1}) == [RULES[field]]


def test_every_demand_is_asked_here() -> None:
    names = {name for name, _ in deck_model.state.fields()}
    assert names == {"brought", "cards", *RULES}
