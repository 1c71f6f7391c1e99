"""A fuller adapter for the toy engine of examples/python: positions, what has happened, and cards of its own.

Run it as rulehound conform --engine 'python examples/own_cards/adapter.py', with or without
--cards examples/own_cards/cards.toml.
"""

import copy
import json
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "python"))

from toy_engine import Card, Copy, Game, Illegal, Side, Unit  # noqa: E402

CAPABILITIES = [
    "new-game",
    "deck-order",
    "position",
    "observe",
    "legal-actions",
    "apply",
    "save",
    "card-facts",
]
GREETING = {"protocol": "1.0", "game": "dcg", "schema": "1.0", "engine": "toy-own-cards", "version": "1"}
ARGUMENTS = {"play": "card", "use": "card", "digivolve": "card onto requirement"}
ARGUMENTS.update({"attack": "attacker target", "block": "blocker"})
PHASES = ("breeding", "main")
FACTS = ["kind", "level", "dp", "play_cost", "colors", "digivolve", "blocker", "security_attack", "traits"]


class Told(Game):
    """The toy game, which keeps what has happened since the last move began."""

    happened = ()

    def play(self, move):
        if move in self.moves():  # what is refused leaves no mark
            self.happened = []
        super().play(move)
        if move[0] == "use":
            self.happened.insert(0, event("option-used", move[1].name))

    def _begin_turn(self, player, memory):
        self.happened = [*self.happened, event("turn-began", player=player)]
        super()._begin_turn(player, memory)

    @classmethod
    def at(cls, sides, turn, number, memory, deciding):
        """A game in the middle: nobody has attacked, and what the rules demand at once is done."""
        game = cls.__new__(cls)
        game.sides, game.turn, game.number, game.memory = sides, turn, number, memory
        game.deciding, game.winner, game.attack, game.made, game.happened = deciding, None, None, 100, []
        game._sweep()
        return game


class Adapter:
    """One method for each method of the protocol."""

    game, saved = None, ()
    own = tomllib.loads((HERE / "cards.toml").read_text())["card"]

    def handshake(self, **_):
        return {**GREETING, "capabilities": CAPABILITIES, "editions": ["manual-2.3"]}

    def known(self, cards):
        """The engine's own cards by the names that it has for them, and those of a request."""
        own = {card["engine"]: read_card(card["engine"], card["name"], printed(card)) for card in self.own}
        return {**own, **{c["number"]: read_card(c["number"], c["name"], c["facts"]) for c in cards}}

    def new_game(self, setup, **_):
        cards = self.known(setup["cards"])
        piles = [[deck["piles"].get(pile, []) for pile in ("main", "eggs")] for deck in setup["decks"]]
        decks = [[[cards[number] for number in pile] for pile in deck] for deck in piles]
        self.game = Told(decks, setup.get("seed", 0), not setup.get("ordered"), setup.get("first"))
        return self.observe()

    def position(self, cards, position, **_):
        known = self.known(cards)
        first = [card["number"] for card in cards]
        phase, memory = position.get("phase", "main"), position.get("memory", 0)
        if phase not in PHASES:
            raise Illegal("this engine sets up the breeding phase and the main phase alone")
        if not 0 <= memory <= 10:
            raise Illegal("the memory of a position is the turn player's")
        given = [*position.get("players", ()), {}, {}][:2]
        sides = [Setting(known, first, "ab"[player], seat).side() for player, seat in enumerate(given)]
        self.game = Told.at(sides, position.get("turn", 0), position.get("turn_number", 1), memory, phase)
        return self.observe()

    def observe(self, **_):
        game = self.game
        fields = {"turn": game.turn, "turn_number": game.number, "memory": game.memory, "winner": game.winner}
        fields.update(decider=game.decider, decision=game.deciding if game.winner is None else None)
        attack = game.attack and {"attacker": game.attack[0].name, "target": named(game.attack[1])}
        seats = [seat(side) for side in game.sides]
        return {**fields, "attack": attack, "players": seats, "events": list(game.happened)}

    def legal_actions(self, **_):
        return [action_of(move) for move in self.game.moves()]

    def apply(self, action, **_):
        move = next((one for one in self.game.moves() if action_of(one) == action), None)
        self.game.play(move)
        return self.observe()

    def save(self, **_):
        self.saved += (copy.deepcopy(self.game),)
        return len(self.saved) - 1

    def restore(self, token, **_):
        self.game = copy.deepcopy(self.saved[token])
        return self.observe()

    def close(self, **_):
        self.game, self.saved = None, ()


