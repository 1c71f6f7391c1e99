"""The configuration of random games of the model: every kind of card, and effects of cards at every chance.

A search could not visit all of its states, so nothing is bounded here but the cards that there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.spec.dcg.model.configurations import (
    EGG,
    EGG_WITH_DP,
    OPTION,
    RED,
    TAMER,
    Entry,
    digimon,
    requirements,
)
from rulehound.spec.language import Configuration

AMOUNTS = {"memory": (0, 1, 4), "dp": (-2, 2), "cost": (-2, 9), "checks": (-1, 1), "cards": (0, 1)}
"""Names of amounts in effects, to the numbers that they take."""


def random_games(values: Mapping[str, Any]) -> Configuration:
    """Small decks of cards that have something of everything."""
    part = digimon(5, 3, 2, 0, keywords=("armor-purge",), decoy=RED)
    fused = digimon(6, 4, 5, 4, keywords=("blitz",))
    xros = digimon(7, 5, 6, 4, digixros=1, listed=2)
    gathered = digimon(8, 5, 6, 5, assembly=4, listed=2)
    pool = [
        *(EGG, EGG_WITH_DP, TAMER, {**OPTION, "play_cost": 0}, part, fused, xros, gathered),
        digimon(9, 4, 3, 4, digisorption=1, digi_burst=1),
        {**OPTION, "number": 10, "play_cost": 1, "keywords": ("delay",)},
        digimon(11, 4, 4, 2, keywords=("blocker", "reboot")),
        digimon(12, 3, 3, 1, keywords=("rush", "retaliation"), decoy=RED),
        digimon(13, 4, 4, 1, keywords=("armor-purge", "blitz")),
        digimon(14, 3, 5, 1, keywords=("piercing", "rush", "jamming"), extra_checks=1),
        digimon(15, 6, 9, int(values["memory.max"]) + 4),
        digimon(16, 3, 4, 2, keywords=("rush",), extra_checks=-1),
    ]
    dna: Entry = {"card": fused["number"], "left_colours": RED, "right_colours": RED, "cost": 1}
    materials: list[Entry] = [
        {"card": card["number"], "place": place, "named": part["number"]}
        for card in (xros, gathered)
        for place in (1, 2)
    ]
    return Configuration(
        name="random-games",
        says="games with every kind of card and effect, by chance",
        bounds={},
        pools={
            "Card": pool,
            "Requirement": requirements(pool),
            "DnaRequirement": [{**dna, "left_level": left, "right_level": 3} for left in (2, 3)],
            "Material": materials,
        },
        ranges={f"effect.{name}": amounts for name, amounts in AMOUNTS.items()},
        settings={"start.deck": 10, "setup.hand": 4, "setup.security": 3, "start.egg-deck": 2},
    )
