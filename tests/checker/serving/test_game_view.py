"""What the page of a game is given: offers with their rules, refusals by theirs, steps, doubts."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.serving.game_view import game_view
from rulehound_testing.served import EDITION, POSITION, desk


def test_offers_name_the_rules_that_grant_them() -> None:
    view = game_view(desk(), desk().typed(POSITION, "", EDITION))
    granted = {offer.text: list(offer.rules) for offer in view.offers}
    assert granted["attack the player with Greymon"] == ["attack.targets"]
    assert granted["pass"] == ["turn.pass"]
    assert (view.decides, view.decision) == ("you", "main")


def test_an_offer_that_the_judge_would_not_make_is_marked() -> None:
    game = desk().typed(POSITION, "", EDITION)
    wrong = {"action": "attack", "attacker": "p1", "target": "p2"}
    board = replace(game.board, offers=(*game.board.offers, wrong))
    offers = game_view(desk(), replace(game, boards=(board,))).offers
    assert [offer.doubt for offer in offers] == ["", "", "", "the judge says no: attack.targets"]


def test_offers_in_equal_words_are_told_apart_by_ids() -> None:
    twice = "me: memory 3, battle Greymon(4), battle Greymon(4); opponent: security 5"
    view = game_view(desk(), desk().typed(twice, "", EDITION))
    attacks = [offer for offer in view.offers if offer.text.startswith("attack")]
    assert len({offer.text for offer in attacks}) == 2
    assert [json.loads(offer.action)["attacker"] in offer.text for offer in attacks] == [True, True]


def test_actions_that_the_same_rules_forbid_stand_together() -> None:
    text = "me: memory 3, hand Gabumon(3), Agumon(3); opponent: security 5"
    (group,) = game_view(desk(), desk().typed(text, "", EDITION)).refusals
    assert [rule.rule for rule in group.rules] == ["option.kind", "option.colours"]
    assert [ruling.text for ruling, _ in group.rulings] == ["use Gabumon (cost 2)", "use Agumon (cost 2)"]


def test_a_choice_within_an_effect_is_offered_and_called_no_refusal() -> None:
    effects = (
        'effects = [{ timing = "on-play", cost = [{ do = "put", target = { area = "hand" }, to = "trash" }], '
    )
    facts = f'[Gabumon]\n{effects}steps = [{{ do = "memory", amount = 1 }}] }}]'
    text = "me: memory 5, hand Gabumon(3), Agumon(3), Veemon(3); opponent: security 5"
    game = desk().typed(text, facts, EDITION)
    game = desk().tried(game, game.board.offers[0])
    view = game_view(desk(), game)
    assert [offer.text for offer in view.offers] == ["accept", "decline"]
    assert not [offer for offer in view.offers if offer.doubt]
    assert view.steps[0].happened[:2] == ["the cost of Gabumon is paid: 2", "Gabumon is played"]


def test_a_game_that_is_over_offers_nothing() -> None:
    game = desk().played_out(desk().new_game(3, EDITION), 1)
    view = game_view(desk(), game)
    assert (view.decides, list(view.offers), view.overview) == ("nobody", [], None)
    assert len(view.steps) == len(game.steps)
    assert view.steps[0].number == len(game.steps)
