"""Digivolution requirements as cards state them, as they stand to the card that is digivolved from."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.model import Requirement
from rulehound.spec.dcg.reading.cards import number_of, requirement
from rulehound.spec.formats import Card
from rulehound.spec.language import record

BASE = Card("B", "Ember", {"kind": "digimon", "level": 3, "colors": ["red"], "traits": ["Kindled"]})
ASKED: list[tuple[dict[str, Any], bool]] = [
    ({"name": "Ember"}, True),
    ({"name": "Blaze"}, False),
    ({"trait": "Kindled"}, True),
    ({"trait": "Tidal"}, False),
    ({"trait": "Kindled", "level": 3}, True),
    ({"trait": "Kindled", "level": 4}, False),
    ({"trait": "Kindled", "color": "red"}, True),
    ({"trait": "Kindled", "color": "blue"}, False),
    ({"name": "Ember", "trait": "Tidal"}, False),
]


@pytest.mark.parametrize(("asked", "fits"), ASKED)
def test_a_requirement_by_name_or_trait_is_met_where_all_of_it_fits(
    asked: dict[str, Any], fits: bool
) -> None:
    into = Card("I", "Blaze", {"kind": "digimon", "level": 4, "digivolve": [{**asked, "cost": 5}]})
    stated = {"card": number_of(into), "level": 3, "colours": ("red",) if fits else (), "cost": 5}
    assert requirement(into, 0, BASE) == record(Requirement, stated)


def test_one_by_level_and_colour_is_read_as_it_is_printed_whatever_it_stands_to() -> None:
    into = Card("I", "Blaze", {"kind": "digimon", "digivolve": [{"color": "blue", "level": 3, "cost": 2}]})
    stated = {"card": number_of(into), "level": 3, "colours": ("blue",), "cost": 2}
    assert requirement(into, 0, BASE) == record(Requirement, stated)
