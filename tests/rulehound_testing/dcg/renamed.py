"""The reference engine behind adapters that name cards and stacks in other ways, or give them no ids.

What an event or an effect names is named as it stands after the step, or as it last stood.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import msgspec

from rulehound.checker.judging.names import renamed
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.formats import Action, Handshake, Observation

PILES = ("hand", "trash", "revealed")
GONE = "#gone"
"""The id of nothing."""

NOT_SAVED = ("save", "observe-player")
"""Capabilities that the names of this adapter, which follow what is shown, would not survive."""


class Renamed(ABC):
    """An engine that calls things otherwise; `names_of` says how."""

    def __init__(self) -> None:
        self.inner = DcgAdapter()
        self.names: dict[str, str] = {}
        """Id of the engine behind it to the name, of all things that were ever shown."""
        self.present: dict[str, str] = {}
        """The same of those that are shown now."""
        self.shown: Observation = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def handshake(self) -> Handshake:
        """Say what the engine is able to do under such names."""
        greeting = self.inner.handshake()
        able = [name for name in greeting.capabilities if name not in NOT_SAVED]
        return msgspec.structs.replace(greeting, capabilities=able)

    def new_game(self, *given: Any, **named: Any) -> Observation:
        self.names, self.present = {}, {}
        return self.told(self.inner.new_game(*given, **named))

    def position(self, *given: Any, **named: Any) -> Observation:
        self.names, self.present = {}, {}
        return self.told(self.inner.position(*given, **named))

    def observe(self, player: int | None = None) -> Observation:
        """The whole game; this engine does not show what one player sees."""
        assert player is None
        return self.shown

    def legal_actions(self) -> list[Action]:
        """What is legal; of several actions under one name, one."""
        named = [renamed(action, self.names) for action in self.inner.legal_actions()]
        return [action for place, action in enumerate(named) if action not in named[:place]]

    def apply(self, action: Action) -> Observation:
        return self.told(self.inner.apply(self.meant(action)))

    def quote(self, action: Action) -> Any:
        return self.inner.quote(self.meant(action))

    def effect(self, effect: Action) -> Observation:
        return self.told(self.inner.effect(self.by_id(effect)))

    def meant(self, action: Action) -> Action:
        """The legal action that has this name; else the same words with the ids of things of these names."""
        legal = self.inner.legal_actions()
        return next((each for each in legal if renamed(each, self.names) == action), self.by_id(action))

    def by_id(self, words: Action) -> Action:
        """The words with ids for the names of what is there now; other names stand for nothing."""
        ids = {name: thing for thing, name in reversed(self.present.items())}
        known = {**dict.fromkeys(self.names.values(), GONE), **ids}
        return {word: known.get(it, it) if isinstance(it, str) else it for word, it in words.items()}

    def told(self, seen: Observation) -> Observation:
        """What is shown, under other names."""
        shown: Any = self.leave_out(msgspec.to_builtins(seen))
        self.present = dict(self.names_of(shown))
        self.names |= self.present
        self.shown = renamed(shown, self.names)
        return self.shown

    def leave_out(self, shown: Any) -> Any:
        """What is shown, without what the engine does not show."""
        return shown

    @abstractmethod
    def names_of(self, shown: Any) -> Iterator[tuple[str, str]]:
        """Ids of what is shown, with the names."""


class WithoutIds(Renamed):
    """An engine whose cards have no ids: they are named by their number. With `stacks` its stacks have none
    either: they are named by their place."""

    def __init__(self, *, stacks: bool) -> None:
        super().__init__()
        self.stacks = stacks

    def told(self, seen: Observation) -> Observation:
        """What is shown, without ids."""
        shown: Any = super().told(seen)
        for thing in (*_cards(shown), *(_all_stacks(shown) if self.stacks else ())):
            thing.pop("id")
        return self.shown

    def names_of(self, shown: Any) -> Iterator[tuple[str, str]]:
        yield from ((card["id"], card["card"]) for card in _cards(shown))
        if self.stacks:
            for player, seat in enumerate(shown["players"]):
                for area in ("battle", "breeding"):
                    for place, stack in enumerate(_stacks(seat, area)):
                        yield stack["id"], f"{player}.{area}.{place}"


class NamesAnew(Renamed):
    """An engine that calls a card by another id when it is seen again after it was not; it shows no card that
    lies face down."""

    def leave_out(self, shown: Any) -> Any:
        return {field: it for field, it in shown.items() if field != "hidden"}

    def names_of(self, shown: Any) -> Iterator[tuple[str, str]]:
        for card in _cards(shown):
            old = self.names.get(card["id"], f"{card['id']}-0")
            before, number = old.rsplit("-", 1)
            again = card["id"] in self.names and card["id"] not in self.present
            yield card["id"], f"{before}-{int(number) + again}"


def _stacks(seat: Any, area: str) -> list[Any]:
    return [stack for stack in (seat[area] if area == "battle" else [seat[area]]) if stack is not None]


def _all_stacks(shown: Any) -> Iterator[Any]:
    for seat in shown["players"]:
        yield from (*_stacks(seat, "battle"), *_stacks(seat, "breeding"))


def _cards(shown: Any) -> Iterator[Any]:
    """All cards that are shown, also those that lie face down."""
    for seat in shown["players"]:
        for pile in PILES:
            yield from seat[pile] if isinstance(seat.get(pile), list) else ()
    for stack in _all_stacks(shown):
        yield from stack["cards"]
    for piles in shown.get("hidden", ()):
        for pile in piles.values():
            yield from pile