def event(name, *subjects, player=None):
    """Something that has happened by the rules: the effect of a card would have that as its `source`."""
    happened = {"event": name, "subjects": list(subjects), "cause": "rules", "player": player}
    return {**happened, "source": "", "amount": 0}


def printed(card):
    """The facts of a card of its own: its text says whether it blocks."""
    return {**card, "blocker": "<Blocker>" in card.get("text", "")}


def read_card(number, name, facts):
    return Card(number, name, *map(facts.get, FACTS))


def seat(side):
    counts = {"deck": len(side.deck), "security": len(side.security), "egg_deck": len(side.eggs)}
    piles = {"hand": [card(one) for one in side.hand], "trash": [card(one) for one in side.trash]}
    breeding = side.nursery and unit(side.nursery)
    return {**counts, **piles, "breeding": breeding, "battle": [unit(one) for one in side.battle]}


def card(one):
    return {"id": one.name, "card": one.card.number}


def unit(one):
    shown = {"id": one.name, "cards": [card(copy) for copy in reversed(one.copies)], "dp": one.card.dp}
    return {**shown, "suspended": one.suspended, "played_this_turn": one.fresh}


def named(part):
    return "player" if part is None else getattr(part, "name", part)


def action_of(move):
    names = ARGUMENTS.get(move[0], "").split()
    return {"action": move[0], **{name: named(part) for name, part in zip(names, move[1:], strict=True)}}


class Setting:
    """One player's areas, as a position gives them."""

    def __init__(self, known, first, owner, seat):
        """`first`: the numbers of the cards of a position, of which the first that fits fills a pile up."""
        self.known, self.first, self.owner, self.seat, self.made = known, first, owner, seat, 0

    def side(self):
        side = Side(self.pile("deck"), self.pile("egg_deck", "digi-egg"))
        side.security = self.pile("security")
        side.hand, side.trash = self.pile("hand")[::-1], self.pile("trash")[::-1]
        side.battle = [self.unit(stack) for stack in self.seat.get("battle", ())]
        side.nursery = self.unit(self.seat["breeding"]) if self.seat.get("breeding") else None
        return side

    def pile(self, name, kind="digimon"):
        """A pile with its top last, which comes first in a position; a count is so many cards of a kind."""
        cards = self.seat.get(name, ())
        if isinstance(cards, int):
            fitting = (number for number in [*self.first, *self.known] if self.known[number].kind == kind)
            cards = [next(fitting)] * cards if cards else []
        return [self.copy(number) for number in reversed(cards)]

    def copy(self, number):
        self.made += 1
        return Copy(f"{self.owner}{self.made}", self.known[number])

    def unit(self, stack):
        if any(stack.get(more) for more in ("dp_change", "keywords", "lasting", "token")):
            raise Illegal("this engine knows no effects that last, and no tokens")
        copies = [self.copy(number) for number in reversed(stack["cards"])]
        if copies[-1].card.kind == "option":
            raise Illegal("in this engine no Option stays in the battle area")
        unit = Unit(f"{copies[0].name}u", copies[0])
        unit.copies = copies
        unit.suspended, unit.fresh = stack.get("suspended", False), stack.get("played_this_turn", False)
        return unit


adapter = Adapter()
for asked in map(json.loads, sys.stdin):
    method = getattr(adapter, asked["method"], None)
    said = {"error": {"code": -32601, "message": "no such method"}}
    try:
        if method is not None:
            said = {"result": method(**asked["params"])}
    except Illegal as why:
        said = {"error": {"code": 1, "message": str(why)}}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **said}), flush=True)
    if asked["method"] == "close":
        break
