"""Setting up a game in the model: what is dealt when, and the exchange of opening hands, by edition."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.rulesets import RULESETS
from rulehound.spec.language import Configuration, Interpreter, State
from rulehound_testing.dcg.values import values_of

NEW = "comprehensive-4.0"
OTHERS = [edition for edition in RULESETS if edition != NEW]
PILES = Configuration(
    name="setup",
    says="",
    bounds={},
    settings={"start.deck": 40, "setup.hand": 5, "setup.security": 5, "start.egg-deck": 4},
    without=frozenset(name for name, action in model.actions.items() if action.parameters),
)


def steps(edition: str) -> list[tuple[str, dict[str, Any]]]:
    """The one way through setup in which every hand is exchanged, each state as a person reads it."""
    interpreter = Interpreter(model, values_of(edition), PILES)
    state, way = interpreter.initial(), []
    while model.as_dict(state)["stage"] != "unsuspend":
        options = {action.name: after for action, _, after in interpreter.successors(state)}
        name = "redraw" if "redraw" in options else next(iter(options))
        assert set(options) in ({name}, {"redraw", "keep"})
        state = options[name]
        assert interpreter.failed_invariants(state) == []
        way.append((name, model.as_dict(state)))
    return way


@pytest.mark.parametrize("edition", OTHERS)
def test_security_comes_before_the_hands_and_nothing_is_exchanged(edition: str) -> None:
    way = steps(edition)
    assert [name for name, _ in way] == ["lay-security", "draw-hands"]
    assert (way[0][1]["me.security"], way[0][1]["me.hand"], way[0][1]["me.deck"]) == (5, 0, 45)


def test_in_the_current_edition_hands_are_exchanged_before_security_is_laid() -> None:
    way = steps(NEW)
    assert [name for name, _ in way] == ["draw-hands", "redraw", "redraw", "lay-security"]
    assert [after["stage"] for _, after in way] == ["redraw", "redraw-theirs", "lay-security", "unsuspend"]
    assert [after["opponent.security"] for _, after in way] == [0, 0, 0, 5]


@pytest.mark.parametrize("edition", RULESETS)
def test_both_players_start_with_the_same_piles(edition: str) -> None:
    _, end = steps(edition)[-1]
    for part in ("me", "opponent"):
        piles = [end[f"{part}.{pile}"] for pile in ("deck", "hand", "security", "egg_deck", "trash", "cards")]
        assert piles == [40, 5, 5, 4, 0, 54]
    assert (end["memory"], end["first_turn"], end["second_players_turn"]) == (0, True, False)


def redrawing(hand: int, stage: str, edition: str = NEW) -> tuple[Interpreter, State]:
    given = {"stage": stage, "me.hand": hand, "opponent.hand": hand, "me.deck": 45, "opponent.deck": 45}
    return Interpreter(model, values_of(edition), PILES), model.from_dict(given)


@pytest.mark.parametrize(("stage", "part"), [("redraw", "me"), ("redraw-theirs", "opponent")])
def test_the_whole_hand_goes_back_and_a_new_one_is_drawn(stage: str, part: str) -> None:
    """Six cards were held, for the exchange to be seen in the counts."""
    interpreter, state = redrawing(6, stage)
    after = model.as_dict(interpreter.apply(state, model.actions["redraw"], {}))
    assert (after[f"{part}.hand"], after[f"{part}.deck"]) == (5, 46)
    other = {"me": "opponent", "opponent": "me"}[part]
    assert (after[f"{other}.hand"], after[f"{other}.deck"]) == (6, 45)


@pytest.mark.parametrize("action", ["redraw", "keep"])
def test_nobody_exchanges_a_hand_once_setup_is_over(action: str) -> None:
    """The first ruling on setup, and each player is asked but once."""
    interpreter, state = redrawing(5, "main")
    failed = interpreter.failed_guards(state, model.actions[action], {})
    assert [(guard.name, guard.rule) for guard in failed] == [("setup.redraw", "setup.redraw")]
