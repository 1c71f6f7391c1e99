"""The facts and switches that the game's model is tested under: those of the bundled rulebook."""

from typing import Any

from rulehound.spec.dcg.rulesets import RULESETS

FACTS: dict[str, int] = {
    "memory.max": 10,
    "memory.start": 0,
    "memory.pass": 3,
    "deck.size": 50,
    "deck.copies": 4,
    "egg-deck.max": 5,
    "egg-deck.copies": 4,
    "setup.hand": 5,
    "setup.security": 5,
    "draw.count": 1,
    "digivolve.draw": 1,
    "breeding.capacity": 1,
    "attack.checks": 1,
    "battle.zero-dp": 0,
    "blocks.per-attack": 1,
    "players.count": 2,
}


def values_of(edition: str, **changed: int) -> dict[str, Any]:
    """Facts and switches of an edition, some facts changed (`memory_max=12`)."""
    return {
        **FACTS,
        **{name.replace("_", ".", 1).replace("_", "-"): value for name, value in changed.items()},
        **RULESETS[edition],
    }


VALUES = values_of("manual-2.3")
