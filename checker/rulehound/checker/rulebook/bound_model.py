"""What everything is judged by: a game under the switches of an edition and the facts of a document."""

from __future__ import annotations

from dataclasses import dataclass

from rulehound.spec.formats import Ruleset
from rulehound.spec.game import Game


@dataclass(frozen=True)
class BoundModel:
    """A game under one edition. `values` are switches and facts by name, without those that are unread."""

    game: Game
    edition: str
    values: Ruleset
