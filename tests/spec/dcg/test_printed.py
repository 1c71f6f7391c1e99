"""Cards of an engine's author: read, sorted by what is known of their text, built into decks."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rulehound.spec.dcg.printed import (
    DigivolutionRequirement,
    PrintedCard,
    TextCoverage,
    as_card,
    census,
    keywords_of,
    known,
    read_cards,
    setup,
)
from rulehound.spec.documents.spec_records import SpecError
from rulehound_testing.dcg.heirs import Heirs
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.folders import SHARED

CARDS = SHARED / "cards" / "dcg-cards.json"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", {}),
        ("  \n", {}),
        ("＜Blocker＞ (It may be suspended to take an attack (once).)", {"blocker": True}),
        ("<Jamming> <Security Attack +1>", {"jamming": True, "security_attack": 1}),
        ("＜Security A. −1＞", {"security_attack": -1}),
        ("<Decoy (Black/White)>", {"decoy": ["black", "white"]}),
        ("<Decoy (Knight)>", None),
        ("<Digisorption -3>", {"digisorption": 3}),
        ("<Armor Purge>", {"armor-purge": True}),
        ("<Blitz>", None),
        ("<Raid>", None),
        ("[On Play] <Blocker>", None),
        ("<Blocker> and more", None),
        ("<Blocker> <Blocker>", None),
        ("<Blocker", None),
        ("(Blocker", None),
        ("<Security Attack>", None),
    ],
)
def test_keywords_are_told_from_other_text(text: str, facts: dict[str, Any] | None) -> None:
    assert keywords_of(text) == facts


def test_how_much_is_known_of_a_card() -> None:
    def of(**more: str) -> TextCoverage:
        return known(PrintedCard("X-1", "X", "digimon", **more))

    assert of() is TextCoverage.VANILLA
    assert of(text="<Reboot>") is TextCoverage.KEYWORDS
    assert of(text="[On Play] Draw") is TextCoverage.OTHER
    assert of(text="<Reboot>", inherited_text="<Reboot>") is TextCoverage.KEYWORDS
    assert of(text="[On Play] Draw", inherited_text="<Reboot>") is TextCoverage.OTHER
    assert of(inherited_text="<Reboot>", security_text="[Security] Play this card") is TextCoverage.OTHER
    assert of(security_text="[Security] Play this card") is TextCoverage.OTHER


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("<Blocker> (It blocks.)", {"blocker": True}),
        ("<Piercing> <Security Attack +1>", {"piercing": True, "security_attack": 1}),
        ("<Jamming>", {"jamming": True}),
        ("<Reboot>", {"reboot": True}),
        ("<Retaliation>", {"retaliation": True}),
        ("<Rush>", {"rush": True}),
        ("[Your Turn] <Piercing>", None),
        ("<Armor Purge>", None),
        ("<Decoy (Red)>", None),
        ("<Piercing> <Decoy (Red)>", None),
        ("<Digisorption -2>", None),
    ],
)
def test_keywords_that_the_model_can_have_inherited_are_told_from_others(
    text: str, facts: dict[str, Any] | None
) -> None:
    card = PrintedCard("X-1", "X", "digimon", level=3, text="<Rush>", inherited_text=text)
    assert known(card) is (TextCoverage.OTHER if facts is None else TextCoverage.KEYWORDS)
    assert as_card(card).facts.get("inherited") == facts
    assert ("inherited_text" in as_card(card).facts) is (facts is None)
    assert as_card(card).facts["rush"] is True


def test_what_is_not_known_of_a_card_is_said_with_its_facts() -> None:
    card = PrintedCard("X-1", "X", "digimon", level=3, dp=1000, colors=["red"], text="[On Play] Draw")
    assert as_card(card).facts == {
        "kind": "digimon",
        "level": 3,
        "dp": 1000,
        "colors": ["red"],
        "text": ["field", "cards"],
    }
    plain = PrintedCard("X-2", "Y", "digimon", level=3, text="<Rush>")
    assert as_card(plain).facts == {"kind": "digimon", "level": 3, "rush": True}


HEAD = '[[card]]\nnumber = "X-1"\nname = "X"\n'
TAMER = '{"number": "1", "name": "X", "kind": "tamer"}'


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_files_are_toml_or_json(tmp_path: Path) -> None:
    toml = written(tmp_path, "a.toml", f'{HEAD}kind = "tamer"\nengine = "17"\n')
    again = written(tmp_path, "a.json", '[{"number": "X-1", "name": "X", "kind": "tamer", "engine": "17"}]')
    assert read_cards(toml) == read_cards(again) == [PrintedCard("X-1", "X", "tamer", engine="17")]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.toml", '[[card]]\nnumber = "X-1"\nname = "X"\nkind = "tamer"\nlevel = -1\n', r"a\.toml:5: "),
        ("a.toml", '[[card]]\nnumber = "X-1"\nname = "X"\nkind = "hero"\n', "there is no kind 'hero'"),
        ("a.toml", "[[card]\n", r"a\.toml:1: is not valid TOML"),
        ("a.json", '[{"number": "X-1"}]', "name"),
        ("a.json", "[", r"a\.json: "),
        ("a.json", f"[{TAMER}, {TAMER}]", "the number 1 is there twice"),
        (
            "a.toml",
            f'{HEAD}kind = "digimon"\ndigivolve = [{{ cost = 2 }}]\n',
            r"a\.toml:5: .*asks for a color and a level",
        ),
    ],
)
def test_a_file_that_is_wrong_is_one_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(SpecError, match=said) as caught:
        read_cards(written(tmp_path, name, text))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    for name in ("none.toml", "none.json"):
        with pytest.raises(SpecError, match="cannot be read"):
            read_cards(tmp_path / name)


def pool(count: int, **more: Any) -> list[PrintedCard]:
    return [
        PrintedCard(
            f"X-{place:02}", f"Card {place}", "digimon", level=3, dp=1000, play_cost=3, colors=["red"], **more
        )
        for place in range(count)
    ]


def test_every_other_deck_is_of_known_cards_where_there_are_enough_of_them() -> None:
    cards = [*pool(13), PrintedCard("Y-1", "Odd", "digimon", level=3, text="[On Play] Draw")]
    for seed in range(0, 10, 2):
        made = setup(cards, seed, VALUES)
        for deck in made.decks:
            main = Counter(deck.piles["main"])
            assert (sum(main.values()), max(main.values()) <= 4, "Y-1" in main) == (50, True, False)
    few = setup([*pool(3), *pool(40, text="[On Play] Draw")[3:]], 2, VALUES)
    assert {card.number for card in few.cards if not card.facts.get("text")} == {"X-00", "X-01", "X-02"}
    with pytest.raises(ValueError, match="deck"):
        setup(pool(4), 2, VALUES)


def test_a_deck_has_as_few_colours_as_make_one() -> None:
    red, blue = pool(13), [replace(card, number=f"B{card.number}", colors=["blue"]) for card in pool(13)]
    few = [replace(card, number=f"G{card.number}", colors=["green"]) for card in pool(3)]
    colours = {
        tuple(sorted({number[0] for number in deck.piles["main"]}))
        for seed in range(0, 40, 2)
        for deck in setup([*red, *blue, *few], seed, VALUES).decks
    }
    assert colours == {("X",), ("B",), ("G", "X"), ("B", "G")}


def test_cards_with_effects_are_played_beside_enough_known_ones_and_their_eggs_too() -> None:
    cards = [
        *pool(13),
        *(PrintedCard(f"Y-{place}", "Odd", "digimon", level=3, text="[On Play] Draw") for place in range(9)),
        PrintedCard("E-1", "Egg", "digi-egg", level=2, inherited_text="[Your Turn] This gets +1000 DP."),
    ]
    for odd, seeds in ((True, range(1, 11, 2)), (False, range(0, 10, 2))):
        decks = [deck.piles for seed in seeds for deck in setup(cards, seed, VALUES).decks]
        assert any("Y-1" in piles["main"] for piles in decks) is odd
        assert any(piles["eggs"] for piles in decks) is odd


def test_cards_go_by_the_engines_own_names() -> None:
    cards = pool(13)
    for place, card in enumerate(cards):
        card.engine = f"internal/{place}"
    made = setup(cards, 3, VALUES)
    assert {card.number for card in made.cards} == {f"internal/{place}" for place in range(13)}
    assert set(made.decks[0].piles["main"]) <= {card.number for card in made.cards}


@pytest.mark.skipif(not CARDS.exists(), reason="the facts of printed cards are not at hand")
def test_public_facts_of_cards_make_decks_that_an_engine_plays() -> None:
    def printed(entry: dict[str, Any]) -> PrintedCard:
        return PrintedCard(
            number=entry["cardId"],
            name=entry["nameEn"],
            kind={"DigiEgg": "digi-egg"}.get(entry["kinds"][0], entry["kinds"][0].lower()),
            level=entry.get("level"),
            dp=entry["dp"],
            play_cost=entry["playCost"],
            colors=[color.lower() for color in entry["colors"]],
            digivolve=[
                DigivolutionRequirement(ask["memoryCost"], ask["color"].lower(), ask["level"])
                for ask in entry["evoCosts"] or ()
            ],
            text=entry.get("effectText", ""),
            inherited_text=entry.get("inheritedEffectText", ""),
            security_text=entry.get("securityEffectText", ""),
        )

    cards = [printed(entry) for entry in json.loads(CARDS.read_text("utf-8"))]
    assert census(cards) == {"no text": 182, "keywords alone": 55, "other text": 4151}
    made = setup(cards, 0, VALUES)
    assert not any(card.facts.get("text") for card in made.cards)
    assert Heirs().new_game(made)["winner"] is None
