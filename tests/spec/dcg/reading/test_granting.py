"""Which rule grants an action: all are rules that there are, and the most special one comes first."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg import game
from rulehound.spec.dcg.reading.candidate_actions import THINKABLE
from rulehound.spec.dcg.reading.granting import GRANTED, SPECIAL, grounds
from rulehound.spec.documents.store import load_store
from rulehound.spec.formats import Card

CARDS = {
    "EGG": Card("EGG", "Egg", {"kind": "digi-egg", "level": 2, "colors": ["red"]}),
    "RED": Card(
        "RED",
        "Red",
        {
            "kind": "digimon",
            "level": 3,
            "colors": ["red"],
            "digivolve": [{"color": "red", "level": 2, "cost": 0}, {"trait": "Dragon", "cost": 1}],
        },
    ),
    "BLUE": Card("BLUE", "Blue", {"kind": "option", "play_cost": 0, "colors": ["blue"]}),
    "BOTH": Card("BOTH", "Both", {"kind": "option", "play_cost": 0, "colors": ["red", "green"]}),
    "HELP": Card("HELP", "Help", {"kind": "tamer", "colors": ["green"]}),
}


def stack(identity: str, number: str, **shown: Any) -> dict[str, Any]:
    kind = CARDS[number].facts["kind"]
    return {"id": identity, "kind": kind, "cards": [{"id": f"{identity}c", "card": number}], **shown}


def board() -> dict[str, Any]:
    hand = [{"id": number.lower(), "card": number} for number in CARDS]
    mine = {
        "hand": hand,
        "trash": [],
        "deck": 5,
        "battle": [stack("r", "RED", played_this_turn=True), stack("h", "HELP")],
        "breeding": stack("e", "EGG"),
    }
    other = {"hand": [], "trash": [], "deck": 5, "battle": [], "breeding": None}
    return {"turn": 0, "decision": "main", "players": [mine, other]}


@pytest.mark.parametrize(
    ("action", "rules"),
    [
        ({"action": "pass"}, ["turn.pass"]),
        (
            {"action": "digivolve", "card": "red", "onto": "e", "requirement": 0},
            ["digivolve.breeding", "digivolve.requirement"],
        ),
        (
            {"action": "digivolve", "card": "red", "onto": "r", "requirement": 1},
            ["digivolve.special", "digivolve.requirement", "digivolve.same-turn"],
        ),
        ({"action": "use", "card": "blue"}, ["option.colours", "option.from-hand"]),
        ({"action": "use", "card": "both"}, ["option.colours", "option.from-hand"]),
        ({"action": "attack", "attacker": "r", "target": "player"}, ["keyword.rush", "attack.targets"]),
        ({"action": "play", "card": "help"}, ["play.kinds", "play.from-hand"]),
        ({"action": "play", "card": "nowhere"}, ["play.from-hand"]),
    ],
)
def test_the_most_special_rule_comes_first(action: dict[str, Any], rules: list[str]) -> None:
    granting = [each.rule for each in grounds(board(), action, CARDS)]
    assert list(dict.fromkeys(granting)) == rules


def test_they_are_rules_of_the_game_and_actions_that_it_has() -> None:
    rules = {rule.id for rule in load_store(game.directory).rules.values()}
    assert {ground.rule for ground in GRANTED.values()} <= rules
    made = {
        "redraw",
        "keep",
        "hatch",
        "move",
        "skip",
        "play",
        "use",
        "digivolve",
        "dna-digivolve",
        "activate",
    }
    made |= {"attack", "pass", "block", "no-block", "place", "suspend-for", "done"}
    assert made >= set(SPECIAL) | set(GRANTED)
    assert THINKABLE
