"""An adapter for the toy engine of examples/python that is as coarse as adapters.md allows one to be.

It sets up no positions and saves nothing, has no ids, counts what lies in a trash, numbers its actions,
reports no events, leaves out DP, and makes decisions in the breeding phase and on blocks by itself.

An argument plants a fault: `pass-2`, the opponent has 2 memory after a pass; `no-draw`, digivolving brings no
card; `moves-eggs`, where it chooses it moves a Digi-Egg out of the breeding area.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3] / "examples" / "python"))
import toy_engine  # type: ignore[import-not-found]

GREETING = {"protocol": "1.0", "game": "dcg", "schema": "1.0", "engine": "coarse", "version": "1"}
CAPABILITIES = ["new-game", "deck-order", "observe", "legal-actions", "apply", "card-facts"]
CHOOSES = ["breeding", "block"]
ARGUMENTS = {"play": "card", "use": "card", "digivolve": "card onto requirement", "attack": "attacker target"}
NUMBER = "n"
"""A field of its own, by which this engine numbers what it offers."""


class Adapter:
    """One method for each method of the protocol."""

    game: Any

    def handshake(self, **_: Any) -> dict[str, Any]:
        """What it can, and what it decides by itself."""
        return {**GREETING, "capabilities": CAPABILITIES, "editions": ["manual-2.3"], "chooses": CHOOSES}

    def new_game(self, setup: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Start a game, and make the first decisions."""
        cards = {card["number"]: read_card(card["number"], card["facts"]) for card in setup["cards"]}
        piles = [[deck["piles"].get(pile, []) for pile in ("main", "eggs")] for deck in setup["decks"]]
        decks = [[[cards[number] for number in pile] for pile in deck] for deck in piles]
        self.chance = Random(setup.get("seed", 0))
        self.game = toy_engine.Game(decks, setup.get("seed", 0), not setup.get("ordered"), setup.get("first"))
        return self.decided()

    def decided(self) -> dict[str, Any]:
        """Make decisions for the players until the main phase asks them."""
        while self.game.winner is None and self.game.deciding != "main":
            self.game.play(self.chance.choice(self.game.moves()))
        return self.observe()

    def observe(self, **_: Any) -> dict[str, Any]:
        """The least that tells where the game stands."""
        game = self.game
        shown = {"turn": game.turn, "turn_number": game.number, "memory": game.memory, "winner": game.winner}
        decision = "main" if game.winner is None else None
        return {**shown, "decider": game.decider, "decision": decision, "players": [*map(seat, game.sides)]}

    def offers(self) -> Iterator[tuple[dict[str, Any], Any]]:
        """Every action with the move that it is."""
        for number, move in enumerate(self.game.moves()):
            names = ARGUMENTS.get(move[0], "").split()
            named = {name: self.called(part) for name, part in zip(names, move[1:], strict=True)}
            yield {"action": move[0], NUMBER: number, **named}, move

    def called(self, part: Any) -> Any:
        """Stacks by their place, cards by their number."""
        for player, side in enumerate(self.game.sides):
            for area, there in (("breeding", [side.nursery]), ("battle", side.battle)):
                if part is not None and part in there:
                    return f"{player}.{area}.{there.index(part)}"
        return "player" if part is None else part.card.number if hasattr(part, "card") else part

    def legal_actions(self, **_: Any) -> list[dict[str, Any]]:
        """What the game has, by number."""
        return [action for action, _ in self.offers()] if self.game.winner is None else []

    def apply(self, action: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Find the action among those that are offered, and go on to the next that is asked."""
        wanted = {**action, NUMBER: None}
        for offered, move in self.offers():
            if {**offered, NUMBER: None} == wanted:
                self.game.play(move)
                return self.decided()
        raise toy_engine.Illegal("not legal now")

    def close(self, **_: Any) -> None:
        """There is nothing to let go of."""


def read_card(number: str, facts: dict[str, Any]) -> Any:
    """A card of the engine from the facts of one."""
    kinds = "kind level dp play_cost colors digivolve blocker security_attack traits"
    return toy_engine.Card(number, "", *map(facts.get, kinds.split()))


def seat(side: Any) -> dict[str, Any]:
    """One player's areas."""
    counts = {"deck": len(side.deck), "security": len(side.security), "egg_deck": len(side.eggs)}
    hand = [{"card": one.card.number} for one in side.hand]
    field = {"breeding": side.nursery and unit(side.nursery), "battle": [unit(one) for one in side.battle]}
    return {**counts, "trash": len(side.trash), "hand": hand, **field}


def unit(one: Any) -> dict[str, Any]:
    """A stack without a name of its own."""
    cards = [{"card": copy.card.number} for copy in reversed(one.copies)]
    return {"cards": cards, "suspended": one.suspended}


def plant(fault: str = "") -> None:
    """Plant a fault into the toy engine; none without a name."""
    game = toy_engine.Game
    if fault == "pass-2":
        toy_engine.PASSED = 2
    elif fault == "no-draw":
        game._digivolve = without_draw(game._digivolve)
    elif fault == "moves-eggs":
        game._breeding_moves = lambda self: [("move",)] if self.me.nursery else [("skip",), ("hatch",)]
        game._sweep = lambda self: None


def without_draw(digivolve: Any) -> Any:
    """Digivolving that leaves the deck as it is."""

    def wrong(self: Any, *chosen: Any) -> None:
        self.me.deck, deck = [], self.me.deck
        digivolve(self, *chosen)
        self.me.deck = deck

    return wrong


if __name__ == "__main__":
    plant(*sys.argv[1:])
    adapter = Adapter()
    for asked in map(json.loads, sys.stdin):
        method = getattr(adapter, asked["method"], None)
        said: dict[str, Any] = {"error": {"code": -32601, "message": "no such method"}}
        try:
            if method is not None:
                said = {"result": method(**asked["params"])}
        except toy_engine.Illegal as why:
            said = {"error": {"code": 1, "message": str(why)}}
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **said}), flush=True)
        if asked["method"] == "close":
            break
