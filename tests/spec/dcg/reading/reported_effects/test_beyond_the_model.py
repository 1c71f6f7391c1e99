"""What effects do that the model has no words for leaves a step unjudged, and says why."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.adapter import create
from rulehound.spec.dcg.reading.complete import completed, reported_effects
from rulehound.spec.formats import Card

EDITION = "comprehensive-4.0"
DIGIMON = {"kind": "digimon", "level": 3, "dp": 3000, "play_cost": 0, "colors": ["red"]}
OPTION = {"kind": "option", "play_cost": 0, "colors": ["red"]}
TAMER = {"kind": "tamer", "play_cost": 0, "colors": ["red"]}
REQUIREMENT = {"color": "red", "level": 3}


def effect(timing: str, *steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"timing": timing, "steps": list(steps), **more}


def option(*steps: dict[str, Any]) -> dict[str, Any]:
    return {**OPTION, "effects": [effect("main", *steps)]}


PLAYED = {"happens": "played", "which": {"role": "", "kind": ["digimon"]}}
CARDS = {
    "ember": DIGIMON,
    "helper": TAMER,
    "grown": {**DIGIMON, "level": 4, "dp": 5000, "digivolve": [{**REQUIREMENT, "cost": 0}]},
    "steam": {**DIGIMON, "level": 4, "dna": [{"left": REQUIREMENT, "right": REQUIREMENT, "cost": 0}]},
    "both": option(
        {
            "do": "dna-digivolve",
            "left": {"kind": ["digimon"], "level": 3},
            "right": {"kind": ["digimon"], "level": 3},
            "into": {"area": "hand"},
            "free": True,
        }
    ),
    "one": option(
        {
            "do": "digivolve",
            "target": {"kind": ["digimon"]},
            "into": {"area": "hand", "kind": ["digimon"]},
            "free": True,
        }
    ),
    "lift": option(
        {
            "do": "digivolve",
            "target": {"kind": ["tamer"]},
            "into": {"area": "hand", "kind": ["digimon"]},
            "free": True,
            "ignore_requirements": True,
        }
    ),
    "rise": {
        **OPTION,
        "effects": [
            effect(
                "main",
                {
                    "do": "give",
                    "target": {"kind": ["tamer"], "count": "all"},
                    "gives": {"as_digimon": 3000},
                    "until": "turn-end",
                },
            )
        ],
    },
    "captain": {
        **TAMER,
        "effects": [
            {
                "timing": "continuous",
                "target": {"area": "security", "kind": ["digimon"], "count": "all"},
                "gives": {"dp": 3000},
            }
        ],
    },
    "keeper": {
        **TAMER,
        "effects": [
            effect("would", {"do": "put", "target": {"role": "subject"}, "to": "hand"}, event=PLAYED)
        ],
    },
    "revive": option({"do": "play", "target": {"area": "trash", "kind": ["digimon"]}}),
}
POOL = {number: Card(number, number.title(), facts) for number, facts in CARDS.items()}


def unknown(name: str, more: dict[str, Any] | None = None, **mine: Any) -> str:
    """Why nothing is read of a first step: the first action of this name, where a player has these areas."""
    engine = create()
    seats = [{"deck": 5, **mine}, {"deck": 5, "security": ["ember"], **(more or {})}]
    before = engine.position(list(POOL.values()), {"memory": 5, "players": seats}, EDITION)
    action = next(one for one in engine.legal_actions() if one["action"] == name)
    after = engine.apply(action)
    while after["decision"] in ("target", "requirement"):
        after = engine.apply(engine.legal_actions()[0])
    return reported_effects(completed(before, POOL), completed(after, POOL), POOL).unknown


def battle(*numbers: str) -> list[dict[str, Any]]:
    return [{"cards": [number]} for number in numbers]


@pytest.mark.parametrize(
    ("hand", "field", "why"),
    [
        (["both", "steam"], ["ember", "ember"], "an effect has two Digimon DNA digivolve"),
        (["lift", "grown"], ["helper"], "an effect has a Tamer digivolve"),
        (["rise"], ["helper"], "an effect makes a Tamer a Digimon"),
        (["one", "grown"], ["ember"], ""),
        (["rise"], ["ember"], ""),
    ],
)
def test_what_an_option_does(hand: list[str], field: list[str], why: str) -> None:
    assert unknown("use", hand=hand, battle=battle(*field)) == why


def test_what_is_taken_away_while_a_player_plays_it() -> None:
    taken = "an effect takes away the card that is being played"
    assert unknown("play", hand=["ember"], battle=battle("keeper")) == taken
    assert unknown("play", hand=["ember"], battle=battle("helper")) == ""


def test_what_an_effect_plays_is_taken_up_before_it_is_taken_away() -> None:
    assert unknown("use", hand=["revive"], trash=["ember"], battle=battle("keeper", "ember")) == ""


def test_a_security_digimon_may_have_another_dp_where_a_card_says_so() -> None:
    changed = "an effect may change the DP of a Security Digimon"
    assert unknown("attack", {"battle": battle("captain")}, battle=battle("ember")) == changed
    without = {number: card for number, card in POOL.items() if number != "captain"}
    engine = create()
    seats = [{"deck": 5, "battle": battle("ember")}, {"deck": 5, "security": ["ember"]}]
    before = engine.position(list(without.values()), {"players": seats}, EDITION)
    attack = next(one for one in engine.legal_actions() if one["action"] == "attack")
    after = engine.apply(attack)
    assert reported_effects(completed(before, without), completed(after, without), without).unknown == ""
