"""The attacks that are chosen in secret: whose choice an action is, and how long it is kept."""

from __future__ import annotations

from rulehound.engine.dmb import Game
from rulehound.spec.dmb import decks
from rulehound.spec.dmb.secret import chooser, kept


def choosing() -> Game:
    """A game in which both choose an attack."""
    name = next(card.number for card in decks.pool() if card.facts.get("level") == "R")
    seat = {"active": {"cards": [name]}, "hand": [name], "deck": [name, name]}
    return Game.at(decks.pool(), {"decision": "attack", "players": [seat, seat]})


def test_a_choice_is_kept_until_supports_are_declared() -> None:
    game = choosing()
    assert not any(kept(game.observe(), player) for player in (0, 1))
    game.apply({"action": "choose-attack", "player": 0, "attack": "cross"})
    assert [kept(game.observe(), player) for player in (0, 1)] == [True, False]
    game.apply({"action": "choose-attack", "player": 1, "attack": "circle"})
    while game.decision == "support":
        assert all(kept(game.observe(), player) for player in (0, 1))
        game.apply({"action": "no-support"})
    assert not any(kept(game.observe(), player) for player in (0, 1))


def test_the_question_about_jamming_may_show_the_own_attack_alone() -> None:
    seen = choosing().observe()
    seats = [{**seat, "has_chosen": True} for seat in seen["players"]]
    asked = {**seen, "players": seats, "decision": "jam", "decider": 0}
    assert [kept(asked, player) for player in (0, 1)] == [False, True]
    assert not kept({**asked, "events": [{"event": "draw", "player": 0, "amount": 1}]}, 1)
    assert not kept({"turn": 0}, 0)


def test_only_the_choice_of_an_attack_is_secret() -> None:
    assert chooser({"action": "choose-attack", "player": 1, "attack": "cross"}) == 1
    assert chooser({"action": "mulligan", "player": 1, "cards": []}) is None
