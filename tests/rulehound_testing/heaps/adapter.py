"""The engine as the checker meets it."""

from collections.abc import Sequence
from typing import Any

from heaps.refusing import RULES, why_not
from heaps.taking import grown, next_turn

from rulehound.spec.formats import Action, Card, Deck, Handshake, Observation, Reason, Refused, Setup

FULL = 7


def create(game: str) -> "Heap":
    """An engine. Raises LookupError for another game."""
    if game != "toy":
        raise LookupError(f"no {game!r} here")
    return Heap()


class Heap:
    """One game."""

    def __init__(self) -> None:
        self.count, self.turn = 0, 0

    def handshake(self) -> Handshake:
        """Introduce the engine."""
        able = ("new-game", "position", "legal-actions", "apply", "observe", "reasons", "save", "card-facts")
        return Handshake("1.0", "toy", "heaps", "1", able)

    def new_game(self, setup: Setup) -> Observation:
        """Start with nothing."""
        del setup
        self.count, self.turn = 0, 0
        return self.observe()

    def position(self, cards: Sequence[Card], position: dict[str, Any], edition: str) -> Observation:
        """Start with a heap."""
        del cards, edition
        self.count, self.turn = position["count"], position.get("turn", 0)
        return self.observe()

    def observe(self) -> Observation:
        """All there is."""
        over = self.count >= FULL
        return {"count": self.count, "turn": self.turn, "decider": None if over else self.turn}

    def legal_actions(self) -> list[Action]:
        """The amounts that nothing speaks against."""
        return [{"action": "add", "amount": n} for n in (1, 2, 3) if not list(why_not(self.count, n, FULL))]

    def apply(self, action: Action) -> Observation:
        """Add to the heap."""
        reasons = list(why_not(self.count, action["amount"], FULL))
        if reasons:
            raise Refused([Reason(why.name.lower(), RULES[why]) for why in reasons])
        self.count, self.turn = grown(self.count, action["amount"]), next_turn(self.turn)
        return self.observe()

    def effect(self, effect: Action) -> Observation:
        """There are none."""
        raise Refused([Reason("no-effects")])

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        """Every deck will do."""
        del cards, deck, edition
        return ()

    def save(self) -> list[int]:
        """The game as it stands."""
        return [self.count, self.turn]

    def restore(self, token: list[int]) -> Observation:
        """Back to a game."""
        self.count, self.turn = token
        return self.observe()

    def close(self) -> None:
        """Nothing is held."""
