"""The desk: games opened from text, scenarios and seeds; steps tried and undone; questions answered."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.errors import UserError
from rulehound.checker.serving.desk import HIGHEST_SEED, read_facts
from rulehound.checker.serving.open_game import MOST_STEPS
from rulehound.checker.serving.shown_position import UNKNOWN_CARD
from rulehound_testing.served import EDITION, POSITION, desk


def test_cards_lie_where_a_position_only_counts_them() -> None:
    game = desk().typed(POSITION, "", EDITION)
    assert game.made_up
    hand = game.board.observation["players"][1]["hand"]
    assert [game.cards[card["card"]].name for card in hand] == [UNKNOWN_CARD] * 5
    named = desk().typed("me: hand Gabumon(3); opponent: deck 5", "", EDITION)
    assert not named.made_up


def test_a_fact_that_nobody_stated_is_said_to_be_taken_for_granted() -> None:
    text = "me: memory 1, hand Gabumon(3); opponent: hand 5"
    answers = [
        desk().overview(desk().typed(text, "", EDITION)),
        desk().answer(desk().typed(text, "", EDITION), "may I play Gabumon"),
    ]
    for answer in answers:
        assert answer is not None
        (ruling,) = [one for one in answer.rulings if one.action.get("action") == "play"]
        assert ruling.taken_for_granted == ["Gabumon: play cost 2"]


def test_what_happens_does_not_know_cards_that_a_position_only_counts() -> None:
    game = desk().typed(POSITION.replace("Patamon(3, blocker)", "Patamon(3)"), "", EDITION)
    (ruling,) = desk().answer(game, "what happens if I attack the player with Greymon").rulings
    assert "what happens depends on that card" in ruling.outcomes[0].then


def test_more_facts_belong_to_the_cards_of_their_name() -> None:
    facts = '[Greymon]\nplay_cost = 7\n["Patamon"]\nlevel = 5'
    game = desk().typed(POSITION, facts, EDITION)
    by_name = {card.name: card.facts for card in game.cards.values()}
    assert by_name["Greymon"]["play_cost"] == 7
    assert by_name["Patamon"]["level"] == 5
    assert by_name["Agumon"]["play_cost"] == 2


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        (
            "[Greymom]\nlevel = 3",
            "no card with stated attributes is called 'Greymom'; did you mean Greymon?",
        ),
        ("Greymon = 3", "'Greymon' is not a table of facts"),
        ("[Greymon", "more facts: "),
        ("[Greymon]\ncount = -1", "count"),
        ("[Greymon]\nkind = []", "sort of card"),
    ],
)
def test_facts_that_make_no_sense_are_said_so(facts: str, problem: str) -> None:
    with pytest.raises(UserError, match=r".") as raised:
        desk().typed(POSITION, facts, EDITION)
    assert problem in str(raised.value)


def test_facts_that_the_engine_does_not_take_leave_a_position_to_be_asked_about() -> None:
    game = desk().typed(POSITION, '[Greymon]\neffects = [{ timing = "on-paly", steps = [] }]', EDITION)
    assert "on-paly" in game.unplayable
    with pytest.raises(UserError, match="cannot take this position"):
        desk().tried(game, {"action": "pass"})


def test_a_position_has_no_edition_that_the_game_lacks() -> None:
    with pytest.raises(UserError, match="there is no edition 'x'; choose one of fan-2020"):
        desk().typed(POSITION, "", "x")


def test_a_scenario_stands_after_its_steps_and_goes_no_farther() -> None:
    game = desk().scenario("rulings/blitz-03/1", 1, EDITION)
    assert len(game.steps) == 1
    with pytest.raises(UserError, match="steps, not 99"):
        desk().scenario("rulings/blitz-03/1", 99, EDITION)


def test_a_scenario_of_other_editions_is_refused() -> None:
    name, scenario = next(
        (n, s) for n, s in desk().scenarios.items() if s.editions and EDITION not in s.editions
    )
    with pytest.raises(UserError, match="it holds under"):
        desk().scenario(name, 0, EDITION)
    assert desk().scenario(name, 0, scenario.editions[-1]).edition == scenario.editions[-1]


@pytest.mark.parametrize("seed", [-1, HIGHEST_SEED + 1])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(UserError, match="is not a seed"):
        desk().new_game(seed, EDITION)


def test_every_step_can_be_undone_to_the_very_board_before() -> None:
    game = desk().played_out(desk().new_game(2, EDITION), 5)
    assert 10 < len(game.steps) < MOST_STEPS
    assert game.board.observation["winner"] is not None
    boards = list(game.boards)
    while game.steps:
        boards.pop()
        game = desk().undone(game)
        assert game.board is boards[-1]
    with pytest.raises(UserError, match="nothing to undo"):
        desk().undone(game)


def test_an_undone_game_goes_on_as_it_went() -> None:
    game = desk().played_out(desk().new_game(2, EDITION), 5)
    early = game
    for _ in range(len(game.steps) - 4):
        early = desk().undone(early)
    assert desk().played_out(early, 5).boards == game.boards


def test_every_random_action_is_drawn_anew() -> None:
    game = desk().played_out(desk().new_game(2, EDITION), 5)
    drawn: dict[int, set[int]] = {}
    for board, step in zip(game.boards, game.steps, strict=False):
        drawn.setdefault(len(board.offers), set()).add(list(board.offers).index(step.action))
    assert sum(len(places) > 1 for places in drawn.values()) > 2


def test_a_game_has_no_more_steps_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulehound.checker.serving.open_game.MOST_STEPS", 3)
    game = desk().played_out(desk().new_game(2, EDITION), 5)
    assert len(game.steps) == 3
    with pytest.raises(UserError, match="no more than 3 steps"):
        desk().tried(game, game.board.offers[0])


def test_under_another_edition_a_game_goes_as_far_as_it_is_legal_there() -> None:
    game = desk().typed(
        "phase breeding; me: breeding Koromon(digi-egg, 3, 2000 DP); opponent: deck 5", "", EDITION
    )
    game = desk().tried(game, {"action": "move"})
    assert not game.steps[-1].refused
    other = desk().by_edition(game, "detailed-1.0")
    assert other.edition == "detailed-1.0"
    assert [step.action for step in other.steps] == [{"action": "move"}]


def test_facts_are_read_as_toml_with_any_line_ends() -> None:
    assert read_facts("[a]\r\nlevel = 3\r\n") == {"a": {"level": 3}}
