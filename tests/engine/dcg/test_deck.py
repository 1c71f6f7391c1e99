"""Which decks are legal: every number in both directions, every reason at once."""

from __future__ import annotations

import pytest

from rulehound.engine.dcg import EDITIONS, Card, Deck, Game, Refused, Setup, validate_deck
from rulehound_testing.dcg.probe_cards import CARDS, deck

LEGAL = {name: list(pile) for name, pile in deck().piles.items()}
MAIN, EGGS = LEGAL["main"], LEGAL["eggs"]


def rules(**piles: list[str]) -> list[str]:
    """The rules that a deck breaks, sorted."""
    reasons = validate_deck(CARDS, Deck(piles))
    assert all(reason.text for reason in reasons)
    return sorted(reason.rule or reason.reason for reason in reasons)


@pytest.mark.parametrize(
    ("main", "eggs", "broken"),
    [
        (MAIN, EGGS, []),
        (MAIN, [], []),
        (MAIN[:-1], EGGS, ["deck.size"]),
        ([*MAIN, "blue-3"], EGGS, ["deck.size"]),
        ([], EGGS, ["deck.size"]),
        ([*MAIN[:-1], "red-3"], EGGS, []),
        ([*MAIN[:-2], "red-3", "red-3"], EGGS, ["deck.copies"]),
        (MAIN, [*EGGS, "blue-egg"], ["egg-deck.size"]),
        (MAIN, ["red-egg"] * 5, ["egg-deck.copies"]),
        ([*MAIN[:-1], "red-egg"], EGGS, ["deck.kinds"]),
        (MAIN, ["red-3"], ["egg-deck.kinds"]),
        ([*MAIN[:-1], "nobody"], EGGS, ["unknown-card"]),
        (
            ["red-egg"] * 51,
            ["red-3"] * 6,
            ["deck.copies", "deck.kinds", "deck.size", "egg-deck.copies", "egg-deck.kinds", "egg-deck.size"],
        ),
    ],
)
def test_decks(main: list[str], eggs: list[str], broken: list[str]) -> None:
    assert rules(main=main, eggs=eggs) == broken


def test_the_digi_egg_deck_may_be_left_out() -> None:
    assert rules(main=MAIN) == []


def test_a_pile_of_another_name_is_a_mistake() -> None:
    assert rules(main=MAIN, side=["red-3"]) == ["unknown-pile"]


def test_copies_are_counted_by_card_number_in_each_pile() -> None:
    four_of_each = [card.number for card in CARDS if card.number.startswith(("red-3", "red-4", "red-5"))] * 4
    assert len(four_of_each) == 48
    assert rules(main=[*four_of_each, "red-6", "red-6"]) == []


def test_a_card_may_say_itself_how_many_of_it_a_deck_has() -> None:
    swarm = Card("swarm", "Swarm", {"kind": "digimon", "level": 3, "dp": 1000, "play_cost": 1, "copies": 40})
    cards = [*CARDS, swarm]
    assert validate_deck(cards, Deck({"main": ["swarm"] * 40 + MAIN[:10]})) == ()
    (reason,) = validate_deck(cards, Deck({"main": ["swarm"] * 41 + MAIN[:9]}))
    assert (reason.rule, reason.text) == ("deck.copies", "41 copies of card swarm, more than 40")


def test_a_token_is_no_card_of_a_deck() -> None:
    steps = [{"do": "token", "name": "Doll", "dp": 1000}]
    maker = Card("maker", "Maker", {"kind": "tamer", "effects": [{"timing": "main", "steps": steps}]})
    (reason,) = validate_deck([*CARDS, maker], Deck({"main": [*MAIN[:-1], "Doll"]}))
    assert (reason.reason, reason.rule) == ("token-in-deck", "deck.kinds")


def test_a_new_game_tells_what_is_wrong_with_either_deck_and_whose_it_is() -> None:
    wrong = Setup(
        CARDS, [Deck({"main": MAIN[:-1]}), Deck({"main": [*MAIN[:-1], "nobody"], "eggs": ["red-3"]})]
    )
    with pytest.raises(Refused) as refused:
        Game.new(wrong)
    assert [(reason.rule or reason.reason, reason.text) for reason in refused.value.reasons] == [
        ("deck.size", "deck of player 0: the deck has 49 cards, not 50"),
        ("unknown-card", "deck of player 1: card nobody is not among the cards given"),
        ("egg-deck.kinds", "deck of player 1: card red-3 is of kind digimon"),
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_editions_agree_on_decks(edition: str) -> None:
    assert validate_deck(CARDS, deck(), edition) == ()
    assert len(validate_deck(CARDS, Deck({"main": MAIN[:-1]}), edition)) == 1
