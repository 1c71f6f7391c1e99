"""What an engine offers wrongly at one place of a game: kept in a trace, looked for when that is replayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec


class Offer(msgspec.Struct, frozen=True):
    """An action that an engine offers, or should: those of its fields that matter, and in words."""

    action: dict[str, Any]
    text: str

    def is_among(self, actions: Iterable[Mapping[str, Any]]) -> bool:
        """Whether one of these actions has all of these fields."""
        return any(
            all(name in action and action[name] == value for name, value in self.action.items())
            for action in actions
        )


class Offers(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong with what an engine offers at one place of a game."""

    after: int = 0
    """Steps that were taken before."""
    wrong: list[Offer] = []
    """Offered, and should not be."""
    missing: list[Offer] = []
    """Not offered, and should be."""
    others: list[Offer] = []
    """All that is offered of the kinds of which something is missing."""

    def names(self, action: Mapping[str, Any]) -> bool:
        """Whether this action is one of those that are offered wrongly, or missing."""
        return any(one.is_among([action]) for one in (*self.wrong, *self.missing))

    def again(self, offered: Sequence[Mapping[str, Any]]) -> list[str]:
        """What of it is wrong with these offers too, in words."""
        wrong = (one.text for one in self.wrong if one.is_among(offered))
        missing = (one.text for one in self.missing if not one.is_among(offered))
        return [
            *(f"the engine offers {text}, which is not legal" for text in wrong),
            *(f"the engine does not offer {text}, which is legal" for text in missing),
        ]

    @property
    def mended(self) -> str:
        """What is to be said where nothing of it is wrong any more."""
        told = [
            *(f"does not offer {one.text}" for one in self.wrong),
            *(f"offers {one.text}" for one in self.missing),
        ]
        return f"not shown again: the engine {' and '.join(told)}"
