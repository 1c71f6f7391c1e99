"""Keywords from the cards under a Digimon: in states of the model and in what engines show."""

from __future__ import annotations

from typing import Any

from rulehound.spec.dcg.model import KEYWORDS, Stack, model
from rulehound.spec.dcg.reading.cards import card_facts
from rulehound.spec.dcg.reading.complete import completed, untold
from rulehound.spec.dcg.reading.inherited import PASSED_ON, with_inherited
from rulehound.spec.dcg.reading.states import PLACES, project, stack
from rulehound.spec.formats import Card
from rulehound.spec.language import record
from rulehound.spec.reading import places_of

PLAIN = Card("P", "Plain", {"kind": "digimon", "level": 4, "dp": 4000})
BLOCKS = Card("B", "Blocks", {"kind": "digimon", "level": 4, "dp": 4000, "blocker": True})
GUARDS, WAKES = ({word: True, "security_attack": 1} for word in ("blocker", "reboot"))
HEIR = Card("H", "Heir", {"kind": "digimon", "level": 3, "inherited": GUARDS})
OTHER = Card("O", "Other", {"kind": "digi-egg", "level": 2, "inherited": WAKES})
TAMER = Card("T", "Tamer", {"kind": "tamer"})
CARDS = {card.number: card for card in (PLAIN, BLOCKS, HEIR, OTHER, TAMER)}

FIELDS = places_of(Stack)


def bits(*words: str) -> int:
    return sum(1 << KEYWORDS.index(word) for word in words)


def given(top: Card, *under: Card, **more: Any) -> tuple[int, int]:
    """The keywords gained and the checks of a stack of a state that is given what it inherits."""
    known = {"top": card_facts(top), "under": [card_facts(card) for card in under]}
    standing = record(Stack, {**known, **more})
    state = list(model.from_dict({}))
    state[PLACES["opponent.battle"]] = (standing,)
    heirs = with_inherited(CARDS)
    assert heirs is not None
    ((one,), breeding) = (heirs(tuple(state))[PLACES[f"opponent.{area}"]] for area in ("battle", "breeding"))
    assert breeding == ()
    return one[FIELDS["gained"]], one[FIELDS["more_checks"]]


def test_a_digimon_has_what_lies_under_it_and_not_what_its_top_card_passes_on() -> None:
    assert given(PLAIN, HEIR) == (bits("blocker"), 1)
    assert given(PLAIN, OTHER, PLAIN, HEIR) == (bits("blocker", "reboot"), 2)
    assert given(BLOCKS, HEIR) == (0, 1)
    assert given(HEIR) == given(PLAIN) == given(TAMER, HEIR) == (0, 0)
    assert given(HEIR, gained=["blocker"], more_checks=1) == (0, 0)


def test_without_such_cards_states_stay_as_they_are() -> None:
    assert with_inherited({"P": PLAIN, "B": BLOCKS}) is None


def test_only_what_the_model_lets_digimon_gain_is_passed_on() -> None:
    assert set(PASSED_ON) - {"security_attack"} <= set(KEYWORDS)


def shown(*cards: str, **more: Any) -> dict[str, Any]:
    return {"id": "s", "cards": [{"id": f"{one}{at}", "card": one} for at, one in enumerate(cards)], **more}


def seen(battle: list[dict[str, Any]]) -> dict[str, Any]:
    """What an engine shows that tells little."""
    piles = {"deck": 5, "hand": [], "security": 5, "egg_deck": 0, "trash": [], "breeding": None}
    game = {"turn": 0, "decider": 0, "decision": "main", "turn_number": 2, "memory": 1, "attack": None}
    return {**game, "players": [{**piles, "battle": battle}, {**piles, "battle": []}]}


def test_what_an_engine_does_not_show_of_keywords_is_what_is_inherited() -> None:
    whole = completed(seen([shown("P", "H", dp=4000, suspended=False, played_this_turn=False)]), CARDS)
    ((one,),) = (project(whole, CARDS, ())[PLACES["me.battle"]],)
    assert (one[FIELDS["gained"]], one[FIELDS["more_checks"]]) == (bits("blocker"), 1)
    assert "me.battle.gained" not in untold(whole)


def test_what_is_inherited_from_cards_that_are_not_shown_is_not_told() -> None:
    battle = [shown("P", dp=4000, suspended=False, played_this_turn=False, unseen=1)]
    assert {"me.battle.under", "me.battle.gained"} <= set(untold(completed(seen(battle), CARDS)))
    plain = {"P": PLAIN}
    assert "me.battle.gained" not in untold(completed(seen(battle), plain))


def test_of_keywords_that_are_shown_those_inherited_and_others_are_taken_over() -> None:
    entry = {"kind": "digimon", "dp": 4000, "suspended": False, "played_this_turn": False, "checks": 2}
    one = stack({**shown("P", "H"), **entry, "keywords": ["blocker", "rush"]}, CARDS, {})
    assert (one[FIELDS["gained"]], one[FIELDS["more_checks"]]) == (bits("blocker", "rush"), 1)
