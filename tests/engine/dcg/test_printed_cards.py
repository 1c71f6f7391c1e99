"""The facts of thousands of printed cards, without their effects: taken or refused, and played with."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from rulehound.engine.dcg import EDITIONS, Card, Deck, Game, Refused, Setup, validate_deck
from rulehound.engine.dcg.cards import CardPool, read_cards
from rulehound_testing.dcg.probe_games import agreed, guided, image, sound, undone
from rulehound_testing.folders import SHARED

PUBLIC = SHARED / "cards" / "dcg-cards.json"
COLORS = ("red", "blue", "yellow", "green", "black", "purple")
STEPS = 500
COPIES = 4

pytestmark = pytest.mark.skipif(not PUBLIC.is_file(), reason="needs ../shared/cards beside the repository")


@cache
def printed() -> tuple[dict[str, Any], ...]:
    """The cards as a public list has them."""
    return tuple(json.loads(PUBLIC.read_text(encoding="utf-8")))


def as_card(card: dict[str, Any]) -> Card:
    """One of them in the words of the engine; what it does not have is left out."""
    kind = "/".join(re.sub(r"(?<=[a-z])(?=[A-Z])", "-", word).lower() for word in card["kinds"])
    has_dp = card["dp"] > 0 or kind == "digimon"
    facts = {
        "kind": kind,
        "level": card.get("level"),
        "dp": card["dp"] if has_dp else None,
        "play_cost": card["playCost"] if card["playCost"] >= 0 else None,
        "colors": [color.lower() for color in card["colors"]],
        "traits": card.get("types"),
        "digivolve": [
            {"color": way["color"].lower(), "level": way["level"], "cost": way["memoryCost"]}
            for way in card["evoCosts"]
        ],
        "copies": card["maxCountInDeck"] if card["maxCountInDeck"] != COPIES else None,
    }
    said = {name: fact for name, fact in facts.items() if fact is not None}
    return Card(card["cardId"], card["nameEn"], said)


@cache
def taken() -> tuple[Card, ...]:
    """The cards that the engine takes."""
    cards = [as_card(card) for card in printed()]
    refused = {text.split()[1].rstrip(":") for text in refusals(cards)}
    return tuple(card for card in cards if card.number not in refused)


def refusals(cards: Sequence[Card]) -> list[str]:
    """What the engine says against some of these cards."""
    try:
        read_cards(cards)
    except Refused as refused:
        return [reason.text for reason in refused.reasons]
    return []


def test_every_card_is_taken_or_refused_with_what_is_wrong() -> None:
    cards = [as_card(card) for card in printed()]
    texts = refusals(cards)
    dual = [card["cardId"] for card in printed() if len(card["kinds"]) > 1]
    any_color = [
        card["cardId"] for card in printed() if any(way["color"] == "All" for way in card["evoCosts"])
    ]
    assert (len(cards), len(dual), len(any_color)) == (4388, 17, 1)
    kinds = "digi-egg, digimon, option, tamer"
    wrong_kind = [
        f"card {number}: kind: Invalid enum value 'digimon/option'; known: {kinds}" for number in dual
    ]
    (wrong_color,) = (text for text in texts if text not in wrong_kind)
    assert sorted(texts) == sorted([*wrong_kind, wrong_color])
    assert wrong_color.startswith(
        f"card {any_color[0]}: digivolve[0].color: Invalid enum value 'all'; known: "
    )
    assert len(read_cards(taken())) == 4370


def test_what_is_taken_is_what_is_printed() -> None:
    pool = read_cards(taken())
    counted = Counter(facts.kind for facts in pool.values())
    assert counted == {"digimon": 3246 - 1, "option": 530, "tamer": 343, "digi-egg": 252}
    for card in printed():
        facts = pool.get(card["cardId"])
        if facts is not None:
            assert (facts.name, facts.level) == (card["nameEn"], card.get("level"))
            assert (facts.dp or 0, -1 if facts.play_cost is None else facts.play_cost) == (
                card["dp"],
                card["playCost"],
            )
            assert [(way.level, way.cost) for way in facts.digivolve] == [
                (way["level"], way["memoryCost"]) for way in card["evoCosts"]
            ]
    assert sum(facts.copies == 50 for facts in pool.values()) == 6


def deck_of(chance: random.Random, pool: CardPool, color: str) -> Deck:
    """A legal deck of a colour: mostly Digimon of all levels, some Tamers and Options."""

    def some(kind: str, count: int, *levels: int | None) -> Iterator[str]:
        found = [
            number
            for number, facts in pool.items()
            if facts.kind == kind and color in facts.colors and (not levels or facts.level in levels)
        ]
        return (number for number in chance.sample(found, -(-count // COPIES)) for _ in range(COPIES))

    sizes = {3: 12, 4: 12, 5: 8, 6: 8, 7: 4}
    digimon = [number for level, count in sizes.items() for number in some("digimon", count, level)]
    others = [*some("tamer", 4), *some("option", 4)]
    return Deck({"main": [*digimon, *others][:50], "eggs": [*some("digi-egg", 8)][:5]})


@pytest.mark.parametrize("color", COLORS)
def test_games_of_printed_cards_hold_what_all_games_hold(color: str) -> None:
    """Undo, saves, and what is legal against what `apply` takes; each colour by another edition."""
    number = COLORS.index(color)
    chance, pool = random.Random(number), read_cards(taken())
    decks = [deck_of(chance, pool, one) for one in (color, COLORS[number - 1])]
    edition = list(EDITIONS)[number % len(EDITIONS)]
    assert [validate_deck(taken(), deck, edition) for deck in decks] == [(), ()]
    game = Game.new(Setup(taken(), decks, edition=edition, seed=number))
    done: Counter[str] = Counter()
    for step in range(STEPS):
        if game.over:
            break
        action = guided(game.legal_actions(), done, chance)
        done[f"action {type(action).__struct_config__.tag}"] += 1
        sound(game.state)
        undone(game, action)
        if step % 30 == 0:
            agreed(game)
            restored = Game.restore(json.loads(json.dumps(game.save())))
            assert image(restored.state) == image(game.state)
            assert restored.legal_actions() == game.legal_actions()
        game.apply(action)
    assert game.over
    assert done["action digivolve"] > 0
    assert done["action play"] > 0
    assert done["action attack"] > 0


def test_a_card_may_say_how_many_of_it_a_deck_has() -> None:
    pool = read_cards(taken())
    number = next(number for number, facts in pool.items() if facts.copies == 50)
    assert validate_deck(taken(), Deck({"main": [number] * 50})) == ()
    other = next(one for one, facts in pool.items() if facts.kind == "digimon" and facts.copies is None)
    (reason,) = validate_deck(taken(), Deck({"main": [other] * 5 + [number] * 45}))
    assert (reason.rule, reason.text) == ("deck.copies", f"5 copies of card {other}, more than 4")


def test_a_save_holds_the_cards_of_the_game_alone() -> None:
    chance, pool = random.Random(5), read_cards(taken())
    decks = [deck_of(chance, pool, color) for color in ("red", "blue")]
    token = Game.new(Setup(taken(), decks)).save()
    assert set(token["pool"]) == {number for deck in decks for pile in deck.piles.values() for number in pile}
