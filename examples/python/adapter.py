"""The toy engine behind Rulehound's adapter protocol: one JSON message a line, one answer a line."""

import copy
import json
import sys

from toy_engine import Card, Game, Illegal

CAPABILITIES = ["new-game", "deck-order", "observe", "legal-actions", "apply", "save", "card-facts"]
game, saved = None, []


def handshake(protocol, game, **_):
    return {"protocol": "1.0", "game": "dcg", "engine": "toy-python", "version": "1", "schema": "1.0",
            "capabilities": CAPABILITIES, "editions": ["manual-2.3"]}  # fmt: skip


def new_game(setup, **_):
    global game
    cards = {card["number"]: read_card(card) for card in setup["cards"]}
    decks = [[[cards[n] for n in deck["piles"].get(pile, [])] for pile in ("main", "eggs")]
             for deck in setup["decks"]]  # fmt: skip
    game = Game(decks, setup.get("seed", 0), not setup.get("ordered"), setup.get("first"))
    return observe()


def read_card(card):
    facts = card.get("facts", {})
    evolve = [(way["color"], way["level"], way["cost"]) for way in facts.get("digivolve", [])]
    return Card(card["number"], facts["kind"], facts.get("level", 0), facts.get("dp"), facts.get("play_cost", 0),
                facts.get("colors", []), evolve, facts.get("blocker", False), facts.get("security_attack", 0))  # fmt: skip


def observe(**_):
    over = game.winner is not None
    attack = game.attack and {"attacker": game.attack[0].name,
                              "target": game.attack[1].name if game.attack[1] else "player"}  # fmt: skip
    return {"turn": game.turn, "turn_number": game.number, "memory": game.memory, "winner": game.winner,
            "ended_by": None, "attack": attack, "decider": game.decider,
            "decision": None if over else game.deciding, "players": [seat(side) for side in game.sides]}  # fmt: skip


def seat(side):
    return {"hand": [shown(c) for c in side.hand], "trash": [shown(c) for c in side.trash],
            "deck": len(side.deck), "security": len(side.security), "egg_deck": len(side.eggs),
            "battle": [unit(u) for u in side.battle],
            "breeding": unit(side.nursery) if side.nursery else None}  # fmt: skip


def shown(copy):
    return {"id": copy.name, "card": copy.card.number}


def unit(u):
    return {"id": u.name, "cards": [shown(c) for c in reversed(u.copies)], "dp": u.card.dp,
            "suspended": u.suspended, "played_this_turn": u.fresh}  # fmt: skip


NAMES = {"play": ["card"], "use": ["card"], "digivolve": ["card", "onto", "requirement"],
         "attack": ["attacker", "target"], "block": ["blocker"]}  # fmt: skip


def action(move):
    words = {"action": move[0]}
    for name, part in zip(NAMES.get(move[0], []), move[1:]):
        words[name] = "player" if part is None else getattr(part, "name", part)
    return words


def legal_actions(**_):
    return [action(move) for move in game.moves()]


def apply(action, **_):
    for move in game.moves():
        if globals()["action"](move) == action:
            game.play(move)
            return observe()
    raise Illegal("not legal now")


def save(**_):
    saved.append(copy.deepcopy(game))
    return len(saved) - 1


def restore(token, **_):
    global game
    game = copy.deepcopy(saved[token])
    return observe()


METHODS = {f.__name__: f for f in (handshake, new_game, observe, legal_actions, apply, save, restore)}
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": asked.get("id")}
    try:
        answer["result"] = None if asked["method"] == "close" else METHODS[asked["method"]](**asked["params"])
    except Illegal as why:
        answer["error"] = {"code": 1, "message": str(why)}
    print(json.dumps(answer), flush=True)
    if asked["method"] == "close":
        break
