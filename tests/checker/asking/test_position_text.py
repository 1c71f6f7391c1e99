"""Typed positions: what they say, what is refused, and that one that is written reads as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.asking.position_text import PositionText
from rulehound.checker.errors import UserError
from rulehound.spec.asking import Area, PositionWords, Setting
from rulehound.spec.dcg.asking.positions import WORDS
from rulehound_testing.faults.catching import words

TEXT = PositionText(WORDS, words().printed, "--at")

LANTERNS = PositionText(
    PositionWords(
        sides=("mine", "yours"),
        settings={"dusk": Setting("when", choices=("mine", "yours"))},
        counters={"oil": "oil"},
        seen_from="when",
        areas={"shelf": Area("shelf", "stacks"), "bag": Area("bag", "cards", counted=True)},
        numbers={"wicks": "# wicks"},
        choices={"made of": ("tin", "Glass"), "lined with": ("tin", "felt")},
        lists={"scents": (), "hues": ("Red", "blue")},
        flags={"waterproof": "waterproof"},
        entries={},
        marks={"lit": "lit"},
        amounts={"smoke": "# smoke"},
        measures={"left": "# wicks left"},
        under="upon",
        of_sides={"mood": Setting("mood", choices=("calm", "cross")), "wins": Setting("wins")},
        said={"lined with": "lined with #", "scents": "smells of #"},
    ),
    {},
)
"""The words of a game that is not there."""


def test_a_position_of_both_players() -> None:
    text = """
    turn opponent
    # a line that is left out
    me: memory 3, battle Greymon(4, 5000 DP, suspended) on Agumon(3), Tai(tamer, cost 3)
    opponent: hand BT1-010, security 5
    """
    assert TEXT.read(text) == {
        "turn": "opponent",
        "memory": -3,
        "me": {
            "battle": [
                {
                    "cards": [{"name": "Greymon", "level": 4, "dp": 5000}, {"name": "Agumon", "level": 3}],
                    "suspended": True,
                },
                {"cards": [{"name": "Tai", "kind": "tamer", "play_cost": 3}]},
            ]
        },
        "opponent": {"hand": [{"card": "BT1-010"}], "security": 5},
    }


def test_the_counter_is_on_the_side_that_it_is_said_of() -> None:
    assert TEXT.read("me: memory 2")["memory"] == 2
    assert TEXT.read("opponent: memory 2")["memory"] == -2
    assert TEXT.read("turn opponent; opponent: memory 2")["memory"] == 2


def test_the_name_of_one_printed_card_is_enough() -> None:
    assert TEXT.read("me: hand ToyAgumon")["me"] == {"hand": [{"card": "BT2-055"}]}


@pytest.mark.parametrize("level", ["4", "level 4", "lv4", "lv 4", "Lv.4", "LV. 4", "lvl 4"])
def test_a_level_is_said_short_or_long(level: str) -> None:
    assert TEXT.read(f"me: hand Ash({level})") == TEXT.read("me: hand Ash(4)")


def test_words_of_another_game_are_read_by_the_same_grammar() -> None:
    text = (
        'dusk yours; mine: oil 2, shelf Ada(3 wicks, glass, lit, +1 smoke) upon "Old, upon (x)"(tin), bag 4'
    )
    position = LANTERNS.read(text)
    assert position["oil"] == -2
    assert position["mine"] == {
        "shelf": [
            {
                "cards": [
                    {"name": "Ada", "wicks": 3, "made of": "Glass"},
                    {"name": "Old, upon (x)", "made of": "tin"},
                ],
                "lit": True,
                "smoke": 1,
            }
        ],
        "bag": 4,
    }
    assert LANTERNS.read(LANTERNS.written(position)) == position


def test_what_is_stated_of_one_player_by_itself() -> None:
    position = LANTERNS.read("mine: wins 2, mood cross, bag 1; yours: mood calm")
    assert position["mine"] == {"wins": 2, "mood": "cross", "bag": 1}
    assert position["yours"] == {"mood": "calm"}
    assert LANTERNS.read(LANTERNS.written(position)) == position


def test_facts_that_are_said_with_more_than_their_words() -> None:
    text = "mine: shelf Ada(Tin, lined with felt, smells of Old pine/Tar, RED blue, 2 wicks left)"
    position = LANTERNS.read(text)
    (stack,) = position["mine"]["shelf"]
    (card,) = stack["cards"]
    assert (card["made of"], card["lined with"], card["hues"]) == ("tin", "felt", ["Red", "blue"])
    assert card["scents"] == ["Old pine", "Tar"]
    assert stack["left"] == 2
    assert LANTERNS.read(LANTERNS.written(position)) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wins 2", "'wins 2' has no player: write a player and a colon before it"),
        ("mine: wins many", "wins is a number from 1 on"),
        ("mine: mood hot", "'hot' is no mood; write one of calm, cross"),
        ("mine: shelf Ada(lined with lead)", "'lined with lead' says nothing of a card"),
        ("mine: shelf Ada(tin glass)", "'tin glass' says nothing of a card"),
        ("mine: shelf Ada(-2 wicks left)", "'-2 wicks left' says nothing of a card"),
    ],
)
def test_such_words_are_refused_where_they_are_wrong(text: str, message: str) -> None:
    with pytest.raises(UserError) as refused:
        LANTERNS.read(text)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("me: batle X(3)", "--at:1:5: 'batle X' lies in no area; did you mean battle?"),
        (
            "me: battle X(suspnded, 3)",
            "--at:1:14: 'suspnded' says nothing of a card; did you mean suspended?",
        ),
        (
            "me: battle X(4, digivolved this turn)",
            "'digivolved this turn' says nothing of a card; see rulehound ask --list",
        ),
        ("me: battle X(4, plyed this turn)", "did you mean played this turn?"),
        ("you: memory 3", "--at:1:1: 'you' is no player; write one of me, opponent"),
        ("phase mian", "--at:1:1: 'mian' is no phase; did you mean main?"),
        ("me: hand 3,\nbattle X(3)", "--at:2:1: 'battle X(3)' has no player"),
        ("me: memory much", "--at:1:5: memory is followed by much, not by a number"),
        ("me: hand 3, X(3)", "--at:1:13: the cards there are counted"),
        ("me: battle 2", "--at:1:5: the cards there are named, not counted: 2"),
        ("me: battle Agumonn", "did you mean Agumon?"),
        ("me: battle Agumon", "Agumon is the name of several cards: ST1-03, BT1-010"),
        ("me: battle X(3", "'X(3' is no name with attributes in parentheses"),
        ("me: hand X(3, suspended)", "suspended is no word for it there"),
        ("me: breeding X(3), Y(4)", "only one can lie there"),
        ("me: memory 99999999999999999999", "not by a number"),
        ("me: hand 100000", "no more than 1000 cards lie there"),
        ("me: hand " + "9" * 5000, "no more than 1000 cards lie there"),
        ("me: battle X(" + "9" * 5000 + " DP)", "says nothing of a card"),
        ("me: memory 1; opponent: memory 2", "--at:1:25: memory occurs twice"),
        ("me: hand " + "0" * 5000, "no more than 1000 cards lie there"),
        ("turn number 0", "turn number is a number from 1 on"),
    ],
)
def test_what_is_wrong_is_one_line_with_its_place(text: str, message: str) -> None:
    with pytest.raises(UserError) as raised:
        TEXT.read(text)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["me: battle " + "A(on " * 3000, "me: memory " + "9" * 4000, "x" * 9000])
def test_what_is_long_is_quoted_in_part(text: str) -> None:
    with pytest.raises(UserError) as caught:
        TEXT.read(text)
    message = str(caught.value)
    assert len(message) < 500
    assert message.startswith("--at:1:")
    assert "…" in message


NAMES = st.one_of(
    st.sampled_from(["Greymon", "hand", "deck 5", "Knight on Horse", 'Say "me"', "memory", "a;b:c(d)", "7"]),
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=12).map(
        str.strip
    ),
).filter(lambda name: bool(name.strip()))
FACTS = st.fixed_dictionaries(
    {"level": st.integers(0, 7)},
    optional={
        "dp": st.integers(0, 20).map(lambda thousands: thousands * 1000),
        "play_cost": st.integers(0, 20),
        "security_attack": st.integers(-3, 3),
        "kind": st.sampled_from(WORDS.choices["kind"]),
        "colors": st.lists(st.sampled_from(WORDS.lists["colors"]), min_size=1, max_size=3, unique=True),
        "blocker": st.just(True),
        "armor-purge": st.just(True),
        "digivolve": st.lists(
            st.fixed_dictionaries(
                {
                    "color": st.sampled_from(WORDS.lists["colors"]),
                    "level": st.integers(2, 6),
                    "cost": st.integers(0, 9),
                }
            ),
            min_size=1,
            max_size=2,
        ),
    },
)
CARDS = st.one_of(
    st.builds(lambda name, facts: {"name": name, **facts}, NAMES, FACTS),
    st.sampled_from(sorted(TEXT.printed)).map(lambda number: {"card": number}),
)
STACKS = st.builds(
    lambda cards, state: {"cards": cards, **state},
    st.lists(CARDS, min_size=1, max_size=3),
    st.fixed_dictionaries(
        {},
        optional={
            "suspended": st.just(True),
            "played_this_turn": st.just(True),
            "dp_change": st.integers(-9, 9).map(lambda thousands: thousands * 1000),
        },
    ),
)
SEATS = st.fixed_dictionaries(
    {},
    optional={
        "battle": st.lists(STACKS, min_size=1, max_size=3),
        "breeding": STACKS,
        "hand": st.one_of(st.integers(0, 9), st.lists(CARDS, min_size=1, max_size=3)),
        "security": st.integers(0, 9),
        "trash": st.lists(CARDS, min_size=1, max_size=2),
    },
).filter(bool)
POSITIONS = st.fixed_dictionaries(
    {},
    optional={
        "turn": st.sampled_from(["me", "opponent"]),
        "phase": st.sampled_from(["main", "breeding"]),
        "turn_number": st.integers(1, 99),
        "memory": st.integers(-10, 10),
        "me": SEATS,
        "opponent": SEATS,
    },
)


@settings(deadline=None, max_examples=150, derandomize=True)
@given(POSITIONS)
def test_a_position_that_is_written_reads_as_it_was(position: dict[str, Any]) -> None:
    assert TEXT.read(TEXT.written(position)) == position


@settings(deadline=None, max_examples=150, derandomize=True)
@given(st.one_of(st.text(max_size=60), st.text('me: battle(3,)"on;#\n 5-', max_size=60)))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    position, message = None, ""
    try:
        position = TEXT.read(text)
    except UserError as error:
        message = str(error)
    assert (position is None) == message.startswith("--at:")
    assert position is None or TEXT.read(TEXT.written(position)) == position
