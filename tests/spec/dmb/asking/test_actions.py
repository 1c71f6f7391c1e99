"""Actions as people say them: every one has words, and the judge agrees with the engine."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.asking.questions import read_question
from rulehound.checker.pipeline.ask import answer
from rulehound.checker.rulebook.reading import Rulebook, open_game, read_rulebook
from rulehound.engine.dmb.adapter import create
from rulehound.spec.dmb import protocol
from rulehound.spec.dmb.asking.actions import PHRASES, deciders, thinkable, turned_over
from rulehound.spec.dmb.asking.positions import observation
from rulehound.spec.dmb.reading.cards import called
from rulehound.spec.formats import Card
from rulehound_testing.rotating import SEED

OF_EFFECTS = {
    "use-effect", "other-first", "no-effect", "choose", "choose-none", "put-on-top", "put-under",
}  # fmt: skip
"""Choices within effects, which are no actions of the model: nobody is asked about them."""
NAMES = {each.__struct_config__.tag for each in protocol.ACTIONS} - OF_EFFECTS
CARDS = {"A": Card("A", "Ash", {"kind": "digimon", "level": "R", "hp": 500, "support": True})}
BOTH = {"active": {"cards": ["A"]}, "choice": "circle"}


@cache
def book() -> Rulebook:
    return read_rulebook(open_game("dmb"))


def test_every_action_can_be_said() -> None:
    assert {phrase.action for phrase in PHRASES} == NAMES


def test_no_way_to_say_an_action_hides_behind_another() -> None:
    for place, phrase in enumerate(PHRASES):
        text = re.sub(r"\{\w+\}", "Ash", phrase.says)
        for earlier in PHRASES[:place]:
            pattern = re.sub(r"\\\{\w+\\\}", ".+?", re.escape(earlier.says))
            assert not re.fullmatch(pattern, text), f"{text!r} is read as {earlier.says!r}"


def test_those_decide_who_have_not_chosen_yet() -> None:
    at = {"decision": "attack", "players": [BOTH, {"active": BOTH["active"]}]}
    assert list(deciders(observation(at, CARDS))) == [1]
    opening = observation({"decision": "mulligan"}, CARDS)
    assert list(deciders(opening)) == [0, 1]
    assert list(deciders({**opening, "decision": None})) == []


def test_any_action_is_thinkable_at_any_decision() -> None:
    one = {"active": {"cards": ["A"]}, "hand": ["A"]}
    names = {each["action"] for each in thinkable(observation({"players": [one]}, CARDS), CARDS)}
    assert {"choose-attack", "support-from-hand", "evolve", "discard", "keep-hand", "mulligan"} <= names


def test_a_support_from_the_deck_is_the_card_on_top_until_it_has_left_the_deck() -> None:
    at = {"decision": "support", "players": [{**BOTH, "deck": ["A"]}, BOTH]}
    shown = observation(at, CARDS)
    (card,) = turned_over(shown, "turn-over-mine", 0, CARDS) or ()
    assert called({"number": card[0], "circle": 0}) == "Ash"
    assert turned_over(shown, "turn-over-theirs", 0, CARDS) is None
    face_down = {**shown["players"][0], "support": {"card": None}}
    later = {**shown, "players": [face_down, shown["players"][1]]}
    assert turned_over(later, "turn-over-mine", 0, CARDS) is None


@pytest.mark.parametrize("number", range(2))
def test_the_judge_allows_what_the_engine_offers_and_nothing_else(number: int) -> None:
    """In random games, at every decision but that for a Digimon to place, of which the model cannot tell."""
    game, chance, engine = book().game, random.Random(f"{SEED}/{number}"), create()
    setup = game.setup(number, book().values)
    cards, shown, asked = {card.number: card for card in setup.cards}, engine.new_game(setup), 0
    while (offers := engine.legal_actions()) and asked < 25:
        if shown["decision"] not in ("mulligan", "place"):
            for player in deciders(shown):
                own = [each for each in offers if each.get("player", player) == player]
                words = {game.depiction.describe(shown, each, cards) for each in own}
                question = read_question(f"what may {('I', 'the opponent')[player]} do")
                rulings = answer(book(), question, AskedPosition(shown, cards)).rulings
                allowed = {re.sub(r" \([^)]* \d+\)$", "", one.text) for one in rulings if one.ruling == "yes"}
                assert allowed == words, shown["decision"]
                assert not [one for one in rulings if one.ruling == "unknown"]
            asked += 1
        shown = engine.apply(chance.choice(offers))
    assert asked > 10
