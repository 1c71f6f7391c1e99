"""The reference engine seen through an adapter that is wrong in one way, whatever goes on inside.

Where an engine of `faults` gets a rule wrong, these get wrong what an engine says of it: they offer what is
not legal, refuse what is, leave marks where they refuse, or leave nothing to chance. They know the engine by
its adapter alone.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any

import msgspec

from rulehound.checker.engines import open_engine
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.reading.actions import interpret
from rulehound.spec.dcg.reading.candidate_actions import candidates
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.formats import (
    Action,
    Adapter,
    Card,
    Deck,
    Observation,
    Position,
    Reason,
    Refused,
    Setup,
    Value,
)
from rulehound.spec.language import By


class Contrary(DcgAdapter):
    """An engine that knows the cards that it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, Card] = {}

    def new_game(self, setup: Setup) -> Observation:
        """Start a game."""
        self.cards = {card.number: card for card in setup.cards}
        return super().new_game(setup)

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation."""
        self.cards = {card.number: card for card in cards}
        return super().position(cards, position, edition)


class Unshuffled(Contrary):
    """Every game begins alike."""

    def new_game(self, setup: Setup) -> Observation:
        """Start the one game that there is."""
        return super().new_game(msgspec.structs.replace(setup, seed=0))


class ShufflesOne(Contrary):
    """The second player's deck lies as it was handed over."""

    def new_game(self, setup: Setup) -> Observation:
        """Start a game with one deck shuffled."""
        if setup.ordered:
            return super().new_game(setup)
        first, second = setup.decks
        decks = (_in_order(first, setup.seed), second)
        return super().new_game(msgspec.structs.replace(setup, decks=decks, ordered=True))


class ShufflesAlike(Contrary):
    """Both decks are shuffled in the same way."""

    def new_game(self, setup: Setup) -> Observation:
        """Start a game with the cards of both decks in the same order."""
        if setup.ordered:
            return super().new_game(setup)
        decks = tuple(_in_order(deck, setup.seed) for deck in setup.decks)
        return super().new_game(msgspec.structs.replace(setup, decks=decks, ordered=True))


def _in_order(deck: Deck, seed: int) -> Deck:
    """A deck in an order that depends on a seed."""
    piles = {name: Random(f"{seed} {name}").sample(cards, len(cards)) for name, cards in deck.piles.items()}
    return Deck(piles)


class Unseeded(Contrary):
    """Another engine plays another game from the same seed."""

    made = count()

    def __init__(self) -> None:
        super().__init__()
        self.number = next(self.made)

    def new_game(self, setup: Setup) -> Observation:
        """Start a game that depends on when the engine was made."""
        return super().new_game(msgspec.structs.replace(setup, seed=setup.seed * 1000 + self.number))


class Remembering(Contrary):
    """A game depends on how many were played before it."""

    played = 0

    def new_game(self, setup: Setup) -> Observation:
        """Start a game, another one each time."""
        self.played += 1
        return super().new_game(msgspec.structs.replace(setup, seed=setup.seed * 1000 + self.played))


class Forgetful(Contrary):
    """It goes on as if nothing had been restored."""

    def restore(self, token: Value) -> Observation:
        """Show the game as it stands."""
        return self.observe()


class LosesWhatIsLeft(Contrary):
    """A game that it restores has nothing left to do at the end of the turn."""

    def restore(self, token: Value) -> Observation:
        """Restore the rest of the game."""
        super().restore(token)
        self.game.state = msgspec.structs.replace(self.game.state, left=())
        return self.observe()


