"""The toy engine behind Rulehound's adapter protocol: one JSON message a line, one answer a line."""

import copy
import json
import sys

from toy_engine import Card, Game, Illegal

CAPABILITIES = ["new-game", "deck-order", "observe", "legal-actions", "apply", "save", "card-facts"]
GREETING = {"protocol": "1.0", "game": "dcg", "schema": "1.0", "engine": "toy-python", "version": "1"}
ARGUMENTS = {"play": "card", "use": "card", "digivolve": "card onto requirement"}
ARGUMENTS.update({"attack": "attacker target", "block": "blocker"})


class Adapter:
    """One method for each method of the protocol."""

    game, saved = None, ()

    def handshake(self, **_):
        return {**GREETING, "capabilities": CAPABILITIES, "editions": ["manual-2.3"]}

    def new_game(self, setup, **_):
        cards = {card["number"]: read_card(card, card["facts"]) for card in setup["cards"]}
        piles = [[deck["piles"].get(pile, []) for pile in ("main", "eggs")] for deck in setup["decks"]]
        decks = [[[cards[number] for number in pile] for pile in deck] for deck in piles]
        self.game = Game(decks, setup.get("seed", 0), not setup.get("ordered"), setup.get("first"))
        return self.observe()

    def observe(self, **_):
        game = self.game
        fields = {"turn": game.turn, "turn_number": game.number, "memory": game.memory, "winner": game.winner}
        fields.update(decider=game.decider, decision=game.deciding if game.winner is None else None)
        attack = game.attack and {"attacker": game.attack[0].name, "target": named(game.attack[1])}
        return {**fields, "attack": attack, "players": [seat(side) for side in game.sides]}

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


def read_card(named, facts):
    kinds = "kind level dp play_cost colors digivolve blocker security_attack traits"
    return Card(named["number"], named["name"], *map(facts.get, kinds.split()))


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
