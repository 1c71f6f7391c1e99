"""The reference engine as other authors might have made it: sound all the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.formats import (
    Action,
    Adapter,
    Card,
    Effect,
    Handshake,
    Observation,
    Position,
    Reason,
    Refused,
    Setup,
)
from rulehound_testing.dcg.incomplete import OPTIONAL, without
from rulehound_testing.dcg.renamed import NamesAnew, WithoutIds
from rulehound_testing.unasked import Unasked

DECIDED = ("redraw", "breeding", "block")
"""Decisions that `DecidesByItself` makes for the players."""

ENOUGH_TO_PLAY = ("new-game", "deck-order", "observe", "legal-actions", "apply", "card-facts")
"""Capabilities of an engine that can play and nothing more."""

OPEN_ORDER = ("hand", "trash", "battle")
"""Piles to which the rules give no order."""

LEFT_OUT = 0.2
"""The share of fields that `LeavesOut` leaves out."""


class DecidesByItself:
    """A reference engine, which makes some decisions of the players by lot and says so."""

    def __init__(self, make: Callable[[], Adapter] = DcgAdapter, decided: Sequence[str] = DECIDED) -> None:
        self.inner, self.decided = make(), tuple(decided)
        self.lot = Random(0)
        self.latest: Observation = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def handshake(self) -> Handshake:
        """Say what the engine decides by itself; a saved game would not hold the lot."""
        greeting = self.inner.handshake()
        able = [name for name in greeting.capabilities if name != "save"]
        return msgspec.structs.replace(greeting, capabilities=able, chooses=self.decided)

    def new_game(self, setup: Setup) -> Observation:
        """Start a game; the same choices follow from the same setup."""
        self.lot = Random(setup.seed)
        return self._decided(self.inner.new_game(setup))

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation; the players are asked nothing that the engine decides."""
        self.lot = Random(0)
        return self._decided(self.inner.position(cards, position, edition))

    def apply(self, action: Action) -> Observation:
        """Carry out an action, and what the engine then decides."""
        return self._decided(self.inner.apply(action))

    def effect(self, effect: Effect) -> Observation:
        """Let an effect resolve, and decide what comes after it."""
        return self._decided(self.inner.effect(effect))

    def observe(self, player: int | None = None) -> Observation:
        """The game as it stands, with all that the last call reported; or what one player sees."""
        return self.latest if player is None else self.inner.observe(player)

    def _decided(self, observation: Observation) -> Observation:
        """Where the game is once the engine has decided; all that happened meanwhile is reported."""
        events = list(observation["events"])
        while observation["winner"] is None and observation["decision"] in self.decided:
            observation = self.inner.apply(self.lot.choice(self.inner.legal_actions()))
            events += observation["events"]
        self.latest = {**observation, "events": events}
        return self.latest


class LeavesOut(DcgAdapter):
    """The reference engine without some fields that may be left out: which ones, the lot decides.

    Ids stay, since its actions go by them.
    """

    def __init__(self, lot: Random) -> None:
        super().__init__()
        self.left_out = [path for path in OPTIONAL if path[-1] != "id" and lot.random() < LEFT_OUT]

    def observe(self, player: int | None = None) -> Observation:
        """The game without those fields."""
        observation: Any = msgspec.to_builtins(super().observe(player))
        for path in self.left_out:
            observation = without(observation, path)
        return observation


class ListsOtherwise(DcgAdapter):
    """The reference engine, which lists hands, trashes and battle areas in another order than they came."""

    def __init__(self, arranged: Callable[[list[Any]], list[Any]]) -> None:
        super().__init__()
        self.arranged = arranged

    def observe(self, player: int | None = None) -> Observation:
        """The game with those lists arranged."""
        observation: Any = msgspec.to_builtins(super().observe(player))
        for seat in observation["players"]:
            seat |= {name: self.arranged(seat[name]) for name in OPEN_ORDER if isinstance(seat[name], list)}
        return observation


def by_card(things: list[Any]) -> list[Any]:
    """Things by the number of their card, or of the card on top."""
    return sorted(things, key=lambda thing: thing["card"] if "card" in thing else thing["cards"][0]["card"])


class NumbersActions(DcgAdapter):
    """The reference engine, which numbers the actions that it lists, and finds an action by its number."""

    def legal_actions(self) -> list[Action]:
        """What is legal, each with its number."""
        return [{**action, "number": place} for place, action in enumerate(super().legal_actions())]

    def apply(self, action: Action) -> Observation:
        """Carry out the action with this number; one without a number was not listed."""
        if "number" not in action:
            raise Refused([Reason("not-listed", text="such an action was not listed")])
        return super().apply({name: it for name, it in action.items() if name != "number"})


class ShowsMore(DcgAdapter):
    """The reference engine, which shows fields of its own everywhere, and reports events of its own."""

    def observe(self, player: int | None = None) -> Observation:
        """The game, with how often it has been looked at; to one player, with the same each time."""
        if player is not None:
            seen: Observation = _with_more(msgspec.to_builtins(super().observe(player)), 0)
            return seen
        self.looked_at = getattr(self, "looked_at", 0) + 1
        observation: Any = _with_more(msgspec.to_builtins(super().observe()), self.looked_at)
        if "events" in observation:
            observation["events"] = [OWN_EVENT, *observation["events"], OWN_EVENT]
        return observation


OWN_EVENT = {
    "event": "sound-played",
    "subjects": [],
    "cause": "rules",
    "player": None,
    "source": "",
    "amount": 0,
}
"""An event that the checker does not know."""


IN_WORDS = ("gives", "target")
"""Fields that are written in the language of effects."""


def _with_more(value: Any, number: int) -> Any:
    """A value with a field more in every object, but in what is given and what it is given to: there every
    word counts."""
    if isinstance(value, list):
        return [_with_more(one, number) for one in value]
    if not isinstance(value, dict):
        return value
    inner = {name: it if name in IN_WORDS else _with_more(it, number) for name, it in value.items()}
    return {**inner, "looked_at": number}


class PlaysAlone(DcgAdapter):
    """The reference engine, which can play and no more: no positions, no saving, no reasons, no prices."""

    def handshake(self) -> Handshake:
        """Say how little it can."""
        return msgspec.structs.replace(super().handshake(), capabilities=ENOUGH_TO_PLAY)


VARIANTS: Mapping[str, Callable[[int], Callable[[], Adapter]]] = {
    "asks-everything": lambda _: DcgAdapter,
    "decides-by-itself": lambda _: DecidesByItself,
    "answers-what-has-one-answer": lambda _: lambda: Unasked(DcgAdapter()),
    "answers-and-reports-nothing": lambda _: lambda: Unasked(DcgAdapter(), tells=False),
    "leaves-out": lambda seed: lambda: LeavesOut(Random(seed)),
    "lists-the-newest-first": lambda _: lambda: ListsOtherwise(lambda things: things[::-1]),
    "lists-by-card": lambda _: lambda: ListsOtherwise(by_card),
    "names-cards-by-number": lambda _: lambda: WithoutIds(stacks=False),
    "names-by-number-and-place": lambda _: lambda: WithoutIds(stacks=True),
    "names-anew": lambda _: NamesAnew,
    "numbers-actions": lambda _: NumbersActions,
    "shows-more": lambda _: ShowsMore,
    "plays-alone": lambda _: PlaysAlone,
}
"""Name to what opens the variant of a seed; only `leaves-out` is another engine with each seed."""