class Unquestioning(Contrary):
    """It sets up something else in the place of what it cannot read."""

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up the position, or else one with empty areas."""
        try:
            return super().position(cards, position, edition)
        except Refused:
            return super().position((), {}, edition)


LEAVING = """
import subprocess
from rulehound.engine.adapter import create
from rulehound.engine.server import serve
subprocess.Popen(["sleep", "600"], start_new_session=True)
serve(create)
"""
"""An engine that leaves a process behind."""


class Fickle(Contrary):
    """It offers to pass and then does not let anybody."""

    def apply(self, action: Action) -> Observation:
        """Carry out any other action."""
        if action.get("action") == "pass":
            raise Refused([Reason("changed-my-mind")])
        return super().apply(action)


class Marking(Contrary):
    """Who tries what is not legal loses memory."""

    def apply(self, action: Action) -> Observation:
        """Carry out an action, or have it cost something all the same."""
        try:
            return super().apply(action)
        except Refused:
            self.effect({"effect": "memory", "player": self.observe()["turn"], "amount": -1})
            raise


class Overpriced(Contrary):
    """It quotes one more than it takes."""

    def quote(self, action: Action) -> Any:
        """What an action would cost, and one more."""
        said = super().quote(action)
        return msgspec.structs.replace(said, cost=said.cost + 1)


class Offering(Contrary):
    """It offers more than is legal."""

    def __init__(self, more: Callable[[Observation, Cards], Iterator[Action]]) -> None:
        super().__init__()
        self.more = more

    def legal_actions(self) -> list[Action]:
        """What is legal, and more."""
        offered = super().legal_actions()
        more = self.more(self.observe(), self.cards)
        return offered + [action for action in more if action not in offered]


def thinkable(at: str, of: str) -> Callable[[Observation, Cards], Iterator[Action]]:
    """While one decision is made, everything that could be thought of in another."""

    def more(seen: Observation, cards: Cards) -> Iterator[Action]:
        if seen["decision"] == at:
            yield from candidates({**seen, "decision": of}, cards)

    return more


class Refusing(Contrary):
    """It never lets anybody take an action of the model, and says that one of its guards is why."""

    def __init__(self, refused: str, guard: str) -> None:
        super().__init__()
        self.refused, self.guard = refused, guard

    def legal_actions(self) -> list[Action]:
        """The others."""
        return [action for action in super().legal_actions() if not self._is_meant(action)]

    def apply(self, action: Action) -> Observation:
        """Carry out any other action."""
        if self._is_meant(action):
            raise Refused([Reason("no", rule=self.guard)])
        return super().apply(action)

    def _is_meant(self, action: Action) -> bool:
        try:
            meant = interpret(self.observe(), action, self.cards)
            return meant is not None and meant.action == self.refused
        except (KeyError, TypeError):
            return False


class Hiding(Contrary):
    """It never offers actions of one name, and refuses them without saying why."""

    def __init__(self, hidden: str) -> None:
        super().__init__()
        self.hidden = hidden

    def legal_actions(self) -> list[Action]:
        """The others."""
        return [action for action in super().legal_actions() if action["action"] != self.hidden]

    def apply(self, action: Action) -> Observation:
        """Carry out any other action."""
        if action["action"] == self.hidden:
            raise Refused([Reason("no")])
        return super().apply(action)


REFUSED = (
    *("attack-player", "attack-digimon", "block", "no-block", "hatch", "move", "skip"),
    *("play", "digivolve", "digivolve-in-breeding", "pass"),
)
"""The actions of the model that the reference engine offers in the usual edition."""


def refusals() -> dict[str, Callable[[], Adapter]]:
    """For each guard of each of these actions an engine that takes it for broken whenever it is asked."""
    found: dict[str, Callable[[], Adapter]] = {}
    for name in REFUSED:
        action = model.actions[name]
        assert action.by is By.PLAYER
        for guard in action.guards:
            if guard.rule in game.reader.conventions.excuses:
                continue  # an engine that names such a rule is believed

            def engine(action: str = name, guard: str = guard.name) -> Adapter:
                return Refusing(action, guard)

            found[f"refuses {name}: {guard.name}"] = engine
    return found


CHOICES = ("resolve", "accept", "decline", "target", "done", "suspend-for", "attack", "requirement")
"""Actions that players choose by inside effects, or in an attack that an effect begins."""

HIDING: dict[str, Callable[[], Adapter]] = {f"hides {name}": partial(Hiding, name) for name in CHOICES}
"""Engines that keep quiet about choices; they show in games of cards that have effects."""

RESTORING: dict[str, Callable[[], Adapter]] = {"loses what is left to do": LosesWhatIsLeft}
"""Engines whose saved games lack something; they show where scenarios are run with restored games."""

CONTRARY: dict[str, Callable[[], Adapter]] = {
    "every game begins alike": Unshuffled,
    "shuffles one deck of two": ShufflesOne,
    "shuffles both decks alike": ShufflesAlike,
    "plays another game from the same seed": Unseeded,
    "remembers games before": Remembering,
    "forgets to restore": Forgetful,
    "takes what it cannot read": Unquestioning,
    "leaves a process behind": lambda: open_engine(shlex.join([sys.executable, "-P", "-c", LEAVING]), "dcg"),
    "refuses what it offers": Fickle,
    "a refusal costs memory": Marking,
    "quotes one more": Overpriced,
    "main phase while breeding": lambda: Offering(thinkable("breeding", "main")),
    "breeding in the main phase": lambda: Offering(thinkable("main", "breeding")),
    "blocks in the main phase": lambda: Offering(thinkable("main", "block")),
    "everything in the main phase": lambda: Offering(thinkable("main", "main")),
    "everything blocks": lambda: Offering(thinkable("block", "block")),
    **refusals(),
    **HIDING,
    **RESTORING,
}
"""Name to engine."""


BREAKS: dict[str, tuple[str, ...]] = {
    "every game begins alike": ("setup.shuffle",),
    "shuffles one deck of two": ("setup.shuffle",),
    "shuffles both decks alike": ("setup.shuffle",),
    "quotes one more": ("play.cost", "digivolve.cost"),
    "main phase while breeding": ("turn.main-phase",),
    "breeding in the main phase": ("breeding.one-action",),
    "blocks in the main phase": ("turn.decider",),
    "hides resolve": ("effects.order", "effects.would"),
    "hides accept": ("effects.optional",),
    "hides decline": ("effects.optional",),
    "hides target": ("effects.count",),
    "hides done": ("effects.count", "digisorption.optional"),
    "hides suspend-for": ("digisorption.suspend",),
    "hides attack": ("attack.targets",),
    "hides requirement": ("effects.digivolve",),
}
"""Engine to the rules that it breaks. Those that refuse, or offer everything in their turn, break guards. The
others break no rule of the game but a promise of the adapter protocol."""


def broken_by() -> dict[str, tuple[str, ...]]:
    """Engine to the rules that it breaks; none of those that break no rule of the game."""
    main = [name for name in REFUSED if any(g.name == "turn.main-phase" for g in model.actions[name].guards)]
    offered = {"everything in the main phase": main, "everything blocks": ["block", "no-block"]}
    timing = {"turn.main-phase", "turn.decider"}
    of_offering = {
        engine: tuple(
            {g.rule: None for name in names for g in model.actions[name].guards if g.rule not in timing}
        )
        for engine, names in offered.items()
    }
    of_refusing = {
        f"refuses {name}: {guard.name}": (guard.rule,)
        for name in REFUSED
        for guard in model.actions[name].guards
    }
    every = {**BREAKS, **of_offering, **of_refusing}
    return {engine: every[engine] for engine in CONTRARY if engine in every}
