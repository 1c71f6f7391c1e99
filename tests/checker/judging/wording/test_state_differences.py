"""Two states side by side: what differs, in words and by its kind; and what of one breaks an invariant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulehound.checker.judging.wording.broken_invariants import what_breaks
from rulehound.checker.judging.wording.state_differences import Difference, difference
from rulehound.checker.rulebook.reading import open_game
from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.reading.cards import card_facts
from rulehound.spec.formats import Card
from rulehound.spec.language import Interpreter, State

GAME = open_game("dcg")
VALUES = {**GAME.rulesets["comprehensive-4.0"], "memory.max": 10, "battle.zero-dp": 0, "attack.checks": 1}
AGUMON = Card("X1-010", "Agumon", {"kind": "digimon", "level": 3, "dp": 2000, "colors": ["red"]})
OBSERVED = {"turn": 0, "first": 0}


def stack(**fields: Any) -> dict[str, Any]:
    return {"top": card_facts(AGUMON), "dp": 2000, **fields}


def state(**fields: Any) -> State:
    return model.from_dict({path.replace("__", "."): value for path, value in fields.items()})


def between(expected: Mapping[str, Any], observed: Mapping[str, Any]) -> Difference:
    cards = {AGUMON.number: AGUMON}
    return difference(model, GAME.depiction, cards, state(**expected), state(**observed), OBSERVED)


def test_what_differs_is_told_of_players_and_cards_by_name() -> None:
    found = between(
        {"memory": 3, "me__battle": [stack(), stack(suspended=True)]},
        {"memory": 3, "me__battle": [stack(), stack()]},
    )
    assert found.expected == "players[0].battle 2 of which X1-010 Agumon: suspended yes"
    assert found.observed == "players[0].battle 2 of which X1-010 Agumon: suspended no"


def test_who_is_on_turn_does_not_hide_what_is_the_same() -> None:
    found = between(
        {"me__hand": 4, "opponent__hand": 5},
        {"second_players_turn": True, "me__hand": 5, "opponent__hand": 4},
    )
    turn = "second_players_turn"
    assert found == Difference(f"{turn} no", f"{turn} yes", [f"{turn} other"])


def test_what_came_is_told_by_what_it_says() -> None:
    found = between({"opponent__trash": 1}, {"opponent__battle": [stack()]})
    assert found.expected == "players[1].trash 1, players[1].battle 0"
    shown = "players[1].trash 0, players[1].battle 1 of which (top X1-010 Agumon, dp 2000)"
    assert found.observed == shown


@pytest.mark.parametrize("side", ["me", "opponent"])
def test_the_same_goes_wrong_whoever_is_hit_and_how_much(side: str) -> None:
    kinds = [
        between({f"{side}__trash": many}, {f"{side}__battle": [stack()] * many}).kinds for many in (1, 2)
    ]
    assert kinds == [["battle more", "trash less"]] * 2
    other = between({f"{side}__battle": [stack(suspended=True)]}, {f"{side}__battle": [stack()]})
    assert other.kinds == ["battle.suspended less"]


@pytest.mark.parametrize(
    ("name", "broken", "shown"),
    [
        ("memory.limit", {"memory": 11, "me__battle": [stack()], "me__hand": 4}, "memory 11"),
        (
            "battle.zero-dp",
            {"stage": "main", "opponent__battle": [stack(), stack(dp=0)]},
            "stage main, players[1].battle [(top X1-010 Agumon)]",
        ),
    ],
)
def test_of_a_state_only_what_breaks_the_invariant_is_shown(
    name: str, broken: Mapping[str, Any], shown: str
) -> None:
    invariant, interpreter = model.invariants[name], Interpreter(model, VALUES)
    cards = {AGUMON.number: AGUMON}

    def breaks(one: State) -> bool:
        return not interpreter.holds(invariant.condition, one)

    at = state(**broken)
    assert breaks(at)
    assert what_breaks(model, GAME.depiction, cards, invariant, breaks, at, OBSERVED) == shown
