"""The toy engine of Digimon Battles behind the adapter protocol: one JSON message a line, one answer a line.

`adapter.py hand jam` makes these decisions by itself, and says so in its greeting.
"""

import json
import sys

from toy_battles import Copy, Game

CAPABILITIES = ["new-game", "deck-order", "observe", "observe-player", "legal-actions", "apply", "card-facts"]
GREETING = {"protocol": "1.0", "game": "dmb", "schema": "1.0", "engine": "toy-battles", "version": "1"}
DECIDES = sys.argv[1:]


class Adapter:
    """One method for each method of the protocol."""

    game = None

    def handshake(self, **_):
        return {**GREETING, "capabilities": CAPABILITIES, "editions": ["undated"], "chooses": DECIDES}

    def new_game(self, setup, **_):
        cards = {card["number"]: card for card in setup["cards"]}
        sides = [brought(owner, deck["piles"], cards) for owner, deck in enumerate(setup["decks"])]
        self.game = Game(sides, setup.get("seed", 0), not setup.get("ordered"), setup.get("first"))
        return self.decide()

    def decide(self):
        while self.game.decision in DECIDES:
            self.game.choose(self.game.options[0])
        return self.observe()

    def observe(self, player=None, **_):
        game = self.game
        names = {"low_hand": game.low, "from_destiny": game.evolved_at_once, "last_first_attack": game.latest}
        counts = {name: getattr(game, name) for name in ("racked", "evolve_cards", "evolutions", "unopposed")}
        fields = {name: getattr(game, name) for name in ("turn", "decider", "decision", "winner")}
        seats = [seat(side, player in (None, side.number)) for side in game.sides]
        return {**fields, **names, **counts, "players": seats}

    def legal_actions(self, **_):
        return self.game.options

    def apply(self, action, **_):
        self.game.choose(action)
        return self.decide()

    def close(self, **_):
        self.game = None


def brought(owner, piles, cards):
    """The cards of a player: the deck, of which one copy may be the Partner, and the Destiny Zone."""
    partners, made = list(piles.get("partner", [])), []
    for pile in ("main", "destiny"):
        made.append([])
        for place, number in enumerate(piles.get(pile, [])):
            is_partner = pile == "main" and number in partners
            if is_partner:
                partners.remove(number)
            card = cards[number]
            name = f"{'ab'[owner]}{pile[0]}{place}"
            made[-1].append(Copy(name, number, card["name"], card["facts"], is_partner, pile == "destiny"))
    return made


def seat(side, own):
    piles = {name: [shown(copy) for copy in getattr(side, name)] for name in ("trash", "destiny")}
    hand = [shown(copy) for copy in side.hand] if own else len(side.hand)
    active = side.active and {
        "cards": [shown(copy) for copy in side.active.copies],
        **{name: getattr(side.active, name) for name in ("hp", "abnormal", "lost")},
    }
    support = side.support and {"card": None if side.face_down else shown(side.support), "void": side.void}
    known = {
        "choice": side.choice if own or side.shown else None,
        "shown": side.choice if side.shown else None,
    }
    counts = {"deck": len(side.deck), "destiny_deleted": side.gone, "first_attacks": side.first}
    zones = {"dp_cards": [shown(copy) for copy in side.dp], "dp": sum(copy.dp or 0 for copy in side.dp)}
    flags = {"mulliganed": side.ready, "has_chosen": side.choice is not None, "ko_points": side.points}
    return {"hand": hand, "active": active, "support": support, **piles, **known, **counts, **zones, **flags}


def shown(copy):
    return {"id": copy.id, "card": copy.number, "partner": copy.partner, "destiny": copy.destiny}


adapter = Adapter()
for asked in map(json.loads, sys.stdin):
    method = getattr(adapter, asked["method"], None)
    said = {"error": {"code": -32601, "message": "no such method"}}
    try:
        if method is not None:
            said = {"result": method(**asked["params"])}
    except ValueError as why:
        said = {"error": {"code": 1, "message": str(why)}}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **said}), flush=True)
    if asked["method"] == "close":
        break
