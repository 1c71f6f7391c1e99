"""Questions in a person's words: what is asked, of whom, and about which actions."""

from __future__ import annotations

import pytest

from rulehound.checker.asking.questions import fitting, meant, read_question
from rulehound.checker.asking.sources import typed
from rulehound.checker.errors import UserError
from rulehound.checker.pipeline.ask import asking_of
from rulehound_testing.faults.catching import rulebook

AT = """
me: memory 3, battle Ash(4), Ash(5), hand Ash(5, digivolves from red 4 for 2), Elm(option, cost 1)
opponent: battle Ash(3, suspended), Fir(4, suspended, blocker)
"""


def texts(text: str) -> set[str]:
    """The actions that a question is about, in words."""
    book, question = rulebook(), read_question(text)
    asking, position = asking_of(book), typed(book, asking_of(book), AT, "--at")
    whole = book.game.reader.view(position.observation, position.cards).observation
    wanted = meant(asking, question, whole, position.cards)
    actions = fitting(wanted, asking.thinkable(whole, position.cards))
    return {book.game.depiction.describe(whole, action, position.cards) for action in actions}


@pytest.mark.parametrize(
    ("text", "kind", "player", "action"),
    [
        ("May I attack with Ash?", "may", 0, "attack with Ash"),
        ("can the opponent block with Fir", "may", 1, "block with Fir"),
        ("Why can\u2019t I play Elm?", "may", 0, "play Elm"),
        ("why may I not play Elm", "may", 0, "play Elm"),
        ("why not play Elm?", "may", 0, "play Elm"),
        ("what may I do now?", "what", 0, ""),
        ("What can my opponent do", "what", 1, ""),
        ("what happens if I pass", "happens", 0, "pass"),
        ("what if the opponent blocks with Fir?", "happens", 1, "blocks with Fir"),
        ("am I allowed to pass", "may", 0, "pass"),
        ("is my opponent allowed to pass", "may", 1, "pass"),
        ("could I pass", "may", 0, "pass"),
        ("what happens when I pass", "happens", 0, "pass"),
        ("can Ash attack", "may", None, "Ash attack"),
        ("why can't the opponent's Fir block", "may", None, "the opponent's Fir block"),
        ("what if Fir blocks", "happens", None, "Fir blocks"),
    ],
)
def test_forms_of_questions(text: str, kind: str, player: int | None, action: str) -> None:
    question = read_question(text)
    assert (question.kind, question.player, question.action) == (kind, player, action)


@pytest.mark.parametrize("text", ["", "attack", "do I win?", "may I", "what happens if"])
def test_what_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="cannot be answered"):
        read_question(text)


def test_what_is_left_out_may_be_anything() -> None:
    assert texts("may I attack Fir with Ash") == {"attack Fir with Ash"}
    assert texts("may I attack with Ash") == {
        "attack the player with Ash",
        "attack Ash with Ash",
        "attack Fir with Ash",
    }
    assert texts("may I attack the player with Ash") == {"attack the player with Ash"}
    assert texts("what if the opponent blocks with Fir") == {"block with Fir"}


def test_an_attack_on_a_name_is_on_one_of_the_opponent() -> None:
    assert texts("may I attack Ash") == {"attack Ash with Ash"}
    assert texts("may I attack the opponent's Ash with my Ash") == {"attack Ash with Ash"}


def test_whoever_has_what_is_named_acts() -> None:
    assert texts("can Fir block") == texts("can my opponent's Fir block") == {"block with Fir"}
    assert texts("what if Fir blocks") == {"block with Fir"}
    assert "attack the player with Ash" in texts("can Ash attack")
    assert texts("can Ash attack Fir") == {"attack Fir with Ash"}


def test_things_of_one_name_are_told_apart_by_number_and_area() -> None:
    book = rulebook()
    asking, position = asking_of(book), typed(book, asking_of(book), AT, "--at")
    whole = book.game.reader.view(position.observation, position.cards).observation

    def attackers(words: str) -> set[str]:
        wanted = meant(asking, read_question(f"may I attack with {words}"), whole, position.cards)
        return {
            str(action["attacker"]) for action in fitting(wanted, asking.thinkable(whole, position.cards))
        }

    assert attackers("Ash") == {"0.battle.0", "0.battle.1"}
    assert attackers("Ash 2") == attackers("my Ash #2") == {"0.battle.1"}
    assert attackers("Ash in the battle area") == {"0.battle.0", "0.battle.1"}
    assert attackers("Ash in my hand") == set()
    assert attackers("0.battle.0") == {"0.battle.0"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("may I atack with Ash", "no action is called 'atack with Ash'; did you mean attack with ...?"),
        ("may I atack with greymon", "'atack with greymon'; did you mean attack with ...?"),
        ("may I hach the egg over there", "did you mean hatch a digi-egg?"),
        ("may I sing with Ash", "no action is called 'sing with Ash'; see rulehound ask --list"),
        ("may I attack with Ashe", "nothing that is yours in the position is called 'Ashe'"),
        ("may I attack with Fir", "the Fir in the battle area is the opponent's, and not yours"),
        ("may I attack with the opponent's Ash", "the opponent's Ash is not yours"),
        ("can Oak attack", "nothing that is yours in the position is called 'Oak'"),
        ("may I play Oak", "nothing that is yours in the position is called 'Oak'"),
    ],
)
def test_words_that_mean_nothing_are_refused(text: str, message: str) -> None:
    with pytest.raises(UserError) as raised:
        texts(text)
    assert message in str(raised.value)
