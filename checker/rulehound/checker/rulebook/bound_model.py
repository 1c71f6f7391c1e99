"""The model of a game with its constants bound: the switches of an edition and the facts of a document."""

from __future__ import annotations

from dataclasses import dataclass

from rulehound.spec.formats import Ruleset
from rulehound.spec.game import Game


@dataclass(frozen=True)
class BoundModel:
    """A game under one edition. `values`: its switches, and the facts that were read, by name."""

    game: Game
    edition: str
    values: Ruleset
