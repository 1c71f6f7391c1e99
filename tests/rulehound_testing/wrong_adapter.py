"""The sample adapter with one thing wrong: `wrong_adapter.py WAY`. Standard library only."""

import copy
import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "python"))
WAY = sys.argv[1]

lines, sys.stdin = sys.stdin, iter(())
import adapter as sample  # noqa: E402  (its loop finds nothing to read)

sys.stdin = lines
engine = sample.Adapter()
begun: list[int] = []


def capable(*names: str, **more: object) -> dict[str, object]:
    """The handshake, with further capabilities."""
    greeting = engine.handshake()
    return {**greeting, "capabilities": [*greeting["capabilities"], *names], **more}


def swapped(observation: dict) -> dict:
    """The cards of the hands under ids by their place."""
    for player in observation["players"]:
        for place, card in enumerate(player["hand"]):
            card["id"] = f"h{place}"
    return observation


def handshake(params: dict) -> object:
    """The handshake, wrong in its own ways."""
    if WAY == "strict-handshake" and set(params) != {"protocol", "game"}:
        raise TypeError("unexpected field")
    ways = {
        "other-protocol": {"protocol": "2.1"},
        "other-game": {"game": "chess"},
        "other-schema": {"schema": "7.0"},
        "strange-edition": {"editions": ["house-rules"]},
        "no-version": {"version": 3},
    }
    if WAY == "strange-capability":
        return capable("fly")
    if WAY in ("declares-position", "declares-quote", "declares-observe-player", "declares-validate-deck"):
        return capable(WAY.removeprefix("declares-"))
    if WAY.startswith("refuses-position"):
        return capable("position")
    if WAY == "strange-rule":
        return capable("reasons")
    return {**engine.handshake(), **ways.get(WAY, {})}


def apply(params: dict) -> object:
    """An action, carried out wrongly."""
    action = params["action"]
    legal = action in engine.legal_actions()
    if WAY == "numbers-actions":
        found = engine.legal_actions()
        number = action.get("number", len(found))
        if number >= len(found):
            raise sample.Illegal("no such number")
        return engine.apply(found[number])
    if WAY == "refusal-marks" and not legal:
        engine.game.memory -= 1
    if WAY == "accepts-anything" and not legal:
        return engine.observe()
    if WAY == "refuses-offered" and action["action"] == "attack":
        raise sample.Illegal("no attacks today")
    if WAY == "crashes-on-refusal" and not legal:
        raise ValueError("no such move")
    shown = engine.apply(**params)
    if WAY == "stale-answer":
        return {**shown, "memory": 0}
    return shown


def legal_actions(_params: dict) -> object:
    """The list of actions, wrong in its own ways."""
    found = engine.legal_actions()
    if WAY == "numbers-actions":
        return [{**action, "number": number} for number, action in enumerate(found)]
    if WAY == "lists-twice":
        return found + found[:1]
    if WAY == "offers-nothing" and len(found) > 2:
        return []
    if WAY == "unnamed-actions":
        return [{**action, "action": 7} for action in found]
    return found


def observe(_params: dict) -> object:
    """The game, shown wrongly."""
    shown = engine.observe()
    if WAY == "other-observe":
        shown["memory"] += 1
    return shown


def new_game(params: dict) -> object:
    """A new game, begun wrongly."""
    setup = copy.deepcopy(params["setup"])
    if WAY == "strict-fields" and set(params) != {"setup"}:
        raise TypeError("unexpected field")
    if WAY == "shuffles-always":
        setup["ordered"] = False
    if WAY == "any-seed":
        setup["seed"] = time.time_ns()
    if WAY == "remembers-games":
        setup["seed"] = setup.get("seed", 0) + len(begun)
        begun.append(setup["seed"])
    if WAY == "upside-down":
        for deck in setup["decks"]:
            deck["piles"] = {name: sorted(pile) for name, pile in deck["piles"].items()}
    shown = engine.new_game(setup)
    return counted_on() if WAY == "counts-on" else shown


def counted_on() -> object:
    """The game that has begun, with ids that no game before it had."""
    begun.append(len(begun))
    for side in engine.game.sides:
        for copy_of_card in [*side.deck, *side.security, *side.hand, *side.eggs]:
            copy_of_card.name = f"{len(begun)}-{copy_of_card.name}"
    return engine.observe()


def restore(params: dict) -> object:
    """What was saved, or something else."""
    if WAY == "forgets-saves":
        return engine.observe()
    return engine.restore(**params)


def answered(asked: dict) -> object:
    """The result of a request."""
    method, params = asked["method"], asked["params"]
    mine = {f.__name__: f for f in (handshake, apply, legal_actions, observe, new_game, restore)}
    if WAY == "declares-observe-player" and method == "observe":
        return engine.observe()
    result = mine[method](params) if method in mine else getattr(engine, method)(**params)
    if WAY == "no-decider" and isinstance(result, dict) and "decider" in result:
        del result["decider"]
    if WAY == "memory-as-text" and isinstance(result, dict) and "memory" in result:
        result["memory"] = str(result["memory"])
    if WAY == "ids-by-place" and isinstance(result, dict) and "players" in result:
        return swapped(result)
    return result


def error_of(why: Exception) -> dict[str, object]:
    """An error answer."""
    if WAY == "strange-rule":
        data = {"reasons": [{"reason": "so", "rule": "house.rule"}]}
        return {"code": 1, "message": str(why), "data": data}
    return {"code": 1, "message": str(why)}


for line in sys.stdin:
    asked = json.loads(line)
    if WAY == "noise":
        print("loading cards\x1b[31m <b>…", flush=True)
    if WAY == "hangs" and asked["method"] == "apply":
        time.sleep(60)
    said = {"jsonrpc": "2.0", "id": asked["id"]}
    if WAY == "wrong-id":
        said["id"] = asked["id"] + 1
    try:
        if not hasattr(engine, asked["method"]) and WAY == "unknown-is-fine":
            said["result"] = None
        elif asked["method"] == "position" and WAY.startswith("refuses-position"):
            said["error"] = {"code": int(WAY[-1]), "message": "no such situation"}
        elif not hasattr(engine, asked["method"]) and WAY != "unknown-crashes":
            said["error"] = {"code": -32601, "message": "no such method"}
        else:
            said["result"] = answered(asked)
    except sample.Illegal as why:
        said["error"] = error_of(why)
    print(json.dumps(said), flush=True)
    if asked["method"] == "close":
        if WAY == "stays":
            while True:
                time.sleep(1)
        break
if WAY == "leaves-child":
    os.fork() or time.sleep(60)
