"""The language of effects: what it refuses, and that our own cards use every word of it."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rulehound.engine.dmb import Refused
from rulehound.engine.dmb.cards import CardFacts, read_cards
from rulehound.engine.dmb.effects.language import Step, Timing, Word
from rulehound.spec.dmb.decks import card_words, pool
from rulehound.spec.formats import Card


def test_our_own_cards_use_every_word() -> None:
    words = frozenset[str]().union(*map(card_words, pool("effects")))
    parts = {"if", "otherwise", "cost", "once", "anyone", "may", "steady", "guarded"}
    assert words == {*get_args(Timing), *get_args(Word), *parts}


def test_our_own_cards_use_every_part_of_a_step() -> None:
    facts: list[CardFacts] = list(read_cards(pool("effects")).values())
    steps = [step for card in facts for one in card.effects for step in (*one.steps, *one.cost)]
    plain = Step("draw")
    used = {
        name
        for step in steps
        for name in Step.__struct_fields__
        if getattr(step, name) != getattr(plain, name)
    }
    assert used == {*Step.__struct_fields__}


def refused(**effect: Any) -> str:
    facts = {"kind": "option", "support": True, "effects": [{"timing": "support", **effect}]}
    with pytest.raises(Refused) as refusal:
        read_cards([Card("N", "Name", facts)])
    return str(refusal.value)


@pytest.mark.parametrize(
    ("effect", "why"),
    [
        ({"steps": []}, "card N: effects[0].steps: Expected `array` of length >= 1"),
        ({"steps": [{"do": "shuffle"}]}, "known: ability, attach, attack"),
        ({"timing": "always", "steps": [{"do": "draw"}]}, "known: activate, any-phase, attack"),
        ({"steps": [{"do": "draw", "much": 2}]}, "unknown field `much`; known: abilities, amount"),
        ({"steps": [{"do": "type"}]}, "type needs types"),
        ({"steps": [{"do": "attach"}]}, "attach needs zone"),
        ({"steps": [{"do": "attach", "zone": "dp"}]}, "attach knows no zone 'dp'; it knows this, hand"),
        ({"steps": [{"do": "draw", "zone": "top"}]}, "draw knows no zone 'top'; it knows none"),
        ({"steps": [{"do": "draw", "amount": 0}]}, "draw needs an amount of at least 1"),
        ({"steps": [{"do": "draw", "otherwise": {"do": "trash"}}]}, "otherwise stands beside a condition"),
        ({"cost": [{"do": "draw"}], "steps": [{"do": "draw"}]}, "draw is no cost; costs are discard"),
        (
            {"cost": [{"do": "discard", "of": "opponent"}], "steps": [{"do": "draw"}]},
            "discard is no cost; costs are discard",
        ),
        ({"timing": "passive", "steps": [{"do": "draw"}]}, "a passive effect is a bonus"),
        (
            {"steps": [{"do": "attach", "zone": "this"}, {"do": "draw"}]},
            "a card is attached last",
        ),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(effect: dict[str, Any], why: str) -> None:
    assert why in refused(**effect)
